//! ML-KEM by `EVP_PKEY_KEM`.

use crate::evp::{Key, KeyContext, SharedSecret, check, room, take_error};
use crate::sys;
use nexusq_contract::{
    Capability, ContractError, Kem, KemSizes, KeyForm, ParameterSet, PreparedKey,
};
use std::ffi::c_int;
use std::ptr;

/// ML-KEM-512.
pub(crate) const ML_KEM_512: MlKem<768> = MlKem::new(ParameterSet::MlKem512, sys::NID_MLKEM512);
/// ML-KEM-768.
pub(crate) const ML_KEM_768: MlKem<1088> = MlKem::new(ParameterSet::MlKem768, sys::NID_MLKEM768);
/// ML-KEM-1024.
pub(crate) const ML_KEM_1024: MlKem<1568> = MlKem::new(ParameterSet::MlKem1024, sys::NID_MLKEM1024);

/// ML-KEM at one parameter set, with ciphertexts of `C` bytes.
pub(crate) struct MlKem<const C: usize> {
    set: ParameterSet,
    sizes: KemSizes,
    nid: c_int,
}

impl<const C: usize> MlKem<C> {
    /// Only called for the constants above: a wrong size is a compile error.
    const fn new(set: ParameterSet, nid: c_int) -> MlKem<C> {
        let Some(sizes) = set.kem_sizes() else {
            panic!("not a KEM")
        };
        assert!(sizes.ciphertext == C && sizes.shared_secret == 32);
        MlKem { set, sizes, nid }
    }

    /// The length of a decapsulation key in the given form.
    fn length(&self, form: KeyForm) -> usize {
        match form {
            KeyForm::Expanded => self.sizes.decapsulation_key,
            KeyForm::Seed => self.sizes.seed,
        }
    }

    /// A context that is ready to generate keys of this parameter set.
    fn generation(&self) -> Result<KeyContext, ContractError> {
        let context = KeyContext::for_generation(sys::EVP_PKEY_KEM)?;
        // SAFETY: the context is valid.
        let result = unsafe { sys::EVP_PKEY_CTX_kem_set_params(context.as_ptr(), self.nid) };
        check("EVP_PKEY_CTX_kem_set_params", result)?;
        // SAFETY: as above.
        check("EVP_PKEY_keygen_init", unsafe {
            sys::EVP_PKEY_keygen_init(context.as_ptr())
        })?;
        Ok(context)
    }

    /// A key pair from d‖z, of which the caller has checked the length.
    fn expand_seed(&self, seed: &[u8]) -> Result<Key, ContractError> {
        const CALL: &str = "EVP_PKEY_keygen_deterministic";
        let context = self.generation()?;
        let mut key = ptr::null_mut();
        let mut length = seed.len();
        // SAFETY: the context is valid, the seed has `length` bytes; a key is written on success.
        let result = unsafe {
            sys::EVP_PKEY_keygen_deterministic(
                context.as_ptr(),
                &raw mut key,
                seed.as_ptr(),
                &raw mut length,
            )
        };
        check(CALL, result)?;
        // SAFETY: the key was just made, and nobody else owns it.
        unsafe { Key::new(CALL, key) }
    }
}

/// AWS-LC checks a key only when it uses it. Lengths are right by then and its generator never
/// fails, so that a failure without an entry in the queue of errors is a refused key.
fn refused(call: &'static str, what: &'static str, rule: &'static str) -> ContractError {
    match take_error() {
        0 => ContractError::InvalidInput { what, rule },
        code => ContractError::LibraryFailed {
            call,
            code: i64::from(code),
        },
    }
}

fn refused_encapsulation_key(call: &'static str) -> ContractError {
    refused(
        call,
        "encapsulation key",
        "FIPS 203 section 7.2: coefficient not below q",
    )
}

impl<const C: usize> Kem for MlKem<C> {
    type EncapsulationKey = Key;
    type DecapsulationKey = Key;
    type Ciphertext = [u8; C];
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
        PreparedKey::Bytes
    }

    fn generate(&self) -> Result<(Key, Key), ContractError> {
        let context = self.generation()?;
        let mut key = ptr::null_mut();
        // SAFETY: the context is valid; a key is written on success.
        let result = unsafe { sys::EVP_PKEY_keygen(context.as_ptr(), &raw mut key) };
        check("EVP_PKEY_keygen", result)?;
        // SAFETY: the key was just made, and nobody else owns it.
        let key = unsafe { Key::new("EVP_PKEY_keygen", key) }?;
        Ok((key.share(), key))
    }

    fn generate_from_seed(&self, seed: &[u8]) -> Result<(Key, Key), ContractError> {
        ContractError::check_length("seed", seed, self.sizes.seed)?;
        let key = self.expand_seed(seed)?;
        Ok((key.share(), key))
    }

    fn encapsulate(&self, key: &Key) -> Result<([u8; C], SharedSecret), ContractError> {
        let context = key.context()?;
        let (mut ciphertext, mut secret) = ([0; C], SharedSecret([0; 32]));
        let (mut ciphertext_length, mut secret_length) = (C, secret.0.len());
        // SAFETY: the context is valid and the buffers have the lengths that are passed.
        let result = unsafe {
            sys::EVP_PKEY_encapsulate(
                context.as_ptr(),
                ciphertext.as_mut_ptr(),
                &raw mut ciphertext_length,
                secret.0.as_mut_ptr(),
                &raw mut secret_length,
            )
        };
        if result != 1 {
            return Err(refused_encapsulation_key("EVP_PKEY_encapsulate"));
        }
        Ok((ciphertext, secret))
    }

    fn encapsulate_with_m(
        &self,
        key: &Key,
        m: &[u8],
    ) -> Result<([u8; C], SharedSecret), ContractError> {
        ContractError::check_length("m", m, self.sizes.m)?;
        let context = key.context()?;
        let (mut ciphertext, mut secret) = ([0; C], SharedSecret([0; 32]));
        let (mut ciphertext_length, mut secret_length) = (C, secret.0.len());
        let mut m_length = m.len();
        // SAFETY: the context is valid and the buffers have the lengths that are passed.
        let result = unsafe {
            sys::EVP_PKEY_encapsulate_deterministic(
                context.as_ptr(),
                ciphertext.as_mut_ptr(),
                &raw mut ciphertext_length,
                secret.0.as_mut_ptr(),
                &raw mut secret_length,
                m.as_ptr(),
                &raw mut m_length,
            )
        };
        if result != 1 {
            return Err(refused_encapsulation_key(
                "EVP_PKEY_encapsulate_deterministic",
            ));
        }
        Ok((ciphertext, secret))
    }

    fn decapsulate(&self, key: &Key, ciphertext: &[u8]) -> Result<SharedSecret, ContractError> {
        const CALL: &str = "EVP_PKEY_decapsulate";
        ContractError::check_length("ciphertext", ciphertext, C)?;
        let context = key.context()?;
        let mut secret = SharedSecret([0; 32]);
        let mut length = secret.0.len();
        // SAFETY: the context is valid and the buffers have the lengths that are passed.
        let result = unsafe {
            sys::EVP_PKEY_decapsulate(
                context.as_ptr(),
                secret.0.as_mut_ptr(),
                &raw mut length,
                ciphertext.as_ptr(),
                ciphertext.len(),
            )
        };
        if result != 1 {
            return Err(refused(
                CALL,
                "decapsulation key",
                "FIPS 203 section 7.3: the hash in dk is not that of its ek",
            ));
        }
        Ok(secret)
    }

    fn import_encapsulation_key(&self, bytes: &[u8]) -> Result<Key, ContractError> {
        ContractError::check_length("encapsulation key", bytes, self.sizes.encapsulation_key)?;
        // SAFETY: reads `bytes.len()` bytes; the result is null or a new key.
        unsafe {
            let key = sys::EVP_PKEY_kem_new_raw_public_key(self.nid, bytes.as_ptr(), bytes.len());
            Key::new("EVP_PKEY_kem_new_raw_public_key", key)
        }
    }

    fn import_decapsulation_key(&self, form: KeyForm, bytes: &[u8]) -> Result<Key, ContractError> {
        ContractError::check_length("decapsulation key", bytes, self.length(form))?;
        if form == KeyForm::Seed {
            return self.expand_seed(bytes);
        }
        // SAFETY: reads `bytes.len()` bytes; the result is null or a new key.
        unsafe {
            let key = sys::EVP_PKEY_kem_new_raw_secret_key(self.nid, bytes.as_ptr(), bytes.len());
            Key::new("EVP_PKEY_kem_new_raw_secret_key", key)
        }
    }

    fn export_encapsulation_key(&self, key: &Key, out: &mut [u8]) -> Result<usize, ContractError> {
        key.export_public(room(
            "encapsulation key",
            out,
            self.sizes.encapsulation_key,
        )?)
    }

    fn export_decapsulation_key(
        &self,
        key: &Key,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        let length = self.length(form);
        key.export_private(form, room("decapsulation key", out, length)?)
    }
}
