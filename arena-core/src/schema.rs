//! The published JSON Schemas, and whether a value follows them.
//!
//! The schemas say more than the Rust types do: every field is there even if null, names and sums
//! have their form, and a status goes with the fields that it implies.

use jsonschema::Validator;
use serde_json::Value;
use std::sync::LazyLock;

/// The schema of a raw row, version 2.
pub const RECORD_V2: &str = include_str!("../schema/record-v2.schema.json");
/// The schema of a normalized row.
pub const NORMALIZED_V1: &str = include_str!("../schema/normalized-v1.schema.json");

/// A row that is wrong everywhere need not say so more often than this.
const MAX_ERRORS: usize = 8;

static RECORD: LazyLock<Result<Validator, String>> = LazyLock::new(|| compile(RECORD_V2));
static NORMALIZED: LazyLock<Result<Validator, String>> = LazyLock::new(|| compile(NORMALIZED_V1));

fn compile(schema: &str) -> Result<Validator, String> {
    let schema: Value = serde_json::from_str(schema).map_err(|error| error.to_string())?;
    jsonschema::draft202012::new(&schema).map_err(|error| error.to_string())
}

/// Whether a value is a raw row of schema version 2.
///
/// # Errors
/// What is wrong and where, as JSON pointers.
pub fn validate_record(value: &Value) -> Result<(), Vec<String>> {
    validate(&RECORD, value)
}

/// Whether a value is a normalized row.
///
/// # Errors
/// What is wrong and where, as JSON pointers.
pub fn validate_normalized(value: &Value) -> Result<(), Vec<String>> {
    validate(&NORMALIZED, value)
}

fn validate(validator: &Result<Validator, String>, value: &Value) -> Result<(), Vec<String>> {
    let validator = validator
        .as_ref()
        .map_err(|error| vec![format!("the schema itself is broken: {error}")])?;
    let errors: Vec<String> = validator
        .iter_errors(value)
        .take(MAX_ERRORS)
        .map(|error| describe(&error.instance_path().to_string(), &error.to_string()))
        .collect();
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

/// Pointer and reason, cut to a length that a terminal can show.
fn describe(pointer: &str, reason: &str) -> String {
    const LONGEST: usize = 300;
    let pointer = if pointer.is_empty() { "/" } else { pointer };
    let mut text = format!("{pointer}: {reason}");
    if let Some((cut, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(cut);
        text.push('…');
    }
    text
}
