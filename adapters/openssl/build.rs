//! Builds OpenSSL's static `libcrypto` from the sources in `openssl-src` and links it.
//!
//! OpenSSL chooses its own flags: `-O3`, and the frame pointer left out. `openssl-src` puts those
//! of the `cc` crate after them, which are `-O2` and, when the cargo profile asks for debug
//! information, `-fno-omit-frame-pointer`. What is measured shall be a default build of OpenSSL,
//! so `cc` is told to give no flags.
//!
//! `arena build openssl --from PREFIX` links an installed OpenSSL instead.

#[path = "../own.rs"]
mod own;

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../own.rs");
    if own::linked("OPENSSL") {
        return;
    }
    // SAFETY: this is the only thread of the build script, so nothing else reads or writes the
    // environment at the same time.
    unsafe { env::set_var("CRATE_CC_NO_DEFAULTS", "1") };
    let openssl = openssl_src::Build::new().build();
    println!(
        "cargo:rustc-link-search=native={}",
        openssl.lib_dir().display()
    );
    println!("cargo:rustc-link-lib=static=crypto");
}
