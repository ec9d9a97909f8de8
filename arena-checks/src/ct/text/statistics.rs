//! What statistics found, as text.

use super::super::report::{Measured, Statistics};
use super::{line, planted};
use std::fmt::Write;

pub(super) fn render(text: &mut String, statistics: &Statistics) {
    let cpu = statistics
        .cpu
        .map_or_else(|| "not pinned".to_owned(), |cpu| format!("on CPU {cpu}"));
    line!(text);
    line!(
        text,
        "Times of two classes of inputs that differ in secrets alone, {} samples, {cpu}",
        statistics.samples
    );
    planted(text, &statistics.planted);
    line!(text);
    line!(
        text,
        "{:16} {:12} {:7} {:29} {:>8} {:>10}  verdict",
        "implementation",
        "set",
        "op",
        "classes",
        "t",
        "differ, ns"
    );
    for row in &statistics.rows {
        let start = format!(
            "{:16} {:12} {:7} {:29}",
            row.implementation,
            row.parameter_set,
            row.operation.id(),
            row.classes
        );
        match (&row.measured, row.worst()) {
            (Measured::NotRun { reason }, _) => line!(text, "{start} not run: {reason}"),
            (Measured::Ran { .. }, None) => line!(text, "{start} too few samples"),
            (Measured::Ran { verdict, .. }, Some(worst)) => line!(
                text,
                "{start} {:>8.1} {:>10.1}  {}, of the fastest {:.1} %",
                worst.t,
                worst.difference_ns,
                verdict.words(),
                worst.kept * 100.0
            ),
        }
    }
}
