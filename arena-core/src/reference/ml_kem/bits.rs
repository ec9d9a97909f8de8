//! Between bits, bytes and polynomials: FIPS 203 Alg. 3 to 6.

use super::ring::{Coefficients, N, Q};

/// Alg. 3, BitsToBytes.
fn bits_to_bytes(bits: &[u8]) -> Vec<u8> {
    let byte = |eight: &[u8]| eight.iter().rev().fold(0, |byte, bit| 2 * byte + bit);
    bits.chunks(8).map(byte).collect()
}

/// Alg. 4, BytesToBits.
pub fn bytes_to_bits(bytes: &[u8]) -> Vec<u8> {
    bytes
        .iter()
        .flat_map(|&byte| (0..8).map(move |i| (byte >> i) & 1))
        .collect()
}

/// Alg. 5, ByteEncode_d, for coefficients under 2^d. It doesn't look at the range: with d = 12 it also
/// writes coefficients from q to 4095, which no honest encoding has.
pub fn byte_encode(f: &Coefficients, d: usize) -> Vec<u8> {
    let bits = f
        .iter()
        .flat_map(|&a| (0..d).map(move |i| ((a >> i) & 1) as u8));
    bits_to_bytes(&bits.collect::<Vec<u8>>())
}

/// Alg. 6, ByteDecode_d: with d = 12 modulo q, else modulo 2^d. Coefficients for which bytes are missing
/// are 0.
pub fn byte_decode(bytes: &[u8], d: usize) -> Coefficients {
    let m = if d == 12 { Q } else { 1 << d };
    let mut f = [0; N];
    for (a, bits) in f.iter_mut().zip(bytes_to_bits(bytes).chunks(d)) {
        *a = bits.iter().rev().fold(0, |a, &bit| 2 * a + u32::from(bit)) % m;
    }
    f
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand from Alg. 5: 0xabc and 0x123 in twelve bits each, lowest first.
    #[test]
    fn encoding_is_little_endian_in_bits_and_bytes() {
        let mut f = [0; N];
        (f[0], f[1], f[255]) = (0xabc, 0x123, 3328);
        let bytes = byte_encode(&f, 12);
        assert_eq!((bytes.len(), &bytes[..3]), (384, &[0xbc, 0x3a, 0x12][..]));
        assert_eq!(byte_decode(&bytes, 12), f);
        let mut f = [0; N];
        (f[0], f[9]) = (1, 1);
        assert_eq!(byte_encode(&f, 1)[..2], [1, 2]);
    }

    /// Alg. 6: m = q for d = 12, so 3329 is read as 0 and 4095 as 766.
    #[test]
    fn twelve_bits_are_read_modulo_q() {
        let mut f = [0; N];
        (f[0], f[1], f[2]) = (3329, 4095, 3328);
        let read = byte_decode(&byte_encode(&f, 12), 12);
        assert_eq!(read[..4], [0, 766, 3328, 0]);
    }

    #[test]
    fn decoding_is_total() {
        assert_eq!(byte_decode(&[], 12), [0; N]);
        assert_eq!(byte_decode(&[0xff; 1000], 11), [2047; N]);
    }
}
