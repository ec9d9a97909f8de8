//! The rules that a verifier enforces, one by one, and verifiers that leave one of them out.
//!
//! A test vector for a rule is worth something if a verifier without that rule gives another answer
//! to it. [`Rules::without`] is that verifier.

/// A reason to refuse a signature: FIPS 204 Alg. 3, 8, 21 and 27.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// The context has at most 255 bytes (Alg. 3 line 1). Without it the length byte is that of the
    /// length modulo 256.
    ContextLength,
    /// The public key has the length of the parameter set (section 3.6.2). Without it a longer one
    /// is cut, a shorter one filled with zeros.
    PublicKeyLength,
    /// The signature has the length of the parameter set (section 3.6.2). Without it a longer one
    /// is cut, a shorter one filled with zeros.
    SignatureLength,
    /// The cuts between the rows of hints do not decrease (Alg. 21 line 4, `<`). Without it a row
    /// whose cut is too small has no hints.
    CutOrder,
    /// No cut is larger than ω (Alg. 21 line 4, `>`). Without it the cuts themselves are read as
    /// hints, and zeros after them.
    HintCount,
    /// The hints of a row do not decrease (Alg. 21 line 9, the part `>` of `≥`).
    HintOrder,
    /// No hint of a row is repeated (Alg. 21 line 9, the part `=` of `≥`).
    HintRepetition,
    /// Places without a hint are zero (Alg. 21 line 17).
    ZeroPadding,
    /// The coefficients of z are less than γ1 - β (Alg. 8 line 13).
    ZUpperBound,
    /// The coefficients of z are greater than -(γ1 - β) (Alg. 8 line 13).
    ZLowerBound,
    /// c̃ is the hash of what the signature gives back (Alg. 8 line 13).
    Challenge,
}

impl Rule {
    /// Every rule, in the order in which the model looks at them.
    pub const ALL: [Rule; 11] = [
        Rule::ContextLength,
        Rule::PublicKeyLength,
        Rule::SignatureLength,
        Rule::CutOrder,
        Rule::HintCount,
        Rule::HintOrder,
        Rule::HintRepetition,
        Rule::ZeroPadding,
        Rule::ZUpperBound,
        Rule::ZLowerBound,
        Rule::Challenge,
    ];

    /// What the rule asks for, for people.
    pub const fn text(self) -> &'static str {
        match self {
            Rule::ContextLength => "the context has at most 255 bytes",
            Rule::PublicKeyLength => "the public key has its length",
            Rule::SignatureLength => "the signature has its length",
            Rule::CutOrder => "the cuts between rows of hints do not decrease",
            Rule::HintCount => "there are at most omega hints",
            Rule::HintOrder => "the hints of a row do not decrease",
            Rule::HintRepetition => "no hint of a row is repeated",
            Rule::ZeroPadding => "places without a hint are zero",
            Rule::ZUpperBound => "z is less than gamma1 - beta",
            Rule::ZLowerBound => "z is greater than -(gamma1 - beta)",
            Rule::Challenge => "c-tilde is the hash of what the signature gives back",
        }
    }
}

/// Which rules a verifier enforces: all of them, or all but one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    left_out: Option<Rule>,
}

impl Rules {
    /// The standard.
    pub const fn all() -> Rules {
        Rules { left_out: None }
    }

    /// A verifier with a fault.
    pub const fn without(rule: Rule) -> Rules {
        Rules {
            left_out: Some(rule),
        }
    }

    /// Enforces a rule unless it is left out.
    ///
    /// # Errors
    /// The rule, if it is broken.
    pub fn check(&self, rule: Rule, kept: bool) -> Result<(), Rule> {
        if kept || self.left_out == Some(rule) {
            Ok(())
        } else {
            Err(rule)
        }
    }
}
