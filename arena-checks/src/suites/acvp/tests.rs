//! What the files hold, where they are; and the model of ML-DSA against the vectors that no runner can be asked.

use super::files::{self, Group};
use super::{Kind, PUBLISHED, Published, place};
use arena_core::pins;
use arena_core::reference::ml_dsa::encoding::sk_decode;
use arena_core::reference::ml_dsa::sign::sign_internal;
use arena_core::reference::ml_dsa::verify::verify_internal;
use arena_core::reference::ml_dsa::{Parameters, Rules};
use std::path::Path;

/// The groups of a set of vectors; none where the files are not.
fn groups(published: &Published) -> Vec<Group> {
    match place::module() {
        Ok(module) => files::read(&module, published).unwrap(),
        Err(why) => {
            eprintln!("not run: {why}");
            Vec::new()
        }
    }
}

/// 75 and 105 of ML-KEM; 75, 60 and 45 of ML-DSA.
#[test]
fn the_denominators_are_those_of_the_files() {
    let counts = PUBLISHED
        .each_ref()
        .map(|published| published.cases().count());
    assert_eq!(counts, [75, 105, 75, 60, 45]);
    for published in &PUBLISHED {
        let groups = groups(published);
        if !groups.is_empty() {
            let found: usize = groups.iter().map(|group| group.tests.len()).sum();
            assert_eq!(found, published.cases().count(), "{}", published.name);
        }
    }
}

#[test]
fn the_module_is_the_one_that_is_pinned() {
    let vendor = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vendor");
    let packages = pins::read(&vendor, "circl").unwrap();
    let pinned = packages
        .iter()
        .map(|package| format!("{}@{}", package.name, package.version));
    assert!(pinned.into_iter().any(|module| module == place::MODULE));
}

/// Why they can't be asked by way of the external interface: M′ there begins with 0 or 1.
#[test]
fn no_internal_message_is_an_external_one() {
    for published in PUBLISHED
        .iter()
        .filter(|published| published.kind != Kind::Keygen)
    {
        for group in groups(published) {
            for message in group
                .tests
                .iter()
                .flat_map(|test| test.prompt.bytes("message"))
            {
                assert!(message[0] > 1, "{}", published.name);
            }
        }
    }
}

#[test]
fn the_model_signs_and_verifies_as_these_vectors_say() {
    for published in &PUBLISHED {
        for group in groups(published) {
            for test in &group.tests {
                let message = test.prompt.bytes("message");
                let p = || Parameters::of(group.set).unwrap();
                match published.kind {
                    Kind::SigGen => {
                        let sk = test.prompt.bytes("sk").unwrap();
                        let rnd = test.prompt.bytes("rnd").unwrap_or(vec![0; 32]);
                        let rnd: [u8; 32] = rnd.try_into().unwrap();
                        let key = sk_decode(&p(), &sk).unwrap();
                        let signed = sign_internal(&p(), &key, &message.unwrap(), &rnd);
                        let expected = test.answer.bytes("signature").unwrap();
                        assert_eq!(signed.unwrap().signature, expected, "{}", test.id);
                    }
                    Kind::SigVer => {
                        let pk = group.about.bytes("pk").unwrap();
                        let signature = test.prompt.bytes("signature").unwrap();
                        let found =
                            verify_internal(&p(), Rules::all(), &pk, &message.unwrap(), &signature);
                        assert_eq!(
                            found.is_ok(),
                            test.answer.is_true("testPassed"),
                            "{}",
                            test.id
                        );
                    }
                    Kind::Keygen | Kind::EncapsDecaps => {}
                }
            }
        }
    }
}
