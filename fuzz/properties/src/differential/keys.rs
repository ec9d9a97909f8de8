//! Import of changed expanded private keys: the same ones are accepted, and they do the same.

use crate::input::{Input, edit};

/// A parameter set, a seed, and changes of the expanded key that it makes.
pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let sets = [
        ml_kem_512 as fn(&mut Input<'_>),
        ml_kem_768,
        ml_kem_1024,
        ml_dsa_44,
        ml_dsa_65,
        ml_dsa_87,
    ];
    let set = *input.choose(&sets);
    set(&mut input);
}

macro_rules! kem {
    ($module:ident, k $k:literal) => {
        fn $module(input: &mut Input<'_>) {
            use fips203::traits::{Decaps, Encaps, SerDes};
            use nexusq_v2::$module::{DecapsulationKey, EncapsulationKey};
            use sha3::Digest;

            let key = DecapsulationKey::from_seed(&[input.byte(); 64]);
            let mut bytes = key.to_expanded().as_bytes().to_vec();
            let (ek, hash) = (384 * $k, 384 * $k + EncapsulationKey::LEN);
            let mends_hash = input.byte() % 2 == 1;
            edit(&mut bytes, input);
            if mends_hash && bytes.len() == DecapsulationKey::LEN {
                let digest = sha3::Sha3_256::digest(&bytes[ek..hash]);
                bytes[hash..hash + 32].copy_from_slice(&digest);
            }
            let Ok(array) = bytes.as_slice().try_into() else {
                return;
            };
            // Beyond FIPS 203 section 7.3, fips203 refuses a secret vector with numbers of q and above; V2 takes them modulo q,
            // as ByteDecode says. The key is then compared in the form in which V2 writes it.
            let own = DecapsulationKey::from_expanded(&bytes);
            let array: [u8; DecapsulationKey::LEN] = match &own {
                Ok(own) => *own.to_expanded().as_bytes(),
                Err(_) => array,
            };
            let other = fips203::$module::DecapsKey::try_from_bytes(array);
            assert_eq!(
                own.is_ok(),
                other.is_ok(),
                "{:?} {:?}",
                own.err(),
                other.err()
            );
            let (Ok(own), Ok(other)) = (own, other) else {
                return;
            };
            let other_ek =
                fips203::$module::EncapsKey::try_from_bytes(own.encapsulation_key().to_bytes());
            let Ok(other_ek) = other_ek else {
                panic!("an encapsulation key that only V2 accepts");
            };
            let (ciphertext, secret) = own.encapsulation_key().encapsulate_with_m(&[3; 32]);
            let (other_secret, other_ciphertext) = other_ek.encaps_from_seed(&[3; 32]);
            assert_eq!(secret.as_bytes(), &other_secret.into_bytes());
            // Of a changed key, the secret half need not fit the public one: then both reject, and alike.
            let opened = other.try_decaps(&other_ciphertext).map(SerDes::into_bytes);
            assert_eq!(ciphertext.as_bytes(), &other_ciphertext.into_bytes());
            assert_eq!(opened, Ok(*own.decapsulate(&ciphertext).as_bytes()));
        }
    };
}

kem!(ml_kem_512, k 2);
kem!(ml_kem_768, k 3);
kem!(ml_kem_1024, k 4);

macro_rules! signature {
    ($module:ident, $set:ident, s $s:literal) => {
        fn $module(input: &mut Input<'_>) {
            use arena_core::reference::ml_dsa::Parameters;
            use arena_core::reference::ml_dsa::encoding::sk_decode;
            use fips204::traits::{SerDes, Signer};
            use nexusq_v2::Error;
            use nexusq_v2::$module::SigningKey;

            let key = SigningKey::from_seed(&[input.byte(); 32]);
            let mut bytes = key.to_expanded().as_bytes().to_vec();
            edit(&mut bytes, input);
            let own = SigningKey::from_expanded(&bytes);
            let Some(parameters) = Parameters::of(nexusq_contract::ParameterSet::$set) else {
                panic!("the model does not know the parameter set");
            };
            // The range of s1 and s2, which FIPS 204 Alg. 25 leaves to its caller: V2 and the model check it, fips204 does not.
            // That tr is the hash of the public key only V2 checks.
            let range = !matches!(
                own,
                Err(Error::SigningKeyRange | Error::InvalidLength { .. })
            );
            let model = sk_decode(&parameters, &bytes);
            assert_eq!(range, model.is_ok(), "{:?}", own.err());
            let (Ok(own), Ok(array)) = (own, bytes.as_slice().try_into()) else {
                return;
            };
            let other = fips204::$module::PrivateKey::try_from_bytes(array);
            let Ok(other) = other else {
                panic!("a key that only V2 accepts: {:?}", other.err());
            };
            // With another t0 the signing loop may take thousands of attempts.
            let (right, s1, t0) = (key.to_expanded(), 128, 128 + $s);
            if bytes[t0..] != right.as_bytes()[t0..] {
                return;
            }
            // A small change of s2 leaves t1 as it is and with it the public key, but not t0: fips204 has an assertion against that.
            if bytes[s1..] == right.as_bytes()[s1..] {
                let public = other.get_public_key().into_bytes();
                assert_eq!(own.verifying_key().to_bytes(), public);
            }
            let theirs = other.try_sign_with_seed(&[0; 32], b"message", b"context");
            let ours = own.sign_deterministic(b"message", b"context");
            let ours = ours.map(|ours| ours.as_bytes().to_vec());
            assert_eq!(ours.ok(), theirs.map(|theirs| theirs.to_vec()).ok());
        }
    };
}

signature!(ml_dsa_44, MlDsa44, s 768);
signature!(ml_dsa_65, MlDsa65, s 1408);
signature!(ml_dsa_87, MlDsa87, s 1440);
