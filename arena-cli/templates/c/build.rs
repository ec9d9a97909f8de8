//! Compiles the library and links it. For an installed library print `cargo:rustc-link-search` and `cargo:rustc-link-lib`
//! instead; for one that brings its own build system, run that here.

fn main() {
    println!("cargo:rerun-if-changed=c");
    // The flags that the library's own build would give. They are the same in every profile of cargo.
    cc::Build::new()
        .file("c/library.c")
        .include("c")
        .opt_level(3)
        .compile("@SYMBOL@");
}
