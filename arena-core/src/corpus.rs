//! Deterministic bytes from a run's seed: the seeds of keys, messages, and what checks need.
//!
//! `derive(seed, label, n)` is the first n bytes of SHA-256("nexusq-arena" ‖ seed ‖ label ‖ 0) ‖
//! SHA-256(… ‖ 1) ‖ …, with the seed and the block number as 8 bytes in big-endian order and the
//! label in UTF-8. Anybody can recompute a corpus from the seed in `plan.json`.

use sha2::{Digest, Sha256};

/// The bytes that follow from a seed under a label.
pub fn derive(seed: u64, label: &str, length: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(length + 32);
    let mut block = 0u64;
    while bytes.len() < length {
        let mut hash = Sha256::new();
        hash.update(b"nexusq-arena");
        hash.update(seed.to_be_bytes());
        hash.update(label.as_bytes());
        hash.update(block.to_be_bytes());
        bytes.extend_from_slice(&hash.finalize());
        block += 1;
    }
    bytes.truncate(length);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From Python: hashlib.sha256(b"nexusq-arena" + (7).to_bytes(8, "big") + b"x" + n.to_bytes(8, "big")) for n = 0, 1.
    #[test]
    fn derive_agrees_with_an_independent_implementation() {
        let bytes = derive(7, "x", 40);
        assert_eq!(bytes.len(), 40);
        assert_eq!(hex::encode(&bytes), EXPECTED);
    }
    const EXPECTED: &str =
        "27d43b8fc510d5171ef70f83c303e641527f862b74eb76026e948470a739d0519a9ad2699a55192d";
}
