//! mlkem-native and mldsa-native of the PQ Code Package behind the contract of the arena, with
//! their AVX2 back ends or as portable C.

mod back_end;
mod ffi;
mod kem;
mod random;
mod secret;
mod signature;

pub use back_end::BackEnd;
pub use kem::{EncapsulationKey, MlKem, ml_kem_512, ml_kem_768, ml_kem_1024};
pub use secret::Secret;
pub use signature::{MlDsa, VerifyingKey, ml_dsa_44, ml_dsa_65, ml_dsa_87};

use core::ffi::c_int;
use nexusq_contract::{ContractError, Descriptor};

/// The facts of a record. `portable` says that the portable C was asked for.
pub fn descriptor(portable: bool, back_end: BackEnd) -> Descriptor {
    Descriptor {
        id: if portable { "pqcp-portable" } else { "pqcp" },
        name: if portable {
            "PQ Code Package (portable C)"
        } else {
            "PQ Code Package"
        },
        version: env!("PQCP_VERSION"),
        language: if back_end == BackEnd::PORTABLE {
            "C"
        } else {
            "C and assembly"
        },
        back_end: back_end.name(),
        rng: "the operating system's, through the crate getrandom, at every request",
        keygen_self_test: false,
        build_options: env!("PQCP_BUILD_OPTIONS"),
    }
}

/// The bytes as an array, if they are `N`.
fn array<'a, const N: usize>(
    what: &'static str,
    bytes: &'a [u8],
) -> Result<&'a [u8; N], ContractError> {
    bytes.try_into().map_err(|_| ContractError::InvalidLength {
        what,
        expected: N,
        actual: bytes.len(),
    })
}

/// What a return code of either library means.
fn succeed(call: &'static str, code: c_int) -> Result<(), ContractError> {
    match code {
        0 => Ok(()),
        ffi::ERR_RNG_FAIL => Err(ContractError::RandomnessFailed),
        code => Err(ContractError::LibraryFailed {
            call,
            code: code.into(),
        }),
    }
}
