//! Integers that are among those of a secret, in whatever order: one bit a secret.

use std::collections::HashMap;
use std::ops::Range;

/// So many secrets have a bit each.
pub(super) const MOST: usize = 64;
/// Up to this modulus there is a table with a word for each residue.
const DIRECT: u32 = 1 << 16;
/// The longest window.
const LONGEST: usize = 32;

/// Some secrets, at most [`MOST`], as sets.
pub(super) struct Sets {
    window: usize,
    distinct: usize,
    kinds: Vec<usize>,
    lookup: Lookup,
}

/// Which sets a residue is in.
enum Lookup {
    Direct(Vec<u64>),
    Sparse {
        /// A bit for each residue: whether it is in any set.
        filter: Vec<u64>,
        sets: HashMap<u32, u64>,
    },
}

impl Lookup {
    fn new(modulus: u32, sets: &HashMap<u32, u64>) -> Lookup {
        if modulus <= DIRECT {
            let of = |residue| sets.get(&residue).copied().unwrap_or(0);
            return Lookup::Direct((0..modulus).map(of).collect());
        }
        let mut filter = vec![0_u64; modulus as usize / 64 + 1];
        for residue in sets.keys() {
            filter[*residue as usize / 64] |= 1 << (residue % 64);
        }
        Lookup::Sparse {
            filter,
            sets: sets.clone(),
        }
    }

    fn sets_of(&self, residue: u32) -> u64 {
        match self {
            Lookup::Direct(table) => table.get(residue as usize).copied().unwrap_or(0),
            Lookup::Sparse { filter, sets } => {
                let word = filter.get(residue as usize / 64).copied().unwrap_or(0);
                if word >> (residue % 64) & 1 == 0 {
                    return 0;
                }
                sets.get(&residue).copied().unwrap_or(0)
            }
        }
    }
}

impl Sets {
    /// Sets of integers below the modulus, given with the numbers of their kinds.
    pub(super) fn new(
        modulus: u32,
        window: usize,
        distinct: usize,
        secrets: &[(usize, &[u32])],
    ) -> Sets {
        let mut sets: HashMap<u32, u64> = HashMap::new();
        for (bit, (_, values)) in secrets.iter().take(MOST).enumerate() {
            for value in *values {
                *sets.entry(*value).or_default() |= 1 << bit;
            }
        }
        Sets {
            window: window.clamp(1, LONGEST),
            distinct,
            kinds: secrets.iter().map(|(kind, _)| *kind).collect(),
            lookup: Lookup::new(modulus, &sets),
        }
    }

    /// Calls `found` with kind and position of each window of members of one secret in `memory`.
    pub(super) fn scan(&self, memory: &[u32], found: &mut impl FnMut(usize, Range<usize>)) {
        let mut last = [0_u64; LONGEST];
        for (index, residue) in memory.iter().enumerate() {
            let sets = self.lookup.sets_of(*residue);
            last[index % LONGEST] = sets;
            if sets == 0 || index + 1 < self.window {
                continue;
            }
            let mut all = sets;
            for back in 1..self.window {
                all &= last[(index - back) % LONGEST];
                if all == 0 {
                    break;
                }
            }
            if all == 0 {
                continue;
            }
            let window = index + 1 - self.window..index + 1;
            if distinct(&memory[window.clone()]) < self.distinct {
                continue;
            }
            for (bit, kind) in self.kinds.iter().enumerate() {
                if all >> bit & 1 == 1 {
                    found(*kind, window.clone());
                }
            }
        }
    }
}

/// How many different values there are.
pub(super) fn distinct(values: &[u32]) -> usize {
    let first_time = |(index, value): &(usize, &u32)| !values[..*index].contains(value);
    values.iter().enumerate().filter(first_time).count()
}
