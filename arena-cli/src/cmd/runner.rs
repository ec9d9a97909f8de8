//! `arena runner`: a person holds the conversation of the runner protocol by hand.

use super::output;
use crate::chosen;
use anyhow::{Context, anyhow};
use arena_core::client::{Client, ClientError, Launch};
use arena_core::inventory::{Inventory, Layout};
use arena_runner::message::{Reply, Request};
use serde_json::{Value, json};
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

const EXAMPLES: &str = r#"Each line is a request as in docs/runner-protocol.md, or one of these shorthands:
  hello
  prepare ALGORITHM SET                        one item, made by the runner
  time ALGORITHM SET OPERATION [ITERATIONS]    lane prepared, 10 warm-ups
  keygen ALGORITHM SET                         perform it once
  bye
Examples:
  arena runner openssl
  printf 'prepare ml-kem 768\ntime ml-kem 768 encaps 20\n' | arena runner openssl
  echo '{"command":"hello","protocol":1}' | arena runner pqcp --full

Exit codes: 0 the conversation ended; 2 there is no such runner, or it broke off."#;

/// Talk to a runner by hand.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Id of the implementation, as in `arena list`.
    name: String,
    /// Print replies as they came, without shortening long byte strings.
    #[arg(long)]
    full: bool,
    /// Seconds that a reply may take.
    #[arg(long, default_value_t = 60.0, value_name = "SECONDS")]
    timeout: f64,
}

pub(crate) fn run(args: &Args, layout: &Layout) -> anyhow::Result<ExitCode> {
    let inventory = Inventory::read(layout);
    let found = chosen::implementation(&inventory, "", &args.name)?;
    let runner = found
        .runner
        .as_ref()
        .map_err(|why| anyhow!("{}: {why}", args.name))?;
    let launch = Launch {
        program: runner.path.clone(),
        args: found.manifest.args.clone(),
        env: Vec::new(),
        cpu: None,
        timeout: Duration::try_from_secs_f64(args.timeout).context("--timeout")?,
    };
    let (mut client, hello) =
        Client::start(&launch).map_err(|error| anyhow!("the runner {error}"))?;
    print_reply(&Reply::Hello(Box::new(hello)), args.full)?;
    let interactive = io::stdin().is_terminal();
    loop {
        if interactive {
            eprint!("{}> ", args.name);
            io::stderr().flush()?;
        }
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line)? == 0 {
            return Ok(ExitCode::SUCCESS);
        }
        if line.trim().is_empty() {
            continue;
        }
        let request = match parse(line.trim()) {
            Ok(request) => request,
            Err(error) => {
                eprintln!("not sent: {error}");
                continue;
            }
        };
        match client.ask(&request) {
            Ok(Reply::Bye) => return Ok(ExitCode::SUCCESS),
            Ok(reply) => print_reply(&reply, args.full)?,
            Err(ClientError::Refused(error)) => print_reply(&Reply::Error(error), args.full)?,
            Err(error) => return Err(anyhow!("the runner {error}")),
        }
    }
}

/// A line of JSON, or a shorthand.
fn parse(line: &str) -> anyhow::Result<Request> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let value: Value = match words.as_slice() {
        [first, ..] if first.starts_with('{') => serde_json::from_str(line)?,
        ["hello"] => json!({"command": "hello", "protocol": 1}),
        ["bye" | "quit" | "exit"] => json!({"command": "bye"}),
        ["prepare", algorithm, set] => {
            json!({"command": "prepare", "algorithm": algorithm, "parameter_set": set, "items": [{}]})
        }
        ["keygen", algorithm, set] => json!({"command": "perform", "algorithm": algorithm,
            "parameter_set": set, "operation": "keygen", "randomness": "own", "inputs": {}}),
        ["time", algorithm, set, operation, rest @ ..] => {
            let iterations: usize = rest
                .first()
                .unwrap_or(&"10")
                .parse()
                .context("ITERATIONS")?;
            let randomness = match *operation {
                "decaps" | "verify" => "none",
                _ => "own",
            };
            json!({"command": "time", "algorithm": algorithm, "parameter_set": set, "operation": operation,
                "lane": "prepared", "randomness": randomness, "first_item": 0, "warmups": 10, "iterations": iterations})
        }
        _ => {
            return Err(anyhow!(
                "neither JSON nor a shorthand; see `arena runner --help`"
            ));
        }
    };
    Ok(serde_json::from_value(value)?)
}

fn print_reply(reply: &Reply, full: bool) -> anyhow::Result<()> {
    let mut value = serde_json::to_value(reply)?;
    if full {
        output::text(&format!("{value}\n"))
    } else {
        shorten(&mut value);
        output::json(&value)
    }
}

/// Long strings and lists keep their beginning and say how long they are.
fn shorten(value: &mut Value) {
    match value {
        Value::String(text) if text.len() > 64 && text.bytes().all(|b| b.is_ascii_hexdigit()) => {
            *text = format!("{}… ({} bytes)", &text[..16], text.len() / 2);
        }
        Value::Array(items) => {
            let length = items.len();
            if length > 12 {
                items.truncate(10);
                items.push(Value::String(format!("… ({length} in all)")));
            }
            items.iter_mut().for_each(shorten);
        }
        Value::Object(fields) => fields.values_mut().for_each(shorten),
        _ => {}
    }
}
