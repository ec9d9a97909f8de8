//! Private keys that no key generation makes, contexts of 255 and 256 bytes, and wrong lengths.
//!
//! - *Range.* skDecode gives coefficients under -η for some bit patterns (FIPS 204 Alg. 25). A key is
//!   generated, one coefficient of s1 or s2 is set so, and t = A·s1 + s2, t0 and tr are computed anew: the key fits
//!   together, and nothing but a look at the range tells it from another.
//! - *Consistency.* tr or t0 of a generated key is changed. Alg. 7 says what is signed with such a key, since
//!   it takes both from the key and looks no further.

use crate::case::Case;
use crate::policy::keys::{PRIVATE_KEY, SECRET_RANGE};
use crate::vector::{Expect, Vector};
use arena_core::corpus::derive;
use arena_core::reference::ml_dsa::Parameters;
use arena_core::reference::ml_dsa::encoding::{PrivateKey, pk_encode, sk_decode, sk_encode};
use arena_core::reference::ml_dsa::hash::h_array;
use arena_core::reference::ml_dsa::keygen::keygen_internal;
use arena_core::reference::ml_dsa::ntt::{inverse_ntt_each, ntt_each};
use arena_core::reference::ml_dsa::parameters::bitlen;
use arena_core::reference::ml_dsa::pure::sign;
use arena_core::reference::ml_dsa::ring::{add, matrix_vector};
use arena_core::reference::ml_dsa::rounding::{map_each, power2_round};
use arena_core::reference::ml_dsa::sampling::expand_a;
use arena_runner::message::{Operation, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::{Capability, ParameterSet};

const MESSAGE: &[u8] = b"a message";

/// The ways to sign that are tried where a refusal is the answer.
const WAYS: [(&str, Randomness, Capability); 2] = [
    (
        "deterministic",
        Randomness::Deterministic,
        Capability::SignDeterministic,
    ),
    ("hedged", Randomness::Own, Capability::SignHedged),
];

/// All of them for a parameter set.
pub fn vectors(set: ParameterSet, seed: u64) -> Vec<Vector> {
    let Some(material) = Material::new(set, seed) else {
        return Vec::new();
    };
    let mut vectors = material.range();
    vectors.extend(material.consistency());
    vectors.extend(material.contexts());
    vectors.extend(material.lengths());
    vectors
}

/// A key pair of the model.
struct Material {
    set: ParameterSet,
    p: Parameters,
    xi: Vec<u8>,
    sk: Vec<u8>,
    key: PrivateKey,
}

impl Material {
    fn new(set: ParameterSet, seed: u64) -> Option<Material> {
        let p = Parameters::of(set)?;
        let xi = derive(seed, "rejection xi", 32);
        let (_, sk) = keygen_internal(&p, xi.as_slice().try_into().ok()?);
        let key = sk_decode(&p, &sk).ok()?;
        Some(Material {
            set,
            p,
            xi,
            sk,
            key,
        })
    }

    fn vector(
        &self,
        group: &str,
        id: impl Into<String>,
        (randomness, needs): (Randomness, &[Capability]),
        inputs: Fields,
        expect: Expect,
    ) -> Vector {
        Vector {
            case: Case::new(self.set, group, id),
            operation: Operation::Sign,
            randomness,
            inputs,
            needs: needs.to_vec(),
            expect,
        }
    }

    fn inputs(&self, sk: &[u8]) -> Fields {
        Fields::new()
            .with(Field::PrivateKey, sk)
            .with(Field::Message, MESSAGE)
    }

    /// The nearest coefficient under -η that can be encoded, and the farthest.
    fn range(&self) -> Vec<Vector> {
        let eta = self.p.eta;
        let farthest = eta + 1 - (1 << bitlen(2 * eta));
        let mut vectors = Vec::new();
        for value in [-eta - 1, farthest] {
            for what in ["s1", "s2"] {
                let Some(sk) = self.out_of_range(what, value) else {
                    continue;
                };
                for (way, randomness, capability) in WAYS {
                    let id = format!("{what}-{}-below-0-{way}", -value);
                    let needs: &[Capability] = &[capability, Capability::ImportExpanded];
                    let expect = Expect::RefusedOrAnything(SECRET_RANGE);
                    let inputs = self.inputs(&sk);
                    vectors.push(self.vector(
                        "private-key-range",
                        id,
                        (randomness, needs),
                        inputs,
                        expect,
                    ));
                }
            }
        }
        vectors
    }

    /// The key with the first coefficient of s1 or the last of s2 set, and all that follows from it.
    fn out_of_range(&self, what: &str, value: i32) -> Option<Vec<u8>> {
        let mut key = self.key.clone();
        if what == "s1" {
            *key.s1.first_mut()?.0.first_mut()? = value;
        } else {
            *key.s2.last_mut()?.0.last_mut()? = value;
        }
        let a = expand_a(&self.p, &key.rho);
        let product = inverse_ntt_each(&matrix_vector(&a, &ntt_each(&key.s1)));
        let t = add(&product, &key.s2);
        let t1 = map_each(&t, |r| power2_round(r).0);
        key.t0 = map_each(&t, |r| power2_round(r).1);
        key.tr = h_array(&[&pk_encode(&key.rho, &t1)]);
        Some(sk_encode(&self.p, &key))
    }

    fn consistency(&self) -> Vec<Vector> {
        let mut tr = self.key.clone();
        tr.tr[0] ^= 1;
        let mut t0 = self.key.clone();
        if let Some(row) = t0.t0.first_mut() {
            row.0[0] = if row.0[0] == 0 { 1 } else { 0 };
        }
        let mut vectors = Vec::new();
        for (id, key) in [("tr", tr), ("t0", t0)] {
            let sk = sk_encode(&self.p, &key);
            let Ok(signed) = sign(&self.p, &sk, MESSAGE, &[], &[0; 32]) else {
                continue;
            };
            let outputs = Fields::new().with(Field::Signature, signed.signature);
            vectors.push(self.vector(
                "private-key-consistency",
                id,
                (
                    Randomness::Deterministic,
                    &[Capability::SignDeterministic, Capability::ImportExpanded],
                ),
                self.inputs(&sk),
                Expect::OutputsOr(PRIVATE_KEY, outputs),
            ));
        }
        vectors
    }

    /// FIPS 204 Alg. 2 line 1: a context of more than 255 bytes is not signed.
    fn contexts(&self) -> Vec<Vector> {
        let mut vectors = Vec::new();
        for (form, field, key, import) in self.forms() {
            for (way, randomness, capability) in WAYS {
                let needs = &[capability, import, Capability::Context];
                for length in [255, 256, 257] {
                    let context = vec![5; length];
                    let inputs = Fields::new()
                        .with(field, key)
                        .with(Field::Message, MESSAGE)
                        .with(Field::Context, context.as_slice());
                    let id = format!("{length}-bytes-{form}-{way}");
                    let signed = sign(&self.p, &self.sk, MESSAGE, &context, &[0; 32]);
                    let expect = match (signed, randomness) {
                        (Err(_), _) => Expect::Refused,
                        (Ok(signed), Randomness::Deterministic) => {
                            Expect::Outputs(Fields::new().with(Field::Signature, signed.signature))
                        }
                        (Ok(_), _) => Expect::Outputs(Fields::new()),
                    };
                    vectors.push(self.vector(
                        "signing-context",
                        id,
                        (randomness, needs),
                        inputs,
                        expect,
                    ));
                }
            }
        }
        vectors
    }

    fn forms(&self) -> [(&'static str, Field, &[u8], Capability); 2] {
        [
            ("seed", Field::Seed, &self.xi, Capability::ImportSeed),
            (
                "expanded",
                Field::PrivateKey,
                &self.sk,
                Capability::ImportExpanded,
            ),
        ]
    }

    /// One byte less, one more, none: of the key in both forms, of ξ for key generation, of rnd.
    fn lengths(&self) -> Vec<Vector> {
        let mut vectors = Vec::new();
        for (form, field, key, import) in self.forms() {
            for (name, key) in lengths_of(key) {
                for (way, randomness, capability) in WAYS {
                    let inputs = Fields::new()
                        .with(field, key.as_slice())
                        .with(Field::Message, MESSAGE);
                    let id = format!("{form}-{name}-{way}");
                    let needs = &[capability, import];
                    vectors.push(self.vector(
                        "private-key-length",
                        id,
                        (randomness, needs),
                        inputs,
                        Expect::Refused,
                    ));
                }
            }
        }
        for (name, seed) in lengths_of(&self.xi) {
            let inputs = Fields::new().with(Field::Seed, seed);
            let needs = &[Capability::GenerateFromSeed];
            let mut vector = self.vector(
                "seed-length",
                name,
                (Randomness::Given, needs),
                inputs,
                Expect::Refused,
            );
            vector.operation = Operation::Keygen;
            vectors.push(vector);
        }
        for (form, field, key, import) in self.forms() {
            for (name, rnd) in lengths_of(&[9; 32]) {
                let inputs = Fields::new()
                    .with(field, key)
                    .with(Field::Message, MESSAGE)
                    .with(Field::Rnd, rnd);
                let id = format!("{form}-{name}");
                let needs = &[Capability::SignWithRnd, import];
                vectors.push(self.vector(
                    "rnd-length",
                    id,
                    (Randomness::Given, needs),
                    inputs,
                    Expect::Refused,
                ));
            }
        }
        vectors
    }
}

/// The bytes with one less, one more, and none.
pub fn lengths_of(bytes: &[u8]) -> [(&'static str, Vec<u8>); 3] {
    let less = bytes.split_last().map_or(&[][..], |(_, less)| less);
    [
        ("1-less", less.to_vec()),
        ("1-more", [bytes, &[0]].concat()),
        ("empty", Vec::new()),
    ]
}
