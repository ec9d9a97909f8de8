//! Plans of interleaved protocols, and of designs that take the place of a protocol's systems.

use super::*;
use crate::protocol::{Corpus, cell};

fn wishes() -> Wishes {
    Wishes {
        timeout_seconds: 60,
        ..Wishes::default()
    }
}

fn design(interleaved: bool) -> Design {
    let system = |name: &str, implementation: &str, control_of: Option<&str>| DesignSystem {
        name: name.to_owned(),
        implementation: implementation.to_owned(),
        control_of: control_of.map(str::to_owned),
    };
    Design {
        baseline: "old".to_owned(),
        candidate: "new".to_owned(),
        systems: vec![
            system("old", "circl", None),
            system("new", "pqcp", None),
            system("new-control", "pqcp", Some("new")),
        ],
        corpus: Corpus {
            items: 10,
            common: true,
            fresh_messages: false,
        },
        interleaved,
    }
}

/// `docs/methodology.md`: 12 rounds of ten systems in nine operations and two lanes.
#[test]
fn evidence_has_its_2160_rows_and_what_takes_turns_stands_together() {
    let (plan, protocol) = super::plan("evidence", &wishes(), &[]).unwrap();
    assert!(plan.complete);
    assert_eq!(plan.rows.len(), 12 * 10 * 9 * 2);
    assert_eq!(protocol.blocks(), 16);
    let mut cells = BTreeSet::new();
    let mut last_round = 1;
    for rows in plan.rows.chunk_by(|a, b| cell(a) == cell(b)) {
        let systems: BTreeSet<&str> = rows.iter().map(|row| row.system.as_str()).collect();
        assert_eq!((rows.len(), systems.len()), (10, 10), "{}", rows[0]);
        assert!(cells.insert(cell(&rows[0])), "{} stands apart", rows[0]);
        assert!(rows[0].round >= last_round, "rounds follow one another");
        last_round = rows[0].round;
    }
    assert_eq!(cells.len(), 12 * 9 * 2);
}

/// An implementation that is named takes its control with it.
#[test]
fn the_control_follows_its_candidate() {
    let asked = Wishes {
        implementations: vec!["nexusq-v1".to_owned(), "nexusq-v2".to_owned()],
        ..wishes()
    };
    let (plan, _) = super::plan("evidence", &asked, &[]).unwrap();
    let systems: BTreeSet<&str> = plan.rows.iter().map(|row| row.system.as_str()).collect();
    let expected = BTreeSet::from(["nexusq-v1", "nexusq-v2", "nexusq-v2-control"]);
    assert_eq!(systems, expected);
    assert_eq!(plan.rows.len(), 12 * 3 * 9 * 2);
}

#[test]
fn a_design_is_found_again_in_the_plan_that_was_written() {
    let folder = tempfile::tempdir().unwrap();
    for (protocol, interleaved, rounds, samples) in [("evidence", true, 3, 30), ("v2", false, 5, 7)]
    {
        let asked = Wishes {
            design: Some(design(interleaved)),
            rounds: Some(rounds),
            iterations: Some(samples),
            seed: 42,
            ..wishes()
        };
        let (plan, made) = super::plan(protocol, &asked, &[]).unwrap();
        assert!(!plan.complete);
        let systems: Vec<&str> = made.systems.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(systems, ["old", "new", "new-control"]);
        assert_eq!(made.control_of("new").unwrap().implementation, "pqcp");
        assert_eq!(
            (made.gate.baseline.as_str(), made.gate.candidate.as_str()),
            ("old", "new")
        );
        assert_eq!((made.corpus.items, made.interleaved), (10, interleaved));
        // Nine operations of the sets of the protocol's baseline, in its lanes.
        let lanes = made.lanes.len();
        assert_eq!(plan.rows.len(), 3 * 9 * lanes * rounds as usize);
        plan.write(folder.path()).unwrap();
        let read = Plan::read(folder.path()).unwrap();
        assert_eq!(read, plan);
        assert_eq!(protocol_of(&read).unwrap(), made);
        // The protocol under its name keeps its own counts, which coverage is measured by.
        let named = named_protocol(&read).unwrap();
        let original = Protocol::named(protocol).unwrap();
        assert_eq!(named.systems, made.systems);
        assert_eq!(
            (named.rounds, named.iterations),
            (original.rounds, original.iterations)
        );
    }
}

#[test]
fn a_design_without_a_control_has_a_plan_without_that_key() {
    let (plan, _) = super::plan("v2", &wishes(), &[]).unwrap();
    let text = serde_json::to_string(&plan).unwrap();
    assert!(
        !text.contains("design"),
        "old readers refuse keys they don't know"
    );
}

#[test]
fn an_interleaved_row_times_every_item_equally_often() {
    let asked = |iterations| Wishes {
        iterations: Some(iterations),
        ..wishes()
    };
    for (iterations, blocks) in [(32, 1), (64, 2), (512, 16)] {
        let (plan, protocol) = super::plan("evidence", &asked(iterations), &[]).unwrap();
        assert_eq!((plan.iterations, protocol.blocks()), (iterations, blocks));
        assert_eq!(plan.complete, iterations == 512);
    }
    for iterations in [1, 31, 33, 500] {
        let error = super::plan("evidence", &asked(iterations), &[]).unwrap_err();
        let error = error.to_string();
        let start = format!("--iterations {iterations}: an interleaved protocol");
        assert!(
            error.starts_with(&start) && error.ends_with("give a multiple of 32"),
            "{error}"
        );
    }
    // One after the other, any number will do.
    let (_, protocol) = super::plan("v2", &asked(7), &[]).unwrap();
    assert_eq!(protocol.blocks(), 1);
    let with_design = |interleaved, iterations| {
        let wishes = Wishes {
            design: Some(design(interleaved)),
            ..asked(iterations)
        };
        super::plan("v2", &wishes, &[]).map(|(_, protocol)| protocol.blocks())
    };
    assert_eq!(with_design(true, 50).unwrap(), 5);
    assert!(with_design(true, 64).is_err());
    assert_eq!(with_design(false, 64).unwrap(), 1);
}
