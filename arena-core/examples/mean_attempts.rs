//! The mean number of attempts of ML-DSA signatures, counted with the model of the standard.
//!
//! `cargo run --release -p arena-core --example mean_attempts -- 65` signs 31000 distinct messages,
//! ten with each of 3100 keys, and prints mean, standard error and the expected value. Another
//! number of keys can follow the set.

use arena_core::attempts::{Recover, expected_attempts};
use arena_core::corpus::derive;
use arena_core::reference::ml_dsa::Parameters;
use arena_core::reference::ml_dsa::keygen::keygen_internal;
use arena_core::reference::ml_dsa::pure::sign;
use arena_core::reference::ml_dsa::sign::Check;
use nexusq_contract::ParameterSet;
use std::error::Error;
use std::process::ExitCode;

const KEYS: u64 = 3100;
const MESSAGES_PER_KEY: u64 = 10;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mean_attempts: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What was counted.
#[derive(Default)]
struct Counts {
    signatures: f64,
    sum: f64,
    sum_of_squares: f64,
    most: usize,
    /// Rejected attempts by the first check that they failed.
    rejected: [usize; 4],
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let set = ParameterSet::from_names("ml-dsa", &name)
        .ok_or("name a parameter set of ML-DSA: 44, 65 or 87")?;
    let keys = match arguments.next() {
        Some(number) => number
            .parse()
            .map_err(|_| format!("`{number}` is not a number of keys"))?,
        None => KEYS,
    };
    let counts = count(set, keys)?;
    let n = counts.signatures;
    let mean = counts.sum / n;
    let variance = (counts.sum_of_squares - n * mean * mean) / (n - 1.0);
    let error = (variance / n).sqrt();
    let expected = expected_attempts(set).ok_or("no expected value for this set")?;
    println!("{}: {n} signatures with {keys} keys", set.label());
    println!(
        "mean attempts {mean:.4}, standard error {error:.4}, most {}",
        counts.most
    );
    println!(
        "expected {expected}, off by {:+.2} standard errors",
        (mean - expected) / error
    );
    let [z, r0, ct0, hints] = counts.rejected;
    println!("rejected for z {z}, r0 {r0}, ct0 {ct0}, hints {hints}");
    Ok(())
}

fn count(set: ParameterSet, keys: u64) -> Result<Counts, Box<dyn Error>> {
    let p = Parameters::of(set).ok_or("not a set of ML-DSA")?;
    let mut counts = Counts::default();
    for key in 0..keys {
        let seed = derive(key, "xi", 32);
        let xi = std::array::from_fn(|i| seed[i]);
        let (_, sk) = keygen_internal(&p, &xi);
        let recover = Recover::new(set, &sk)?;
        for message in 0..MESSAGES_PER_KEY {
            let message = derive(key * MESSAGES_PER_KEY + message, "message", 32);
            let signed = sign(&p, &sk, &message, b"", &[0; 32])?;
            let attempts = signed.attempts();
            if recover.attempts(&message, b"", &signed.signature)? as usize != attempts {
                return Err(
                    format!("key {key}: the signature tells another number of attempts").into(),
                );
            }
            counts.signatures += 1.0;
            counts.sum += attempts as f64;
            counts.sum_of_squares += (attempts * attempts) as f64;
            counts.most = counts.most.max(attempts);
            for failed in &signed.rejections {
                let place = match failed.first() {
                    Some(Check::Z) | None => 0,
                    Some(Check::R0) => 1,
                    Some(Check::Ct0) => 2,
                    Some(Check::HintCount) => 3,
                };
                counts.rejected[place] += 1;
            }
        }
    }
    Ok(counts)
}
