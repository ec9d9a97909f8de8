//! H = SHAKE256 and G = SHAKE128: FIPS 204 section 3.7.

use shake::{ExtendableOutput, Shake128, Shake256, Update, XofReader};

/// H of the parts one after another, `length` bytes of it.
pub fn h(parts: &[&[u8]], length: usize) -> Vec<u8> {
    let mut output = vec![0; length];
    h_xof(parts).read(&mut output);
    output
}

/// [`h`] with a length known when compiling.
pub fn h_array<const LENGTH: usize>(parts: &[&[u8]]) -> [u8; LENGTH] {
    let mut output = [0; LENGTH];
    h_xof(parts).read(&mut output);
    output
}

/// H.Init, H.Absorb of each part; what comes back is for H.Squeeze.
pub fn h_xof(parts: &[&[u8]]) -> impl XofReader + use<> {
    let mut context = Shake256::default();
    parts.iter().for_each(|part| context.update(part));
    context.finalize_xof()
}

/// G.Init, G.Absorb of each part; what comes back is for G.Squeeze.
pub fn g_xof(parts: &[&[u8]]) -> impl XofReader + use<> {
    let mut context = Shake128::default();
    parts.iter().for_each(|part| context.update(part));
    context.finalize_xof()
}

/// The next `LENGTH` bytes.
pub fn squeeze<const LENGTH: usize>(context: &mut impl XofReader) -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    context.read(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIPS 202: SHAKE of the empty string, as published with the standard's examples.
    #[test]
    fn the_functions_are_shake256_and_shake128() {
        let empty = h_array::<16>(&[&[], &[]]);
        assert_eq!(hex::encode(empty), "46b9dd2b0ba88d13233b3feb743eeb24");
        assert_eq!(h(&[], 16), empty);
        let empty: [u8; 16] = squeeze(&mut g_xof(&[]));
        assert_eq!(hex::encode(empty), "7f9c2ba4e88f827d616045507605853e");
    }
}
