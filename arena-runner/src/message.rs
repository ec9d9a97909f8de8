//! The messages of the runner protocol: what the driver asks and what a runner answers.
//!
//! Both ends use these types. `docs/runner-protocol.md` says what each message means.

use crate::Fields;
use nexusq_contract::{Capability, ContractError, ParameterSet, PreparedKey};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of the protocol that this crate speaks.
pub const PROTOCOL: u32 = 1;

/// An operation of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Operation {
    /// Key generation, of a KEM or a signature scheme.
    Keygen,
    /// Encapsulation.
    Encaps,
    /// Decapsulation.
    Decaps,
    /// Signing.
    Sign,
    /// Verification.
    Verify,
}

impl Operation {
    /// The three operations of a KEM.
    pub const KEM: [Operation; 3] = [Operation::Keygen, Operation::Encaps, Operation::Decaps];
    /// The three operations of a signature scheme.
    pub const SIGNATURE: [Operation; 3] = [Operation::Keygen, Operation::Sign, Operation::Verify];

    /// The operations that a parameter set has.
    pub fn of(set: ParameterSet) -> [Operation; 3] {
        if set.algorithm().is_kem() {
            Operation::KEM
        } else {
            Operation::SIGNATURE
        }
    }

    /// The name on the wire and in records.
    pub const fn id(self) -> &'static str {
        match self {
            Operation::Keygen => "keygen",
            Operation::Encaps => "encaps",
            Operation::Decaps => "decaps",
            Operation::Sign => "sign",
            Operation::Verify => "verify",
        }
    }
}

/// Whether importing keys from bytes is outside the clock or inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lane {
    /// Keys are parsed and expanded outside the clock.
    Prepared,
    /// Import and operation are inside the clock.
    FromBytes,
}

impl Lane {
    /// The name on the wire and in records.
    pub const fn id(self) -> &'static str {
        match self {
            Lane::Prepared => "prepared",
            Lane::FromBytes => "from-bytes",
        }
    }
}

/// Where an operation's randomness comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Randomness {
    /// The implementation's own generator.
    Own,
    /// The bytes that come with the request.
    Given,
    /// Signing with rnd = 0.
    Deterministic,
    /// The operation uses none.
    None,
}

impl Randomness {
    /// The name on the wire and in records.
    pub const fn id(self) -> &'static str {
        match self {
            Randomness::Own => "own",
            Randomness::Given => "given",
            Randomness::Deterministic => "deterministic",
            Randomness::None => "none",
        }
    }
}

/// What the driver asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case")]
pub enum Request {
    /// Say who you are.
    Hello {
        /// The protocol that the driver speaks.
        protocol: u32,
    },
    /// Make a corpus ready.
    Prepare(Prepare),
    /// Time a block of samples.
    Time(Time),
    /// Perform one operation on bytes.
    Perform(Perform),
    /// Leave.
    Bye,
}

/// A corpus for one parameter set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prepare {
    /// Family id.
    pub algorithm: String,
    /// Name of the set.
    pub parameter_set: String,
    /// The items, at least one.
    pub items: Vec<Fields>,
}

/// A block of samples.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Time {
    /// Family id.
    pub algorithm: String,
    /// Name of the set.
    pub parameter_set: String,
    /// What is timed.
    pub operation: Operation,
    /// Where key import happens.
    pub lane: Lane,
    /// Where randomness comes from.
    pub randomness: Randomness,
    /// The item of the first sample; sample i uses item (`first_item` + i) mod the number of items.
    pub first_item: usize,
    /// Calls before the first sample.
    pub warmups: usize,
    /// Samples.
    pub iterations: usize,
}

/// One operation on bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Perform {
    /// Family id.
    pub algorithm: String,
    /// Name of the set.
    pub parameter_set: String,
    /// What is performed.
    pub operation: Operation,
    /// Where randomness comes from.
    pub randomness: Randomness,
    /// The bytes it works on.
    #[serde(default)]
    pub inputs: Fields,
}

/// What a runner answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "reply", rename_all = "kebab-case")]
pub enum Reply {
    /// To `hello`.
    Hello(Box<Hello>),
    /// To `prepare`.
    Prepared {
        /// The number of items made ready.
        items: usize,
    },
    /// To `time`.
    Timed(Timed),
    /// To `perform`.
    Performed(Performed),
    /// To `bye`.
    Bye,
    /// To anything that could not be done.
    Error(RunnerError),
}

/// Who a runner is and what it offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hello {
    /// The protocol that the runner speaks.
    pub protocol: u32,
    /// Whether it marks secrets for memcheck, as it was asked to.
    #[serde(default, skip_serializing_if = "is_false")]
    pub marks_secrets: bool,
    /// Who it is.
    pub descriptor: WireDescriptor,
    /// What it offers.
    pub parameter_sets: Vec<Offer>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde wants it so
fn is_false(value: &bool) -> bool {
    !value
}

/// [`nexusq_contract::Descriptor`] on the wire, with the build of the runner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WireDescriptor {
    /// The implementation's id.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// The version that the library reports.
    pub version: String,
    /// The language of the measured code.
    pub language: String,
    /// The back end in use on this processor.
    pub back_end: String,
    /// Its random number generator.
    pub rng: String,
    /// Whether key generation runs a pairwise consistency test.
    pub keygen_self_test: bool,
    /// How the library was built.
    pub build_options: String,
    /// How the runner was built.
    pub build: Build,
}

/// How a runner was compiled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// Compiler and version.
    pub compiler: String,
    /// Build profile.
    pub profile: String,
    /// Target triple.
    pub target: String,
    /// Flags that matter for speed.
    pub flags: String,
}

/// A parameter set that a runner offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// Family id.
    pub algorithm: String,
    /// Name of the set.
    pub parameter_set: String,
    /// Ids of capabilities.
    pub capabilities: Vec<String>,
    /// What a prepared key object holds.
    pub prepared_key: String,
}

impl Offer {
    /// What no record of a row could hold: a word that the protocol doesn't have, or one that is there twice. Of a set that
    /// this version does not know nothing is asked.
    pub fn fault(&self) -> Option<String> {
        const FORMS: [PreparedKey; 3] = [
            PreparedKey::Bytes,
            PreparedKey::Decoded,
            PreparedKey::Expanded,
        ];
        let set = ParameterSet::from_names(&self.algorithm, &self.parameter_set)?;
        let about = |what: String| Some(format!("the offer of {} {what}", set.label()));
        for (index, id) in self.capabilities.iter().enumerate() {
            if !Capability::ALL.iter().any(|known| known.id() == id) {
                return about(format!("has a capability `{id}`, which is none"));
            }
            if self.capabilities[..index].contains(id) {
                return about(format!("has the capability `{id}` twice"));
            }
        }
        if !FORMS.iter().any(|known| known.id() == self.prepared_key) {
            let form = &self.prepared_key;
            return about(format!(
                "says prepared_key `{form}`; known are bytes, decoded, expanded"
            ));
        }
        None
    }
}

/// The samples of a block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timed {
    /// Nanoseconds of each sample, in order.
    pub samples_ns: Vec<u64>,
    /// What the samples returned.
    pub results: Vec<SampleResult>,
    /// Nanoseconds of the same fixed work right before and right after the block, if the runner has some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibration_ns: Option<[u64; 2]>,
}

/// What some samples of a block returned, all the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SampleResult {
    /// The item they used.
    pub item: usize,
    /// How many they are.
    pub count: usize,
    /// The bytes.
    #[serde(default)]
    pub outputs: Fields,
    /// For `verify`: whether the signature was accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid: Option<bool>,
}

/// The outcome of an untimed operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Performed {
    /// The bytes.
    #[serde(default)]
    pub outputs: Fields,
    /// For `verify`: whether the signature was accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid: Option<bool>,
}

/// Why a request could not be answered otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunnerError {
    /// The class.
    pub kind: ErrorKind,
    /// The reason, for people.
    pub message: String,
}

/// The classes of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
    /// The request can't be understood.
    BadRequest,
    /// There is no entry point for it.
    Unsupported,
    /// The implementation refuses the bytes.
    InvalidInput,
    /// The library or the runner failed.
    Failed,
}

impl ErrorKind {
    /// The name on the wire.
    pub const fn id(self) -> &'static str {
        match self {
            ErrorKind::BadRequest => "bad-request",
            ErrorKind::Unsupported => "unsupported",
            ErrorKind::InvalidInput => "invalid-input",
            ErrorKind::Failed => "failed",
        }
    }
}

impl RunnerError {
    /// An error of kind `bad-request`.
    pub fn bad_request(message: impl Into<String>) -> RunnerError {
        RunnerError {
            kind: ErrorKind::BadRequest,
            message: message.into(),
        }
    }
}

impl fmt::Display for RunnerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.id(), self.message)
    }
}

impl std::error::Error for RunnerError {}

impl From<ContractError> for RunnerError {
    fn from(error: ContractError) -> RunnerError {
        let kind = match error {
            ContractError::Unsupported(_) => ErrorKind::Unsupported,
            ContractError::InvalidLength { .. } | ContractError::InvalidInput { .. } => {
                ErrorKind::InvalidInput
            }
            _ => ErrorKind::Failed,
        };
        RunnerError {
            kind,
            message: error.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(set: &str, capabilities: &[&str], prepared_key: &str) -> Offer {
        Offer {
            algorithm: "ml-kem".to_owned(),
            parameter_set: set.to_owned(),
            capabilities: capabilities.iter().map(|&id| id.to_owned()).collect(),
            prepared_key: prepared_key.to_owned(),
        }
    }

    /// The words of docs/runner-protocol.md section 2 and of `hello`.
    #[test]
    fn an_offer_has_the_words_of_the_protocol_each_once() {
        let right = offer("768", &["import-seed", "export-expanded"], "decoded");
        assert_eq!(right.fault(), None);
        assert_eq!(offer("768", &[], "bytes").fault(), None);
        let fault = offer("768", &["import-sead"], "bytes")
            .fault()
            .unwrap_or_default();
        assert_eq!(
            fault,
            "the offer of ML-KEM-768 has a capability `import-sead`, which is none"
        );
        let fault = offer("768", &["import-seed", "import-seed"], "bytes").fault();
        assert!(fault.is_some_and(|fault| fault.ends_with("`import-seed` twice")));
        let fault = offer("768", &[], "Bytes").fault();
        assert!(fault.is_some_and(|fault| fault.contains("prepared_key `Bytes`")));
        // A set of a later version may have words of a later version.
        assert_eq!(offer("2048", &["x"], "y").fault(), None);
    }
}
