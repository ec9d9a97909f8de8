//! Reading the two files of a set of ACVP vectors, the questions and the answers, as one.

use super::Published;
use flate2::read::GzDecoder;
use nexusq_contract::ParameterSet;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// No file of vectors unpacks to more than this; the largest takes a fifth of it.
const LARGEST: u64 = 16 << 20;

/// A group of cases.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) set: ParameterSet,
    /// The fields of the group itself.
    pub(super) about: Fields,
    pub(super) tests: Vec<Test>,
}

/// A case: what is asked and what is right.
#[derive(Debug)]
pub(super) struct Test {
    pub(super) id: u64,
    pub(super) prompt: Fields,
    pub(super) answer: Fields,
}

/// Fields by name, as JSON has them.
#[derive(Debug, Default)]
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    /// The bytes of a field in hexadecimal.
    pub(super) fn bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        let value = self.0.get(name).ok_or(format!("no field {name}"))?;
        let text = value.as_str().ok_or(format!("{name} is no string"))?;
        hex::decode(text).map_err(|error| format!("{name}: {error}"))
    }

    /// Whether a field is true.
    #[cfg(test)]
    pub(super) fn is_true(&self, name: &str) -> bool {
        self.0.get(name) == Some(&Value::Bool(true))
    }

    /// A field that is text.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawFile {
    test_groups: Vec<RawGroup>,
}

#[derive(Deserialize)]
struct RawGroup {
    tests: Vec<RawTest>,
    #[serde(flatten)]
    about: Map<String, Value>,
}

#[derive(Deserialize)]
struct RawTest {
    #[serde(rename = "tcId")]
    id: u64,
    #[serde(flatten)]
    fields: Map<String, Value>,
}

/// The groups of a set of vectors.
///
/// # Errors
/// A file is missing or broken, or holds other cases than those that were published.
pub(super) fn read(module: &Path, published: &Published) -> Result<Vec<Group>, String> {
    let folder = module.join(published.within).join(published.name);
    let prompt = unpack(&folder.join("prompt.json.gz"))?;
    let answers = unpack(&folder.join("expectedResults.json.gz"))?;
    let answers = answers
        .test_groups
        .into_iter()
        .flat_map(|group| group.tests);
    let mut answers: BTreeMap<u64, Fields> =
        answers.map(|test| (test.id, Fields(test.fields))).collect();
    let mut groups = Vec::new();
    for raw in prompt.test_groups {
        groups.push(group(raw, &mut answers).map_err(|why| format!("{}: {why}", published.name))?);
    }
    let found = groups.iter().flat_map(|group| {
        let ids = group.tests.iter().map(|test| test.id);
        ids.map(|id| published.case(group.set, id))
    });
    if !found.eq(published.cases()) {
        return Err(format!(
            "{}: the file holds other cases than those published with it",
            published.name
        ));
    }
    Ok(groups)
}

fn group(raw: RawGroup, answers: &mut BTreeMap<u64, Fields>) -> Result<Group, String> {
    let about = Fields(raw.about);
    let name = about.text("parameterSet").unwrap_or_default();
    let set = ParameterSet::ALL.iter().find(|set| set.label() == name);
    let set = *set.ok_or(format!("parameter set {name:?} is not known"))?;
    let mut tests = Vec::new();
    for test in raw.tests {
        let answer = answers.remove(&test.id);
        tests.push(Test {
            id: test.id,
            prompt: Fields(test.fields),
            answer: answer.ok_or(format!("tc{} has no expected result", test.id))?,
        });
    }
    Ok(Group { set, about, tests })
}

fn unpack(path: &Path) -> Result<RawFile, String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
    let mut text = Vec::new();
    GzDecoder::new(file)
        .take(LARGEST)
        .read_to_end(&mut text)
        .map_err(|error| format!("{name}: {error}"))?;
    serde_json::from_slice(&text).map_err(|error| format!("{name}: {error}"))
}
