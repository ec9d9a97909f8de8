//! The judge of two answers.

use super::{Question, judge};
use crate::class::Class;
use crate::subject::Answer;
use arena_runner::message::{ErrorKind, Operation, Performed, Randomness, RunnerError};
use arena_runner::{Field, Fields};

fn question(operation: Operation, fixed: bool) -> Question {
    Question {
        operation,
        randomness: Randomness::None,
        inputs: Fields::new(),
        fixed,
        unharmed: false,
    }
}

fn done(byte: u8, valid: Option<bool>) -> Answer {
    Answer::Done(Performed {
        outputs: Fields::new().with(Field::SharedSecret, vec![byte]),
        valid,
    })
}

fn refused(kind: ErrorKind, message: &str) -> Answer {
    Answer::Refused(RunnerError {
        kind,
        message: message.to_owned(),
    })
}

#[test]
fn an_error_or_a_result_twice_is_right() {
    let decaps = question(Operation::Decaps, true);
    let error = |message| refused(ErrorKind::InvalidInput, message);
    assert_eq!(
        judge(&decaps, &done(1, None), &done(1, None)).class(),
        Class::Pass
    );
    assert_eq!(
        judge(&decaps, &error("a"), &error("b")).class(),
        Class::Pass
    );
    let hedged = question(Operation::Sign, false);
    assert_eq!(
        judge(&hedged, &done(1, None), &done(2, None)).class(),
        Class::Pass
    );
}

#[test]
fn what_must_not_happen_is_a_failure() {
    let decaps = question(Operation::Decaps, true);
    let verify = question(Operation::Verify, true);
    let fine = done(1, None);
    for (question, second, words) in [
        (&decaps, done(2, None), "the same answer from two processes"),
        (
            &decaps,
            refused(ErrorKind::InvalidInput, ""),
            "the same answer",
        ),
        (
            &decaps,
            Answer::Broken("the runner ended by signal 11".to_owned()),
            "signal 11",
        ),
        (
            &decaps,
            refused(ErrorKind::Failed, "the runner panicked; see"),
            "panicked",
        ),
        (
            &decaps,
            refused(ErrorKind::Failed, "panic: index out of range"),
            "panic",
        ),
    ] {
        let verdict = judge(question, &fine, &second);
        assert_eq!(verdict.class(), Class::Fail, "{words}");
        assert!(verdict.detail().contains(words), "{}", verdict.detail());
    }
    let accepted = done(1, Some(true));
    let verdict = judge(&verify, &accepted, &accepted);
    assert_eq!(verdict.class(), Class::Fail);
    assert!(
        verdict.detail().contains("got the answer valid"),
        "{}",
        verdict.detail()
    );
    // A signature that was left as it was must be accepted.
    let unharmed = Question {
        unharmed: true,
        ..verify
    };
    let rejected = done(1, Some(false));
    assert_eq!(judge(&unharmed, &accepted, &accepted).class(), Class::Pass);
    assert_eq!(judge(&unharmed, &rejected, &rejected).class(), Class::Fail);
}

#[test]
fn a_runner_that_is_gone_is_not_run() {
    let verdict = judge(
        &question(Operation::Decaps, true),
        &Answer::Absent("gone".to_owned()),
        &done(1, None),
    );
    assert_eq!(verdict.class(), Class::NotRun);
}
