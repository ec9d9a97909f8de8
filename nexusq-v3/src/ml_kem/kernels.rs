//! What a back end does for ML-KEM. Bounds are those of the numbers that represent classes modulo q.

use super::{Coefficients, Factor, Ntt, Poly};
use crate::keccak;

/// The kernels of ML-KEM.
pub(crate) trait Kernels: keccak::Kernels {
    /// NTT (FIPS 203 Alg. 9). In: |x| ≤ q. Out: |x| ≤ 8·q.
    fn ntt(self, from: &Poly<Coefficients>, to: &mut Poly<Ntt>);

    /// NTT⁻¹ (FIPS 203 Alg. 10).
    /// In: |x| ≤ q. Out: |x| ≤ q.
    fn inverse_ntt(self, from: &Poly<Ntt>, to: &mut Poly<Coefficients>);

    /// Makes an element ready for products. In: any. Out: |x| < q.
    fn factor(self, from: &Poly<Ntt>, to: &mut Factor);

    /// The sum of the products of elements of T_q with factors (FIPS 203 Alg. 11, 12 and section 2.4.7).
    /// In: |a| ≤ 4096, at most four. Out: |x| ≤ q, the true sum: the factor's 2^16 is reduced away.
    fn dot(self, a: &[Poly<Ntt>], factors: &[Factor], to: &mut Poly<Ntt>);

    /// Adds. The caller sees to it that sums stay within 16 bits.
    fn add<D>(self, to: &mut Poly<D>, other: &Poly<D>);

    /// Subtracts.
    fn subtract<D>(self, to: &mut Poly<D>, other: &Poly<D>);

    /// The inner loop of SampleNTT (FIPS 203 Alg. 7): appends the numbers below q among the 12-bit numbers in `bytes`,
    /// whose length is a multiple of three, to the first `filled` that are there; returns how many there are then.
    fn sample_uniform(self, bytes: &[u8], to: &mut Poly<Ntt>, filled: usize) -> usize;

    /// SamplePolyCBD with η = 2 (FIPS 203 Alg. 8).
    fn sample_cbd2(self, bytes: &[u8; 128], to: &mut Poly<Coefficients>);

    /// SamplePolyCBD with η = 3 (FIPS 203 Alg. 8).
    fn sample_cbd3(self, bytes: &[u8; 192], to: &mut Poly<Coefficients>);

    /// ByteEncode with d = 12 (FIPS 203 Alg. 5). In: |x| ≤ 9·q.
    fn encode12(self, from: &Poly<Ntt>, to: &mut [u8; 384]);

    /// ByteDecode with d = 12 (FIPS 203 Alg. 6); whether all numbers are below q. Out: 0 ≤ x < 4096.
    fn decode12(self, from: &[u8; 384], to: &mut Poly<Ntt>) -> bool;

    /// Compress (FIPS 203 equation 4.7) and ByteEncode with d = 4, 5, 10 or 11; `to` has 32·d bytes. In: |x| ≤ 4·q.
    fn compress<const D: usize>(self, from: &Poly<Coefficients>, to: &mut [u8]);

    /// ByteDecode and Decompress (FIPS 203 equation 4.8) with d = 4, 5, 10 or 11. Out: 0 ≤ x < q.
    fn decompress<const D: usize>(self, from: &[u8], to: &mut Poly<Coefficients>);

    /// Compress and ByteEncode with d = 1: the message. In: |x| ≤ 4·q.
    fn to_message(self, from: &Poly<Coefficients>, to: &mut [u8; 32]);

    /// Adds the polynomial of a message: ByteDecode and Decompress with d = 1.
    fn add_message(self, message: &[u8; 32], to: &mut Poly<Coefficients>);
}
