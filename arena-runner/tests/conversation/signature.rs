//! A signature scheme: `time`, `perform`, and what is declared. The bytes are worked out by hand from
//! the rules of `toy::signature`.

mod corpus;

use crate::toy::signature::{ALL, FIRST_OWN, ToySignature};
use crate::toy::{assert_error, hex};
use arena_runner::Runner;
use nexusq_contract::Capability;
use serde_json::{Value, json};

fn with(capabilities: &'static [Capability]) -> Runner {
    crate::toy::runner().signature(ToySignature::with(capabilities))
}

fn ask(runner: &mut Runner, command: &str, more: Value) -> Value {
    crate::toy::ask(runner, crate::toy::request(command, "ml-dsa", "65", more))
}

fn prepare(runner: &mut Runner, item: Value) -> Value {
    ask(runner, "prepare", json!({ "items": [item] }))
}

fn time(runner: &mut Runner, operation: &str, lane: &str, randomness: &str) -> Value {
    let block = json!({ "operation": operation, "lane": lane, "randomness": randomness,
        "first_item": 0, "warmups": 0, "iterations": 1 });
    ask(runner, "time", block)
}

fn perform(runner: &mut Runner, operation: &str, randomness: &str, inputs: Value) -> Value {
    let request = json!({ "operation": operation, "randomness": randomness, "inputs": inputs });
    ask(runner, "perform", request)
}

/// The seed, pk and sk of the toy for a seed of one byte repeated.
fn pair(byte: u8) -> (String, String, String) {
    (
        hex(byte, 32),
        hex(!byte, 32),
        format!("58{}", hex(byte, 32)),
    )
}

fn signature(rnd: u8, body: u8) -> String {
    hex(rnd, 32) + &hex(body, 32)
}

/// Section 3, `time`: outputs of each operation in both lanes. Message and context add 2 + 3 = 5.
#[test]
fn outputs_of_each_operation_and_lane() {
    let (seed, pk, sk) = pair(1);
    let item = json!({ "seed": seed, "message": "0101", "context": "03", "rnd": hex(9, 32) });
    for lane in ["prepared", "from-bytes"] {
        let mut runner = with(ALL);
        assert_eq!(prepare(&mut runner, item.clone())["reply"], "prepared");
        let mut entry = |operation, randomness| {
            let timed = time(&mut runner, operation, lane, randomness);
            assert_eq!(timed["reply"], "timed", "{timed}");
            timed["results"][0].clone()
        };
        let keys = json!({ "public_key": pk, "private_key": sk });
        assert_eq!(entry("keygen", "given")["outputs"], keys);
        let (_, own_pk, own_sk) = pair(FIRST_OWN);
        let own = json!({ "public_key": own_pk, "private_key": own_sk });
        assert_eq!(entry("keygen", "own")["outputs"], own);
        for (randomness, rnd) in [("deterministic", 0), ("given", 9), ("own", FIRST_OWN + 1)] {
            let expected = json!({ "signature": signature(rnd, 6) });
            assert_eq!(
                entry("sign", randomness)["outputs"],
                expected,
                "{randomness}"
            );
        }
        // The runner made the signature itself.
        let verified = entry("verify", "none");
        let expected = json!({ "item": 0, "count": 1, "outputs": {}, "valid": true });
        assert_eq!(verified, expected);
    }
}

#[test]
fn randomness_that_does_not_fit_is_refused() {
    let mut runner = with(ALL);
    prepare(
        &mut runner,
        json!({ "seed": hex(1, 32), "rnd": hex(1, 32) }),
    );
    for (operation, randomness) in [
        ("keygen", "deterministic"),
        ("keygen", "none"),
        ("sign", "none"),
        ("verify", "own"),
        ("verify", "deterministic"),
        ("encaps", "own"),
        ("decaps", "none"),
    ] {
        let expected = format!("does not go with operation `{operation}`");
        let timed = time(&mut runner, operation, "prepared", randomness);
        assert_error(&timed, "bad-request", &expected);
        let (seed, pk, sk) = pair(1);
        let inputs = json!({ "seed": seed, "public_key": pk, "private_key": sk, "message": "",
            "signature": "" });
        let performed = perform(&mut runner, operation, randomness, inputs);
        assert_error(&performed, "bad-request", &expected);
    }
}

#[test]
fn given_randomness_must_be_given_to_every_item() {
    let mut runner = with(ALL);
    prepare(&mut runner, json!({}));
    let keygen = time(&mut runner, "keygen", "prepared", "given");
    assert_error(&keygen, "bad-request", "an item has no `seed`");
    let sign = time(&mut runner, "sign", "prepared", "given");
    assert_error(&sign, "bad-request", "an item has no `rnd`");
}

/// Section 2: what isn't declared is answered `unsupported`, even if the code could do it.
#[test]
fn what_is_not_declared_is_unsupported() {
    let (seed, pk, sk) = pair(1);
    let mut runner = with(&[Capability::SignHedged, Capability::ImportExpanded]);
    assert_eq!(
        prepare(&mut runner, json!({ "rnd": hex(1, 32) }))["reply"],
        "prepared"
    );
    let timed = time(&mut runner, "sign", "prepared", "deterministic");
    assert_error(&timed, "unsupported", "sign-deterministic");
    let timed = time(&mut runner, "sign", "prepared", "given");
    assert_error(&timed, "unsupported", "sign-with-rnd");
    let keygen = perform(&mut runner, "keygen", "given", json!({ "seed": seed }));
    assert_error(&keygen, "unsupported", "generate-from-seed");
    for (randomness, more, capability) in [
        (
            "deterministic",
            json!({ "private_key": sk }),
            "sign-deterministic",
        ),
        (
            "given",
            json!({ "private_key": sk, "rnd": hex(1, 32) }),
            "sign-with-rnd",
        ),
        (
            "own",
            json!({ "private_key": sk, "context": "01" }),
            "context",
        ),
        ("own", json!({ "seed": seed }), "import-seed"),
    ] {
        let mut inputs = more;
        inputs["message"] = json!("");
        let reply = perform(&mut runner, "sign", randomness, inputs);
        assert_error(&reply, "unsupported", capability);
    }
    let inputs = json!({ "public_key": pk, "message": "", "context": "01", "signature": "" });
    assert_error(
        &perform(&mut runner, "verify", "none", inputs),
        "unsupported",
        "context",
    );
    let prepared = prepare(&mut runner, json!({ "context": "01" }));
    assert_error(&prepared, "unsupported", "context");
    let mut only_deterministic = with(&[Capability::SignDeterministic]);
    prepare(&mut only_deterministic, json!({}));
    let timed = time(&mut only_deterministic, "sign", "prepared", "own");
    assert_error(&timed, "unsupported", "sign-hedged");
    let timed = time(
        &mut only_deterministic,
        "sign",
        "from-bytes",
        "deterministic",
    );
    assert_error(&timed, "unsupported", "import");
}

/// Section 3, `perform`.
#[test]
fn perform_gives_the_outputs_of_its_inputs() {
    let mut runner = with(ALL);
    let (seed, pk, sk) = pair(1);
    let keygen = perform(&mut runner, "keygen", "given", json!({ "seed": seed }));
    let keys = json!({ "public_key": pk, "private_key": sk, "seed": seed });
    assert_eq!(keygen, json!({ "reply": "performed", "outputs": keys }));
    let (other_seed, _, _) = pair(9);
    for private in [
        json!({ "private_key": sk }),
        json!({ "seed": seed }),
        json!({ "private_key": sk, "seed": other_seed }),
    ] {
        let mut inputs = private;
        inputs["message"] = json!("02");
        let signed = perform(&mut runner, "sign", "deterministic", inputs.clone());
        assert_eq!(signed["outputs"], json!({ "signature": signature(0, 3) }));
        inputs["context"] = json!("03");
        inputs["rnd"] = json!(hex(7, 32));
        let signed = perform(&mut runner, "sign", "given", inputs);
        assert_eq!(signed["outputs"], json!({ "signature": signature(7, 6) }));
    }
    for (signature, context, valid) in [
        (signature(0, 6), "03", true),
        (signature(0, 6), "", false),
        (signature(0, 3), "", true),
        ("00".to_owned(), "", false),
    ] {
        let inputs = json!({ "public_key": pk, "message": "02", "context": context,
            "signature": signature });
        let verified = perform(&mut runner, "verify", "none", inputs);
        assert_eq!(
            verified,
            json!({ "reply": "performed", "outputs": {}, "valid": valid })
        );
    }
}

#[test]
fn perform_names_the_input_that_is_missing_or_wrong() {
    let mut runner = with(ALL);
    let (_, pk, sk) = pair(1);
    for (operation, randomness, inputs, kind, text) in [
        (
            "keygen",
            "given",
            json!({}),
            "bad-request",
            "`seed` is missing",
        ),
        (
            "sign",
            "own",
            json!({ "private_key": sk }),
            "bad-request",
            "`message` is missing",
        ),
        (
            "sign",
            "own",
            json!({ "message": "" }),
            "bad-request",
            "`seed` is missing",
        ),
        (
            "sign",
            "given",
            json!({ "message": "", "private_key": sk }),
            "bad-request",
            "`rnd` is missing",
        ),
        (
            "verify",
            "none",
            json!({ "message": "", "signature": "" }),
            "bad-request",
            "`public_key` is missing",
        ),
        (
            "verify",
            "none",
            json!({ "message": "", "public_key": pk }),
            "bad-request",
            "`signature` is missing",
        ),
        (
            "verify",
            "none",
            json!({ "signature": "", "public_key": pk }),
            "bad-request",
            "`message` is missing",
        ),
        (
            "sign",
            "own",
            json!({ "message": "", "private_key": "00" }),
            "invalid-input",
            "private key: expected 33 bytes, got 1",
        ),
        (
            "sign",
            "own",
            json!({ "message": "", "private_key": sk, "context": hex(0, 256) }),
            "invalid-input",
            "at most 255 bytes",
        ),
    ] {
        let reply = perform(&mut runner, operation, randomness, inputs);
        assert_error(&reply, kind, text);
    }
}
