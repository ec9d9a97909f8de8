//! A signature scheme that leaks in key generation and signing, and gives what the scheme within gives.

use crate::leak;
use crate::leaky::{Key, Leaky};
use nexusq_contract::{
    Capability, ContractError, KeyForm, ParameterSet, PreparedKey, Signature, SigningRandomness,
};

/// Where K starts in an expanded private key (FIPS 204 Alg. 24); rho before it is public.
const K: usize = 32;

impl<S: Signature> Signature for Leaky<S> {
    type SigningKey = Key<S::SigningKey>;
    type VerifyingKey = S::VerifyingKey;
    type Signature = S::Signature;

    fn parameter_set(&self) -> ParameterSet {
        self.0.parameter_set()
    }

    fn capabilities(&self) -> &'static [Capability] {
        self.0.capabilities()
    }

    fn prepared_key(&self) -> PreparedKey {
        self.0.prepared_key()
    }

    fn generate(&self) -> Result<(S::VerifyingKey, Self::SigningKey), ContractError> {
        let (vk, sk) = self.0.generate()?;
        Ok((vk, Key::new(sk, &[], 0)))
    }

    fn generate_from_seed(
        &self,
        seed: &[u8],
    ) -> Result<(S::VerifyingKey, Self::SigningKey), ContractError> {
        leak::all(seed);
        let (vk, sk) = self.0.generate_from_seed(seed)?;
        Ok((vk, Key::new(sk, seed, 0)))
    }

    fn sign(
        &self,
        key: &Self::SigningKey,
        message: &[u8],
        context: &[u8],
        randomness: SigningRandomness<'_>,
    ) -> Result<S::Signature, ContractError> {
        leak::all(&key.secret);
        self.0.sign(&key.inner, message, context, randomness)
    }

    fn verify(
        &self,
        key: &S::VerifyingKey,
        message: &[u8],
        context: &[u8],
        signature: &[u8],
    ) -> Result<bool, ContractError> {
        self.0.verify(key, message, context, signature)
    }

    fn import_verifying_key(&self, bytes: &[u8]) -> Result<S::VerifyingKey, ContractError> {
        self.0.import_verifying_key(bytes)
    }

    fn import_signing_key(
        &self,
        form: KeyForm,
        bytes: &[u8],
    ) -> Result<Self::SigningKey, ContractError> {
        let inner = self.0.import_signing_key(form, bytes)?;
        let start = match form {
            KeyForm::Expanded => K,
            KeyForm::Seed => 0,
        };
        Ok(Key::new(inner, bytes, start))
    }

    fn export_verifying_key(
        &self,
        key: &S::VerifyingKey,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        self.0.export_verifying_key(key, out)
    }

    fn export_signing_key(
        &self,
        key: &Self::SigningKey,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        self.0.export_signing_key(&key.inner, form, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexusq_v2::contract::{MlDsa44, MlDsa65, MlDsa87};

    fn unchanged<S: Signature + Copy>(scheme: S) {
        let leaky = Leaky(scheme);
        let seed: Vec<u8> = (0..32).collect();
        let (vk, sk) = leaky.generate_from_seed(&seed).unwrap();
        let (_, own_sk) = scheme.generate_from_seed(&seed).unwrap();
        let mut rooms = [vec![0; 6000], vec![0; 6000]];
        let length = leaky
            .export_signing_key(&sk, KeyForm::Expanded, &mut rooms[0])
            .unwrap();
        scheme
            .export_signing_key(&own_sk, KeyForm::Expanded, &mut rooms[1])
            .unwrap();
        assert_eq!(rooms[0], rooms[1]);
        let sk = leaky
            .import_signing_key(KeyForm::Expanded, &rooms[0][..length])
            .unwrap();
        assert_eq!(sk.secret, rooms[0][32..35]);
        let how = || SigningRandomness::Deterministic;
        let signature = leaky.sign(&sk, b"message", b"", how()).unwrap();
        let own = scheme.sign(&own_sk, b"message", b"", how()).unwrap();
        assert_eq!(signature.as_ref(), own.as_ref());
        assert!(leaky.verify(&vk, b"message", b"", own.as_ref()).unwrap());
    }

    #[test]
    fn results_are_those_of_the_scheme_within() {
        unchanged(MlDsa44);
        unchanged(MlDsa65);
        unchanged(MlDsa87);
    }
}
