//! Rows of two made-up folders, and what they come to.

use super::*;
use crate::record::Keys;
use crate::series::Block;
use arena_runner::message::Randomness;
use nexusq_contract::ParameterSet::{self, MlDsa65, MlKem768, MlKem1024};

/// Logarithms of the rounds' figures; the interval of their difference is that of the test beside `welch`.
const LEFT: [f64; 5] = [0.10, 0.12, 0.09, 0.13, 0.11];
const RIGHT: [f64; 4] = [0.15, 0.14, 0.19, 0.12];
const LANE: Lane = Lane::Prepared;

fn series(samples: &[f64], calibration: Option<f64>) -> Series {
    let block = Block {
        place: 0,
        samples: samples.to_vec(),
        calibration,
    };
    Series {
        group: None,
        randomness: Randomness::None,
        keys: Keys::Seeded,
        build: None,
        blocks: vec![block],
        attempts: None,
    }
}

/// A folder with a row of `x` for each logarithm: the median of its samples is the figure.
fn folder(set: ParameterSet, operation: Operation, logs: &[f64], calibration: f64) -> Folder {
    let rows = (1..).zip(logs).map(|(round, log)| {
        let figure = 1000.0 * log.exp();
        let samples = [figure, figure * 9.0, figure / 2.0];
        (
            RowKey::new("x", set, operation, LANE, round),
            series(&samples, Some(calibration)),
        )
    });
    Folder {
        run: "run".to_owned(),
        facts: Facts::gather_from(&crate::environment::Files::under("/nowhere"), None),
        all: rows.collect(),
        executables: BTreeMap::from([("x".to_owned(), "one".to_owned())]),
        versions: BTreeMap::new(),
        baseline: String::new(),
        statement: String::new(),
        analysis: None,
    }
}

fn compared(first: &Folder, second: &Folder, set: &str, operation: Operation) -> FolderRow {
    let cell = ("x".to_owned(), set.to_owned(), operation, LANE);
    row(first, second, cell).unwrap()
}

#[test]
fn each_round_is_a_figure_and_other_sets_stay_out_of_it() {
    let mut first = folder(MlKem768, Operation::Decaps, &LEFT, 20_000.0);
    let second = folder(MlKem768, Operation::Decaps, &RIGHT, 20_040.0);
    // Another set, another operation, another lane, another system: all far off.
    for (system, set, operation, lane) in [
        ("x", MlKem1024, Operation::Decaps, LANE),
        ("x", MlKem768, Operation::Encaps, LANE),
        ("x", MlKem768, Operation::Decaps, Lane::FromBytes),
        ("y", MlKem768, Operation::Decaps, LANE),
    ] {
        for round in 1..=9 {
            let key = RowKey::new(system, set, operation, lane, round);
            first.all.insert(key, series(&[1e9], Some(1.0)));
        }
    }
    let row = compared(&first, &second, "ml-kem-768", Operation::Decaps);
    let interval = row.interval.unwrap();
    assert!((row.ratio.ln() - 0.04).abs() < 1e-9);
    assert!((interval.low.ln() + 0.003_865_170_6).abs() < 1e-9);
    assert!((interval.high.ln() - 0.083_865_170_6).abs() < 1e-9);
    assert_eq!(row.machine, Some(1.002));
    assert_eq!(row.call, Call::NoDifference);
}

#[test]
fn what_a_row_comes_to() {
    let faster = LEFT.map(|log| log - 0.1);
    let slower = LEFT.map(|log| log + 0.1);
    for (logs, calibration, expected) in [
        (&LEFT[..], 20_000.0, Call::NoDifference),
        (&faster, 20_000.0, Call::Faster),
        (&slower, 20_000.0, Call::Slower),
        (&slower, 20_090.0, Call::Slower),
        (&slower, 20_110.0, Call::Disturbed),
        (&faster, 19_890.0, Call::Disturbed),
        (&LEFT, 20_110.0, Call::Disturbed),
        (&slower[..1], 20_000.0, Call::TooFewRounds),
    ] {
        let first = folder(MlKem768, Operation::Decaps, &LEFT, 20_000.0);
        let second = folder(MlKem768, Operation::Decaps, logs, calibration);
        let row = compared(&first, &second, "ml-kem-768", Operation::Decaps);
        assert_eq!(row.call, expected, "{logs:?} {calibration}");
    }
}

#[test]
fn what_is_not_known_is_left_open() {
    let first = folder(MlKem768, Operation::Decaps, &LEFT, 20_000.0);
    let mut second = folder(MlKem768, Operation::Decaps, &RIGHT, 20_000.0);
    let executable =
        |second: &Folder| compared(&first, second, "ml-kem-768", Operation::Decaps).same_executable;
    assert_eq!(executable(&second), Some(true));
    second.executables.insert("x".to_owned(), "two".to_owned());
    assert_eq!(executable(&second), Some(false));
    second.executables.clear();
    assert_eq!(executable(&second), None);
    for series in second.all.values_mut() {
        series.blocks[0].calibration = None;
    }
    let row = compared(&first, &second, "ml-kem-768", Operation::Decaps);
    assert_eq!(row.machine, None);
    second.all.clear();
    let cell = (
        "x".to_owned(),
        "ml-kem-768".to_owned(),
        Operation::Decaps,
        LANE,
    );
    assert!(super::row(&first, &second, cell).is_none());
}

/// 50 + 90·n µs: the first folder's messages took 1 and 3 attempts, the second's 5 and 12. At 5.14 attempts both took
/// 512.6 µs.
#[test]
fn signing_is_compared_at_the_expected_attempts() {
    let signed = |attempts: [u32; 2]| {
        let mut folder = folder(MlDsa65, Operation::Sign, &LEFT, 20_000.0);
        for series in folder.all.values_mut() {
            let times = attempts.map(|n| 50_000.0 + 90_000.0 * f64::from(n));
            series.blocks[0].samples = times.to_vec();
            series.attempts = Some(attempts.to_vec());
        }
        folder
    };
    let (first, second) = (signed([1, 3]), signed([5, 12]));
    let figures = first.all.iter().map(|(key, series)| figure(key, series));
    for figure in figures {
        assert!((figure.unwrap() - 512_600_f64.ln()).abs() < 1e-9);
    }
    let row = compared(&first, &second, "ml-dsa-65", Operation::Sign);
    assert!((row.ratio - 1.0).abs() < 1e-9, "{}", row.ratio);
}

#[test]
fn the_table_says_what_is_known() {
    let first = folder(MlKem768, Operation::Decaps, &LEFT, 20_000.0);
    let mut second = folder(MlKem768, Operation::Decaps, &RIGHT, 20_040.0);
    second.executables.insert("x".to_owned(), "two".to_owned());
    let row = compared(&first, &second, "ml-kem-768", Operation::Decaps);
    let comparison = FolderComparison {
        first: "monday".to_owned(),
        second: "tuesday".to_owned(),
        labels: Vec::new(),
        rows: vec![
            FolderRow {
                same_executable: None,
                interval: None,
                machine: None,
                call: Call::TooFewRounds,
                ..row.clone()
            },
            row,
        ],
    };
    let section = comparison.section();
    assert_eq!(section.title, "tuesday over monday");
    let name = "x ml-kem-768 decaps (prepared)";
    let expected = [
        [name, "1.0408", "-", "too few rounds", "unknown", "-"],
        [
            name,
            "1.0408",
            "0.9961 to 1.0875",
            "no difference shown",
            "other",
            "1.0020",
        ],
    ];
    assert_eq!(section.rows, expected);
    assert!(
        section
            .rows
            .iter()
            .all(|row| row.len() == section.head.len())
    );
}
