//! Between numbers, bits and bytes: FIPS 204 Alg. 9 to 13 and 16 to 19.

use super::parameters::bitlen;
use super::ring::{N, Polynomial};

/// Alg. 9, IntegerToBits: the lowest `length` bits of x, the lowest first.
fn integer_to_bits(x: i32, length: usize) -> impl Iterator<Item = u8> {
    (0..length).map(move |i| ((x >> i) & 1) as u8)
}

/// Alg. 10, BitsToInteger.
fn bits_to_integer(bits: &[u8]) -> i32 {
    bits.iter().rev().fold(0, |x, &bit| 2 * x + i32::from(bit))
}

/// Alg. 11, IntegerToBytes for two bytes, the only length that is asked for besides one.
pub fn integer_to_2_bytes(x: u16) -> [u8; 2] {
    x.to_le_bytes()
}

/// Alg. 12, BitsToBytes.
fn bits_to_bytes(bits: &[u8]) -> Vec<u8> {
    let byte = |eight: &[u8]| bits_to_integer(eight) as u8;
    bits.chunks(8).map(byte).collect()
}

/// Alg. 13, BytesToBits.
pub fn bytes_to_bits(bytes: &[u8]) -> Vec<u8> {
    bytes
        .iter()
        .flat_map(|&byte| integer_to_bits(i32::from(byte), 8))
        .collect()
}

/// Alg. 16, SimpleBitPack: coefficients in [0, b].
pub fn simple_bit_pack(w: &Polynomial, b: i32) -> Vec<u8> {
    let length = bitlen(b);
    let bits = w.0.iter().flat_map(|&a| integer_to_bits(a, length));
    bits_to_bytes(&bits.collect::<Vec<u8>>())
}

/// Alg. 17, BitPack: coefficients in [-a, b].
pub fn bit_pack(w: &Polynomial, a: i32, b: i32) -> Vec<u8> {
    simple_bit_pack(&Polynomial(w.0.map(|coefficient| b - coefficient)), a + b)
}

/// Alg. 18, SimpleBitUnpack. Coefficients for which bytes are missing are 0.
pub fn simple_bit_unpack(bytes: &[u8], b: i32) -> Polynomial {
    let bits = bytes_to_bits(bytes);
    let mut w = [0; N];
    for (coefficient, bits) in w.iter_mut().zip(bits.chunks(bitlen(b))) {
        *coefficient = bits_to_integer(bits);
    }
    Polynomial(w)
}

/// Alg. 19, BitUnpack. If a + b + 1 is no power of two, coefficients under -a can come out.
pub fn bit_unpack(bytes: &[u8], a: i32, b: i32) -> Polynomial {
    Polynomial(simple_bit_unpack(bytes, a + b).0.map(|z| b - z))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand from Alg. 16 and 17: 3 and 5 in three bits each, lowest first, give 1101 01.. .
    #[test]
    fn packing_is_little_endian_in_bits_and_bytes() {
        let mut w = Polynomial::ZERO;
        (w.0[0], w.0[1], w.0[255]) = (3, 5, 7);
        let packed = simple_bit_pack(&w, 7);
        assert_eq!(
            (packed.len(), packed[0], packed[95]),
            (96, 0b101011, 0b1110_0000)
        );
        assert_eq!(simple_bit_unpack(&packed, 7), w);

        let mut w = Polynomial([2; N]);
        (w.0[0], w.0[1]) = (-2, 1);
        let packed = bit_pack(&w, 2, 2);
        assert_eq!((packed.len(), packed[0], packed[1]), (96, 0b001100, 0));
        assert_eq!(bit_unpack(&packed, 2, 2), w);
    }

    #[test]
    fn unpacking_is_total() {
        assert_eq!(simple_bit_unpack(&[], 7), Polynomial::ZERO);
        assert_eq!(bit_unpack(&[0xff; 96], 2, 2).0, [-5; N]);
        assert_eq!(simple_bit_unpack(&[0xff; 1000], 7).0, [7; N]);
    }
}
