//! What this build of liboqs says of itself.

use crate::sys::{OQS_init, OQS_version};
use core::ffi::CStr;
use nexusq_contract::Descriptor;

/// Starts liboqs and collects the facts about it.
pub fn descriptor() -> Descriptor {
    // SAFETY: the call may be made at any time and any number of times.
    unsafe { OQS_init() };
    // SAFETY: the answer is a static, null-terminated string.
    let version = unsafe { CStr::from_ptr(OQS_version()) };
    Descriptor {
        id: "liboqs",
        name: "liboqs",
        version: version.to_str().unwrap_or("not UTF-8"),
        language: "C",
        back_end: back_end().leak(),
        rng: if cfg!(nexusq_own) {
            "OQS_randombytes, as this build of liboqs has it"
        } else {
            "OQS_randombytes, algorithm \"system\": getentropy on Linux, a system call each time"
        },
        keygen_self_test: false,
        build_options: if cfg!(nexusq_own) {
            "an own build; the options of the library are not known"
        } else {
            "OQS_DIST_BUILD=Yes OQS_USE_OPENSSL=No OQS_BUILD_ONLY_LIB=Yes \
            OQS_ENABLE_KEM_ML_KEM=Yes OQS_ENABLE_SIG_ML_DSA=Yes, all other algorithms No; \
            CMAKE_BUILD_TYPE=Release (-O3 -fomit-frame-pointer); \
            Keccak: XKCP, in liboqs itself"
        },
    }
}

/// Says which code runs, by the test that liboqs makes in every call.
#[cfg(all(
    feature = "packaged",
    target_arch = "x86_64",
    any(target_os = "linux", target_os = "macos")
))]
fn back_end() -> String {
    use oqs_sys::common::{
        OQS_CPU_EXT, OQS_CPU_has_extension, OQS_DIST_BUILD, OQS_ENABLE_KEM_ml_kem_512_x86_64,
        OQS_ENABLE_KEM_ml_kem_768_x86_64, OQS_ENABLE_KEM_ml_kem_1024_x86_64,
        OQS_ENABLE_SHA3_xkcp_low_avx2, OQS_ENABLE_SIG_ml_dsa_44_avx2,
        OQS_ENABLE_SIG_ml_dsa_65_avx2, OQS_ENABLE_SIG_ml_dsa_87_avx2,
    };
    // liboqs's configuration header defines these only if the AVX2 code and the choice at run
    // time are compiled in, so a build without them stops here.
    const _: [u32; 8] = [
        OQS_DIST_BUILD,
        OQS_ENABLE_KEM_ml_kem_512_x86_64,
        OQS_ENABLE_KEM_ml_kem_768_x86_64,
        OQS_ENABLE_KEM_ml_kem_1024_x86_64,
        OQS_ENABLE_SIG_ml_dsa_44_avx2,
        OQS_ENABLE_SIG_ml_dsa_65_avx2,
        OQS_ENABLE_SIG_ml_dsa_87_avx2,
        OQS_ENABLE_SHA3_xkcp_low_avx2,
    ];
    let has = |extension| {
        // SAFETY: any value of the enumeration is allowed.
        unsafe { OQS_CPU_has_extension(extension) != 0 }
    };
    let avx2 = has(OQS_CPU_EXT::OQS_CPU_EXT_AVX2);
    let popcnt = has(OQS_CPU_EXT::OQS_CPU_EXT_POPCNT);
    let bmi2 = has(OQS_CPU_EXT::OQS_CPU_EXT_BMI2);
    let name = |fast| if fast { "AVX2" } else { "portable C" };
    format!(
        "ML-KEM (mlkem-native): {}; ML-DSA (pqcrystals): {}; Keccak (XKCP): {}; \
         by OQS_CPU_has_extension, which liboqs asks in every call",
        name(avx2 && bmi2 && popcnt),
        name(avx2 && popcnt),
        name(avx2),
    )
}

/// Elsewhere, and in own builds, the choice has not been looked into.
#[cfg(not(all(
    feature = "packaged",
    target_arch = "x86_64",
    any(target_os = "linux", target_os = "macos")
)))]
fn back_end() -> String {
    let text = if cfg!(feature = "packaged") {
        "chosen by liboqs at run time (OQS_DIST_BUILD); which code that is, is not known here"
    } else {
        "as this build of liboqs has it; which code that is, is not known here"
    };
    text.to_owned()
}
