//! The suite `signing`: deterministic signatures whose making goes through every branch of Alg. 7.
//!
//! The answer is the model's signature, byte for byte. An implementation that signs hedged only can't be
//! asked: its signatures are others each time, and whichever branch they went through is not to be seen.

use crate::case::set_name;
use crate::report::Reached;
use crate::stage::{Stage, Suite};
use crate::vector::Vector;
use crate::vectors::ml_dsa::branches::Branch;
use crate::vectors::ml_dsa::signing::{Input, inputs};
use arena_core::reference::ml_dsa::Parameters;
use nexusq_contract::ParameterSet;

/// The suite.
pub struct Signing;

impl Suite for Signing {
    fn id(&self) -> &'static str {
        "signing"
    }

    fn purpose(&self) -> &'static str {
        "deterministic ML-DSA signatures through every reason to reject an attempt, and its exact limits"
    }

    fn run(&self, stage: &mut Stage<'_>) {
        for set in stage.wishes.sets.clone() {
            let of_set = inputs().into_iter().filter(|input| input.set == set);
            let vectors: Vec<Vector> = of_set.flat_map(|input| input.vectors()).collect();
            if !vectors.is_empty() {
                stage.say(&set_name(set));
                stage.put(&vectors);
            }
        }
    }
}

/// How many inputs reach each branch, for the sets that are of ML-DSA. Each input is signed by the model for it;
/// what the data file says is not relied upon.
pub fn coverage(sets: &[ParameterSet]) -> Vec<Reached> {
    let of_ml_dsa = sets
        .iter()
        .filter_map(|set| Some((*set, Parameters::of(*set)?)));
    let of_set = |(set, p): (ParameterSet, Parameters)| {
        let inputs = inputs().into_iter().filter(|input| input.set == set);
        let reached: Vec<Vec<Branch>> = inputs.filter_map(|input| reached_by(&p, &input)).collect();
        Branch::ALL.map(|branch| Reached {
            parameter_set: set_name(set),
            branch: branch.id().to_owned(),
            inputs: branch
                .occurs(&p)
                .then(|| reached.iter().filter(|all| all.contains(&branch)).count()),
        })
    };
    of_ml_dsa.flat_map(of_set).collect()
}

fn reached_by(p: &Parameters, input: &Input) -> Option<Vec<Branch>> {
    let (_, signed) = input.signed()?;
    Some(crate::vectors::ml_dsa::branches::reached(p, &signed))
}
