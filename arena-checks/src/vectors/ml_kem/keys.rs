//! Keys at and beyond what FIPS 203 section 7 checks.
//!
//! - *Modulus check* (7.2). A coefficient of t̂ has twelve bits, so 3329 to 4095 can be written and must be refused,
//!   3328 must be taken. "ML-KEM.Encaps shall not be run with an encapsulation key that has not been checked": the
//!   standard lets somebody else do it, but here an implementation is handed bytes that nobody has looked at.
//! - *Hash check* (7.3). H(ek) in the key is not that of its ek. Whoever decapsulates need not check; then Alg. 18 says
//!   what comes out, with the wrong h.
//! - *Range.* A decapsulation key whose ŝ or ek has c + q for a coefficient c passes the checks of 7.3. It is read modulo
//!   q; ek goes into H as it stands.
//! - *Pair.* dk_PKE of one pair, ek of another. The checks of 7.3 pass; that of 7.1 would tell.

use super::{Material, bytes, secret_fields};
use crate::policy::Rule;
use crate::policy::keys::{DK_RANGE, HASH_CHECK, PAIR};
use crate::stage::Depth;
use crate::vector::{Expect, Vector};
use arena_core::corpus::derive;
use arena_core::reference::ml_kem::bits::{byte_decode, byte_encode};
use arena_core::reference::ml_kem::hash::h;
use arena_core::reference::ml_kem::kem::{decaps_internal, encaps, encaps_internal, parts};
use arena_core::reference::ml_kem::pke::keygen_from;
use arena_core::reference::ml_kem::ring::{N, Q};
use arena_runner::{Field, Fields};

/// The largest number of twelve bits.
const LARGEST: u32 = 4095;

/// Encapsulation keys with one coefficient set.
pub fn encapsulation(material: &Material, depth: Depth) -> Vec<Vector> {
    let last = N * material.p.k - 1;
    let random = derive(material.seed, "rejection coefficients", 8);
    let mut places = vec![0, 1, N - 1, N, last - 1, last];
    places.extend(
        random
            .chunks(2)
            .map(|two| (usize::from(two[0]) << 8 | usize::from(two[1])) % last),
    );
    places.sort_unstable();
    places.dedup();
    let mut vectors = Vec::new();
    for place in places {
        let all = depth == Depth::Full || place == last;
        for value in Q..=LARGEST {
            if all || [Q, Q + 1, 3583, 3584, LARGEST].contains(&value) {
                let ek = with_coefficient(&material.keys.encapsulation_key, place, value);
                let id = format!("coefficient-{place}-{value}");
                vectors.push(material.encaps("ek-modulus", id, &ek, None, Expect::Refused));
            }
        }
        vectors.extend(allowed(material, place));
    }
    let mut all = material.keys.encapsulation_key.clone();
    all[..384 * material.p.k].fill(0xff);
    vectors.push(material.encaps("ek-modulus", "all-4095", &all, None, Expect::Refused));
    vectors
}

/// With the largest coefficient that is allowed, and with 0.
fn allowed(material: &Material, place: usize) -> Vec<Vector> {
    let mut vectors = Vec::new();
    for value in [0, Q - 1] {
        let ek = with_coefficient(&material.keys.encapsulation_key, place, value);
        let Ok((secret, c)) = encaps(&material.p, &ek, &material.m) else {
            continue;
        };
        let outputs = secret_fields(&secret).with(Field::Ciphertext, c);
        let id = format!("coefficient-{place}-{value}");
        let m = Some(&material.m[..]);
        vectors.push(material.encaps("ek-allowed-with-m", &id, &ek, m, Expect::Outputs(outputs)));
        let any = Expect::Outputs(Fields::new());
        vectors.push(material.encaps("ek-allowed", &id, &ek, None, any));
    }
    vectors
}

/// Decapsulation keys that break a check, or that none of the checks of section 7.3 tells.
pub fn decapsulation(material: &Material) -> Vec<Vector> {
    let mut vectors = hash_check(material);
    vectors.extend(range(material));
    vectors.extend(pair(material));
    vectors
}

fn hash_check(material: &Material) -> Vec<Vector> {
    let dk = &material.keys.decapsulation_key;
    let ek_at = 384 * material.p.k;
    let hash_at = ek_at + material.p.encapsulation_key_length();
    let change = |place: usize| {
        let mut dk = dk.clone();
        dk[place] ^= 1;
        dk
    };
    let mut zeros = dk.clone();
    zeros[hash_at..hash_at + 32].fill(0);
    let keys = [
        ("first-byte-of-h", change(hash_at)),
        ("last-byte-of-h", change(hash_at + 31)),
        ("h-zeros", zeros),
        ("first-byte-of-ek", change(ek_at)),
        ("last-byte-of-ek", change(hash_at - 1)),
    ];
    let mut vectors = Vec::new();
    for (id, dk) in keys {
        let free = |outputs| Expect::RefusedOr(HASH_CHECK, outputs);
        vectors.extend(decapsulated(
            material,
            ("dk-hash-check", id),
            &dk,
            &material.ciphertext,
            free,
        ));
    }
    vectors
}

/// What the model makes of a key and a ciphertext, as the answer that an expectation is made from.
fn decapsulated(
    material: &Material,
    (group, id): (&str, &str),
    dk: &[u8],
    c: &[u8],
    expect: impl Fn(Fields) -> Expect,
) -> Option<Vector> {
    let secret = decaps_internal(&material.p, dk, c).ok()?;
    Some(material.decaps(group, id, dk, c, expect(secret_fields(&secret))))
}

fn range(material: &Material) -> Vec<Vector> {
    let Ok(parts) = parts(&material.p, &material.keys.decapsulation_key) else {
        return Vec::new();
    };
    let ek = raised(parts.encryption_key, material.p.k);
    let with_ek = [parts.decryption_key, &ek, &h(&ek), parts.z].concat();
    let s = raised(parts.decryption_key, material.p.k);
    let with_s = [&s, parts.encryption_key, parts.hash, parts.z].concat();
    // What a sender who doesn't check the key makes for it.
    let for_ek = encaps_internal(&material.p, &ek, &material.m).map(|(_, c)| c);
    let for_ek = for_ek.unwrap_or_default();
    let mut changed = for_ek.clone();
    if let Some(byte) = changed.last_mut() {
        *byte ^= 1;
    }
    let cases = [
        ("ek", &with_ek, &for_ek),
        ("ek-changed-ciphertext", &with_ek, &changed),
        ("s", &with_s, &material.ciphertext),
    ];
    let free = |rule: Rule| move |outputs| Expect::OutputsOr(rule, outputs);
    cases
        .into_iter()
        .filter_map(|(id, dk, c)| decapsulated(material, ("dk-range", id), dk, c, free(DK_RANGE)))
        .collect()
}

/// The key with q added to the first coefficient that leaves room for it, in every polynomial.
fn raised(key: &[u8], k: usize) -> Vec<u8> {
    let mut key = key.to_vec();
    for polynomial in key.chunks_exact_mut(384).take(k) {
        let mut f = byte_decode(polynomial, 12);
        if let Some(small) = f.iter_mut().find(|a| **a + Q <= LARGEST) {
            *small += Q;
        }
        polynomial.copy_from_slice(&byte_encode(&f, 12));
    }
    key
}

fn pair(material: &Material) -> Option<Vector> {
    let parts = parts(&material.p, &material.keys.decapsulation_key).ok()?;
    let mut rho = [0; 32];
    rho.copy_from_slice(&parts.encryption_key[384 * material.p.k..]);
    let sigma = bytes(material.seed, "rejection other sigma");
    let other = keygen_from(&material.p, &rho, &sigma);
    let dk = [
        &other.decryption_key,
        parts.encryption_key,
        parts.hash,
        parts.z,
    ]
    .concat();
    let free = |outputs| Expect::OutputsOr(PAIR, outputs);
    decapsulated(
        material,
        ("dk-pair", "s-of-another-pair"),
        &dk,
        &material.ciphertext,
        free,
    )
}

/// The key with one of its coefficients replaced.
fn with_coefficient(ek: &[u8], place: usize, value: u32) -> Vec<u8> {
    let mut ek = ek.to_vec();
    let start = 384 * (place / N);
    let polynomial = &mut ek[start..start + 384];
    let mut f = byte_decode(polynomial, 12);
    f[place % N] = value;
    polynomial.copy_from_slice(&byte_encode(&f, 12));
    ek
}
