//! PRF, XOF, H, J and G: FIPS 203 section 4.1.

use sha3::{Digest, Sha3_256, Sha3_512};
use shake::{ExtendableOutput, Shake128, Shake256, Update, XofReader};

/// PRF_η(s, b) = SHAKE256(s ‖ b), 64·η bytes of it: (4.3).
pub fn prf(eta: usize, s: &[u8; 32], b: u8) -> Vec<u8> {
    let mut context = Shake256::default();
    context.update(s);
    context.update(&[b]);
    let mut output = vec![0; 64 * eta];
    context.finalize_xof().read(&mut output);
    output
}

/// H = SHA3-256: (4.4).
pub fn h(s: &[u8]) -> [u8; 32] {
    Sha3_256::digest(s).into()
}

/// J = SHAKE256, 32 bytes of it, of the parts one after another: (4.4).
pub fn j(parts: &[&[u8]]) -> [u8; 32] {
    let mut context = Shake256::default();
    parts.iter().for_each(|part| context.update(part));
    let mut output = [0; 32];
    context.finalize_xof().read(&mut output);
    output
}

/// G = SHA3-512 of the parts one after another, in two halves: (4.5).
pub fn g(parts: &[&[u8]]) -> ([u8; 32], [u8; 32]) {
    let mut context = Sha3_512::new();
    parts
        .iter()
        .for_each(|part| Digest::update(&mut context, part));
    let output: [u8; 64] = context.finalize().into();
    let (mut a, mut b) = ([0; 32], [0; 32]);
    a.copy_from_slice(&output[..32]);
    b.copy_from_slice(&output[32..]);
    (a, b)
}

/// XOF.Init, XOF.Absorb of a seed and two indices; what comes back is for XOF.Squeeze: (4.6).
pub fn xof(rho: &[u8; 32], indices: [u8; 2]) -> impl XofReader + use<> {
    let mut context = Shake128::default();
    context.update(rho);
    context.update(&indices);
    context.finalize_xof()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIPS 202: the digests of the empty string, as published with the standard's examples.
    #[test]
    fn the_functions_are_those_of_fips_202() {
        assert_eq!(
            hex::encode(&h(&[])[..16]),
            "a7ffc6f8bf1ed76651c14756a061d662"
        );
        assert_eq!(
            hex::encode(&g(&[&[], &[]]).0[..16]),
            "a69f73cca23a9ac5c8b567dc185a756e"
        );
        assert_eq!(
            hex::encode(&g(&[]).1[..16]),
            "15b2123af1f5f94c11e3e9402c3ac558"
        );
        assert_eq!(
            hex::encode(&j(&[])[..16]),
            "46b9dd2b0ba88d13233b3feb743eeb24"
        );
    }

    #[test]
    fn parts_are_joined() {
        assert_eq!(g(&[b"ab", b"c"]), g(&[b"abc"]));
        assert_eq!(j(&[b"ab", b"c"]), j(&[b"abc"]));
        let mut s = [7; 33];
        s[32] = 9;
        assert_eq!(prf(2, &[7; 32], 9)[..32], j(&[&s]));
        assert_eq!(prf(3, &[7; 32], 9).len(), 192);
    }
}
