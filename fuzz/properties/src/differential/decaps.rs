//! Decapsulation of changed ciphertexts: the same shared secret, and the one of FIPS 203 Alg. 18.

use crate::input::{Input, edit};
use shake::digest::{ExtendableOutput, Update, XofReader};

/// A seed of key generation, m, and changes of the ciphertext that they make.
pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let set = *input.choose(&[ml_kem_512 as fn(&mut Input<'_>), ml_kem_768, ml_kem_1024]);
    set(&mut input);
}

/// The secret of implicit rejection, J(z‖c) (FIPS 203 Alg. 18 line 7).
fn rejection(z: &[u8], ciphertext: &[u8]) -> [u8; 32] {
    let mut out = [0; 32];
    let mut hash = shake::Shake256::default();
    hash.update(z);
    hash.update(ciphertext);
    hash.finalize_xof().read(&mut out);
    out
}

macro_rules! set {
    ($module:ident) => {
        fn $module(input: &mut Input<'_>) {
            use fips203::traits::{Decaps, Encaps, KeyGen, SerDes};
            use nexusq_v2::$module::DecapsulationKey;

            let seed: [u8; 64] = input.array::<4>().repeat(16).try_into().unwrap_or([0; 64]);
            let m = [input.byte(); 32];
            let whole = input.byte() % 8 == 7;
            let (d, z) = seed.split_at(32);
            let half = |bytes: &[u8]| <[u8; 32]>::try_from(bytes).unwrap_or_default();
            let (other_ek, other_dk) = fips203::$module::KG::keygen_from_seed(half(d), half(z));
            let key = DecapsulationKey::from_seed(&seed);
            let ek = key.encapsulation_key();
            let (ciphertext, secret) = ek.encapsulate_with_m(&m);
            let (other_secret, other_ciphertext) = other_ek.encaps_from_seed(&m);
            assert_eq!(ek.to_bytes(), other_ek.into_bytes());
            assert_eq!(ciphertext.as_bytes(), &other_ciphertext.into_bytes());
            assert_eq!(secret.as_bytes(), &other_secret.into_bytes());

            let mut bytes = ciphertext.as_bytes().to_vec();
            let length = bytes.len();
            if whole {
                // A ciphertext that is all the input's.
                bytes = input.rest().to_vec();
                bytes.resize(length, 0);
            } else {
                edit(&mut bytes, input);
            }
            let opened = key.decapsulate_bytes(&bytes);
            assert_eq!(opened.is_ok(), bytes.len() == length);
            let (Ok(opened), Ok(array)) = (opened, bytes.as_slice().try_into()) else {
                return;
            };
            let right = if bytes == ciphertext.as_bytes() {
                *secret.as_bytes()
            } else {
                rejection(z, &bytes)
            };
            assert_eq!(opened.as_bytes(), &right);
            let other = fips203::$module::CipherText::try_from_bytes(array)
                .and_then(|ciphertext| other_dk.try_decaps(&ciphertext));
            assert_eq!(other.map(SerDes::into_bytes), Ok(right));
        }
    };
}

set!(ml_kem_512);
set!(ml_kem_768);
set!(ml_kem_1024);
