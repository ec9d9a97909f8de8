//! The model gives the bytes that the crate `ml-kem` gives: keys, and the secrets of the model's own
//! ciphertexts, whole and changed.

use crate::corpus::derive;
use crate::reference::ml_kem::Parameters;
use crate::reference::ml_kem::hash::g;
use crate::reference::ml_kem::kem::{
    InputError, check_encapsulation_key, decaps, encaps, implicit_rejection, keygen_internal,
    keys_of,
};
use crate::reference::ml_kem::pke::keygen_from;
#[allow(deprecated)]
use ml_kem::ExpandedKeyEncoding;
use ml_kem::{Decapsulate, FromSeed, KeyExport};
use nexusq_contract::ParameterSet;

fn array(label: &str) -> [u8; 32] {
    derive(1, label, 32).try_into().unwrap()
}

macro_rules! agreement {
    ($name:ident, $set:ident) => {
        #[test]
        fn $name() {
            let p = Parameters::of(ParameterSet::$set).unwrap();
            for n in 0..8 {
                let [d, z, m] = ["d", "z", "m"].map(|what| array(&format!("{what} {n}")));
                let seed: [u8; 64] = [d, z].concat().try_into().unwrap();
                let (dk, ek) = ml_kem::$set::from_seed(&seed.into());
                let keys = keygen_internal(&p, &d, &z);
                assert_eq!(keys.encapsulation_key, ek.to_bytes().as_slice());
                #[allow(deprecated)]
                let expanded = dk.to_expanded_bytes();
                assert_eq!(keys.decapsulation_key, expanded.as_slice());

                let (secret, mut ciphertext) = encaps(&p, &keys.encapsulation_key, &m).unwrap();
                let theirs = |c: &[u8]| dk.decapsulate(c.try_into().unwrap());
                assert_eq!(theirs(&ciphertext).as_slice(), secret);
                assert_eq!(decaps(&p, &keys.decapsulation_key, &ciphertext), Ok(secret));
                ciphertext[n * 31] ^= 4;
                let rejected = implicit_rejection(&z, &ciphertext);
                assert_eq!(theirs(&ciphertext).as_slice(), rejected);
                assert_eq!(
                    decaps(&p, &keys.decapsulation_key, &ciphertext),
                    Ok(rejected)
                );
            }
        }
    };
}

agreement!(agreement_on_ml_kem_512, MlKem512);
agreement!(agreement_on_ml_kem_768, MlKem768);
agreement!(agreement_on_ml_kem_1024, MlKem1024);

const SETS: [ParameterSet; 3] = [
    ParameterSet::MlKem512,
    ParameterSet::MlKem768,
    ParameterSet::MlKem1024,
];

/// Keys from (ρ, σ) are those of d when (ρ, σ) = G(d ‖ k), and several keys can share ρ.
#[test]
fn keys_can_share_their_matrix() {
    for set in SETS {
        let p = Parameters::of(set).unwrap();
        let (d, z) = (array("d"), array("z"));
        let (rho, sigma) = g(&[&d, &[p.k as u8]]);
        let keys = keygen_internal(&p, &d, &z);
        assert_eq!(keys, keys_of(keygen_from(&p, &rho, &sigma), &z));

        let other = keys_of(keygen_from(&p, &rho, &array("other")), &z);
        assert_ne!(other, keys);
        let tail = 384 * p.k;
        assert_eq!(
            other.encapsulation_key[tail..],
            keys.encapsulation_key[tail..]
        );
        let (secret, ciphertext) = encaps(&p, &other.encapsulation_key, &d).unwrap();
        assert_eq!(
            decaps(&p, &other.decapsulation_key, &ciphertext),
            Ok(secret)
        );
    }
}

/// FIPS 203 section 7.2: 3328 is the largest coefficient that a key may have.
#[test]
fn the_modulus_check_is_exact() {
    for set in SETS {
        let p = Parameters::of(set).unwrap();
        let mut ek = keygen_internal(&p, &[1; 32], &[2; 32]).encapsulation_key;
        let last = 384 * p.k - 2;
        for coefficient in [0u16, 3328, 3329, 4095] {
            let expected = if coefficient < 3329 {
                Ok(())
            } else {
                Err(InputError::Modulus)
            };
            // The last coefficient is the upper half of one byte, the lowest bits, and the byte after it.
            ek[last] = ek[last] & 0x0f | (coefficient << 4) as u8;
            ek[last + 1] = (coefficient >> 4) as u8;
            assert_eq!(check_encapsulation_key(&p, &ek), expected, "{coefficient}");
        }
    }
}

#[test]
fn nothing_panics_on_bytes_of_any_length() {
    for set in SETS {
        let p = Parameters::of(set).unwrap();
        let lengths = [0, 1, 32, 767, 768, 1568, 1632, 5000];
        for bytes in lengths.map(|length| vec![0xff; length]) {
            let _ = encaps(&p, &bytes, &[0; 32]);
            for ciphertext in lengths.map(|length| vec![0xff; length]) {
                let _ = decaps(&p, &bytes, &ciphertext);
                crate::reference::ml_kem::pke::decrypt(&p, &bytes, &ciphertext);
            }
            crate::reference::ml_kem::pke::encrypt(&p, &bytes, &[1; 32], &[2; 32]);
        }
    }
}
