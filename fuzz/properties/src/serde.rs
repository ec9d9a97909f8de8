//! The public types of V2 in JSON: what is read is what `from_bytes` accepts, and is written in lower-case hexadecimal.

use crate::input::{Input, edit};

/// One of the types on text of any kind, or on a right one with changes.
pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let (kind, how) = (input.byte(), input.byte());
    let read = READERS[usize::from(kind) % READERS.len()];
    let text = if how.is_multiple_of(2) {
        input.rest().to_vec()
    } else {
        let mut text = read(b"").unwrap_or_default();
        edit(&mut text, &mut input);
        text
    };
    let _ = read(&text);
}

/// Reads a text; what V2 writes for the value. Of no text, a right one.
type Reader = fn(&[u8]) -> Option<Vec<u8>>;

const READERS: [Reader; 12] = [
    ml_kem_512::key,
    ml_kem_512::message,
    ml_kem_768::key,
    ml_kem_768::message,
    ml_kem_1024::key,
    ml_kem_1024::message,
    ml_dsa_44::key,
    ml_dsa_44::message,
    ml_dsa_65::key,
    ml_dsa_65::message,
    ml_dsa_87::key,
    ml_dsa_87::message,
];

/// The hexadecimal digits of a JSON string, as bytes.
fn digits(text: &[u8]) -> Option<Vec<u8>> {
    let text: String = serde_json::from_slice(text).ok()?;
    hex::decode(text).ok()
}

macro_rules! reader {
    ($function:ident, $type:ty, $right:expr) => {
        pub(super) fn $function(text: &[u8]) -> Option<Vec<u8>> {
            if text.is_empty() {
                return serde_json::to_vec(&$right).ok();
            }
            let bytes = digits(text);
            let right = bytes
                .as_ref()
                .and_then(|bytes| <$type>::from_bytes(bytes).ok());
            let read = serde_json::from_slice::<$type>(text).ok();
            assert_eq!(read, right);
            let written = serde_json::to_vec(&read?).unwrap_or_else(|error| panic!("{error}"));
            let own = format!("\"{}\"", hex::encode(bytes.unwrap_or_default()));
            assert_eq!(written, own.as_bytes());
            Some(written)
        }
    };
}

macro_rules! kem {
    ($module:ident) => {
        mod $module {
            use super::digits;
            use nexusq_v2::$module::{Ciphertext, DecapsulationKey, EncapsulationKey};

            reader!(
                key,
                EncapsulationKey,
                DecapsulationKey::from_seed(&[7; 64]).encapsulation_key()
            );
            reader!(
                message,
                Ciphertext,
                DecapsulationKey::from_seed(&[7; 64])
                    .encapsulation_key()
                    .encapsulate_with_m(&[9; 32])
                    .0
            );
        }
    };
}

kem!(ml_kem_512);
kem!(ml_kem_768);
kem!(ml_kem_1024);

macro_rules! signature {
    ($module:ident) => {
        mod $module {
            use super::digits;
            use nexusq_v2::$module::{Signature, SigningKey, VerifyingKey};

            reader!(
                key,
                VerifyingKey,
                SigningKey::from_seed(&[7; 32]).verifying_key()
            );
            reader!(
                message,
                Signature,
                SigningKey::from_seed(&[7; 32])
                    .sign_deterministic(b"message", b"")
                    .ok()?
            );
        }
    };
}

signature!(ml_dsa_44);
signature!(ml_dsa_65);
signature!(ml_dsa_87);
