//! The contract of a signature scheme.

use crate::{Capability, ContractError, KeyForm, ParameterSet, PreparedKey};

/// Where the randomness of a signature comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SigningRandomness<'a> {
    /// From the implementation's own random number generator: the hedged variant.
    Hedged,
    /// None, rnd = 0: the deterministic variant.
    Deterministic,
    /// From the caller: the 32 bytes rnd of FIPS 204 Alg. 7, or addrnd of FIPS 205.
    Rnd(&'a [u8]),
}

impl SigningRandomness<'_> {
    /// The capability that this choice needs.
    pub const fn capability(self) -> Capability {
        match self {
            SigningRandomness::Hedged => Capability::SignHedged,
            SigningRandomness::Deterministic => Capability::SignDeterministic,
            SigningRandomness::Rnd(_) => Capability::SignWithRnd,
        }
    }
}

/// A signature scheme at one parameter set: ML-DSA of FIPS 204 or SLH-DSA of FIPS 205, the pure
/// variant, in which the message is signed as it is.
///
/// Methods with a default body are optional. An implementation that overrides one names it in
/// [`capabilities`](Signature::capabilities).
pub trait Signature {
    /// A prepared private key.
    type SigningKey;
    /// A prepared public key.
    type VerifyingKey;
    /// The encoded signature.
    type Signature: AsRef<[u8]>;

    /// The parameter set of this value.
    fn parameter_set(&self) -> ParameterSet;

    /// What this implementation offers; at least one of the three ways to sign.
    fn capabilities(&self) -> &'static [Capability];

    /// What the key objects hold.
    fn prepared_key(&self) -> PreparedKey;

    /// Generates a key pair with the implementation's own random number generator
    /// (FIPS 204 Alg. 1).
    ///
    /// # Errors
    /// [`ContractError::RandomnessFailed`], or what the library reports.
    fn generate(&self) -> Result<(Self::VerifyingKey, Self::SigningKey), ContractError>;

    /// Generates a key pair from a seed; for ML-DSA the 32 bytes ξ (FIPS 204 Alg. 6).
    ///
    /// # Errors
    /// [`ContractError::Unsupported`] by default; `InvalidLength` for another length.
    fn generate_from_seed(
        &self,
        seed: &[u8],
    ) -> Result<(Self::VerifyingKey, Self::SigningKey), ContractError> {
        let _ = seed;
        Err(ContractError::Unsupported(
            Capability::GenerateFromSeed.id(),
        ))
    }

    /// Signs `message` under `context` and encodes the signature (FIPS 204 Alg. 2).
    ///
    /// # Errors
    /// `Unsupported` for randomness or a context that is not among the capabilities;
    /// `InvalidLength` for a context of more than 255 bytes.
    fn sign(
        &self,
        key: &Self::SigningKey,
        message: &[u8],
        context: &[u8],
        randomness: SigningRandomness<'_>,
    ) -> Result<Self::Signature, ContractError>;

    /// Decodes and verifies a signature (FIPS 204 Alg. 3). `Ok(false)` is a refused signature, of
    /// whatever length; an error means that verification could not be carried out.
    ///
    /// # Errors
    /// `InvalidLength` for a context of more than 255 bytes, or what the library reports.
    fn verify(
        &self,
        key: &Self::VerifyingKey,
        message: &[u8],
        context: &[u8],
        signature: &[u8],
    ) -> Result<bool, ContractError>;

    /// Imports a public key.
    ///
    /// # Errors
    /// `InvalidLength` or `InvalidInput`.
    fn import_verifying_key(&self, bytes: &[u8]) -> Result<Self::VerifyingKey, ContractError>;

    /// Imports a private key.
    ///
    /// # Errors
    /// `Unsupported` for a form that is not among the capabilities; `InvalidLength`; `InvalidInput`.
    fn import_signing_key(
        &self,
        form: KeyForm,
        bytes: &[u8],
    ) -> Result<Self::SigningKey, ContractError>;

    /// Writes pk to the start of `out` and returns its length.
    ///
    /// # Errors
    /// `InvalidLength` if `out` is too short.
    fn export_verifying_key(
        &self,
        key: &Self::VerifyingKey,
        out: &mut [u8],
    ) -> Result<usize, ContractError>;

    /// Writes the private key in the given form to the start of `out` and returns its length.
    ///
    /// # Errors
    /// `Unsupported` for a form that is not among the capabilities; `InvalidLength`.
    fn export_signing_key(
        &self,
        key: &Self::SigningKey,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError>;
}
