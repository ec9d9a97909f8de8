//! The check of timed results: a wrong result is not let through, whatever else an implementation replies.

use crate::input::Input;
use crate::{json, runner};
use arena_core::check::{Evidence, Party, Performer, Referees, check};
use arena_core::client::ClientError;
use arena_core::record::CheckOutcome;
use arena_runner::message::{
    Hello, Operation, Perform, Performed, Randomness, Reply, Request, SampleResult,
};
use arena_runner::{Field, Fields};
use nexusq_contract::ParameterSet;

/// V2, whose replies the input changes.
struct Liar<'a, 'b> {
    input: &'a mut Input<'b>,
    lied: bool,
}

impl Performer for Liar<'_, '_> {
    fn perform(&mut self, perform: Perform) -> Result<Performed, ClientError> {
        let reply = ask(&Request::Perform(perform));
        let mut value = serde_json::to_value(&reply).unwrap_or_else(|error| panic!("{error}"));
        self.lied |= json::edit(&mut value, self.input);
        match serde_json::from_value(value) {
            Ok(Reply::Performed(performed)) => Ok(performed),
            Ok(Reply::Error(error)) => Err(ClientError::Refused(error)),
            Ok(_) | Err(_) => Err(ClientError::Garbage {
                request: "perform",
                reason: "of another kind".to_owned(),
            }),
        }
    }
}

/// V2's reply to one request.
fn ask(request: &Request) -> Reply {
    let line = serde_json::to_vec(request).unwrap_or_else(|error| panic!("{error}"));
    let mut replies = runner::converse(&line);
    replies.pop().unwrap_or_else(|| panic!("no reply"))
}

fn hello() -> Hello {
    match ask(&Request::Hello { protocol: 1 }) {
        Reply::Hello(hello) => *hello,
        other => panic!("{other:?}"),
    }
}

/// Which operation, changes of its result, then of each reply to what the check asks.
pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let sets = [ParameterSet::MlKem512, ParameterSet::MlDsa44];
    let which = usize::from(input.byte() % 2);
    let set = sets[which];
    let operation = *input.choose(&Operation::of(set));
    let item: Fields = runner::material(set)
        .into_iter()
        .fold(Fields::new(), |fields, (field, bytes)| {
            fields.with(field, bytes)
        });
    let randomness = match operation {
        Operation::Keygen | Operation::Encaps => Randomness::Own,
        Operation::Sign => Randomness::Deterministic,
        Operation::Decaps | Operation::Verify => Randomness::None,
    };
    let honest = result(set, operation, randomness, &item);
    let mut value = serde_json::json!([honest]);
    json::edit(&mut value, &mut input);
    let Ok(results) = serde_json::from_value::<Vec<SampleResult>>(value) else {
        return;
    };
    let hello = hello();
    let mut liar = Liar {
        input: &mut input,
        lied: false,
    };
    let mut subject = Party {
        performer: &mut liar,
        offer: &hello.parameter_sets[which],
    };
    let evidence = Evidence {
        set,
        operation,
        randomness,
        item: &item,
        results: &results,
        seed: &[1; 64],
        m: &[2; 32],
    };
    let outcome = check(
        &mut subject,
        "v2",
        &mut Referees::new(Vec::new()),
        &evidence,
    );
    if liar.lied {
        return;
    }
    let outcome = outcome.unwrap_or_else(|error| panic!("{error}")).outcome;
    let right = results
        .iter()
        .all(|result| same(operation, result, &honest));
    // A changed key pair may work all the same, for example with another secret for implicit rejection.
    if operation != Operation::Keygen || right {
        let right = if right {
            CheckOutcome::SelfOnly
        } else {
            CheckOutcome::Mismatch
        };
        let several = operation == Operation::Sign && results.len() > 1;
        assert_eq!(
            outcome,
            if several {
                CheckOutcome::Mismatch
            } else {
                right
            },
            "{results:?}"
        );
    }
}

/// What V2 returns for an operation on the item.
fn result(
    set: ParameterSet,
    operation: Operation,
    randomness: Randomness,
    item: &Fields,
) -> SampleResult {
    let reply = ask(&Request::Perform(Perform {
        algorithm: set.algorithm().id().to_owned(),
        parameter_set: set.name().to_owned(),
        operation,
        randomness,
        inputs: item.clone(),
    }));
    match reply {
        Reply::Performed(Performed { outputs, valid }) => SampleResult {
            item: 0,
            count: 2,
            outputs,
            valid,
        },
        other => panic!("{other:?}"),
    }
}

/// Whether what matters in a result is as it was.
fn same(operation: Operation, result: &SampleResult, honest: &SampleResult) -> bool {
    let fields: &[Field] = match operation {
        Operation::Keygen => return result.outputs == honest.outputs,
        Operation::Encaps => &[Field::Ciphertext, Field::SharedSecret],
        Operation::Decaps => &[Field::SharedSecret],
        Operation::Sign => &[Field::Signature],
        Operation::Verify => return result.valid == Some(true),
    };
    fields
        .iter()
        .all(|&field| result.outputs.get(field) == honest.outputs.get(field))
}
