//! Vectors for ML-KEM.
//!
//! - [`changed`]: ciphertexts that encapsulation doesn't make, whose secret is J(z ‖ c).
//! - [`keys`]: encapsulation and decapsulation keys at and beyond what FIPS 203 section 7 checks.
//! - [`lengths`]: every input with one byte less, one more, and none.

pub mod changed;
pub mod keys;
pub mod lengths;

use crate::case::Case;
use crate::stage::Depth;
use crate::vector::{Expect, Vector};
use arena_core::corpus::derive;
use arena_core::reference::ml_kem::Parameters;
use arena_core::reference::ml_kem::kem::{Keys, encaps, keygen_internal};
use arena_runner::message::{Operation, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::{Capability, ParameterSet};

/// The parameter sets.
pub const SETS: [ParameterSet; 3] = [
    ParameterSet::MlKem512,
    ParameterSet::MlKem768,
    ParameterSet::MlKem1024,
];

/// All vectors of a parameter set; none if it is not one of ML-KEM.
pub fn vectors(set: ParameterSet, seed: u64, depth: Depth) -> Vec<Vector> {
    let Some(material) = Material::new(set, seed) else {
        return Vec::new();
    };
    let mut vectors = changed::vectors(&material, depth);
    vectors.extend(keys::encapsulation(&material, depth));
    vectors.extend(keys::decapsulation(&material));
    vectors.extend(lengths::vectors(&material));
    vectors
}

/// A key pair of the model and a ciphertext for it.
pub struct Material {
    /// The parameter set.
    pub set: ParameterSet,
    /// Its parameters.
    pub p: Parameters,
    /// What random choices follow from.
    pub seed: u64,
    /// d.
    pub d: [u8; 32],
    /// z.
    pub z: [u8; 32],
    /// The keys of d and z.
    pub keys: Keys,
    /// m.
    pub m: [u8; 32],
    /// The ciphertext of m.
    pub ciphertext: Vec<u8>,
    /// Its secret.
    pub secret: [u8; 32],
}

impl Material {
    /// What follows from a seed, or `None` if the set is not one of ML-KEM.
    pub fn new(set: ParameterSet, seed: u64) -> Option<Material> {
        let p = Parameters::of(set)?;
        let [d, z, m] = ["d", "z", "m"].map(|what| bytes(seed, &format!("rejection {what}")));
        let keys = keygen_internal(&p, &d, &z);
        let (secret, ciphertext) = encaps(&p, &keys.encapsulation_key, &m).ok()?;
        Some(Material {
            set,
            p,
            seed,
            d,
            z,
            keys,
            m,
            ciphertext,
            secret,
        })
    }

    /// d ‖ z.
    pub fn d_and_z(&self) -> Vec<u8> {
        [self.d, self.z].concat()
    }

    /// A vector of decapsulation with an expanded key.
    pub fn decaps(
        &self,
        group: &str,
        id: impl Into<String>,
        dk: &[u8],
        c: &[u8],
        expect: Expect,
    ) -> Vector {
        Vector {
            case: Case::new(self.set, group, id),
            operation: Operation::Decaps,
            randomness: Randomness::None,
            inputs: Fields::new()
                .with(Field::DecapsulationKey, dk)
                .with(Field::Ciphertext, c),
            needs: vec![Capability::ImportExpanded],
            expect,
        }
    }

    /// A vector of decapsulation with the key as a seed.
    pub fn decaps_by_seed(
        &self,
        group: &str,
        id: impl Into<String>,
        seed: &[u8],
        c: &[u8],
        expect: Expect,
    ) -> Vector {
        Vector {
            case: Case::new(self.set, group, id),
            operation: Operation::Decaps,
            randomness: Randomness::None,
            inputs: Fields::new()
                .with(Field::Seed, seed)
                .with(Field::Ciphertext, c),
            needs: vec![Capability::ImportSeed],
            expect,
        }
    }

    /// A vector of encapsulation with the implementation's own randomness, or with m.
    pub fn encaps(
        &self,
        group: &str,
        id: impl Into<String>,
        ek: &[u8],
        m: Option<&[u8]>,
        expect: Expect,
    ) -> Vector {
        let inputs = Fields::new().with(Field::EncapsulationKey, ek);
        let (inputs, randomness, needs) = match m {
            Some(m) => (
                inputs.with(Field::M, m),
                Randomness::Given,
                vec![Capability::EncapsulateWithM],
            ),
            None => (inputs, Randomness::Own, Vec::new()),
        };
        Vector {
            case: Case::new(self.set, group, id),
            operation: Operation::Encaps,
            randomness,
            inputs,
            needs,
            expect,
        }
    }
}

/// The answer K.
pub fn secret(bytes: &[u8]) -> Expect {
    Expect::Outputs(secret_fields(bytes))
}

fn secret_fields(bytes: &[u8]) -> Fields {
    Fields::new().with(Field::SharedSecret, bytes)
}

/// 32 bytes that follow from a seed under a label.
fn bytes(seed: u64, label: &str) -> [u8; 32] {
    let mut array = [0; 32];
    array.copy_from_slice(&derive(seed, label, 32));
    array
}
