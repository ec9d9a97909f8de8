//! The contract of the arena over the RustCrypto crates `ml-kem`, `ml-dsa` and `hqc-kem`.

mod hqc;
mod ml_dsa;
mod ml_kem;

pub use hqc::{Hqc128, Hqc192, Hqc256};
pub use ml_dsa::{MlDsa44, MlDsa65, MlDsa87};
pub use ml_kem::{MlKem512, MlKem768, MlKem1024};

use nexusq_contract::{ContractError, Descriptor};

/// Who answers. The crates don't report a version, so this one is checked against the pins.
pub fn descriptor() -> Descriptor {
    Descriptor {
        id: "rustcrypto",
        name: "RustCrypto",
        version: "ml-kem 0.3.4, ml-dsa 0.1.2, hqc-kem 0.1.0-rc.0",
        language: "Rust",
        back_end: back_end(),
        rng: "getrandom, the operating system's generator",
        keygen_self_test: false,
        build_options: "ml-kem: default features, getrandom, hazmat, zeroize; ml-dsa: default \
                        features, zeroize; hqc-kem: default features; cargo profile release of \
                        the workspace",
    }
}

/// hqc-kem makes the same test at run time before each product of polynomials; the other two
/// crates and `keccak` hold no code of their own for x86.
#[cfg(target_arch = "x86_64")]
fn back_end() -> &'static str {
    if std::is_x86_feature_detected!("pclmulqdq") {
        "ml-kem and ml-dsa: portable; hqc-kem: PCLMULQDQ for products of polynomials, the rest \
         portable"
    } else {
        "portable"
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn back_end() -> &'static str {
    "portable, as far as the crates' sources tell; keccak uses the SHA-3 instructions of aarch64 \
     where the processor has them"
}

/// The bytes as a fixed-size array of the library, or an error that names them.
fn exactly<'a, T: ?Sized>(
    what: &'static str,
    bytes: &'a [u8],
    expected: usize,
) -> Result<&'a T, ContractError>
where
    &'a T: TryFrom<&'a [u8]>,
{
    let actual = bytes.len();
    bytes.try_into().map_err(|_| ContractError::InvalidLength {
        what,
        expected,
        actual,
    })
}
