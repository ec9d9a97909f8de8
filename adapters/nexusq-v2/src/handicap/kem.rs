//! A slower KEM: every call that may be timed takes longer, and gives what the KEM within gives.

use crate::slow::Slow;
use nexusq_contract::{Capability, ContractError, Kem, KeyForm, ParameterSet, PreparedKey};

impl<K: Kem> Kem for Slow<K> {
    type EncapsulationKey = K::EncapsulationKey;
    type DecapsulationKey = K::DecapsulationKey;
    type Ciphertext = K::Ciphertext;
    type SharedSecret = K::SharedSecret;

    fn parameter_set(&self) -> ParameterSet {
        self.inner.parameter_set()
    }

    fn capabilities(&self) -> &'static [Capability] {
        self.inner.capabilities()
    }

    fn prepared_key(&self) -> PreparedKey {
        self.inner.prepared_key()
    }

    fn generate(&self) -> Result<(K::EncapsulationKey, K::DecapsulationKey), ContractError> {
        self.call(K::generate)
    }

    fn generate_from_seed(
        &self,
        seed: &[u8],
    ) -> Result<(K::EncapsulationKey, K::DecapsulationKey), ContractError> {
        self.call(|inner| inner.generate_from_seed(seed))
    }

    fn encapsulate(
        &self,
        key: &K::EncapsulationKey,
    ) -> Result<(K::Ciphertext, K::SharedSecret), ContractError> {
        self.call(|inner| inner.encapsulate(key))
    }

    fn encapsulate_with_m(
        &self,
        key: &K::EncapsulationKey,
        m: &[u8],
    ) -> Result<(K::Ciphertext, K::SharedSecret), ContractError> {
        self.call(|inner| inner.encapsulate_with_m(key, m))
    }

    fn decapsulate(
        &self,
        key: &K::DecapsulationKey,
        ciphertext: &[u8],
    ) -> Result<K::SharedSecret, ContractError> {
        self.call(|inner| inner.decapsulate(key, ciphertext))
    }

    fn import_encapsulation_key(&self, bytes: &[u8]) -> Result<K::EncapsulationKey, ContractError> {
        self.call(|inner| inner.import_encapsulation_key(bytes))
    }

    fn import_decapsulation_key(
        &self,
        form: KeyForm,
        bytes: &[u8],
    ) -> Result<K::DecapsulationKey, ContractError> {
        self.call(|inner| inner.import_decapsulation_key(form, bytes))
    }

    fn export_encapsulation_key(
        &self,
        key: &K::EncapsulationKey,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        self.call(|inner| inner.export_encapsulation_key(key, out))
    }

    fn export_decapsulation_key(
        &self,
        key: &K::DecapsulationKey,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        self.call(|inner| inner.export_decapsulation_key(key, form, out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::Share;
    use nexusq_v2::contract::{MlKem512, MlKem768, MlKem1024};

    /// All that can be computed from a seed and m, and what wrong input gives.
    fn outputs<K: Kem>(kem: &K) -> Vec<Vec<u8>> {
        let seed: Vec<u8> = (0..64).collect();
        let (ek, dk) = kem.generate_from_seed(&seed).unwrap();
        let mut all = Vec::new();
        let mut room = vec![0; 4000];
        let length = kem.export_encapsulation_key(&ek, &mut room).unwrap();
        all.push(room[..length].to_vec());
        for form in [KeyForm::Seed, KeyForm::Expanded] {
            let length = kem.export_decapsulation_key(&dk, form, &mut room).unwrap();
            let bytes = room[..length].to_vec();
            let dk = kem.import_decapsulation_key(form, &bytes).unwrap();
            let ek = kem.import_encapsulation_key(&all[0]).unwrap();
            let (ciphertext, secret) = kem.encapsulate_with_m(&ek, &[7; 32]).unwrap();
            let opened = kem.decapsulate(&dk, ciphertext.as_ref()).unwrap();
            assert_eq!(opened.as_ref(), secret.as_ref());
            all.extend([
                bytes,
                ciphertext.as_ref().to_vec(),
                opened.as_ref().to_vec(),
            ]);
        }
        let errors = [
            kem.generate_from_seed(&[1]).err(),
            kem.encapsulate_with_m(&ek, &[1]).err(),
            kem.decapsulate(&dk, &[1]).err(),
            kem.import_encapsulation_key(&[1]).err(),
            kem.import_decapsulation_key(KeyForm::Seed, &[1]).err(),
            kem.export_encapsulation_key(&ek, &mut []).err(),
            kem.export_decapsulation_key(&dk, KeyForm::Seed, &mut [])
                .err(),
        ];
        all.extend(errors.map(|error| format!("{error:?}").into_bytes()));
        all
    }

    fn unchanged<K: Kem + Copy>(kem: K) {
        for percent in ["0%", "50%"] {
            let share = Share::chosen(&[], Some(percent)).unwrap();
            let slow = Slow::new(kem, share);
            assert_eq!(outputs(&slow), outputs(&kem), "{percent}");
            assert_eq!(slow.parameter_set(), kem.parameter_set());
            assert_eq!(slow.capabilities(), kem.capabilities());
            assert_eq!(slow.prepared_key(), kem.prepared_key());
            let (ek, dk) = slow.generate().unwrap();
            let (ciphertext, secret) = slow.encapsulate(&ek).unwrap();
            let opened = kem.decapsulate(&dk, ciphertext.as_ref()).unwrap();
            assert_eq!(opened.as_ref(), secret.as_ref());
        }
    }

    #[test]
    fn results_are_those_of_the_kem_within() {
        unchanged(MlKem512);
        unchanged(MlKem768);
        unchanged(MlKem1024);
    }
}
