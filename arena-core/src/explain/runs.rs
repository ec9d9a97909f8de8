//! Runs the experiments and reads their figures from the folders that they leave.

use super::experiments::{Factor, SpreadExperiment};
use super::load::Load;
use super::{Bench, ExplainError, FactorResult, RunResult, SpreadResult, builds};
use crate::analysis::cost::SigningCost;
use crate::corpus::derive;
use crate::driver::{self, Job, Observer};
use crate::evidence::{self, Derived};
use crate::math::Portable;
use crate::plan::{Design, DesignSystem, Plan};
use crate::planning::{self, Wishes};
use crate::protocol::{Corpus, Protocol};
use crate::storage;
use arena_runner::message::{Lane, Operation};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The two names of identical code.
const FIRST: &str = "first";
const SECOND: &str = "second";
/// Seconds that a reply may take.
const TIMEOUT: u64 = 60;

/// All runs of a spread.
pub(super) fn spread(
    bench: &Bench<'_>,
    experiment: &SpreadExperiment,
) -> Result<SpreadResult, ExplainError> {
    let implementation = &bench.settings.implementation;
    let mut result = SpreadResult {
        id: experiment.id.to_owned(),
        what: experiment.what.to_owned(),
        runs: Vec::new(),
    };
    for number in 1..=bench.settings.repeats {
        let name = format!("{}/{number:03}", experiment.id);
        let wishes = Wishes {
            design: Some(Design {
                systems: vec![
                    system(FIRST, implementation, None),
                    system(SECOND, implementation, None),
                ],
                baseline: FIRST.to_owned(),
                candidate: SECOND.to_owned(),
                corpus: experiment.corpus,
                interleaved: experiment.interleaved,
            }),
            pinned_cpu: bench.settings.cpu.filter(|_| experiment.pinned),
            ..wishes(bench, &name)
        };
        let mut load = Load::start(experiment.disturbance, wishes.pinned_cpu, SECOND)
            .map_err(|why| no_figures(&name, &why))?;
        let derived = run(bench, "v2", &wishes, &name, &mut load)?;
        result.runs.push(ratios(&derived, &name)?);
    }
    Ok(result)
}

/// One comparison of a factor, and what signing costs its first side.
pub(super) fn factor(
    bench: &mut Bench<'_>,
    factor: &Factor,
) -> Result<(FactorResult, Vec<SigningCost>), ExplainError> {
    let name = format!("factors/{}", factor.id);
    let (first, second) =
        builds::sides(bench, factor.variant).map_err(|why| no_figures(&name, &why))?;
    let corpus = Protocol::named("evidence").map_or(Corpus::default(), |p| p.corpus);
    let control = format!("{SECOND}-control");
    let wishes = Wishes {
        design: Some(Design {
            systems: vec![
                system(FIRST, &first, None),
                system(SECOND, &second, None),
                system(&control, &second, Some(SECOND)),
            ],
            baseline: FIRST.to_owned(),
            candidate: SECOND.to_owned(),
            corpus,
            interleaved: true,
        }),
        rounds: Some(bench.settings.rounds),
        ..wishes(bench, &name)
    };
    let mut silent = Load::start(super::Disturbance::None, None, SECOND)
        .map_err(|why| no_figures(&name, &why))?;
    let derived = run(bench, "evidence", &wishes, &name, &mut silent)?;
    let analysis = derived.verdict().analysis.as_ref();
    let comparison = analysis.and_then(|analysis| analysis.gate(&derived.protocol));
    let Some(comparison) = comparison.cloned() else {
        return Err(no_figures(&name, "no comparison"));
    };
    let signing = analysis
        .map(|analysis| analysis.signing.clone())
        .unwrap_or_default();
    let signing = signing
        .into_iter()
        .filter(|cost| cost.system == FIRST && cost.lane == Lane::Prepared)
        .collect();
    let result = FactorResult {
        id: factor.id.to_owned(),
        what: factor.what.to_owned(),
        folder: name,
        comparison,
    };
    Ok((result, signing))
}

fn system(name: &str, implementation: &str, control_of: Option<&str>) -> DesignSystem {
    DesignSystem {
        name: name.to_owned(),
        implementation: implementation.to_owned(),
        control_of: control_of.map(str::to_owned),
    }
}

/// What all runs have in common. Each run has a seed of its own that follows from the experiment's.
fn wishes(bench: &Bench<'_>, name: &str) -> Wishes {
    let bytes = derive(bench.settings.seed, name, 8);
    let seed = bytes
        .iter()
        .fold(0u64, |seed, byte| (seed << 8) | u64::from(*byte));
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Wishes {
        timeout_seconds: TIMEOUT,
        seed,
        pinned_cpu: bench.settings.cpu,
        created_unix_ns: u64::try_from(now.as_nanos()).unwrap_or(u64::MAX),
        ..Wishes::default()
    }
}

/// Makes a run, or what is missing of one that was interrupted, and the files that follow from it.
fn run(
    bench: &Bench<'_>,
    protocol: &str,
    wishes: &Wishes,
    name: &str,
    observer: &mut dyn Observer,
) -> Result<Derived, ExplainError> {
    let folder = bench.settings.folder.join("runs").join(name);
    let (plan, protocol) = planning::plan(protocol, wishes, &[])?;
    let plan = if folder.join(storage::FACTS).exists() {
        begun(bench, &folder, name, &plan)?
    } else {
        storage::create(&folder, &plan, bench.facts)?;
        plan
    };
    let mut environment = bench.environment.clone();
    environment.pinned_cpu = plan.pinned_cpu;
    let job = Job {
        plan: &plan,
        protocol: &protocol,
        inventory: &bench.inventory,
        environment: &environment,
        folder: &folder,
    };
    driver::run(&job, observer)?;
    Ok(evidence::finish(Path::new(&folder))?)
}

/// The plan of a run that was interrupted, if it is the one that would be made now.
fn begun(
    bench: &Bench<'_>,
    folder: &Path,
    name: &str,
    wanted: &Plan,
) -> Result<Plan, ExplainError> {
    let foreign = |why| ExplainError::Foreign {
        folder: name.to_owned(),
        why,
    };
    let plan = Plan::read(folder)?;
    if storage::read_facts(folder)?.machine() != bench.facts.machine() {
        return Err(foreign("begun on another machine"));
    }
    // All but the time at which it was made, which its name holds too.
    let now = Plan {
        run_id: plan.run_id.clone(),
        created_unix_ns: plan.created_unix_ns,
        ..wanted.clone()
    };
    if plan != now {
        return Err(foreign("begun with other settings"));
    }
    Ok(plan)
}

fn no_figures(folder: &str, why: &str) -> ExplainError {
    ExplainError::NoFigures {
        folder: folder.to_owned(),
        why: why.to_owned(),
    }
}

/// The ratios of a run of identical code.
fn ratios(derived: &Derived, name: &str) -> Result<RunResult, ExplainError> {
    let verdict = derived.verdict();
    let mut ratios = Vec::new();
    let (mut logs, mut unsigned, mut signing) = (0.0, Vec::new(), 0.0);
    let gate = verdict
        .analysis
        .as_ref()
        .and_then(|a| a.gate(&derived.protocol));
    for operation in &verdict.operations {
        // What the method would say is `call`; the spread is that of the figures, disturbed or not.
        let of_turns = gate.and_then(|gate| {
            let mut all = gate.operations.iter();
            all.find(|o| o.name() == operation.name())?.estimate
        });
        let ratio = of_turns
            .map(|estimate| estimate.ratio)
            .or(operation.ratio.map(|ratio| ratio.value));
        let Some(ratio) = ratio else {
            let why = operation.problem.clone().unwrap_or_default();
            return Err(no_figures(name, &format!("{}: {why}", operation.name())));
        };
        logs += ratio.natural_log();
        if operation.operation == Operation::Sign {
            signing = ratio.natural_log();
        } else {
            unsigned.push(ratio.natural_log());
        }
        ratios.push((operation.name(), ratio));
    }
    let count = ratios.len().max(1) as f64;
    Ok(RunResult {
        folder: format!("runs/{name}"),
        geometric_mean: (logs / count).exponential(),
        without_signing: (unsigned.iter().sum::<f64>() / unsigned.len().max(1) as f64)
            .exponential(),
        signing: signing.exponential(),
        ratios,
        call: gate.map(|gate| gate.call),
    })
}
