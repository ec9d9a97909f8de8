//! A KEM: what is declared, and `perform`. The bytes are worked out by hand from the rules of `toy::kem`.

mod corpus;
mod time;

use crate::toy::kem::{ALL, FIRST_OWN, ToyKem};
use crate::toy::{assert_error, hex};
use arena_runner::Runner;
use nexusq_contract::Capability;
use serde_json::{Value, json};

fn with(capabilities: &'static [Capability]) -> Runner {
    crate::toy::runner().kem(ToyKem::with(capabilities))
}

fn ask(runner: &mut Runner, command: &str, more: Value) -> Value {
    crate::toy::ask(runner, crate::toy::request(command, "ml-kem", "768", more))
}

fn prepare(runner: &mut Runner, items: Value) -> Value {
    ask(runner, "prepare", json!({ "items": items }))
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

/// The seed, ek and dk of the toy for a seed of one byte repeated.
fn pair(byte: u8) -> (String, String, String) {
    (
        hex(byte, 64),
        hex(!byte, 64),
        format!("58{}", hex(byte, 64)),
    )
}

/// Section 2: what isn't declared is answered `unsupported`, even if the code could do it.
#[test]
fn what_is_not_declared_is_unsupported() {
    let mut runner = with(&[]);
    let item = json!([{ "m": hex(1, 32) }]);
    assert_eq!(prepare(&mut runner, item)["reply"], "prepared");
    let timed = time(&mut runner, "encaps", "prepared", "given");
    assert_error(&timed, "unsupported", "encapsulate-with-m");
    let timed = time(&mut runner, "decaps", "from-bytes", "none");
    assert_error(&timed, "unsupported", "import");
    let (seed, ek, dk) = pair(1);
    let keygen = perform(&mut runner, "keygen", "given", json!({ "seed": seed }));
    assert_error(&keygen, "unsupported", "generate-from-seed");
    let inputs = json!({ "encapsulation_key": ek, "m": hex(1, 32) });
    assert_error(
        &perform(&mut runner, "encaps", "given", inputs),
        "unsupported",
        "encapsulate-with-m",
    );
    let inputs = json!({ "decapsulation_key": dk, "ciphertext": hex(0, 32) });
    assert_error(
        &perform(&mut runner, "decaps", "none", inputs),
        "unsupported",
        "import-expanded",
    );
    let inputs = json!({ "seed": seed, "ciphertext": hex(0, 32) });
    assert_error(
        &perform(&mut runner, "decaps", "none", inputs),
        "unsupported",
        "import-seed",
    );
}

/// Section 3, `perform`.
#[test]
fn perform_gives_the_outputs_of_its_inputs() {
    let mut runner = with(ALL);
    let (seed, ek, dk) = pair(1);
    let keys = json!({ "encapsulation_key": ek, "decapsulation_key": dk, "seed": seed });
    let keygen = perform(&mut runner, "keygen", "given", json!({ "seed": seed }));
    assert_eq!(keygen, json!({ "reply": "performed", "outputs": keys }));
    let inputs = json!({ "encapsulation_key": ek, "m": hex(3, 32) });
    let encaps = perform(&mut runner, "encaps", "given", inputs);
    let expected = json!({ "ciphertext": hex(0xfd, 32), "shared_secret": hex(4, 32) });
    assert_eq!(encaps["outputs"], expected);
    // K = (fd ^ fe) + 1, from either form; with both, the expanded one counts.
    let (other_seed, _, _) = pair(9);
    for private in [
        json!({ "decapsulation_key": dk }),
        json!({ "seed": seed }),
        json!({ "decapsulation_key": dk, "seed": other_seed }),
    ] {
        let mut inputs = private;
        inputs["ciphertext"] = json!(hex(0xfd, 32));
        let decaps = perform(&mut runner, "decaps", "none", inputs);
        assert_eq!(decaps["outputs"], json!({ "shared_secret": hex(4, 32) }));
    }
    let own = perform(&mut runner, "keygen", "own", json!({}));
    assert_eq!(own["outputs"]["seed"], hex(FIRST_OWN, 64));
}

#[test]
fn perform_names_the_input_that_is_missing() {
    let mut runner = with(ALL);
    let (seed, ek, dk) = pair(1);
    for (operation, randomness, inputs, missing) in [
        ("keygen", "given", json!({}), "`seed` is missing"),
        ("encaps", "own", json!({}), "`encapsulation_key` is missing"),
        (
            "encaps",
            "given",
            json!({ "encapsulation_key": ek }),
            "`m` is missing",
        ),
        (
            "decaps",
            "none",
            json!({ "decapsulation_key": dk }),
            "`ciphertext` is missing",
        ),
        (
            "decaps",
            "none",
            json!({ "ciphertext": seed }),
            "`seed` is missing",
        ),
    ] {
        let reply = perform(&mut runner, operation, randomness, inputs);
        assert_error(&reply, "bad-request", missing);
    }
}
