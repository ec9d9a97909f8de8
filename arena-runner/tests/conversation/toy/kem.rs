//! A toy KEM under the name of ML-KEM-768.
//!
//! Each byte string repeats what it is made of: the seed is 64 bytes, ek their complement, dk the
//! seed after a byte `58`; c = m XOR ek, K = m + 1, byte by byte, of 32 bytes.

use nexusq_contract::{Capability, ContractError, Kem, KeyForm, ParameterSet, PreparedKey};
use std::cell::Cell;

/// Everything that a KEM can offer.
pub(crate) const ALL: &[Capability] = &[
    Capability::GenerateFromSeed,
    Capability::EncapsulateWithM,
    Capability::ImportExpanded,
    Capability::ImportSeed,
    Capability::ExportExpanded,
    Capability::ExportSeed,
];

/// The first byte of an ek that is refused.
pub(crate) const REFUSED: u8 = 0xee;
/// The first byte of a ciphertext at which the toy panics.
pub(crate) const PANIC: u8 = 0xbb;
/// The first byte of a ciphertext at which the toy reports a failure of its library.
pub(crate) const FAIL: u8 = 0xff;
/// The byte of its first own seed; later ones count on.
pub(crate) const FIRST_OWN: u8 = 0x10;

/// The toy.
pub(crate) struct ToyKem {
    pub(crate) capabilities: &'static [Capability],
    /// Fails as if there were no randomness.
    pub(crate) no_randomness: bool,
    next_own: Cell<u8>,
}

impl ToyKem {
    /// A toy that declares these capabilities. It implements all of them, and
    /// refuses to export what it doesn't declare.
    pub(crate) fn with(capabilities: &'static [Capability]) -> ToyKem {
        ToyKem {
            capabilities,
            no_randomness: false,
            next_own: Cell::new(FIRST_OWN),
        }
    }

    fn own(&self) -> Result<u8, ContractError> {
        if self.no_randomness {
            return Err(ContractError::RandomnessFailed);
        }
        let byte = self.next_own.get();
        self.next_own.set(byte.wrapping_add(1));
        Ok(byte)
    }
}

fn bytes<const N: usize>(what: &'static str, bytes: &[u8]) -> Result<[u8; N], ContractError> {
    ContractError::check_length(what, bytes, N)?;
    Ok(std::array::from_fn(|i| bytes[i]))
}

impl Kem for ToyKem {
    type EncapsulationKey = [u8; 64];
    type DecapsulationKey = [u8; 64];
    type Ciphertext = [u8; 32];
    type SharedSecret = [u8; 32];

    fn parameter_set(&self) -> ParameterSet {
        ParameterSet::MlKem768
    }

    fn capabilities(&self) -> &'static [Capability] {
        self.capabilities
    }

    fn prepared_key(&self) -> PreparedKey {
        PreparedKey::Decoded
    }

    fn generate(&self) -> Result<([u8; 64], [u8; 64]), ContractError> {
        self.generate_from_seed(&[self.own()?; 64])
    }

    fn generate_from_seed(&self, seed: &[u8]) -> Result<([u8; 64], [u8; 64]), ContractError> {
        let dk = bytes("seed", seed)?;
        Ok((dk.map(|byte| !byte), dk))
    }

    fn encapsulate(&self, key: &[u8; 64]) -> Result<([u8; 32], [u8; 32]), ContractError> {
        self.encapsulate_with_m(key, &[self.own()?; 32])
    }

    fn encapsulate_with_m(
        &self,
        key: &[u8; 64],
        m: &[u8],
    ) -> Result<([u8; 32], [u8; 32]), ContractError> {
        let m: [u8; 32] = bytes("m", m)?;
        let ciphertext = std::array::from_fn(|i| m[i] ^ key[i]);
        Ok((ciphertext, m.map(|byte| byte.wrapping_add(1))))
    }

    fn decapsulate(&self, key: &[u8; 64], ciphertext: &[u8]) -> Result<[u8; 32], ContractError> {
        let ciphertext: [u8; 32] = bytes("ciphertext", ciphertext)?;
        match ciphertext[0] {
            PANIC => panic!("the toy was told to"),
            FAIL => Err(ContractError::LibraryFailed {
                call: "toy_decaps",
                code: -7,
            }),
            _ => Ok(std::array::from_fn(|i| {
                (ciphertext[i] ^ !key[i]).wrapping_add(1)
            })),
        }
    }

    fn import_encapsulation_key(&self, key: &[u8]) -> Result<[u8; 64], ContractError> {
        let key: [u8; 64] = bytes("encapsulation key", key)?;
        if key[0] == REFUSED {
            return Err(ContractError::InvalidInput {
                what: "encapsulation key",
                rule: "FIPS 203 section 7.2: coefficient not below q",
            });
        }
        Ok(key)
    }

    fn import_decapsulation_key(
        &self,
        form: KeyForm,
        key: &[u8],
    ) -> Result<[u8; 64], ContractError> {
        match form {
            KeyForm::Seed => bytes("seed", key),
            KeyForm::Expanded => {
                ContractError::check_length("decapsulation key", key, 65)?;
                bytes("decapsulation key", &key[1..])
            }
        }
    }

    fn export_encapsulation_key(
        &self,
        key: &[u8; 64],
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        ContractError::copy_out("encapsulation key", key, out)
    }

    fn export_decapsulation_key(
        &self,
        key: &[u8; 64],
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        let capability = match form {
            KeyForm::Expanded => Capability::ExportExpanded,
            KeyForm::Seed => Capability::ExportSeed,
        };
        if !self.capabilities.contains(&capability) {
            return Err(ContractError::Unsupported(capability.id()));
        }
        if form == KeyForm::Seed {
            return ContractError::copy_out("seed", key, out);
        }
        let mut expanded = [b'X'; 65];
        expanded[1..].copy_from_slice(key);
        ContractError::copy_out("decapsulation key", &expanded, out)
    }
}
