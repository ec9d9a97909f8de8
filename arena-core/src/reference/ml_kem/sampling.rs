//! Sampling: FIPS 203 Alg. 7 and 8, and the matrix and vectors made with them.

use super::bits::bytes_to_bits;
use super::hash::{prf, xof};
use super::ring::{N, NttPolynomial, Polynomial, Q};
use shake::XofReader;

/// Alg. 7, SampleNTT, of ρ ‖ the two indices.
pub fn sample_ntt(rho: &[u8; 32], indices: [u8; 2]) -> NttPolynomial {
    let mut context = xof(rho, indices);
    let mut a = [0; N];
    let mut j = 0;
    while j < N {
        let mut c = [0; 3];
        context.read(&mut c);
        let [c0, c1, c2] = c.map(u32::from);
        for d in [c0 + 256 * (c1 % 16), c1 / 16 + 16 * c2] {
            if d < Q && j < N {
                a[j] = d;
                j += 1;
            }
        }
    }
    NttPolynomial(a)
}

/// Alg. 8, SamplePolyCBD_η, of 64·η bytes.
pub fn sample_poly_cbd(eta: usize, bytes: &[u8]) -> Polynomial {
    let mut f = [0; N];
    for (a, bits) in f.iter_mut().zip(bytes_to_bits(bytes).chunks(2 * eta)) {
        let ones = |bits: &[u8]| bits.iter().map(|&bit| u32::from(bit)).sum::<u32>();
        let (x, y) = bits.split_at(eta.min(bits.len()));
        *a = (ones(x) + Q - ones(y)) % Q;
    }
    Polynomial(f)
}

/// Alg. 13 lines 3 to 7: Â by rows, Â[i][j] from ρ ‖ j ‖ i.
pub fn matrix(k: usize, rho: &[u8; 32]) -> Vec<Vec<NttPolynomial>> {
    let row = |i: usize| {
        (0..k)
            .map(|j| sample_ntt(rho, [j as u8, i as u8]))
            .collect()
    };
    (0..k).map(row).collect()
}

/// Alg. 13 lines 8 to 15 and Alg. 14 lines 9 to 16: a vector of `k` small polynomials, the first made with
/// the counter N = `first`.
pub fn small_vector(k: usize, eta: usize, seed: &[u8; 32], first: usize) -> Vec<Polynomial> {
    (first..first + k)
        .map(|n| sample_poly_cbd(eta, &prf(eta, seed, n as u8)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand from Alg. 8: bits 11 10, 01 11, 00 00, 11 00 with η = 2.
    #[test]
    fn bits_are_counted_on_both_sides() {
        let f = sample_poly_cbd(2, &[0b1110_0111, 0b0011_0000]);
        assert_eq!(f.0[..5], [2 - 1, Q + 1 - 2, 0, 2, 0].map(|a| a % Q));
        let f = sample_poly_cbd(3, &[0b1100_0111, 0b0000_1111]);
        assert_eq!(f.0[..3], [3, 0, 0]);
    }
}
