//! What Botan says about itself, and what the processor says about the back end.

use crate::ffi;
use nexusq_contract::Descriptor;

/// The descriptor of the library that is linked in, on this processor.
pub(crate) fn descriptor() -> Descriptor {
    Descriptor {
        id: "botan",
        name: "Botan",
        version: version(),
        language: "C++",
        back_end: back_end(),
        rng: "System_RNG (`system`, the default of the C interface): the operating system's \
              generator, getrandom on Linux",
        keygen_self_test: false,
        build_options: if cfg!(nexusq_own) {
            "an own build; the options of the library are not known"
        } else {
            "defaults of Botan's configure script (-O3, no amalgamation) without the modules that \
             adapters/botan/build.rs lists"
        },
    }
}

/// The number that the library reports, for example `3.13.0`.
fn version() -> &'static str {
    let (major, minor) = (ffi::botan_version_major(), ffi::botan_version_minor());
    // One short string for the life of the process.
    format!("{major}.{minor}.{}", ffi::botan_version_patch()).leak()
}

/// The C interface doesn't tell which code Botan chooses. It chooses by the processor's feature
/// bits at every call, so the same bits are read here.
#[cfg(target_arch = "x86_64")]
fn back_end() -> &'static str {
    use std::arch::is_x86_feature_detected as has;
    // What Botan asks for before it uses AVX-512 anywhere.
    let avx512 = has!("avx512f")
        && has!("avx512dq")
        && has!("avx512bw")
        && has!("avx512vl")
        && has!("avx512ifma")
        && has!("avx512vbmi")
        && has!("avx512vbmi2")
        && has!("avx512bitalg");
    match (avx512, has!("bmi1") && has!("bmi2")) {
        (true, _) => {
            "portable C++ for polynomials; Keccak with AVX-512, one state at a time; inferred from \
             CPUID, the bits Botan tests itself"
        }
        (false, true) => {
            "portable C++ for polynomials; Keccak with BMI2, one state at a time; inferred from \
             CPUID, the bits Botan tests itself"
        }
        (false, false) => "portable C++; inferred from CPUID: neither AVX-512 nor BMI2",
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn back_end() -> &'static str {
    "portable C++ for polynomials; Keccak as Botan chooses it for this processor, not known further"
}
