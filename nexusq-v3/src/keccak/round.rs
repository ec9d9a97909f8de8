//! One round of Keccak-f[1600], written once for words of any width.

/// The constants of ι (FIPS 202 Alg. 6), one a round.
pub(crate) const ROUND_CONSTANTS: [u64; 24] = constants();

/// Lanes of one place in several states: a `u64`, or a vector of them.
pub(crate) trait Word: Copy {
    /// What θ adds to every lane of a column; kept in two parts where three words are added in one instruction.
    type Column: Copy;

    /// The sum of a column.
    fn sum(lanes: [Self; 5]) -> Self;
    /// What θ adds to a column: the sum of the column to the left, and that to the right rotated by one.
    fn column(left: Self, right: Self) -> Self::Column;
    /// A lane after θ, rotated by ρ.
    fn theta_rho<const N: i32, const M: i32>(self, column: Self::Column) -> Self;
    /// χ: a + (¬b)·c.
    fn chi(a: Self, b: Self, c: Self) -> Self;
    /// ι.
    fn iota(self, constant: u64) -> Self;
}

/// One round: θ, ρ, π, χ, ι (FIPS 202 section 3.2). The lane A[x, y] stands at x + 5·y.
#[inline(always)]
pub(crate) fn round<W: Word>(a: &[W; 25], out: &mut [W; 25], constant: u64) {
    let sum = |x: usize| W::sum([a[x], a[x + 5], a[x + 10], a[x + 15], a[x + 20]]);
    let c = [sum(0), sum(1), sum(2), sum(3), sum(4)];
    let d = [
        W::column(c[4], c[1]),
        W::column(c[0], c[2]),
        W::column(c[1], c[3]),
        W::column(c[2], c[4]),
        W::column(c[3], c[0]),
    ];
    // π takes A[x, y] to row 2x + 3y, place y: read backwards, row Y is made of the lanes below, each with its offset of ρ.
    macro_rules! lane {
        ($place:literal, $offset:literal) => {
            a[$place].theta_rho::<$offset, { (64 - $offset) % 64 }>(d[$place % 5])
        };
    }
    macro_rules! row {
        ($row:literal, $b0:expr, $b1:expr, $b2:expr, $b3:expr, $b4:expr) => {
            let b = [$b0, $b1, $b2, $b3, $b4];
            out[5 * $row] = W::chi(b[0], b[1], b[2]);
            out[5 * $row + 1] = W::chi(b[1], b[2], b[3]);
            out[5 * $row + 2] = W::chi(b[2], b[3], b[4]);
            out[5 * $row + 3] = W::chi(b[3], b[4], b[0]);
            out[5 * $row + 4] = W::chi(b[4], b[0], b[1]);
        };
    }
    row!(
        0,
        lane!(0, 0),
        lane!(6, 44),
        lane!(12, 43),
        lane!(18, 21),
        lane!(24, 14)
    );
    row!(
        1,
        lane!(3, 28),
        lane!(9, 20),
        lane!(10, 3),
        lane!(16, 45),
        lane!(22, 61)
    );
    row!(
        2,
        lane!(1, 1),
        lane!(7, 6),
        lane!(13, 25),
        lane!(19, 8),
        lane!(20, 18)
    );
    row!(
        3,
        lane!(4, 27),
        lane!(5, 36),
        lane!(11, 10),
        lane!(17, 15),
        lane!(23, 56)
    );
    row!(
        4,
        lane!(2, 62),
        lane!(8, 55),
        lane!(14, 39),
        lane!(15, 41),
        lane!(21, 2)
    );
    out[0] = out[0].iota(constant);
}

/// FIPS 202 Alg. 5 and 6: bit 2^j − 1 of the constant of round i is output 7·i + j of the shift register.
const fn constants() -> [u64; 24] {
    let mut constants = [0; 24];
    let mut register: u16 = 1;
    let mut round = 0;
    while round < 24 {
        let mut j = 0;
        while j < 7 {
            if register & 1 == 1 {
                constants[round] |= 1 << ((1 << j) - 1);
            }
            // x^8 + x^6 + x^5 + x^4 + 1.
            register <<= 1;
            if register & 0x100 != 0 {
                register ^= 0x171;
            }
            j += 1;
        }
        round += 1;
    }
    constants
}
