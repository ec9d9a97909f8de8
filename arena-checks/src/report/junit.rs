//! JUnit XML, for the test views of CI systems: a test suite for each implementation and suite, a
//! test case for each parameter set and for each finding.

use super::{Document, Entry};
use crate::class::Class;
use std::fmt::Write;

/// The document as JUnit XML. Failures of comparators are failures here too: the exit code alone tells them apart.
pub fn junit(document: &Document) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"arena check\">\n",
    );
    for subject in &document.subjects {
        for suite in &document.suites {
            let of = |entry: &&Entry| entry.implementation == subject.id && entry.suite == suite.id;
            let entries: Vec<&Entry> = document.cells.iter().filter(of).collect();
            one(&subject.id, &suite.id, &entries, &mut text);
        }
    }
    text.push_str("</testsuites>\n");
    text
}

fn one(implementation: &str, suite: &str, entries: &[&Entry], text: &mut String) {
    let mut cases = String::new();
    let (mut tests, mut failures, mut skipped) = (0, 0, 0);
    for entry in entries {
        let class_name = escape(&format!("{implementation}.{suite}.{}", entry.parameter_set));
        for class in Class::ALL {
            let count = entry.cell.counts.of(class);
            if count == 0 || class == Class::Fail {
                continue;
            }
            tests += 1;
            let _ = write!(
                cases,
                "    <testcase classname=\"{class_name}\" name=\"{count} cases: {}\"",
                class.id()
            );
            if matches!(class, Class::Unsupported | Class::NotRun) {
                skipped += 1;
                let reasons = entry
                    .cell
                    .reasons
                    .iter()
                    .filter(|(reason, _)| reason.starts_with(class.id()));
                let why: Vec<String> = reasons
                    .map(|(reason, count)| format!("{count} {reason}"))
                    .collect();
                let _ = writeln!(
                    cases,
                    "><skipped message=\"{}\"/></testcase>",
                    escape(&why.join("; "))
                );
            } else {
                cases.push_str("/>\n");
            }
        }
        for finding in entry
            .cell
            .findings
            .iter()
            .filter(|finding| finding.class == Class::Fail)
        {
            tests += 1;
            failures += 1;
            let (name, detail) = (escape(&finding.case), escape(&finding.detail));
            let command = escape(&Document::command(entry, &finding.case));
            let _ = writeln!(
                cases,
                "    <testcase classname=\"{class_name}\" name=\"{name}\"><failure message=\"{detail}\">{command}</failure></testcase>"
            );
        }
    }
    let name = escape(&format!("{implementation}.{suite}"));
    let _ = writeln!(
        text,
        "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" skipped=\"{skipped}\" errors=\"0\">"
    );
    text.push_str(&cases);
    text.push_str("  </testsuite>\n");
}

/// XML text and attribute values; control characters, which XML 1.0 forbids, become `?`.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\r' | '\t' => out.push(' '),
            c if c.is_control() || c == '\u{fffe}' || c == '\u{ffff}' => out.push('?'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn what_xml_forbids_is_replaced() {
        assert_eq!(escape("a<b & \"c\"\u{1}\n"), "a&lt;b &amp; &quot;c&quot;? ");
    }
}
