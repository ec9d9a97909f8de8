//! Finding patterns in memory: which bytes of it are parts of secrets.

mod members;
mod order;

use super::RUN;
use super::pattern::{Alphabet, Pattern, Rule};
use members::Sets;
use order::Sequences;
use std::collections::BTreeMap;
use std::ops::Range;

/// Pages of zeros are passed over: no rule matches in them.
const PAGE: usize = 4096;

/// Patterns, ready to be looked for.
pub struct Scanner {
    kinds: usize,
    alphabets: Vec<(Alphabet, Vec<Sequences>, Vec<Sets>)>,
}

/// Which bytes of a stretch of memory belong to which kind of secret.
struct Cover(Vec<Vec<Range<usize>>>);

impl Cover {
    fn add(&mut self, kind: usize, bytes: Range<usize>) {
        let Some(ranges) = self.0.get_mut(kind) else {
            return;
        };
        match ranges.last_mut() {
            Some(last) if last.start <= bytes.start && bytes.start <= last.end => {
                last.end = last.end.max(bytes.end);
            }
            _ => ranges.push(bytes),
        }
    }
}

impl Scanner {
    /// Gets patterns ready. Kinds are numbered from 0 to below `kinds`.
    pub fn new(kinds: usize, patterns: &[Pattern]) -> Scanner {
        let mut by_alphabet: BTreeMap<Alphabet, Vec<&Pattern>> = BTreeMap::new();
        for pattern in patterns {
            by_alphabet
                .entry(pattern.alphabet)
                .or_default()
                .push(pattern);
        }
        let ready = |(alphabet, patterns): (Alphabet, Vec<&Pattern>)| {
            let (mut order, mut sets) = (BTreeMap::new(), BTreeMap::new());
            for pattern in patterns {
                match &pattern.rule {
                    Rule::InOrder { values, window } => {
                        let of_window = order.entry(*window).or_insert_with(Vec::new);
                        of_window.push((pattern.kind, values.as_slice()));
                    }
                    Rule::Members {
                        values,
                        window,
                        distinct,
                    } => {
                        let alike = sets.entry((*window, *distinct)).or_insert_with(Vec::new);
                        alike.push((pattern.kind, values.as_slice()));
                    }
                }
            }
            let order = order.into_iter().map(|(w, of)| Sequences::new(w, &of));
            let sets = sets.into_iter().flat_map(|((window, distinct), of)| {
                let batches = of.chunks(members::MOST);
                let batch = |of| Sets::new(alphabet.modulus, window, distinct, of);
                batches.map(batch).collect::<Vec<_>>()
            });
            (alphabet, order.collect(), sets.collect())
        };
        Scanner {
            kinds,
            alphabets: by_alphabet.into_iter().map(ready).collect(),
        }
    }

    /// How many runs of 16 bytes of each kind of secret `memory` holds: the bytes that some rule covers are
    /// joined to stretches where they touch, and a stretch of n bytes is n / 16 runs, rounded down.
    /// `memory` starts at a multiple of 4.
    pub fn count(&self, memory: &[u8]) -> Vec<u64> {
        let mut cover = Cover(vec![Vec::new(); self.kinds]);
        for stretch in not_zero(memory) {
            let bytes = memory.get(stretch.clone()).unwrap_or_default();
            for (alphabet, sequences, sets) in &self.alphabets {
                let residues: Vec<u32> = bytes
                    .chunks_exact(alphabet.width)
                    .map(|integer| alphabet.residue(integer))
                    .collect();
                let width = alphabet.width;
                let mut found = |kind, integers: Range<usize>| {
                    let start = stretch.start + integers.start * width;
                    cover.add(kind, start..start + integers.len() * width);
                };
                sequences.iter().for_each(|s| s.scan(&residues, &mut found));
                sets.iter().for_each(|s| s.scan(&residues, &mut found));
            }
        }
        cover.0.into_iter().map(runs).collect()
    }
}

/// The runs in stretches that may overlap and be out of order.
fn runs(mut ranges: Vec<Range<usize>>) -> u64 {
    ranges.sort_unstable_by_key(|range| range.start);
    let mut sum = 0;
    let mut current: Option<Range<usize>> = None;
    for range in ranges {
        match &mut current {
            Some(joined) if range.start <= joined.end => joined.end = joined.end.max(range.end),
            _ => {
                sum += current.map_or(0, |joined| joined.len() / RUN);
                current = Some(range);
            }
        }
    }
    (sum + current.map_or(0, |joined| joined.len() / RUN)) as u64
}

/// The stretches between pages of zeros.
fn not_zero(memory: &[u8]) -> Vec<Range<usize>> {
    let mut stretches: Vec<Range<usize>> = Vec::new();
    for (index, page) in memory.chunks(PAGE).enumerate() {
        if page.iter().all(|byte| *byte == 0) {
            continue;
        }
        let start = index * PAGE;
        match stretches.last_mut() {
            Some(last) if last.end == start => last.end += page.len(),
            _ => stretches.push(start..start + page.len()),
        }
    }
    stretches
}

#[cfg(test)]
mod tests;
