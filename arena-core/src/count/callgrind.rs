//! Valgrind's callgrind: its command line and its file.

use super::tool::{Counter, Counters, output_of};
use std::env;
use std::path::Path;
use std::process::Command;

/// What `valgrind --version` says, or why it can't be asked.
pub(super) fn version() -> Result<String, String> {
    output_of(Command::new("valgrind").arg("--version")).map(|(version, _)| version)
}

/// Valgrind up to the options; the program follows.
pub(super) fn command(cache_sim: bool, out: &Path) -> Command {
    let mut command = Command::new("valgrind");
    command.args(["-q", "--tool=callgrind"]);
    if cache_sim {
        command.arg("--cache-sim=yes");
    }
    let mut file = std::ffi::OsString::from("--callgrind-out-file=");
    file.push(out);
    command.arg(file);
    // Go's runtime interrupts its own threads by signals, on which callgrind stops with a failed
    // assertion. Programs in other languages don't read this.
    command.env("GODEBUG", with_setting(env::var("GODEBUG").ok()));
    command
}

fn with_setting(before: Option<String>) -> String {
    let before = before.filter(|text| !text.is_empty());
    let before = before.map_or_else(String::new, |text| text + ",");
    before + "asyncpreemptoff=1"
}

/// The counts of a file. `totals:` covers a whole part of it; where it is missing `summary:` stands for it.
pub(super) fn parse(text: &str) -> Result<Counters, String> {
    let after =
        |key: &str| -> Vec<&str> { text.lines().filter_map(|l| l.strip_prefix(key)).collect() };
    let events = *after("events:")
        .first()
        .ok_or("callgrind's file has no line `events:`")?;
    let mut figures = after("totals:");
    if figures.is_empty() {
        figures = after("summary:");
    }
    if figures.is_empty() {
        return Err("callgrind's file has neither `totals:` nor `summary:`".to_owned());
    }
    let mut counters = Counters::new();
    for line in figures {
        let numbers = line.split_whitespace().map(str::parse::<u64>);
        let numbers: Vec<u64> = numbers
            .collect::<Result<_, _>>()
            .map_err(|_| format!("callgrind's file says `{}`: no counts", line.trim()))?;
        // Trailing zeros are not written.
        let padded = numbers.into_iter().chain(std::iter::repeat(0));
        for (event, number) in events.split_whitespace().zip(padded) {
            if let Some(counter) = counter(event) {
                let sum = counters.entry(counter).or_insert(0);
                *sum = sum.saturating_add(number);
            }
        }
    }
    match counters.get(&Counter::Instructions) {
        Some(1..) => Ok(counters),
        _ => Err("callgrind counted no instructions".to_owned()),
    }
}

fn counter(event: &str) -> Option<Counter> {
    match event {
        "Ir" => Some(Counter::Instructions),
        "I1mr" | "D1mr" | "D1mw" => Some(Counter::SimulatedL1Misses),
        "ILmr" | "DLmr" | "DLmw" => Some(Counter::SimulatedLlMisses),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_come_before_the_summary_of_a_part() {
        let text =
            "version: 1\nevents: Ir\nsummary: 128622\n\nfn=(1) main\n0 12\n\ntotals: 128634\n";
        let counters = parse(text).unwrap();
        assert_eq!(counters, Counters::from([(Counter::Instructions, 128_634)]));
        let counters = parse("events: Ir\nsummary: 7\n").unwrap();
        assert_eq!(counters[&Counter::Instructions], 7);
    }

    #[test]
    fn simulated_misses_are_summed_by_level() {
        let text = "events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\ntotals: 100 30 20 1 2 4 8 16\n";
        let counters = parse(text).unwrap();
        let expected = [
            (Counter::Instructions, 100),
            (Counter::SimulatedL1Misses, 7),
            (Counter::SimulatedLlMisses, 24),
        ];
        assert_eq!(counters, Counters::from(expected));
    }

    #[test]
    fn a_file_without_counts_is_an_error_and_not_zero() {
        for (text, words) in [
            ("", "no line `events:`"),
            ("events: Ir\n", "neither `totals:` nor `summary:`"),
            ("events: Ir\ntotals: 0\n", "counted no instructions"),
            ("events: Ir\ntotals: x\n", "no counts"),
            ("events: Dr\ntotals: 5\n", "counted no instructions"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(words), "{text:?}: {error}");
        }
    }

    #[test]
    fn what_a_person_set_for_go_is_kept() {
        assert_eq!(with_setting(None), "asyncpreemptoff=1");
        assert_eq!(with_setting(Some(String::new())), "asyncpreemptoff=1");
        let both = with_setting(Some("gctrace=1".to_owned()));
        assert_eq!(both, "gctrace=1,asyncpreemptoff=1");
    }
}
