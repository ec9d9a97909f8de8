//! Signing: FIPS 204 Alg. 7, with a report of the attempts that were rejected.

use super::Parameters;
use super::encoding::{PrivateKey, Signature, sig_encode, w1_encode};
use super::hash::{h, h_array};
use super::hints::{Hint, count};
use super::ntt::{inverse_ntt_each, multiply_each, ntt, ntt_each};
use super::ring::{NttPolynomial, Polynomial, add, infinity_norm, matrix_vector, subtract};
use super::rounding::{high_bits, low_bits, make_hint, map_each};
use super::sampling::{expand_a, expand_mask, sample_in_ball};

/// A check of Alg. 7 that an attempt can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// ‖z‖∞ < γ1 - β, line 23.
    Z,
    /// ‖r0‖∞ < γ2 - β, line 23.
    R0,
    /// ‖c·t0‖∞ < γ2, line 28.
    Ct0,
    /// At most ω hints, line 28.
    HintCount,
}

/// The numbers that the checks of an attempt look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured {
    /// ‖z‖∞.
    pub z: i32,
    /// ‖r0‖∞.
    pub r0: i32,
    /// ‖c·t0‖∞ and the number of hints, if the checks of line 23 are passed.
    pub second: Option<(i32, usize)>,
}

/// A signature and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The encoded signature.
    pub signature: Vec<u8>,
    /// For each attempt that was rejected, the checks it failed, in the order of the standard. Those
    /// of line 28 are only made if those of line 23 are passed.
    pub rejections: Vec<Vec<Check>>,
    /// The numbers of every attempt, the successful one last.
    pub measured: Vec<Measured>,
}

impl Signed {
    /// How often the loop of Alg. 7 was run through, the successful time included.
    pub fn attempts(&self) -> usize {
        self.rejections.len() + 1
    }
}

/// No attempt succeeded before κ left the two bytes that Alg. 34 gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no signing attempt succeeded while kappa has two bytes; the private key can't be one that key generation makes"
)]
pub struct NoAttemptSucceeded;

/// Alg. 7, Sign_internal.
///
/// # Errors
/// If no attempt succeeds, which doesn't happen with a key from key generation.
pub fn sign_internal(
    p: &Parameters,
    key: &PrivateKey,
    message_prime: &[u8],
    rnd: &[u8; 32],
) -> Result<Signed, NoAttemptSucceeded> {
    sign_mu(p, key, &h_array(&[&key.tr, message_prime]), rnd)
}

/// Alg. 7 from line 7 on: μ, the message representative, comes from outside.
///
/// # Errors
/// As [`sign_internal`].
pub fn sign_mu(
    p: &Parameters,
    key: &PrivateKey,
    mu: &[u8; 64],
    rnd: &[u8; 32],
) -> Result<Signed, NoAttemptSucceeded> {
    let signer = Signer {
        p,
        a: expand_a(p, &key.rho),
        s1: ntt_each(&key.s1),
        s2: ntt_each(&key.s2),
        t0: ntt_each(&key.t0),
    };
    let rho = private_random_seed(key, mu, rnd);
    let mut rejections = Vec::new();
    let mut measured = Vec::new();
    loop {
        let kappa = p.l * rejections.len();
        let y = expand_mask(p, &rho, kappa).ok_or(NoAttemptSucceeded)?;
        let (numbers, outcome) = signer.attempt(mu, &y);
        measured.push(numbers);
        match outcome {
            Ok(signature) => {
                let signature = sig_encode(p, &signature);
                return Ok(Signed {
                    signature,
                    rejections,
                    measured,
                });
            }
            Err(failed) => rejections.push(failed),
        }
    }
}

/// ρ'', Alg. 7 line 7.
pub fn private_random_seed(key: &PrivateKey, mu: &[u8; 64], rnd: &[u8; 32]) -> [u8; 64] {
    h_array(&[&key.k, rnd, mu])
}

/// What the attempts have in common.
struct Signer<'a> {
    p: &'a Parameters,
    a: Vec<Vec<NttPolynomial>>,
    s1: Vec<NttPolynomial>,
    s2: Vec<NttPolynomial>,
    t0: Vec<NttPolynomial>,
}

impl Signer<'_> {
    /// Alg. 7 lines 12 to 30.
    fn attempt(
        &self,
        mu: &[u8; 64],
        y: &[Polynomial],
    ) -> (Measured, Result<Signature, Vec<Check>>) {
        let p = self.p;
        let w = inverse_ntt_each(&matrix_vector(&self.a, &ntt_each(y)));
        let w1 = map_each(&w, |r| high_bits(r, p.gamma2));
        let challenge = h(&[mu, &w1_encode(p, &w1)], p.challenge_length());
        let c = ntt(&sample_in_ball(p, &challenge));
        let z = add(y, &multiply_each(&c, &self.s1));
        let w_cs2 = subtract(&w, &multiply_each(&c, &self.s2));
        let r0 = map_each(&w_cs2, |r| low_bits(r, p.gamma2));
        let mut measured = Measured {
            z: infinity_norm(&z),
            r0: infinity_norm(&r0),
            second: None,
        };
        let line_23 = passed([
            (Check::Z, measured.z < p.gamma1 - p.beta()),
            (Check::R0, measured.r0 < p.gamma2 - p.beta()),
        ]);
        if let Err(failed) = line_23 {
            return (measured, Err(failed));
        }
        let ct0 = multiply_each(&c, &self.t0);
        let hint = self.hint(&ct0, &add(&w_cs2, &ct0));
        let (norm, ones) = (infinity_norm(&ct0), count(&hint));
        measured.second = Some((norm, ones));
        let line_28 = passed([
            (Check::Ct0, norm < p.gamma2),
            (Check::HintCount, ones <= p.omega),
        ]);
        let signature = line_28.map(|()| Signature {
            challenge,
            z: z.iter().map(Polynomial::centred).collect(),
            hint,
        });
        (measured, signature)
    }

    /// Alg. 7 line 26: MakeHint(-c·t0, w - c·s2 + c·t0).
    fn hint(&self, ct0: &[Polynomial], r: &[Polynomial]) -> Vec<Hint> {
        let each = |(ct0, r): (&Polynomial, &Polynomial)| {
            std::array::from_fn(|j| make_hint(-ct0.0[j], r.0[j], self.p.gamma2))
        };
        ct0.iter().zip(r).map(each).collect()
    }
}

/// The checks that failed, if any.
fn passed(checks: [(Check, bool); 2]) -> Result<(), Vec<Check>> {
    let failed: Vec<Check> = checks
        .into_iter()
        .filter_map(|(check, passed)| (!passed).then_some(check))
        .collect();
    if failed.is_empty() {
        Ok(())
    } else {
        Err(failed)
    }
}
