//! ML-KEM (FIPS 203 section 6) on expanded keys.

use super::Kernels;
pub(crate) use super::kpke::halves;
use super::kpke::{self, EncryptionKey, decode_vector, encode_vector};
use super::parameters::{ciphertext_len, encapsulation_key_len};
use super::{Ntt, Poly};
use crate::held::Held;
use crate::keccak::{Hash, Rider};
use crate::wipe::{Plain, Wiped, wipe};
use subtle::{Choice, ConditionallySelectable};

/// The longest ciphertext, that of ML-KEM-1024, rounded up for vectors that write beyond the end.
const LONGEST_CIPHERTEXT: usize = ciphertext_len(4) + 64;

/// An encapsulation key, expanded: A is sampled and H(ek) computed. Public.
#[derive(Clone)]
pub(crate) struct ExpandedEncapsulationKey<const K: usize> {
    pub(crate) key: EncryptionKey<K>,
    /// H(ek).
    pub(crate) hash: [u8; 32],
}

/// A decapsulation key, expanded. Secret.
pub(crate) struct ExpandedDecapsulationKey<const K: usize> {
    /// ŝ.
    pub(crate) s_hat: Held<[Poly<Ntt>; K]>,
    pub(crate) public: ExpandedEncapsulationKey<K>,
    /// The secret of implicit rejection.
    pub(crate) z: Held<[u8; 32]>,
}

impl<const K: usize> ExpandedEncapsulationKey<K> {
    pub(crate) fn zero() -> Self {
        ExpandedEncapsulationKey {
            key: EncryptionKey::zero(),
            hash: [0; 32],
        }
    }

    /// Decodes ek, which has the right length. Returns whether all its numbers are below q (FIPS 203 section 7.2).
    pub(crate) fn decode<B: Kernels>(&mut self, b: B, ek: &[u8]) -> bool {
        let mut hash = Rider::new(Hash::sha3_256([ek]));
        let below_q = self.key.decode(b, ek, Some(&mut hash));
        hash.digest(b, &mut self.hash);
        below_q
    }

    /// ML-KEM.Encaps_internal (FIPS 203 Alg. 17).
    pub(crate) fn encapsulate<B: Kernels>(
        &self,
        b: B,
        m: &[u8; 32],
        c: &mut [u8],
        shared_secret: &mut [u8; 32],
    ) {
        // 1: (K, r) ← G(m‖H(ek))
        let mut g = Wiped([0u8; 64]);
        Hash::sha3_512([m.as_slice(), &self.hash]).digest(b, &mut g[..]);
        let (k, r) = halves(&g);
        // 2: c ← K-PKE.Encrypt(ek, m, r)
        kpke::encrypt(b, &self.key, m, r, c, None);
        shared_secret.copy_from_slice(k);
    }
}

impl<const K: usize> ExpandedDecapsulationKey<K> {
    pub(crate) fn zero() -> Self {
        ExpandedDecapsulationKey {
            s_hat: Held::zero(),
            public: ExpandedEncapsulationKey::zero(),
            z: Held::zero(),
        }
    }

    /// Decodes dk = dk_PKE‖ek‖H(ek)‖z, which has the right length and has passed the checks of FIPS 203 section 7.3. A rider's
    /// hash is taken along.
    pub(crate) fn decode<B: Kernels>(&mut self, b: B, dk: &[u8], rider: Option<&mut Rider<'_>>) {
        let (dk_pke, rest) = dk.split_at(384 * K);
        let (ek, rest) = rest.split_at(encapsulation_key_len(K));
        let (hash, z) = rest.split_at(32);
        // Any twelve bits stand for a number modulo q here, as in ByteDecode.
        decode_vector(b, dk_pke, &mut self.s_hat);
        self.z.copy_from_slice(z);
        self.public.key.decode(b, ek, rider);
        self.public.hash.copy_from_slice(hash);
    }

    /// Decodes dk, which has the right length. Whether the numbers of ek are below q, and whether the hash in dk is that of ek
    /// (FIPS 203 section 7.3).
    pub(crate) fn decode_and_check<B: Kernels>(&mut self, b: B, dk: &[u8]) -> (bool, bool) {
        let ek = &dk[384 * K..][..encapsulation_key_len(K)];
        let mut hash = Rider::new(Hash::sha3_256([ek]));
        self.decode(b, dk, Some(&mut hash));
        let mut expected = [0; 32];
        hash.digest(b, &mut expected);
        (is_below_q::<B, K>(b, ek), self.public.hash == expected)
    }

    /// ML-KEM.Decaps_internal (FIPS 203 Alg. 18) of `c`, which has the right length.
    pub(crate) fn decapsulate<B: Kernels>(&self, b: B, c: &[u8], shared_secret: &mut [u8; 32]) {
        // 7: K̄ ← J(z‖c), which rides in lanes that would lie idle
        let j = Rider::new(Hash::shake256([self.z.as_slice(), c]));
        self.decapsulate_with(b, c, j, shared_secret);
    }

    /// The same with J(z‖c) on its way.
    fn decapsulate_with<B: Kernels>(
        &self,
        b: B,
        c: &[u8],
        mut j: Rider<'_>,
        shared_secret: &mut [u8; 32],
    ) {
        // 5: m′ ← K-PKE.Decrypt(dk_PKE, c)
        let mut m = Wiped([0u8; 32]);
        kpke::decrypt(b, &self.s_hat, c, &mut m);
        // 6: (K′, r′) ← G(m′‖h)
        let mut g = Wiped([0u8; 64]);
        Hash::sha3_512([m.as_slice(), &self.public.hash]).digest(b, &mut g[..]);
        let (k, r) = halves(&g);
        // 8: c′ ← K-PKE.Encrypt(ek_PKE, m′, r′)
        let mut again = Wiped([0u8; LONGEST_CIPHERTEXT]);
        let again = &mut again[..c.len()];
        kpke::encrypt(b, &self.public.key, &m, r, again, Some(&mut j));
        let mut rejection = Wiped([0u8; 32]);
        j.digest(b, &mut rejection[..]);
        // 9-11: K̄ in the place of K′ if c ≠ c′
        let differs = differ(c, again);
        for ((out, accepted), rejected) in shared_secret.iter_mut().zip(k).zip(rejection.iter()) {
            *out = u8::conditional_select(accepted, rejected, differs);
        }
    }
}

impl<const K: usize> Drop for ExpandedDecapsulationKey<K> {
    fn drop(&mut self) {
        wipe(&mut *self.s_hat);
        wipe(&mut *self.z);
    }
}

/// ML-KEM.KeyGen_internal (FIPS 203 Alg. 16): dk = dk_PKE‖ek‖H(ek)‖z, which holds ek, in `dk`.
pub(crate) fn keygen<B: Kernels, const K: usize>(b: B, d: &[u8; 32], z: &[u8; 32], dk: &mut [u8]) {
    let mut s_hat = Wiped([Poly::ZERO; K]);
    let (dk_pke, rest) = dk.split_at_mut(384 * K);
    let (ek, rest) = rest.split_at_mut(encapsulation_key_len(K));
    let (hash, z_out) = rest.split_at_mut(32);
    kpke::keygen(b, d, &mut s_hat, ek);
    encode_vector(b, &s_hat, dk_pke);
    Hash::sha3_256([&*ek]).digest(b, hash);
    z_out.copy_from_slice(z);
}

/// ML-KEM.Decaps_internal (FIPS 203 Alg. 18) with dk as bytes, which have passed the checks of section 7.3.
pub(crate) fn decapsulate<B: Kernels, const K: usize>(
    b: B,
    dk: &[u8],
    c: &[u8],
    shared_secret: &mut [u8; 32],
) {
    // 7: K̄ ← J(z‖c) rides beside the expansion of A.
    let z = &dk[dk.len() - 32..];
    let mut j = Rider::new(Hash::shake256([z, c]));
    let mut key = ExpandedDecapsulationKey::<K>::zero();
    key.decode(b, dk, Some(&mut j));
    key.decapsulate_with(b, c, j, shared_secret);
}

/// Whether the numbers of ek are below q (FIPS 203 section 7.2).
pub(crate) fn is_below_q<B: Kernels, const K: usize>(b: B, ek: &[u8]) -> bool {
    let mut t_hat = [Poly::ZERO; K];
    decode_vector(b, ek, &mut t_hat)
}

/// H(ek).
pub(crate) fn hash<B: Kernels>(b: B, ek: &[u8]) -> [u8; 32] {
    let mut hash = [0; 32];
    Hash::sha3_256([ek]).digest(b, &mut hash);
    hash
}

/// Whether two strings of one length differ, in a time that does not tell where.
fn differ(a: &[u8], b: &[u8]) -> Choice {
    debug_assert!(a.len() == b.len() && a.len().is_multiple_of(8));
    let mut difference = 0;
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        for (a, b) in a.iter().zip(b) {
            difference |= a ^ b;
        }
    }
    // 1 if any bit is set.
    let any = u16::from(difference).wrapping_neg() >> 15;
    Choice::from(any as u8)
}
