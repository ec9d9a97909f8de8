//! SARIF 2.1.0, for code-scanning views: a result for each failure and each policy.

use super::{Document, Entry};
use crate::class::Class;
use serde_json::{Value, json};

/// The document as SARIF. The place of a result is the adapter's manifest: that is where the implementation is named in this tree.
pub fn sarif(document: &Document) -> Value {
    let rules: Vec<Value> = document
        .suites
        .iter()
        .map(|suite| json!({"id": suite.id, "shortDescription": {"text": suite.purpose}}))
        .collect();
    let mut results = Vec::new();
    for entry in &document.cells {
        let own = document
            .subjects
            .iter()
            .any(|subject| subject.own && subject.id == entry.implementation);
        for finding in &entry.cell.findings {
            let level = match (finding.class, own) {
                (Class::Fail, true) => "error",
                (Class::Fail, false) => "warning",
                _ => "note",
            };
            results.push(result(entry, level, &finding.case, &finding.detail));
        }
    }
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "arena check", "version": document.arena, "rules": rules}},
            "results": results,
        }],
    })
}

fn result(entry: &Entry, level: &str, case: &str, detail: &str) -> Value {
    let text = format!(
        "{} {case}: {detail}. Repeat: {}",
        entry.implementation,
        Document::command(entry, case)
    );
    json!({
        "ruleId": entry.suite,
        "level": level,
        "message": {"text": text},
        "locations": [{
            "physicalLocation": {"artifactLocation": {"uri": "adapters"}},
            "logicalLocations": [{"fullyQualifiedName": format!("{}/{case}", entry.implementation)}],
        }],
        "partialFingerprints": {"case/v1": format!("{}/{}/{case}", entry.implementation, entry.suite)},
    })
}
