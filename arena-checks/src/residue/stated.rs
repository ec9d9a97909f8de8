//! What this project states about its own crates: the most that an operation of theirs leaves.

use serde::Deserialize;

const DATA: &str = include_str!("../../data/residue.json");

/// A statement about some rows; those that no statement names are stated as 0.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stated {
    /// The implementations.
    pub implementations: Vec<String>,
    /// `ml-kem` or `ml-dsa`.
    pub algorithm: String,
    /// The operations.
    pub operations: Vec<String>,
    /// The kinds of secrets.
    pub secrets: Vec<String>,
    /// The most runs, by the name of the parameter set.
    pub most: std::collections::BTreeMap<String, u64>,
    /// Where they come from.
    pub because: String,
}

/// Every statement.
///
/// # Errors
/// The data are malformed.
pub fn all() -> Result<Vec<Stated>, String> {
    serde_json::from_str(DATA).map_err(|error| format!("data/residue.json: {error}"))
}

/// The most runs that are stated of a row, and the reason.
pub fn of<'a>(
    all: &'a [Stated],
    implementation: &str,
    (algorithm, parameter_set): (&str, &str),
    operation: &str,
    secret: &str,
) -> (u64, &'a str) {
    let has = |names: &[String], name: &str| names.iter().any(|other| other == name);
    let applies = |stated: &&Stated| {
        has(&stated.implementations, implementation)
            && stated.algorithm == algorithm
            && has(&stated.operations, operation)
            && has(&stated.secrets, secret)
    };
    match all.iter().find(applies) {
        Some(stated) => {
            let most = stated.most.get(parameter_set).copied().unwrap_or(0);
            (most, &stated.because)
        }
        None => (0, "nothing is stated to be left"),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::residue::secrets::kinds;
    use arena_runner::message::Operation;

    /// A statement with a name that is none would allow nothing and look as if it did.
    #[test]
    fn every_statement_names_what_there_is() {
        for stated in all().unwrap() {
            assert!(stated.because.len() > 20, "{stated:?}");
            let kem = stated.algorithm == "ml-kem";
            let sets = if kem {
                ["512", "768", "1024"]
            } else {
                ["44", "65", "87"]
            };
            let named: Vec<&str> = stated.most.keys().map(String::as_str).collect();
            assert!(named.iter().all(|set| sets.contains(set)), "{stated:?}");
            for operation in &stated.operations {
                let of = if kem {
                    Operation::KEM
                } else {
                    Operation::SIGNATURE
                };
                let operation = of.iter().find(|known| known.id() == operation).unwrap();
                // Signing with a key that is imported as a seed generates the key first.
                let known = [kinds(kem, *operation), kinds(kem, Operation::Keygen)].concat();
                let all_known = stated
                    .secrets
                    .iter()
                    .all(|secret| known.contains(&secret.as_str()));
                assert!(all_known, "{} {stated:?}", operation.id());
            }
        }
    }

    #[test]
    fn what_is_not_named_is_stated_as_nothing() {
        let stated = Stated {
            implementations: vec!["a".to_owned()],
            algorithm: "ml-kem".to_owned(),
            operations: vec!["keygen".to_owned()],
            secrets: vec!["z".to_owned()],
            most: [("768".to_owned(), 2)].into(),
            because: "it is so".to_owned(),
        };
        let all = [stated];
        assert_eq!(of(&all, "a", ("ml-kem", "768"), "keygen", "z").0, 2);
        assert_eq!(of(&all, "a", ("ml-kem", "512"), "keygen", "z").0, 0);
        assert_eq!(of(&all, "b", ("ml-kem", "768"), "keygen", "z").0, 0);
        assert_eq!(of(&all, "a", ("ml-kem", "768"), "decaps", "z").0, 0);
    }
}
