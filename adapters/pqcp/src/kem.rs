//! ML-KEM by mlkem-native.

use crate::back_end::BackEnd;
use crate::ffi::{self, KemCalls};
use crate::secret::Secret;
use core::ffi::c_int;
use nexusq_contract::{Capability, ContractError, Kem, KeyForm, ParameterSet, PreparedKey};

/// ML-KEM at one parameter set in one back end. The numbers are the sizes of ek, dk and c.
pub struct MlKem<const EK: usize, const DK: usize, const C: usize> {
    set: ParameterSet,
    calls: &'static KemCalls<EK, DK, C>,
}

/// ML-KEM-512 in the given back end.
pub fn ml_kem_512(back_end: BackEnd) -> MlKem<800, 1632, 768> {
    MlKem {
        set: ParameterSet::MlKem512,
        calls: ffi::ML_KEM_512.of(back_end),
    }
}

/// ML-KEM-768 in the given back end.
pub fn ml_kem_768(back_end: BackEnd) -> MlKem<1184, 2400, 1088> {
    MlKem {
        set: ParameterSet::MlKem768,
        calls: ffi::ML_KEM_768.of(back_end),
    }
}

/// ML-KEM-1024 in the given back end.
pub fn ml_kem_1024(back_end: BackEnd) -> MlKem<1568, 3168, 1568> {
    MlKem {
        set: ParameterSet::MlKem1024,
        calls: ffi::ML_KEM_1024.of(back_end),
    }
}

/// The encoded ek.
pub struct EncapsulationKey<const EK: usize>([u8; EK]);

/// The encoded ek and the encoded dk, in the expanded form.
type KeyPair<const EK: usize, const DK: usize> = (EncapsulationKey<EK>, Secret<DK>);
/// The encoded ciphertext and the shared secret.
type Encapsulated<const C: usize> = ([u8; C], Secret<32>);

/// What `MLK_ERR_FAIL` of `enc` and `enc_derand` means: they check ek every time.
const EK_REFUSED: ContractError = ContractError::InvalidInput {
    what: "encapsulation key",
    rule: "FIPS 203 section 7.2: a coefficient is not below q",
};

/// What `MLK_ERR_FAIL` of `dec` means: it checks dk every time.
const DK_REFUSED: ContractError = ContractError::InvalidInput {
    what: "decapsulation key",
    rule: "FIPS 203 section 7.3: the hash in dk is not H(ek)",
};

impl<const EK: usize, const DK: usize, const C: usize> MlKem<EK, DK, C> {
    /// Runs `fill` on the buffers of a new key pair.
    fn key_pair(
        call: &'static str,
        fill: impl FnOnce(&mut [u8; EK], &mut [u8; DK]) -> c_int,
    ) -> Result<KeyPair<EK, DK>, ContractError> {
        let mut ek = EncapsulationKey([0; EK]);
        let mut dk = Secret([0; DK]);
        crate::succeed(call, fill(&mut ek.0, &mut dk.0))?;
        Ok((ek, dk))
    }

    /// Runs `fill` on the buffers of a new ciphertext and shared secret.
    fn encapsulated(
        call: &'static str,
        fill: impl FnOnce(&mut [u8; C], &mut [u8; 32]) -> c_int,
    ) -> Result<Encapsulated<C>, ContractError> {
        let mut ciphertext = [0; C];
        let mut secret = Secret([0; 32]);
        match fill(&mut ciphertext, &mut secret.0) {
            ffi::ERR_FAIL => Err(EK_REFUSED),
            code => crate::succeed(call, code).map(|()| (ciphertext, secret)),
        }
    }
}

// Every call below takes arrays whose sizes are those of the parameter set, because `calls` has
// these sizes in its type, and belongs to a back end that this processor can run, because a
// `BackEnd` cannot be had otherwise. That is what the SAFETY comments refer to.
impl<const EK: usize, const DK: usize, const C: usize> Kem for MlKem<EK, DK, C> {
    type EncapsulationKey = EncapsulationKey<EK>;
    type DecapsulationKey = Secret<DK>;
    type Ciphertext = [u8; C];
    type SharedSecret = Secret<32>;

    fn parameter_set(&self) -> ParameterSet {
        self.set
    }

    fn capabilities(&self) -> &'static [Capability] {
        &[
            Capability::GenerateFromSeed,
            Capability::EncapsulateWithM,
            Capability::ImportExpanded,
            Capability::ExportExpanded,
        ]
    }

    fn prepared_key(&self) -> PreparedKey {
        PreparedKey::Bytes
    }

    fn generate(&self) -> Result<KeyPair<EK, DK>, ContractError> {
        // SAFETY: sizes by type, back end by test, see above.
        Self::key_pair("keypair", |ek, dk| unsafe { (self.calls.keypair)(ek, dk) })
    }

    fn generate_from_seed(&self, seed: &[u8]) -> Result<KeyPair<EK, DK>, ContractError> {
        let seed = crate::array("seed d‖z", seed)?;
        Self::key_pair("keypair_derand", |ek, dk| {
            // SAFETY: sizes by type, back end by test, see above.
            unsafe { (self.calls.keypair_derand)(ek, dk, seed) }
        })
    }

    fn encapsulate(&self, key: &EncapsulationKey<EK>) -> Result<Encapsulated<C>, ContractError> {
        // SAFETY: sizes by type, back end by test, see above.
        Self::encapsulated("enc", |c, k| unsafe { (self.calls.enc)(c, k, &key.0) })
    }

    fn encapsulate_with_m(
        &self,
        key: &EncapsulationKey<EK>,
        m: &[u8],
    ) -> Result<Encapsulated<C>, ContractError> {
        let m = crate::array("m", m)?;
        Self::encapsulated("enc_derand", |c, k| {
            // SAFETY: sizes by type, back end by test, see above.
            unsafe { (self.calls.enc_derand)(c, k, &key.0, m) }
        })
    }

    fn decapsulate(
        &self,
        key: &Secret<DK>,
        ciphertext: &[u8],
    ) -> Result<Secret<32>, ContractError> {
        let ciphertext = crate::array("ciphertext", ciphertext)?;
        let mut secret = Secret([0; 32]);
        // SAFETY: sizes by type, back end by test, see above.
        match unsafe { (self.calls.dec)(&mut secret.0, ciphertext, &key.0) } {
            ffi::ERR_FAIL => Err(DK_REFUSED),
            code => crate::succeed("dec", code).map(|()| secret),
        }
    }

    fn import_encapsulation_key(
        &self,
        bytes: &[u8],
    ) -> Result<EncapsulationKey<EK>, ContractError> {
        crate::array("encapsulation key", bytes).map(|bytes| EncapsulationKey(*bytes))
    }

    fn import_decapsulation_key(
        &self,
        form: KeyForm,
        bytes: &[u8],
    ) -> Result<Secret<DK>, ContractError> {
        match form {
            KeyForm::Expanded => crate::array("decapsulation key", bytes).map(|b| Secret(*b)),
            KeyForm::Seed => Err(ContractError::Unsupported(Capability::ImportSeed.id())),
        }
    }

    fn export_encapsulation_key(
        &self,
        key: &EncapsulationKey<EK>,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        ContractError::copy_out("encapsulation key", &key.0, out)
    }

    fn export_decapsulation_key(
        &self,
        key: &Secret<DK>,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        match form {
            KeyForm::Expanded => ContractError::copy_out("decapsulation key", &key.0, out),
            KeyForm::Seed => Err(ContractError::Unsupported(Capability::ExportSeed.id())),
        }
    }
}
