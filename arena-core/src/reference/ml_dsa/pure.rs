//! The external functions of pure ML-DSA, with a context: FIPS 204 Alg. 2 and 3.

use super::encoding::{PrivateKeyError, sk_decode};
use super::sign::{NoAttemptSucceeded, Signed, sign_internal};
use super::verify::verify_internal;
use super::{Parameters, Rule, Rules};

/// Why nothing was signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignError {
    /// The context is too long.
    #[error("the context has {0} bytes; FIPS 204 allows at most 255")]
    Context(usize),
    /// The key is none.
    #[error(transparent)]
    PrivateKey(#[from] PrivateKeyError),
    /// The loop ended.
    #[error(transparent)]
    Attempts(#[from] NoAttemptSucceeded),
}

/// M' = 0 ‖ |ctx| ‖ ctx ‖ M: Alg. 2 line 10, Alg. 3 line 5.
///
/// # Errors
/// [`Rule::ContextLength`]
pub fn message_prime(rules: Rules, message: &[u8], context: &[u8]) -> Result<Vec<u8>, Rule> {
    rules.check(Rule::ContextLength, context.len() <= 255)?;
    Ok([&[0, context.len() as u8], context, message].concat())
}

/// Alg. 2, Sign, with `rnd` from outside: 32 random bytes for a hedged signature, zeros for a
/// deterministic one.
///
/// # Errors
/// [`SignError`]
pub fn sign(
    p: &Parameters,
    private_key: &[u8],
    message: &[u8],
    context: &[u8],
    rnd: &[u8; 32],
) -> Result<Signed, SignError> {
    let message_prime = message_prime(Rules::all(), message, context)
        .map_err(|_| SignError::Context(context.len()))?;
    let key = sk_decode(p, private_key)?;
    Ok(sign_internal(p, &key, &message_prime, rnd)?)
}

/// Alg. 3, Verify.
///
/// # Errors
/// The first rule that is found broken.
pub fn verify(
    p: &Parameters,
    rules: Rules,
    public_key: &[u8],
    message: &[u8],
    context: &[u8],
    signature: &[u8],
) -> Result<(), Rule> {
    let message_prime = message_prime(rules, message, context)?;
    verify_internal(p, rules, public_key, &message_prime, signature)
}
