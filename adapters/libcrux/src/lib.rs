//! The contract of the arena over the crates `libcrux-ml-kem` and `libcrux-ml-dsa`.
//!
//! The libraries compile each operation once for every back end, in modules of the back ends' names. Prepared keys of
//! ML-KEM ("unpacked" in the library) exist in those modules alone, so this adapter has the types of the contract once
//! for each of them, and [`back_end`] chooses as the library does.
#![forbid(unsafe_code)]

pub mod ml_dsa;
pub mod ml_kem;

use nexusq_contract::{ContractError, Descriptor};

/// The parameter sets with AVX2 code.
#[cfg(target_arch = "x86_64")]
pub mod avx2 {
    pub use crate::ml_dsa::avx2::{MlDsa44, MlDsa65, MlDsa87};
    pub use crate::ml_kem::avx2::{MlKem512, MlKem768, MlKem1024};
}

/// The parameter sets with portable code.
pub mod portable {
    pub use crate::ml_dsa::portable::{MlDsa44, MlDsa65, MlDsa87};
    pub use crate::ml_kem::portable::{MlKem512, MlKem768, MlKem1024};
}

/// A back end of the libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackEnd {
    /// For x86-64 with AVX2.
    Avx2,
    /// For every processor.
    Portable,
}

/// The back end that the libraries' own choice takes on this processor, as far as this adapter offers it.
pub fn back_end() -> BackEnd {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        return BackEnd::Avx2;
    }
    BackEnd::Portable
}

/// Who answers. The crates report no version, so this one is checked against the pins.
pub fn descriptor(forced: bool, back_end: BackEnd) -> Descriptor {
    let (id, name) = if forced {
        ("libcrux-portable", "libcrux (portable)")
    } else {
        ("libcrux", "libcrux")
    };
    Descriptor {
        id,
        name,
        version: "libcrux-ml-kem 0.0.11, libcrux-ml-dsa 0.0.11",
        language: "Rust",
        back_end: match back_end {
            BackEnd::Avx2 => "AVX2",
            BackEnd::Portable => "portable",
        },
        rng: "the operating system's generator by getrandom, called by the adapter: the libraries take randomness from their caller",
        keygen_self_test: false,
        build_options: "libcrux-ml-kem: std, mlkem512, mlkem768, mlkem1024; libcrux-ml-dsa: default features; \
                        cargo profile release of the workspace",
    }
}

/// Randomness for a call.
fn random<const N: usize>() -> Result<[u8; N], ContractError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| ContractError::RandomnessFailed)?;
    Ok(bytes)
}

/// The bytes as an array of the library's length, or an error that names them.
fn exactly<'a, const N: usize>(
    what: &'static str,
    bytes: &'a [u8],
) -> Result<&'a [u8; N], ContractError> {
    let actual = bytes.len();
    bytes.try_into().map_err(|_| ContractError::InvalidLength {
        what,
        expected: N,
        actual,
    })
}
