//! Who is answering: the facts about an implementation that only the running program knows.

/// Facts about an implementation as the running program finds them. Where it was taken from
/// (package, checksum, upstream release, licence) stands in the pins of the adapter's folder in
/// `vendor/`; a record holds both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Descriptor {
    /// The implementation's id, as in its `adapter.toml`, for example `openssl`.
    pub id: &'static str,
    /// Its name for people, for example `OpenSSL`.
    pub name: &'static str,
    /// The version that the library itself reports at run time; where a library can't tell, the
    /// version of the package that was compiled in.
    pub version: &'static str,
    /// The language of the code that is measured, for example `C`.
    pub language: &'static str,
    /// The back end in use on this processor, for example `portable`, `AVX2`, `AVX-512`, and how
    /// far that is known.
    pub back_end: &'static str,
    /// The random number generator used when the caller gives no randomness.
    pub rng: &'static str,
    /// Whether key generation runs a pairwise consistency test before it returns.
    pub keygen_self_test: bool,
    /// Options the library was built with, in the words of its build system.
    pub build_options: &'static str,
}
