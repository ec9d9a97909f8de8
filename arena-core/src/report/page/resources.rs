//! What the runners took: the size of the program, resident memory, stack.

use super::View;
use super::chart;
use super::markup::{About, Cell, Column, Line, Table};
use super::scale::Scale;
use crate::runners::SystemUse;

const WIDTH: f64 = 150.0;

/// What the figures are figures of.
const NOTE: &str = "<p class=\"note\">Of whole runner processes, the largest of all rounds, read when the last row was written: the runner protocol with its texts, all items of a round and every operation are in it, so these are ceilings for a library and no costs of an operation. The executable holds only what was linked statically. Stack: pages of the main thread's stack ever touched; a language that keeps its stacks elsewhere, as Go does, shows little of them there.</p>\n";

/// One of the figures of a system.
type Figure = fn(&SystemUse) -> Option<u64>;

pub(super) fn render(view: &View<'_>) -> String {
    let uses = &view.material.uses;
    if uses.is_empty() {
        return "<p>Not recorded: the folder has no <code>runners.jsonl</code>, which the arena writes since version 0.3.0.</p>\n".to_owned();
    }
    let bytes: [(&str, Figure); 3] = [
        ("executable", |of| of.executable_bytes),
        ("peak resident memory", |of| of.peak_resident_bytes),
        ("stack touched", |of| of.stack_bytes),
    ];
    let listed = || uses.iter().take(super::MOST_LISTED);
    let scales = bytes.map(|(_, of)| {
        let values = || listed().filter_map(|(_, system)| of(system));
        let unit = unit(values().max().unwrap_or(0));
        let parts = values().map(|value| value as f64 / unit.0);
        (Scale::from_zero(parts, WIDTH), unit)
    });
    let mut columns = vec![Column::words("system")];
    for ((name, _), (scale, (_, unit))) in bytes.iter().zip(&scales) {
        let axis = chart::axis(scale, "Axis of bytes, from zero", &[], &[], |value| {
            format!("{value} {unit}")
        });
        columns.push(Column::figures(name));
        columns.push(Column::chart("", &axis));
    }
    columns.push(Column::figures("processes"));
    let lines = listed().map(|(name, system)| Line {
        about: About {
            system: Some(name),
            ..About::default()
        }
        .attributes(),
        class: view.class_of(name),
        cells: cells(name, system, &bytes, &scales),
    });
    let lines = lines.collect();
    let table = Table {
        caption: "Program size, memory and stack of the runners".to_owned(),
        columns,
        lines,
        sortable: true,
    };
    format!(
        "{}{}{NOTE}",
        table.render(),
        super::and_more(uses.len(), super::MOST_LISTED, "runners.jsonl holds them")
    )
}

/// The cells of a system: each figure and its bar.
fn cells(
    name: &str,
    system: &SystemUse,
    figures: &[(&str, Figure)],
    scales: &[(Scale, Unit)],
) -> Vec<Cell> {
    let mut cells = vec![Cell::text(name)];
    for ((what, of), (scale, unit)) in figures.iter().zip(scales) {
        let value = of(system);
        let shown = value.map_or("not known".to_owned(), show);
        let words = format!("{name}: {what} {shown}");
        let value = value.map(|value| value as f64);
        let length = value.unwrap_or(0.0) / unit.0;
        let bar = chart::bar(scale, &[(length, "bar")], None, &words);
        cells.push(Cell::figure(&shown, value));
        cells.push(Cell::markup(bar));
    }
    let processes = system.processes;
    cells.push(Cell::figure(&processes.to_string(), Some(processes as f64)));
    cells
}

/// The unit of an axis: its bytes and its name.
type Unit = (f64, &'static str);

/// The unit that fits the largest value of an axis.
fn unit(most: u64) -> Unit {
    if most < 1 << 20 {
        (1024.0, "KiB")
    } else {
        (1_048_576.0, "MiB")
    }
}

/// Bytes in a fitting unit.
fn show(bytes: u64) -> String {
    let value = bytes as f64;
    if bytes < 1 << 10 {
        format!("{bytes} B")
    } else if bytes < 1 << 20 {
        format!("{:.0} KiB", value / 1024.0)
    } else {
        format!("{:.2} MiB", value / 1_048_576.0)
    }
}

#[cfg(test)]
mod tests {
    use super::show;

    #[test]
    fn bytes_have_a_fitting_unit() {
        for (bytes, shown) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (135_168, "132 KiB"),
            (3_407_872, "3.25 MiB"),
        ] {
            assert_eq!(show(bytes), shown);
        }
    }
}
