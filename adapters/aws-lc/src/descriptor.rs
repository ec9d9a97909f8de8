//! What AWS-LC says about itself, and what the processor says about the back end.

use crate::sys::{CRYPTO_has_asm, FIPS_mode, OPENSSL_VERSION, OpenSSL_version};
use nexusq_contract::Descriptor;
use std::ffi::CStr;

/// The descriptor of the library that is linked in, on this processor.
pub(crate) fn descriptor() -> Descriptor {
    Descriptor {
        id: "aws-lc",
        name: "AWS-LC",
        version: version(),
        language: "C and assembly",
        back_end: back_end(),
        rng: "RAND_bytes: AES-256 CTR_DRBG per thread, seeded from CPU jitter and the operating \
              system, with fresh RDRAND output in each call where the processor has it",
        // SAFETY: takes nothing and returns a constant of the build.
        keygen_self_test: unsafe { FIPS_mode() } == 1,
        build_options: if cfg!(nexusq_own) {
            "an own build; the options of the library are not known"
        } else {
            "aws-lc-sys with its cc builder: -O3, assembly on, no FIPS mode"
        },
    }
}

/// `5.12.0`: AWS-LC reports its name before the number.
fn version() -> &'static str {
    // SAFETY: the function returns a string constant of the library, which ends with a zero.
    let text = unsafe { CStr::from_ptr(OpenSSL_version(OPENSSL_VERSION)) };
    let text = text.to_str().unwrap_or("not UTF-8");
    text.strip_prefix("AWS-LC ").unwrap_or(text)
}

/// AWS-LC asks for AVX2, in ML-KEM also for BMI2, at every call of a vector routine. It has no
/// call that tells the answer, so the same bits of the processor are read here.
fn back_end() -> &'static str {
    // SAFETY: takes nothing and returns a constant of the build.
    if unsafe { CRYPTO_has_asm() } == 0 {
        return "portable C: AWS-LC was built without assembly (CRYPTO_has_asm)";
    }
    match processor() {
        Vectors::Avx2 => {
            "AVX2 assembly of mlkem-native and mldsa-native, Keccak of s2n-bignum (four-fold AVX2, \
             single scalar); inferred from CRYPTO_has_asm and CPUID, the bits AWS-LC tests itself"
        }
        Vectors::None => {
            "C code of mlkem-native and mldsa-native, scalar Keccak of s2n-bignum; inferred from \
             CPUID: no AVX2 and BMI2"
        }
        Vectors::Unknown => "assembly as AWS-LC chooses it for this processor; not known further",
    }
}

enum Vectors {
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    Avx2,
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    None,
    #[cfg_attr(target_arch = "x86_64", expect(dead_code))]
    Unknown,
}

#[cfg(target_arch = "x86_64")]
fn processor() -> Vectors {
    let both =
        std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("bmi2");
    if both { Vectors::Avx2 } else { Vectors::None }
}

#[cfg(not(target_arch = "x86_64"))]
fn processor() -> Vectors {
    Vectors::Unknown
}
