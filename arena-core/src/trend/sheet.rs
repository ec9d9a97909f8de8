//! Trends as a page: the runs, the newest steps, what was called before, the whole period, and keys side by side.

use super::{Cell, Changed, KeyTrend, LineTrend, Measure, Step, TrendCall, Trends, chart};
use crate::report::sections::{Section, percent};
use crate::report::sheet::Sheet;
use crate::report::text::{date, time};
use crate::stats::Interval;

const STEP_HEAD: [&str; 7] = [
    "row",
    "new / old",
    "interval",
    "noise floor",
    "comes to",
    "executable",
    "follows",
];

impl Trends {
    /// The page.
    pub fn sheet(&self) -> Sheet {
        let runs: usize = self.keys.iter().map(|key| key.runs.len()).sum();
        let mut sentences = vec![format!(
            "{runs} runs under {} {}. A key is machine, toolchain, protocol and counts; runs of unlike keys stand side by side and are never pooled.",
            self.keys.len(),
            if self.keys.len() == 1 { "key" } else { "keys" },
        )];
        sentences.push(self.summary());
        let mut sections = Vec::new();
        for key in &self.keys {
            sections.push(key_section(key));
            sections.extend(newest(key));
            sections.extend(called_before(key));
            sections.extend(period(key));
        }
        sections.extend(self.beside());
        Sheet {
            title: "Runs over time".to_owned(),
            sentences,
            charts: self.keys.iter().filter_map(chart::of).collect(),
            sections,
        }
    }

    /// The newest steps in a sentence.
    fn summary(&self) -> String {
        let lines = || self.keys.iter().flat_map(|key| &key.lines);
        let count = |call: TrendCall| {
            let newest = lines().filter_map(|line| line.steps.last());
            newest.filter(|step| step.call == call).count()
        };
        let periods = lines().filter_map(|line| line.whole.as_ref());
        let slower = periods.filter(|whole| whole.call == TrendCall::Regression);
        format!(
            "Newest steps: {} regressions, {} improvements, {} without a difference, {} undecided (disturbed, too few rounds, or noise unknown), {} between versions. Regressions over the whole period: {}.",
            count(TrendCall::Regression),
            count(TrendCall::Improvement),
            count(TrendCall::NoDifference),
            count(TrendCall::Disturbed)
                + count(TrendCall::TooFewRounds)
                + count(TrendCall::NoiseUnknown),
            count(TrendCall::OtherVersion),
            slower.count(),
        )
    }

    fn beside(&self) -> Option<Section> {
        if self.side_by_side.is_empty() {
            return None;
        }
        let rows = self.side_by_side.iter().map(|beside| {
            let times = beside.times_ns.iter();
            let times: Vec<String> = times
                .map(|(key, ns)| format!("{key}: {}", time(*ns)))
                .collect();
            vec![name(&beside.cell), times.join("; ")]
        });
        Some(Section {
            title: "Side by side: the newest time under each key".to_owned(),
            head: vec!["row", "times"],
            rows: rows.collect(),
            notes: vec!["There are no ratios here: what differs between keys is machine, toolchain and code together.".to_owned()],
        })
    }
}

fn name(cell: &Cell) -> String {
    format!(
        "{} {} {} ({})",
        cell.system,
        cell.set,
        cell.operation.id(),
        cell.lane.id()
    )
}

fn key_section(key: &KeyTrend) -> Section {
    let fact = |name: &str| key.key.fact(name).to_owned();
    let rows = key.runs.iter().map(|run| {
        let commit = run.commit.as_deref().unwrap_or("-");
        vec![
            run.run_id.clone(),
            date(run.created_unix_ns),
            commit.chars().take(12).collect(),
            run.statement.clone(),
        ]
    });
    Section {
        title: format!("Key {}", key.id),
        head: vec!["run", "date", "commit", "verdict"],
        rows: rows.collect(),
        notes: vec![format!(
            "{}; {}; {}; C: {}; protocol {} with {} samples a row; arena {}.",
            fact("processor"),
            fact("system"),
            fact("rustc"),
            fact("C compiler"),
            fact("protocol"),
            fact("iterations"),
            fact("arena")
        )],
    }
}

fn newest(key: &KeyTrend) -> Option<Section> {
    let steps = key
        .lines
        .iter()
        .filter_map(|line| Some((line, line.steps.last()?)));
    let rows: Vec<Vec<String>> = steps
        .map(|(line, step)| step_row(line, step, None))
        .collect();
    if rows.is_empty() {
        return None;
    }
    let several = key
        .lines
        .iter()
        .filter(|line| line.points.len() > 1)
        .count();
    Some(Section {
        title: format!("Key {}: the newest step of each row", key.id),
        head: STEP_HEAD.to_vec(),
        rows,
        notes: vec![
            format!("Intervals hold for all {several} rows together with 95 %. A regression is a step whose whole interval lies above the noise floor."),
            "Follows: the ratio to the baseline where both took turns and the baseline was the same executable; else the time. Noise unknown: neither a control of such a ratio nor three earlier steps say how much runs differ without a cause.".to_owned(),
        ],
    })
}

fn called_before(key: &KeyTrend) -> Option<Section> {
    let mut rows = Vec::new();
    for line in &key.lines {
        for step in line.steps.iter().rev().skip(1).rev() {
            if matches!(step.call, TrendCall::Regression | TrendCall::Improvement) {
                rows.push(step_row(line, step, Some(&step.to)));
            }
        }
    }
    (!rows.is_empty()).then(|| Section {
        title: format!("Key {}: earlier steps that were called", key.id),
        head: STEP_HEAD.to_vec(),
        rows,
        notes: Vec::new(),
    })
}

fn step_row(line: &LineTrend, step: &Step, run: Option<&String>) -> Vec<String> {
    let at = run.map(|run| format!(", run {run}")).unwrap_or_default();
    vec![
        format!("{}{at}", name(&line.cell)),
        format!("{:.4}", step.ratio),
        interval(step.interval),
        percent(step.noise_floor),
        step.call.words().to_owned(),
        match step.changed {
            Changed::SameExecutable => "same",
            Changed::OtherExecutable => "other",
            Changed::OtherVersion => "other version",
            Changed::Unknown => "unknown",
        }
        .to_owned(),
        match line.measure {
            Measure::ToBaseline => "ratio to the baseline",
            Measure::Time => "time",
        }
        .to_owned(),
    ]
}

fn period(key: &KeyTrend) -> Option<Section> {
    let lines = key
        .lines
        .iter()
        .filter_map(|line| Some((line, line.whole.as_ref()?)));
    let rows: Vec<Vec<String>> = lines
        .map(|(line, whole)| {
            vec![
                name(&line.cell),
                whole.runs.to_string(),
                format!("{:.4}", whole.ratio),
                interval(whole.interval),
                whole.call.words().to_owned(),
            ]
        })
        .collect();
    (!rows.is_empty()).then(|| Section {
        title: format!("Key {}: the whole period", key.id),
        head: vec!["row", "runs", "end / beginning", "interval", "comes to"],
        rows,
        notes: vec!["A line of least squares through the runs of the newest version, by date; each run is one point. It finds drift that no single step shows.".to_owned()],
    })
}

fn interval(interval: Option<Interval>) -> String {
    interval.map_or("-".to_owned(), |interval| {
        format!("{:.4} to {:.4}", interval.low, interval.high)
    })
}
