//! The whole scheme against another implementation, on every back end.

mod ranges;
mod rare;
mod sampling;

use super::keygen::keygen;
use super::keys::{ExpandedPrivateKey, ExpandedPublicKey};
use super::sign::{Rejection, sign};
use super::verify::verify;
use super::{ML_DSA_44, ML_DSA_65, ML_DSA_87, Parameters};
use ml_dsa::{Keypair, Signer, SigningKey};
use std::vec;
use std::vec::Vec;

/// Bytes that look random and follow from a number.
fn bytes<const LEN: usize>(seed: u64) -> [u8; LEN] {
    let mut x = seed.wrapping_mul(0x9e3779b97f4a7c15) | 1;
    core::array::from_fn(|_| {
        x = x
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (x >> 56) as u8
    })
}

/// μ of a message with an empty context (FIPS 204 Alg. 2 and 7).
fn mu(tr: &[u8; 64], message: &[u8]) -> [u8; 64] {
    let mut mu = [0; 64];
    crate::keccak::Hash::shake256([tr.as_slice(), &[0, 0], message])
        .digest(crate::backend::Portable, &mut mu);
    mu
}

fn against<S, const K: usize, const L: usize>(
    b: impl super::Kernels,
    p: &Parameters,
    cases: u64,
) -> Vec<Rejection>
where
    S: ml_dsa::MlDsaParams,
{
    let mut rejections = Vec::new();
    for case in 0..cases {
        let xi = bytes::<32>(case);
        let mut pk = vec![0; p.public_key_len(K)];
        let mut sk = vec![0; p.private_key_len(K, L)];
        keygen::<_, K, L>(b, p, &xi, &mut pk, &mut sk);
        let theirs = SigningKey::<S>::from_seed(&xi.into());
        assert!(pk[..] == theirs.verifying_key().encode()[..], "pk {case}");
        #[allow(deprecated)]
        let expected = theirs.expanded_key().to_expanded();
        assert!(sk[..] == expected[..], "sk {case}");

        let mut private = ExpandedPrivateKey::<K, L>::zero();
        assert!(private.decode(b, p, &sk));
        let mut public = ExpandedPublicKey::<K, L>::zero();
        public.decode(b, &pk);
        assert_eq!(public.tr, private.tr);
        let message = bytes::<59>(case + 1000);
        let mu = mu(&public.tr, &message);
        let mut signature = vec![0; p.signature_len(K, L)];
        assert!(sign(
            b,
            p,
            &private,
            &mu,
            &[0; 32],
            &mut signature,
            |reason| rejections.push(reason)
        ));
        let expected = theirs.sign(&message).encode();
        assert!(signature[..] == expected[..], "signature {case}");

        assert!(verify(b, p, &public, &mu, &signature), "valid {case}");
        let place = (case as usize * 997) % signature.len();
        signature[place] ^= 1 << (case % 8);
        assert!(
            !verify(b, p, &public, &mu, &signature),
            "changed at {place} {case}"
        );
    }
    rejections
}

#[test]
fn all_back_ends_agree_with_another_implementation() {
    for_each_backend!(b => {
        against::<ml_dsa::MlDsa44, 4, 4>(b, &ML_DSA_44, 40);
        let rejections = against::<ml_dsa::MlDsa65, 6, 5>(b, &ML_DSA_65, 40);
        assert!(rejections.contains(&Rejection::R0) && rejections.contains(&Rejection::Z));
        against::<ml_dsa::MlDsa87, 8, 7>(b, &ML_DSA_87, 40);
    });
}

/// For Miri, which takes a thousand times as long: `ci/platforms`. One polynomial through the kernels and back.
#[test]
fn interpreted() {
    use super::{Coefficients, GAMMA2_32, High, Kernels, N, Poly, Product, Q};
    use crate::wipe::Plain;
    for_each_backend!(b => {
        let mut f = Poly::<Coefficients>::ZERO;
        f.0 = core::array::from_fn(|i| (i as i32 * 32_717) % Q);
        let (mut hat, mut back) = (Poly::ZERO, Poly::ZERO);
        b.ntt(&f, &mut hat);
        let mut sums = Poly::<Product>::ZERO;
        sums.0 = hat.0.map(|x| x % Q);
        b.inverse_ntt(&sums, &mut back);
        let times = |x: i32| ((i64::from(x) << 32) % i64::from(Q)) as i32;
        assert!((0..N).all(|i| (back.0[i] - times(f.0[i])) % Q == 0));
        let (mut high, mut w1) = (High::ZERO, [0; 128]);
        b.centre(&mut back);
        b.decompose::<GAMMA2_32>(&mut back, &mut high);
        b.pack_w1::<GAMMA2_32>(&high, &mut w1);
        assert!((0..N).all(|i| w1[i / 2] >> (4 * (i % 2)) & 15 == high.0[i]));
        let mut z = [0; 640];
        let mut again = Poly::ZERO;
        b.pack_z::<20>(&back, &mut z);
        b.unpack_z::<20>(&z, &mut again);
        assert_eq!(again.0, back.0);
    });
}
