//! Pseudorandom sampling: FIPS 204 Alg. 14, 15 and 29 to 34.

use super::Parameters;
use super::bits::{bit_unpack, bytes_to_bits, integer_to_2_bytes};
use super::hash::{g_xof, h, h_xof, squeeze};
use super::ring::{N, NttPolynomial, Polynomial, Q};

/// Alg. 14, CoeffFromThreeBytes.
fn coeff_from_three_bytes([b0, b1, b2]: [u8; 3]) -> Option<i32> {
    let z = i32::from_le_bytes([b0, b1, b2 & 0x7f, 0]);
    (z < Q).then_some(z)
}

/// Alg. 15, CoeffFromHalfByte.
fn coeff_from_half_byte(b: u8, eta: i32) -> Option<i32> {
    let b = i32::from(b);
    match eta {
        2 if b < 15 => Some(2 - b % 5),
        4 if b < 9 => Some(4 - b),
        _ => None,
    }
}

/// Alg. 29, SampleInBall.
pub fn sample_in_ball(p: &Parameters, challenge: &[u8]) -> Polynomial {
    let mut c = [0; N];
    let mut context = h_xof(&[challenge]);
    let signs = bytes_to_bits(&squeeze::<8>(&mut context));
    for (i, sign) in (N - p.tau..N).zip(signs) {
        let j = loop {
            let [j] = squeeze(&mut context);
            if usize::from(j) <= i {
                break usize::from(j);
            }
        };
        c[i] = c[j];
        c[j] = if sign == 0 { 1 } else { -1 };
    }
    Polynomial(c)
}

/// Alg. 30, RejNTTPoly.
fn rej_ntt_poly(seed: &[&[u8]]) -> NttPolynomial {
    let mut context = g_xof(seed);
    NttPolynomial(std::array::from_fn(|_| {
        loop {
            if let Some(a) = coeff_from_three_bytes(squeeze(&mut context)) {
                break a;
            }
        }
    }))
}

/// Alg. 31, RejBoundedPoly.
fn rej_bounded_poly(p: &Parameters, seed: &[&[u8]]) -> Polynomial {
    let mut context = h_xof(seed);
    let mut a = [0; N];
    let mut j = 0;
    while j < N {
        let [z] = squeeze(&mut context);
        for half in [z % 16, z / 16] {
            if let Some(coefficient) = coeff_from_half_byte(half, p.eta)
                && j < N
            {
                a[j] = coefficient;
                j += 1;
            }
        }
    }
    Polynomial(a)
}

/// Alg. 32, ExpandA: Â by rows.
pub fn expand_a(p: &Parameters, rho: &[u8; 32]) -> Vec<Vec<NttPolynomial>> {
    let entry = |r: usize, s: usize| rej_ntt_poly(&[rho, &[s as u8, r as u8]]);
    let row = |r| (0..p.l).map(|s| entry(r, s)).collect();
    (0..p.k).map(row).collect()
}

/// Alg. 33, ExpandS: s1 and s2.
pub fn expand_s(p: &Parameters, rho: &[u8; 64]) -> (Vec<Polynomial>, Vec<Polynomial>) {
    let entry = |r: usize| rej_bounded_poly(p, &[rho, &integer_to_2_bytes(r as u16)]);
    let s1 = (0..p.l).map(entry).collect();
    let s2 = (p.l..p.l + p.k).map(entry).collect();
    (s1, s2)
}

/// Alg. 34, ExpandMask, for one polynomial of the vector: `counter` is μ + r there, and takes the
/// values κ to κ + l - 1 in one attempt.
pub fn expand_mask_entry(p: &Parameters, rho: &[u8; 64], counter: u16) -> Polynomial {
    let v = h(&[rho, &integer_to_2_bytes(counter)], p.z_length());
    bit_unpack(&v, p.gamma1 - 1, p.gamma1)
}

/// Alg. 34, ExpandMask: y. `None` if a counter has more than the two bytes that the standard gives it.
pub fn expand_mask(p: &Parameters, rho: &[u8; 64], kappa: usize) -> Option<Vec<Polynomial>> {
    (kappa..kappa + p.l)
        .map(|counter| Some(expand_mask_entry(p, rho, u16::try_from(counter).ok()?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand from Alg. 14 and 15.
    #[test]
    fn coefficients_out_of_range_are_rejected() {
        assert_eq!(coeff_from_three_bytes([0x00, 0xe0, 0x7f]), Some(Q - 1));
        assert_eq!(coeff_from_three_bytes([0x01, 0xe0, 0x7f]), None);
        assert_eq!(coeff_from_three_bytes([0x02, 0x01, 0x80]), Some(0x102));
        let eta_2: Vec<_> = (0..16).map(|b| coeff_from_half_byte(b, 2)).collect();
        assert_eq!(eta_2[..6], [2, 1, 0, -1, -2, 2].map(Some));
        assert_eq!(eta_2[14..], [Some(-2), None]);
        let eta_4: Vec<_> = (0..16).map(|b| coeff_from_half_byte(b, 4)).collect();
        assert_eq!(eta_4[..3], [4, 3, 2].map(Some));
        assert_eq!(eta_4[8..10], [Some(-4), None]);
    }

    #[test]
    fn a_counter_beyond_two_bytes_has_no_mask() {
        let p = Parameters::of(nexusq_contract::ParameterSet::MlDsa87).unwrap();
        assert!(expand_mask(&p, &[0; 64], 65_536 - 7).is_some());
        assert!(expand_mask(&p, &[0; 64], 65_536 - 6).is_none());
    }
}
