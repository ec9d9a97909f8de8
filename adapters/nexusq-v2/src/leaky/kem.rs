//! A KEM that leaks in each operation, and gives what the KEM within gives.

use crate::leak;
use crate::leaky::{Key, Leaky};
use nexusq_contract::{Capability, ContractError, Kem, KeyForm, ParameterSet, PreparedKey};

impl<K: Kem> Kem for Leaky<K> {
    type EncapsulationKey = K::EncapsulationKey;
    type DecapsulationKey = Key<K::DecapsulationKey>;
    type Ciphertext = K::Ciphertext;
    type SharedSecret = K::SharedSecret;

    fn parameter_set(&self) -> ParameterSet {
        self.0.parameter_set()
    }

    fn capabilities(&self) -> &'static [Capability] {
        self.0.capabilities()
    }

    fn prepared_key(&self) -> PreparedKey {
        self.0.prepared_key()
    }

    fn generate(&self) -> Result<(K::EncapsulationKey, Self::DecapsulationKey), ContractError> {
        let (ek, dk) = self.0.generate()?;
        Ok((ek, Key::new(dk, &[], 0)))
    }

    fn generate_from_seed(
        &self,
        seed: &[u8],
    ) -> Result<(K::EncapsulationKey, Self::DecapsulationKey), ContractError> {
        leak::all(seed);
        let (ek, dk) = self.0.generate_from_seed(seed)?;
        Ok((ek, Key::new(dk, seed, 0)))
    }

    fn encapsulate(
        &self,
        key: &K::EncapsulationKey,
    ) -> Result<(K::Ciphertext, K::SharedSecret), ContractError> {
        let (ciphertext, secret) = self.0.encapsulate(key)?;
        leak::all(secret.as_ref());
        Ok((ciphertext, secret))
    }

    fn encapsulate_with_m(
        &self,
        key: &K::EncapsulationKey,
        m: &[u8],
    ) -> Result<(K::Ciphertext, K::SharedSecret), ContractError> {
        leak::all(m);
        self.0.encapsulate_with_m(key, m)
    }

    /// The shared secret leaks: it depends on the key and on what the ciphertext holds.
    fn decapsulate(
        &self,
        key: &Self::DecapsulationKey,
        ciphertext: &[u8],
    ) -> Result<K::SharedSecret, ContractError> {
        let secret = self.0.decapsulate(&key.inner, ciphertext)?;
        leak::all(secret.as_ref());
        Ok(secret)
    }

    fn import_encapsulation_key(&self, bytes: &[u8]) -> Result<K::EncapsulationKey, ContractError> {
        self.0.import_encapsulation_key(bytes)
    }

    fn import_decapsulation_key(
        &self,
        form: KeyForm,
        bytes: &[u8],
    ) -> Result<Self::DecapsulationKey, ContractError> {
        let inner = self.0.import_decapsulation_key(form, bytes)?;
        Ok(Key::new(inner, bytes, 0))
    }

    fn export_encapsulation_key(
        &self,
        key: &K::EncapsulationKey,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        self.0.export_encapsulation_key(key, out)
    }

    fn export_decapsulation_key(
        &self,
        key: &Self::DecapsulationKey,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        self.0.export_decapsulation_key(&key.inner, form, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexusq_v2::contract::{MlKem512, MlKem768, MlKem1024};

    fn unchanged<K: Kem + Copy>(kem: K) {
        let leaky = Leaky(kem);
        let seed: Vec<u8> = (0..64).collect();
        let (ek, dk) = leaky.generate_from_seed(&seed).unwrap();
        let (own_ek, own_dk) = kem.generate_from_seed(&seed).unwrap();
        let mut rooms = [vec![0; 4000], vec![0; 4000]];
        let length = leaky
            .export_decapsulation_key(&dk, KeyForm::Expanded, &mut rooms[0])
            .unwrap();
        kem.export_decapsulation_key(&own_dk, KeyForm::Expanded, &mut rooms[1])
            .unwrap();
        assert_eq!(rooms[0], rooms[1]);
        let (ciphertext, secret) = leaky.encapsulate_with_m(&ek, &[7; 32]).unwrap();
        let (own_ciphertext, own_secret) = kem.encapsulate_with_m(&own_ek, &[7; 32]).unwrap();
        assert_eq!(ciphertext.as_ref(), own_ciphertext.as_ref());
        assert_eq!(secret.as_ref(), own_secret.as_ref());
        let dk = leaky
            .import_decapsulation_key(KeyForm::Expanded, &rooms[0][..length])
            .unwrap();
        let opened = leaky.decapsulate(&dk, ciphertext.as_ref()).unwrap();
        assert_eq!(opened.as_ref(), secret.as_ref());
    }

    #[test]
    fn results_are_those_of_the_kem_within() {
        unchanged(MlKem512);
        unchanged(MlKem768);
        unchanged(MlKem1024);
    }
}
