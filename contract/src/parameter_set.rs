//! The parameter sets and the sizes that the standards give them.

/// A family of parameter sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Algorithm {
    /// FIPS 203.
    MlKem,
    /// FIPS 204.
    MlDsa,
    /// FIPS 205.
    SlhDsa,
    /// HQC, the KEM chosen by NIST in 2025 for a later standard.
    Hqc,
}

impl Algorithm {
    /// The name used in records and on the wire: `ml-kem`, `ml-dsa`, `slh-dsa`, `hqc`.
    pub const fn id(self) -> &'static str {
        match self {
            Algorithm::MlKem => "ml-kem",
            Algorithm::MlDsa => "ml-dsa",
            Algorithm::SlhDsa => "slh-dsa",
            Algorithm::Hqc => "hqc",
        }
    }

    /// Whether this is a key-encapsulation mechanism; the others are signature schemes.
    pub const fn is_kem(self) -> bool {
        matches!(self, Algorithm::MlKem | Algorithm::Hqc)
    }
}

/// Byte sizes of a key-encapsulation mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KemSizes {
    /// ek.
    pub encapsulation_key: usize,
    /// dk in the expanded encoding.
    pub decapsulation_key: usize,
    /// The seed of key generation; d‖z for ML-KEM.
    pub seed: usize,
    /// The randomness of encapsulation; m for ML-KEM.
    pub m: usize,
    /// c.
    pub ciphertext: usize,
    /// K.
    pub shared_secret: usize,
}

/// Byte sizes of a signature scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SignatureSizes {
    /// pk.
    pub public_key: usize,
    /// sk in the expanded encoding.
    pub private_key: usize,
    /// The seed of key generation; ξ for ML-DSA.
    pub seed: usize,
    /// The randomness of signing; rnd for ML-DSA, addrnd for SLH-DSA.
    pub rnd: usize,
    /// σ.
    pub signature: usize,
}

macro_rules! parameter_sets {
    ($( $(#[$doc:meta])* $variant:ident = $algorithm:ident, $name:literal, $label:literal, $sizes:expr; )*) => {
        /// A parameter set of a standard.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum ParameterSet { $( $(#[$doc])* $variant, )* }

        impl ParameterSet {
            /// Every parameter set, in the order of the standards.
            pub const ALL: &'static [ParameterSet] = &[ $( ParameterSet::$variant, )* ];

            /// The family.
            pub const fn algorithm(self) -> Algorithm {
                match self { $( ParameterSet::$variant => Algorithm::$algorithm, )* }
            }

            /// The name within the family, used in records and on the wire, for example `768`.
            pub const fn name(self) -> &'static str {
                match self { $( ParameterSet::$variant => $name, )* }
            }

            /// The name in the standard, for example `ML-KEM-768`.
            pub const fn label(self) -> &'static str {
                match self { $( ParameterSet::$variant => $label, )* }
            }

            const fn sizes(self) -> Sizes {
                match self { $( ParameterSet::$variant => $sizes, )* }
            }
        }
    };
}

enum Sizes {
    Kem(KemSizes),
    Signature(SignatureSizes),
}

const fn kem(ek: usize, dk: usize, seed: usize, m: usize, c: usize, k: usize) -> Sizes {
    Sizes::Kem(KemSizes {
        encapsulation_key: ek,
        decapsulation_key: dk,
        seed,
        m,
        ciphertext: c,
        shared_secret: k,
    })
}

const fn signature(pk: usize, sk: usize, seed: usize, rnd: usize, sigma: usize) -> Sizes {
    Sizes::Signature(SignatureSizes {
        public_key: pk,
        private_key: sk,
        seed,
        rnd,
        signature: sigma,
    })
}

/// FIPS 205 section 11: pk is 2n bytes, sk 4n, the seeds of key generation 3n, addrnd n.
const fn slh_dsa(n: usize, sigma: usize) -> Sizes {
    signature(2 * n, 4 * n, 3 * n, n, sigma)
}

parameter_sets! {
    /// FIPS 203 table 2.
    MlKem512 = MlKem, "512", "ML-KEM-512", kem(800, 1632, 64, 32, 768, 32);
    /// FIPS 203 table 2.
    MlKem768 = MlKem, "768", "ML-KEM-768", kem(1184, 2400, 64, 32, 1088, 32);
    /// FIPS 203 table 2.
    MlKem1024 = MlKem, "1024", "ML-KEM-1024", kem(1568, 3168, 64, 32, 1568, 32);
    /// FIPS 204 table 2.
    MlDsa44 = MlDsa, "44", "ML-DSA-44", signature(1312, 2560, 32, 32, 2420);
    /// FIPS 204 table 2.
    MlDsa65 = MlDsa, "65", "ML-DSA-65", signature(1952, 4032, 32, 32, 3309);
    /// FIPS 204 table 2.
    MlDsa87 = MlDsa, "87", "ML-DSA-87", signature(2592, 4896, 32, 32, 4627);
    /// FIPS 205 table 2.
    SlhDsaSha2_128s = SlhDsa, "sha2-128s", "SLH-DSA-SHA2-128s", slh_dsa(16, 7856);
    /// FIPS 205 table 2.
    SlhDsaShake128s = SlhDsa, "shake-128s", "SLH-DSA-SHAKE-128s", slh_dsa(16, 7856);
    /// FIPS 205 table 2.
    SlhDsaSha2_128f = SlhDsa, "sha2-128f", "SLH-DSA-SHA2-128f", slh_dsa(16, 17088);
    /// FIPS 205 table 2.
    SlhDsaShake128f = SlhDsa, "shake-128f", "SLH-DSA-SHAKE-128f", slh_dsa(16, 17088);
    /// FIPS 205 table 2.
    SlhDsaSha2_192s = SlhDsa, "sha2-192s", "SLH-DSA-SHA2-192s", slh_dsa(24, 16224);
    /// FIPS 205 table 2.
    SlhDsaShake192s = SlhDsa, "shake-192s", "SLH-DSA-SHAKE-192s", slh_dsa(24, 16224);
    /// FIPS 205 table 2.
    SlhDsaSha2_192f = SlhDsa, "sha2-192f", "SLH-DSA-SHA2-192f", slh_dsa(24, 35664);
    /// FIPS 205 table 2.
    SlhDsaShake192f = SlhDsa, "shake-192f", "SLH-DSA-SHAKE-192f", slh_dsa(24, 35664);
    /// FIPS 205 table 2.
    SlhDsaSha2_256s = SlhDsa, "sha2-256s", "SLH-DSA-SHA2-256s", slh_dsa(32, 29792);
    /// FIPS 205 table 2.
    SlhDsaShake256s = SlhDsa, "shake-256s", "SLH-DSA-SHAKE-256s", slh_dsa(32, 29792);
    /// FIPS 205 table 2.
    SlhDsaSha2_256f = SlhDsa, "sha2-256f", "SLH-DSA-SHA2-256f", slh_dsa(32, 49856);
    /// FIPS 205 table 2.
    SlhDsaShake256f = SlhDsa, "shake-256f", "SLH-DSA-SHAKE-256f", slh_dsa(32, 49856);
    /// HQC specification of 2025-08-22.
    Hqc128 = Hqc, "128", "HQC-128", kem(2241, 2321, 32, 32, 4433, 32);
    /// HQC specification of 2025-08-22.
    Hqc192 = Hqc, "192", "HQC-192", kem(4514, 4602, 32, 40, 8978, 32);
    /// HQC specification of 2025-08-22.
    Hqc256 = Hqc, "256", "HQC-256", kem(7237, 7333, 32, 48, 14421, 32);
}

impl ParameterSet {
    /// The parameter set of that family id and name, or `None`.
    pub fn from_names(algorithm: &str, name: &str) -> Option<ParameterSet> {
        ParameterSet::ALL
            .iter()
            .copied()
            .find(|set| set.algorithm().id() == algorithm && set.name() == name)
    }

    /// The sizes, if this is a key-encapsulation mechanism.
    pub const fn kem_sizes(self) -> Option<KemSizes> {
        match self.sizes() {
            Sizes::Kem(sizes) => Some(sizes),
            Sizes::Signature(_) => None,
        }
    }

    /// The sizes, if this is a signature scheme.
    pub const fn signature_sizes(self) -> Option<SignatureSizes> {
        match self.sizes() {
            Sizes::Kem(_) => None,
            Sizes::Signature(sizes) => Some(sizes),
        }
    }
}
