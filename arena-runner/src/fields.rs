//! Named byte strings: the inputs and outputs of operations, as they travel on the wire.

use crate::erase::erase;
use serde::de::{Error as _, IgnoredAny, IntoDeserializer, MapAccess, Visitor, value};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// The names of byte strings on the wire. The words are those of FIPS 203 and 204.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// d‖z, ξ, or SK.seed‖SK.prf‖PK.seed.
    Seed,
    /// ek.
    EncapsulationKey,
    /// dk, expanded.
    DecapsulationKey,
    /// The randomness of encapsulation.
    M,
    /// c.
    Ciphertext,
    /// K.
    SharedSecret,
    /// pk.
    PublicKey,
    /// sk, expanded.
    PrivateKey,
    /// The message M.
    Message,
    /// The context string ctx.
    Context,
    /// The randomness of signing.
    Rnd,
    /// σ.
    Signature,
}

impl Field {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Field::Seed => "seed",
            Field::EncapsulationKey => "encapsulation_key",
            Field::DecapsulationKey => "decapsulation_key",
            Field::M => "m",
            Field::Ciphertext => "ciphertext",
            Field::SharedSecret => "shared_secret",
            Field::PublicKey => "public_key",
            Field::PrivateKey => "private_key",
            Field::Message => "message",
            Field::Context => "context",
            Field::Rnd => "rnd",
            Field::Signature => "signature",
        }
    }
}

/// Byte strings by name. Serialised as an object of lower-case hexadecimal strings.
///
/// They may be secrets, so they are erased when they are dropped: what a runner's memory holds of a
/// secret after a call is then not the harness's.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fields(BTreeMap<Field, Vec<u8>>);

impl Fields {
    /// No fields.
    pub fn new() -> Fields {
        Fields::default()
    }

    /// The same fields and one more; an earlier value under that name is replaced.
    #[must_use]
    pub fn with(mut self, field: Field, bytes: impl Into<Vec<u8>>) -> Fields {
        self.put(field, bytes.into());
        self
    }

    fn put(&mut self, field: Field, bytes: Vec<u8>) {
        if let Some(mut earlier) = self.0.insert(field, bytes) {
            erase(&mut earlier);
        }
    }

    /// The bytes under that name.
    pub fn get(&self, field: Field) -> Option<&[u8]> {
        self.0.get(&field).map(Vec::as_slice)
    }

    /// The bytes under that name, to be changed.
    pub(crate) fn get_mut(&mut self, field: Field) -> Option<&mut [u8]> {
        self.0.get_mut(&field).map(Vec::as_mut_slice)
    }

    /// Those of the named fields that are present.
    #[must_use]
    pub fn pick(&self, fields: &[Field]) -> Fields {
        let present = fields
            .iter()
            .filter_map(|field| self.0.get_key_value(field));
        Fields(
            present
                .map(|(field, bytes)| (*field, bytes.clone()))
                .collect(),
        )
    }

    /// Whether there is no field at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The fields in the order of [`Field`].
    pub fn iter(&self) -> impl Iterator<Item = (Field, &[u8])> {
        self.0
            .iter()
            .map(|(field, bytes)| (*field, bytes.as_slice()))
    }
}

impl Drop for Fields {
    fn drop(&mut self) {
        self.0.values_mut().for_each(erase);
    }
}

/// Names and lengths only: fields may be secrets.
impl fmt::Debug for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(
                self.0
                    .iter()
                    .map(|(field, bytes)| (field.name(), bytes.len())),
            )
            .finish()
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(
            self.0
                .iter()
                .map(|(field, bytes)| (field, hex::encode(bytes))),
        )
    }
}

/// Names that are not known are ignored: later versions of the protocol may have more.
impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of hexadecimal strings")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
        let mut fields = Fields::new();
        while let Some(name) = map.next_key::<String>()? {
            let known: Result<Field, value::Error> = Field::deserialize(name.into_deserializer());
            let Ok(field) = known else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            let text = map.next_value::<String>()?;
            // Room for all of it from the start: a vector that grows leaves copies behind.
            let mut bytes = vec![0; text.len() / 2];
            hex::decode_to_slice(&text, &mut bytes)
                .map_err(|error| A::Error::custom(format!("{}: {error}", field.name())))?;
            fields.put(field, bytes);
        }
        Ok(fields)
    }
}
