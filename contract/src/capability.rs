//! What an implementation says it can do, so that nothing has to be faked or found out by failing.

/// One thing that an implementation offers for a parameter set, beyond what every one must:
/// key generation with its own randomness, encapsulation and decapsulation, signing and verifying.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Capability {
    /// Key generation from a given seed: d‖z (FIPS 203 Alg. 16), ξ (FIPS 204 Alg. 6).
    GenerateFromSeed,
    /// Encapsulation with a given m (FIPS 203 Alg. 17).
    EncapsulateWithM,
    /// Signing with rnd = 0 (FIPS 204 Alg. 2, deterministic variant).
    SignDeterministic,
    /// Signing with fresh randomness (FIPS 204 Alg. 2, hedged variant).
    SignHedged,
    /// Signing with a given rnd (FIPS 204 Alg. 7).
    SignWithRnd,
    /// A context string of 1 to 255 bytes. The empty context needs no capability.
    Context,
    /// Import of the private key in the standard's expanded encoding.
    ImportExpanded,
    /// Import of the private key as a seed.
    ImportSeed,
    /// Export of the private key in the standard's expanded encoding.
    ExportExpanded,
    /// Export of the private key as a seed.
    ExportSeed,
}

impl Capability {
    /// Every capability, in the order of the enumeration.
    pub const ALL: [Capability; 10] = [
        Capability::GenerateFromSeed,
        Capability::EncapsulateWithM,
        Capability::SignDeterministic,
        Capability::SignHedged,
        Capability::SignWithRnd,
        Capability::Context,
        Capability::ImportExpanded,
        Capability::ImportSeed,
        Capability::ExportExpanded,
        Capability::ExportSeed,
    ];

    /// The name used in records and on the wire, for example `generate-from-seed`.
    pub const fn id(self) -> &'static str {
        match self {
            Capability::GenerateFromSeed => "generate-from-seed",
            Capability::EncapsulateWithM => "encapsulate-with-m",
            Capability::SignDeterministic => "sign-deterministic",
            Capability::SignHedged => "sign-hedged",
            Capability::SignWithRnd => "sign-with-rnd",
            Capability::Context => "context",
            Capability::ImportExpanded => "import-expanded",
            Capability::ImportSeed => "import-seed",
            Capability::ExportExpanded => "export-expanded",
            Capability::ExportSeed => "export-seed",
        }
    }
}

/// The two encodings of a private key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyForm {
    /// The standard's expanded encoding: dk of FIPS 203, sk of FIPS 204 and 205.
    Expanded,
    /// The seed from which key generation starts: d‖z, ξ, or SK.seed‖SK.prf‖PK.seed.
    Seed,
}

/// What the key objects of an implementation hold. It tells how much of an operation's work the
/// `prepared` lane leaves outside the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PreparedKey {
    /// The encoded bytes and no more: every operation decodes and expands anew.
    Bytes,
    /// Decoded polynomials or vectors; the public matrix is expanded by every operation.
    Decoded,
    /// Decoded, and the public matrix or other derived values are kept.
    Expanded,
}

impl PreparedKey {
    /// The name used in records and on the wire.
    pub const fn id(self) -> &'static str {
        match self {
            PreparedKey::Bytes => "bytes",
            PreparedKey::Decoded => "decoded",
            PreparedKey::Expanded => "expanded",
        }
    }
}
