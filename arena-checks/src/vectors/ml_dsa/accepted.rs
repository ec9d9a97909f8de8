//! Signatures at the limits of what must be accepted.
//!
//! Each names the fault that it is meant to find, where there is one; see [`Fault`]. The values of w' that
//! matter to UseHint are chosen with [`Forger::with_commitment`].

use super::faulty::Fault;
use super::forge::{Choice, Forger, Question};
use arena_core::reference::ml_dsa::Rules;
use arena_core::reference::ml_dsa::ring::{Polynomial, Q};

/// A signature that must be accepted.
#[derive(Clone, Debug)]
pub struct Accepted {
    /// Unique.
    pub name: String,
    /// The fault that refuses it.
    pub finds: Option<Fault>,
    /// What is asked.
    pub question: Question,
}

/// All of them for one parameter set.
pub fn accepted(forger: &Forger) -> Vec<Accepted> {
    let mut list = List {
        forger,
        vectors: Vec::new(),
    };
    list.add("plain", None, forger.choice());
    list.bounds();
    list.hints();
    list.messages();
    list.high_bits();
    list.vectors
}

struct List<'a> {
    forger: &'a Forger,
    vectors: Vec<Accepted>,
}

impl List<'_> {
    fn add(&mut self, name: impl Into<String>, finds: impl Into<Option<Fault>>, choice: Choice) {
        if let Ok(question) = self.forger.forge(Rules::all(), choice) {
            self.vectors.push(Accepted {
                name: name.into(),
                finds: finds.into(),
                question,
            });
        }
    }

    fn bounds(&mut self) {
        let forger = self.forger;
        let limit = forger.limit();
        for (end, polynomial, place) in [("first", 0, 0), ("last", forger.p.l - 1, 255)] {
            let upper = forger.with_coefficient(polynomial, place, limit);
            self.add(format!("z-upper-limit-{end}"), Fault::ZUpperLimit, upper);
            let lower = forger.with_coefficient(polynomial, place, -limit);
            self.add(format!("z-lower-limit-{end}"), Fault::ZLowerLimit, lower);
        }
        let mut everywhere = forger.choice();
        let signs = Polynomial(std::array::from_fn(
            |i| if i % 3 == 0 { limit } else { -limit },
        ));
        everywhere.z.fill(signs);
        self.add("z-at-the-limit-everywhere", None, everywhere);
    }

    fn hints(&mut self) {
        let forger = self.forger;
        let (omega, k) = (forger.omega(), forger.p.k);
        let row: Vec<u8> = (0..omega).collect();
        let in_last = |cut: u8| [vec![0; k - 1], vec![cut]].concat();
        self.add("no-hints", Fault::NoHints, forger.choice());
        let most = Fault::MostHints;
        self.add(
            "omega-hints-first-row",
            most,
            forger.with_hints(&row, &[omega]),
        );
        self.add(
            "omega-hints-last-row",
            most,
            forger.with_hints(&row, &in_last(omega)),
        );
        let two: Vec<u8> = (0..9).chain(255 - (omega - 10)..=255).collect();
        self.add(
            "omega-hints-two-rows",
            most,
            forger.with_hints(&two, &[9, omega]),
        );
        let empty = Fault::EmptyRow;
        self.add("first-row-only", empty, forger.with_hints(&[3, 9], &[2]));
        self.add(
            "last-row-only",
            empty,
            forger.with_hints(&[3, 9], &in_last(2)),
        );
        self.add(
            "first-and-third-row",
            empty,
            forger.with_hints(&[3, 255, 7], &[2, 2, 3]),
        );
        let order = Fault::OrderAcrossRows;
        self.add(
            "lower-in-the-next-row",
            order,
            forger.with_hints(&[9, 3], &[1, 2]),
        );
        self.add(
            "same-in-the-next-row",
            order,
            forger.with_hints(&[9, 9], &[1, 2]),
        );
        self.add(
            "first-and-last-place",
            None,
            forger.with_hints(&[0, 255], &[2]),
        );
        let every: Vec<u8> = (1..=k as u8).collect();
        self.add("one-in-every-row", None, forger.with_hints(&every, &every));
    }

    fn messages(&mut self) {
        for (length, finds) in [(1, None), (255, Some(Fault::LongestContext))] {
            let mut choice = self.forger.choice();
            choice.context = vec![1; length];
            self.add(format!("context-of-{length}"), finds, choice);
        }
        let mut choice = self.forger.choice();
        choice.message.clear();
        self.add("empty-message", Fault::EmptyMessage, choice);
    }

    /// With z = 0 all of w' is 0, so r0 = 0 at every hint and r1 = 0, from which UseHint goes down to m - 1. The
    /// others set one coefficient of w' to r1·2γ2 + r0.
    fn high_bits(&mut self) {
        let forger = self.forger;
        let mut zero = forger.with_hints(&[0, 100, 255], &[1, 1, 3]);
        zero.z = forger.with_zero().z;
        self.add("z-0-with-hints", Fault::HintAtZeroUp, zero);
        self.add("z-0", None, forger.with_zero());
        let gamma2 = forger.p.gamma2;
        let (middle, top) = (10 * gamma2, Q - 1);
        for (name, target, hinted, finds) in [
            ("hint-at-r0-0", middle, true, Some(Fault::HintAtZeroUp)),
            ("hint-at-r0-1", middle + 1, true, Some(Fault::HintAtOneDown)),
            ("hint-at-r0-1-below-0", middle - 1, true, None),
            ("hint-at-r0-gamma2", middle + gamma2, true, None),
            ("hint-above-gamma2", middle + gamma2 + 1, true, None),
            ("hint-at-q-minus-1", top, true, None),
            ("hint-at-the-largest-r1", top - gamma2, true, None),
            ("r0-gamma2", middle + gamma2, false, Some(Fault::UpperEdge)),
            ("above-gamma2", middle + gamma2 + 1, false, None),
            ("q-minus-1", top, false, Some(Fault::NoWrapAround)),
            (
                "first-that-wraps",
                top - gamma2 + 1,
                false,
                Some(Fault::NoWrapAround),
            ),
            ("last-that-does-not-wrap", top - gamma2, false, None),
        ] {
            if let Some(choice) = forger.with_commitment(target, hinted) {
                self.add(name, finds, choice);
            }
        }
    }
}
