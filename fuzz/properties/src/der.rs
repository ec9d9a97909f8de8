//! The decoders of V2 that take keys in DER and PEM: SubjectPublicKeyInfo and PKCS#8 of RFC 9881 and RFC 9935.
//!
//! Documents that are put together here, part by part, are accepted exactly if the RFCs say so; for bytes of any other kind, what
//! was accepted must be of one algorithm only, must hold the key that came out, and must come back.

mod make;

use crate::input::{Input, edit};

/// A SubjectPublicKeyInfo: bytes as they are, or a right one with changes.
pub(crate) fn spki(data: &[u8]) {
    let mut input = Input::new(data);
    let accepted = match input.byte() {
        how @ 0..6 => {
            let mut der = make::spki(usize::from(how), &make::right_public(how.into()), &[]);
            let changed = edit(&mut der, &mut input);
            let accepted = accepted_spki(&der);
            assert!(
                changed || accepted == [usize::from(how)],
                "a right one is refused"
            );
            accepted
        }
        _ => accepted_spki(input.rest()),
    };
    assert!(
        accepted.len() <= 1,
        "a key of several algorithms: {accepted:?}"
    );
}

/// A PKCS#8 document: bytes as they are, one put together from parts that the input chooses, or such a one with changes.
pub(crate) fn pkcs8(data: &[u8]) {
    let mut input = Input::new(data);
    let accepted = match input.byte() {
        0 => {
            let document = make::Document::chosen(&mut input);
            let mut der = document.to_der();
            let changed = edit(&mut der, &mut input);
            let accepted = accepted_pkcs8(&der);
            if !changed {
                let right = document.is_right().then_some(document.algorithm);
                let right: Vec<usize> = right.into_iter().collect();
                assert_eq!(accepted, right, "{document:?}");
            }
            accepted
        }
        _ => accepted_pkcs8(input.rest()),
    };
    assert!(
        accepted.len() <= 1,
        "a key of several algorithms: {accepted:?}"
    );
}

/// Either kind of document in PEM: text as it is, or a right one with changes.
pub(crate) fn pem(data: &[u8]) {
    let mut input = Input::new(data);
    let how = input.byte();
    let mut text = match how {
        0..12 => make::right_pem(usize::from(how % 6), how < 6),
        _ => input.rest().to_vec(),
    };
    let changed = how < 12 && edit(&mut text, &mut input);
    let Ok(text) = std::str::from_utf8(&text) else {
        return;
    };
    let (public, private) = accepted_pem(text);
    assert!(public.len() + private.len() <= 1, "{public:?} {private:?}");
    if how < 12 && !changed {
        let right = vec![usize::from(how % 6)];
        assert_eq!(if how < 6 { public } else { private }, right);
    }
}

/// Whether a run of bytes is somewhere in others.
fn holds(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

macro_rules! algorithms {
    ($($index:literal $module:ident $public:ident $private:ident;)*) => {
        /// The algorithms that take the document; what they took is compared.
        fn accepted_spki(der: &[u8]) -> Vec<usize> {
            let mut accepted = Vec::new();
            $({
                use nexusq_v2::$module::$public as Public;
                if let Ok(key) = Public::from_public_key_der(der) {
                    // DER has one form for each value, and the identifier has no parameters: the document is the one form.
                    let own = key.to_public_key_der().unwrap_or_else(|error| panic!("{error}"));
                    assert_eq!(own.as_bytes(), der);
                    accepted.push($index);
                }
            })*
            accepted
        }

        fn accepted_pkcs8(der: &[u8]) -> Vec<usize> {
            use nexusq_v2::Error;
            let mut accepted = Vec::new();
            $({
                use nexusq_v2::$module::$private as Private;
                if let Ok(key) = Private::from_pkcs8_der(der) {
                    match (key.to_seed(), key.to_pkcs8_der()) {
                        (Some(seed), Ok(own)) => {
                            assert!(holds(der, seed.as_bytes()), "a seed that is not in the document");
                            assert_eq!(Private::from_pkcs8_der(own.as_bytes()), Ok(key));
                        }
                        (None, Err(Error::NoSeed)) => {
                            let again = Private::from_expanded(key.to_expanded().as_bytes());
                            assert_eq!(again.as_ref(), Ok(&key));
                        }
                        (seed, own) => panic!("{} and {:?}", seed.is_some(), own.err()),
                    }
                    accepted.push($index);
                }
            })*
            accepted
        }

        fn accepted_pem(text: &str) -> (Vec<usize>, Vec<usize>) {
            let (mut public, mut private) = (Vec::new(), Vec::new());
            $({
                use nexusq_v2::$module::{$private as Private, $public as Public};
                if let Ok(key) = Public::from_public_key_pem(text) {
                    let own = key.to_public_key_pem().unwrap_or_else(|error| panic!("{error}"));
                    assert_eq!(Public::from_public_key_pem(&own), Ok(key));
                    assert!(text.contains("-----BEGIN PUBLIC KEY-----"));
                    public.push($index);
                }
                if let Ok(key) = Private::from_pkcs8_pem(text) {
                    if let Ok(own) = key.to_pkcs8_pem() {
                        assert_eq!(Private::from_pkcs8_pem(&own), Ok(key));
                    }
                    assert!(text.contains("-----BEGIN PRIVATE KEY-----"));
                    private.push($index);
                }
            })*
            (public, private)
        }
    };
}

algorithms! {
    0 ml_kem_512 EncapsulationKey DecapsulationKey;
    1 ml_kem_768 EncapsulationKey DecapsulationKey;
    2 ml_kem_1024 EncapsulationKey DecapsulationKey;
    3 ml_dsa_44 VerifyingKey SigningKey;
    4 ml_dsa_65 VerifyingKey SigningKey;
    5 ml_dsa_87 VerifyingKey SigningKey;
}
