//! The second method: times on the processor itself, of two classes of inputs that differ in secrets alone, compared by
//! Welch's t-test, after Reparaz, Balasch and Verbauwhede, "Dude, is my code constant time?" (DATE 2017).

mod classes;
mod signing;
mod welch;

pub use welch::Test;

use super::Settings;
use super::planted;
use super::report::{Comparison, Measured, Planted, Statistics};
use crate::case::set_name;
use crate::subject::{Subject, has};
use arena_core::client::{Client, Launch};
use arena_core::inventory::{Found, Inventory, Layout};
use arena_runner::message::{Hello, Lane, Operation, Prepare, Randomness, Reply, Request, Time};
use classes::{Class, Contrast, Corpus, Maker};
use nexusq_contract::{Capability, ParameterSet};
use serde::{Deserialize, Serialize};

/// Corpora that the samples of a comparison come from, one after the other.
const ROUNDS: usize = 4;
/// Samples in one request, at most.
const BLOCK: usize = 5000;
/// Calls before the samples of a request.
const WARMUPS: usize = 50;
/// From here on a t is suspicious: by chance it happens a few times in a million tests.
const SUSPICIOUS: f64 = 4.5;
/// From here on it is a leak, as the authors of the method say.
const LEAK: f64 = 10.0;

/// What the tests of a comparison say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Nothing to be seen with so many samples.
    Nothing,
    /// More than chance explains easily; to be repeated with more samples.
    Suspicious,
    /// A dependence on the secret, beyond doubt as far as the classes differ in nothing else.
    Leak,
}

impl Verdict {
    /// What the largest t of some tests says.
    fn of(tests: &[Test]) -> Verdict {
        let worst = tests.iter().map(|test| test.t.abs()).fold(0.0, f64::max);
        if worst > LEAK {
            Verdict::Leak
        } else if worst > SUSPICIOUS {
            Verdict::Suspicious
        } else {
            Verdict::Nothing
        }
    }

    /// For people.
    pub const fn words(self) -> &'static str {
        match self {
            Verdict::Nothing => "nothing seen",
            Verdict::Suspicious => "suspicious",
            Verdict::Leak => "LEAK",
        }
    }
}

/// Compares all that the settings ask for.
///
/// # Errors
/// In words: there is no runner with planted leaks, or nobody makes keys and ciphertexts.
pub fn run(
    settings: &Settings,
    layout: &Layout,
    inventory: &Inventory,
    progress: &mut dyn FnMut(&str),
) -> Result<Statistics, String> {
    let leaky = planted::find(layout)?;
    let mut planted = Vec::new();
    for row in compare(settings, inventory, &leaky, progress)? {
        if row.shows_planted_leak() {
            planted.push(found_planted(&row));
        }
    }
    let mut rows = Vec::new();
    for id in &settings.implementations {
        if let Some(found) = inventory.get(id) {
            rows.extend(compare(settings, inventory, found, progress)?);
        }
    }
    Ok(Statistics {
        samples: settings.samples,
        cpu: settings.cpu,
        planted,
        rows,
    })
}

fn found_planted(row: &Comparison) -> Planted {
    let missed = match &row.measured {
        Measured::Ran {
            verdict: Verdict::Leak,
            ..
        } => None,
        Measured::Ran { tests, .. } => {
            let worst = tests.iter().map(|test| test.t.abs()).fold(0.0, f64::max);
            Some(format!(
                "|t| is at most {worst:.1}; more samples may help (--samples)"
            ))
        }
        Measured::NotRun { reason } => Some(reason.clone()),
    };
    Planted {
        place: format!("{} {}", row.parameter_set, row.operation.id()),
        leak: "extra time in leak::branch".to_owned(),
        missed,
    }
}

impl Comparison {
    fn shows_planted_leak(&self) -> bool {
        let all = [Contrast::Messages, Contrast::Ciphertexts, Contrast::Keys];
        all.iter()
            .any(|contrast| contrast.shows_planted_leak() && contrast.words() == self.classes)
    }
}

/// All comparisons of an implementation.
fn compare(
    settings: &Settings,
    inventory: &Inventory,
    found: &Found,
    progress: &mut dyn FnMut(&str),
) -> Result<Vec<Comparison>, String> {
    let mut rows = Vec::new();
    for &set in &settings.sets {
        let mut helper = helper(settings, inventory, set)?;
        for contrast in Contrast::of(set) {
            let operation = contrast.operation();
            if !settings.operations.is_empty() && !settings.operations.contains(&operation) {
                continue;
            }
            let mut maker = Maker {
                set,
                seed: settings.seed,
                helper: &mut helper,
            };
            let measured = measure(settings, found, &mut maker, contrast)
                .unwrap_or_else(|reason| Measured::NotRun { reason });
            let row = Comparison {
                implementation: found.manifest.id.clone(),
                own: found.manifest.own,
                parameter_set: set_name(set),
                operation,
                classes: contrast.words().to_owned(),
                measured,
            };
            progress(&row.in_words());
            rows.push(row);
        }
    }
    Ok(rows)
}

/// Who makes keys and ciphertexts for the others.
fn helper(
    settings: &Settings,
    inventory: &Inventory,
    set: ParameterSet,
) -> Result<Subject, String> {
    let mut needs = vec![Capability::GenerateFromSeed, Capability::ExportExpanded];
    if set.algorithm().is_kem() {
        needs.push(Capability::EncapsulateWithM);
    }
    let subjects = inventory.found.iter();
    let mut subjects = subjects.map(|found| Subject::new(found, settings.timeout));
    subjects
        .find_map(|mut subject| subject.can(set, &needs).then_some(subject))
        .ok_or_else(|| {
            format!(
                "no built implementation makes the inputs for {}; run `arena build nexusq-v2`",
                set.label()
            )
        })
}

fn measure(
    settings: &Settings,
    found: &Found,
    maker: &mut Maker<'_>,
    contrast: Contrast,
) -> Result<Measured, String> {
    let (mut client, hello) = start(settings, found)?;
    let offer = hello.parameter_sets.iter().find(|offer| {
        (offer.algorithm.as_str(), offer.parameter_set.as_str())
            == (maker.set.algorithm().id(), maker.set.name())
    });
    let offer = offer.ok_or("it does not offer this parameter set")?;
    let by_keys = [Capability::ImportExpanded, Capability::GenerateFromSeed];
    if !by_keys.iter().any(|one| has(offer, *one)) {
        return Err("it takes no keys from outside".to_owned());
    }
    let randomness = contrast.randomness(offer)?;
    let mut samples = Samples::default();
    for round in 0..ROUNDS {
        let corpus = maker.corpus(contrast, round)?;
        let ask = Ask {
            set: maker.set,
            operation: contrast.operation(),
            randomness,
        };
        ask.round(
            &mut client,
            &corpus,
            settings.samples.div_ceil(ROUNDS),
            &mut samples,
        )?;
    }
    client.leave();
    let tests = welch::tests(&samples.first, &samples.second);
    Ok(Measured::Ran {
        back_end: hello.descriptor.back_end,
        verdict: Verdict::of(&tests),
        tests,
    })
}

fn start(settings: &Settings, found: &Found) -> Result<(Client, Hello), String> {
    let runner = found.runner.as_ref().map_err(Clone::clone)?;
    let launch = Launch {
        program: runner.path.clone(),
        args: found.manifest.args.clone(),
        env: found.env.clone(),
        cpu: settings.cpu,
        timeout: settings.timeout,
    };
    Client::start(&launch).map_err(|error| format!("the runner {error}"))
}

/// Times by class, in nanoseconds.
#[derive(Default)]
struct Samples {
    first: Vec<f64>,
    second: Vec<f64>,
}

struct Ask {
    set: ParameterSet,
    operation: Operation,
    randomness: Randomness,
}

impl Ask {
    fn round(
        &self,
        client: &mut Client,
        corpus: &Corpus,
        wanted: usize,
        samples: &mut Samples,
    ) -> Result<(), String> {
        let told = |error| format!("the runner {error}");
        client.ask(&self.prepare(corpus)).map_err(told)?;
        let mut done = 0;
        while done < wanted {
            let iterations = BLOCK.min(wanted - done);
            let first = done % corpus.items.len();
            let reply = client.ask(&self.time(first, iterations)).map_err(told)?;
            let Reply::Timed(timed) = reply else {
                return Err("the runner's reply to `time` is of another kind".to_owned());
            };
            if timed.samples_ns.len() != iterations {
                return Err("the runner's reply to `time` has another number of samples".to_owned());
            }
            samples.add(corpus, first, &timed.samples_ns);
            done += iterations;
        }
        Ok(())
    }

    fn prepare(&self, corpus: &Corpus) -> Request {
        Request::Prepare(Prepare {
            algorithm: self.set.algorithm().id().to_owned(),
            parameter_set: self.set.name().to_owned(),
            items: corpus.items.clone(),
        })
    }

    fn time(&self, first_item: usize, iterations: usize) -> Request {
        Request::Time(Time {
            algorithm: self.set.algorithm().id().to_owned(),
            parameter_set: self.set.name().to_owned(),
            operation: self.operation,
            lane: Lane::Prepared,
            randomness: self.randomness,
            first_item,
            warmups: WARMUPS,
            iterations,
        })
    }
}

impl Samples {
    /// Sample i used item (first + i) mod the number of items: the runner protocol.
    fn add(&mut self, corpus: &Corpus, first: usize, times: &[u64]) {
        let classes = corpus.classes.iter().cycle().skip(first);
        for (class, time) in classes.zip(times) {
            match class {
                Class::First => self.first.push(*time as f64),
                Class::Second => self.second.push(*time as f64),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_runner::Fields;

    #[test]
    fn samples_go_to_the_class_of_their_item() {
        let corpus = Corpus {
            items: vec![Fields::new(); 3],
            classes: vec![Class::First, Class::Second, Class::Second],
        };
        let mut samples = Samples::default();
        samples.add(&corpus, 2, &[30, 10, 20, 31]);
        assert_eq!(samples.first, [10.0]);
        assert_eq!(samples.second, [30.0, 20.0, 31.0]);
    }

    #[test]
    fn the_largest_t_of_either_sign_decides() {
        let test = |t| Test {
            kept: 1.0,
            first: 2,
            second: 2,
            difference_ns: 0.0,
            t,
        };
        assert_eq!(Verdict::of(&[]), Verdict::Nothing);
        assert_eq!(Verdict::of(&[test(4.4), test(-1.0)]), Verdict::Nothing);
        assert_eq!(Verdict::of(&[test(1.0), test(-4.6)]), Verdict::Suspicious);
        assert_eq!(Verdict::of(&[test(-10.5), test(4.6)]), Verdict::Leak);
    }
}
