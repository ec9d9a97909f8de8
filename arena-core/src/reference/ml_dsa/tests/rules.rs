//! For each rule a signature that a verifier without it accepts, and every other refuses.
//!
//! They are signatures for a public key with t1 = 0. For it w' = A·z - c·t1·2^d doesn't depend on c,
//! so everybody can choose z and h and hash to c̃ afterwards, and break one rule and no other.

use crate::reference::ml_dsa::bits::bit_pack;
use crate::reference::ml_dsa::encoding::{PublicKey, Signature, pk_decode, pk_encode};
use crate::reference::ml_dsa::hash::h_array;
use crate::reference::ml_dsa::hints::hint_bit_unpack;
use crate::reference::ml_dsa::pure::{message_prime, verify};
use crate::reference::ml_dsa::ring::Polynomial;
use crate::reference::ml_dsa::verify::challenge;
use crate::reference::ml_dsa::{Parameters, Rule, Rules};
use nexusq_contract::ParameterSet;

const MESSAGE: &[u8] = b"a message";

/// What a verifier is asked.
#[derive(Clone)]
struct Question {
    public_key: Vec<u8>,
    context: Vec<u8>,
    signature: Vec<u8>,
}

/// The parts of a signature that can be chosen.
struct Choice {
    context: Vec<u8>,
    z: Vec<Polynomial>,
    /// The encoded hint.
    y: Vec<u8>,
}

struct Forger {
    p: Parameters,
    public_key: Vec<u8>,
    key: PublicKey,
}

impl Forger {
    fn new(set: ParameterSet) -> Forger {
        let p = Parameters::of(set).unwrap();
        let public_key = pk_encode(&[7; 32], &vec![Polynomial::ZERO; p.k]);
        let key = pk_decode(&p, Rules::all(), &public_key).unwrap();
        Forger { p, public_key, key }
    }

    /// Numbers on both sides of 0 for z, no hints.
    fn choice(&self) -> Choice {
        let z = Polynomial(std::array::from_fn(|i| 1000 * i as i32 % 60_000 - 30_000));
        Choice {
            context: vec![5; 3],
            z: vec![z; self.p.l],
            y: vec![0; self.p.hint_length()],
        }
    }

    /// The first hints, and where each row of them ends.
    fn choice_of_hints(&self, hints: &[u8], cuts: &[u8]) -> Choice {
        let mut choice = self.choice();
        choice.y[..hints.len()].copy_from_slice(hints);
        let last = cuts.iter().chain(std::iter::repeat(&cuts[cuts.len() - 1]));
        let cuts = choice.y[self.p.omega..].iter_mut().zip(last);
        cuts.for_each(|(place, cut)| *place = *cut);
        choice
    }

    fn choice_of_z(&self, coefficient: i32) -> Choice {
        let mut choice = self.choice();
        choice.z[self.p.l - 1].0[17] = coefficient;
        choice
    }

    /// The signature that a verifier with these rules accepts.
    fn forge(&self, rules: Rules, choice: Choice) -> Question {
        let message_prime = message_prime(rules, MESSAGE, &choice.context).unwrap();
        let mu = h_array(&[&self.key.tr, &message_prime]);
        let mut signature = Signature {
            challenge: vec![0; self.p.challenge_length()],
            z: choice.z,
            hint: hint_bit_unpack(&self.p, rules, &choice.y).unwrap(),
        };
        signature.challenge = challenge(&self.p, &self.key, &mu, &signature);
        let mut bytes = signature.challenge;
        for z in &signature.z {
            bytes.extend(bit_pack(z, self.p.gamma1 - 1, self.p.gamma1));
        }
        bytes.extend(choice.y);
        Question {
            public_key: self.public_key.clone(),
            context: choice.context,
            signature: bytes,
        }
    }

    fn verify(&self, rules: Rules, question: &Question) -> Result<(), Rule> {
        let Question {
            public_key,
            context,
            signature,
        } = question;
        verify(&self.p, rules, public_key, MESSAGE, context, signature)
    }

    fn assert_accepted(&self, question: &Question) {
        for rules in Rule::ALL.map(Rules::without) {
            assert_eq!(self.verify(rules, question), Ok(()), "{rules:?}");
        }
        assert_eq!(self.verify(Rules::all(), question), Ok(()));
    }

    /// Only the verifier without the rule accepts; all others refuse for that rule.
    fn assert_breaks(&self, rule: Rule, question: &Question) {
        assert_eq!(self.verify(Rules::all(), question), Err(rule));
        for other in Rule::ALL {
            let expected = if other == rule { Ok(()) } else { Err(rule) };
            let outcome = self.verify(Rules::without(other), question);
            assert_eq!(outcome, expected, "without {other:?}");
        }
    }

    fn assert_forgery_breaks(&self, rule: Rule, choice: Choice) {
        self.assert_breaks(rule, &self.forge(Rules::without(rule), choice));
    }
}

fn forgers() -> [Forger; 3] {
    [
        ParameterSet::MlDsa44,
        ParameterSet::MlDsa65,
        ParameterSet::MlDsa87,
    ]
    .map(Forger::new)
}

#[test]
fn what_breaks_no_rule_is_accepted() {
    for forger in forgers() {
        let most = forger.p.gamma1 - forger.p.beta() - 1;
        let omega = forger.p.omega as u8;
        let mut longest = forger.choice();
        longest.context = vec![1; 255];
        let full: Vec<u8> = (0..omega).collect();
        for choice in [
            forger.choice_of_z(most),
            forger.choice_of_z(-most),
            forger.choice_of_hints(&[3, 9, 255, 0, 1], &[3, 3, 5]),
            forger.choice_of_hints(&full, &[0, omega]),
            longest,
        ] {
            forger.assert_accepted(&forger.forge(Rules::all(), choice));
        }
    }
}

#[test]
fn the_lengths() {
    for forger in forgers() {
        let question = forger.forge(Rules::all(), forger.choice());
        let mut long = question.clone();
        long.public_key.push(1);
        forger.assert_breaks(Rule::PublicKeyLength, &long);
        // t1 and the last cut are 0, so filling with zeros gives them back.
        let mut short = question.clone();
        short.public_key.pop();
        forger.assert_breaks(Rule::PublicKeyLength, &short);
        let mut long = question.clone();
        long.signature.push(1);
        forger.assert_breaks(Rule::SignatureLength, &long);
        let mut short = question;
        short.signature.pop();
        forger.assert_breaks(Rule::SignatureLength, &short);
        let mut choice = forger.choice();
        choice.context = vec![5; 256];
        forger.assert_forgery_breaks(Rule::ContextLength, choice);
    }
}

#[test]
fn the_encoding_of_hints() {
    for forger in forgers() {
        let omega = forger.p.omega as u8;
        let too_many: Vec<u8> = (0..omega).collect();
        let mut padded = forger.choice_of_hints(&[3], &[1]);
        padded.y[usize::from(omega) - 1] = 1;
        for (rule, choice) in [
            (Rule::CutOrder, forger.choice_of_hints(&[3, 9], &[2, 1, 2])),
            (
                Rule::HintCount,
                forger.choice_of_hints(&too_many, &[omega + 1]),
            ),
            (Rule::HintOrder, forger.choice_of_hints(&[9, 3], &[0, 2])),
            (
                Rule::HintRepetition,
                forger.choice_of_hints(&[3, 3], &[0, 2]),
            ),
            (Rule::ZeroPadding, padded),
        ] {
            forger.assert_forgery_breaks(rule, choice);
        }
    }
}

#[test]
fn the_bound_of_z() {
    for forger in forgers() {
        let bound = forger.p.gamma1 - forger.p.beta();
        for (rule, coefficient) in [
            (Rule::ZUpperBound, bound),
            (Rule::ZUpperBound, forger.p.gamma1),
            (Rule::ZLowerBound, -bound),
            (Rule::ZLowerBound, 1 - forger.p.gamma1),
        ] {
            forger.assert_forgery_breaks(rule, forger.choice_of_z(coefficient));
        }
    }
}

#[test]
fn the_challenge() {
    for forger in forgers() {
        let question = forger.forge(Rules::all(), forger.choice());
        for place in [0, 31, forger.p.challenge_length() - 1] {
            let mut question = question.clone();
            question.signature[place] ^= 0x80;
            forger.assert_breaks(Rule::Challenge, &question);
        }
    }
}

#[test]
fn no_bytes_make_a_verifier_panic() {
    for forger in forgers() {
        for rules in Rule::ALL
            .map(Rules::without)
            .into_iter()
            .chain([Rules::all()])
        {
            for length in [0, 1, 31, 32, 33, forger.p.signature_length(), 6000] {
                for byte in [0, 0x5a, 0xff] {
                    let bytes = vec![byte; length];
                    let question = Question {
                        public_key: bytes.clone(),
                        context: bytes.clone(),
                        signature: bytes,
                    };
                    let _ = forger.verify(rules, &question);
                    let mut question = forger.forge(Rules::all(), forger.choice());
                    question.signature.truncate(length);
                    question.signature.fill(byte);
                    let _ = forger.verify(rules, &question);
                }
            }
        }
    }
}
