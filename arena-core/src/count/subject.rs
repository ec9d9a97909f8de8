//! One implementation at one parameter set: asked without the tool, counted with it.

use super::Settings;
use super::conversation::{self, Said, Task};
use super::corpus::{self, Corpus};
use super::difference::{self, Effort, PerOperation};
use super::result::Entry;
use super::scratch::Scratch;
use super::tool::{Counters, Tool};
use super::under::Under;
use crate::client::Client;
use crate::inventory::Found;
use arena_runner::message::{
    Lane, Offer, Operation, Randomness, Reply, SampleResult, WireDescriptor,
};
use nexusq_contract::ParameterSet;

/// Equal runs at the beginning, to see how far apart they are. Two may agree by chance.
const EQUAL_RUNS: usize = 6;
/// Calls in a difference that is not exactly reproducible, at least.
const INEXACT_CALLS: usize = 256;
/// Repeats of such a count, at least: only repeats show how far apart its figures are.
const INEXACT_REPEATS: u32 = 3;
/// Calls of the smaller run of a runner in Go. It makes room on its heap for each call of a block, up
/// to 256 MiB or 1024 calls, and beyond them no more: in the difference of larger runs that work cancels.
const GO_BASE: usize = 1024;

/// What is counted of a parameter set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) operation: Operation,
    pub(super) lane: Lane,
}

/// An implementation that holds the items of a parameter set.
pub(super) struct Subject<'a> {
    found: &'a Found,
    set: ParameterSet,
    corpus: Corpus,
    settings: &'a Settings,
    under: Under<'a>,
    offer: Offer,
    /// What it says of itself without the tool.
    pub(super) native: WireDescriptor,
    /// What it says under the tool, once it was counted.
    pub(super) counted: Option<WireDescriptor>,
    /// How many instructions apart equal runs are, once that is known.
    restless: Option<u64>,
}

impl<'a> Subject<'a> {
    /// Asks an implementation what it offers.
    ///
    /// # Errors
    /// It is not built, does not answer, or does not offer the set.
    pub(super) fn start(
        found: &'a Found,
        set: ParameterSet,
        corpus: &Corpus,
        settings: &'a Settings,
        tool: &'a Tool,
        scratch: &'a Scratch,
    ) -> Result<Subject<'a>, String> {
        let runner = found.runner.as_ref().map_err(Clone::clone)?;
        let (client, hello) = corpus::start(found, settings)?;
        client.leave();
        Ok(Subject {
            found,
            set,
            corpus: corpus.clone(),
            settings,
            under: Under {
                tool,
                program: &runner.path,
                args: &found.manifest.args,
                scratch,
                timeout: settings.timeout,
                cpu: settings.cpu,
            },
            offer: corpus::offer(&hello, set)?,
            native: hello.descriptor,
            counted: None,
            restless: None,
        })
    }

    /// Counts one operation; whatever goes wrong is in the entry.
    pub(super) fn count(&mut self, question: Question) -> Entry {
        let id = &self.found.manifest.id;
        let Question { operation, lane } = question;
        let randomness = corpus::randomness(operation, &self.offer, &self.corpus);
        let items = std::mem::take(&mut self.corpus.items);
        let task = Task {
            set: self.set,
            operation,
            lane,
            randomness,
            items: &items,
        };
        let why = self.inexact(randomness);
        let same_results = randomness != Randomness::Own && self.corpus.from_seed;
        let counted = self.count_task(task, same_results, !why.is_empty());
        let mut entry = match counted {
            Ok((results, repeats)) => {
                let results = Some(results).filter(|_| same_results);
                Entry::counted(id, &repeats, &why, results)
            }
            Err(reason) => Entry::failed(id, reason),
        };
        entry.randomness = Some(randomness);
        self.corpus.items = items;
        entry
    }

    /// Why the same seed does not give exactly the same count again; empty if it does.
    fn inexact(&self, randomness: Randomness) -> Vec<&'static str> {
        let reasons = [
            (
                randomness == Randomness::Own,
                "own randomness: not exactly reproducible",
            ),
            (
                !self.corpus.from_seed,
                "no implementation made its items from the seed: not exactly reproducible",
            ),
            (
                self.is_go(),
                "what Go's runtime does meanwhile is in the count: not exactly reproducible",
            ),
        ];
        let reasons = reasons.into_iter().filter(|(applies, _)| *applies);
        reasons.map(|(_, reason)| reason).collect()
    }

    /// Its runtime collects garbage and has threads of its own that follow the clock.
    fn is_go(&self) -> bool {
        is_go(&self.native.language)
    }

    fn count_task(
        &mut self,
        task: Task<'_>,
        same_results: bool,
        inexact: bool,
    ) -> Result<(Vec<SampleResult>, Vec<PerOperation>), String> {
        let results = self.natively(task)?;
        let mut effort = self.effort(task)?;
        let mut repeat = self.settings.repeat;
        if inexact {
            effort.calls = effort
                .calls
                .max(INEXACT_CALLS.next_multiple_of(effort.items));
            repeat = repeat.max(INEXACT_REPEATS);
        }
        let mut repeats: Vec<PerOperation> = Vec::new();
        for _ in 0..repeat {
            let mut run = |calls| self.under_tool(task, calls, same_results.then_some(&results));
            let told = difference::measure(effort, &mut run)?;
            effort.calls = told.calls;
            repeats.push(told);
        }
        Ok((results, repeats))
    }

    fn effort(&mut self, task: Task<'_>) -> Result<Effort, String> {
        let (tool, items) = (self.under.tool, task.items.len());
        let base = if self.is_go() {
            GO_BASE.next_multiple_of(items)
        } else {
            items
        };
        Ok(Effort {
            items,
            base,
            calls: items * tool.first_rounds(),
            most_instructions: tool.most_instructions(),
            restless: self.restless(task)?,
        })
    }

    /// How far apart equal runs are: of the set's operation that draws no randomness, with one call.
    fn restless(&mut self, task: Task<'_>) -> Result<u64, String> {
        if let Some(restless) = self.restless {
            return Ok(restless);
        }
        let [.., operation] = Operation::of(self.set);
        let probe = Task {
            operation,
            lane: Lane::Prepared,
            randomness: Randomness::None,
            ..task
        };
        let runs = (0..EQUAL_RUNS).map(|_| self.under_tool(probe, 0, None));
        let runs: Vec<Counters> = runs.collect::<Result<_, _>>()?;
        Ok(*self.restless.insert(difference::apart(&runs)))
    }

    /// What the operation returns for each item without the tool.
    fn natively(&self, task: Task<'_>) -> Result<Vec<SampleResult>, String> {
        let launch = corpus::launch(self.found, self.settings)?;
        let told = |error| format!("the runner {error}");
        let (mut client, _) = Client::start(&launch).map_err(told)?;
        client.ask(&task.prepare()).map_err(told)?;
        let reply = client.ask(&task.time(0, task.items.len())).map_err(told)?;
        client.leave();
        let Reply::Timed(timed) = reply else {
            return Err("the runner's reply to `time` is of another kind".to_owned());
        };
        if timed
            .results
            .iter()
            .any(|result| result.valid == Some(false))
        {
            return Err("the runner refuses a signature that is right".to_owned());
        }
        Ok(timed.results)
    }

    fn under_tool(
        &mut self,
        task: Task<'_>,
        calls: usize,
        expected: Option<&Vec<SampleResult>>,
    ) -> Result<Counters, String> {
        let run = self.under.run(&task.conversation(calls));
        let run = run.map_err(|fault| fault.to_string())?;
        let Said { descriptor, timed } = conversation::read(run.replies)?;
        self.counted = Some(descriptor);
        let (Some(came), Some(expected)) = (timed.results.first(), expected) else {
            return Ok(run.counters);
        };
        let mut same = expected.iter().filter(|result| result.item == came.item);
        if same.all(|result| (&result.outputs, result.valid) == (&came.outputs, came.valid)) {
            Ok(run.counters)
        } else {
            let tool = self.under.tool.name();
            Err(format!(
                "under {tool} it returned something else than without"
            ))
        }
    }
}

/// Languages are words for people: `Go, with assembly for amd64`.
fn is_go(language: &str) -> bool {
    language
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .is_some_and(|word| word == "Go")
}

#[cfg(test)]
mod tests {
    use super::is_go;

    #[test]
    fn the_language_is_the_first_word() {
        assert!(is_go("Go"));
        assert!(is_go("Go, with assembly for amd64 and arm64"));
        assert!(!is_go("C and assembly"));
        assert!(!is_go("Gopher"));
        assert!(!is_go(""));
    }
}
