//! Ciphertexts that encapsulation doesn't make: implicit rejection, FIPS 203 Alg. 18 lines 8 to 11.
//!
//! Decapsulation encrypts again and takes the secret from J(z ‖ c) unless the same ciphertext comes out. Encryption
//! is deterministic there, so a ciphertext that differs in one bit from c = Encrypt(ek, m, r) is that of
//! another m or of none. Whether it decrypts to the same m, as it nearly always does after a small change, makes no difference: then c itself comes out,
//! and not the changed one. So the answer is J(z ‖ c') = SHAKE256(z ‖ c', 32) for every change, which needs no model.
//!
//! An implementation that compares less than all bytes, or mixes the bits of the comparison up, takes the changed
//! ciphertext at some place for a right one. Hence every byte is changed, in its lowest and in its highest bit.

use super::{Material, bytes, secret};
use crate::stage::Depth;
use crate::vector::Vector;
use arena_core::corpus::derive;
use arena_core::reference::ml_kem::hash::j;
use arena_core::reference::ml_kem::kem::{Parts, encaps, keys_of, parts};
use arena_core::reference::ml_kem::pke::keygen_from;
use nexusq_contract::ParameterSet;

/// The changes: the lowest and the highest bit of a byte.
const CHANGES: [u8; 2] = [0x01, 0x80];

/// The set of which every byte is changed in every test run.
const EVERY_BYTE: ParameterSet = ParameterSet::MlKem768;

/// About so many places are spread over the ciphertexts of the other sets.
const SPREAD: usize = 32;

/// All of them.
pub fn vectors(material: &Material, depth: Depth) -> Vec<Vector> {
    let mut vectors = vec![
        material.decaps(
            "unchanged",
            "expanded",
            &material.keys.decapsulation_key,
            &material.ciphertext,
            secret(&material.secret),
        ),
        material.decaps_by_seed(
            "unchanged",
            "seed",
            &material.d_and_z(),
            &material.ciphertext,
            secret(&material.secret),
        ),
    ];
    vectors.extend(single_bytes(material, depth));
    vectors.extend(chosen(material));
    vectors.extend(other_z(material));
    vectors
}

fn single_bytes(material: &Material, depth: Depth) -> Vec<Vector> {
    let length = material.ciphertext.len();
    let every = depth == Depth::Full || material.set == EVERY_BYTE;
    let few = spread(material);
    let mut vectors = Vec::new();
    for place in 0..length {
        let is_in_spread = few.contains(&place);
        for change in CHANGES {
            let mut c = material.ciphertext.clone();
            c[place] ^= change;
            let id = format!("byte-{place}-xor-{change:02x}");
            let answer = j(&[&material.z, &c]);
            if every || is_in_spread {
                let dk = &material.keys.decapsulation_key;
                vectors.push(material.decaps("changed-byte", &id, dk, &c, secret(&answer)));
            }
            if is_in_spread {
                let seed = material.d_and_z();
                vectors.push(material.decaps_by_seed(
                    "changed-byte-by-seed",
                    &id,
                    &seed,
                    &c,
                    secret(&answer),
                ));
            }
        }
    }
    vectors
}

/// Evenly spread places, both ends of c1 and c2, and the last places of blocks that code may compare at a time.
fn spread(material: &Material) -> Vec<usize> {
    let length = material.ciphertext.len();
    let mut places: Vec<usize> = (0..length).step_by(length / SPREAD).collect();
    let c2 = material.p.c1_length();
    places.extend([
        1,
        7,
        8,
        15,
        16,
        31,
        63,
        c2 - 1,
        c2,
        c2 + 1,
        length - 32,
        length - 2,
        length - 1,
    ]);
    places
}

/// Ciphertexts that were made in another way than by a change.
fn chosen(material: &Material) -> Vec<Vector> {
    let length = material.ciphertext.len();
    let (rho, sigma) = (
        bytes(material.seed, "rejection rho"),
        bytes(material.seed, "rejection sigma"),
    );
    let other = keys_of(keygen_from(&material.p, &rho, &sigma), &material.z);
    let own_rho = material
        .keys
        .encapsulation_key
        .split_at(384 * material.p.k)
        .1;
    let mut same_rho = [0; 32];
    same_rho.copy_from_slice(own_rho);
    let same = keys_of(keygen_from(&material.p, &same_rho, &sigma), &material.z);
    let made_for = |ek: &[u8]| encaps(&material.p, ek, &material.m).map(|(_, c)| c).ok();
    let mut two = material.ciphertext.clone();
    (two[0], two[length - 1]) = (two[0] ^ 1, two[length - 1] ^ 1);
    let ciphertexts = [
        ("zeros", Some(vec![0; length])),
        ("ones", Some(vec![0xff; length])),
        (
            "random",
            Some(derive(material.seed, "rejection ciphertext", length)),
        ),
        ("first-and-last-byte", Some(two)),
        ("for-another-key", made_for(&other.encapsulation_key)),
        (
            "for-another-key-with-the-same-matrix",
            made_for(&same.encapsulation_key),
        ),
    ];
    let mut vectors = Vec::new();
    for (id, c) in ciphertexts {
        let Some(c) = c else { continue };
        let answer = j(&[&material.z, &c]);
        let dk = &material.keys.decapsulation_key;
        vectors.push(material.decaps("chosen-ciphertext", id, dk, &c, secret(&answer)));
        let seed = material.d_and_z();
        vectors.push(material.decaps_by_seed(
            "chosen-ciphertext-by-seed",
            id,
            &seed,
            &c,
            secret(&answer),
        ));
    }
    vectors
}

/// The same key with another z gives another secret for the same wrong ciphertext, and the same one for the right.
fn other_z(material: &Material) -> Vec<Vector> {
    let Ok(Parts {
        decryption_key,
        encryption_key,
        hash,
        ..
    }) = parts(&material.p, &material.keys.decapsulation_key)
    else {
        return Vec::new();
    };
    let mut changed = material.ciphertext.clone();
    changed[0] ^= 1;
    let mut vectors = Vec::new();
    for (name, z) in [
        ("zeros", [0; 32]),
        ("ones", [0xff; 32]),
        ("random", bytes(material.seed, "rejection other z")),
    ] {
        let dk = [decryption_key, encryption_key, hash, &z].concat();
        let answer = secret(&j(&[&z, &changed]));
        vectors.push(material.decaps("other-z", format!("{name}-changed"), &dk, &changed, answer));
        let right = secret(&material.secret);
        vectors.push(material.decaps(
            "other-z",
            format!("{name}-unchanged"),
            &dk,
            &material.ciphertext,
            right,
        ));
    }
    vectors
}
