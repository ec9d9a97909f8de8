//! What operations leave of their secrets in memory: every operation in fresh processes, every kind of secret a case.

use crate::board::Left;
use crate::case::{Case, Verdict, set_name};
use crate::policy::RESIDUE;
use crate::residue::maps::Place;
use crate::residue::secrets::kinds;
use crate::residue::stated::{self, Stated};
use crate::residue::trial::{Counted, NotCounted, Trial};
use crate::stage::{Depth, Stage, Suite};
use arena_core::client::Launch;
use arena_runner::message::{Offer, Operation};
use nexusq_contract::{Algorithm, ParameterSet};
use std::collections::BTreeMap;

/// Trials of an operation, each with keys of its own.
const TRIALS: u32 = 3;
const TRIALS_FULL: u32 = 10;

/// The suite.
pub struct Residue;

impl Suite for Residue {
    fn id(&self) -> &'static str {
        "residue"
    }

    fn purpose(&self) -> &'static str {
        "what operations leave of their secrets in memory after all of them was dropped"
    }

    fn run(&self, stage: &mut Stage<'_>) {
        let stated = stated::all();
        let sets: Vec<ParameterSet> = stage.wishes.sets.clone();
        for subject in 0..stage.subjects.len() {
            for set in &sets {
                let known = [Algorithm::MlKem, Algorithm::MlDsa].contains(&set.algorithm());
                let operations = Operation::of(*set).into_iter();
                for operation in operations.filter(|_| known) {
                    Row::run(stage, stated.as_deref(), subject, *set, operation);
                }
            }
        }
    }
}

/// The cases of one operation of one subject.
struct Row<'a> {
    subject: usize,
    id: String,
    own: bool,
    set: ParameterSet,
    operation: Operation,
    stated: Result<&'a [Stated], &'a String>,
}

/// The runs of one kind of secret, trial by trial.
type Trials = Vec<[u64; 3]>;

impl Row<'_> {
    fn run(
        stage: &mut Stage<'_>,
        stated: Result<&[Stated], &String>,
        subject: usize,
        set: ParameterSet,
        operation: Operation,
    ) {
        let Some(asked) = stage.subjects.get_mut(subject) else {
            return;
        };
        let row = Row {
            subject,
            id: asked.id().to_owned(),
            own: asked.is_own(),
            set,
            operation,
            stated,
        };
        let names = kinds(set.algorithm().is_kem(), operation);
        let wanted = |name: &&&str| stage.wants(&row.case(name));
        if !names.iter().any(|name| wanted(&name)) {
            return;
        }
        stage.say(&format!("{}: {} {}", row.id, set_name(set), operation.id()));
        match row.trials(stage) {
            Ok(found) => row.note_all(stage, names, &found),
            Err(why) => {
                let verdict = not_counted(why);
                for name in names {
                    row.note(stage, name, &verdict);
                }
            }
        }
    }

    fn case(&self, secret: &str) -> Case {
        Case::new(self.set, self.operation.id(), secret)
    }

    fn note(&self, stage: &mut Stage<'_>, secret: &str, verdict: &Verdict) {
        let case = self.case(secret);
        if stage.wants(&case) {
            stage.note(self.subject, &case, verdict);
        }
    }

    /// Tries the operation with several keys.
    fn trials(&self, stage: &mut Stage<'_>) -> Result<BTreeMap<String, Trials>, NotCounted> {
        let count = match stage.wishes.depth {
            Depth::Core => TRIALS,
            Depth::Full => TRIALS_FULL,
        };
        let seed = stage.wishes.seed;
        let (launch, offer) = self.ready(stage)?;
        let mut found: BTreeMap<String, Trials> = BTreeMap::new();
        for number in 0..count {
            let trial = Trial {
                launch: &launch,
                offer: &offer,
                set: self.set,
                operation: self.operation,
                seed,
                number,
            };
            let Counted { counts, extent } = trial.run()?;
            if extent.unread > 0 {
                let text = format!("{} bytes of its memory can't be read", extent.unread);
                return Err(NotCounted::NotRun(text));
            }
            for count in counts {
                found.entry(count.secret).or_default().push(count.runs);
            }
        }
        Ok(found)
    }

    fn ready(&self, stage: &mut Stage<'_>) -> Result<(Launch, Offer), NotCounted> {
        let absent = || NotCounted::NotRun("there is no such subject".to_owned());
        let subject = stage.subjects.get_mut(self.subject).ok_or_else(absent)?;
        let offer = subject.offer(self.set).map_err(NotCounted::NotRun)?;
        let none = || NotCounted::Unsupported(format!("no {}", self.set.label()));
        let launch = subject.launch().map_err(NotCounted::NotRun)?;
        Ok((launch.clone(), offer.ok_or_else(none)?))
    }

    fn note_all(&self, stage: &mut Stage<'_>, names: &[&str], found: &BTreeMap<String, Trials>) {
        for name in names {
            if !found.contains_key(*name) {
                let why = "not known here: the runner draws it and tells nobody";
                self.note(stage, name, &Verdict::NotRun(why.to_owned()));
            }
        }
        let known = |name: &&String| names.contains(&name.as_str());
        let further = found.keys().filter(|name| !known(name));
        let in_order = names.iter().map(|name| (*name).to_owned());
        for name in in_order.chain(further.cloned()) {
            if let Some(trials) = found.get(&name) {
                let left = self.left(&name, trials);
                self.note(stage, &name, &self.verdict(&left));
                if stage.wants(&self.case(&name)) {
                    stage.note_left(left);
                }
            }
        }
    }

    fn left(&self, secret: &str, trials: &Trials) -> Left {
        let most_in = |place: usize| trials.iter().map(|runs| runs[place]).max().unwrap_or(0);
        let mut sums: Vec<u64> = trials.iter().map(|runs| runs.iter().sum()).collect();
        sums.sort_unstable();
        let [heap, stack, data] = [0, 1, 2].map(most_in);
        Left {
            implementation: self.id.clone(),
            parameter_set: set_name(self.set),
            operation: self.operation.id().to_owned(),
            secret: secret.to_owned(),
            heap,
            stack,
            data,
            most: sums.last().copied().unwrap_or(0),
            median: sums.get(sums.len() / 2).copied().unwrap_or(0),
            trials: sums.len() as u64,
            stated: self.own.then(|| self.stated(secret).map_or(0, |of| of.0)),
        }
    }

    fn stated(&self, secret: &str) -> Result<(u64, &str), String> {
        let all = self.stated.map_err(Clone::clone)?;
        let set = (self.set.algorithm().id(), self.set.name());
        Ok(stated::of(all, &self.id, set, self.operation.id(), secret))
    }

    /// Our own crates are held to what is stated of them; of others it is told what was found.
    fn verdict(&self, left: &Left) -> Verdict {
        let places = Place::ALL.iter().zip([left.heap, left.stack, left.data]);
        let told: Vec<String> = places
            .filter(|(_, runs)| *runs > 0)
            .map(|(place, runs)| format!("{} {runs}", place.id()))
            .collect();
        let found = format!("runs of 16 bytes found: {}", told.join(", "));
        if left.most == 0 {
            return Verdict::Pass;
        }
        if !self.own {
            return Verdict::Policy {
                rule: RESIDUE,
                detail: found,
            };
        }
        match self.stated(&left.secret) {
            Err(why) => Verdict::NotRun(why),
            Ok((most, because)) if left.most <= most => Verdict::Policy {
                rule: RESIDUE,
                detail: format!("{found}; stated: at most {most}, {because}"),
            },
            Ok((most, _)) => Verdict::fail(format!("at most {most} runs, as stated"), found),
        }
    }
}

fn not_counted(why: NotCounted) -> Verdict {
    match why {
        NotCounted::Unsupported(why) => Verdict::Unsupported(why),
        NotCounted::NotRun(why) => Verdict::NotRun(why),
        NotCounted::Broken(how) => Verdict::fail("an answer", how),
        NotCounted::Untrusted(why) => {
            Verdict::NotRun(format!("the search can't be trusted: {why}"))
        }
    }
}
