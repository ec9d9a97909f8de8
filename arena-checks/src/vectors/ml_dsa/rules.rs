//! For each rule of verification, signatures that break it and no other.
//!
//! Only a verifier that lacks the rule accepts them; every other refuses. All three parameter sets have vectors for
//! all eleven rules. What "lacks" means for each rule stands at [`Rule`]; where a faulty
//! verifier could do one of two things, there are vectors for both.

use super::forge::{Choice, Forger, Question};
use arena_core::reference::ml_dsa::{Rule, Rules};

/// A signature that breaks a rule.
#[derive(Clone, Debug)]
pub struct Breaking {
    /// The rule.
    pub rule: Rule,
    /// Unique among the vectors of the rule.
    pub name: String,
    /// What is asked.
    pub question: Question,
}

/// The word for a rule in the names of cases.
pub const fn id(rule: Rule) -> &'static str {
    match rule {
        Rule::ContextLength => "context-length",
        Rule::PublicKeyLength => "public-key-length",
        Rule::SignatureLength => "signature-length",
        Rule::CutOrder => "cut-order",
        Rule::HintCount => "hint-count",
        Rule::HintOrder => "hint-order",
        Rule::HintRepetition => "hint-repetition",
        Rule::ZeroPadding => "zero-padding",
        Rule::ZUpperBound => "z-upper-bound",
        Rule::ZLowerBound => "z-lower-bound",
        Rule::Challenge => "challenge",
    }
}

/// All of them for one parameter set.
pub fn breaking(forger: &Forger) -> Vec<Breaking> {
    let mut list = List {
        forger,
        vectors: Vec::new(),
    };
    list.lengths();
    list.cuts();
    list.order();
    list.padding();
    list.bounds();
    list.challenge();
    list.vectors
}

struct List<'a> {
    forger: &'a Forger,
    vectors: Vec<Breaking>,
}

impl List<'_> {
    fn add(&mut self, rule: Rule, name: impl Into<String>, question: Question) {
        self.vectors.push(Breaking {
            rule,
            name: name.into(),
            question,
        });
    }

    /// What the verifier without the rule accepts.
    fn forge(&mut self, rule: Rule, name: impl Into<String>, choice: Choice) {
        if let Ok(question) = self.forger.forge(Rules::without(rule), choice) {
            self.add(rule, name, question);
        }
    }

    /// A right signature, then changed.
    fn change(&mut self, rule: Rule, name: impl Into<String>, change: impl Fn(&mut Question)) {
        let choice = self.forger.choice();
        if let Ok(mut question) = self.forger.forge(Rules::all(), choice) {
            change(&mut question);
            self.add(rule, name, question);
        }
    }

    /// A verifier without the rule on the length of the context writes the length modulo 256 before it; one
    /// without a rule on other lengths reads what it needs, or zeros where bytes are missing. The last bytes of
    /// key and signature are 0 here, t1 and a cut, so zeros restore what is cut off.
    fn lengths(&mut self) {
        for length in [256, 257, 511] {
            let mut choice = self.forger.choice();
            choice.context = vec![5; length];
            self.forge(Rule::ContextLength, format!("{length}-bytes"), choice);
        }
        for byte in [0, 1] {
            let rule = Rule::PublicKeyLength;
            let name = format!("1-more-{byte:02x}");
            self.change(rule, &name, |question| question.public_key.push(byte));
            let rule = Rule::SignatureLength;
            self.change(rule, &name, |question| question.signature.push(byte));
        }
        let short =
            |question: &mut Question| question.public_key.truncate(question.public_key.len() - 1);
        self.change(Rule::PublicKeyLength, "1-less", short);
        let short =
            |question: &mut Question| question.signature.truncate(question.signature.len() - 1);
        self.change(Rule::SignatureLength, "1-less", short);
    }

    /// A cut beyond ω makes the reader go on into the cuts themselves. The first of these, at place ω, then is
    /// a hint, and must be larger than the one before it or the order would be broken as well: so it
    /// is ω + 1 after the hints 0 to ω - 1, or ω - 5 after a row that ends with 4.
    fn cuts(&mut self) {
        let forger = self.forger;
        let rule = Rule::CutOrder;
        self.forge(rule, "back-by-1", forger.with_hints(&[3, 9], &[2, 1, 2]));
        self.forge(rule, "back-to-0", forger.with_hints(&[3, 9], &[2, 0]));
        let mut last = vec![1; forger.p.k - 1];
        last.push(0);
        self.forge(rule, "last-cut", forger.with_hints(&[3], &last));

        let rule = Rule::HintCount;
        let omega = forger.omega();
        let row: Vec<u8> = (0..omega).collect();
        self.forge(rule, "first-row", forger.with_hints(&row, &[omega + 1]));
        let rows: Vec<u8> = (0..omega - 5).chain(0..5).collect();
        let cuts = [omega - 5, omega + 1];
        self.forge(rule, "second-row", forger.with_hints(&rows, &cuts));
        let mut cuts = vec![omega - 5; forger.p.k - 1];
        cuts.push(omega + 1);
        self.forge(rule, "last-row", forger.with_hints(&rows, &cuts));
    }

    fn order(&mut self) {
        let forger = self.forger;
        let mut last = vec![0; forger.p.k - 1];
        last.push(2);
        for (row, cuts) in [
            ("first-row", &[2][..]),
            ("second-row", &[0, 2]),
            ("last-row", &last),
        ] {
            for hints in [[9, 3], [255, 0]] {
                let name = format!("{row}-{}-{}", hints[0], hints[1]);
                self.forge(Rule::HintOrder, name, forger.with_hints(&hints, cuts));
            }
            for hints in [[3, 3], [0, 0], [255, 255]] {
                let name = format!("{row}-{}-{}", hints[0], hints[1]);
                self.forge(Rule::HintRepetition, name, forger.with_hints(&hints, cuts));
            }
        }
    }

    fn padding(&mut self) {
        let last = self.forger.p.omega - 1;
        for (name, hints, place, byte) in [
            ("first-place-without-hints", &[][..], 0, 1),
            ("first-place-after-a-hint", &[3], 1, 9),
            ("last-place", &[3], last, 1),
            ("last-place-255", &[], last, 255),
        ] {
            let cuts = [hints.len() as u8];
            let mut choice = self.forger.with_hints(hints, &cuts);
            choice.hint[place] = byte;
            self.forge(Rule::ZeroPadding, name, choice);
        }
    }

    /// The nearest value that is refused and the farthest that can be encoded, at both ends of z.
    fn bounds(&mut self) {
        let forger = self.forger;
        let (bound, gamma1) = (forger.limit() + 1, forger.p.gamma1);
        let ends = [("first", 0, 0), ("last", forger.p.l - 1, 255)];
        for (end, polynomial, place) in ends {
            for value in [bound, bound + 1, gamma1] {
                let choice = forger.with_coefficient(polynomial, place, value);
                self.forge(Rule::ZUpperBound, format!("{end}-{value}"), choice);
            }
            for value in [-bound, -bound - 1, 1 - gamma1] {
                let choice = forger.with_coefficient(polynomial, place, value);
                self.forge(
                    Rule::ZLowerBound,
                    format!("{end}-{}-below-0", -value),
                    choice,
                );
            }
        }
    }

    /// With t1 = 0 a changed c̃ leaves what is compared with it as it was. So a verifier that compares some
    /// bytes only, for example 32 of 48 or 64, accepts a change of another.
    fn challenge(&mut self) {
        let last = self.forger.p.challenge_length() - 1;
        let mut places = vec![0, 15, 16, 31, 32, 47, 48, last];
        places.retain(|place| *place <= last);
        places.dedup();
        for place in places {
            self.change(Rule::Challenge, format!("byte-{place}"), |question| {
                question.signature[place] ^= 0x80;
            });
        }
    }
}
