//! What a back end does for ML-DSA. Bounds are those of the numbers that represent classes modulo q.

use super::{Coefficients, High, HintBits, Ntt, Poly, Product, Small, SmallFactor, SmallNtt};
use crate::keccak;

/// The kernels of ML-DSA. GAMMA2 is γ2, ETA η, BITS the bits of a coefficient of z.
pub(crate) trait Kernels: keccak::Kernels {
    /// NTT (FIPS 204 Alg. 41). In: |x| ≤ q. Out: |x| ≤ 9·q.
    fn ntt(self, from: &Poly<Coefficients>, to: &mut Poly<Ntt>);

    /// NTT⁻¹ (FIPS 204 Alg. 42) of a sum of products. In: |x| ≤ q. Out: |x| < q.
    fn inverse_ntt(self, from: &Poly<Product>, to: &mut Poly<Coefficients>);

    /// The sum of the products of corresponding elements, at most seven, less one more product (FIPS 204 Alg. 45, 46).
    /// In: |a| ≤ q, |b| ≤ 9·q; or one product of elements |x| ≤ 9·q; the subtracted ones |x| ≤ 9·q. Out: |x| ≤ q.
    fn dot(
        self,
        a: &[Poly<Ntt>],
        b: &[Poly<Ntt>],
        minus: Option<[&Poly<Ntt>; 2]>,
        to: &mut Poly<Product>,
    );

    /// Adds.
    fn add(self, to: &mut Poly<Coefficients>, other: &Poly<Coefficients>);

    /// Adds a small polynomial that stands for its numbers modulo the q of ML-KEM, each taken nearest to zero.
    fn add_small(self, to: &mut Poly<Coefficients>, other: &Small);

    /// Subtracts one, likewise.
    fn subtract_small(self, to: &mut Poly<Coefficients>, other: &Small);

    /// The transform of a small polynomial modulo the q of ML-KEM.
    fn small_ntt(self, from: &Small, to: &mut SmallNtt);

    /// A small polynomial made ready for products modulo the q of ML-KEM.
    fn small_factor(self, from: &Small, to: &mut SmallFactor);

    /// The product of two small polynomials modulo the q of ML-KEM.
    fn small_product(self, a: &SmallNtt, b: &SmallFactor, to: &mut Small);

    /// The same numbers in more bits.
    fn widen(self, from: &Small, to: &mut Poly<Coefficients>);

    /// The inner loop of RejNTTPoly (FIPS 204 Alg. 30): appends the numbers below q among the 23-bit numbers in `bytes`, whose
    /// length is a multiple of three, to the first `filled` that are there; returns how many there are then.
    fn sample_uniform(self, bytes: &[u8], to: &mut Poly<Ntt>, filled: usize) -> usize;

    /// The inner loop of RejBoundedPoly (FIPS 204 Alg. 31), likewise, for half bytes.
    fn sample_small<const ETA: usize>(self, bytes: &[u8], to: &mut Small, filled: usize) -> usize;

    /// BitUnpack of numbers from −γ1 + 1 to γ1 (FIPS 204 Alg. 19 with b = γ1); 32·BITS bytes.
    fn unpack_z<const BITS: usize>(self, from: &[u8], to: &mut Poly<Coefficients>);

    /// BitPack of numbers from −γ1 + 1 to γ1 (FIPS 204 Alg. 17).
    fn pack_z<const BITS: usize>(self, from: &Poly<Coefficients>, to: &mut [u8]);

    /// Power2Round (FIPS 204 Alg. 35), SimpleBitPack of t1 and BitPack of t0. In: |x| ≤ 2·q.
    fn split_t(self, t: &Poly<Coefficients>, t1: &mut [u8; 320], t0: &mut [u8; 416]);

    /// SimpleBitUnpack of t1, times 2^13.
    fn unpack_t1(self, from: &[u8; 320], to: &mut Poly<Coefficients>);

    /// BitUnpack of t0.
    fn unpack_t0(self, from: &[u8; 416], to: &mut Poly<Coefficients>);

    /// BitPack of numbers from −η to η.
    fn pack_small<const ETA: usize>(self, from: &Small, to: &mut [u8]);

    /// BitUnpack of numbers from −η to η; whether all of them are in that range.
    fn unpack_small<const ETA: usize>(self, from: &[u8], to: &mut Small) -> bool;

    /// Decompose (FIPS 204 Alg. 36): the high bits, and in place the low ones. In: |x| < q.
    fn decompose<const GAMMA2: i32>(self, w: &mut Poly<Coefficients>, high: &mut High);

    /// SimpleBitPack of w1: what the challenge is computed of.
    fn pack_w1<const GAMMA2: i32>(self, high: &High, to: &mut [u8]);

    /// Whether |x| < bound for all numbers.
    fn all_below(self, x: &Poly<Coefficients>, bound: i32) -> bool;

    /// Replaces each number by the one nearest to zero in its class. In: |x| < q.
    fn centre(self, x: &mut Poly<Coefficients>);

    /// MakeHint (FIPS 204 Alg. 39), from the low bits of w − c·s2 with c·t0 added, and the high bits of w: the hints and their number.
    fn make_hint<const GAMMA2: i32>(
        self,
        low: &Poly<Coefficients>,
        high: &High,
        hints: &mut HintBits,
    ) -> usize;

    /// UseHint (FIPS 204 Alg. 40). In: |x| < q.
    fn use_hint<const GAMMA2: i32>(self, w: &Poly<Coefficients>, hints: &HintBits, high: &mut High);
}
