//! The conversation itself: lines, `hello`, `bye`, the kinds of errors, and that a runner lives on.
use crate::toy::kem::{self, ToyKem};
use crate::toy::signature::{self, ToySignature};
use crate::toy::{ask, assert_error, hex, request, runner, say};
use nexusq_contract::Capability;
use serde_json::{Value, json};

fn both() -> arena_runner::Runner {
    runner()
        .kem(ToyKem::with(&[
            Capability::GenerateFromSeed,
            Capability::ImportExpanded,
        ]))
        .signature(ToySignature::with(signature::ALL))
}

/// Section 3, `hello`.
#[test]
fn hello_says_who_and_what() {
    let reply = ask(&mut both(), json!({ "command": "hello", "protocol": 1 }));
    assert_eq!(reply["reply"], "hello");
    assert_eq!(reply["protocol"], 1);
    let descriptor = &reply["descriptor"];
    for (field, value) in [
        ("id", json!("toy")),
        ("name", json!("Toy")),
        ("version", json!("1.2.3")),
        ("language", json!("Rust")),
        ("back_end", json!("portable")),
        ("rng", json!("a counter")),
        ("keygen_self_test", json!(false)),
        ("build_options", json!("none")),
    ] {
        assert_eq!(descriptor[field], value, "{field}");
    }
    let build = descriptor["build"].as_object().unwrap();
    let names: Vec<&String> = build.keys().collect();
    assert_eq!(names, ["compiler", "flags", "profile", "target"]);
    assert!(build["compiler"].as_str().unwrap().starts_with("rustc "));
    let sets = reply["parameter_sets"].as_array().unwrap();
    assert_eq!(sets.len(), 2);
    let expected = json!({
        "algorithm": "ml-kem",
        "parameter_set": "768",
        "capabilities": ["generate-from-seed", "import-expanded"],
        "prepared_key": "decoded",
    });
    assert_eq!(sets[0], expected);
    assert_eq!(sets[1]["algorithm"], "ml-dsa");
}

#[test]
fn another_protocol_is_refused() {
    let reply = ask(&mut both(), json!({ "command": "hello", "protocol": 2 }));
    assert_error(
        &reply,
        "bad-request",
        "this runner speaks protocol 1, not 2",
    );
}

/// Section 1: one reply to each line, in order, and `bye` ends the conversation.
#[test]
fn each_line_has_one_reply_until_bye() {
    let input =
        b"{\"command\":\"hello\",\"protocol\":1}\n{\"command\":\"bye\"}\n{\"command\":\"bye\"}\n";
    let replies = say(&mut both(), input);
    assert_eq!(replies.len(), 2);
    assert_eq!(
        (&replies[0]["reply"], &replies[1]),
        (&json!("hello"), &json!({ "reply": "bye" }))
    );
}

#[test]
fn the_end_of_input_ends_the_conversation() {
    assert_eq!(say(&mut both(), b""), Vec::<Value>::new());
    let without_line_end = say(&mut both(), b"{\"command\":\"hello\",\"protocol\":1}");
    assert_eq!(without_line_end[0]["reply"], "hello");
}

/// Section 1: what is no request is a `bad-request` that names what is wrong; the runner lives on.
#[test]
fn what_cannot_be_understood_is_named_and_survived() {
    let time = r#"{"command":"time","algorithm":"ml-kem","parameter_set":"768","operation":"encaps","lane":"prepared","randomness":"own","first_item":0,"warmups":0,"iterations":1}"#;
    let swapped = |from: &str, to: &str| time.replace(from, to).into_bytes();
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (b"".to_vec(), "empty line"),
        (b" \t\r".to_vec(), "empty line"),
        (b"hello".to_vec(), "JSON object"),
        (b"[\"bye\"]".to_vec(), "JSON object"),
        (b"5".to_vec(), "JSON object"),
        (b"null".to_vec(), "JSON object"),
        (b"{\"command\":".to_vec(), "EOF"),
        (b"{\"command\":\"bye\"} {}".to_vec(), "trailing characters"),
        (b"{}".to_vec(), "`command`"),
        (b"{\"command\":\"dance\"}".to_vec(), "`dance`"),
        (b"{\"command\":\"hello\"}".to_vec(), "`protocol`"),
        (b"{\"command\":\"hello\",\"protocol\":-1}".to_vec(), "-1"),
        (b"{\"command\":\"by\xff\xfe\"}".to_vec(), "unicode"),
        (swapped("encaps", "dance"), "`dance`"),
        (swapped("prepared", "fast"), "`fast`"),
        (swapped("own", "dice"), "`dice`"),
        (swapped(",\"warmups\":0", ""), "`warmups`"),
        (
            swapped("\"iterations\":1", "\"iterations\":0"),
            "`iterations`",
        ),
        (
            swapped("\"iterations\":1", "\"iterations\":1000001"),
            "1000000",
        ),
        (swapped("\"warmups\":0", "\"warmups\":1000001"), "1000000"),
        (swapped("768", "769"), "`ml-kem` `769`"),
        (swapped("ml-kem", "ml-dsa"), "`ml-dsa` `768`"),
    ];
    let mut input = Vec::new();
    for (line, _) in &cases {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    input.extend_from_slice(b"{\"command\":\"bye\"}\n");
    let replies = say(&mut both(), &input);
    assert_eq!(replies.len(), cases.len() + 1);
    for ((line, text), reply) in cases.iter().zip(&replies) {
        println!("{}", String::from_utf8_lossy(line));
        assert_error(reply, "bad-request", text);
    }
    assert_eq!(replies[cases.len()]["reply"], "bye");
}

/// Section 1: byte strings are hexadecimal, and what isn't is named.
#[test]
fn byte_strings_that_are_no_hexadecimal_are_named() {
    for bad in ["0", "zz", "0x00"] {
        let inputs = json!({ "operation": "decaps", "randomness": "none",
            "inputs": { "ciphertext": bad, "decapsulation_key": "00" } });
        let reply = ask(&mut both(), request("perform", "ml-kem", "768", inputs));
        assert_error(&reply, "bad-request", "ciphertext: ");
    }
}

/// Section 1: unknown fields are ignored, at every level.
#[test]
fn unknown_fields_are_ignored() {
    let mut runner = both();
    let hello = json!({ "command": "hello", "protocol": 1, "later": {} });
    assert_eq!(ask(&mut runner, hello)["reply"], "hello");
    let items = json!({ "items": [{ "seed": hex(1, 64), "later": "00" }], "later": 1 });
    let prepared = ask(&mut runner, request("prepare", "ml-kem", "768", items));
    assert_eq!(prepared, json!({ "reply": "prepared", "items": 1 }));
    let inputs = json!({ "operation": "encaps", "randomness": "own", "later": [],
        "inputs": { "later": 5, "encapsulation_key": hex(0, 64) } });
    let performed = ask(&mut runner, request("perform", "ml-kem", "768", inputs));
    assert_eq!(performed["reply"], "performed");
    let bye = json!({ "command": "bye", "later": true });
    assert_eq!(ask(&mut runner, bye)["reply"], "bye");
}

fn decaps(ciphertext: &str) -> Value {
    let inputs = json!({ "operation": "decaps", "randomness": "none",
        "inputs": { "ciphertext": ciphertext, "decapsulation_key": hex(0x58, 65) } });
    request("perform", "ml-kem", "768", inputs)
}

/// Section 4, each kind once more from the implementation itself.
#[test]
fn errors_of_the_implementation_keep_their_kind() {
    let mut runner = runner().kem(ToyKem::with(kem::ALL));
    let short = ask(&mut runner, decaps("000102"));
    assert_error(
        &short,
        "invalid-input",
        "ciphertext: expected 32 bytes, got 3",
    );
    let failed = ask(&mut runner, decaps(&hex(kem::FAIL, 32)));
    assert_error(&failed, "failed", "toy_decaps failed with -7");
    let ek = json!({ "operation": "encaps", "randomness": "own",
        "inputs": { "encapsulation_key": hex(kem::REFUSED, 64) } });
    let refused = ask(&mut runner, request("perform", "ml-kem", "768", ek));
    assert_error(&refused, "invalid-input", "FIPS 203 section 7.2");
}

#[test]
fn without_randomness_the_reply_is_failed() {
    let mut toy = ToyKem::with(kem::ALL);
    toy.no_randomness = true;
    let keygen = json!({ "operation": "keygen", "randomness": "own" });
    let reply = ask(
        &mut runner().kem(toy),
        request("perform", "ml-kem", "768", keygen),
    );
    assert_error(&reply, "failed", "random number generator");
}

/// A panic is answered, and the runner answers the next request.
#[test]
fn a_panic_is_answered_as_failed_and_survived() {
    let mut runner = runner().kem(ToyKem::with(kem::ALL));
    let reply = ask(&mut runner, decaps(&hex(kem::PANIC, 32)));
    assert_error(&reply, "failed", "panicked");
    let after = ask(&mut runner, decaps(&hex(0, 32)));
    assert_eq!(after["reply"], "performed", "{after}");
}
