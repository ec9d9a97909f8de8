//! The encoding of hints in a signature.

use super::{HintBits, N};

/// HintBitPack (FIPS 204 Alg. 20): at most ω hints in all, into ω + k bytes.
pub(crate) fn pack<const K: usize>(hints: &[HintBits; K], omega: usize, to: &mut [u8]) {
    let (places, ends) = to.split_at_mut(omega);
    places.fill(0);
    let mut index = 0;
    for (hints, end) in hints.iter().zip(ends) {
        for (word, bits) in hints.iter().enumerate() {
            let mut bits = *bits;
            while bits != 0 {
                places[index] = (64 * word) as u8 + bits.trailing_zeros() as u8;
                bits &= bits - 1;
                index += 1;
            }
        }
        *end = index as u8;
    }
}

/// HintBitUnpack (FIPS 204 Alg. 21). `None` if the bytes are not what packing gives: ends out of order or above ω, places not
/// rising, or something behind the last one.
pub(crate) fn unpack<const K: usize>(from: &[u8], omega: usize) -> Option<[HintBits; K]> {
    let (places, ends) = from.split_at_checked(omega)?;
    let mut all = [[0; N / 64]; K];
    let mut begin = 0;
    for (hints, end) in all.iter_mut().zip(ends) {
        let end = usize::from(*end);
        let row = places.get(begin..end)?;
        if !row.is_sorted_by(|a, b| a < b) {
            return None;
        }
        for place in row {
            hints[usize::from(place / 64)] |= 1 << (place % 64);
        }
        begin = end;
    }
    places[begin..]
        .iter()
        .all(|place| *place == 0)
        .then_some(all)
}
