//! The contract of a key-encapsulation mechanism.

use crate::{Capability, ContractError, KeyForm, ParameterSet, PreparedKey};

/// A key-encapsulation mechanism at one parameter set: ML-KEM of FIPS 203, or HQC.
///
/// Methods with a default body are optional. An implementation that overrides one names it in
/// [`capabilities`](Kem::capabilities).
pub trait Kem {
    /// A prepared encapsulation key.
    type EncapsulationKey;
    /// A prepared decapsulation key.
    type DecapsulationKey;
    /// The encoded ciphertext.
    type Ciphertext: AsRef<[u8]>;
    /// The shared secret.
    type SharedSecret: AsRef<[u8]>;

    /// The parameter set of this value.
    fn parameter_set(&self) -> ParameterSet;

    /// What this implementation offers beyond the methods without a default body.
    fn capabilities(&self) -> &'static [Capability];

    /// What the key objects hold.
    fn prepared_key(&self) -> PreparedKey;

    /// Generates a key pair with the implementation's own random number generator
    /// (FIPS 203 Alg. 19).
    ///
    /// # Errors
    /// [`ContractError::RandomnessFailed`], or what the library reports.
    fn generate(&self) -> Result<(Self::EncapsulationKey, Self::DecapsulationKey), ContractError>;

    /// Generates a key pair from a seed; for ML-KEM the 64 bytes d‖z (FIPS 203 Alg. 16).
    ///
    /// # Errors
    /// [`ContractError::Unsupported`] by default; `InvalidLength` for another length.
    fn generate_from_seed(
        &self,
        seed: &[u8],
    ) -> Result<(Self::EncapsulationKey, Self::DecapsulationKey), ContractError> {
        let _ = seed;
        Err(ContractError::Unsupported(
            Capability::GenerateFromSeed.id(),
        ))
    }

    /// Encapsulates with the implementation's own random number generator (FIPS 203 Alg. 20).
    ///
    /// # Errors
    /// [`ContractError::RandomnessFailed`], or what the library reports.
    fn encapsulate(
        &self,
        key: &Self::EncapsulationKey,
    ) -> Result<(Self::Ciphertext, Self::SharedSecret), ContractError>;

    /// Encapsulates with the given randomness; for ML-KEM the 32 bytes m (FIPS 203 Alg. 17).
    ///
    /// # Errors
    /// [`ContractError::Unsupported`] by default; `InvalidLength` for another length.
    fn encapsulate_with_m(
        &self,
        key: &Self::EncapsulationKey,
        m: &[u8],
    ) -> Result<(Self::Ciphertext, Self::SharedSecret), ContractError> {
        let _ = (key, m);
        Err(ContractError::Unsupported(
            Capability::EncapsulateWithM.id(),
        ))
    }

    /// Decapsulates (FIPS 203 Alg. 21). A ciphertext of the right length always has a result:
    /// the implicit rejection secret where the ciphertext is not one that encapsulation makes.
    ///
    /// # Errors
    /// `InvalidLength` for a ciphertext of another length.
    fn decapsulate(
        &self,
        key: &Self::DecapsulationKey,
        ciphertext: &[u8],
    ) -> Result<Self::SharedSecret, ContractError>;

    /// Imports an encapsulation key, with the checks of FIPS 203 section 7.2.
    ///
    /// # Errors
    /// `InvalidLength` or `InvalidInput`.
    fn import_encapsulation_key(
        &self,
        bytes: &[u8],
    ) -> Result<Self::EncapsulationKey, ContractError>;

    /// Imports a decapsulation key, with the checks of FIPS 203 section 7.3 that the library makes.
    ///
    /// # Errors
    /// `Unsupported` for a form that is not among the capabilities; `InvalidLength`; `InvalidInput`.
    fn import_decapsulation_key(
        &self,
        form: KeyForm,
        bytes: &[u8],
    ) -> Result<Self::DecapsulationKey, ContractError>;

    /// Writes ek to the start of `out` and returns its length.
    ///
    /// # Errors
    /// `InvalidLength` if `out` is too short.
    fn export_encapsulation_key(
        &self,
        key: &Self::EncapsulationKey,
        out: &mut [u8],
    ) -> Result<usize, ContractError>;

    /// Writes the decapsulation key in the given form to the start of `out`, returns its length.
    ///
    /// # Errors
    /// `Unsupported` for a form that is not among the capabilities; `InvalidLength`.
    fn export_decapsulation_key(
        &self,
        key: &Self::DecapsulationKey,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError>;
}
