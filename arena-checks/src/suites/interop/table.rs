//! What became of each pair in one form of exchange, and whose fault a failure is.

use crate::class::Class;
use std::collections::BTreeMap;

/// One of the two in an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Who made the keys.
    Owner,
    /// Who used them.
    Other,
}

/// What became of an exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// They understood each other.
    Right,
    /// They did not: what was expected and what came.
    Wrong(String),
    /// That side crashed, hung or wrote nonsense.
    Broke(Side, String),
    /// That side has no door for it.
    Lacks(Side, String),
    /// That side is not there.
    NotRun(Side, String),
}

impl Outcome {
    /// The class of the exchange, whoever is at fault.
    pub(super) fn class(&self) -> Class {
        match self {
            Outcome::Right => Class::Pass,
            Outcome::Wrong(_) | Outcome::Broke(..) => Class::Fail,
            Outcome::Lacks(..) => Class::Unsupported,
            Outcome::NotRun(..) => Class::NotRun,
        }
    }
}

/// Whose fault a failure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    Owner,
    Other,
    /// The others don't tell.
    Unknown,
}

/// The outcomes of all pairs.
pub(super) struct Table {
    shares: Vec<Vec<bool>>,
    outcomes: BTreeMap<(usize, usize), Outcome>,
}

/// How many others one party got on with, those that share code counting as one together.
#[derive(Clone, Copy, Debug, Default)]
struct Voices {
    right: f64,
    wrong: f64,
    heard: usize,
    with: usize,
}

impl Voices {
    /// The share of others with whom it failed; the middle if there are none.
    fn wrong_share(self) -> f64 {
        if self.heard == 0 {
            return 0.5;
        }
        self.wrong / (self.wrong + self.right)
    }
}

impl Table {
    /// An empty table; `shares[a][b]` says whether two parties run code of one package.
    pub(super) fn new(shares: Vec<Vec<bool>>) -> Table {
        Table {
            shares,
            outcomes: BTreeMap::new(),
        }
    }

    pub(super) fn set(&mut self, owner: usize, other: usize, outcome: Outcome) {
        self.outcomes.insert((owner, other), outcome);
    }

    pub(super) fn get(&self, owner: usize, other: usize) -> Option<&Outcome> {
        self.outcomes.get(&(owner, other))
    }

    pub(super) fn has_wrong(&self) -> bool {
        let mut outcomes = self.outcomes.values();
        outcomes.any(|outcome| matches!(outcome, Outcome::Wrong(_)))
    }

    /// Whose fault a failure of the pair is: of the one who failed with the larger share of the
    /// others in the same role. With the reason in words.
    pub(super) fn fault(&self, owner: usize, other: usize, ids: &[String]) -> (Fault, String) {
        if owner == other {
            return (Fault::Owner, "it fails with itself".to_owned());
        }
        let keys = self.voices(owner, other, |third| (owner, third));
        let user = self.voices(other, owner, |third| (third, other));
        let (a, b) = (keys.wrong_share(), user.wrong_share());
        let name = |index: usize| ids.get(index).map_or("", String::as_str);
        let words = format!(
            "the keys of {} work for {} of {} others, {} gets on with the keys of {} of {} others",
            name(owner),
            keys.with,
            keys.heard,
            name(other),
            user.with,
            user.heard
        );
        let fault = if a > b {
            Fault::Owner
        } else if b > a {
            Fault::Other
        } else {
            return (
                Fault::Unknown,
                format!("{words}: which side is wrong is not known"),
            );
        };
        (fault, words)
    }

    /// What the others say about `who`, in the pairs that `pair` makes with each.
    fn voices(&self, who: usize, except: usize, pair: impl Fn(usize) -> (usize, usize)) -> Voices {
        let heard = |third: &usize| {
            let outcome = self.outcomes.get(&pair(*third));
            matches!(outcome, Some(Outcome::Right | Outcome::Wrong(_)))
        };
        let thirds: Vec<usize> = (0..self.shares.len())
            .filter(|third| *third != who && *third != except)
            .filter(heard)
            .collect();
        let mut voices = Voices::default();
        for third in &thirds {
            let family = thirds.iter().filter(|other| self.share(*third, **other));
            let weight = 1.0 / family.count().max(1) as f64;
            voices.heard += 1;
            if self.outcomes.get(&pair(*third)) == Some(&Outcome::Right) {
                voices.with += 1;
                voices.right += weight;
            } else {
                voices.wrong += weight;
            }
        }
        voices
    }

    fn share(&self, one: usize, other: usize) -> bool {
        let row = self.shares.get(one);
        one == other
            || row
                .and_then(|row| row.get(other))
                .is_some_and(|shares| *shares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of four, in which the pairs named are wrong and the rest right.
    fn table(wrong: &[(usize, usize)], family: &[usize]) -> Table {
        let shares = (0..4)
            .map(|a| {
                (0..4)
                    .map(|b| family.contains(&a) && family.contains(&b))
                    .collect()
            })
            .collect();
        let mut table = Table::new(shares);
        for owner in 0..4 {
            for other in 0..4 {
                let outcome = if wrong.contains(&(owner, other)) {
                    Outcome::Wrong(String::new())
                } else {
                    Outcome::Right
                };
                table.set(owner, other, outcome);
            }
        }
        table
    }

    fn fault(table: &Table, owner: usize, other: usize) -> Fault {
        table.fault(owner, other, &[]).0
    }

    #[test]
    fn who_fails_with_all_others_is_at_fault() {
        // Keys of 2 work for nobody else.
        let bad_keys = table(&[(2, 0), (2, 1), (2, 3)], &[]);
        assert_eq!(fault(&bad_keys, 2, 0), Fault::Owner);
        // 1 can't use anybody's keys.
        let bad_user = table(&[(0, 1), (2, 1), (3, 1)], &[]);
        assert_eq!(fault(&bad_user, 0, 1), Fault::Other);
        // A failure with oneself needs no judge.
        assert_eq!(fault(&table(&[(3, 3)], &[]), 3, 3), Fault::Owner);
    }

    #[test]
    fn one_failure_between_two_who_get_on_with_all_others_is_undecided() {
        assert_eq!(fault(&table(&[(0, 1)], &[]), 0, 1), Fault::Unknown);
    }

    #[test]
    fn those_who_share_code_have_one_voice_together() {
        // Of the keys of 0, the relatives 2 and 3 say "wrong"; so does 1. And 1 fails with 2 alone.
        let wrong = [(0, 1), (0, 2), (0, 3), (2, 1)];
        // As three voices: 2 of 2 against the owner, 1 of 2 against the user.
        assert_eq!(fault(&table(&wrong, &[]), 0, 1), Fault::Owner);
        // Keys of 0 work for 3 only; 2 and 3 are relatives, so half a voice each way.
        let halves = table(&[(0, 1), (0, 2), (2, 1)], &[2, 3]);
        assert_eq!(fault(&halves, 0, 1), Fault::Unknown);
    }
}
