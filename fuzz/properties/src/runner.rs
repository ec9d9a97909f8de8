//! The runner's end of the protocol, with V2 behind it: one reply to each line, whatever the line is.

use crate::input::{self, Input};
use crate::json;
use arena_runner::message::{
    ErrorKind, Lane, Operation, Perform, Prepare, Randomness, Reply, Request, RunnerError, Time,
};
use arena_runner::{Field, Fields, Runner};
use nexusq_contract::{Descriptor, KeyForm, ParameterSet};
use nexusq_v2::contract::{MlDsa44, MlKem512};

/// More calls or items than this take long by right, so such requests are not sent.
const MOST: usize = 4;

fn runner() -> Runner {
    let descriptor = Descriptor {
        id: "nexusq-v2",
        name: "NEXUS-Q V2",
        version: nexusq_v2::VERSION,
        language: "Rust",
        back_end: "portable",
        rng: "getrandom",
        keygen_self_test: false,
        build_options: "",
    };
    Runner::new(descriptor).kem(MlKem512).signature(MlDsa44)
}

/// Lines of any content.
pub(crate) fn lines(data: &[u8]) {
    let long = data.split(|&byte| byte == b'\n').any(takes_long);
    if !long {
        let _ = converse(data);
    }
}

fn takes_long(line: &[u8]) -> bool {
    match serde_json::from_slice(line) {
        Ok(Request::Time(time)) => {
            let calls = time.iterations.max(time.warmups);
            calls > MOST && calls <= 1_000_000
        }
        Ok(Request::Prepare(prepare)) => prepare.items.len() > MOST,
        _ => false,
    }
}

/// Holds a conversation and compares its form with section 1 of the protocol.
pub(crate) fn converse(requests: &[u8]) -> Vec<Reply> {
    let mut written = Vec::new();
    let outcome = runner().converse(requests, &mut written);
    assert!(outcome.is_ok(), "{outcome:?}");
    let mut lines: Vec<&[u8]> = requests.split(|&byte| byte == b'\n').collect();
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let mut replies: Vec<&[u8]> = written.split(|&byte| byte == b'\n').collect();
    assert_eq!(
        replies.pop(),
        Some(&b""[..]),
        "the last reply is no whole line"
    );
    let parsed: Vec<Reply> = replies
        .iter()
        .map(|line| serde_json::from_slice(line).unwrap_or_else(|error| panic!("{error}")))
        .collect();
    let left = parsed.last() == Some(&Reply::Bye);
    assert!(parsed.len() == lines.len() || (left && parsed.len() < lines.len()));
    for (line, reply) in lines.iter().zip(&parsed) {
        fits(line, reply);
    }
    parsed
}

/// A reply is of the kind that goes with its request.
fn fits(line: &[u8], reply: &Reply) {
    if let Reply::Error(RunnerError { kind, message }) = reply {
        assert!(
            *kind != ErrorKind::Failed && !message.is_empty(),
            "{message}"
        );
        return;
    }
    match (serde_json::from_slice(line), reply) {
        (Ok(Request::Hello { protocol: 1 }), Reply::Hello(_)) | (Ok(Request::Bye), Reply::Bye) => {}
        (Ok(Request::Prepare(prepare)), Reply::Prepared { items }) => {
            assert_eq!(*items, prepare.items.len());
        }
        (Ok(Request::Time(time)), Reply::Timed(timed)) => {
            assert_eq!(timed.samples_ns.len(), time.iterations);
            let count: usize = timed.results.iter().map(|result| result.count).sum();
            assert_eq!(count, time.iterations);
        }
        (Ok(Request::Perform(perform)), Reply::Performed(performed)) => {
            assert_eq!(
                performed.valid.is_some(),
                perform.operation == Operation::Verify
            );
        }
        (request, reply) => panic!("{request:?} is answered by {reply:?}"),
    }
}

/// Requests that are put together by the input: mostly right ones, with right or changed bytes in them.
pub(crate) fn requests(data: &[u8]) {
    let mut input = Input::new(data);
    let mut text = Vec::new();
    let mut sent = 0;
    while !input.is_empty() && sent < 8 {
        let mut line = request(&mut input);
        input::edit(&mut line, &mut input);
        if !takes_long(&line) && !line.contains(&b'\n') {
            text.extend(line);
            text.push(b'\n');
            sent += 1;
        }
    }
    let _ = converse(&text);
}

fn request(input: &mut Input<'_>) -> Vec<u8> {
    let sets = [
        ParameterSet::MlKem512,
        ParameterSet::MlDsa44,
        ParameterSet::MlKem768,
    ];
    let set = *input.choose(&sets);
    let (algorithm, parameter_set) = (set.algorithm().id().to_owned(), set.name().to_owned());
    let operations = [
        Operation::Keygen,
        Operation::Encaps,
        Operation::Decaps,
        Operation::Sign,
        Operation::Verify,
    ];
    let operation = *input.choose(&operations);
    let randomness = *input.choose(&[
        Randomness::Own,
        Randomness::Given,
        Randomness::Deterministic,
        Randomness::None,
    ]);
    let request = match input.byte() % 8 {
        0 => Request::Hello {
            protocol: u32::from(input.byte() % 3),
        },
        1 => Request::Bye,
        2 | 3 => Request::Prepare(Prepare {
            algorithm,
            parameter_set,
            items: (0..input.byte() % 4).map(|_| fields(set, input)).collect(),
        }),
        4 | 5 => Request::Time(Time {
            algorithm,
            parameter_set,
            operation,
            lane: *input.choose(&[Lane::Prepared, Lane::FromBytes]),
            randomness,
            first_item: *input.choose(&[0, 1, usize::MAX]),
            warmups: usize::from(input.byte() % 3),
            iterations: usize::from(input.byte() % 5),
        }),
        _ => Request::Perform(Perform {
            algorithm,
            parameter_set,
            operation,
            randomness,
            inputs: fields(set, input),
        }),
    };
    let mut value = serde_json::to_value(&request).unwrap_or_else(|error| panic!("{error}"));
    json::edit(&mut value, input);
    serde_json::to_vec(&value).unwrap_or_else(|error| panic!("{error}"))
}

/// Some of the byte strings of a set, right or changed.
fn fields(set: ParameterSet, input: &mut Input<'_>) -> Fields {
    let mut fields = Fields::new();
    let which = input.word();
    for (number, (field, right)) in material(set).into_iter().enumerate() {
        if which >> number & 1 == 1 {
            let mut bytes = right;
            if which >> 15 == 1 {
                input::edit(&mut bytes, input);
            }
            fields = fields.with(field, bytes);
        }
    }
    fields
}

/// A key and what goes with it.
pub(crate) fn material(set: ParameterSet) -> Vec<(Field, Vec<u8>)> {
    match set {
        ParameterSet::MlDsa44 => of_signature(&MlDsa44),
        _ => of_kem(&MlKem512),
    }
    .unwrap_or_else(|error| panic!("{error}"))
}

type Material = Result<Vec<(Field, Vec<u8>)>, nexusq_contract::ContractError>;

fn of_kem(kem: &MlKem512) -> Material {
    use nexusq_contract::Kem;
    let (public, private) = kem.generate_from_seed(&[7; 64])?;
    let (ciphertext, secret) = kem.encapsulate_with_m(&public, &[9; 32])?;
    let expanded = private.to_expanded();
    Ok(vec![
        (Field::Seed, vec![7; 64]),
        (Field::EncapsulationKey, public.to_bytes().to_vec()),
        (Field::DecapsulationKey, expanded.as_bytes().to_vec()),
        (Field::M, vec![9; 32]),
        (Field::Ciphertext, ciphertext.as_bytes().to_vec()),
        (Field::SharedSecret, secret.as_bytes().to_vec()),
    ])
}

fn of_signature(scheme: &MlDsa44) -> Material {
    use nexusq_contract::{Signature, SigningRandomness};
    let private = scheme.import_signing_key(KeyForm::Seed, &[7; 32])?;
    let signature = scheme.sign(
        &private,
        b"message",
        b"ctx",
        SigningRandomness::Deterministic,
    )?;
    Ok(vec![
        (Field::Seed, vec![7; 32]),
        (
            Field::PublicKey,
            private.verifying_key().to_bytes().to_vec(),
        ),
        (Field::PrivateKey, private.to_expanded().as_bytes().to_vec()),
        (Field::Rnd, vec![1; 32]),
        (Field::Message, b"message".to_vec()),
        (Field::Context, b"ctx".to_vec()),
        (Field::Signature, signature.as_bytes().to_vec()),
    ])
}
