//! Judgements of made-up machines.

use super::*;

const FAST: ClockCost = ClockCost {
    read_ns: 25.0,
    step_ns: Some(10),
};

/// A machine of one's own, set up for measuring.
fn ideal() -> Facts {
    let mut facts = Facts::gather_from(&crate::environment::Files::under("/nowhere"), None);
    facts.processor.cpus_online = Some(8);
    facts.processor.smt = Some(false);
    facts.processor.turbo = Some(false);
    facts.processor.governor = Some("performance".to_owned());
    facts.system.load = Some(0.4);
    facts.system.clock_source = Some("tsc".to_owned());
    facts.system.on_mains = Some(true);
    facts.system.virtualisation.hypervisor = Some(false);
    facts
}

fn level(facts: &Facts, clock: &ClockCost, id: &str) -> Level {
    let findings = judge(facts, clock);
    findings
        .iter()
        .find(|finding| finding.id == id)
        .unwrap()
        .level
}

#[test]
fn an_ideal_machine_is_good_in_all() {
    for finding in judge(&ideal(), &FAST) {
        assert_eq!(finding.level, Level::Good, "{finding:?}");
        assert_eq!(finding.way_out, None);
    }
}

#[test]
fn what_is_not_known_is_unknown_not_good() {
    let nothing = Facts::gather_from(&crate::environment::Files::under("/nowhere"), None);
    for finding in judge(&nothing, &FAST) {
        let expected = if finding.id == "clock-cost" {
            Level::Good
        } else {
            Level::Unknown
        };
        assert_eq!(finding.level, expected, "{finding:?}");
    }
}

#[test]
fn each_disturbance_is_warned_of_with_a_way_out() {
    type Change = fn(&mut Facts);
    let changes: [(&str, Change); 9] = [
        ("virtual-machine", |facts| {
            facts.system.virtualisation.hypervisor = Some(true)
        }),
        ("cpus", |facts| facts.processor.cpus_online = Some(1)),
        ("smt", |facts| facts.processor.smt = Some(true)),
        ("turbo", |facts| facts.processor.turbo = Some(true)),
        ("governor", |facts| {
            facts.processor.governor = Some("powersave".to_owned())
        }),
        ("governor", |facts| {
            facts.processor.governor = Some("performance, powersave".to_owned())
        }),
        ("load", |facts| facts.system.load = Some(4.1)),
        ("clock-source", |facts| {
            facts.system.clock_source = Some("hpet".to_owned())
        }),
        ("power", |facts| facts.system.on_mains = Some(false)),
    ];
    for (id, change) in changes {
        let mut facts = ideal();
        change(&mut facts);
        let findings = judge(&facts, &FAST);
        let finding = findings.iter().find(|finding| finding.id == id).unwrap();
        assert_eq!(finding.level, Level::Warning, "{finding:?}");
        assert!(finding.way_out.is_some(), "{finding:?}");
    }
}

#[test]
fn limits() {
    let mut facts = ideal();
    facts.system.load = Some(4.0);
    assert_eq!(
        level(&facts, &FAST, "load"),
        Level::Good,
        "0.5 on each of 8 CPUs is the limit"
    );
    let clock = |read_ns, step_ns| ClockCost { read_ns, step_ns };
    for (cost, expected) in [
        (clock(100.0, Some(100)), Level::Good),
        (clock(101.0, Some(1)), Level::Note),
        (clock(25.0, Some(501)), Level::Warning),
        (clock(25.0, None), Level::Warning),
    ] {
        assert_eq!(level(&facts, &cost, "clock-cost"), expected, "{cost:?}");
    }
    facts.system.clock_source = Some("kvm-clock".to_owned());
    assert_eq!(level(&facts, &FAST, "clock-source"), Level::Good);
    facts.system.clock_source = Some("xen".to_owned());
    assert_eq!(level(&facts, &FAST, "clock-source"), Level::Note);
}

/// A guest sees one thread a core whatever the host has.
#[test]
fn a_guest_cannot_say_that_smt_is_off() {
    let mut facts = ideal();
    facts.system.virtualisation.hypervisor = Some(true);
    assert_eq!(level(&facts, &FAST, "smt"), Level::Unknown);
}

#[test]
fn the_clock_can_be_measured() {
    let cost = ClockCost::measure();
    assert!(
        cost.read_ns > 0.0 && cost.step_ns.is_some_and(|step| step > 0),
        "{cost:?}"
    );
}
