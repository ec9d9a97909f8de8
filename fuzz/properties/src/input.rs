//! How a target takes decisions and bytes from its input: from the front, and zero where nothing is left.
//!
//! A short input is thus a valid one, and a change of one byte changes one decision.

/// The part of an input that is not yet used.
pub struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    /// All of it.
    pub fn new(bytes: &'a [u8]) -> Input<'a> {
        Input(bytes)
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is left.
    pub fn rest(&self) -> &'a [u8] {
        self.0
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }

    /// The next two bytes, the low one first.
    pub fn word(&mut self) -> usize {
        let low = usize::from(self.byte());
        low | usize::from(self.byte()) << 8
    }

    /// The next `N` bytes.
    pub fn array<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.byte())
    }

    /// A byte string of up to 255 bytes: its length, then as much of it as there is.
    pub fn short(&mut self) -> &'a [u8] {
        let length = usize::from(self.byte()).min(self.0.len());
        let (bytes, rest) = self.0.split_at(length);
        self.0 = rest;
        bytes
    }

    /// One of some values.
    pub fn choose<'b, T>(&mut self, values: &'b [T]) -> &'b T {
        &values[usize::from(self.byte()) % values.len()]
    }
}

/// How many changes one input can make to a byte string.
const MOST_EDITS: usize = 8;

/// Changes a byte string as the input says: its number of changes, then for each what to do, where, and a value. Nothing
/// is changed if the input is used up.
///
/// Returns whether the bytes are other ones than before.
pub fn edit(bytes: &mut Vec<u8>, input: &mut Input<'_>) -> bool {
    let end = bytes.len();
    edit_within(bytes, 0, end, input)
}

/// The same between two places of the byte string; only lengths change at its end.
pub fn edit_within(bytes: &mut Vec<u8>, start: usize, end: usize, input: &mut Input<'_>) -> bool {
    let before = bytes.clone();
    let count = usize::from(input.byte()) % (MOST_EDITS + 1);
    for _ in 0..count {
        let (what, place, value) = (input.byte(), input.word(), input.byte());
        let end = end.min(bytes.len());
        if start >= end {
            break;
        }
        let place = start + place % (end - start);
        match what % 8 {
            0 => bytes[place] = value,
            1 => bytes[place] ^= 1 << (value % 8),
            2 => bytes[place] = bytes[place].wrapping_add(value),
            // A neighbour's value: two hints that are equal or out of order.
            3 => bytes[place] = bytes[start + (place - start + 1) % (end - start)],
            4 => bytes.swap(
                place,
                start + (place - start + usize::from(value)) % (end - start),
            ),
            5 => {
                let stop = (place + usize::from(value)).min(end);
                bytes[place..stop].fill(if value % 2 == 0 { 0 } else { 0xff });
            }
            6 => bytes.truncate(bytes.len() - usize::from(value).min(bytes.len())),
            _ => bytes.extend(std::iter::repeat_n(value, usize::from(value % 4))),
        }
    }
    *bytes != before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_that_is_used_up_gives_zeros_and_changes_nothing() {
        let mut input = Input::new(&[1, 2, 3]);
        assert_eq!((input.byte(), input.word(), input.byte()), (1, 0x0302, 0));
        assert_eq!(input.short(), b"");
        let mut bytes = vec![7; 4];
        assert!(!edit(&mut bytes, &mut input));
        assert_eq!(bytes, [7; 4]);
    }

    #[test]
    fn edits_are_where_and_what_the_input_says() {
        let made = |input: &[u8]| {
            let mut bytes = vec![10, 20, 30, 40];
            let changed = edit(&mut bytes, &mut Input::new(input));
            (bytes, changed)
        };
        assert_eq!(made(&[1, 0, 2, 0, 99]), (vec![10, 20, 99, 40], true));
        assert_eq!(made(&[1, 3, 1, 0, 0]), (vec![10, 30, 30, 40], true));
        assert_eq!(made(&[1, 4, 0, 0, 3]), (vec![40, 20, 30, 10], true));
        assert_eq!(made(&[1, 6, 0, 0, 9]), (vec![], true));
        assert_eq!(made(&[1, 7, 0, 0, 2]), (vec![10, 20, 30, 40, 2, 2], true));
        assert_eq!(made(&[1, 0, 0, 0, 10]), (vec![10, 20, 30, 40], false));
    }
}
