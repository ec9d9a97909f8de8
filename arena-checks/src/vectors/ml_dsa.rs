//! Vectors for ML-DSA.
//!
//! - [`forge`] makes signatures without a signing key, and with it [`rules`] breaks one rule of
//!   verification at a time, [`accepted`] goes to the limits of what must be accepted.
//! - [`score`] counts which faulty verifiers these vectors find; [`faulty`] holds the verifiers.
//! - [`keys`] has private keys that no key generation makes, and inputs of wrong lengths.
//! - [`branches`] says which branches of signing an input reaches, [`signing`] has inputs for all of them.

pub mod accepted;
pub mod branches;
pub mod faulty;
pub mod forge;
pub mod keys;
pub mod rules;
pub mod score;
pub mod signing;

use nexusq_contract::ParameterSet;

/// The parameter sets.
pub const SETS: [ParameterSet; 3] = [
    ParameterSet::MlDsa44,
    ParameterSet::MlDsa65,
    ParameterSet::MlDsa87,
];
