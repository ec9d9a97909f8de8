//! Freedoms that published vectors touch: Wycheproof calls these inputs invalid.

use super::Rule;

/// A decapsulation key whose hash of ek is wrong, used instead of refused.
pub const HASH_CHECK: Rule = Rule {
    id: "dk-hash-check",
    section: "FIPS 203 section 7.3",
    text: "Whoever decapsulates need not check the decapsulation key; that it was checked may be assured by other means.",
};

/// A private key with coefficients of s1 or s2 outside [-eta, eta], used instead of refused.
pub const PRIVATE_KEY_RANGE: Rule = Rule {
    id: "private-key-range",
    section: "FIPS 204 section 7.2, Alg. 25",
    text: "skDecode is for input from trusted sources; what comes of coefficients out of [-eta, eta] is left open.",
};
