//! Nothing, if the package's AWS-LC is measured: `aws-lc-sys` builds and links it. `arena build aws-lc --from PREFIX` links an
//! installed AWS-LC instead. The package's declarations have a prefix before every name, so those of an installed one come from
//! its own headers.

#[path = "../own.rs"]
mod own;
#[cfg(feature = "own")]
#[path = "../own_declarations.rs"]
mod own_declarations;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../own.rs");
    println!("cargo:rerun-if-changed=../own_declarations.rs");
    own::linked("AWS_LC");
    #[cfg(feature = "own")]
    declare();
}

/// Writes `declarations.rs`.
#[cfg(feature = "own")]
fn declare() {
    let from = own::path("AWS_LC", "FROM").expect("NEXUSQ_AWS_LC_FROM; `arena build` sets it");
    own_declarations::write(
        &from.join("include"),
        &[
            "openssl/crypto.h",
            "openssl/err.h",
            "openssl/evp.h",
            "openssl/mem.h",
            "openssl/experimental/kem_deterministic_api.h",
        ],
        "CRYPTO_has_asm|FIPS_mode|OpenSSL_version|OPENSSL_cleanse|ERR_(get|clear)_error|EVP_(DigestSign|DigestVerify|MD_CTX|PKEY)_?.*",
        "OPENSSL_VERSION|NID_(ML|kem|PQDSA).*|EVP_PKEY_(KEM|PQDSA)|EVP_R_INVALID_SIGNATURE",
    );
}
