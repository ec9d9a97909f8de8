//! The random numbers of the statistics: seeded, so that every figure can be computed again.
//! Not for keys.

/// The generator SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): a counter in steps of the
/// golden ratio's odd 64-bit fraction, mixed by two multiplications.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The generator that starts from a seed. Equal seeds give equal sequences.
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let first = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let second = (first ^ (first >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        second ^ (second >> 31)
    }

    /// A number from 0 to n − 1, all equally likely, or 0 if n is 0.
    ///
    /// Lemire's method: the upper half of x·n for 64 random bits x. Each result is reached by
    /// ⌊2⁶⁴/n⌋ lower halves that are at least 2⁶⁴ mod n; the others are drawn again.
    pub fn below(&mut self, n: u64) -> u64 {
        let mut product = u128::from(self.next_u64()) * u128::from(n);
        // The remainder is below n, so most draws are spared the division.
        if (product as u64) < n {
            let remainder = n.wrapping_neg() % n;
            while (product as u64) < remainder {
                product = u128::from(self.next_u64()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// Puts the items in random order, every order equally likely (Fisher and Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u64 + 1) as usize;
            items.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published outputs of SplitMix64 for the seed 1234567.
    #[test]
    fn outputs_are_the_published_ones() {
        let mut random = SplitMix64::new(1_234_567);
        let outputs: Vec<u64> = (0..5).map(|_| random.next_u64()).collect();
        assert_eq!(
            outputs,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    /// Values from Python integers: x drawn again while x·n mod 2⁶⁴ < 2⁶⁴ mod n, then ⌊x·n/2⁶⁴⌋.
    /// The large n refuses about every second draw: eight draws for the four numbers.
    #[test]
    fn below_agrees_with_its_definition() {
        let mut random = SplitMix64::new(42);
        let digits: Vec<u64> = (0..12).map(|_| random.below(10)).collect();
        assert_eq!(digits, [7, 1, 2, 3, 0, 8, 2, 8, 3, 6, 2, 4]);
        let mut random = SplitMix64::new(42);
        let large: Vec<u64> = (0..4).map(|_| random.below((1 << 63) + 1)).collect();
        assert_eq!(
            large,
            [
                1_474_913_046_063_446_145,
                8_007_990_562_831_494_531,
                2_014_432_356_388_812_462,
                7_384_525_663_493_887_954,
            ]
        );
        assert_eq!((random.below(1), random.below(0)), (0, 0));
    }

    /// Value from Python: swap item i with item below(i + 1), for i from 9 down to 1.
    #[test]
    fn shuffle_agrees_with_its_definition() {
        let mut items: Vec<u32> = (0..10).collect();
        SplitMix64::new(7).shuffle(&mut items);
        assert_eq!(items, [9, 5, 8, 6, 1, 2, 4, 7, 0, 3]);
        SplitMix64::new(7).shuffle::<u32>(&mut []);
    }
}
