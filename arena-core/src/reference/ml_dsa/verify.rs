//! Verifying: FIPS 204 Alg. 8.

use super::encoding::{PublicKey, Signature, pk_decode, sig_decode, w1_encode};
use super::hash::{h, h_array};
use super::ntt::{inverse_ntt, ntt, ntt_each};
use super::ring::{Polynomial, matrix_vector};
use super::rounding::{D, map_each, use_hint};
use super::sampling::{expand_a, sample_in_ball};
use super::{Parameters, Rule, Rules};

/// Alg. 8, Verify_internal.
///
/// # Errors
/// The first rule that is found broken.
pub fn verify_internal(
    p: &Parameters,
    rules: Rules,
    public_key: &[u8],
    message_prime: &[u8],
    signature: &[u8],
) -> Result<(), Rule> {
    let key = pk_decode(p, rules, public_key)?;
    let mu = h_array(&[&key.tr, message_prime]);
    verify_mu(p, rules, &key, &mu, signature)
}

/// Alg. 8 with μ, the message representative, from outside.
///
/// # Errors
/// As [`verify_internal`].
pub fn verify_mu(
    p: &Parameters,
    rules: Rules,
    key: &PublicKey,
    mu: &[u8; 64],
    signature: &[u8],
) -> Result<(), Rule> {
    let signature = sig_decode(p, rules, signature)?;
    let bound = p.gamma1 - p.beta();
    let z = || signature.z.iter().flat_map(|z| z.0);
    rules.check(Rule::ZUpperBound, z().all(|a| a < bound))?;
    rules.check(Rule::ZLowerBound, z().all(|a| a > -bound))?;
    let challenge = challenge(p, key, mu, &signature);
    rules.check(Rule::Challenge, challenge == signature.challenge)
}

/// Alg. 8 lines 8 to 12: the c̃' that z, h and the challenge in a signature give back.
pub fn challenge(p: &Parameters, key: &PublicKey, mu: &[u8; 64], signature: &Signature) -> Vec<u8> {
    let c = ntt(&sample_in_ball(p, &signature.challenge));
    let az = matrix_vector(&expand_a(p, &key.rho), &ntt_each(&signature.z));
    let shifted = ntt_each(&map_each(&key.t1, |t| t << D));
    let approximations = az.iter().zip(&shifted);
    let w1: Vec<Polynomial> = approximations
        .map(|(az, t1)| inverse_ntt(&az.subtract(&c.multiply(t1))))
        .zip(&signature.hint)
        .map(|(w, hint)| Polynomial(std::array::from_fn(|j| use_hint(hint[j], w.0[j], p.gamma2))))
        .collect();
    h(&[mu, &w1_encode(p, &w1)], p.challenge_length())
}
