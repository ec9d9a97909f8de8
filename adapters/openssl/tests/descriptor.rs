//! What OpenSSL says of itself must be what the adapter's files say.
#![allow(missing_docs, clippy::unwrap_used)]

#[test]
fn it_is_the_pinned_version_with_assembly_and_openssls_own_flags() {
    let descriptor = adapter_openssl::descriptor().unwrap();
    let declared = format!("version = \"{}\"", descriptor.version);
    assert!(
        include_str!("../adapter.toml").contains(&declared),
        "{declared}"
    );
    assert!(
        descriptor.build_options.contains(" -O3 "),
        "{}",
        descriptor.build_options
    );
    for foreign in [" -O2", " -fno-omit-frame-pointer"] {
        assert!(
            !descriptor.build_options.contains(foreign),
            "{}",
            descriptor.build_options
        );
    }
    if cfg!(target_arch = "x86_64") {
        assert!(
            descriptor.back_end.contains("OPENSSL_ia32cap"),
            "{}",
            descriptor.back_end
        );
    }
}
