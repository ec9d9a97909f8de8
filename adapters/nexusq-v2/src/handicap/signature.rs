//! A slower signature scheme: every call that may be timed takes longer, and gives what the scheme within gives.

use crate::slow::Slow;
use nexusq_contract::{
    Capability, ContractError, KeyForm, ParameterSet, PreparedKey, Signature, SigningRandomness,
};

impl<S: Signature> Signature for Slow<S> {
    type SigningKey = S::SigningKey;
    type VerifyingKey = S::VerifyingKey;
    type Signature = S::Signature;

    fn parameter_set(&self) -> ParameterSet {
        self.inner.parameter_set()
    }

    fn capabilities(&self) -> &'static [Capability] {
        self.inner.capabilities()
    }

    fn prepared_key(&self) -> PreparedKey {
        self.inner.prepared_key()
    }

    fn generate(&self) -> Result<(S::VerifyingKey, S::SigningKey), ContractError> {
        self.call(S::generate)
    }

    fn generate_from_seed(
        &self,
        seed: &[u8],
    ) -> Result<(S::VerifyingKey, S::SigningKey), ContractError> {
        self.call(|inner| inner.generate_from_seed(seed))
    }

    fn sign(
        &self,
        key: &S::SigningKey,
        message: &[u8],
        context: &[u8],
        randomness: SigningRandomness<'_>,
    ) -> Result<S::Signature, ContractError> {
        self.call(|inner| inner.sign(key, message, context, randomness))
    }

    fn verify(
        &self,
        key: &S::VerifyingKey,
        message: &[u8],
        context: &[u8],
        signature: &[u8],
    ) -> Result<bool, ContractError> {
        self.call(|inner| inner.verify(key, message, context, signature))
    }

    fn import_verifying_key(&self, bytes: &[u8]) -> Result<S::VerifyingKey, ContractError> {
        self.call(|inner| inner.import_verifying_key(bytes))
    }

    fn import_signing_key(
        &self,
        form: KeyForm,
        bytes: &[u8],
    ) -> Result<S::SigningKey, ContractError> {
        self.call(|inner| inner.import_signing_key(form, bytes))
    }

    fn export_verifying_key(
        &self,
        key: &S::VerifyingKey,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        self.call(|inner| inner.export_verifying_key(key, out))
    }

    fn export_signing_key(
        &self,
        key: &S::SigningKey,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        self.call(|inner| inner.export_signing_key(key, form, out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::Share;
    use nexusq_v2::contract::{MlDsa44, MlDsa65, MlDsa87};

    /// All that can be computed from a seed and rnd, and what wrong input gives.
    fn outputs<S: Signature>(scheme: &S) -> Vec<Vec<u8>> {
        let seed: Vec<u8> = (0..32).collect();
        let (vk, sk) = scheme.generate_from_seed(&seed).unwrap();
        let mut all = Vec::new();
        let mut room = vec![0; 6000];
        let length = scheme.export_verifying_key(&vk, &mut room).unwrap();
        all.push(room[..length].to_vec());
        let vk = scheme.import_verifying_key(&all[0]).unwrap();
        for form in [KeyForm::Seed, KeyForm::Expanded] {
            let length = scheme.export_signing_key(&sk, form, &mut room).unwrap();
            let bytes = room[..length].to_vec();
            let sk = scheme.import_signing_key(form, &bytes).unwrap();
            for randomness in [
                SigningRandomness::Deterministic,
                SigningRandomness::Rnd(&[5; 32]),
            ] {
                let signature = scheme.sign(&sk, b"message", b"context", randomness);
                let mut signature = signature.unwrap().as_ref().to_vec();
                let verify = |context: &[u8], signature: &[u8]| {
                    scheme.verify(&vk, b"message", context, signature).unwrap()
                };
                assert!(verify(b"context", &signature));
                assert!(!verify(b"other", &signature));
                all.push(signature.clone());
                signature[0] ^= 1;
                assert!(!verify(b"context", &signature));
            }
            all.push(bytes);
        }
        let long = [0; 256];
        let errors = [
            scheme.generate_from_seed(&[1]).err(),
            scheme
                .sign(&sk, b"", &long, SigningRandomness::Deterministic)
                .err(),
            scheme.verify(&vk, b"", &long, &[]).err(),
            scheme.import_verifying_key(&[1]).err(),
            scheme.import_signing_key(KeyForm::Seed, &[1]).err(),
            scheme.export_verifying_key(&vk, &mut []).err(),
            scheme.export_signing_key(&sk, KeyForm::Seed, &mut []).err(),
        ];
        all.extend(errors.map(|error| format!("{error:?}").into_bytes()));
        all
    }

    fn unchanged<S: Signature + Copy>(scheme: S) {
        for percent in ["0%", "50%"] {
            let share = Share::chosen(&[], Some(percent)).unwrap();
            let slow = Slow::new(scheme, share);
            assert_eq!(outputs(&slow), outputs(&scheme), "{percent}");
            assert_eq!(slow.parameter_set(), scheme.parameter_set());
            assert_eq!(slow.capabilities(), scheme.capabilities());
            assert_eq!(slow.prepared_key(), scheme.prepared_key());
            let (vk, sk) = slow.generate().unwrap();
            let signature = slow
                .sign(&sk, b"m", b"", SigningRandomness::Hedged)
                .unwrap();
            assert_eq!(scheme.verify(&vk, b"m", b"", signature.as_ref()), Ok(true));
        }
    }

    #[test]
    fn results_are_those_of_the_scheme_within() {
        unchanged(MlDsa44);
        unchanged(MlDsa65);
        unchanged(MlDsa87);
    }
}
