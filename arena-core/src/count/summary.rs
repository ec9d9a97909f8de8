//! What follows from all rows: geometric means, differences between repeats, times beside counts.

use super::Settings;
use super::difference::spread;
use super::result::{Count, Entry, Implementation, Mean, Row, SCHEMA_VERSION, ToolFacts};
use super::times::Times;
use super::tool::Tool;
use crate::record::Environment;
use crate::stats;
use arena_runner::message::Lane;

impl Count {
    pub(super) fn of(
        settings: &Settings,
        tool: &Tool,
        environment: &Environment,
        implementations: Vec<Implementation>,
        rows: Vec<Row>,
    ) -> Count {
        let exact = |entry: &&Entry| entry.reproducible;
        let entries = rows.iter().flat_map(|row| &row.counts).filter(exact);
        let differences = entries.filter_map(|entry| spread(&entry.repeats));
        let ratios = rows.iter().flat_map(|row| {
            let first = row.counts.first().filter(exact);
            let others = row.counts.iter().skip(1).filter(exact);
            others.filter_map(move |entry| spread(&ratios(entry, first?)))
        });
        Count {
            schema_version: SCHEMA_VERSION,
            tool: ToolFacts {
                name: tool.name(),
                version: tool.version().to_owned(),
                notes: tool.notes(),
            },
            environment: environment.clone(),
            seed: format!("{:016x}", settings.seed),
            items: settings.items,
            repeat: settings.repeat,
            geometric_means: means(&rows, &implementations),
            largest_difference: differences.reduce(f64::max),
            largest_ratio_difference: ratios.reduce(f64::max),
            implementations,
            rows,
            times_of: None,
        }
    }

    /// Puts the ratios of a run's times beside the counts.
    pub fn set_times(&mut self, times: &Times) {
        self.times_of = Some(times.run_id().to_owned());
        for row in &mut self.rows {
            let time = |entry: &Entry| {
                times.median_ns(&entry.implementation, row.set, row.operation, row.lane)
            };
            let first = row.counts.first().and_then(time);
            for entry in &mut row.counts {
                entry.time_ratio = time(entry).zip(first).map(|(own, first)| own / first);
            }
        }
        self.geometric_means = means(&self.rows, &self.implementations);
    }

    /// How many entries have no figure.
    pub fn failures(&self) -> usize {
        let entries = self.rows.iter().flat_map(|row| &row.counts);
        entries.filter(|entry| entry.instructions.is_none()).count()
    }
}

/// The ratios as each repeat found them.
fn ratios(entry: &Entry, first: &Entry) -> Vec<f64> {
    let pairs = entry.repeats.iter().zip(&first.repeats);
    pairs.map(|(own, first)| own / first).collect()
}

/// For each lane and each implementation but the first.
fn means(rows: &[Row], implementations: &[Implementation]) -> Vec<Mean> {
    let mut means = Vec::new();
    for lane in [Lane::Prepared, Lane::FromBytes] {
        for Implementation { id, .. } in implementations.iter().skip(1) {
            let entries = rows.iter().filter(|row| row.lane == lane);
            let entries = entries.flat_map(|row| &row.counts);
            let entries: Vec<&Entry> = entries
                .filter(|entry| entry.implementation == *id && entry.ratio.is_some())
                .collect();
            let ratios: Vec<f64> = entries.iter().filter_map(|entry| entry.ratio).collect();
            let times: Option<Vec<f64>> = entries.iter().map(|entry| entry.time_ratio).collect();
            if let Some(ratio) = stats::geometric_mean(&ratios) {
                means.push(Mean {
                    implementation: id.clone(),
                    lane,
                    operations: ratios.len(),
                    ratio,
                    time_ratio: times.and_then(|times| stats::geometric_mean(&times)),
                });
            }
        }
    }
    means
}
