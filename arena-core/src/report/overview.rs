//! All systems in one small table for each lane: those operations that the baseline has too. The whole is in the groups.

use super::markdown::cell;
use super::text::time;
use super::{Group, Report, SIGN_NOTE};
use std::collections::BTreeSet;

/// The tables as Markdown.
pub(super) fn markdown(report: &Report) -> String {
    let shared: Vec<&Group> = report
        .groups
        .iter()
        .filter(|group| has_baseline(group))
        .collect();
    let mut lanes: Vec<&str> = Vec::new();
    for group in &shared {
        let (_, lane) = split(&group.title);
        if !lanes.contains(&lane) {
            lanes.push(lane);
        }
    }
    let mut out = String::new();
    for lane in lanes {
        let of_lane = shared.iter().filter(|group| split(&group.title).1 == lane);
        let (ranked, others): (Vec<&Group>, Vec<&Group>) = of_lane.partition(|group| group.ranked);
        out += &table(lane, &ranked);
        for group in others {
            let (what, _) = split(&group.title);
            out += &format!("\n{} is left out. {SIGN_NOTE}\n", cell(what));
        }
    }
    out
}

fn table(lane: &str, groups: &[&Group]) -> String {
    let mut out = format!("\n### All systems, lane `{}`\n\n| system |", cell(lane));
    for group in groups {
        out += &format!(" {} |", cell(split(&group.title).0));
    }
    out += &format!("\n|---|{}\n", "---:|".repeat(groups.len()));
    let lines = groups.iter().flat_map(|group| &group.lines);
    let systems: BTreeSet<&str> = lines.map(|line| line.system.as_str()).collect();
    for system in systems {
        out += &format!("| {} |", cell(system));
        for group in groups {
            let line = group.lines.iter().find(|line| line.system == system);
            let figure = line.map(|line| time(line.median_ns)).unwrap_or_default();
            out += &format!(" {figure} |");
        }
        out.push('\n');
    }
    out
}

fn has_baseline(group: &Group) -> bool {
    group.lines.iter().any(|line| line.to_baseline.is_some())
}

/// What a group measures, and its lane.
fn split(title: &str) -> (&str, &str) {
    let parts = title
        .strip_suffix(')')
        .and_then(|title| title.rsplit_once(" ("));
    parts.unwrap_or((title, ""))
}
