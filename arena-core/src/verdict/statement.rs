//! The verdict as one sentence.

use super::Verdict;
use crate::gate::Outcome;

pub(super) fn of(verdict: &Verdict) -> String {
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
