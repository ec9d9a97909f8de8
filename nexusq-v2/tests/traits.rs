//! Code that is generic over the traits of the crates `kem` and `signature` accepts our types.
#![allow(clippy::unwrap_used)]

use nexusq_v2::kem::consts::U64;
use nexusq_v2::kem::{
    Ciphertext, Decapsulate, Encapsulate, FromSeed, Kem, Key, KeyExport, TryKeyInit,
};
use nexusq_v2::signature::{
    Keypair, RandomizedSigner, SignatureEncoding, Signer, Verifier, rand_core::TryCryptoRng,
};

/// The system's generator, as the trait that generic code asks for.
struct System;

impl nexusq_v2::rand_core::TryRng for System {
    type Error = std::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        unreachable!("bytes are drawn, not words")
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        unreachable!("bytes are drawn, not words")
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Self::Error> {
        getrandom::fill(out).unwrap();
        Ok(())
    }
}

impl TryCryptoRng for System {}

fn exchange<K: Kem<DecapsulationKey: Decapsulate>>() {
    let (dk, ek) = K::generate_keypair_from_rng(&mut System);
    let published: Key<K::EncapsulationKey> = ek.to_bytes();
    let ek = K::EncapsulationKey::new(&published).ok().unwrap();
    let (ciphertext, sent) = ek.encapsulate_with_rng(&mut System);
    assert_eq!(dk.decapsulate(&ciphertext), sent);
    assert!(K::EncapsulationKey::new_from_slice(&vec![0xff; published.len()]).is_err());
}

/// The same seed and ciphertext through `T` and `U`.
fn agree<T, U>(seed: [u8; 64])
where
    T: FromSeed<SeedSize = U64, DecapsulationKey: Decapsulate>,
    U: FromSeed<
            SeedSize = U64,
            CiphertextSize = T::CiphertextSize,
            SharedKeySize = T::SharedKeySize,
            DecapsulationKey: Decapsulate,
        >,
{
    let (ours, _) = T::from_seed(&seed.into());
    let (theirs, ek) = U::from_seed(&seed.into());
    let (ciphertext, sent) = ek.encapsulate_with_rng(&mut System);
    assert_eq!(ours.decapsulate(&ciphertext), sent);
    let nobodys = Ciphertext::<T>::default();
    assert_eq!(ours.decapsulate(&nobodys), theirs.decapsulate(&nobodys));
}

#[test]
fn kem() {
    exchange::<nexusq_v2::ml_kem_512::MlKem512>();
    exchange::<nexusq_v2::ml_kem_768::MlKem768>();
    exchange::<nexusq_v2::ml_kem_1024::MlKem1024>();
    agree::<nexusq_v2::ml_kem_512::MlKem512, ml_kem::MlKem512>([7; 64]);
    agree::<nexusq_v2::ml_kem_768::MlKem768, ml_kem::MlKem768>([7; 64]);
    agree::<nexusq_v2::ml_kem_1024::MlKem1024, ml_kem::MlKem1024>([7; 64]);
}

fn sign<K, S>(key: &K, length: usize)
where
    K: Signer<S> + RandomizedSigner<S> + Keypair<VerifyingKey: Verifier<S>>,
    S: SignatureEncoding + PartialEq,
{
    let first = key.sign(b"message");
    assert!(first != key.sign(b"message"), "hedged");
    for signature in [first, key.sign_with_rng(&mut System, b"message")] {
        let bytes = signature.to_bytes();
        assert_eq!(bytes.as_ref().len(), length);
        let read = S::try_from(bytes.as_ref()).ok().unwrap();
        assert!(key.verifying_key().verify(b"message", &read).is_ok());
        assert!(key.verifying_key().verify(b"massage", &read).is_err());
    }
}

#[test]
fn signature() {
    sign(&nexusq_v2::ml_dsa_44::SigningKey::from_seed(&[7; 32]), 2420);
    sign(&nexusq_v2::ml_dsa_65::SigningKey::from_seed(&[7; 32]), 3309);
    sign(&nexusq_v2::ml_dsa_87::SigningKey::from_seed(&[7; 32]), 4627);
}
