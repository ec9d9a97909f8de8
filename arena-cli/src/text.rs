//! Text for people: lines that fit a terminal of 80 columns, and colours where they are wanted.

use arena_core::pins::Package;
use std::env;
use std::io::{self, IsTerminal};

/// The width that every terminal has.
pub(crate) const WIDTH: usize = 80;

/// Whether a stream is a terminal that can do more than write line by line.
pub(crate) fn is_terminal(stream: &impl IsTerminal) -> bool {
    let dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
    stream.is_terminal() && !dumb
}

/// Colours, if standard output is a terminal and `NO_COLOR` is not set.
pub(crate) struct Paint {
    on: bool,
}

impl Paint {
    /// Colours as they suit standard output.
    pub(crate) fn for_stdout() -> Paint {
        let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Paint {
            on: is_terminal(&io::stdout()) && !unwanted,
        }
    }

    /// For headings.
    pub(crate) fn bold(&self, text: &str) -> String {
        self.with("1", text)
    }

    /// Green.
    pub(crate) fn good(&self, text: &str) -> String {
        self.with("32", text)
    }

    /// Yellow.
    pub(crate) fn warn(&self, text: &str) -> String {
        self.with("33", text)
    }

    /// Red.
    pub(crate) fn bad(&self, text: &str) -> String {
        self.with("31", text)
    }

    fn with(&self, code: &str, text: &str) -> String {
        if self.on {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}

/// The text in lines of at most `width` characters, broken between words. A longer word is cut.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let characters: Vec<char> = word.chars().collect();
        for part in characters.chunks(width) {
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + part.len() <= width => {
                    line.push(' ');
                    line.extend(part);
                }
                _ => lines.push(part.iter().collect()),
            }
        }
    }
    lines
}

/// Where measured code comes from: a package, or what a user brought.
pub(crate) fn package(package: &Package) -> String {
    let Package {
        name,
        version,
        upstream,
        checksum,
        licence,
        origin,
        ..
    } = package;
    let Some(origin) = origin else {
        return format!("{name} {version} ({upstream}), {licence}");
    };
    let sum: String = checksum.chars().take("sha256:".len() + 16).collect();
    let mut text = format!("{name} {version}: {}, {sum}", origin.what());
    let versions = origin.versions();
    if !versions.is_empty() {
        text += &format!(", {versions}");
    }
    if licence == arena_core::pins::UNKNOWN_LICENCE {
        text + "; licence not looked at"
    } else {
        format!("{text}; {licence}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_core::origin::Origin;
    use arena_core::origin::{OriginKind, PlaceClass};

    #[test]
    fn lines_break_between_words_and_long_words_are_cut() {
        assert_eq!(wrapped("aa bb cc", 5), ["aa bb", "cc"]);
        assert_eq!(wrapped("aa bb cc", 8), ["aa bb cc"]);
        assert_eq!(wrapped("a bcdefgh i", 3), ["a", "bcd", "efg", "h i"]);
        assert_eq!(wrapped("ä ö ü", 3), ["ä ö", "ü"]);
        assert_eq!(wrapped(" \n", 5), Vec::<String>::new());
    }

    #[test]
    fn what_a_user_brought_is_told_from_a_package() {
        let pinned = Package {
            ecosystem: "cargo".to_owned(),
            name: "openssl-src".to_owned(),
            version: "300.5.5".to_owned(),
            checksum: format!("sha256:{}", "0a".repeat(32)),
            upstream: "OpenSSL 3.5.5".to_owned(),
            licence: "Apache-2.0".to_owned(),
            build_options: String::new(),
            origin: None,
        };
        assert_eq!(
            package(&pinned),
            "openssl-src 300.5.5 (OpenSSL 3.5.5), Apache-2.0"
        );
        let own = Package {
            licence: arena_core::pins::UNKNOWN_LICENCE.to_owned(),
            origin: Some(Origin {
                kind: OriginKind::Library,
                place: PlaceClass::LocalPrefix,
                header_version: Some("3.5.9".to_owned()),
                revision: None,
            }),
            ..pinned
        };
        assert_eq!(
            package(&own),
            "openssl-src 300.5.5: installed library in /usr/local or /opt, sha256:0a0a0a0a0a0a0a0a, headers 3.5.9; licence not looked at"
        );
    }

    #[test]
    fn no_codes_without_colour() {
        assert_eq!(Paint { on: false }.bad("x"), "x");
        assert_eq!(Paint { on: true }.bad("x"), "\x1b[31mx\x1b[0m");
    }
}
