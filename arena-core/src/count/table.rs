//! Counts as a table for a terminal of 80 columns.

use super::result::{Count, Entry, Row};
use super::tool::Counter;
use crate::report::text::{fit, wrap};
use std::fmt::Write;

const WIDTH: usize = 80;
/// Columns of a name.
const NAME: usize = 26;
/// Columns of a title; the heading of the figures follows.
const TITLE: usize = 32;

/// The table, with what a reader must know below it.
pub fn render(count: &Count) -> String {
    let mut notes = Notes::default();
    let mut out = heading(count);
    for row in &count.rows {
        out.push('\n');
        out.push_str(&block(row, count.times_of.is_some(), &mut notes));
    }
    if !count.geometric_means.is_empty() {
        out.push_str("\nGeometric mean of the ratios\n");
        for mean in &count.geometric_means {
            let name = fit(&mean.implementation, NAME);
            let (ratio, lane, operations) = (mean.ratio, mean.lane.id(), mean.operations);
            let time = times(count.times_of.is_some(), mean.time_ratio);
            // Writing to a string can't fail.
            let _ = writeln!(
                out,
                "  {name:<NAME$}{:>16}{ratio:>10.4}{time}  {lane}, {operations} operations",
                ""
            );
        }
    }
    if let Some(difference) = count.largest_difference {
        let _ = writeln!(
            out,
            "\n{} counts of each: reproducible ones differ by at most {:.5} %, their\nratios by {}",
            count.repeat,
            difference * 100.0,
            count
                .largest_ratio_difference
                .map_or("-".to_owned(), |largest| format!(
                    "{:.5} %",
                    largest * 100.0
                ))
        );
    }
    for implementation in &count.implementations {
        if let Some(note) = &implementation.back_end_note {
            let text = format!("{}: {note}", implementation.id);
            let _ = writeln!(out, "\n{}", wrap(&text, WIDTH, 0));
        }
    }
    out.push_str(&notes.render());
    out
}

fn heading(count: &Count) -> String {
    let tool = &count.tool;
    let mut text = format!(
        "Instructions per operation by {} ({}), {} items from seed {}.",
        tool.name, tool.version, count.items, count.seed
    );
    if let Some(first) = count.implementations.first() {
        let _ = write!(text, " Ratios to {}.", first.id);
    }
    if let Some(run) = &count.times_of {
        let _ = write!(text, " Time ratios of run {run}.");
    }
    for note in &tool.notes {
        let _ = write!(text, " {note}.");
    }
    wrap(&text, WIDTH, 0) + "\n"
}

fn block(row: &Row, with_times: bool, notes: &mut Notes) -> String {
    let (label, operation, lane) = (row.set.label(), row.operation.id(), row.lane.id());
    let heads = if with_times {
        "instructions     ratio      time"
    } else {
        "instructions     ratio"
    };
    let title = format!("{label} {operation} ({lane}) ");
    let mut out = format!("{title:<TITLE$}{heads}\n");
    for entry in &row.counts {
        out.push_str(&line(entry, with_times, notes));
        out.push('\n');
    }
    out
}

fn line(entry: &Entry, with_times: bool, notes: &mut Notes) -> String {
    let name = fit(&entry.implementation, NAME);
    let marks = entry.notes.iter().chain(&entry.failure);
    let marks: String = marks
        .map(|note| format!(" [{}]", notes.number(note)))
        .collect();
    let Some(instructions) = entry.instructions else {
        return format!("  {name:<NAME$}{:>16}{marks}", "not counted");
    };
    let figure = grouped(instructions);
    let ratio = entry
        .ratio
        .map_or("-".to_owned(), |ratio| format!("{ratio:.4}"));
    let time = times(with_times, entry.time_ratio);
    let mut line = format!("  {name:<NAME$}{figure:>16}{ratio:>10}{time}{marks}");
    for (counter, figure) in &entry.others {
        let _ = write!(
            line,
            "\n  {:NAME$}{:>16} {}",
            "",
            grouped(*figure),
            words(*counter)
        );
    }
    line
}

fn times(with_times: bool, ratio: Option<f64>) -> String {
    if !with_times {
        return String::new();
    }
    let ratio = ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.3}"));
    format!("{ratio:>10}")
}

fn words(counter: Counter) -> &'static str {
    match counter {
        Counter::Instructions => "instructions",
        Counter::Cycles => "cycles",
        Counter::CacheMisses => "cache misses",
        Counter::SimulatedL1Misses => "simulated misses, first level",
        Counter::SimulatedLlMisses => "simulated misses, last level",
    }
}

/// A figure with its thousands apart, and a decimal place where that is one digit in a million or more.
fn grouped(figure: f64) -> String {
    let text = if figure.abs() < 1e5 {
        format!("{figure:.1}")
    } else {
        format!("{figure:.0}")
    };
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let mut out = String::new();
    for (index, digit) in whole.chars().enumerate() {
        let left = whole.len() - index;
        if index > 0 && left % 3 == 0 && !out.ends_with('-') {
            out.push(' ');
        }
        out.push(digit);
    }
    if !rest.is_empty() {
        out.push('.');
        out.push_str(rest);
    }
    out
}

/// Notes, each with a number and written once.
#[derive(Default)]
struct Notes(Vec<String>);

impl Notes {
    fn number(&mut self, note: &str) -> usize {
        if let Some(index) = self.0.iter().position(|known| known == note) {
            return index + 1;
        }
        self.0.push(note.to_owned());
        self.0.len()
    }

    fn render(&self) -> String {
        let mut out = String::new();
        for (index, note) in self.0.iter().enumerate() {
            let note = format!("[{}] {note}", index + 1);
            let _ = write!(out, "\n{}", wrap(&note, WIDTH, 4));
        }
        if !out.is_empty() {
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(grouped(722_060.75), "722 061");
        assert_eq!(grouped(13_596_149.5), "13 596 150");
        assert_eq!(grouped(812.25), "812.2");
        assert_eq!(grouped(12_345.0), "12 345.0");
        assert_eq!(grouped(-123.0), "-123.0");
    }

    #[test]
    fn what_was_not_counted_shows_no_figure() {
        let mut notes = Notes::default();
        let text = line(
            &Entry::failed("circl", "it ended".to_owned()),
            false,
            &mut notes,
        );
        assert!(text.ends_with("not counted [1]"), "{text}");
        assert_eq!(notes.render(), "\n[1] it ended\n");
    }
}
