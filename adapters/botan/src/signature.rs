//! ML-DSA and SLH-DSA by Botan's signature operations.

use crate::ffi;
use crate::objects::{
    Owned, PrivateKey, PublicKey, Rng, check, create_private_key, export_private, export_public,
    load, or_refused, public_key, system_rng, with_given_bytes,
};
use nexusq_contract::{
    Algorithm, Capability, ContractError, KeyForm, ParameterSet, PreparedKey, Signature,
    SignatureSizes, SigningRandomness,
};
use std::ffi::{CStr, CString};

/// A signature scheme at one parameter set, with signatures of `S` bytes.
pub(crate) struct Scheme<const S: usize> {
    set: ParameterSet,
    sizes: SignatureSizes,
    name: CString,
    family: &'static Family,
    rng: Rng,
}

/// In what ML-DSA and SLH-DSA differ in Botan.
struct Family {
    name: &'static CStr,
    /// The form in which Botan holds a private key.
    private_form: KeyForm,
    load_private: (&'static str, ffi::LoadPrivateKey),
    load_public: (&'static str, ffi::LoadPublicKey),
    prepared_key: PreparedKey,
    capabilities: &'static [Capability],
}

static ML_DSA: Family = Family {
    name: c"ML-DSA",
    private_form: KeyForm::Seed,
    load_private: ("botan_privkey_load_ml_dsa", ffi::botan_privkey_load_ml_dsa),
    load_public: ("botan_pubkey_load_ml_dsa", ffi::botan_pubkey_load_ml_dsa),
    prepared_key: PreparedKey::Decoded,
    capabilities: &[
        Capability::GenerateFromSeed,
        Capability::SignDeterministic,
        Capability::SignHedged,
        Capability::SignWithRnd,
        Capability::ImportSeed,
        Capability::ExportSeed,
    ],
};

static SLH_DSA: Family = Family {
    name: c"SLH-DSA",
    private_form: KeyForm::Expanded,
    load_private: (
        "botan_privkey_load_slh_dsa",
        ffi::botan_privkey_load_slh_dsa,
    ),
    load_public: ("botan_pubkey_load_slh_dsa", ffi::botan_pubkey_load_slh_dsa),
    prepared_key: PreparedKey::Bytes,
    capabilities: &[
        Capability::GenerateFromSeed,
        Capability::SignDeterministic,
        Capability::SignHedged,
        Capability::SignWithRnd,
        Capability::ImportExpanded,
        Capability::ExportExpanded,
    ],
};

/// Botan's name for a parameter set: the standard's, but for ML-DSA the dimensions of the matrix.
fn name(set: ParameterSet) -> &'static str {
    match set {
        ParameterSet::MlDsa44 => "ML-DSA-4x4",
        ParameterSet::MlDsa65 => "ML-DSA-6x5",
        ParameterSet::MlDsa87 => "ML-DSA-8x7",
        other => other.label(),
    }
}

impl<const S: usize> Scheme<S> {
    pub(crate) fn new(set: ParameterSet) -> Result<Scheme<S>, ContractError> {
        let unknown = ContractError::Unsupported("a scheme other than ML-DSA and SLH-DSA");
        let family = match set.algorithm() {
            Algorithm::MlDsa => &ML_DSA,
            Algorithm::SlhDsa => &SLH_DSA,
            _ => return Err(unknown),
        };
        let Some(sizes) = set.signature_sizes() else {
            return Err(unknown);
        };
        if sizes.signature != S {
            let expected = sizes.signature;
            return Err(ContractError::InvalidLength {
                what: "signature",
                expected,
                actual: S,
            });
        }
        let name = CString::new(name(set)).map_err(|_| unknown)?;
        Ok(Scheme {
            set,
            sizes,
            name,
            family,
            rng: system_rng()?,
        })
    }

    fn private_length(&self) -> usize {
        match self.family.private_form {
            KeyForm::Expanded => self.sizes.private_key,
            KeyForm::Seed => self.sizes.seed,
        }
    }

    fn load_private(&self, bytes: &[u8]) -> Result<PrivateKey, ContractError> {
        let (call, function) = self.family.load_private;
        load(call, function, bytes, &self.name)
    }

    /// Signs with the randomness of `rng`, or without any if `padding` is `Deterministic`.
    fn sign_by(
        &self,
        key: &PrivateKey,
        message: &[u8],
        padding: &CStr,
        rng: &Rng,
    ) -> Result<[u8; S], ContractError> {
        // SAFETY: the key is valid and the parameter ends with a zero.
        let operation = Owned::create("botan_pk_op_sign_create", |out| unsafe {
            ffi::botan_pk_op_sign_create(out, key.as_ptr(), padding.as_ptr(), 0)
        })?;
        // SAFETY: the operation is valid and reads `message.len()` bytes.
        let code = unsafe {
            ffi::botan_pk_op_sign_update(operation.as_ptr(), message.as_ptr(), message.len())
        };
        check("botan_pk_op_sign_update", code)?;
        let mut signature = [0; S];
        let mut length = S;
        // SAFETY: operation and generator are valid; the buffer has `length` bytes.
        let code = unsafe {
            ffi::botan_pk_op_sign_finish(
                operation.as_ptr(),
                rng.as_ptr(),
                signature.as_mut_ptr(),
                &raw mut length,
            )
        };
        check("botan_pk_op_sign_finish", code)?;
        Ok(signature)
    }
}

/// Botan has no way to pass a context: only the empty one is possible.
fn check_context(context: &[u8]) -> Result<(), ContractError> {
    match context.len() {
        0 => Ok(()),
        1..=255 => Err(ContractError::Unsupported(Capability::Context.id())),
        actual => Err(ContractError::InvalidLength {
            what: "context",
            expected: 255,
            actual,
        }),
    }
}

impl<const S: usize> Signature for Scheme<S> {
    type SigningKey = PrivateKey;
    type VerifyingKey = PublicKey;
    type Signature = [u8; S];

    fn parameter_set(&self) -> ParameterSet {
        self.set
    }

    fn capabilities(&self) -> &'static [Capability] {
        self.family.capabilities
    }

    fn prepared_key(&self) -> PreparedKey {
        self.family.prepared_key
    }

    fn generate(&self) -> Result<(PublicKey, PrivateKey), ContractError> {
        let key = create_private_key(self.family.name, &self.name, &self.rng)?;
        Ok((public_key(&key)?, key))
    }

    fn generate_from_seed(&self, seed: &[u8]) -> Result<(PublicKey, PrivateKey), ContractError> {
        ContractError::check_length("seed", seed, self.sizes.seed)?;
        let key = match self.family.private_form {
            KeyForm::Seed => self.load_private(seed)?,
            // FIPS 205 Alg. 21 draws SK.seed, SK.prf and PK.seed, in this order.
            KeyForm::Expanded => with_given_bytes(seed, |rng| {
                create_private_key(self.family.name, &self.name, rng)
            })?,
        };
        Ok((public_key(&key)?, key))
    }

    fn sign(
        &self,
        key: &PrivateKey,
        message: &[u8],
        context: &[u8],
        randomness: SigningRandomness<'_>,
    ) -> Result<[u8; S], ContractError> {
        check_context(context)?;
        match randomness {
            SigningRandomness::Hedged => self.sign_by(key, message, c"Randomized", &self.rng),
            SigningRandomness::Deterministic => {
                self.sign_by(key, message, c"Deterministic", &self.rng)
            }
            SigningRandomness::Rnd(rnd) => {
                ContractError::check_length("rnd", rnd, self.sizes.rnd)?;
                with_given_bytes(rnd, |rng| self.sign_by(key, message, c"Randomized", rng))
            }
        }
    }

    fn verify(
        &self,
        key: &PublicKey,
        message: &[u8],
        context: &[u8],
        signature: &[u8],
    ) -> Result<bool, ContractError> {
        check_context(context)?;
        // SAFETY: the key is valid and the parameter ends with a zero.
        let operation = Owned::create("botan_pk_op_verify_create", |out| unsafe {
            ffi::botan_pk_op_verify_create(out, key.as_ptr(), c"".as_ptr(), 0)
        })?;
        // SAFETY: the operation is valid and reads `message.len()` bytes.
        let code = unsafe {
            ffi::botan_pk_op_verify_update(operation.as_ptr(), message.as_ptr(), message.len())
        };
        check("botan_pk_op_verify_update", code)?;
        // SAFETY: reads `signature.len()` bytes; Botan refuses a signature of another length.
        let code = unsafe {
            ffi::botan_pk_op_verify_finish(operation.as_ptr(), signature.as_ptr(), signature.len())
        };
        if code == ffi::INVALID_VERIFIER {
            return Ok(false);
        }
        check("botan_pk_op_verify_finish", code).map(|()| true)
    }

    fn import_verifying_key(&self, bytes: &[u8]) -> Result<PublicKey, ContractError> {
        const WHAT: &str = "public key";
        ContractError::check_length(WHAT, bytes, self.sizes.public_key)?;
        let (call, function) = self.family.load_public;
        load(call, function, bytes, &self.name)
            .map_err(|e| or_refused(e, WHAT, "Botan can't decode it"))
    }

    fn import_signing_key(&self, form: KeyForm, bytes: &[u8]) -> Result<PrivateKey, ContractError> {
        const WHAT: &str = "private key";
        if form != self.family.private_form {
            return Err(ContractError::Unsupported(match form {
                KeyForm::Expanded => Capability::ImportExpanded.id(),
                KeyForm::Seed => Capability::ImportSeed.id(),
            }));
        }
        ContractError::check_length(WHAT, bytes, self.private_length())?;
        self.load_private(bytes)
            .map_err(|e| or_refused(e, WHAT, "Botan can't decode it"))
    }

    fn export_verifying_key(
        &self,
        key: &PublicKey,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        export_public(key, out)
    }

    fn export_signing_key(
        &self,
        key: &PrivateKey,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        if form == self.family.private_form {
            return export_private(key, self.private_length(), out);
        }
        Err(ContractError::Unsupported(match form {
            KeyForm::Expanded => Capability::ExportExpanded.id(),
            KeyForm::Seed => Capability::ExportSeed.id(),
        }))
    }
}
