//! ML-KEM through `EVP_PKEY_encapsulate` and `EVP_PKEY_decapsulate`.

use crate::ffi;
use crate::handle::{Context, Key, written};
use crate::library::{self, succeeded};
use crate::params::Params;
use nexusq_contract::{
    Algorithm, Capability, ContractError, Kem, KemSizes, KeyForm, ParameterSet, PreparedKey,
};
use std::ffi::CString;
use zeroize::Zeroizing;

/// One parameter set of ML-KEM.
pub struct MlKem {
    set: ParameterSet,
    sizes: KemSizes,
    name: CString,
}

/// An `EVP_PKEY` for encapsulation.
pub struct EncapsulationKey(Key);

/// An `EVP_PKEY` for decapsulation.
pub struct DecapsulationKey(Key);

/// The shared secret K, wiped when dropped.
pub type SharedSecret = Zeroizing<[u8; 32]>;

impl MlKem {
    /// Starts OpenSSL and takes a parameter set of ML-KEM.
    ///
    /// # Errors
    /// `Unsupported` for a set that is not ML-KEM; `LibraryFailed` if OpenSSL does not start.
    pub fn new(set: ParameterSet) -> Result<MlKem, ContractError> {
        library::start()?;
        let unsupported = ContractError::Unsupported("ML-KEM with this parameter set");
        let sizes = match set.kem_sizes() {
            Some(sizes) if set.algorithm() == Algorithm::MlKem => sizes,
            _ => return Err(unsupported),
        };
        let name = CString::new(set.label()).map_err(|_| unsupported)?;
        Ok(MlKem { set, sizes, name })
    }

    fn pair(
        &self,
        seed: Option<&[u8]>,
    ) -> Result<(EncapsulationKey, DecapsulationKey), ContractError> {
        let key = Key::generate(&self.name, seed)?;
        Ok((EncapsulationKey(key.share()?), DecapsulationKey(key)))
    }

    fn encapsulate_with(
        &self,
        key: &EncapsulationKey,
        params: &Params<'_>,
    ) -> Result<(Vec<u8>, SharedSecret), ContractError> {
        let ctx = Context::for_key(&key.0)?;
        // SAFETY: `ctx` is live; `params` is null or ends with its mark.
        let code = unsafe { ffi::EVP_PKEY_encapsulate_init(ctx.as_ptr(), params.as_ptr()) };
        succeeded("EVP_PKEY_encapsulate_init", code)?;
        let mut secret = SharedSecret::default();
        let mut secret_len = secret.len();
        let write = |out, len| {
            // SAFETY: `ctx` is live and ready; both lengths hold the room at their buffers, and
            // OpenSSL refuses room that is too small.
            unsafe {
                let secret = secret.as_mut_ptr();
                ffi::EVP_PKEY_encapsulate(ctx.as_ptr(), out, len, secret, &mut secret_len)
            }
        };
        // SAFETY: OpenSSL sets the length to the number of bytes of c that it wrote.
        let ciphertext = unsafe { written("EVP_PKEY_encapsulate", self.sizes.ciphertext, write) }?;
        Ok((ciphertext, secret))
    }
}

impl Kem for MlKem {
    type EncapsulationKey = EncapsulationKey;
    type DecapsulationKey = DecapsulationKey;
    type Ciphertext = Vec<u8>;
    type SharedSecret = SharedSecret;

    fn parameter_set(&self) -> ParameterSet {
        self.set
    }

    fn capabilities(&self) -> &'static [Capability] {
        &[
            Capability::GenerateFromSeed,
            Capability::EncapsulateWithM,
            Capability::ImportExpanded,
            Capability::ImportSeed,
            Capability::ExportExpanded,
            Capability::ExportSeed,
        ]
    }

    fn prepared_key(&self) -> PreparedKey {
        PreparedKey::Expanded
    }

    fn generate(&self) -> Result<(EncapsulationKey, DecapsulationKey), ContractError> {
        self.pair(None)
    }

    fn generate_from_seed(
        &self,
        seed: &[u8],
    ) -> Result<(EncapsulationKey, DecapsulationKey), ContractError> {
        ContractError::check_length("seed d‖z", seed, self.sizes.seed)?;
        self.pair(Some(seed))
    }

    fn encapsulate(
        &self,
        key: &EncapsulationKey,
    ) -> Result<(Vec<u8>, SharedSecret), ContractError> {
        self.encapsulate_with(key, &Params::new())
    }

    fn encapsulate_with_m(
        &self,
        key: &EncapsulationKey,
        m: &[u8],
    ) -> Result<(Vec<u8>, SharedSecret), ContractError> {
        ContractError::check_length("randomness m", m, self.sizes.m)?;
        self.encapsulate_with(key, &Params::new().octets(c"ikme", m))
    }

    fn decapsulate(
        &self,
        key: &DecapsulationKey,
        ciphertext: &[u8],
    ) -> Result<SharedSecret, ContractError> {
        ContractError::check_length("ciphertext", ciphertext, self.sizes.ciphertext)?;
        let ctx = Context::for_key(&key.0)?;
        // SAFETY: `ctx` is live; null means no parameters.
        let code = unsafe { ffi::EVP_PKEY_decapsulate_init(ctx.as_ptr(), core::ptr::null()) };
        succeeded("EVP_PKEY_decapsulate_init", code)?;
        let mut secret = SharedSecret::default();
        let mut secret_len = secret.len();
        // SAFETY: `ctx` is live and ready; `secret_len` holds the room at `secret`; the pointer
        // and the length of the ciphertext are those of one slice.
        let code = unsafe {
            ffi::EVP_PKEY_decapsulate(
                ctx.as_ptr(),
                secret.as_mut_ptr(),
                &mut secret_len,
                ciphertext.as_ptr(),
                ciphertext.len(),
            )
        };
        succeeded("EVP_PKEY_decapsulate", code)?;
        Ok(secret)
    }

    fn import_encapsulation_key(&self, bytes: &[u8]) -> Result<EncapsulationKey, ContractError> {
        let what = "encapsulation key";
        ContractError::check_length(what, bytes, self.sizes.encapsulation_key)?;
        let key = Key::from_public(&self.name, bytes).map_err(|_| ContractError::InvalidInput {
            what,
            rule: "refused by EVP_PKEY_new_raw_public_key_ex (FIPS 203 section 7.2)",
        })?;
        Ok(EncapsulationKey(key))
    }

    fn import_decapsulation_key(
        &self,
        form: KeyForm,
        bytes: &[u8],
    ) -> Result<DecapsulationKey, ContractError> {
        let key = match form {
            KeyForm::Expanded => {
                let what = "decapsulation key";
                ContractError::check_length(what, bytes, self.sizes.decapsulation_key)?;
                Key::from_private(&self.name, bytes).map_err(|_| ContractError::InvalidInput {
                    what,
                    rule: "refused by EVP_PKEY_new_raw_private_key_ex (FIPS 203 section 7.3)",
                })?
            }
            KeyForm::Seed => {
                ContractError::check_length("seed d‖z", bytes, self.sizes.seed)?;
                Key::from_seed(&self.name, bytes)?
            }
        };
        Ok(DecapsulationKey(key))
    }

    fn export_encapsulation_key(
        &self,
        key: &EncapsulationKey,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        key.0.export_public(room(
            "encapsulation key",
            out,
            self.sizes.encapsulation_key,
        )?)
    }

    fn export_decapsulation_key(
        &self,
        key: &DecapsulationKey,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        match form {
            KeyForm::Expanded => key.0.export_private(room(
                "decapsulation key",
                out,
                self.sizes.decapsulation_key,
            )?),
            KeyForm::Seed => key.0.export_seed(room("seed d‖z", out, self.sizes.seed)?),
        }
    }
}

/// The first `expected` bytes of `out`.
pub(crate) fn room<'a>(
    what: &'static str,
    out: &'a mut [u8],
    expected: usize,
) -> Result<&'a mut [u8], ContractError> {
    let actual = out.len();
    out.get_mut(..expected).ok_or(ContractError::InvalidLength {
        what,
        expected,
        actual,
    })
}
