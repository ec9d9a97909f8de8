//! Signatures that are made without a signing key.
//!
//! A verifier computes w' = A·z - c·t1·2^d and takes c̃ for right if it is H(μ ‖ w1Encode(UseHint(h, w')))
//! (FIPS 204 Alg. 8 lines 9 to 13). For a public key with t1 = 0, which pkDecode takes like any other, the
//! second term is gone and w' = A·z doesn't depend on the challenge. So everybody can choose z and h
//! first, compute c̃ from them, and has a signature that every check passes. Since z and the encoding of
//! h are chosen freely, one rule can be broken and no other, or a limit be met exactly.
//!
//! The same freedom sets a coefficient of w': see [`Forger::with_commitment`].

use arena_core::reference::ml_dsa::bits::bit_pack;
use arena_core::reference::ml_dsa::encoding::{PublicKey, Signature, pk_decode, pk_encode};
use arena_core::reference::ml_dsa::hash::h_array;
use arena_core::reference::ml_dsa::hints::hint_bit_unpack;
use arena_core::reference::ml_dsa::ntt::{inverse_ntt, inverse_ntt_each, ntt_each};
use arena_core::reference::ml_dsa::pure::{message_prime, verify};
use arena_core::reference::ml_dsa::ring::{
    N, NttPolynomial, Polynomial, Q, matrix_vector, mod_pm, product,
};
use arena_core::reference::ml_dsa::sampling::expand_a;
use arena_core::reference::ml_dsa::verify::challenge;
use arena_core::reference::ml_dsa::{Parameters, Rule, Rules};
use nexusq_contract::ParameterSet;

/// ρ of the public key. Any will do.
const RHO: [u8; 32] = [7; 32];

/// The message, where nothing is said about it.
const MESSAGE: &[u8] = b"a message";

/// What a verifier is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The encoded public key.
    pub public_key: Vec<u8>,
    /// The message.
    pub message: Vec<u8>,
    /// The context.
    pub context: Vec<u8>,
    /// The encoded signature.
    pub signature: Vec<u8>,
}

impl Question {
    /// What the model's verifier with these rules answers.
    ///
    /// # Errors
    /// The first rule that is found broken.
    pub fn put_to_model(&self, p: &Parameters, rules: Rules) -> Result<(), Rule> {
        let Question {
            public_key,
            message,
            context,
            signature,
        } = self;
        verify(p, rules, public_key, message, context, signature)
    }
}

/// The parts of a signature that can be chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The message.
    pub message: Vec<u8>,
    /// The context.
    pub context: Vec<u8>,
    /// The response.
    pub z: Vec<Polynomial>,
    /// The encoded hint: ω places, then k cuts.
    pub hint: Vec<u8>,
}

/// A public key with t1 = 0, and what forging needs.
pub struct Forger {
    /// The parameter set.
    pub set: ParameterSet,
    /// Its parameters.
    pub p: Parameters,
    /// The encoded public key.
    pub public_key: Vec<u8>,
    key: PublicKey,
    a: Vec<Vec<NttPolynomial>>,
}

impl Forger {
    /// The forger of a parameter set, or `None` if it is not one of ML-DSA.
    pub fn new(set: ParameterSet) -> Option<Forger> {
        let p = Parameters::of(set)?;
        let public_key = pk_encode(&RHO, &vec![Polynomial::ZERO; p.k]);
        let key = pk_decode(&p, Rules::all(), &public_key).ok()?;
        Some(Forger {
            set,
            p,
            public_key,
            key,
            a: expand_a(&p, &RHO),
        })
    }

    /// The largest coefficient of z that is accepted: γ1 - β - 1.
    pub fn limit(&self) -> i32 {
        self.p.gamma1 - self.p.beta() - 1
    }

    /// ω, which fits into a byte for every parameter set.
    pub fn omega(&self) -> u8 {
        self.p.omega as u8
    }

    /// Numbers on both sides of 0 for z, no hints, no context.
    pub fn choice(&self) -> Choice {
        let z = Polynomial(std::array::from_fn(|i| 1000 * i as i32 % 60_000 - 30_000));
        Choice {
            message: MESSAGE.to_vec(),
            context: Vec::new(),
            z: vec![z; self.p.l],
            hint: vec![0; self.p.hint_length()],
        }
    }

    /// With these hints at the start, and where each row of them ends; the last cut stands for the rows after it.
    pub fn with_hints(&self, hints: &[u8], cuts: &[u8]) -> Choice {
        let mut choice = self.choice();
        let places = choice.hint.iter_mut().zip(hints);
        places.for_each(|(place, hint)| *place = *hint);
        let last = cuts.last().copied().unwrap_or(0);
        let all = cuts.iter().copied().chain(std::iter::repeat(last));
        let places = choice.hint.iter_mut().skip(self.p.omega).zip(all);
        places.for_each(|(place, cut)| *place = cut);
        choice
    }

    /// With this coefficient at a place of a polynomial of z.
    pub fn with_coefficient(&self, polynomial: usize, place: usize, value: i32) -> Choice {
        let mut choice = self.choice();
        if let Some(z) = choice.z.get_mut(polynomial) {
            z.0[place % N] = value;
        }
        choice
    }

    /// With z = 0, and so w' = 0.
    pub fn with_zero(&self) -> Choice {
        let mut choice = self.choice();
        choice.z.fill(Polynomial::ZERO);
        choice
    }

    /// With a z for which a coefficient of w' has the value `target`, and whether that coefficient is hinted.
    ///
    /// Adding x to the constant coefficient of z's last polynomial adds x·a to a row of w', where a is the
    /// polynomial in the last column of A. So for row i and place j the target is met with
    /// x = (target - w'[i][j]) / a[i][j] mod q. That x is in z's range for one place in a few dozen at
    /// worst, and there are 256·k places: the first that fits is taken.
    pub fn with_commitment(&self, target: i32, hinted: bool) -> Option<Choice> {
        let mut choice = self.choice();
        let w = inverse_ntt_each(&matrix_vector(&self.a, &ntt_each(&choice.z)));
        let last = self.p.l - 1;
        let start = choice.z[last].0[0];
        for (i, (w, row)) in w.iter().zip(&self.a).enumerate() {
            let a = inverse_ntt(&row[last]);
            for j in 0..=u8::MAX {
                let (w, a) = (w.0[usize::from(j)], a.0[usize::from(j)]);
                let x = product((target - w).rem_euclid(Q), inverse(a));
                let value = mod_pm(x + start, Q);
                if a != 0 && value.abs() <= self.limit() {
                    choice.z[last].0[0] = value;
                    if hinted {
                        choice.hint[0] = j;
                        choice.hint[self.p.omega + i..].fill(1);
                    }
                    return Some(choice);
                }
            }
        }
        None
    }

    /// The signature that a verifier with these rules accepts.
    ///
    /// # Errors
    /// A rule other than those of z and c̃ that the choice breaks although it is among the rules.
    pub fn forge(&self, rules: Rules, choice: Choice) -> Result<Question, Rule> {
        let prime = message_prime(rules, &choice.message, &choice.context)?;
        let mu = h_array(&[&self.key.tr, &prime]);
        let parts = Signature {
            challenge: vec![0; self.p.challenge_length()],
            hint: hint_bit_unpack(&self.p, rules, &choice.hint)?,
            z: choice.z,
        };
        let mut signature = challenge(&self.p, &self.key, &mu, &parts);
        for z in &parts.z {
            signature.extend(bit_pack(z, self.p.gamma1 - 1, self.p.gamma1));
        }
        signature.extend(choice.hint);
        Ok(Question {
            public_key: self.public_key.clone(),
            message: choice.message,
            context: choice.context,
            signature,
        })
    }
}

/// The inverse modulo q, by Fermat: a^(q - 2). 0 for 0.
fn inverse(a: i32) -> i32 {
    let (mut power, mut square, mut exponent) = (1, a.rem_euclid(Q), Q - 2);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = product(power, square);
        }
        square = product(square, square);
        exponent /= 2;
    }
    power
}
