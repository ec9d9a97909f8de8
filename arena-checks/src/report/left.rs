//! What operations left of their secrets in memory, as a table for people.

use crate::board::Left;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The rows in which something was found; of those in which nothing was, their number.
pub(super) fn table(rows: &[Left], text: &mut String) {
    let _ = writeln!(
        text,
        "\nLeft in memory after an operation: runs of 16 bytes of a secret, the most of all trials (heap, stack, data; median of the sums)"
    );
    let mut clean: BTreeMap<&str, usize> = BTreeMap::new();
    let width = |of: fn(&Left) -> usize| rows.iter().map(of).max().unwrap_or(0);
    let first = width(|row| row.implementation.len());
    let secret = width(|row| row.secret.len());
    for row in rows {
        if row.most == 0 {
            *clean.entry(&row.implementation).or_default() += 1;
            continue;
        }
        let _ = write!(
            text,
            "  {:first$} {:11} {:6} {:secret$} {:5} {:5} {:5}; {:5}",
            row.implementation,
            row.parameter_set,
            row.operation,
            row.secret,
            row.heap,
            row.stack,
            row.data,
            row.median
        );
        match row.stated {
            Some(stated) => {
                let _ = writeln!(text, "  stated: at most {stated}");
            }
            None => text.push('\n'),
        }
    }
    for (implementation, count) in clean {
        let _ = writeln!(
            text,
            "  {implementation:first$} nothing of {count} kinds of secrets, counted by parameter set and operation"
        );
    }
}
