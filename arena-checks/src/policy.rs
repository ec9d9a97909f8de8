//! Where the standards leave freedom: the rules by which a differing answer is class `policy`.
//!
//! A rule stands here only if the text of a standard allows both answers. What it forbids is a fail.

/// A freedom that a standard leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name in tables and records.
    pub id: &'static str,
    /// Where the standard leaves it.
    pub section: &'static str,
    /// What may differ, in one sentence.
    pub text: &'static str,
}

/// An encapsulation key with a coefficient of q or more, used instead of refused.
pub const ENCAPSULATION_KEY_CHECK: Rule = Rule {
    id: "ek-checked-elsewhere",
    section: "FIPS 203 section 7.2",
    text: "The modulus check of an encapsulation key need not be performed by the encapsulating party, nor with every execution of ML-KEM.Encaps.",
};

/// A decapsulation key whose hash of ek is wrong, used instead of refused.
pub const HASH_CHECK: Rule = Rule {
    id: "dk-checked-elsewhere",
    section: "FIPS 203 section 7.3",
    text: "The hash check of a decapsulation key need not be performed by the decapsulating party, nor with every execution of ML-KEM.Decaps.",
};

/// A private key with coefficients of s1 or s2 outside [-eta, eta], used instead of refused.
pub const PRIVATE_KEY_RANGE: Rule = Rule {
    id: "sk-range-unchecked",
    section: "FIPS 204 section 7.2, Algorithm 25",
    text: "skDecode may return values out of range for malformed input and is for trusted input only; no check is asked for.",
};

/// Every rule.
pub const RULES: &[Rule] = &[ENCAPSULATION_KEY_CHECK, HASH_CHECK, PRIVATE_KEY_RANGE];
