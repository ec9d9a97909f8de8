//! Nothing, if the package's liboqs is measured: `oqs-sys` builds and links it. `arena build liboqs --from PREFIX` links an
//! installed liboqs instead; its declarations come from its own headers, since structures differ between versions.

#[path = "../own.rs"]
mod own;
#[cfg(feature = "own")]
#[path = "../own_declarations.rs"]
mod own_declarations;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../own.rs");
    println!("cargo:rerun-if-changed=../own_declarations.rs");
    own::linked("LIBOQS");
    #[cfg(feature = "own")]
    declare();
}

/// Writes `declarations.rs`.
#[cfg(feature = "own")]
fn declare() {
    let from = own::path("LIBOQS", "FROM").expect("NEXUSQ_LIBOQS_FROM; `arena build` sets it");
    own_declarations::write(
        &from.join("include"),
        &["oqs/oqs.h"],
        "OQS_(init|version|MEM_cleanse|(KEM|SIG)_(new|free|keypair|keypair_derand|encaps|decaps|sign|verify|sign_with_ctx_str|verify_with_ctx_str))",
        "",
    );
}
