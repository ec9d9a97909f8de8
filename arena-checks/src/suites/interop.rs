//! Every implementation with every other: keys of one used by the other, ciphertexts and signatures
//! both ways, and equal bytes where the inputs fix them.
//!
//! A case is a form of exchange between an owner of keys and another one who uses them, written
//! `OWNER+OTHER`; it counts for both. If it fails, [`table`] says by what the others got whose fault it is.

mod forms;
mod keys;
mod table;

use crate::board::Pair;
use crate::case::{Case, Verdict, set_name};
use crate::class::Class;
use crate::random::Random;
use crate::stage::{Depth, Stage, Suite};
use forms::{Form, Prepared};
use keys::Keys;
use nexusq_contract::ParameterSet;
use std::collections::BTreeMap;
use table::{Fault, Outcome, Side, Table};

/// The suite `interop`.
pub struct Interop;

/// Rounds in every test run: with keys from seeds, then with keys of each one's own generator.
const CORE_ROUNDS: u64 = 2;
/// Rounds when everything is asked for, the two kinds in turn.
const FULL_ROUNDS: u64 = 10;

impl Suite for Interop {
    fn id(&self) -> &'static str {
        "interop"
    }

    fn purpose(&self) -> &'static str {
        "every implementation with every other: keys, ciphertexts, signatures, equal bytes"
    }

    fn run(&self, stage: &mut Stage<'_>) {
        let rounds = match stage.wishes.depth {
            Depth::Core => CORE_ROUNDS,
            Depth::Full => FULL_ROUNDS,
        };
        for set in stage.wishes.sets.clone() {
            let mut pairs = Pairs::default();
            for number in 0..rounds {
                let round = Round::new(stage, set, number);
                for form in Form::of(set) {
                    round.play(stage, &form, &mut pairs);
                }
            }
            pairs.note(stage, set);
        }
    }
}

/// The forms of each pair by what became of them.
#[derive(Default)]
struct Pairs(BTreeMap<(usize, usize), BTreeMap<Class, Vec<String>>>);

impl Pairs {
    fn add(&mut self, pair: (usize, usize), class: Class, form: String) {
        let forms = self.0.entry(pair).or_default();
        forms.entry(class).or_default().push(form);
    }

    fn note(self, stage: &mut Stage<'_>, set: ParameterSet) {
        for ((owner, other), forms) in self.0 {
            let pair = Pair {
                parameter_set: set_name(set),
                owner: id(stage, owner),
                other: id(stage, other),
                forms,
            };
            stage.note_pair(pair);
        }
    }
}

fn id(stage: &mut Stage<'_>, party: usize) -> String {
    let party = stage.party(party);
    party.map_or_else(String::new, |party| party.id().to_owned())
}

/// The exchanges of one parameter set with one set of keys.
struct Round {
    set: ParameterSet,
    /// What is added to the names of cases; nothing in the first round.
    suffix: String,
    /// Each party's keys, or why it has none.
    keys: Vec<Result<Keys, Outcome>>,
    random: Random,
}

impl Round {
    fn new(stage: &mut Stage<'_>, set: ParameterSet, number: u64) -> Round {
        stage.say(&format!("{}: round {}", set_name(set), number + 1));
        let seed = stage.wishes.seed;
        let random = Random::new(seed, &format!("interop/{}/{number}", set_name(set)));
        let parties = 0..stage.parties();
        let keys = parties.map(|index| {
            stage.party(index).map_or_else(
                || Err(Outcome::NotRun(Side::Owner, "it is not there".to_owned())),
                |party| Keys::of(party, set, number.is_multiple_of(2), &random),
            )
        });
        Round {
            set,
            suffix: if number == 0 {
                String::new()
            } else {
                format!("/{}", number + 1)
            },
            keys: keys.collect(),
            random,
        }
    }

    /// Plays a form with every pair, notes the verdicts.
    fn play(&self, stage: &mut Stage<'_>, form: &Form, pairs: &mut Pairs) {
        let parties = stage.parties();
        let ids: Vec<String> = (0..parties).map(|index| id(stage, index)).collect();
        let case = |owner: usize, other: usize| {
            let (owner, other) = (ids.get(owner), ids.get(other));
            let names = owner.zip(other).map(|(a, b)| format!("{a}+{b}"));
            let id = names.unwrap_or_default() + &self.suffix;
            Case::new(self.set, form.name(), id)
        };
        let subjects = stage.subjects.len();
        let all = (0..parties).flat_map(|owner| (0..parties).map(move |other| (owner, other)));
        let (asked, rest): (Vec<_>, Vec<_>) =
            all.partition(|(owner, other)| (*owner).min(*other) < subjects);
        if !asked.iter().any(|(a, b)| stage.wants(&case(*a, *b))) {
            return;
        }
        let mut prepared: Vec<Option<Result<Prepared, Outcome>>> =
            (0..parties).map(|_| None).collect();
        let mut table = Table::new(code_shared(stage));
        self.fill(stage, form, &asked, &mut prepared, &mut table);
        if table.has_wrong() {
            // What others got is needed only where it must be said who is wrong.
            self.fill(stage, form, &rest, &mut prepared, &mut table);
        }
        for (owner, other) in asked {
            let Some(outcome) = table.get(owner, other) else {
                continue;
            };
            let case = case(owner, other);
            if !stage.wants(&case) {
                continue;
            }
            pairs.add((owner, other), outcome.class(), form.name() + &self.suffix);
            let [for_owner, for_other] = verdicts(&table, (owner, other), outcome, &ids);
            stage.note(owner, &case, &for_owner);
            if owner != other {
                stage.note(other, &case, &for_other);
            }
        }
    }

    fn fill(
        &self,
        stage: &mut Stage<'_>,
        form: &Form,
        pairs: &[(usize, usize)],
        prepared: &mut [Option<Result<Prepared, Outcome>>],
        table: &mut Table,
    ) {
        for &(owner, other) in pairs {
            let Some(slot) = prepared.get_mut(owner) else {
                continue;
            };
            let ready = slot.get_or_insert_with(|| self.prepare(stage, form, owner));
            let outcome = match (&*ready, self.keys.get(owner)) {
                (Ok(ready), Some(Ok(keys))) => ready.meet(stage, keys, owner, other),
                (Err(outcome), _) | (_, Some(Err(outcome))) => outcome.clone(),
                (Ok(_), None) => continue,
            };
            table.set(owner, other, outcome);
        }
    }

    fn prepare(
        &self,
        stage: &mut Stage<'_>,
        form: &Form,
        owner: usize,
    ) -> Result<Prepared, Outcome> {
        let keys = match self.keys.get(owner) {
            Some(Ok(keys)) => keys,
            Some(Err(outcome)) => return Err(outcome.clone()),
            None => return Err(Outcome::NotRun(Side::Owner, String::new())),
        };
        match stage.party(owner) {
            Some(party) => form.prepare(party, self.set, keys, &self.random),
            None => Err(Outcome::NotRun(Side::Owner, String::new())),
        }
    }
}

/// Who shares code with whom: their voices are one voice.
fn code_shared(stage: &mut Stage<'_>) -> Vec<Vec<bool>> {
    let parties = || stage.subjects.iter().chain(&stage.witnesses);
    let shares = parties().map(|one| {
        let with = parties().map(|other| one.shares_code_with(other));
        with.collect()
    });
    shares.collect()
}

/// The verdicts on an owner and on the other one.
fn verdicts(
    table: &Table,
    (owner, other): (usize, usize),
    outcome: &Outcome,
    ids: &[String],
) -> [Verdict; 2] {
    let sides = |at: Side, this: Verdict, that: Verdict| match at {
        Side::Owner => [this, that],
        Side::Other => [that, this],
    };
    match outcome {
        Outcome::Right => [Verdict::Pass, Verdict::Pass],
        Outcome::Lacks(side, what) => sides(
            *side,
            Verdict::Unsupported(what.clone()),
            Verdict::Unsupported(format!("partner: {what}")),
        ),
        Outcome::NotRun(side, why) => sides(
            *side,
            Verdict::NotRun(why.clone()),
            Verdict::NotRun("the partner is not there".to_owned()),
        ),
        Outcome::Broke(side, how) => sides(
            *side,
            Verdict::Fail(how.clone()),
            Verdict::NotRun("the partner broke".to_owned()),
        ),
        Outcome::Wrong(detail) => {
            let (fault, words) = table.fault(owner, other, ids);
            let fail = || Verdict::Fail(format!("{detail}; {words}"));
            match fault {
                Fault::Owner => [fail(), Verdict::Pass],
                Fault::Other => [Verdict::Pass, fail()],
                Fault::Unknown => [fail(), fail()],
            }
        }
    }
}
