//! ML-KEM through the `OQS_KEM_*` functions.

use crate::bytes::{SecretBytes, succeeded};
use crate::sys::{
    OQS_KEM, OQS_KEM_decaps, OQS_KEM_encaps, OQS_KEM_free, OQS_KEM_keypair, OQS_KEM_keypair_derand,
    OQS_KEM_new,
};
use core::ptr::NonNull;
use nexusq_contract::{
    Algorithm, Capability, ContractError, Kem, KemSizes, KeyForm, ParameterSet, PreparedKey,
};
use std::ffi::CString;
use zeroize::Zeroizing;

/// One parameter set of ML-KEM, as an `OQS_KEM` object.
pub struct MlKem {
    set: ParameterSet,
    sizes: KemSizes,
    kem: NonNull<OQS_KEM>,
}

/// An encoded encapsulation key.
pub struct EncapsulationKey(Vec<u8>);

/// An encoded decapsulation key.
pub struct DecapsulationKey(SecretBytes);

/// The shared secret K, wiped when dropped.
pub type SharedSecret = Zeroizing<[u8; 32]>;

impl Drop for MlKem {
    fn drop(&mut self) {
        // SAFETY: this value owns a live object that `OQS_KEM_new` made.
        unsafe { OQS_KEM_free(self.kem.as_ptr()) }
    }
}

impl MlKem {
    /// Makes liboqs's object for a parameter set of ML-KEM.
    ///
    /// # Errors
    /// `Unsupported` for a set that is not ML-KEM; `LibraryFailed` if liboqs doesn't have it, or
    /// has other sizes for it than FIPS 203.
    pub fn new(set: ParameterSet) -> Result<MlKem, ContractError> {
        let unsupported = ContractError::Unsupported("ML-KEM with this parameter set");
        let sizes = match set.kem_sizes() {
            Some(sizes) if set.algorithm() == Algorithm::MlKem => sizes,
            _ => return Err(unsupported),
        };
        let name = CString::new(set.label()).map_err(|_| unsupported)?;
        // SAFETY: `name` ends with a zero byte.
        let kem = NonNull::new(unsafe { OQS_KEM_new(name.as_ptr()) }).ok_or(
            ContractError::LibraryFailed {
                call: "OQS_KEM_new",
                code: 0,
            },
        )?;
        let this = MlKem { set, sizes, kem };
        // SAFETY: liboqs made the object, and nothing changes it before it is freed.
        let oqs = unsafe { this.kem.as_ref() };
        let lengths = [
            (
                "length_public_key",
                oqs.length_public_key,
                sizes.encapsulation_key,
            ),
            (
                "length_secret_key",
                oqs.length_secret_key,
                sizes.decapsulation_key,
            ),
            ("length_ciphertext", oqs.length_ciphertext, sizes.ciphertext),
            (
                "length_shared_secret",
                oqs.length_shared_secret,
                size_of::<SharedSecret>(),
            ),
            ("length_keypair_seed", oqs.length_keypair_seed, sizes.seed),
        ];
        for (what, actual, expected) in lengths {
            if actual != expected {
                return Err(ContractError::InvalidLength {
                    what,
                    expected,
                    actual,
                });
            }
        }
        Ok(this)
    }

    fn pair(
        &self,
        seed: Option<&[u8]>,
    ) -> Result<(EncapsulationKey, DecapsulationKey), ContractError> {
        let mut ek = Vec::with_capacity(self.sizes.encapsulation_key);
        let mut dk = SecretBytes::with_room(self.sizes.decapsulation_key);
        let kem = self.kem.as_ptr();
        match seed {
            None => {
                // SAFETY: the object is live, and both buffers have the room that it asks for.
                let status = unsafe { OQS_KEM_keypair(kem, ek.as_mut_ptr(), dk.as_mut_ptr()) };
                succeeded("OQS_KEM_keypair", status)?;
            }
            Some(seed) => {
                ContractError::check_length("seed d‖z", seed, self.sizes.seed)?;
                // SAFETY: as above, and the seed has the length that the object asks for.
                let status = unsafe {
                    OQS_KEM_keypair_derand(kem, ek.as_mut_ptr(), dk.as_mut_ptr(), seed.as_ptr())
                };
                succeeded("OQS_KEM_keypair_derand", status)?;
            }
        }
        // SAFETY: a call that succeeds has written both keys in full.
        unsafe {
            ek.set_len(self.sizes.encapsulation_key);
            dk.set_len(self.sizes.decapsulation_key);
        }
        Ok((EncapsulationKey(ek), DecapsulationKey(dk)))
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
            Capability::ImportExpanded,
            Capability::ExportExpanded,
        ]
    }

    fn prepared_key(&self) -> PreparedKey {
        PreparedKey::Bytes
    }

    fn generate(&self) -> Result<(EncapsulationKey, DecapsulationKey), ContractError> {
        self.pair(None)
    }

    fn generate_from_seed(
        &self,
        seed: &[u8],
    ) -> Result<(EncapsulationKey, DecapsulationKey), ContractError> {
        self.pair(Some(seed))
    }

    fn encapsulate(
        &self,
        key: &EncapsulationKey,
    ) -> Result<(Vec<u8>, SharedSecret), ContractError> {
        // A key of another parameter set has the same Rust type, so the length is checked here too.
        ContractError::check_length("encapsulation key", &key.0, self.sizes.encapsulation_key)?;
        let mut ciphertext = Vec::with_capacity(self.sizes.ciphertext);
        let mut secret = SharedSecret::default();
        // SAFETY: the object is live, the key has its length, and both buffers have the room that
        // the object asks for.
        let status = unsafe {
            OQS_KEM_encaps(
                self.kem.as_ptr(),
                ciphertext.as_mut_ptr(),
                secret.as_mut_ptr(),
                key.0.as_ptr(),
            )
        };
        succeeded("OQS_KEM_encaps", status)?;
        // SAFETY: a call that succeeds has written the whole ciphertext.
        unsafe { ciphertext.set_len(self.sizes.ciphertext) };
        Ok((ciphertext, secret))
    }

    fn decapsulate(
        &self,
        key: &DecapsulationKey,
        ciphertext: &[u8],
    ) -> Result<SharedSecret, ContractError> {
        let dk = key.0.as_slice();
        ContractError::check_length("decapsulation key", dk, self.sizes.decapsulation_key)?;
        ContractError::check_length("ciphertext", ciphertext, self.sizes.ciphertext)?;
        let mut secret = SharedSecret::default();
        // SAFETY: the object is live, key and ciphertext have its lengths, and there is room for
        // the shared secret.
        let status = unsafe {
            OQS_KEM_decaps(
                self.kem.as_ptr(),
                secret.as_mut_ptr(),
                ciphertext.as_ptr(),
                dk.as_ptr(),
            )
        };
        succeeded("OQS_KEM_decaps", status)?;
        Ok(secret)
    }

    fn import_encapsulation_key(&self, bytes: &[u8]) -> Result<EncapsulationKey, ContractError> {
        ContractError::check_length("encapsulation key", bytes, self.sizes.encapsulation_key)?;
        Ok(EncapsulationKey(bytes.to_vec()))
    }

    fn import_decapsulation_key(
        &self,
        form: KeyForm,
        bytes: &[u8],
    ) -> Result<DecapsulationKey, ContractError> {
        if form == KeyForm::Seed {
            return Err(ContractError::Unsupported(Capability::ImportSeed.id()));
        }
        ContractError::check_length("decapsulation key", bytes, self.sizes.decapsulation_key)?;
        Ok(DecapsulationKey(SecretBytes::copy_of(bytes)))
    }

    fn export_encapsulation_key(
        &self,
        key: &EncapsulationKey,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        ContractError::copy_out("encapsulation key", &key.0, out)
    }

    fn export_decapsulation_key(
        &self,
        key: &DecapsulationKey,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        if form == KeyForm::Seed {
            return Err(ContractError::Unsupported(Capability::ExportSeed.id()));
        }
        ContractError::copy_out("decapsulation key", key.0.as_slice(), out)
    }
}
