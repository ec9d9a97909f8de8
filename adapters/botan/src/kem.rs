//! ML-KEM by Botan's key-encapsulation operations, with no key derivation after it (`Raw`).

use crate::ffi;
use crate::objects::{
    Owned, PrivateKey, PublicKey, Rng, SharedSecret, check, create_private_key, export_private,
    export_public, load, or_refused, public_key, system_rng, with_given_bytes,
};
use nexusq_contract::{
    Capability, ContractError, Kem, KemSizes, KeyForm, ParameterSet, PreparedKey,
};
use std::ffi::CString;
use std::ptr;

/// ML-KEM at one parameter set, with ciphertexts of `C` bytes.
pub(crate) struct MlKem<const C: usize> {
    set: ParameterSet,
    sizes: KemSizes,
    name: CString,
    rng: Rng,
}

impl<const C: usize> MlKem<C> {
    pub(crate) fn new(set: ParameterSet) -> Result<MlKem<C>, ContractError> {
        let unknown = ContractError::Unsupported("a parameter set other than those of ML-KEM");
        let Some(sizes) = set.kem_sizes() else {
            return Err(unknown);
        };
        if sizes.ciphertext != C {
            let expected = sizes.ciphertext;
            return Err(ContractError::InvalidLength {
                what: "ciphertext",
                expected,
                actual: C,
            });
        }
        let name = CString::new(set.label()).map_err(|_| unknown)?;
        Ok(MlKem {
            set,
            sizes,
            name,
            rng: system_rng()?,
        })
    }

    fn load_private(&self, bytes: &[u8]) -> Result<PrivateKey, ContractError> {
        load(
            "botan_privkey_load_ml_kem",
            ffi::botan_privkey_load_ml_kem,
            bytes,
            &self.name,
        )
    }

    fn encapsulate_by(
        &self,
        key: &PublicKey,
        rng: &Rng,
    ) -> Result<([u8; C], SharedSecret), ContractError> {
        // SAFETY: the key is valid and the name ends with a zero.
        let operation = Owned::create("botan_pk_op_kem_encrypt_create", |out| unsafe {
            ffi::botan_pk_op_kem_encrypt_create(out, key.as_ptr(), c"Raw".as_ptr())
        })?;
        let (mut ciphertext, mut secret) = ([0; C], SharedSecret([0; 32]));
        let (mut ciphertext_length, mut secret_length) = (C, secret.0.len());
        // SAFETY: operation and generator are valid; the buffers have the lengths that are passed.
        let code = unsafe {
            ffi::botan_pk_op_kem_encrypt_create_shared_key(
                operation.as_ptr(),
                rng.as_ptr(),
                ptr::null(),
                0,
                secret.0.len(),
                secret.0.as_mut_ptr(),
                &raw mut secret_length,
                ciphertext.as_mut_ptr(),
                &raw mut ciphertext_length,
            )
        };
        check("botan_pk_op_kem_encrypt_create_shared_key", code)?;
        Ok((ciphertext, secret))
    }
}

impl<const C: usize> Kem for MlKem<C> {
    type EncapsulationKey = PublicKey;
    type DecapsulationKey = PrivateKey;
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
            Capability::ExportSeed,
        ]
    }

    fn prepared_key(&self) -> PreparedKey {
        PreparedKey::Decoded
    }

    fn generate(&self) -> Result<(PublicKey, PrivateKey), ContractError> {
        let key = create_private_key(c"ML-KEM", &self.name, &self.rng)?;
        Ok((public_key(&key)?, key))
    }

    fn generate_from_seed(&self, seed: &[u8]) -> Result<(PublicKey, PrivateKey), ContractError> {
        ContractError::check_length("seed", seed, self.sizes.seed)?;
        let key = self.load_private(seed)?;
        Ok((public_key(&key)?, key))
    }

    fn encapsulate(&self, key: &PublicKey) -> Result<([u8; C], SharedSecret), ContractError> {
        self.encapsulate_by(key, &self.rng)
    }

    fn encapsulate_with_m(
        &self,
        key: &PublicKey,
        m: &[u8],
    ) -> Result<([u8; C], SharedSecret), ContractError> {
        ContractError::check_length("m", m, self.sizes.m)?;
        with_given_bytes(m, |rng| self.encapsulate_by(key, rng))
    }

    fn decapsulate(
        &self,
        key: &PrivateKey,
        ciphertext: &[u8],
    ) -> Result<SharedSecret, ContractError> {
        ContractError::check_length("ciphertext", ciphertext, C)?;
        // SAFETY: the key is valid and the name ends with a zero.
        let operation = Owned::create("botan_pk_op_kem_decrypt_create", |out| unsafe {
            ffi::botan_pk_op_kem_decrypt_create(out, key.as_ptr(), c"Raw".as_ptr())
        })?;
        let mut secret = SharedSecret([0; 32]);
        let mut length = secret.0.len();
        // SAFETY: the operation is valid; the buffers have the lengths that are passed.
        let code = unsafe {
            ffi::botan_pk_op_kem_decrypt_shared_key(
                operation.as_ptr(),
                ptr::null(),
                0,
                ciphertext.as_ptr(),
                ciphertext.len(),
                secret.0.len(),
                secret.0.as_mut_ptr(),
                &raw mut length,
            )
        };
        check("botan_pk_op_kem_decrypt_shared_key", code)?;
        Ok(secret)
    }

    fn import_encapsulation_key(&self, bytes: &[u8]) -> Result<PublicKey, ContractError> {
        const WHAT: &str = "encapsulation key";
        ContractError::check_length(WHAT, bytes, self.sizes.encapsulation_key)?;
        load(
            "botan_pubkey_load_ml_kem",
            ffi::botan_pubkey_load_ml_kem,
            bytes,
            &self.name,
        )
        .map_err(|e| or_refused(e, WHAT, "FIPS 203 section 7.2: coefficient not below q"))
    }

    fn import_decapsulation_key(
        &self,
        form: KeyForm,
        bytes: &[u8],
    ) -> Result<PrivateKey, ContractError> {
        const WHAT: &str = "decapsulation key";
        let length = match form {
            KeyForm::Expanded => self.sizes.decapsulation_key,
            KeyForm::Seed => self.sizes.seed,
        };
        ContractError::check_length(WHAT, bytes, length)?;
        const RULE: &str = "FIPS 203 section 7.3: hash of ek, or coefficient not below q";
        self.load_private(bytes)
            .map_err(|e| or_refused(e, WHAT, RULE))
    }

    fn export_encapsulation_key(
        &self,
        key: &PublicKey,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        export_public(key, out)
    }

    fn export_decapsulation_key(
        &self,
        key: &PrivateKey,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        match form {
            KeyForm::Expanded => Err(ContractError::Unsupported(Capability::ExportExpanded.id())),
            KeyForm::Seed => export_private(key, self.sizes.seed, out),
        }
    }
}
