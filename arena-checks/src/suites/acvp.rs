//! The ACVP vectors of NIST that come with CIRCL: key generation, encapsulation and decapsulation,
//! signature generation and verification.
//!
//! They are read where Go keeps the module that the circl adapter is built from, and never copied.
//! What that module holds is known, so the cases are counted also where it isn't there.

mod files;
mod place;
mod questions;

use crate::case::{Case, Verdict};
use crate::stage::{Stage, Suite};
use nexusq_contract::ParameterSet;

/// The suite `acvp`.
pub struct Acvp;

/// What a file of vectors is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Keygen,
    EncapsDecaps,
    SigGen,
    SigVer,
}

/// A file of vectors as it was published: one group of cases after the other.
struct Published {
    /// Its name, which is also that of its folder.
    name: &'static str,
    /// The folder of the folder, in the module.
    within: &'static str,
    kind: Kind,
    /// Parameter set, first `tcId`, number of cases.
    groups: &'static [(ParameterSet, u64, u64)],
}

const KEM: &str = "kem/mlkem/testdata";
const DSA: &str = "sign/mldsa/testdata";

/// What `circl` v1.6.4 holds. Its README names the release of the ACVP server that the vectors are from.
const PUBLISHED: [Published; 5] = {
    use ParameterSet::{MlDsa44, MlDsa65, MlDsa87, MlKem512, MlKem768, MlKem1024};
    [
        Published {
            name: "ML-KEM-keyGen-FIPS203",
            within: KEM,
            kind: Kind::Keygen,
            groups: &[(MlKem512, 1, 25), (MlKem768, 26, 25), (MlKem1024, 51, 25)],
        },
        Published {
            name: "ML-KEM-encapDecap-FIPS203",
            within: KEM,
            kind: Kind::EncapsDecaps,
            groups: &[
                (MlKem512, 1, 25),
                (MlKem768, 26, 25),
                (MlKem1024, 51, 25),
                (MlKem512, 76, 10),
                (MlKem768, 86, 10),
                (MlKem1024, 96, 10),
            ],
        },
        Published {
            name: "ML-DSA-keyGen-FIPS204",
            within: DSA,
            kind: Kind::Keygen,
            groups: &[(MlDsa44, 1, 25), (MlDsa65, 26, 25), (MlDsa87, 51, 25)],
        },
        Published {
            name: "ML-DSA-sigGen-FIPS204",
            within: DSA,
            kind: Kind::SigGen,
            groups: &[
                (MlDsa44, 1, 10),
                (MlDsa44, 11, 10),
                (MlDsa65, 21, 10),
                (MlDsa65, 31, 10),
                (MlDsa87, 41, 10),
                (MlDsa87, 51, 10),
            ],
        },
        Published {
            name: "ML-DSA-sigVer-FIPS204",
            within: DSA,
            kind: Kind::SigVer,
            groups: &[(MlDsa44, 1, 15), (MlDsa65, 16, 15), (MlDsa87, 31, 15)],
        },
    ]
};

impl Suite for Acvp {
    fn id(&self) -> &'static str {
        "acvp"
    }

    fn purpose(&self) -> &'static str {
        "the ACVP vectors of NIST that come with CIRCL"
    }

    fn run(&self, stage: &mut Stage<'_>) {
        let folder = place::module();
        for published in &PUBLISHED {
            let questions = folder
                .as_ref()
                .map_err(Clone::clone)
                .and_then(|folder| files::read(folder, published))
                .and_then(|groups| questions::of(published, &groups));
            match questions {
                Ok(questions) => stage.ask(published.name, &questions),
                Err(why) => published.not_run(stage, &why),
            }
        }
    }
}

impl Published {
    /// The names of all cases.
    fn cases(&self) -> impl Iterator<Item = Case> + '_ {
        let ids = |(set, first, count): &(ParameterSet, u64, u64)| {
            let set = *set;
            (*first..first + count).map(move |id| (set, id))
        };
        let ids = self.groups.iter().flat_map(ids);
        ids.map(|(set, id)| self.case(set, id))
    }

    fn case(&self, set: ParameterSet, id: u64) -> Case {
        Case::new(set, self.name, format!("tc{id}"))
    }

    fn not_run(&self, stage: &mut Stage<'_>, why: &str) {
        stage.say(&format!("{}: not run: {why}", self.name));
        for case in self.cases() {
            if stage.wants(&case) {
                for subject in 0..stage.subjects.len() {
                    stage.note(subject, &case, &Verdict::NotRun(why.to_owned()));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
