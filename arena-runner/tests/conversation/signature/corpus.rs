//! `prepare` of a signature scheme: the key pair and the signature of an item.

use super::*;

/// Section 3, `prepare`, "Key pair", each combination of the three fields with and without the
/// capability. The deterministic signature of an empty message shows the key that was taken.
#[test]
fn the_key_pair_of_an_item() {
    const NO_SEED: &[Capability] = &[Capability::ImportExpanded, Capability::SignDeterministic];
    const NO_IMPORT: &[Capability] = &[Capability::SignDeterministic];
    let (seed, _, _) = pair(1);
    let (_, pk, sk) = pair(2);
    let combination = "an item needs `seed`, or both";
    type Expected<'a> = Result<u8, (&'a str, &'a str)>;
    let cases: [(&'static [Capability], Value, Expected<'_>); 11] = [
        (ALL, json!({ "seed": seed }), Ok(1)),
        (
            ALL,
            json!({ "seed": seed, "public_key": pk, "private_key": sk }),
            Ok(1),
        ),
        (ALL, json!({ "public_key": pk, "private_key": sk }), Ok(2)),
        (ALL, json!({}), Ok(FIRST_OWN)),
        (
            ALL,
            json!({ "public_key": pk }),
            Err(("bad-request", combination)),
        ),
        (
            ALL,
            json!({ "private_key": sk }),
            Err(("bad-request", combination)),
        ),
        (
            NO_SEED,
            json!({ "seed": seed }),
            Err(("unsupported", "generate-from-seed")),
        ),
        (
            NO_SEED,
            json!({ "seed": seed, "public_key": pk, "private_key": sk }),
            Ok(2),
        ),
        (
            NO_SEED,
            json!({ "seed": seed, "public_key": pk }),
            Err(("bad-request", combination)),
        ),
        (NO_SEED, json!({}), Ok(FIRST_OWN)),
        (
            NO_IMPORT,
            json!({ "public_key": pk, "private_key": sk }),
            Err(("unsupported", "import-expanded")),
        ),
    ];
    for (capabilities, item, expected) in cases {
        println!("{capabilities:?} {item}");
        let mut runner = with(capabilities);
        let prepared = prepare(&mut runner, item);
        match expected {
            Err((kind, text)) => assert_error(&prepared, kind, text),
            Ok(byte) => {
                let timed = time(&mut runner, "sign", "prepared", "deterministic");
                let expected = json!({ "signature": signature(0, byte) });
                assert_eq!(timed["results"][0]["outputs"], expected, "{timed}");
            }
        }
    }
}

#[test]
fn a_given_signature_is_the_one_that_is_verified() {
    let (seed, _, _) = pair(1);
    for (signature, valid) in [
        (signature(0, 3), true),
        (signature(0, 4), false),
        (String::new(), false),
    ] {
        let mut runner = with(ALL);
        prepare(
            &mut runner,
            json!({ "seed": seed, "message": "02", "signature": signature }),
        );
        for lane in ["prepared", "from-bytes"] {
            let timed = time(&mut runner, "verify", lane, "none");
            assert_eq!(timed["results"][0]["valid"], valid, "{timed}");
        }
    }
}

/// `prepare` signs hedged where there is no deterministic signing.
#[test]
fn an_item_without_signature_gets_one_by_what_is_declared() {
    const HEDGED: &[Capability] = &[Capability::GenerateFromSeed, Capability::SignHedged];
    let mut runner = with(HEDGED);
    let prepared = prepare(&mut runner, json!({ "seed": hex(1, 32) }));
    assert_eq!(prepared["reply"], "prepared", "{prepared}");
    let timed = time(&mut runner, "verify", "prepared", "none");
    assert_eq!(timed["results"][0]["valid"], true);
    // It took the first own randomness.
    let timed = time(&mut runner, "sign", "prepared", "own");
    let expected = json!({ "signature": signature(FIRST_OWN + 1, 1) });
    assert_eq!(timed["results"][0]["outputs"], expected);
}

/// The private key of the `from-bytes` lane takes the form that the scheme can import.
#[test]
fn the_form_of_private_keys_follows_the_capabilities() {
    use Capability::{
        ExportExpanded, ExportSeed, GenerateFromSeed, ImportExpanded, ImportSeed, SignDeterministic,
    };
    let (seed, pk, sk) = pair(1);
    let by_seed = json!({ "seed": seed });
    let by_bytes = json!({ "public_key": pk, "private_key": sk });
    let cases: [(&'static [Capability], &Value); 4] = [
        (
            &[
                SignDeterministic,
                GenerateFromSeed,
                ImportSeed,
                ExportExpanded,
            ],
            &by_seed,
        ),
        (
            &[
                SignDeterministic,
                GenerateFromSeed,
                ImportExpanded,
                ExportExpanded,
            ],
            &by_seed,
        ),
        (
            &[
                SignDeterministic,
                GenerateFromSeed,
                ImportExpanded,
                ImportSeed,
                ExportSeed,
            ],
            &by_seed,
        ),
        (&[SignDeterministic, ImportExpanded], &by_bytes),
    ];
    for (capabilities, item) in cases {
        println!("{capabilities:?}");
        let mut runner = with(capabilities);
        assert_eq!(prepare(&mut runner, item.clone())["reply"], "prepared");
        let timed = time(&mut runner, "sign", "from-bytes", "deterministic");
        let expected = json!({ "signature": signature(0, 1) });
        assert_eq!(timed["results"][0]["outputs"], expected, "{timed}");
    }
    let both = json!({ "seed": seed, "public_key": hex(0xfd, 32), "private_key": hex(2, 33) });
    let mut runner = with(ALL);
    prepare(&mut runner, both);
    let timed = time(&mut runner, "sign", "from-bytes", "deterministic");
    let expected = json!({ "signature": signature(0, 1) });
    assert_eq!(timed["results"][0]["outputs"], expected, "the seed decides");
    let mut runner = with(&[SignDeterministic, GenerateFromSeed, ExportSeed]);
    prepare(&mut runner, by_seed);
    let timed = time(&mut runner, "sign", "from-bytes", "deterministic");
    assert_error(&timed, "unsupported", "import");
    for lane in ["prepared", "from-bytes"] {
        let timed = time(&mut runner, "keygen", lane, "given");
        assert_eq!(
            timed["results"][0]["outputs"],
            json!({ "public_key": pk, "seed": seed })
        );
    }
}
