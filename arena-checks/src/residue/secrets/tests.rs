//! The secrets are those that the standards' algorithms have, told by other implementations.
#![allow(clippy::unwrap_used)]

use super::*;

use crate::residue::scan::Scanner;
use arena_core::reference::ml_dsa::encoding::{sig_decode, sk_decode};
use arena_core::reference::ml_dsa::hash::h_array;
use arena_core::reference::ml_dsa::sampling::expand_mask;
use arena_core::reference::ml_dsa::sign::{private_random_seed, sign_mu};
use arena_core::reference::ml_dsa::{Parameters, Rules};
use arena_core::reference::ml_kem::Parameters as KemParameters;
use nexusq_contract::ParameterSet;
use nexusq_v2::{ml_dsa_65, ml_kem_768};

fn found(secrets: &Secrets, memory: &[u8]) -> Vec<(String, u64)> {
    let counts = Scanner::new(secrets.kinds.len(), &secrets.patterns).count(memory);
    let named = secrets.kinds.iter().cloned().zip(counts);
    named.filter(|(_, count)| *count > 0).collect()
}

fn named(expected: &[(&str, u64)]) -> Vec<(String, u64)> {
    let owned = expected
        .iter()
        .map(|(name, count)| ((*name).to_owned(), *count));
    owned.collect()
}

/// What V2 encodes holds z and the encoded s, and of encapsulation K; nothing else of it is raw.
#[test]
fn an_expanded_key_of_ml_kem_holds_z_and_s() {
    let p = KemParameters::of(ParameterSet::MlKem768).unwrap();
    let seed: [u8; 64] = h_array(&[b"ml-kem"]);
    let key = ml_kem_768::DecapsulationKey::from_seed(&seed);
    let dk = key.to_expanded();
    let (d, z) = seed.split_at(32);
    let (d, z): (&[u8; 32], &[u8; 32]) = (d.try_into().unwrap(), z.try_into().unwrap());
    let secrets = ml_kem_keygen(&p, d, z);
    assert_eq!(secrets.kinds, kinds(true, Operation::Keygen));
    let expected = named(&[("z", 2), ("s:encoded", 384 * 3 / 16)]);
    assert_eq!(found(&secrets, dk.as_ref()), expected);

    let m: [u8; 32] = h_array(&[b"m"]);
    let ek = key.encapsulation_key();
    let (c, shared) = ek.encapsulate_with_m(&m);
    let rejected = {
        // K-bar is what a ciphertext that does not open decapsulates to.
        let mut other = c.as_bytes().to_vec();
        other[0] ^= 1;
        (key.decapsulate_bytes(&other).unwrap(), other)
    };
    let of = Decapsulated {
        dk_pke: &dk.as_ref()[..384 * 3],
        z,
        ek: &ek.to_bytes(),
        m: &m,
        ciphertext: &rejected.1,
        shared_secret: shared.as_bytes(),
    };
    let memory = [
        m.as_slice(),
        &[0],
        rejected.0.as_bytes(),
        &[0],
        shared.as_bytes(),
    ]
    .concat();
    let expected = named(&[("m", 2), ("K", 2), ("K-bar", 2)]);
    let secrets = ml_kem_decaps(&p, of);
    assert_eq!(secrets.kinds, kinds(true, Operation::Decaps));
    assert_eq!(found(&secrets, &memory), expected);
    let of_encaps = ml_kem_encaps(&p, &ek.to_bytes(), &m, shared.as_bytes());
    assert_eq!(of_encaps.kinds, kinds(true, Operation::Encaps));
}

/// Coefficients in the forms that implementations have: 16 bits, signed or not, Montgomery, permuted.
#[test]
fn images_of_ml_kem_are_found_in_every_form() {
    let p = KemParameters::of(ParameterSet::MlKem768).unwrap();
    let seed: [u8; 64] = h_array(&[b"forms"]);
    let dk = ml_kem_768::DecapsulationKey::from_seed(&seed).to_expanded();
    let (d, z) = (
        seed[..32].try_into().unwrap(),
        seed[32..].try_into().unwrap(),
    );
    let secrets = ml_kem_keygen(&p, d, z);
    // ByteDecode_12 by hand of the first polynomial.
    let s: Vec<i32> = dk.as_ref()[..384]
        .chunks_exact(3)
        .flat_map(|b| {
            let word = i32::from(b[0]) | i32::from(b[1]) << 8 | i32::from(b[2]) << 16;
            [word & 0xfff, word >> 12]
        })
        .collect();
    let in_memory = |values: &[i32]| -> Vec<u8> {
        values
            .iter()
            .flat_map(|a| (*a as i16).to_ne_bytes())
            .collect()
    };
    let expected = named(&[("s,e:NTT", 32)]);
    let signed: Vec<i32> = s
        .iter()
        .map(|a| if *a > 1664 { a - 3329 } else { *a })
        .collect();
    // 2^16 mod 3329 = 2285.
    let montgomery: Vec<i32> = s.iter().map(|a| a * 2285 % 3329).collect();
    // Even and odd coefficients apart, as vector code keeps them.
    let apart: Vec<i32> = (0..2)
        .flat_map(|odd| s.iter().skip(odd).step_by(2))
        .copied()
        .collect();
    for form in [&s, &signed, &montgomery, &apart] {
        assert_eq!(found(&secrets, &in_memory(form)), expected);
    }
    // Eight coefficients in order are one run; seven are none.
    assert_eq!(
        found(&secrets, &in_memory(&s[40..48])),
        named(&[("s,e:NTT", 1)])
    );
    assert_eq!(found(&secrets, &in_memory(&s[40..47])), named(&[]));
}

/// The private key that V2 encodes holds K, s1, s2 and t0; y is what the model's ExpandMask gives.
#[test]
fn the_secrets_of_signing_are_those_of_the_standard() {
    let p = Parameters::of(ParameterSet::MlDsa65).unwrap();
    let xi: [u8; 32] = h_array(&[b"ml-dsa"]);
    let v2 = ml_dsa_65::SigningKey::from_seed(&xi);
    let sk = v2.to_expanded();
    let sk = sk.as_ref();
    let key = sk_decode(&p, sk).unwrap();
    let mut of = Private {
        xi: Some(&xi),
        key: &key,
        sk,
    };
    let secrets = ml_dsa_keygen(&p, &of);
    assert_eq!(secrets.kinds, kinds(false, Operation::Keygen));
    // 128 bytes of seeds, 11 polynomials of 128 bytes, 6 of 416.
    let expected = [("K", 2), ("s1,s2:encoded", 88), ("t0:encoded", 156)];
    assert_eq!(found(&secrets, sk), named(&expected));
    assert_eq!(found(&secrets, &xi), named(&[("xi", 2)]));

    let (rnd, mu): ([u8; 32], [u8; 64]) = (h_array(&[b"rnd"]), h_array(&[b"mu"]));
    let signed = sign_mu(&p, &key, &mu, &rnd).unwrap();
    let signature = sig_decode(&p, Rules::all(), &signed.signature).unwrap();
    of.xi = None;
    let secrets = ml_dsa_sign(&p, &of, (Some(&rnd), &mu), &signature);
    assert_eq!(secrets.kinds, kinds(false, Operation::Sign));
    let rho = private_random_seed(&key, &mu, &rnd);
    let y = expand_mask(&p, &rho, p.l * signed.rejections.len()).unwrap();
    let memory: Vec<u8> = y[0].0.iter().flat_map(|a| a.to_ne_bytes()).collect();
    assert_eq!(found(&secrets, &memory), named(&[("y:coefficients", 64)]));
    assert_eq!(
        found(&secrets, &[rnd.as_slice(), &[0], &rho].concat()),
        named(&[("rnd", 2), ("rho-prime-prime", 4)])
    );
    // A signature is public: nothing of the secrets is in it.
    assert_eq!(found(&secrets, &signed.signature), named(&[]));
}
