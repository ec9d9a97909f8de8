//! The experiments, as data.

use super::builds::Variant;
use crate::protocol::Corpus;

/// Repetitions of one manner of measuring identical code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpreadExperiment {
    /// Its id.
    pub id: &'static str,
    /// What is done, as a clause.
    pub what: &'static str,
    /// What the operations work on.
    pub corpus: Corpus,
    /// Whether the two names take turns.
    pub interleaved: bool,
    /// Whether runners are pinned.
    pub pinned: bool,
    /// What goes on elsewhere meanwhile.
    pub disturbance: Disturbance,
}

/// What goes on on another processor while something is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disturbance {
    /// Nothing of ours.
    None,
    /// A busy loop all the time.
    Always,
    /// A busy loop in the turns of the second name only.
    SecondOnly,
}

/// The historical corpus.
const HISTORICAL: Corpus = Corpus {
    items: 1,
    common: false,
    fresh_messages: false,
};
const FRESH: Corpus = Corpus {
    items: 10,
    common: false,
    fresh_messages: true,
};
const COMMON: Corpus = Corpus {
    items: 10,
    common: true,
    fresh_messages: false,
};

/// All spreads. Each run has five rounds of 50 samples per operation, as the historical measurement had.
pub fn spreads() -> Vec<SpreadExperiment> {
    let base = SpreadExperiment {
        id: "historical",
        what: "the historical measurement: a key of its own for each name and round, one fixed message",
        corpus: HISTORICAL,
        interleaved: false,
        pinned: true,
        disturbance: Disturbance::None,
    };
    let common = SpreadExperiment {
        id: "common-corpora",
        what: "ten keys and messages, the same for both names; one name after the other",
        corpus: COMMON,
        ..base
    };
    let turns = SpreadExperiment {
        id: "turns",
        what: "the same keys and messages, and both names take turns block by block",
        interleaved: true,
        ..common
    };
    vec![
        base,
        SpreadExperiment {
            id: "fresh-messages",
            what: "ten keys and messages, each name its own; one name after the other",
            corpus: FRESH,
            ..base
        },
        common,
        turns,
        SpreadExperiment {
            id: "common-corpora-unpinned",
            what: "as common-corpora, on whatever processor the system chooses",
            pinned: false,
            ..common
        },
        SpreadExperiment {
            id: "turns-unpinned",
            what: "as turns, on whatever processor the system chooses",
            pinned: false,
            ..turns
        },
        SpreadExperiment {
            id: "common-corpora-load",
            what: "as common-corpora, with a busy loop on another processor all the time",
            disturbance: Disturbance::Always,
            ..common
        },
        SpreadExperiment {
            id: "turns-load",
            what: "as turns, with a busy loop on another processor all the time",
            disturbance: Disturbance::Always,
            ..turns
        },
        SpreadExperiment {
            id: "common-corpora-load-on-second",
            what: "as common-corpora, with a busy loop on another processor in the second name's turns only",
            disturbance: Disturbance::SecondOnly,
            ..common
        },
        SpreadExperiment {
            id: "turns-load-on-second",
            what: "as turns, with a busy loop on another processor in the second name's turns only",
            disturbance: Disturbance::SecondOnly,
            ..turns
        },
    ]
}

/// A factor that may make a difference, compared by the evidence protocol.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factor {
    /// Its id.
    pub id: &'static str,
    /// What differs, as a clause.
    pub what: &'static str,
    /// What the second side is.
    pub variant: Variant,
}

/// All factors. The first one differs in nothing.
pub fn factors() -> Vec<Factor> {
    let profile = |id, what, name, value| Factor {
        id,
        what,
        variant: Variant::Profile(name, value),
    };
    let environment = |id, what, name, value| Factor {
        id,
        what,
        variant: Variant::Environment(name, value),
    };
    vec![
        Factor {
            id: "nothing",
            what: "the same executable twice",
            variant: Variant::Same,
        },
        environment(
            "environment-size",
            "4000 bytes more in the environment, which moves the stack",
            "PADDING",
            "4000",
        ),
        environment(
            "allocator-no-cache",
            "the C library's allocator without its per-thread cache",
            "GLIBC_TUNABLES",
            "glibc.malloc.tcache_count=0",
        ),
        Factor {
            id: "zeroize-off",
            what: "RustCrypto's ml-kem and ml-dsa without `zeroize`, over the same with it",
            variant: Variant::NoZeroize,
        },
        profile(
            "lto-off",
            "built without link-time optimisation",
            "CARGO_PROFILE_RELEASE_LTO",
            "off",
        ),
        profile(
            "lto-fat",
            "built with fat link-time optimisation",
            "CARGO_PROFILE_RELEASE_LTO",
            "fat",
        ),
        profile(
            "codegen-units-16",
            "built in 16 codegen units",
            "CARGO_PROFILE_RELEASE_CODEGEN_UNITS",
            "16",
        ),
        profile(
            "opt-level-2",
            "built at opt-level 2",
            "CARGO_PROFILE_RELEASE_OPT_LEVEL",
            "2",
        ),
        profile(
            "opt-level-s",
            "built at opt-level s",
            "CARGO_PROFILE_RELEASE_OPT_LEVEL",
            "s",
        ),
        profile(
            "target-cpu-native",
            "built for the processor at hand",
            "RUSTFLAGS",
            "-C target-cpu=native",
        ),
    ]
}
