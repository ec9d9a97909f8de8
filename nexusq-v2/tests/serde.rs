//! `serde` for public material: hexadecimal in JSON, bytes elsewhere, and the checks of `from_bytes`.
#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used)]

use nexusq_v2::ml_dsa_44::{Signature, SigningKey, VerifyingKey};
use nexusq_v2::ml_kem_512::{Ciphertext, DecapsulationKey, EncapsulationKey};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde::de::value::{BytesDeserializer, Error, SeqDeserializer};

fn round<T>(value: &T, bytes: &[u8])
where
    T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(serde_json::to_string(value).unwrap(), format!("\"{hex}\""));
    let read = |json: &str| serde_json::from_str::<T>(json);
    assert_eq!(&read(&format!("\"{hex}\"")).unwrap(), value);
    assert_eq!(
        &read(&format!("\"{}\"", hex.to_uppercase())).unwrap(),
        value
    );
    for wrong in [
        &hex[1..],
        &hex[2..],
        &format!("{hex}00"),
        &format!("0x{}", &hex[2..]),
        "",
    ] {
        assert!(read(&format!("\"{wrong}\"")).is_err());
    }
    assert!(read("null").is_err());
    // The other two ways a format may give bytes.
    let from_bytes = |bytes| T::deserialize(BytesDeserializer::<Error>::new(bytes));
    assert_eq!(&from_bytes(bytes).unwrap(), value);
    assert!(from_bytes(&bytes[1..]).is_err());
    let numbers =
        |bytes: &[u8]| T::deserialize(SeqDeserializer::<_, Error>::new(bytes.iter().copied()));
    assert_eq!(&numbers(bytes).unwrap(), value);
    assert!(numbers(&bytes[1..]).is_err());
    assert!(numbers(&[bytes, &[0]].concat()).is_err());
}

#[test]
fn public_material() {
    let dk = DecapsulationKey::from_seed(&[7; 64]);
    let ek = dk.encapsulation_key();
    round::<EncapsulationKey>(&ek, &ek.to_bytes());
    let (ciphertext, _) = ek.encapsulate_with_m(&[9; 32]);
    round::<Ciphertext>(&ciphertext, ciphertext.as_bytes());
    let sk = SigningKey::from_seed(&[7; 32]);
    round::<VerifyingKey>(&sk.verifying_key(), &sk.verifying_key().to_bytes());
    let signature = sk.sign_deterministic(b"", b"").unwrap();
    round::<Signature>(&signature, signature.as_bytes());
}

#[test]
fn an_encapsulation_key_is_checked() {
    let json = format!("\"{}\"", "ff".repeat(800));
    let error = serde_json::from_str::<EncapsulationKey>(&json)
        .err()
        .unwrap();
    assert!(
        error.to_string().contains("FIPS 203 section 7.2"),
        "{error}"
    );
}
