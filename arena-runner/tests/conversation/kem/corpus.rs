//! `prepare` of a KEM: the key pair and the ciphertext of an item.

use super::*;

/// The public key that an item leads to, as `decaps` of the given ciphertext shows: K = (c ^ ek) + 1.
fn secret_of_item(capabilities: &'static [Capability], item: Value) -> Result<Value, Value> {
    let mut runner = with(capabilities);
    let prepared = prepare(&mut runner, json!([item]));
    if prepared["reply"] == "error" {
        return Err(prepared);
    }
    assert_eq!(prepared, json!({ "reply": "prepared", "items": 1 }));
    let timed = time(&mut runner, "decaps", "prepared", "none");
    Ok(timed["results"][0]["outputs"]["shared_secret"].clone())
}

/// Section 3, `prepare`, "Key pair", each combination of the three fields with and without the capability.
#[test]
fn the_key_pair_of_an_item() {
    const NO_SEED: &[Capability] = &[Capability::ImportExpanded, Capability::ExportExpanded];
    let c = hex(0, 32);
    let (seed, _, _) = pair(0x01);
    let (_, ek, dk) = pair(0x02);
    // From the seed K = (0 ^ fe) + 1 = ff; from ek and dk K = (0 ^ fd) + 1 = fe; own ones f0.
    let (from_seed, from_bytes, own) = (hex(0xff, 32), hex(0xfe, 32), hex(!FIRST_OWN + 1, 32));
    type Expected<'a> = Result<&'a str, (&'a str, &'a str)>;
    let combination = "an item needs `seed`, or both";
    let cases: [(&'static [Capability], Value, Expected<'_>); 11] = [
        (ALL, json!({ "seed": seed }), Ok(&from_seed)),
        (
            ALL,
            json!({ "seed": seed, "encapsulation_key": ek, "decapsulation_key": dk }),
            Ok(&from_seed),
        ),
        (
            ALL,
            json!({ "encapsulation_key": ek, "decapsulation_key": dk }),
            Ok(&from_bytes),
        ),
        (ALL, json!({}), Ok(&own)),
        (
            ALL,
            json!({ "encapsulation_key": ek }),
            Err(("bad-request", combination)),
        ),
        (
            ALL,
            json!({ "decapsulation_key": dk }),
            Err(("bad-request", combination)),
        ),
        (
            NO_SEED,
            json!({ "seed": seed }),
            Err(("unsupported", "generate-from-seed")),
        ),
        (
            NO_SEED,
            json!({ "seed": seed, "encapsulation_key": ek, "decapsulation_key": dk }),
            Ok(&from_bytes),
        ),
        (
            NO_SEED,
            json!({ "seed": seed, "decapsulation_key": dk }),
            Err(("bad-request", combination)),
        ),
        (NO_SEED, json!({}), Ok(&own)),
        (
            &[],
            json!({ "encapsulation_key": ek, "decapsulation_key": dk }),
            Err(("unsupported", "import-expanded")),
        ),
    ];
    for (capabilities, mut item, expected) in cases {
        println!("{capabilities:?} {item}");
        item["ciphertext"] = json!(c);
        match (secret_of_item(capabilities, item), expected) {
            (Ok(secret), Ok(expected)) => assert_eq!(secret, expected),
            (Err(reply), Err((kind, text))) => assert_error(&reply, kind, text),
            (outcome, expected) => panic!("{outcome:?}, expected {expected:?}"),
        }
    }
}

/// Where the seed decides, it does so in both lanes.
#[test]
fn both_lanes_use_the_same_pair() {
    let (seed, _, _) = pair(1);
    let (_, ek, dk) = pair(2);
    let mut runner = with(ALL);
    let item = json!({ "seed": seed, "encapsulation_key": ek, "decapsulation_key": dk,
        "ciphertext": hex(0, 32) });
    prepare(&mut runner, json!([item]));
    for lane in ["prepared", "from-bytes"] {
        let timed = time(&mut runner, "decaps", lane, "none");
        // K = (0 ^ fe) + 1.
        let expected = json!({ "shared_secret": hex(0xff, 32) });
        assert_eq!(timed["results"][0]["outputs"], expected, "{lane}");
    }
}

/// Without a ciphertext the runner encapsulates once itself: its secret is that of its own m.
#[test]
fn an_item_without_ciphertext_gets_one() {
    let secret = secret_of_item(ALL, json!({ "seed": hex(1, 64) }));
    assert_eq!(secret.unwrap(), hex(FIRST_OWN + 1, 32));
}

#[test]
fn wrong_lengths_and_an_empty_corpus_are_refused() {
    let mut runner = with(ALL);
    let short = prepare(&mut runner, json!([{ "seed": hex(1, 63) }]));
    assert_error(&short, "invalid-input", "seed: expected 64 bytes, got 63");
    assert_error(
        &prepare(&mut runner, json!([])),
        "bad-request",
        "`items` is empty",
    );
}

/// Section 3, `time`: "import dk (expanded; from seed where expanded import is not offered)", and
/// keygen gives "the public key and `seed` where the expanded form can't be exported".
#[test]
fn the_form_of_private_keys_follows_the_capabilities() {
    use Capability::{ExportExpanded, ExportSeed, GenerateFromSeed, ImportExpanded, ImportSeed};
    let (seed, ek, dk) = pair(1);
    let by_seed = json!({ "seed": seed, "ciphertext": hex(0, 32) });
    let by_bytes =
        json!({ "encapsulation_key": ek, "decapsulation_key": dk, "ciphertext": hex(0, 32) });
    let cases: [(&'static [Capability], &Value); 5] = [
        (&[GenerateFromSeed, ImportSeed, ExportSeed], &by_seed),
        (&[GenerateFromSeed, ImportSeed, ExportExpanded], &by_seed),
        (
            &[GenerateFromSeed, ImportExpanded, ExportExpanded],
            &by_seed,
        ),
        (
            &[GenerateFromSeed, ImportExpanded, ImportSeed, ExportSeed],
            &by_seed,
        ),
        (&[ImportExpanded], &by_bytes),
    ];
    for (capabilities, item) in cases {
        println!("{capabilities:?}");
        let mut runner = with(capabilities);
        assert_eq!(prepare(&mut runner, json!([item]))["reply"], "prepared");
        let timed = time(&mut runner, "decaps", "from-bytes", "none");
        assert_eq!(
            timed["results"][0]["outputs"]["shared_secret"],
            hex(0xff, 32),
            "{timed}"
        );
    }
    let mut runner = with(&[GenerateFromSeed, ImportSeed, ExportSeed]);
    prepare(&mut runner, json!([by_seed]));
    for lane in ["prepared", "from-bytes"] {
        let timed = time(&mut runner, "keygen", lane, "given");
        assert_eq!(
            timed["results"][0]["outputs"],
            json!({ "encapsulation_key": ek, "seed": seed })
        );
    }
    let mut runner = with(&[GenerateFromSeed, ExportExpanded, ExportSeed]);
    prepare(&mut runner, json!([by_seed]));
    let timed = time(&mut runner, "decaps", "from-bytes", "none");
    assert_error(&timed, "unsupported", "import");
    let mut runner = with(&[GenerateFromSeed]);
    let prepared = prepare(&mut runner, json!([by_seed]));
    assert_eq!(
        prepared["reply"], "prepared",
        "encaps and decaps need no export: {prepared}"
    );
    assert_eq!(
        time(&mut runner, "decaps", "prepared", "none")["reply"],
        "timed"
    );
}
