//! How many attempts a deterministic ML-DSA signature took, from the signature and the private key.
//!
//! Signing time is proportional to the number of attempts, which key and message fix, so it has to
//! be known to compare signing times. No implementation tells it, but everybody who has the key can
//! find it: with rnd = 0 the masks y of all attempts follow from key and message (FIPS 204 Alg. 7
//! lines 7 and 11), and the signature holds the mask that succeeded as y = z - c·s1. The number of
//! that mask is the number of attempts.

use crate::reference::ml_dsa::encoding::{
    PrivateKey, PrivateKeyError, Signature, sig_decode, sk_decode,
};
use crate::reference::ml_dsa::hash::h_array;
use crate::reference::ml_dsa::ntt::{inverse_ntt, ntt, ntt_each};
use crate::reference::ml_dsa::pure::message_prime;
use crate::reference::ml_dsa::ring::{NttPolynomial, Polynomial};
use crate::reference::ml_dsa::sampling::{expand_mask, expand_mask_entry, sample_in_ball};
use crate::reference::ml_dsa::sign::private_random_seed;
use crate::reference::ml_dsa::{Parameters, Rule, Rules};
use nexusq_contract::ParameterSet;

/// How many masks are compared. FIPS 204 table 3 lets an implementation give up after 814 attempts,
/// NIST's list of potential updates after 821; that more are needed has probability 2^-256.
pub const MOST_ATTEMPTS: u32 = 821;

/// Why the attempts can't be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttemptsError {
    /// Another scheme.
    #[error("{} is not ML-DSA; only its signatures have attempts that can be counted", .0.label())]
    NotMlDsa(ParameterSet),
    /// No private key of this parameter set.
    #[error(transparent)]
    PrivateKey(#[from] PrivateKeyError),
    /// The context is too long.
    #[error("the context has {0} bytes; FIPS 204 allows at most 255")]
    Context(usize),
    /// No signature of this parameter set.
    #[error("the signature can't be decoded, it breaks the rule that {}", .0.text())]
    Signature(Rule),
    /// None of the masks is that of the signature.
    #[error(
        "none of the first {MOST_ATTEMPTS} masks made with rnd = 0 gives this signature: it is hedged, or of another key, message or context"
    )]
    NotDeterministic,
}

/// The attempts of one signature; [`Recover`] is for many of one key.
///
/// # Errors
/// As [`Recover::new`] and [`Recover::attempts`].
pub fn attempts(
    set: ParameterSet,
    private_key_expanded: &[u8],
    message: &[u8],
    context: &[u8],
    signature: &[u8],
) -> Result<u32, AttemptsError> {
    Recover::new(set, private_key_expanded)?.attempts(message, context, signature)
}

/// A private key prepared for counting the attempts of its signatures.
pub struct Recover {
    p: Parameters,
    key: PrivateKey,
    s1: Vec<NttPolynomial>,
}

impl Recover {
    /// Prepares a private key in the expanded encoding (FIPS 204 Alg. 24).
    ///
    /// # Errors
    /// If the set is not one of ML-DSA or the bytes are no private key of it.
    pub fn new(set: ParameterSet, private_key_expanded: &[u8]) -> Result<Recover, AttemptsError> {
        let p = Parameters::of(set).ok_or(AttemptsError::NotMlDsa(set))?;
        let key = sk_decode(&p, private_key_expanded)?;
        let s1 = ntt_each(&key.s1);
        Ok(Recover { p, key, s1 })
    }

    /// The number of attempts, 1 for a signature whose first attempt succeeded.
    ///
    /// This looks at c̃ and z alone. Whether the signature is valid is a question for a verifier.
    ///
    /// # Errors
    /// If the context is too long, the signature can't be decoded, or it is not the deterministic
    /// signature of this key for message and context.
    pub fn attempts(
        &self,
        message: &[u8],
        context: &[u8],
        signature: &[u8],
    ) -> Result<u32, AttemptsError> {
        let message_prime = message_prime(Rules::all(), message, context)
            .map_err(|_| AttemptsError::Context(context.len()))?;
        let mu = h_array(&[&self.key.tr, &message_prime]);
        self.attempts_mu(&mu, signature)
    }

    /// The same with μ, the message representative, from outside.
    ///
    /// # Errors
    /// As [`Recover::attempts`].
    pub fn attempts_mu(&self, mu: &[u8; 64], signature: &[u8]) -> Result<u32, AttemptsError> {
        let signature =
            sig_decode(&self.p, Rules::all(), signature).map_err(AttemptsError::Signature)?;
        let rho = private_random_seed(&self.key, mu, &[0; 32]);
        let c = ntt(&sample_in_ball(&self.p, &signature.challenge));
        // Nearly every mask differs in its first polynomial, so the others are rarely made.
        let first = self.mask_entry(&c, &signature, 0);
        for attempt in 0..MOST_ATTEMPTS {
            let kappa = attempt as usize * self.p.l;
            let made = u16::try_from(kappa).map(|kappa| expand_mask_entry(&self.p, &rho, kappa));
            if made == Ok(first) && self.whole_mask_is(&c, &signature, &rho, kappa) {
                return Ok(attempt + 1);
            }
        }
        Err(AttemptsError::NotDeterministic)
    }

    /// An entry of y = z - c·s1.
    fn mask_entry(&self, c: &NttPolynomial, signature: &Signature, i: usize) -> Polynomial {
        let cs1 = inverse_ntt(&c.multiply(&self.s1[i]));
        signature.z[i].subtract(&cs1).centred()
    }

    fn whole_mask_is(
        &self,
        c: &NttPolynomial,
        signature: &Signature,
        rho: &[u8; 64],
        kappa: usize,
    ) -> bool {
        let mask = (0..self.p.l).map(|i| self.mask_entry(c, signature, i));
        expand_mask(&self.p, rho, kappa).is_some_and(|y| y.into_iter().eq(mask))
    }
}

/// How many attempts a signature takes on average over keys and messages, if the set is one of ML-DSA.
///
/// FIPS 204 table 1 says 4.25, 5.1 and 3.85. These are the higher values that NIST's list of potential
/// updates puts in their place; the test below derives them from the parameters.
pub const fn expected_attempts(set: ParameterSet) -> Option<f64> {
    match set {
        ParameterSet::MlDsa44 => Some(4.36),
        ParameterSet::MlDsa65 => Some(5.14),
        ParameterSet::MlDsa87 => Some(3.91),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
