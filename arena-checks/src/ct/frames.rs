//! Calls as people name them: functions without what generic code puts into their names, source files from
//! their package on.

use super::xml::RawFrame;
use std::path::Path;

/// Where the arena's own code that performs operations lives. Its callers are of no interest.
const HARNESS: &str = "arena-runner/src/";
/// The standard library of Rust as the compiler names its files, and a package whose functions do nothing but call
/// closures. Neither is where something is decided.
const PLUMBING: [&str; 2] = ["library/", "hybrid-array-"];
/// What valgrind says of an inlined function whose name the debug information doesn't tell.
const UNKNOWN: &str = "UnknownInlinedFun";

/// A call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// The function without generic arguments; empty if it is not known.
    pub function: String,
    /// The source file from its package on, or the program or library if that is all that is known.
    pub source: String,
    /// The line in it.
    pub line: Option<u32>,
}

impl Frame {
    /// A call as memcheck wrote it. `root` is the folder of the workspace.
    pub fn of(raw: &RawFrame, root: &Path) -> Frame {
        let function = match raw.function.as_str() {
            UNKNOWN => String::new(),
            name => plain_name(name),
        };
        let source = if raw.file.is_empty() {
            last_component(&raw.object).to_owned()
        } else {
            source(&raw.folder, &raw.file, &root.to_string_lossy())
        };
        Frame {
            function,
            source,
            line: raw.line,
        }
    }

    /// Whether it is the arena's own code.
    pub fn is_harness(&self) -> bool {
        self.source.starts_with(HARNESS)
    }

    /// Whether it is code that stands between a function and a closure of it.
    pub fn is_plumbing(&self) -> bool {
        PLUMBING.iter().any(|start| self.source.starts_with(start))
    }

    /// Whether its name tells a reader something.
    pub fn is_named(&self) -> bool {
        !self.function.is_empty() && !self.function.starts_with('{')
    }

    /// `source:line`.
    pub fn location(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}", self.source),
            None => self.source.clone(),
        }
    }
}

/// A demangled name without generic arguments and without the hash that Rust's older mangling adds:
/// `sample_ntt<shake::ShakeReader<168>>` is `sample_ntt`, `<a::B<C> as d::E<F>>::g` is `<a::B as d::E>::g`.
pub fn plain_name(name: &str) -> String {
    let (qualified, start) = match name.strip_prefix('<') {
        Some(rest) => (true, rest),
        None => (false, name),
    };
    let mut plain = String::with_capacity(name.len());
    if qualified {
        plain.push('<');
    }
    // How many brackets are open that are not written; the one of `<A as B>` is.
    let mut depth = 0usize;
    let mut open = qualified;
    let mut before = ' ';
    for c in start.chars() {
        match c {
            '<' => depth += 1,
            '>' if before == '-' && depth == 0 => plain.push(c),
            '>' if before == '-' => {}
            '>' if depth > 0 => depth -= 1,
            '>' if open => {
                open = false;
                plain.push(c);
            }
            _ if depth == 0 => plain.push(c),
            _ => {}
        }
        before = c;
    }
    let plain = plain.replace("::::", "::");
    without_hash(&plain).to_owned()
}

fn without_hash(name: &str) -> &str {
    match name.rsplit_once("::h") {
        Some((path, hash)) if hash.len() == 16 && hash.chars().all(|c| c.is_ascii_hexdigit()) => {
            path
        }
        _ => name,
    }
}

/// The path of a source file from its package on.
pub(crate) fn source(folder: &str, file: &str, root: &str) -> String {
    let path = if file.starts_with('/') || folder.is_empty() {
        file.to_owned()
    } else {
        format!("{}/{file}", folder.trim_end_matches('/'))
    };
    // Packages of a registry, the compiler's library, what a build script made: each after a folder
    // whose name differs from machine to machine.
    for marker in ["/registry/src/", "/rustc/", "/build/"] {
        if let Some((_, rest)) = path.split_once(marker)
            && let Some((_, rest)) = rest.split_once('/')
        {
            return rest.to_owned();
        }
    }
    match path.strip_prefix(root) {
        Some(rest) if !root.is_empty() => rest.trim_start_matches('/').to_owned(),
        _ => from_workspace(&path),
    }
}

/// A runner may have been built in another folder than the one it is asked in.
fn from_workspace(path: &str) -> String {
    for member in ["/arena-runner/src/", "/nexusq-", "/adapters/"] {
        if let Some(at) = path.find(member) {
            return path.get(at + 1..).unwrap_or(path).to_owned();
        }
    }
    path.to_owned()
}

fn last_component(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Whether a text is what a pattern says, in which `*` stands for any characters.
pub fn glob(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    if !pattern.contains('*') {
        return rest.is_empty();
    }
    let parts: Vec<&str> = parts.collect();
    let Some((last, between)) = parts.split_last() else {
        return true;
    };
    for part in between {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Whether a function's name is what a pattern says: all of it, or all from some `::` on.
pub fn names_function(pattern: &str, function: &str) -> bool {
    glob(pattern, function) || glob(&format!("*::{pattern}"), function)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_what_generic_code_puts_into_them() {
        for (name, plain) in [
            ("sample_ntt<shake::ShakeReader<168>>", "sample_ntt"),
            (
                "<a::B<C> as d::E<F, G<H>>>::unpack",
                "<a::B as d::E>::unpack",
            ),
            ("a::b::<impl a::C for D<E>>::f", "a::b::f"),
            ("{closure#0}<typenum::UInt<A, B>>", "{closure#0}"),
            ("call<fn(u8) -> a::B<C>>", "call"),
            (
                "ml_dsa::sampling::rej_ntt_poly::h0123456789abcdef",
                "ml_dsa::sampling::rej_ntt_poly",
            ),
            ("ml_dsa::h", "ml_dsa::h"),
            ("mlk_rej_uniform.constprop.0", "mlk_rej_uniform.constprop.0"),
            (
                "Botan::Poly<T>::sample(unsigned char const*)",
                "Botan::Poly::sample(unsigned char const*)",
            ),
            ("<unclosed", "<unclosed"),
            ("", ""),
        ] {
            assert_eq!(plain_name(name), plain, "{name}");
        }
    }

    #[test]
    fn sources_start_at_their_package() {
        let registry = "/home/x/.cargo/registry/src/index.crates.io-1949/ml-dsa-0.1.2";
        for (folder, file, expected) in [
            (registry, "src/encode.rs", "ml-dsa-0.1.2/src/encode.rs"),
            (
                "/rustc/5980",
                "library/core/src/option.rs",
                "library/core/src/option.rs",
            ),
            ("/w/nexusq-v2/src", "secret.rs", "nexusq-v2/src/secret.rs"),
            (
                "/elsewhere/arena-runner/src",
                "kem.rs",
                "arena-runner/src/kem.rs",
            ),
            (
                "/t/release/build/oqs-sys-1/out/build",
                "kem.c",
                "out/build/kem.c",
            ),
            ("", "sampling.c", "sampling.c"),
            ("/usr/src", "/abs/x.c", "/abs/x.c"),
        ] {
            assert_eq!(source(folder, file, "/w"), expected);
        }
    }

    #[test]
    fn a_frame_without_a_source_is_named_by_its_object() {
        let raw = RawFrame {
            object: "/usr/lib/libc.so.6".to_owned(),
            function: "UnknownInlinedFun".to_owned(),
            ..RawFrame::default()
        };
        let frame = Frame::of(&raw, Path::new("/w"));
        assert_eq!(
            (frame.location().as_str(), frame.is_named()),
            ("libc.so.6", false)
        );
    }

    #[test]
    fn patterns() {
        for (pattern, text, matches) in [
            ("a", "a", true),
            ("a", "ab", false),
            ("a*", "ab", true),
            ("*b", "ab", true),
            ("*", "", true),
            ("a*c*e", "abcde", true),
            ("a*c*e", "abde", false),
            ("aa*a", "aa", false),
            ("", "a", false),
        ] {
            assert_eq!(glob(pattern, text), matches, "{pattern} {text}");
        }
        assert!(names_function(
            "rej_ntt_poly",
            "ml_dsa::sampling::rej_ntt_poly"
        ));
        assert!(names_function("unpack", "<A as B>::unpack"));
        assert!(!names_function("poly", "ml_dsa::sampling::rej_ntt_poly"));
        assert!(!names_function("unpack", "unpack_all"));
    }
}
