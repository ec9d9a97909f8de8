//! Inputs of ML-KEM with one byte less, one more, and none: FIPS 203 section 7 asks for the length of
//! ek, dk and c, and section 3.3 says that the seeds and m have 32 bytes.

use super::{Material, bytes};
use crate::case::Case;
use crate::vector::{Expect, Vector};
use crate::vectors::ml_dsa::keys::lengths_of;
use arena_runner::message::{Operation, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::Capability;

/// All of them.
pub fn vectors(material: &Material) -> Vec<Vector> {
    let mut vectors = Vec::new();
    let keys = &material.keys;
    let seed = material.d_and_z();
    for (id, c) in with_other_sets(material, &material.ciphertext, |set| set.ciphertext) {
        vectors.push(material.decaps(
            "ciphertext-length",
            format!("{id}-expanded"),
            &keys.decapsulation_key,
            &c,
            Expect::Refused,
        ));
        vectors.push(material.decaps_by_seed(
            "ciphertext-length",
            format!("{id}-seed"),
            &seed,
            &c,
            Expect::Refused,
        ));
    }
    for (id, dk) in with_other_sets(material, &keys.decapsulation_key, |set| {
        set.decapsulation_key
    }) {
        vectors.push(material.decaps("dk-length", id, &dk, &material.ciphertext, Expect::Refused));
    }
    for (id, seed) in lengths_of(&seed) {
        vectors.push(material.decaps_by_seed(
            "seed-length",
            format!("decaps-{id}"),
            &seed,
            &material.ciphertext,
            Expect::Refused,
        ));
        vectors.push(keygen(material, format!("keygen-{id}"), seed));
    }
    for (id, ek) in with_other_sets(material, &keys.encapsulation_key, |set| {
        set.encapsulation_key
    }) {
        vectors.push(material.encaps("ek-length", id, &ek, None, Expect::Refused));
    }
    for (id, m) in lengths_of(&material.m) {
        vectors.push(material.encaps(
            "m-length",
            id,
            &keys.encapsulation_key,
            Some(&m),
            Expect::Refused,
        ));
    }
    vectors
}

fn keygen(material: &Material, id: String, seed: Vec<u8>) -> Vector {
    Vector {
        case: Case::new(material.set, "seed-length", id),
        operation: Operation::Keygen,
        randomness: Randomness::Given,
        inputs: Fields::new().with(Field::Seed, seed),
        needs: vec![Capability::GenerateFromSeed],
        expect: Expect::Refused,
    }
}

/// [`lengths_of`], and the lengths that the other parameter sets have.
fn with_other_sets(
    material: &Material,
    right: &[u8],
    length: impl Fn(nexusq_contract::KemSizes) -> usize,
) -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<(String, Vec<u8>)> = lengths_of(right)
        .into_iter()
        .map(|(id, bytes)| (id.to_owned(), bytes))
        .collect();
    for set in super::SETS {
        if set != material.set
            && let Some(sizes) = set.kem_sizes()
        {
            all.push((
                format!("of-ml-kem-{}", set.name()),
                cut_or_filled(material, right, length(sizes)),
            ));
        }
    }
    all
}

fn cut_or_filled(material: &Material, bytes_given: &[u8], length: usize) -> Vec<u8> {
    let filler = bytes(material.seed, "rejection filler");
    bytes_given
        .iter()
        .chain(filler.iter().cycle())
        .take(length)
        .copied()
        .collect()
}
