//! The parameter sets (FIPS 203 table 2), as functions of k.

/// η1.
pub(crate) const fn eta1(k: usize) -> usize {
    if k == 2 { 3 } else { 2 }
}

/// d_u.
pub(crate) const fn du(k: usize) -> usize {
    if k == 4 { 11 } else { 10 }
}

/// d_v.
pub(crate) const fn dv(k: usize) -> usize {
    if k == 4 { 5 } else { 4 }
}

/// Bytes of ek.
pub(crate) const fn encapsulation_key_len(k: usize) -> usize {
    384 * k + 32
}

/// Bytes of dk.
#[cfg(test)]
pub(crate) const fn decapsulation_key_len(k: usize) -> usize {
    768 * k + 96
}

/// Bytes of a ciphertext.
pub(crate) const fn ciphertext_len(k: usize) -> usize {
    32 * (du(k) * k + dv(k))
}
