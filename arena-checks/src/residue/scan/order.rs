//! Integers in the order in which a secret has them, by a hash that rolls over the memory.

use std::collections::HashMap;
use std::ops::Range;

/// Odd, so that every integer of a window changes the hash.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;
/// Bits of the table that rules out most windows.
const FILTER_BITS: u32 = 20;
/// A window of a secret with fewer different values is no mark of it: memory is full of such windows.
const LEAST_DISTINCT: usize = 3;

/// Every window of some secrets.
pub(super) struct Sequences {
    window: usize,
    /// BASE to the power of the window's length.
    leaving: u64,
    filter: Vec<u64>,
    /// By hash: which secret, and where in it.
    places: HashMap<u64, Vec<(usize, usize)>>,
    secrets: Vec<(usize, Vec<u32>)>,
}

impl Sequences {
    /// The windows of so many integers of the secrets, given with the numbers of their kinds.
    pub(super) fn new(window: usize, secrets: &[(usize, &[u32])]) -> Sequences {
        let window = window.max(1);
        let mut places: HashMap<u64, Vec<(usize, usize)>> = HashMap::new();
        let mut filter = vec![0_u64; 1 << (FILTER_BITS - 6)];
        for (number, (_, values)) in secrets.iter().enumerate() {
            for (at, values) in values.windows(window).enumerate() {
                if super::members::distinct(values) < LEAST_DISTINCT {
                    continue;
                }
                let hash = values.iter().fold(0, |hash, value| entered(hash, *value));
                places.entry(hash).or_default().push((number, at));
                let (word, bit) = place_of(hash);
                filter[word] |= bit;
            }
        }
        let secrets = secrets.iter();
        Sequences {
            window,
            leaving: (0..window).fold(1, |power: u64, _| power.wrapping_mul(BASE)),
            filter,
            places,
            secrets: secrets.map(|(kind, of)| (*kind, of.to_vec())).collect(),
        }
    }

    /// Calls `found` with kind and position of each window of a secret in `memory`.
    pub(super) fn scan(&self, memory: &[u32], found: &mut impl FnMut(usize, Range<usize>)) {
        let mut hash = 0;
        for (index, value) in memory.iter().enumerate() {
            hash = entered(hash, *value);
            if let Some(left) = index.checked_sub(self.window) {
                let left = u64::from(memory[left]) + 1;
                hash = hash.wrapping_sub(left.wrapping_mul(self.leaving));
            }
            let (word, bit) = place_of(hash);
            if self.filter[word] & bit == 0 || index + 1 < self.window {
                continue;
            }
            let window = index + 1 - self.window..index + 1;
            for (number, at) in self.places.get(&hash).into_iter().flatten() {
                let Some((kind, values)) = self.secrets.get(*number) else {
                    continue;
                };
                if values.get(*at..*at + self.window) == memory.get(window.clone()) {
                    found(*kind, window.clone());
                }
            }
        }
    }
}

fn entered(hash: u64, value: u32) -> u64 {
    hash.wrapping_mul(BASE).wrapping_add(u64::from(value) + 1)
}

fn place_of(hash: u64) -> (usize, u64) {
    let folded = (hash ^ hash >> 32).wrapping_mul(BASE) >> (64 - FILTER_BITS);
    ((folded / 64) as usize, 1 << (folded % 64))
}
