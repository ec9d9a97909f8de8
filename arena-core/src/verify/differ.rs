//! Where a stored file departs from the recomputed one.

use crate::normalize::clean;
use serde_json::{Number, Value};

/// Differences that are listed one by one; a wrong file need not list them all.
const LISTED: usize = 20;

/// The first line that differs. The files are known not to be equal.
pub(super) fn lines(name: &str, stored: &[u8], computed: &[u8]) -> Vec<String> {
    let mut stored_lines = stored.split(|&byte| byte == b'\n');
    let mut computed_lines = computed.split(|&byte| byte == b'\n');
    let mut number = 1;
    loop {
        match (stored_lines.next(), computed_lines.next()) {
            (Some(own), Some(right)) if own == right => number += 1,
            (own, right) => {
                return vec![format!(
                    "{name}: line {number} is {}, recomputed {}.",
                    show(own),
                    show(right)
                )];
            }
        }
    }
}

fn show(line: Option<&[u8]>) -> String {
    let Some(line) = line else {
        return "not there".to_owned();
    };
    let text = clean(&String::from_utf8_lossy(line));
    let mut short: String = text.chars().take(120).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("`{short}`")
}

/// Every value that differs. The files are known not to be equal.
pub(super) fn json(name: &str, stored: &[u8], computed: &[u8]) -> Vec<String> {
    let parse = serde_json::from_slice::<Value>;
    let (own, right) = match (parse(stored), parse(computed)) {
        (Ok(own), Ok(right)) => (own, right),
        (Err(error), _) | (_, Err(error)) => return vec![format!("{name}: is no JSON: {error}.")],
    };
    let mut findings = Vec::new();
    values(name, "", &own, &right, &mut findings);
    if findings.is_empty() {
        // The same values, written in another way.
        return lines(name, stored, computed);
    }
    if findings.len() > LISTED {
        let more = findings.len() - LISTED;
        findings.truncate(LISTED);
        findings.push(format!("{name}: and {more} more differences."));
    }
    findings
}

/// Figures that differ from those that another version of the arena has stored. Such a version may have stored fewer figures
/// and other sentences; what it did store must be right. Both are JSON, or JSON lines.
pub(super) fn figures(name: &str, stored: &[u8], computed: &[u8]) -> Vec<String> {
    let whole = |bytes: &[u8]| {
        serde_json::Deserializer::from_slice(bytes)
            .into_iter()
            .collect()
    };
    let parse = |bytes: &[u8]| -> Result<Vec<Value>, serde_json::Error> { whole(bytes) };
    let (own, mut right) = match (parse(stored), parse(computed)) {
        (Ok(own), Ok(right)) => (own, right),
        (Err(error), _) | (_, Err(error)) => return vec![format!("{name}: is no JSON: {error}.")],
    };
    if own.len() != right.len() {
        return lines(name, stored, computed);
    }
    let mut findings = Vec::new();
    for (own, right) in own.iter().zip(&mut right) {
        leave_out(own, right);
        values(name, "", own, right, &mut findings);
    }
    findings.truncate(LISTED);
    findings
}

/// The C library's logarithms, with which versions before 0.3.0 computed, differ between platforms by less than this part.
const LAST_DIGITS: f64 = 1e-12;

/// Whether two figures are equal but for what an earlier version's logarithms explain.
fn nearly(own: &Number, right: &Number) -> bool {
    match (own.as_f64(), right.as_f64()) {
        (Some(own), Some(right)) => (own - right).abs() <= LAST_DIGITS * right.abs(),
        _ => false,
    }
}

/// Takes from the recomputed value what the stored one does not have, and puts the stored sentences in, and the stored
/// figures where they differ in the last digits alone.
fn leave_out(own: &Value, right: &mut Value) {
    match (own, right) {
        (Value::Object(own), Value::Object(right)) => {
            right.retain(|key, _| own.contains_key(key));
            for (key, value) in right {
                match own.get(key) {
                    Some(stored) if ["statement", "reason"].contains(&key.as_str()) => {
                        value.clone_from(stored);
                    }
                    Some(stored) => leave_out(stored, value),
                    None => {}
                }
            }
        }
        (Value::Array(own), Value::Array(right)) => {
            for (own, right) in own.iter().zip(right) {
                leave_out(own, right);
            }
        }
        (Value::Number(stored), Value::Number(figure)) if nearly(stored, figure) => {
            *figure = stored.clone();
        }
        _ => {}
    }
}

fn values(name: &str, at: &str, own: &Value, right: &Value, findings: &mut Vec<String>) {
    match (own, right) {
        (Value::Object(own), Value::Object(right)) => {
            for (key, value) in right {
                let at = format!("{at}/{key}");
                values(
                    name,
                    &at,
                    own.get(key).unwrap_or(&Value::Null),
                    value,
                    findings,
                );
            }
            for key in own.keys().filter(|key| !right.contains_key(*key)) {
                findings.push(format!(
                    "{name}: {at}/{} does not belong there.",
                    clean(key)
                ));
            }
        }
        (Value::Array(own), Value::Array(right)) if own.len() == right.len() => {
            for (index, (own, right)) in own.iter().zip(right).enumerate() {
                values(name, &format!("{at}/{index}"), own, right, findings);
            }
        }
        (own, right) if own == right => {}
        (own, right) => findings.push(format!(
            "{name}: {at} is {}, recomputed {}.",
            show(Some(own.to_string().as_bytes())),
            show(Some(right.to_string().as_bytes()))
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_another_version_may_differ_in_the_last_digits() {
        let stored = br#"{"ratio":0.9218345678901234,"n":50}"#;
        let last_digit = br#"{"ratio":0.9218345678901235,"n":50}"#;
        assert_eq!(figures("v", stored, last_digit), Vec::<String>::new());
        let another = br#"{"ratio":0.9218345679901234,"n":50}"#;
        assert_eq!(figures("v", stored, another).len(), 1);
        let other_count = br#"{"ratio":0.9218345678901234,"n":51}"#;
        assert_eq!(figures("v", stored, other_count).len(), 1);
    }

    #[test]
    fn differences_name_the_place() {
        assert_eq!(
            lines("a", b"x\ny\n", b"x\nz\n"),
            ["a: line 2 is `y`, recomputed `z`."]
        );
        assert_eq!(
            lines("a", b"x\n", b"x\ny\n"),
            ["a: line 2 is ``, recomputed `y`."]
        );
        let stored = br#"{"a":[1,2.5],"b":"x","c":0}"#;
        let computed = br#"{"a":[1,2.25],"b":"x"}"#;
        assert_eq!(
            json("v", stored, computed),
            [
                "v: /a/1 is `2.5`, recomputed `2.25`.",
                "v: /c does not belong there."
            ]
        );
        assert_eq!(
            json("v", b"{} ", b"{}"),
            ["v: line 1 is `{} `, recomputed `{}`."]
        );
        assert!(json("v", b"{", b"{}")[0].starts_with("v: is no JSON"));
    }

    #[test]
    fn another_version_may_have_stored_less_but_nothing_wrong() {
        let computed = br#"{"a":1,"reason":"now","new":2}"#;
        let stored = br#"{"a":1,"reason":"then"}"#;
        assert!(figures("v", stored, computed).is_empty());
        let stored = br#"{"a":3,"reason":"then"}"#;
        assert_eq!(
            figures("v", stored, computed),
            ["v: /a is `3`, recomputed `1`."]
        );
        let stored = br#"{"a":1,"old":5}"#;
        assert_eq!(
            figures("v", stored, computed),
            ["v: /old does not belong there."]
        );
        assert_eq!(figures("v", b"{}\n{}\n", b"{}\n").len(), 1);
        assert!(figures("v", b"{", b"{}")[0].starts_with("v: is no JSON"));
    }
}
