//! Which branches of signing an input reaches: FIPS 204 Alg. 7 lines 23 and 28.
//!
//! An attempt of the signing loop is rejected if ‖z‖∞ ≥ γ1 - β or ‖r0‖∞ ≥ γ2 - β (line 23), and if
//! it passes these, if ‖c·t0‖∞ ≥ γ2 or there are more than ω hints (line 28). A branch is one of these
//! reasons, one of their limits met exactly from either side, or an extreme number of attempts.
//!
//! One reason can't occur everywhere. A coefficient of c·t0 is a sum of τ coefficients of t0 with signs,
//! and those of t0 are at most 2^12, so ‖c·t0‖∞ ≤ τ·2^12: 159 744 for ML-DSA-44, 200 704 for ML-DSA-65,
//! 245 760 for ML-DSA-87. γ2 is 95 232 in the first and 261 888 in the others. So line 28 rejects for
//! c·t0 with ML-DSA-44 alone; see [`Branch::occurs`]. Encoded keys have no larger t0 either: it has 13 bits.

use arena_core::reference::ml_dsa::Parameters;
use arena_core::reference::ml_dsa::rounding::D;
use arena_core::reference::ml_dsa::sign::{Check, Measured, Signed};

/// A branch of the signing loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Branch {
    /// The first attempt succeeds.
    FirstAttempt,
    /// An attempt is rejected for z alone.
    Z,
    /// An attempt is rejected for r0 alone.
    R0,
    /// An attempt breaks both bounds of line 23.
    ZAndR0,
    /// An attempt is rejected for c·t0.
    Ct0,
    /// An attempt is rejected for ‖c·t0‖∞ = γ2, and the hints are in order.
    Ct0AtBound,
    /// The signature has ‖c·t0‖∞ = γ2 - 1.
    Ct0AtLimit,
    /// An attempt is rejected for its hints, and c·t0 is in order.
    HintCount,
    /// At least 32 attempts.
    ManyAttempts,
    /// An attempt is rejected for ‖z‖∞ = γ1 - β and nothing else of line 23.
    ZAtBound,
    /// The signature has ‖z‖∞ = γ1 - β - 1.
    ZAtLimit,
    /// An attempt is rejected for ‖r0‖∞ = γ2 - β and nothing else of line 23.
    R0AtBound,
    /// The signature has ‖r0‖∞ = γ2 - β - 1.
    R0AtLimit,
    /// An attempt is rejected for ω + 1 hints.
    HintsBeyondOmega,
    /// The signature has ω hints.
    HintsAtOmega,
}

impl Branch {
    /// All branches.
    pub const ALL: [Branch; 15] = [
        Branch::FirstAttempt,
        Branch::Z,
        Branch::R0,
        Branch::ZAndR0,
        Branch::Ct0,
        Branch::Ct0AtBound,
        Branch::Ct0AtLimit,
        Branch::HintCount,
        Branch::ManyAttempts,
        Branch::ZAtBound,
        Branch::ZAtLimit,
        Branch::R0AtBound,
        Branch::R0AtLimit,
        Branch::HintsBeyondOmega,
        Branch::HintsAtOmega,
    ];

    /// The name in the data file and in reports.
    pub const fn id(self) -> &'static str {
        match self {
            Branch::FirstAttempt => "first-attempt",
            Branch::Z => "z",
            Branch::R0 => "r0",
            Branch::ZAndR0 => "z-and-r0",
            Branch::Ct0 => "ct0",
            Branch::Ct0AtBound => "ct0-at-bound",
            Branch::Ct0AtLimit => "ct0-at-limit",
            Branch::HintCount => "hint-count",
            Branch::ManyAttempts => "32-attempts",
            Branch::ZAtBound => "z-at-bound",
            Branch::ZAtLimit => "z-at-limit",
            Branch::R0AtBound => "r0-at-bound",
            Branch::R0AtLimit => "r0-at-limit",
            Branch::HintsBeyondOmega => "omega-plus-1-hints",
            Branch::HintsAtOmega => "omega-hints",
        }
    }

    /// The branch of that name.
    pub fn of_id(id: &str) -> Option<Branch> {
        Branch::ALL.into_iter().find(|branch| branch.id() == id)
    }

    /// Whether the branch can be reached at all; the proof stands at the top of this file.
    pub const fn occurs(self, p: &Parameters) -> bool {
        match self {
            Branch::Ct0 | Branch::Ct0AtBound | Branch::Ct0AtLimit => {
                (p.tau as i32) << (D - 1) >= p.gamma2
            }
            _ => true,
        }
    }

    /// Those that can be reached.
    pub fn all_of(p: &Parameters) -> impl Iterator<Item = Branch> + '_ {
        Branch::ALL.into_iter().filter(|branch| branch.occurs(p))
    }
}

/// The branches that a signature reached, in the order of [`Branch::ALL`].
pub fn reached(p: &Parameters, signed: &Signed) -> Vec<Branch> {
    Branch::ALL
        .into_iter()
        .filter(|branch| reaches(p, signed, *branch))
        .collect()
}

fn reaches(p: &Parameters, signed: &Signed, branch: Branch) -> bool {
    let rejected = |test: &dyn Fn(&Measured, &[Check]) -> bool| {
        let mut rejected = signed.measured.iter().zip(&signed.rejections);
        rejected.any(|(numbers, failed)| test(numbers, failed))
    };
    let for_alone = |check: Check| rejected(&|_, failed| failed == [check]);
    let last = |test: &dyn Fn(&Measured) -> bool| signed.measured.last().is_some_and(test);
    let (z, r0) = (p.gamma1 - p.beta(), p.gamma2 - p.beta());
    let ct0 = |numbers: &Measured| numbers.second.map(|(norm, _)| norm);
    let ones = |numbers: &Measured| numbers.second.map(|(_, ones)| ones);
    match branch {
        Branch::FirstAttempt => signed.attempts() == 1,
        Branch::Z => for_alone(Check::Z),
        Branch::R0 => for_alone(Check::R0),
        Branch::ZAndR0 => rejected(&|_, failed| failed == [Check::Z, Check::R0]),
        Branch::Ct0 => rejected(&|_, failed| failed.contains(&Check::Ct0)),
        Branch::Ct0AtBound => {
            rejected(&|numbers, failed| ct0(numbers) == Some(p.gamma2) && failed == [Check::Ct0])
        }
        Branch::Ct0AtLimit => last(&|numbers| ct0(numbers) == Some(p.gamma2 - 1)),
        Branch::HintCount => for_alone(Check::HintCount),
        Branch::ManyAttempts => signed.attempts() >= 32,
        Branch::ZAtBound => rejected(&|numbers, failed| numbers.z == z && failed == [Check::Z]),
        Branch::ZAtLimit => last(&|numbers| numbers.z == z - 1),
        Branch::R0AtBound => rejected(&|numbers, failed| numbers.r0 == r0 && failed == [Check::R0]),
        Branch::R0AtLimit => last(&|numbers| numbers.r0 == r0 - 1),
        Branch::HintsBeyondOmega => rejected(&|numbers, failed| {
            ones(numbers) == Some(p.omega + 1) && failed == [Check::HintCount]
        }),
        Branch::HintsAtOmega => last(&|numbers| ones(numbers) == Some(p.omega)),
    }
}
