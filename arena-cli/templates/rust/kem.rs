//! ML-KEM-768 behind the contract: a stub that supports nothing yet. This is the file to fill in.
//!
//! Each method is one public call of the library; `nexusq_contract::Kem` says what it must do. Signature schemes implement
//! `nexusq_contract::Signature` in the same way.

use nexusq_contract::{Capability, ContractError, Kem, KeyForm, ParameterSet, PreparedKey};

/// What is offered must make keys, encapsulate and decapsulate, and import and export encapsulation keys. Set it when that works.
pub(crate) const READY: bool = false;

/// One parameter set of the library.
pub(crate) struct MlKem768;

impl Kem for MlKem768 {
    // The library's own types of keys: they are made outside the clock.
    type EncapsulationKey = ();
    type DecapsulationKey = ();
    type Ciphertext = Vec<u8>;
    // A type that is cleared when it is dropped, if the library has one.
    type SharedSecret = [u8; 32];

    fn parameter_set(&self) -> ParameterSet {
        ParameterSet::MlKem768
    }

    fn capabilities(&self) -> &'static [Capability] {
        // Say only what the library has an entry point for, and override the methods that go with it: GenerateFromSeed,
        // EncapsulateWithM, ImportExpanded, ImportSeed, ExportExpanded, ExportSeed.
        &[]
    }

    fn prepared_key(&self) -> PreparedKey {
        // Bytes, Decoded, or Expanded if a key object keeps the matrix A too.
        PreparedKey::Bytes
    }

    fn generate(&self) -> Result<(Self::EncapsulationKey, Self::DecapsulationKey), ContractError> {
        Err(ContractError::Unsupported("keygen"))
    }

    fn encapsulate(
        &self,
        _key: &Self::EncapsulationKey,
    ) -> Result<(Self::Ciphertext, Self::SharedSecret), ContractError> {
        Err(ContractError::Unsupported("encaps"))
    }

    fn decapsulate(
        &self,
        _key: &Self::DecapsulationKey,
        _ciphertext: &[u8],
    ) -> Result<Self::SharedSecret, ContractError> {
        // Begin with ContractError::check_length("ciphertext", ciphertext, 1088)? where the library doesn't check.
        Err(ContractError::Unsupported("decaps"))
    }

    fn import_encapsulation_key(
        &self,
        _bytes: &[u8],
    ) -> Result<Self::EncapsulationKey, ContractError> {
        Err(ContractError::Unsupported("import of an encapsulation key"))
    }

    fn import_decapsulation_key(
        &self,
        form: KeyForm,
        _bytes: &[u8],
    ) -> Result<Self::DecapsulationKey, ContractError> {
        Err(ContractError::Unsupported(match form {
            KeyForm::Seed => Capability::ImportSeed.id(),
            KeyForm::Expanded => Capability::ImportExpanded.id(),
        }))
    }

    fn export_encapsulation_key(
        &self,
        _key: &Self::EncapsulationKey,
        _out: &mut [u8],
    ) -> Result<usize, ContractError> {
        // End with ContractError::copy_out("encapsulation key", bytes, out).
        Err(ContractError::Unsupported("export of an encapsulation key"))
    }

    fn export_decapsulation_key(
        &self,
        _key: &Self::DecapsulationKey,
        form: KeyForm,
        _out: &mut [u8],
    ) -> Result<usize, ContractError> {
        Err(ContractError::Unsupported(match form {
            KeyForm::Seed => Capability::ExportSeed.id(),
            KeyForm::Expanded => Capability::ExportExpanded.id(),
        }))
    }
}
