//! The face of every command: what its help says, and that its examples can be understood.
#![allow(clippy::unwrap_used)]

use super::Cli;
use clap::{Command, CommandFactory, Parser};

/// Every command, the hidden one too, by what is typed.
fn all() -> Vec<(String, Command)> {
    fn below(name: &str, command: &Command, found: &mut Vec<(String, Command)>) {
        found.push((name.to_owned(), command.clone()));
        for sub in command.get_subcommands().filter(|c| c.get_name() != "help") {
            below(&format!("{name} {}", sub.get_name()), sub, found);
        }
    }
    let mut found = Vec::new();
    below("arena", &Cli::command(), &mut found);
    found
}

fn after_help(command: &Command) -> String {
    let text = command.get_after_long_help().or(command.get_after_help());
    text.map(ToString::to_string).unwrap_or_default()
}

/// The lines under `Examples:` that call the command.
fn examples(command: &Command) -> Vec<String> {
    let text = after_help(command);
    let lines = text.lines().skip_while(|line| !line.ends_with("Examples:"));
    let lines = lines.skip(1).take_while(|line| line.starts_with("  "));
    lines.map(|line| line.trim().to_owned()).collect()
}

/// The arguments of the call of `arena` in an example: what stands before it, its comment and what comes of the output
/// are left out.
fn arguments(example: &str) -> Vec<&str> {
    let call = &example[example.find("arena ").unwrap()..];
    let call = call.split("  ").next().unwrap();
    let ends = |word: &&str| !matches!(*word, ">" | "|" | "&&" | "2>");
    call.split(' ').take_while(ends).collect()
}

#[test]
fn the_definition_is_sound() {
    Cli::command().debug_assert();
}

#[test]
fn each_command_says_what_it_is_for_gives_examples_and_its_exit_codes() {
    let all = all();
    assert!(all.len() > 15, "only {} commands", all.len());
    for (name, command) in &all {
        assert!(command.get_about().is_some(), "{name} has no description");
        assert!(!examples(command).is_empty(), "{name} has no examples");
        let after = after_help(command);
        assert!(
            after.contains("Exit codes"),
            "{name} does not tell its exit codes"
        );
        for argument in command.get_arguments() {
            let id = argument.get_id();
            assert!(argument.get_help().is_some(), "{name}: {id} has no help");
        }
    }
}

#[test]
fn the_examples_can_be_understood_and_each_is_of_its_command() {
    for (name, command) in all() {
        for example in examples(&command) {
            let arguments = arguments(&example);
            // What a shell would have expanded is an argument like any other here.
            if let Err(error) = Cli::try_parse_from(&arguments) {
                panic!("{name}: `{example}`: {error}");
            }
            let whole = arguments.join(" ");
            assert!(whole.starts_with(&name), "{name} has the example {example}");
        }
    }
}

#[test]
fn quiet_and_verbose_stand_before_or_after_the_command_and_exclude_each_other() {
    for (name, _) in all().into_iter().skip(1) {
        let sub = name.split(' ').nth(1).unwrap();
        let needed: &[&str] = match sub {
            "compare" | "merge" => &["a", "b"],
            "new-adapter" | "runner" | "normalize" | "gate" | "verify" | "report" => &["x"],
            "completions" => &["bash"],
            _ => &[],
        };
        for order in [
            [vec!["arena", "-q", sub], needed.to_vec()].concat(),
            [vec!["arena", sub], needed.to_vec(), vec!["--quiet"]].concat(),
        ] {
            let parsed = Cli::try_parse_from(&order);
            let parsed = parsed.unwrap_or_else(|error| panic!("{order:?}: {error}"));
            assert!(parsed.quiet && !parsed.verbose, "{order:?}");
        }
        let both = [vec!["arena", sub], needed.to_vec(), vec!["-q", "-v"]].concat();
        assert!(Cli::try_parse_from(&both).is_err(), "{both:?}");
    }
}
