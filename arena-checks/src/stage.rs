//! Where a suite plays: the subjects, what was asked for, and the board on which verdicts are noted.

use crate::board::{Board, Left, Pair};
use crate::case::{Case, Verdict};
use crate::question::Question;
use crate::subject::Subject;
use crate::vector::Vector;
use arena_core::interrupt;
use nexusq_contract::ParameterSet;

/// A set of cases.
pub trait Suite {
    /// Its name, as given to `--suite`.
    fn id(&self) -> &'static str;

    /// What it is about, in one sentence.
    fn purpose(&self) -> &'static str;

    /// Puts every case to every subject and notes a verdict on each; nothing is left out silently.
    fn run(&self, stage: &mut Stage<'_>);
}

/// How much of the suites that draw inputs at random or could go on for ever is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// What fits into every test run.
    Core,
    /// Everything.
    Full,
}

/// What a run of checks was asked for.
#[derive(Clone, Debug)]
pub struct Wishes {
    /// The parameter sets; cases of others are not part of the run.
    pub sets: Vec<ParameterSet>,
    /// Only cases whose name contains this.
    pub case: Option<String>,
    /// How much.
    pub depth: Depth,
    /// What random inputs follow from.
    pub seed: u64,
}

/// What a suite needs to run.
pub struct Stage<'a> {
    /// The implementations that are checked, in the order asked for.
    pub subjects: Vec<Subject>,
    /// The implementations that are not checked but can be asked about those that are.
    pub witnesses: Vec<Subject>,
    /// What was asked for.
    pub wishes: Wishes,
    suite: &'static str,
    board: &'a mut Board,
    progress: &'a mut dyn FnMut(&str),
}

impl<'a> Stage<'a> {
    /// A stage for these subjects.
    pub fn new(
        subjects: Vec<Subject>,
        wishes: Wishes,
        board: &'a mut Board,
        progress: &'a mut dyn FnMut(&str),
    ) -> Stage<'a> {
        Stage {
            subjects,
            witnesses: Vec::new(),
            wishes,
            suite: "",
            board,
            progress,
        }
    }

    /// The same stage with witnesses.
    #[must_use]
    pub fn with_witnesses(mut self, witnesses: Vec<Subject>) -> Stage<'a> {
        self.witnesses = witnesses;
        self
    }

    /// How many subjects and witnesses there are.
    pub fn parties(&self) -> usize {
        self.subjects.len() + self.witnesses.len()
    }

    /// A subject or, with the indices after theirs, a witness.
    pub fn party(&mut self, index: usize) -> Option<&mut Subject> {
        let witness = index.checked_sub(self.subjects.len());
        match witness {
            None => self.subjects.get_mut(index),
            Some(witness) => self.witnesses.get_mut(witness),
        }
    }

    /// Runs a suite; none any more once the work is to end.
    pub fn play(&mut self, suite: &dyn Suite) {
        if interrupt::requested() {
            return;
        }
        self.suite = suite.id();
        suite.run(self);
    }

    /// Whether a case is part of the run.
    pub fn wants(&self, case: &Case) -> bool {
        let named = |part: &String| case.name().contains(part.as_str());
        self.wishes.sets.contains(&case.set) && self.wishes.case.as_ref().is_none_or(named)
    }

    /// Notes the verdict on a subject's answer to a case.
    pub fn note(&mut self, subject: usize, case: &Case, verdict: &Verdict) {
        if let Some(subject) = self.subjects.get(subject) {
            self.board.note(subject.id(), self.suite, case, verdict);
        }
    }

    /// Notes what became of a pair of implementations.
    pub fn note_pair(&mut self, pair: Pair) {
        self.board.note_pair(pair);
    }

    /// Notes what an operation left in memory.
    pub fn note_left(&mut self, left: Left) {
        self.board.note_left(left);
    }

    /// Notes for every subject that a case was not run.
    pub fn not_run(&mut self, case: &Case, why: &str) {
        for subject in 0..self.subjects.len() {
            self.note(subject, case, &Verdict::NotRun(why.to_owned()));
        }
    }

    /// Puts vectors to every subject, one subject after the other.
    pub fn put(&mut self, vectors: &[Vector]) {
        for index in 0..self.subjects.len() {
            let id = self
                .subjects
                .get(index)
                .map(|subject| subject.id().to_owned());
            self.say(&format!(
                "{}: {} vectors",
                id.unwrap_or_default(),
                vectors.len()
            ));
            for vector in vectors {
                if interrupt::requested() {
                    return;
                }
                if !self.wants(&vector.case) {
                    continue;
                }
                let Some(subject) = self.subjects.get_mut(index) else {
                    break;
                };
                let verdict = vector.put_to(subject);
                self.note(index, &vector.case, &verdict);
            }
        }
    }

    /// Puts questions to every subject, one subject after the other.
    pub fn ask(&mut self, what: &str, questions: &[Question]) {
        let wanted: Vec<&Question> = questions
            .iter()
            .filter(|question| self.wants(&question.case))
            .collect();
        if wanted.is_empty() {
            return;
        }
        self.say(&format!("{what}: {} cases", wanted.len()));
        for index in 0..self.subjects.len() {
            for question in &wanted {
                if interrupt::requested() {
                    return;
                }
                let Some(subject) = self.subjects.get_mut(index) else {
                    break;
                };
                let (verdict, route) = question.put_to(subject);
                if !route.is_empty() {
                    let id = subject.id().to_owned();
                    self.board
                        .note_route(&id, self.suite, &question.case, route);
                }
                self.note(index, &question.case, &verdict);
            }
        }
    }

    /// Tells a person how far the run is.
    pub fn say(&mut self, line: &str) {
        let line = format!("{}: {line}", self.suite);
        (self.progress)(&line);
    }
}
