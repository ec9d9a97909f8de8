//! What liboqs says of itself must be what the adapter's files say.
#![allow(missing_docs)]

#[test]
fn it_is_the_declared_version() {
    let descriptor = adapter_liboqs::descriptor();
    let declared = format!("version = \"{}\"", descriptor.version);
    assert!(
        include_str!("../adapter.toml").contains(&declared),
        "{declared}"
    );
}
