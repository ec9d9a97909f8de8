//! The verdict as one sentence.

use super::Verdict;
use crate::analysis::Comparison;
use crate::gate::Outcome;

pub(super) fn of(verdict: &Verdict, gate: Option<&Comparison>) -> String {
    let Verdict {
        baseline,
        candidate,
        protocol,
        ..
    } = verdict;
    let figure = match verdict.geometric_mean {
        Some(mean) => format!(
            "{candidate} takes {} times as long as {baseline} in the geometric mean of {} operations",
            mean.words(),
            verdict.operations.len()
        ),
        None => format!("There is no geometric mean of {candidate} over {baseline}"),
    };
    let figure = format!("{figure}{}", gate.map(call).unwrap_or_default());
    let with = |status| {
        let mut ids = Vec::new();
        for criterion in &verdict.criteria {
            if criterion.status == status {
                ids.push(criterion.id.as_str());
            }
        }
        ids.join(", ")
    };
    let judgement = match verdict.overall {
        Outcome::Met => "every criterion is met".to_owned(),
        Outcome::NotMet if with(Outcome::Unresolved).is_empty() => {
            format!("not met: {}", with(Outcome::NotMet))
        }
        Outcome::NotMet => format!(
            "not met: {}; unresolved: {}",
            with(Outcome::NotMet),
            with(Outcome::Unresolved)
        ),
        Outcome::Unresolved => format!("unresolved: {}", with(Outcome::Unresolved)),
    };
    let sentence = format!("{figure}; {judgement}.");
    if verdict.evidence {
        return sentence;
    }
    format!("No evidence (protocol {protocol} is for trying things out). {sentence}")
}

/// What may be said of the difference, where there is a control.
fn call(gate: &Comparison) -> String {
    let noise = match gate.noise_floor {
        Some(floor) => format!("noise floor {:.2} %", (floor - 1.0) * 100.0),
        None => "noise floor unknown".to_owned(),
    };
    format!(": {} ({noise})", gate.call.words())
}
