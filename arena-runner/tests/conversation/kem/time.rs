//! `time` of a KEM: outputs, order of items, what is refused.

use super::*;

#[test]
fn without_a_corpus_nothing_is_timed() {
    let reply = time(&mut with(ALL), "encaps", "prepared", "own");
    assert_error(&reply, "bad-request", "send `prepare` first");
}

/// Section 3, `time`: outputs of each operation in both lanes.
#[test]
fn outputs_of_each_operation_and_lane() {
    let (seed, ek, dk) = pair(0x01);
    let item = json!({ "seed": seed, "m": hex(3, 32), "ciphertext": hex(4, 32) });
    for lane in ["prepared", "from-bytes"] {
        let mut runner = with(ALL);
        prepare(&mut runner, json!([item]));
        let mut outputs = |operation, randomness| {
            let timed = time(&mut runner, operation, lane, randomness);
            assert_eq!(timed["reply"], "timed", "{timed}");
            assert_eq!(timed["samples_ns"].as_array().unwrap().len(), 1);
            assert_eq!(timed["results"][0]["count"], 1);
            assert_eq!(timed["results"][0].get("valid"), None);
            timed["results"][0]["outputs"].clone()
        };
        let keys = json!({ "encapsulation_key": ek, "decapsulation_key": dk });
        assert_eq!(outputs("keygen", "given"), keys);
        let (_, own_ek, own_dk) = pair(FIRST_OWN);
        let own = json!({ "encapsulation_key": own_ek, "decapsulation_key": own_dk });
        assert_eq!(outputs("keygen", "own"), own);
        // c = 03 ^ fe, K = 03 + 1.
        let given = json!({ "ciphertext": hex(0xfd, 32), "shared_secret": hex(4, 32) });
        assert_eq!(outputs("encaps", "given"), given);
        // m = 11: c = 11 ^ fe, K = 12.
        let own = json!({ "ciphertext": hex(0xef, 32), "shared_secret": hex(0x12, 32) });
        assert_eq!(outputs("encaps", "own"), own);
        // K = (04 ^ fe) + 1.
        assert_eq!(
            outputs("decaps", "none"),
            json!({ "shared_secret": hex(0xfb, 32) })
        );
    }
}

/// Call i of each run uses item (first_item + i) mod the number of items; equal results are one entry.
#[test]
fn items_go_round_and_equal_results_are_counted() {
    let mut runner = with(ALL);
    let items = json!([
        { "seed": hex(1, 64), "ciphertext": hex(0, 32) },
        { "seed": hex(2, 64), "ciphertext": hex(0, 32) },
        { "seed": hex(3, 64), "ciphertext": hex(0, 32) },
    ]);
    assert_eq!(prepare(&mut runner, items)["items"], 3);
    let mut order = |first_item: u64, warmups, iterations| {
        let block = json!({ "operation": "decaps", "lane": "prepared", "randomness": "none",
            "first_item": first_item, "warmups": warmups, "iterations": iterations });
        let timed = ask(&mut runner, "time", block);
        assert_eq!(
            timed["samples_ns"].as_array().unwrap().len(),
            iterations,
            "{timed}"
        );
        let entries = timed["results"].as_array().unwrap().clone();
        let show = |entry: &Value| format!("{}x{}", entry["item"], entry["count"]);
        entries.iter().map(show).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(order(0, 0, 5), "0x2 1x2 2x1");
    assert_eq!(order(2, 0, 2), "2x1 0x1");
    assert_eq!(
        order(1, 4, 1),
        "1x1",
        "warm-ups don't move the first sample"
    );
    // 2^64 - 1 = 3 * 6148914691236517205, so this is item 0.
    assert_eq!(order(u64::MAX, 2, 2), "0x1 1x1");
}

/// The own randomness of the toy counts, so each sample of one item has a result of its own.
#[test]
fn different_results_of_an_item_are_different_entries() {
    let mut runner = with(ALL);
    prepare(
        &mut runner,
        json!([{ "seed": hex(0xff, 64), "ciphertext": hex(0, 32) }]),
    );
    let block = json!({ "operation": "encaps", "lane": "prepared", "randomness": "own",
        "first_item": 0, "warmups": 1, "iterations": 2 });
    let timed = ask(&mut runner, "time", block);
    let secrets: Vec<&Value> = timed["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| &entry["outputs"]["shared_secret"])
        .collect();
    // The warm-up took the first m.
    assert_eq!(
        secrets,
        [
            &json!(hex(FIRST_OWN + 2, 32)),
            &json!(hex(FIRST_OWN + 3, 32))
        ]
    );
}

#[test]
fn randomness_that_does_not_fit_is_refused() {
    let mut runner = with(ALL);
    prepare(
        &mut runner,
        json!([{ "seed": hex(1, 64), "m": hex(1, 32) }]),
    );
    for (operation, randomness) in [
        ("keygen", "deterministic"),
        ("keygen", "none"),
        ("encaps", "deterministic"),
        ("encaps", "none"),
        ("decaps", "own"),
        ("decaps", "given"),
        ("sign", "own"),
        ("verify", "none"),
    ] {
        let expected = format!("does not go with operation `{operation}`");
        let timed = time(&mut runner, operation, "prepared", randomness);
        assert_error(&timed, "bad-request", &expected);
        let (seed, ek, dk) = pair(1);
        let inputs = json!({ "seed": seed, "encapsulation_key": ek, "decapsulation_key": dk,
            "m": hex(0, 32), "ciphertext": hex(0, 32) });
        let performed = perform(&mut runner, operation, randomness, inputs);
        assert_error(&performed, "bad-request", &expected);
    }
}

#[test]
fn given_randomness_must_be_given_to_every_item() {
    let mut runner = with(ALL);
    prepare(
        &mut runner,
        json!([{ "seed": hex(1, 64), "m": hex(1, 32) }, {}]),
    );
    let keygen = time(&mut runner, "keygen", "prepared", "given");
    assert_error(&keygen, "bad-request", "an item has no `seed`");
    let encaps = time(&mut runner, "encaps", "prepared", "given");
    assert_error(&encaps, "bad-request", "an item has no `m`");
}

/// An error in the middle of a block is the reply; there are no half blocks.
#[test]
fn an_error_in_a_block_is_the_reply() {
    let mut runner = with(ALL);
    prepare(
        &mut runner,
        json!([{ "ciphertext": hex(0, 32) }, { "ciphertext": "00" }]),
    );
    let block = json!({ "operation": "decaps", "lane": "prepared", "randomness": "none",
        "first_item": 0, "warmups": 0, "iterations": 2 });
    let reply = ask(&mut runner, "time", block);
    assert_error(
        &reply,
        "invalid-input",
        "ciphertext: expected 32 bytes, got 1",
    );
}
