//! The search of a runner's memory: it finds what stand-ins leave, where they leave it, and it finds nothing of
//! one that overwrites everything, so the harness leaves nothing of its own.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use arena_checks::residue::maps::Place;
use arena_checks::residue::trial::{Count, Counted, NotCounted, Trial};
use arena_core::client::{Client, Launch};
use arena_runner::message::Operation;
use nexusq_contract::ParameterSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

const SETS: [(ParameterSet, &[Operation]); 2] = [
    (
        ParameterSet::MlKem768,
        &[Operation::Keygen, Operation::Encaps, Operation::Decaps],
    ),
    (ParameterSet::MlDsa65, &[Operation::Keygen, Operation::Sign]),
];

/// The example `standin`, which cargo builds together with the tests.
fn standin() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let path = test.parent().and_then(Path::parent).unwrap();
    let path = path.join("examples/standin");
    assert!(
        path.exists(),
        "{} is missing: run the tests with cargo",
        path.display()
    );
    path
}

fn launch(argument: &str) -> Launch {
    Launch {
        program: standin(),
        args: vec![argument.to_owned()],
        env: Vec::new(),
        cpu: None,
        timeout: Duration::from_secs(60),
    }
}

fn tried(argument: &str, set: ParameterSet, operation: Operation) -> Result<Counted, NotCounted> {
    let launch = launch(argument);
    let (client, hello) = Client::start(&launch).unwrap();
    client.leave();
    let offer = hello.parameter_sets.iter();
    let offer = offer
        .clone()
        .find(|offer| offer.parameter_set == set.name());
    Trial {
        launch: &launch,
        offer: offer.unwrap(),
        set,
        operation,
        seed: 7,
        number: 0,
    }
    .run()
}

fn found(counted: &Counted) -> Vec<(&str, [bool; 3])> {
    let some = |count: &&Count| count.runs != [0; 3];
    let rows = counted.counts.iter().filter(some);
    rows.map(|count| (count.secret.as_str(), count.runs.map(|runs| runs > 0)))
        .collect()
}

#[test]
fn of_one_that_erases_nothing_is_found() {
    for (set, operations) in SETS {
        for operation in operations {
            let counted = tried("erasing", set, *operation).unwrap();
            assert!(counted.counts.len() >= 2);
            assert_eq!(found(&counted), [], "{} {}", set.label(), operation.id());
            assert_eq!(counted.extent.unread, 0);
        }
    }
}

#[test]
fn what_is_left_is_found_where_it_is() {
    let of_operation = [
        (0, Operation::Keygen, vec!["d", "z"]),
        (0, Operation::Encaps, vec!["m", "K"]),
        (0, Operation::Decaps, vec!["z", "s:encoded", "K"]),
        (1, Operation::Keygen, vec!["xi"]),
        (
            1,
            Operation::Sign,
            vec!["K", "s1,s2:encoded", "t0:encoded", "rnd"],
        ),
    ];
    for (place, name) in [
        (Place::Stack, "stack"),
        (Place::Data, "data"),
        (Place::Heap, "heap"),
    ] {
        for (set, operation, secrets) in &of_operation {
            let counted = tried(name, SETS[*set].0, *operation).unwrap();
            let seen = found(&counted);
            let at = Place::ALL.iter().position(|other| *other == place).unwrap();
            for secret in secrets {
                let row = seen.iter().find(|(name, _)| name == secret);
                let (_, places) =
                    row.unwrap_or_else(|| panic!("{name} {operation:?}: no {secret}: {seen:?}"));
                assert!(places[at], "{name} {operation:?} {secret}: {places:?}");
            }
            let elsewhere = seen
                .iter()
                .find(|(_, places)| (0..3).any(|other| other != at && places[other]));
            assert_eq!(elsewhere, None, "{name} {operation:?}");
        }
    }
}

#[test]
fn a_trial_can_be_repeated_and_other_keys_give_the_same_kinds() {
    let kinds = |counted: Counted| -> Vec<String> {
        counted
            .counts
            .into_iter()
            .map(|count| count.secret)
            .collect()
    };
    let first = tried("stack", ParameterSet::MlKem768, Operation::Decaps).unwrap();
    let again = tried("stack", ParameterSet::MlKem768, Operation::Decaps).unwrap();
    assert_eq!(first.counts, again.counts);
    let kinds = kinds(first);
    assert_eq!(kinds[..3], ["z", "s:encoded", "s:NTT"]);
    assert_eq!(kinds[kinds.len() - 2..], ["K", "K-bar"]);
}
