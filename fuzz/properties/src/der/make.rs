//! Key documents put together by hand from RFC 5280, RFC 5958, RFC 9881 and RFC 9935: no part of V2 writes any of this.

use crate::input::Input;

/// The last two arcs of each algorithm's object identifier under 2.16.840.1.101.3.4: RFC 9935 section 3, RFC 9881 section 2.
const ARCS: [[u8; 2]; 6] = [[4, 1], [4, 2], [4, 3], [3, 17], [3, 18], [3, 19]];

/// A DER value: tag, length in its shortest form, contents.
fn value(tag: u8, contents: &[u8]) -> Vec<u8> {
    let length = contents.len();
    let mut out = vec![tag];
    match length {
        0..0x80 => out.push(length as u8),
        0x80..0x100 => out.extend([0x81, length as u8]),
        _ => out.extend([0x82, (length >> 8) as u8, length as u8]),
    }
    out.extend(contents);
    out
}

fn identifier(algorithm: usize, parameters: &[u8]) -> Vec<u8> {
    let [family, set] = ARCS[algorithm];
    let oid = value(0x06, &[0x60, 0x86, 0x48, 1, 0x65, 3, 4, family, set]);
    value(0x30, &[oid.as_slice(), parameters].concat())
}

/// A SubjectPublicKeyInfo.
pub(super) fn spki(algorithm: usize, key: &[u8], parameters: &[u8]) -> Vec<u8> {
    let bits = value(0x03, &[&[0], key].concat());
    value(0x30, &[identifier(algorithm, parameters), bits].concat())
}

macro_rules! right_keys {
    ($($index:literal $module:ident $private:ident $to_public:ident $seed:literal;)*) => {
        /// An encoded public key, that of a seed of sevens.
        pub(super) fn right_public(algorithm: usize) -> Vec<u8> {
            match algorithm {
                $($index => nexusq_v2::$module::$private::from_seed(&[7; $seed]).$to_public().to_bytes().to_vec(),)*
                _ => Vec::new(),
            }
        }

        /// An expanded private key, that of a seed of this byte.
        fn right_expanded(algorithm: usize, seed: u8) -> Vec<u8> {
            match algorithm {
                $($index => nexusq_v2::$module::$private::from_seed(&[seed; $seed]).to_expanded().as_bytes().to_vec(),)*
                _ => Vec::new(),
            }
        }

        /// Bytes of a seed.
        fn seed_length(algorithm: usize) -> usize {
            match algorithm {
                $($index => $seed,)*
                _ => 0,
            }
        }

        /// A right document in PEM, as V2 writes it.
        pub(super) fn right_pem(algorithm: usize, public: bool) -> Vec<u8> {
            match algorithm {
                $($index => {
                    let key = nexusq_v2::$module::$private::from_seed(&[7; $seed]);
                    let text = if public {
                        key.$to_public().to_public_key_pem()
                    } else {
                        key.to_pkcs8_pem().map(|text| text.as_str().to_owned())
                    };
                    text.unwrap_or_default().into_bytes()
                })*
                _ => Vec::new(),
            }
        }
    };
}

right_keys! {
    0 ml_kem_512 DecapsulationKey encapsulation_key 64;
    1 ml_kem_768 DecapsulationKey encapsulation_key 64;
    2 ml_kem_1024 DecapsulationKey encapsulation_key 64;
    3 ml_dsa_44 SigningKey verifying_key 32;
    4 ml_dsa_65 SigningKey verifying_key 32;
    5 ml_dsa_87 SigningKey verifying_key 32;
}

/// The private key in a document: a CHOICE of three (RFC 9881 section 6, RFC 9935 section 6), or none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Seed,
    Expanded,
    Both,
    /// Both, but of two keys.
    OfTwoKeys,
    /// The seed in an OCTET STRING, as drafts of the RFCs had it.
    BareSeed,
    /// Both, and a third part.
    Three,
    Empty,
}

/// What a PKCS#8 document is put together from.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) algorithm: usize,
    form: Form,
    version: u8,
    /// How many bytes longer or shorter the seed is, and the expanded key.
    seed_off: i8,
    expanded_off: i8,
    /// NULL as parameters of the algorithm.
    parameters: bool,
    /// Attributes (RFC 5958): a set of none.
    attributes: bool,
    /// The public key (RFC 5958): its own, or another one.
    public: Option<bool>,
}

impl Document {
    /// One that the input chooses.
    pub(super) fn chosen(input: &mut Input<'_>) -> Document {
        const FORMS: [Form; 7] = [
            Form::Seed,
            Form::Expanded,
            Form::Both,
            Form::OfTwoKeys,
            Form::BareSeed,
            Form::Three,
            Form::Empty,
        ];
        let algorithm = usize::from(input.byte()) % ARCS.len();
        let form = *input.choose(&FORMS);
        let faults = input.byte();
        let off = |bit: u8, by: i8| if faults & bit != 0 { by } else { 0 };
        Document {
            algorithm,
            form,
            seed_off: off(1, 1) - off(2, 1),
            expanded_off: off(4, 1) - off(8, 1),
            parameters: faults & 16 != 0,
            attributes: faults & 32 != 0,
            public: *input.choose(&[None, Some(true), Some(false)]),
            version: *input.choose(&[0, 1, 2]),
        }
    }

    pub(super) fn to_der(&self) -> Vec<u8> {
        let algorithm = self.algorithm;
        let resized = |mut bytes: Vec<u8>, off: i8| {
            bytes.resize(bytes.len().saturating_add_signed(off.into()), 1);
            bytes
        };
        let seed = resized(vec![7; seed_length(algorithm)], self.seed_off);
        let expanded = |seed| resized(right_expanded(algorithm, seed), self.expanded_off);
        let octets = |bytes: &[u8]| value(0x04, bytes);
        let key = match self.form {
            Form::Seed => value(0x80, &seed),
            Form::Expanded => octets(&expanded(7)),
            Form::Both => value(0x30, &[octets(&seed), octets(&expanded(7))].concat()),
            Form::OfTwoKeys => value(0x30, &[octets(&seed), octets(&expanded(8))].concat()),
            Form::BareSeed => octets(&seed),
            Form::Three => {
                let parts = [octets(&seed), octets(&expanded(7)), octets(&[])];
                value(0x30, &parts.concat())
            }
            Form::Empty => Vec::new(),
        };
        let parameters: &[u8] = if self.parameters { &[0x05, 0x00] } else { &[] };
        let mut parts = vec![
            value(0x02, &[self.version]),
            identifier(algorithm, parameters),
            octets(&key),
        ];
        if self.attributes {
            parts.push(value(0xa0, &[]));
        }
        if let Some(own) = self.public {
            let mut public = right_public(algorithm);
            if !own {
                public[0] ^= 1;
            }
            parts.push(value(0x81, &[&[0], public.as_slice()].concat()));
        }
        value(0x30, &parts.concat())
    }

    /// Whether the RFCs allow it. A public key makes the version 1, which is called v2 (RFC 5958 section 2).
    pub(super) fn is_right(&self) -> bool {
        let lengths = match self.form {
            Form::Seed => self.seed_off == 0,
            Form::Expanded => self.expanded_off == 0,
            Form::Both => self.seed_off == 0 && self.expanded_off == 0,
            Form::OfTwoKeys | Form::BareSeed | Form::Three | Form::Empty => false,
        };
        let public = match self.public {
            None => self.version == 0,
            Some(own) => own && self.version == 1,
        };
        lengths && public && !self.parameters
    }
}
