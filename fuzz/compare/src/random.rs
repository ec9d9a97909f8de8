//! Bytes that look random and follow from a number: the generator splitmix64.

/// The bytes of a number; `of` tells apart what they are for.
pub(crate) fn bytes<const LEN: usize>(n: u64, of: u64) -> [u8; LEN] {
    let mut state = n.wrapping_mul(0xd134_2543_de82_ef95) ^ of.wrapping_mul(0xaf25_1af3_b0f0_25b5);
    let mut word = [0; 8];
    std::array::from_fn(|i| {
        if i % 8 == 0 {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut x = state;
            x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            word = (x ^ (x >> 31)).to_le_bytes();
        }
        word[i % 8]
    })
}

/// Changes one bit, which one follows from the number.
pub(crate) fn change(bytes: &mut [u8], n: u64) {
    let [a, b, c, d, bit, ..] = self::bytes::<8>(n, 9);
    let place = u32::from_le_bytes([a, b, c, d]) as usize % bytes.len();
    bytes[place] ^= 1 << (bit % 8);
}

/// Whether two results are the same; an error names them.
pub(crate) fn same<T: PartialEq + ?Sized>(what: &str, a: &T, b: &T) -> Result<(), String> {
    if a == b { Ok(()) } else { Err(what.to_owned()) }
}
