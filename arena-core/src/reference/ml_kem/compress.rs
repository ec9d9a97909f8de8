//! Compression and decompression: FIPS 203 (4.7) and (4.8).

use super::ring::{Coefficients, Q};

/// Compress_d: ⌈2^d/q · x⌋ modulo 2^d. As q is odd, nothing lies halfway between integers.
pub fn compress(x: u32, d: usize) -> u32 {
    (((2 * x) << d) + Q) / (2 * Q) % (1 << d)
}

/// Decompress_d: ⌈q/2^d · y⌋, with halves rounded up.
pub fn decompress(y: u32, d: usize) -> u32 {
    (2 * Q * y + (1 << d)) >> (d + 1)
}

/// [`compress`] of every coefficient.
pub fn compress_each(f: &Coefficients, d: usize) -> Coefficients {
    f.map(|x| compress(x, d))
}

/// [`decompress`] of every coefficient.
pub fn decompress_each(f: &Coefficients, d: usize) -> Coefficients {
    f.map(|y| decompress(y, d))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: one bit is 1 for the half of the circle around q/2 = 1664.5.
    #[test]
    fn one_bit_tells_the_near_from_the_far_half() {
        let bits = [0, 832, 833, 1664, 2496, 2497, 3328].map(|x| compress(x, 1));
        assert_eq!(bits, [0, 0, 1, 1, 1, 0, 0]);
        assert_eq!([decompress(0, 1), decompress(1, 1)], [0, 1665]);
    }

    /// FIPS 203 section 4.2.1: compressing what was decompressed changes nothing.
    #[test]
    fn compression_undoes_decompression() {
        for d in [1, 4, 5, 10, 11] {
            for y in 0..1 << d {
                let x = decompress(y, d);
                assert!(x < Q);
                assert_eq!(compress(x, d), y, "{d} bits");
            }
        }
    }

    /// Section 4.2.1: decompressing what was compressed comes back to within q/2^(d+1), rounded.
    #[test]
    fn decompression_comes_near() {
        for d in [1, 4, 5, 10, 11] {
            let most = (Q + (1 << d)) >> (d + 1);
            for x in 0..Q {
                let away = (decompress(compress(x, d), d) + Q - x) % Q;
                assert!(away.min(Q - away) <= most, "{x} in {d} bits");
            }
        }
    }
}
