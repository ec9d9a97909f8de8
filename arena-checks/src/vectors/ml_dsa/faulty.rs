//! Verifiers that refuse what the standard accepts: stricter by one, or with an error in UseHint.
//!
//! They are the counterpart of `Rules::without`: vectors that must be accepted are worth something if
//! these refuse them.

use super::forge::Question;
use arena_core::reference::ml_dsa::encoding::{Signature, pk_decode, sig_decode, w1_encode};
use arena_core::reference::ml_dsa::hash::{h, h_array};
use arena_core::reference::ml_dsa::hints::{Hint, count};
use arena_core::reference::ml_dsa::ntt::{inverse_ntt, ntt, ntt_each};
use arena_core::reference::ml_dsa::pure::message_prime;
use arena_core::reference::ml_dsa::ring::{Polynomial, Q, matrix_vector};
use arena_core::reference::ml_dsa::rounding::{D, decompose, map_each, use_hint};
use arena_core::reference::ml_dsa::sampling::{expand_a, sample_in_ball};
use arena_core::reference::ml_dsa::{Parameters, Rule, Rules};

/// What is wrong with a verifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// It refuses a coefficient γ1 - β - 1 of z.
    ZUpperLimit,
    /// It refuses a coefficient -(γ1 - β - 1) of z.
    ZLowerLimit,
    /// It refuses ω hints.
    MostHints,
    /// It refuses a signature that has hints and a row without.
    EmptyRow,
    /// It refuses a signature without hints.
    NoHints,
    /// It wants hints to increase from row to row too.
    OrderAcrossRows,
    /// It refuses a context of 255 bytes.
    LongestContext,
    /// It refuses an empty message.
    EmptyMessage,
    /// UseHint goes up at r0 = 0.
    HintAtZeroUp,
    /// UseHint goes down at r0 = 1.
    HintAtOneDown,
    /// Decompose takes r0 = γ2 for -γ2, with r1 one higher.
    UpperEdge,
    /// Decompose gives r1 = m - 1 where r+ - r0 = q - 1, and not 0.
    NoWrapAround,
}

impl Fault {
    /// All faults.
    pub const ALL: [Fault; 12] = [
        Fault::ZUpperLimit,
        Fault::ZLowerLimit,
        Fault::MostHints,
        Fault::EmptyRow,
        Fault::NoHints,
        Fault::OrderAcrossRows,
        Fault::LongestContext,
        Fault::EmptyMessage,
        Fault::HintAtZeroUp,
        Fault::HintAtOneDown,
        Fault::UpperEdge,
        Fault::NoWrapAround,
    ];

    /// What it does, for people.
    pub const fn text(self) -> &'static str {
        match self {
            Fault::ZUpperLimit => "refuses z = gamma1 - beta - 1",
            Fault::ZLowerLimit => "refuses z = -(gamma1 - beta - 1)",
            Fault::MostHints => "refuses omega hints",
            Fault::EmptyRow => "refuses a row without hints",
            Fault::NoHints => "refuses a signature without hints",
            Fault::OrderAcrossRows => "wants hints to increase across rows",
            Fault::LongestContext => "refuses a context of 255 bytes",
            Fault::EmptyMessage => "refuses an empty message",
            Fault::HintAtZeroUp => "UseHint goes up at r0 = 0",
            Fault::HintAtOneDown => "UseHint goes down at r0 = 1",
            Fault::UpperEdge => "Decompose takes r0 = gamma2 for -gamma2",
            Fault::NoWrapAround => "Decompose gives m - 1 for 0 where r+ - r0 = q - 1",
        }
    }

    /// Whether the fault is one of arithmetic.
    pub const fn is_arithmetic(self) -> bool {
        matches!(
            self,
            Fault::HintAtZeroUp | Fault::HintAtOneDown | Fault::UpperEdge | Fault::NoWrapAround
        )
    }

    /// Whether a verifier with this fault, and no other, accepts.
    pub fn accepts(self, p: &Parameters, question: &Question) -> bool {
        if self.is_arithmetic() {
            return self.recomputes(p, question).is_ok();
        }
        let Ok(signature) = sig_decode(p, Rules::all(), &question.signature) else {
            return false;
        };
        !self.objects(p, question, &signature) && question.put_to_model(p, Rules::all()).is_ok()
    }

    fn objects(self, p: &Parameters, question: &Question, signature: &Signature) -> bool {
        let limit = p.gamma1 - p.beta() - 1;
        let has = |value: i32| signature.z.iter().any(|z| z.0.contains(&value));
        let ones = count(&signature.hint);
        let empty = |row: &Hint| !row.contains(&true);
        match self {
            Fault::ZUpperLimit => has(limit),
            Fault::ZLowerLimit => has(-limit),
            Fault::MostHints => ones == p.omega,
            Fault::EmptyRow => ones > 0 && signature.hint.iter().any(empty),
            Fault::NoHints => ones == 0,
            Fault::OrderAcrossRows => !increases(&signature.hint),
            Fault::LongestContext => question.context.len() == 255,
            Fault::EmptyMessage => question.message.is_empty(),
            _ => false,
        }
    }

    /// FIPS 204 Alg. 8 with another UseHint. The bounds of z are those of the question's maker.
    fn recomputes(self, p: &Parameters, question: &Question) -> Result<(), Rule> {
        let rules = Rules::all();
        let key = pk_decode(p, rules, &question.public_key)?;
        let prime = message_prime(rules, &question.message, &question.context)?;
        let mu: [u8; 64] = h_array(&[&key.tr, &prime]);
        let signature = sig_decode(p, rules, &question.signature)?;
        let c = ntt(&sample_in_ball(p, &signature.challenge));
        let az = matrix_vector(&expand_a(p, &key.rho), &ntt_each(&signature.z));
        let shifted = ntt_each(&map_each(&key.t1, |t| t << D));
        let w = az
            .iter()
            .zip(&shifted)
            .map(|(az, t1)| inverse_ntt(&az.subtract(&c.multiply(t1))));
        let high = |(w, hint): (Polynomial, &Hint)| {
            Polynomial(std::array::from_fn(|j| self.high(p, hint[j], w.0[j])))
        };
        let w1: Vec<Polynomial> = w.zip(&signature.hint).map(high).collect();
        let again = h(&[&mu, &w1_encode(p, &w1)], p.challenge_length());
        rules.check(Rule::Challenge, again == signature.challenge)
    }

    /// UseHint with the fault.
    fn high(self, p: &Parameters, hint: bool, r: i32) -> i32 {
        let m = (Q - 1) / (2 * p.gamma2);
        let (r1, r0) = decompose(r, p.gamma2);
        match self {
            Fault::HintAtZeroUp if hint && r0 == 0 => (r1 + 1) % m,
            Fault::HintAtOneDown if hint && r0 == 1 => (r1 + m - 1) % m,
            Fault::UpperEdge if !hint && r0 == p.gamma2 => (r1 + 1) % m,
            Fault::NoWrapAround if !hint && r.rem_euclid(Q) >= Q - p.gamma2 => m - 1,
            _ => use_hint(hint, r, p.gamma2),
        }
    }
}

/// Whether the places of the hints increase when the rows are read one after another.
fn increases(rows: &[Hint]) -> bool {
    let places = rows.iter().flat_map(|row| {
        let set = row.iter().enumerate().filter(|(_, hint)| **hint);
        set.map(|(place, _)| place)
    });
    places.is_sorted_by(|a, b| a < b)
}
