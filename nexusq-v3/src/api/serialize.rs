//! `serde` for public byte strings: lower-case hexadecimal where people read it, bytes elsewhere.
//!
//! There is none for secrets: they should not travel by accident.

use core::fmt;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserializer, Serializer};

struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

pub(crate) fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
    if to.is_human_readable() {
        to.collect_str(&Hex(bytes))
    } else {
        to.serialize_bytes(bytes)
    }
}

/// Reads exactly `N` bytes.
pub(crate) fn deserialize<'de, D: Deserializer<'de>, const N: usize>(
    from: D,
) -> Result<[u8; N], D::Error> {
    if from.is_human_readable() {
        from.deserialize_str(Bytes::<N>)
    } else {
        from.deserialize_bytes(Bytes::<N>)
    }
}

struct Bytes<const N: usize>;

impl<'de, const N: usize> Visitor<'de> for Bytes<N> {
    type Value = [u8; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{N} bytes, or twice as many hexadecimal digits")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<[u8; N], E> {
        let mut bytes = [0; N];
        if text.len() != 2 * N {
            return Err(E::invalid_length(text.len(), &self));
        }
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let (Some(high), Some(low)) = (digit(pair[0]), digit(pair[1])) else {
                return Err(E::custom("not a hexadecimal digit"));
            };
            *byte = high << 4 | low;
        }
        Ok(bytes)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<[u8; N], E> {
        bytes
            .try_into()
            .map_err(|_| E::invalid_length(bytes.len(), &self))
    }

    /// Formats without a byte string give a sequence of numbers.
    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<[u8; N], A::Error> {
        let mut bytes = [0; N];
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = sequence
                .next_element()?
                .ok_or_else(|| A::Error::invalid_length(index, &self))?;
        }
        match sequence.next_element::<u8>()? {
            None => Ok(bytes),
            Some(_) => Err(A::Error::invalid_length(N + 1, &self)),
        }
    }
}

fn digit(character: u8) -> Option<u8> {
    char::from(character)
        .to_digit(16)
        .and_then(|value| u8::try_from(value).ok())
}

/// `Serialize` and `Deserialize` for a type with `LEN`, `from_bytes` and the given `bytes`.
macro_rules! serialize_public {
    ($name:ident, $bytes:ident) => {
        /// Lower-case hexadecimal in formats that people read, bytes in the others.
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                crate::api::serialize::serialize(self.$bytes().as_ref(), to)
            }
        }

        /// With the checks of `from_bytes`.
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let bytes = crate::api::serialize::deserialize::<D, { $name::LEN }>(from)?;
                $name::from_bytes(&bytes).map_err(serde::de::Error::custom)
            }
        }
    };
}
