//! High-order and low-order bits, and hints: FIPS 204 Alg. 35 to 40.

use super::ring::{Polynomial, Q, mod_pm};

/// d, the low-order bits that the public key leaves out.
pub const D: u32 = 13;

/// Alg. 35, Power2Round: (r1, r0).
pub fn power2_round(r: i32) -> (i32, i32) {
    let r_plus = r.rem_euclid(Q);
    let r0 = mod_pm(r_plus, 1 << D);
    ((r_plus - r0) >> D, r0)
}

/// Alg. 36, Decompose: (r1, r0).
pub fn decompose(r: i32, gamma2: i32) -> (i32, i32) {
    let r_plus = r.rem_euclid(Q);
    let r0 = mod_pm(r_plus, 2 * gamma2);
    if r_plus - r0 == Q - 1 {
        (0, r0 - 1)
    } else {
        ((r_plus - r0) / (2 * gamma2), r0)
    }
}

/// Alg. 37, HighBits.
pub fn high_bits(r: i32, gamma2: i32) -> i32 {
    decompose(r, gamma2).0
}

/// Alg. 38, LowBits.
pub fn low_bits(r: i32, gamma2: i32) -> i32 {
    decompose(r, gamma2).1
}

/// Alg. 39, MakeHint. z and r may be any representatives from -q to q.
pub fn make_hint(z: i32, r: i32, gamma2: i32) -> bool {
    high_bits(r, gamma2) != high_bits(r + z, gamma2)
}

/// Alg. 40, UseHint.
pub fn use_hint(hint: bool, r: i32, gamma2: i32) -> i32 {
    let m = (Q - 1) / (2 * gamma2);
    match decompose(r, gamma2) {
        (r1, r0) if hint && r0 > 0 => (r1 + 1).rem_euclid(m),
        (r1, _) if hint => (r1 - 1).rem_euclid(m),
        (r1, _) => r1,
    }
}

/// A function of a coefficient, applied to every coefficient of a vector.
pub fn map_each(vector: &[Polynomial], f: impl Fn(i32) -> i32) -> Vec<Polynomial> {
    vector.iter().map(|w| Polynomial(w.0.map(&f))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand from Alg. 35, at both ends of the range of r0.
    #[test]
    fn power2_round_at_the_ends() {
        assert_eq!(power2_round(4096), (0, 4096));
        assert_eq!(power2_round(4097), (1, -4095));
        assert_eq!(power2_round(Q - 1), (1023, 0));
    }

    /// By hand from Alg. 36: q - 1 = 44 · 2γ2 or 16 · 2γ2, whose high bits are 0.
    #[test]
    fn decompose_at_the_ends() {
        for gamma2 in [95_232, 261_888] {
            assert_eq!(decompose(gamma2, gamma2), (0, gamma2));
            assert_eq!(decompose(gamma2 + 1, gamma2), (1, 1 - gamma2));
            assert_eq!(decompose(Q - 1, gamma2), (0, -1));
            assert_eq!(decompose(Q - gamma2, gamma2), (0, -gamma2));
        }
        assert_eq!(decompose(Q - 1 - 95_232, 95_232), (43, 95_232));
        assert_eq!(decompose(Q - 1 - 261_888, 261_888), (15, 261_888));
    }

    /// FIPS 204 section 7.4: UseHint with the hint made from z gives the high bits of r + z.
    #[test]
    fn a_hint_gives_back_the_high_bits() {
        for gamma2 in [95_232, 261_888] {
            for r in (0..Q).step_by(997).chain(Q - 5..Q) {
                for z in [-gamma2 + 1, -1000, 0, 1, 77_777, gamma2 - 1] {
                    let hint = make_hint(z, r, gamma2);
                    let expected = high_bits(r + z, gamma2);
                    assert_eq!(use_hint(hint, r, gamma2), expected, "{r} {z}");
                }
            }
        }
    }

    /// Alg. 40 line 3 says r0 > 0, so with r0 = 0 the hint goes down.
    #[test]
    fn a_hint_at_0_goes_down() {
        assert_eq!(use_hint(true, 2 * 95_232, 95_232), 0);
        assert_eq!(use_hint(true, 0, 95_232), 43);
        assert_eq!(use_hint(true, 1, 95_232), 1);
    }
}
