//! Secret inputs marked for valgrind's memcheck, while an operation is performed and only when asked to.
//!
//! With the variable `NEXUSQ_MARK_SECRETS=1` and under valgrind, `perform` hands the implementation copies
//! whose secret bytes memcheck takes for undefined, and tells memcheck afterwards that the outputs are
//! defined again. `time` knows nothing of it.

use crate::harness::Harness;
use crate::message::{Perform, Performed, RunnerError};
use crate::{Field, Fields};
use arena_marks::{mark_public, mark_secret, under_valgrind};
use nexusq_contract::{Algorithm, ParameterSet};
use std::env;
use std::ops::Range;
use std::sync::OnceLock;

/// Asks for the marks.
const VARIABLE: &str = "NEXUSQ_MARK_SECRETS";
/// Bytes of a hash and of z at the end of an expanded decapsulation key: H(ek) and z (FIPS 203 Alg. 16).
const HASH: usize = 32;
/// Bytes of rho, K and tr at the beginning of an expanded private key (FIPS 204 Alg. 24).
const RHO: usize = 32;
const K: usize = 32;
const TR: usize = 64;

/// Whether secrets are to be marked and somebody listens.
pub(crate) fn wanted() -> bool {
    static WANTED: OnceLock<bool> = OnceLock::new();
    *WANTED
        .get_or_init(|| env::var_os(VARIABLE).is_some_and(|value| value == "1") && under_valgrind())
}

/// Performs the operation, with its secret inputs marked if that is wanted.
pub(crate) fn perform(harness: &dyn Harness, request: &Perform) -> Result<Performed, RunnerError> {
    if !wanted() {
        return harness.perform(request);
    }
    let mut marked = request.clone();
    mark(harness.parameter_set(), &mut marked.inputs);
    let outcome = harness.perform(&marked);
    if let Ok(performed) = &outcome {
        for (_, bytes) in performed.outputs.iter() {
            mark_public(bytes);
        }
    }
    outcome
}

fn mark(set: ParameterSet, inputs: &mut Fields) {
    for field in [
        Field::Seed,
        Field::DecapsulationKey,
        Field::M,
        Field::PrivateKey,
        Field::Rnd,
    ] {
        let Some(bytes) = inputs.get_mut(field) else {
            continue;
        };
        for range in secret_parts(set, field, bytes.len()) {
            if let Some(part) = bytes.get_mut(range) {
                mark_secret(part);
            }
        }
    }
}

/// Which bytes of an input of that length are secret. None of an input of another scheme.
fn secret_parts(set: ParameterSet, field: Field, length: usize) -> Vec<Range<usize>> {
    match (set.algorithm(), field) {
        // dk_PKE ‖ ek ‖ H(ek) ‖ z; ek and its hash are public.
        (Algorithm::MlKem, Field::DecapsulationKey) => {
            let ek = set.kem_sizes().map_or(0, |sizes| sizes.encapsulation_key);
            let tail = length.saturating_sub(HASH);
            vec![0..tail.saturating_sub(HASH + ek), tail..length]
        }
        // rho ‖ K ‖ tr ‖ s1 ‖ s2 ‖ t0; rho is part of the public key, tr its hash.
        (Algorithm::MlDsa, Field::PrivateKey) => {
            vec![RHO..RHO + K, RHO + K + TR..length]
        }
        (Algorithm::MlKem, Field::Seed | Field::M)
        | (Algorithm::MlDsa, Field::Seed | Field::Rnd) => vec![Range {
            start: 0,
            end: length,
        }],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes from FIPS 203 table 3: dk of ML-KEM-768 has 2400 bytes, ek 1184, so dk_PKE has 2400 - 1184 - 64.
    #[test]
    fn of_a_decapsulation_key_only_the_ends_are_secret() {
        let parts = secret_parts(ParameterSet::MlKem768, Field::DecapsulationKey, 2400);
        assert_eq!(parts, [0..1152, 2368..2400]);
        let parts = secret_parts(ParameterSet::MlKem1024, Field::DecapsulationKey, 3168);
        assert_eq!(parts, [0..1536, 3136..3168]);
    }

    /// FIPS 204 Alg. 24: rho and tr are published with the public key.
    #[test]
    fn of_a_private_key_rho_and_tr_are_public() {
        let parts = secret_parts(ParameterSet::MlDsa65, Field::PrivateKey, 4032);
        assert_eq!(parts, [32..64, 128..4032]);
    }

    #[test]
    fn seeds_are_secret_as_a_whole_and_public_inputs_not_at_all() {
        let (kem, dsa) = (ParameterSet::MlKem512, ParameterSet::MlDsa44);
        for (set, field) in [
            (kem, Field::Seed),
            (kem, Field::M),
            (dsa, Field::Seed),
            (dsa, Field::Rnd),
        ] {
            assert_eq!(
                secret_parts(set, field, 32),
                [Range { start: 0, end: 32 }],
                "{field:?}"
            );
        }
        for field in [
            Field::EncapsulationKey,
            Field::Ciphertext,
            Field::Message,
            Field::Context,
        ] {
            assert!(secret_parts(kem, field, 32).is_empty(), "{field:?}");
        }
    }

    /// Lengths that no key has must not panic: the implementation is to refuse them.
    #[test]
    fn lengths_that_no_key_has_are_left_to_the_implementation() {
        for length in [0, 1, 40, 64, 100] {
            for (set, field) in [
                (ParameterSet::MlKem768, Field::DecapsulationKey),
                (ParameterSet::MlDsa65, Field::PrivateKey),
            ] {
                let mut inputs = Fields::new().with(field, vec![7; length]);
                mark(set, &mut inputs);
                assert_eq!(inputs.get(field), Some(&vec![7; length][..]));
            }
        }
    }
}
