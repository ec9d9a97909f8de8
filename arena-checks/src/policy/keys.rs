//! Freedoms with private keys that key generation doesn't make.

use super::Rule;

/// H(ek) of a decapsulation key.
pub const HASH_CHECK: Rule = Rule {
    id: "dk-hash-check",
    section: "FIPS 203 section 7.3",
    text: "Whoever decapsulates need not check the decapsulation key; the assurance that it was checked can come by \
           other means. Taken unchecked, a wrong H(ek) goes into Alg. 18 as it is.",
};

/// Coefficients of a decapsulation key from q to 4095.
pub const DK_RANGE: Rule = Rule {
    id: "dk-range",
    section: "FIPS 203 section 7.3",
    text: "The checks of a decapsulation key look at its length and at H(ek). ByteDecode_12 reads larger coefficients \
           modulo q; to refuse them is not forbidden.",
};

/// A decapsulation key whose halves are of two pairs.
pub const PAIR: Rule = Rule {
    id: "pairwise-consistency",
    section: "FIPS 203 section 7.1",
    text: "A key pair may be checked by encapsulating and decapsulating; no operation needs it.",
};

/// s1 or s2 of ML-DSA out of [-η, η].
pub const SECRET_RANGE: Rule = Rule {
    id: "private-key-range",
    section: "FIPS 204 section 7.2, Alg. 25",
    text: "skDecode is for input from trusted sources; what comes of coefficients out of [-eta, eta] is left open.",
};

/// tr or t0 of ML-DSA that don't fit the rest of the key.
pub const PRIVATE_KEY: Rule = Rule {
    id: "private-key-consistency",
    section: "FIPS 204 section 7.2, Alg. 25",
    text: "skDecode is for input from trusted sources; no check of tr and t0 is asked for, none is forbidden.",
};
