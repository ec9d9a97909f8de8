//! Key generation: FIPS 204 Alg. 6.

use super::Parameters;
use super::encoding::{PrivateKey, pk_encode, sk_encode};
use super::hash::{h_array, h_xof, squeeze};
use super::ntt::{inverse_ntt_each, ntt_each};
use super::ring::{Polynomial, add, matrix_vector};
use super::rounding::{map_each, power2_round};
use super::sampling::{expand_a, expand_s};

/// Alg. 6, KeyGen_internal: the encoded public key and private key of a seed ξ.
pub fn keygen_internal(p: &Parameters, xi: &[u8; 32]) -> (Vec<u8>, Vec<u8>) {
    let mut context = h_xof(&[xi, &[p.k as u8, p.l as u8]]);
    let rho: [u8; 32] = squeeze(&mut context);
    let rho_prime: [u8; 64] = squeeze(&mut context);
    let k: [u8; 32] = squeeze(&mut context);
    let a = expand_a(p, &rho);
    let (s1, s2) = expand_s(p, &rho_prime);
    let t: Vec<Polynomial> = add(&inverse_ntt_each(&matrix_vector(&a, &ntt_each(&s1))), &s2);
    let t1 = map_each(&t, |r| power2_round(r).0);
    let t0 = map_each(&t, |r| power2_round(r).1);
    let pk = pk_encode(&rho, &t1);
    let key = PrivateKey {
        rho,
        k,
        tr: h_array(&[&pk]),
        s1,
        s2,
        t0,
    };
    let sk = sk_encode(p, &key);
    (pk, sk)
}
