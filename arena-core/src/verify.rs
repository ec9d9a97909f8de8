//! Verification of a folder of evidence: everything is recomputed from the folder alone.

mod differ;

use crate::environment::Facts;
use crate::evidence::{self, CHECKSUMS, Derived, ENVIRONMENT, NORMALIZED, PLAN, VERDICT, sums};
use crate::files::{self, FileError};
use crate::normalize::{Finding, FindingKind, NormalizedRow, Source};
use crate::record::Environment;
use crate::verdict;
use serde::Serialize;
use std::path::Path;

/// What verification found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// Whether everything holds.
    pub ok: bool,
    /// Each step.
    pub steps: Vec<Step>,
}

/// One step of verification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Its name.
    pub id: &'static str,
    /// Whether it found nothing.
    pub ok: bool,
    /// What was looked at.
    pub detail: String,
    /// What is wrong, each with the file.
    pub findings: Vec<String>,
}

impl Step {
    fn new(id: &'static str, detail: String, findings: Vec<String>) -> Step {
        Step {
            id,
            ok: findings.is_empty(),
            detail,
            findings,
        }
    }
}

/// Verifies a folder.
///
/// # Errors
/// There is no such folder, or it can't be read at all. Anything else is a finding.
pub fn verify(dir: &Path) -> Result<Verification, FileError> {
    std::fs::read_dir(dir).map_err(|error| FileError::new(dir, error))?;
    let derived = evidence::derive(dir);
    let mut steps = vec![checksums(dir), environment(dir, derived.as_ref().ok())];
    match derived {
        Ok(derived) => {
            steps.push(plan(&derived));
            steps.push(rows(&derived));
            steps.push(coverage(&derived));
            steps.extend(recomputed(dir, &derived));
        }
        Err(error) => {
            let detail = "nothing further can be recomputed".to_owned();
            steps.push(Step::new("plan", detail, vec![within(dir, &error)]));
        }
    }
    Ok(Verification {
        ok: steps.iter().all(|step| step.ok),
        steps,
    })
}

/// An error about a file of the folder, with the file's name inside it.
fn within(dir: &Path, error: &FileError) -> String {
    let path = error.path.strip_prefix(dir).unwrap_or(&error.path);
    format!("{}: {}", path.display(), error.reason)
}

fn checksums(dir: &Path) -> Step {
    let id = "checksums";
    let found = sums::of(dir).and_then(|own| {
        let stored = files::read(&dir.join(CHECKSUMS))?;
        Ok((own.len(), sums::differences(&stored, &own)))
    });
    match found {
        Ok((count, findings)) => {
            let detail = format!("{count} files against {CHECKSUMS}");
            Step::new(id, detail, findings)
        }
        Err(error) => {
            let detail = format!("{CHECKSUMS} against the files");
            Step::new(id, detail, vec![within(dir, &error)])
        }
    }
}

/// The machine facts, and that the rows were measured there.
fn environment(dir: &Path, derived: Option<&Derived>) -> Step {
    let mut findings = Vec::new();
    match files::read_json::<Facts>(&dir.join(ENVIRONMENT)) {
        Err(error) => findings.push(within(dir, &error)),
        Ok(facts) => {
            if let Some(derived) = derived {
                let own = facts.environment(derived.plan.pinned_cpu);
                let rows = derived.normalized.rows.iter();
                findings.extend(rows.filter_map(|row| elsewhere(row, &own)));
            }
        }
    }
    let detail = format!("{ENVIRONMENT} against what each row says of its machine");
    Step::new("environment", detail, findings)
}

/// Whether a row says that it was measured somewhere else.
fn elsewhere(row: &NormalizedRow, own: &Environment) -> Option<String> {
    let Source { file, line, .. } = &row.source;
    let says = [
        ("machine", &row.machine, &own.machine),
        ("cpu", &row.cpu, &own.cpu),
        ("os", &row.os, &own.os),
        ("arch", &row.arch, &own.arch),
    ];
    let version_1 = row.machine.is_none();
    for (name, said, here) in says {
        if said.as_ref().is_some_and(|said| said != here && !version_1) {
            return Some(format!(
                "{file}:{line}: {name} is not what {ENVIRONMENT} and {PLAN} make of it, `{here}`."
            ));
        }
    }
    (row.pinned_cpu != own.pinned_cpu && !version_1)
        .then(|| format!("{file}:{line}: pinned_cpu is not that of {PLAN}."))
}

fn plan(derived: &Derived) -> Step {
    let Derived { plan, protocol, .. } = derived;
    let mut findings = Vec::new();
    let complete = verdict::is_complete(plan, protocol);
    if plan.complete != complete {
        let (own, computed) = (plan.complete, complete);
        findings.push(format!(
            "{PLAN}: says complete = {own}; its rows and counts make {computed} under protocol {}.",
            protocol.name
        ));
    }
    let mut keys: Vec<_> = plan.rows.iter().collect();
    keys.sort();
    for pair in keys.windows(2).filter(|pair| pair[0] == pair[1]) {
        findings.push(format!("{PLAN}: lists {} twice.", pair[0]));
    }
    let detail = format!(
        "{} rows under protocol {}{}",
        plan.rows.len(),
        protocol.name,
        if complete {
            ", all that it has"
        } else {
            ", which are not all that it has"
        }
    );
    Step::new("plan", detail, findings)
}

fn of_kinds(derived: &Derived, kinds: &[FindingKind]) -> Vec<String> {
    let findings = derived.normalized.findings.iter();
    findings
        .filter(|finding| kinds.contains(&finding.kind))
        .map(Finding::to_string)
        .collect()
}

fn rows(derived: &Derived) -> Step {
    let findings = of_kinds(derived, &[FindingKind::Malformed]);
    let detail = format!(
        "{} raw rows against the schema, and their statistics against their samples",
        derived.normalized.rows.len() + findings.len()
    );
    Step::new("raw-rows", detail, findings)
}

fn coverage(derived: &Derived) -> Step {
    let kinds = [
        FindingKind::Missing,
        FindingKind::Doubled,
        FindingKind::Foreign,
    ];
    let findings = of_kinds(derived, &kinds);
    let coverage = &derived.verdict().coverage;
    let detail = format!(
        "{} of {} planned rows are there; the protocol has {}",
        coverage.present, coverage.asked, coverage.expected
    );
    Step::new("coverage", detail, findings)
}

/// A step for each derived file.
fn recomputed(dir: &Path, derived: &Derived) -> Vec<Step> {
    let contents = match derived.files(dir) {
        Ok(contents) => contents,
        Err(error) => {
            return vec![Step::new(
                "derived",
                String::new(),
                vec![within(dir, &error)],
            )];
        }
    };
    let other_arena = other_arena(dir);
    let mut steps = Vec::new();
    for (name, computed) in contents {
        let (id, what) = match name {
            NORMALIZED => ("normalized", "every row"),
            VERDICT => ("verdict", "every figure"),
            evidence::REPORT_MD => ("report-md", "every line"),
            _ => ("report-html", "every line"),
        };
        let report = ![NORMALIZED, VERDICT].contains(&name);
        let findings = match files::read(&dir.join(name)) {
            Ok(stored) if stored == computed => Vec::new(),
            Ok(_) if report && let Some(other) = &other_arena => {
                let detail = format!("{name} not compared: arena {other} gave it its form");
                steps.push(Step::new(id, detail, Vec::new()));
                continue;
            }
            Ok(stored) if other_arena.is_some() => differ::figures(name, &stored, &computed),
            Ok(stored) if name == VERDICT => differ::json(name, &stored, &computed),
            Ok(stored) => differ::lines(name, &stored, &computed),
            Err(error) => vec![within(dir, &error)],
        };
        let detail = format!("{what} of {name}, recomputed from the raw rows");
        steps.push(Step::new(id, detail, findings));
    }
    steps
}

/// The version of the arena that wrote the folder, if it is another than this one. The form of
/// reports may change between versions, and figures may be added; those that are stored must be right all the same.
fn other_arena(dir: &Path) -> Option<String> {
    let facts: Facts = files::read_json(&dir.join(ENVIRONMENT)).ok()?;
    (facts.arena != env!("CARGO_PKG_VERSION")).then_some(facts.arena)
}
