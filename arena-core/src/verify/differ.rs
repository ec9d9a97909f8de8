//! Where a stored file departs from the recomputed one.

use crate::normalize::clean;
use serde_json::Value;

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
}
