//! The processor's counters by `perf stat`: its command line and its comma-separated output.

use super::tool::{Counter, Counters, output_of};
use std::path::Path;
use std::process::Command;

/// User space only: what the kernel does meanwhile is no part of an operation.
const EVENTS: &str = "instructions:u,cycles:u,cache-misses:u";

/// What perf told.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parsed {
    /// What was counted.
    pub(super) counters: Counters,
    /// Events without a count, with perf's words.
    pub(super) missing: Vec<String>,
}

/// Version of perf and the events that it does not count here; an error if it does not count instructions.
pub(super) fn probe() -> Result<(String, Vec<String>), String> {
    let (version, _) = output_of(Command::new("perf").arg("--version"))?;
    let mut command = Command::new("perf");
    command.env("LC_ALL", "C");
    command.args(["stat", "-x", ",", "-e", EVENTS, "--", "true"]);
    // Without -o it writes to standard error.
    let (_, text) = output_of(&mut command)?;
    parse(&text).map(|parsed| (version, parsed.missing))
}

/// perf up to the options; the program follows.
pub(super) fn command(out: &Path) -> Command {
    let mut command = Command::new("perf");
    command.env("LC_ALL", "C");
    command
        .args(["stat", "-x", ",", "-e", EVENTS, "-o"])
        .arg(out);
    command
}

/// The counts in perf's output: value, unit, event, time counted, share of the time in percent, and more.
/// A processor with cores of two kinds has a line for each kind, of which one may be empty.
pub(super) fn parse(text: &str) -> Result<Parsed, String> {
    let mut counters = Counters::new();
    let mut missing = Vec::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        let [value, _, event, rest @ ..] = fields.as_slice() else {
            continue;
        };
        let Some(counter) = counter(event) else {
            continue;
        };
        let Ok(number) = value.trim().parse::<u64>() else {
            missing.push(format!("{event} ({})", value.trim()));
            continue;
        };
        if let Some(share) = rest
            .get(1)
            .and_then(|share| share.trim().parse::<f64>().ok())
            && share < 100.0
        {
            return Err(format!(
                "perf counted {event} {share} % of the time only and guesses the rest; other programs use the counters, or the runner moved between cores of different kinds"
            ));
        }
        let sum = counters.entry(counter).or_insert(0);
        *sum = sum.saturating_add(number);
    }
    match counters.get(&Counter::Instructions) {
        Some(1..) => Ok(Parsed { counters, missing }),
        _ if missing.is_empty() => Err("perf told no instructions".to_owned()),
        _ => Err(format!("perf does not count {}", missing.join(", "))),
    }
}

fn counter(event: &str) -> Option<Counter> {
    let known = [
        ("instructions", Counter::Instructions),
        ("cycles", Counter::Cycles),
        ("cache-misses", Counter::CacheMisses),
    ];
    // `instructions:u`, or `cpu_core/instructions/u`.
    let mut parts = event.split(['/', ':']);
    parts.find_map(|part| {
        let found = known.iter().find(|(name, _)| *name == part);
        found.map(|(_, counter)| *counter)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_by_event() {
        let text = "# started on Mon Jan  1 00:00:00 2024\n\n\
            177413,,instructions:u,586017,100.00,0.35,insn per cycle\n\
            500123,,cycles:u,586017,100.00,,\n\
            812,,cache-misses:u,586017,100.00,,\n";
        let parsed = parse(text).unwrap();
        let expected = [
            (Counter::Instructions, 177_413),
            (Counter::Cycles, 500_123),
            (Counter::CacheMisses, 812),
        ];
        assert_eq!(parsed.counters, Counters::from(expected));
        assert_eq!(parsed.missing, Vec::<String>::new());
    }

    #[test]
    fn an_event_that_is_not_counted_is_missing_and_not_zero() {
        let text =
            "177413,,instructions:u,586017,100.00,,\n<not supported>,,cache-misses:u,0,100.00,,\n";
        let parsed = parse(text).unwrap();
        let expected = Counters::from([(Counter::Instructions, 177_413)]);
        assert_eq!(parsed.counters, expected);
        assert_eq!(parsed.missing, ["cache-misses:u (<not supported>)"]);
    }

    #[test]
    fn no_instructions_is_an_error_that_says_what_perf_said() {
        let text = "<not supported>,,instructions:u,0,100.00,,\n<not counted>,,cycles:u,0,0.00,,\n";
        let error = parse(text).unwrap_err();
        assert!(
            error.contains("instructions:u (<not supported>)"),
            "{error}"
        );
        assert!(error.contains("cycles:u (<not counted>)"), "{error}");
        assert!(parse("").unwrap_err().contains("no instructions"));
        assert!(parse("0,,instructions:u,5,100.00,,\n").is_err());
    }

    #[test]
    fn cores_of_two_kinds_have_a_line_each() {
        let text = "<not counted>,,cpu_atom/instructions/u,0,0.00,,\n900,,cpu_core/instructions/u,7,100.00,,\n";
        let parsed = parse(text).unwrap();
        assert_eq!(parsed.counters[&Counter::Instructions], 900);
    }

    #[test]
    fn a_guess_is_refused() {
        let error = parse("900,,instructions:u,7,61.50,,\n").unwrap_err();
        assert!(error.contains("61.5 % of the time"), "{error}");
    }
}
