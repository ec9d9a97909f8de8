//! ML-KEM: the internal functions, FIPS 203 Alg. 16 to 18, and the input checks of section 7.

use super::hash::{g, h, j};
use super::pke::{self, KeyPair, decrypt, encrypt};
use super::{Parameters, bits};

/// Why an input is not taken: FIPS 203 sections 7.2 and 7.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum InputError {
    /// Section 7.2, type check of ek.
    #[error("the encapsulation key has not the length of the parameter set")]
    EncapsulationKeyLength,
    /// Section 7.2, modulus check.
    #[error("the encapsulation key has a coefficient that is not below q")]
    Modulus,
    /// Section 7.3, ciphertext type check.
    #[error("the ciphertext has not the length of the parameter set")]
    CiphertextLength,
    /// Section 7.3, decapsulation key type check.
    #[error("the decapsulation key has not the length of the parameter set")]
    DecapsulationKeyLength,
    /// Section 7.3, hash check.
    #[error("the decapsulation key holds an H(ek) that is not the hash of its ek")]
    Hash,
}

/// An encoded key pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    /// ek.
    pub encapsulation_key: Vec<u8>,
    /// dk, expanded.
    pub decapsulation_key: Vec<u8>,
}

/// A decapsulation key cut into its parts: Alg. 18 lines 1 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts<'a> {
    /// dk_PKE.
    pub decryption_key: &'a [u8],
    /// ek_PKE.
    pub encryption_key: &'a [u8],
    /// h, which is H(ek) in an honest key.
    pub hash: &'a [u8],
    /// z.
    pub z: &'a [u8],
}

/// Alg. 16, KeyGen_internal.
pub fn keygen_internal(p: &Parameters, d: &[u8; 32], z: &[u8; 32]) -> Keys {
    keys_of(pke::keygen(p, d), z)
}

/// Alg. 16 lines 2 to 4: what ML-KEM adds to the keys of K-PKE.
pub fn keys_of(pair: KeyPair, z: &[u8; 32]) -> Keys {
    let KeyPair {
        encryption_key,
        decryption_key,
    } = pair;
    let hash = h(&encryption_key);
    let parts = [&decryption_key[..], &encryption_key, &hash, z];
    Keys {
        decapsulation_key: parts.concat(),
        encapsulation_key: encryption_key,
    }
}

/// Alg. 17, Encaps_internal: (K, c). Section 7.2's modulus check is [`check_encapsulation_key`]; without it
/// the key is read modulo q.
///
/// # Errors
/// [`InputError::EncapsulationKeyLength`]
pub fn encaps_internal(
    p: &Parameters,
    encapsulation_key: &[u8],
    m: &[u8; 32],
) -> Result<([u8; 32], Vec<u8>), InputError> {
    if encapsulation_key.len() != p.encapsulation_key_length() {
        return Err(InputError::EncapsulationKeyLength);
    }
    let (shared_secret, r) = g(&[m, &h(encapsulation_key)]);
    Ok((shared_secret, encrypt(p, encapsulation_key, m, &r)))
}

/// Alg. 18, Decaps_internal: K. Section 7.3's hash check is [`check_decapsulation_input`]; without it h is
/// taken from the key, whatever it is.
///
/// # Errors
/// An input has a wrong length.
pub fn decaps_internal(
    p: &Parameters,
    decapsulation_key: &[u8],
    ciphertext: &[u8],
) -> Result<[u8; 32], InputError> {
    let parts = parts(p, decapsulation_key)?;
    if ciphertext.len() != p.ciphertext_length() {
        return Err(InputError::CiphertextLength);
    }
    let m = decrypt(p, parts.decryption_key, ciphertext);
    let (shared_secret, r) = g(&[&m, parts.hash]);
    if encrypt(p, parts.encryption_key, &m, &r) == ciphertext {
        Ok(shared_secret)
    } else {
        Ok(implicit_rejection(parts.z, ciphertext))
    }
}

/// J(z ‖ c), the secret of a ciphertext that encapsulation doesn't make: Alg. 18 line 7.
pub fn implicit_rejection(z: &[u8], ciphertext: &[u8]) -> [u8; 32] {
    j(&[z, ciphertext])
}

/// Alg. 18 lines 1 to 4.
///
/// # Errors
/// [`InputError::DecapsulationKeyLength`]
pub fn parts<'a>(p: &Parameters, decapsulation_key: &'a [u8]) -> Result<Parts<'a>, InputError> {
    if decapsulation_key.len() != p.decapsulation_key_length() {
        return Err(InputError::DecapsulationKeyLength);
    }
    let (decryption_key, rest) = decapsulation_key.split_at(384 * p.k);
    let (encryption_key, rest) = rest.split_at(p.encapsulation_key_length());
    let (hash, z) = rest.split_at(32);
    Ok(Parts {
        decryption_key,
        encryption_key,
        hash,
        z,
    })
}

/// The checks of section 7.2.
///
/// # Errors
/// The check that the key doesn't pass.
pub fn check_encapsulation_key(p: &Parameters, encapsulation_key: &[u8]) -> Result<(), InputError> {
    if encapsulation_key.len() != p.encapsulation_key_length() {
        return Err(InputError::EncapsulationKeyLength);
    }
    let t = &encapsulation_key[..384 * p.k];
    let again = t
        .chunks(384)
        .flat_map(|t| bits::byte_encode(&bits::byte_decode(t, 12), 12));
    if again.eq(t.iter().copied()) {
        Ok(())
    } else {
        Err(InputError::Modulus)
    }
}

/// The checks of section 7.3.
///
/// # Errors
/// The first check that key or ciphertext doesn't pass.
pub fn check_decapsulation_input(
    p: &Parameters,
    decapsulation_key: &[u8],
    ciphertext: &[u8],
) -> Result<(), InputError> {
    if ciphertext.len() != p.ciphertext_length() {
        return Err(InputError::CiphertextLength);
    }
    let parts = parts(p, decapsulation_key)?;
    if h(parts.encryption_key) == parts.hash {
        Ok(())
    } else {
        Err(InputError::Hash)
    }
}

/// Alg. 20, Encaps, with m from outside: (K, c).
///
/// # Errors
/// The check of section 7.2 that the key doesn't pass.
pub fn encaps(
    p: &Parameters,
    encapsulation_key: &[u8],
    m: &[u8; 32],
) -> Result<([u8; 32], Vec<u8>), InputError> {
    check_encapsulation_key(p, encapsulation_key)?;
    encaps_internal(p, encapsulation_key, m)
}

/// Alg. 21, Decaps: K.
///
/// # Errors
/// The check of section 7.3 that key or ciphertext doesn't pass.
pub fn decaps(
    p: &Parameters,
    decapsulation_key: &[u8],
    ciphertext: &[u8],
) -> Result<[u8; 32], InputError> {
    check_decapsulation_input(p, decapsulation_key, ciphertext)?;
    decaps_internal(p, decapsulation_key, ciphertext)
}
