//! The list of what may depend on a secret, because the standard makes it public: `data/public.toml`.
//!
//! An entry names functions and a reason. What no entry covers is a finding. An entry that covers nothing
//! in a whole run is told too: it may have gone stale.

use super::frames::{Frame, glob, names_function};
use super::places::{Kind, Stack};
use arena_runner::message::Operation;
use serde::Deserialize;

/// The list that is compiled in.
const LIST: &str = include_str!("../../data/public.toml");

/// A list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublicList {
    /// Its entries; the first that covers a place counts.
    #[serde(rename = "public")]
    pub entries: Vec<Entry>,
}

/// One thing that is public.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its name.
    pub id: String,
    /// What is public, and why.
    pub reason: String,
    /// Where the standard says so.
    pub reference: String,
    /// The algorithm it is about.
    pub algorithm: String,
    /// Which operations it is about.
    pub operations: Vec<Operation>,
    /// Implementations, by patterns of their ids.
    #[serde(default = "any")]
    pub implementations: Vec<String>,
    /// Branches, indices or both.
    #[serde(default = "branches_and_indices")]
    pub kinds: Vec<Kind>,
    /// Where: a place is covered if it fits one of these.
    pub places: Vec<Pattern>,
}

/// What is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Looked<'a> {
    /// The implementation's id.
    pub implementation: &'a str,
    /// The algorithm's id.
    pub algorithm: &'a str,
    /// The operation.
    pub operation: Operation,
}

/// A place in code. Every field that is given must fit.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pattern {
    /// A call of this function is on the stack. If all that this function does is done with public values, what it
    /// calls is covered too.
    pub function: String,
    /// Nothing but the function itself, its closures, and what stands between it and them.
    #[serde(default)]
    pub itself: bool,
    /// The source of that call, `file` or `file:line`; of the innermost call where `itself` is given.
    pub source: Option<String>,
    /// That call was made by this function, directly or not.
    pub within: Option<String>,
}

fn any() -> Vec<String> {
    vec!["*".to_owned()]
}

fn branches_and_indices() -> Vec<Kind> {
    vec![Kind::Branch, Kind::Index]
}

impl PublicList {
    /// The list that comes with the arena.
    ///
    /// # Errors
    /// It is malformed; a test keeps that from happening.
    pub fn read() -> Result<PublicList, String> {
        PublicList::parse(LIST)
    }

    /// Reads a list.
    ///
    /// # Errors
    /// In words: it is malformed, or two entries have the same name.
    pub fn parse(text: &str) -> Result<PublicList, String> {
        let list: PublicList =
            toml::from_str(text).map_err(|error| format!("public.toml: {error}"))?;
        for (index, entry) in list.entries.iter().enumerate() {
            if list
                .entries
                .iter()
                .take(index)
                .any(|other| other.id == entry.id)
            {
                return Err(format!("public.toml: there are two entries `{}`", entry.id));
            }
        }
        Ok(list)
    }

    /// The entry that covers a place, if one does.
    pub fn covering(&self, subject: &Looked<'_>, stack: &Stack) -> Option<&Entry> {
        self.entries
            .iter()
            .find(|entry| entry.covers(subject, stack))
    }
}

impl Entry {
    fn covers(&self, subject: &Looked<'_>, stack: &Stack) -> bool {
        self.concerns(subject)
            && self.kinds.contains(&stack.kind)
            && self.places.iter().any(|place| place.fits(&stack.frames))
    }

    /// Whether it is about such an implementation and operation, so that it could cover something there.
    pub fn concerns(&self, subject: &Looked<'_>) -> bool {
        self.algorithm == subject.algorithm
            && self.operations.contains(&subject.operation)
            && self
                .implementations
                .iter()
                .any(|pattern| glob(pattern, subject.implementation))
    }
}

impl Pattern {
    pub(crate) fn fits(&self, frames: &[Frame]) -> bool {
        frames.iter().enumerate().any(|(index, frame)| {
            let (inner, outer) = frames.split_at(index);
            let outer = outer.get(1..).unwrap_or_default();
            names_function(&self.function, &frame.function)
                && self.fits_source(inner, frame)
                && (!self.itself || inner.iter().all(is_part))
                && self.within.as_ref().is_none_or(|name| {
                    outer
                        .iter()
                        .any(|frame| names_function(name, &frame.function))
                })
        })
    }

    fn fits_source(&self, inner: &[Frame], frame: &Frame) -> bool {
        let Some(source) = &self.source else {
            return true;
        };
        let innermost = inner.iter().find(|frame| !frame.is_plumbing());
        let at = if self.itself {
            innermost.unwrap_or(frame)
        } else {
            frame
        };
        glob(source, &at.source) || glob(source, &at.location())
    }
}

/// Whether a call counts as part of the function that it was inlined into.
fn is_part(frame: &Frame) -> bool {
    frame.is_plumbing() || !frame.is_named()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn frame(function: &str, location: &str) -> Frame {
        let (source, line) = location.rsplit_once(':').unwrap();
        Frame {
            function: function.to_owned(),
            source: source.to_owned(),
            line: line.parse().ok(),
        }
    }

    fn stack(kind: Kind, frames: &[(&str, &str)]) -> Stack {
        Stack {
            kind,
            count: 1,
            frames: frames.iter().map(|(f, l)| frame(f, l)).collect(),
        }
    }

    fn list(places: &str) -> PublicList {
        let text = format!(
            "[[public]]\nid = 'x'\nreason = 'r'\nreference = 'f'\nalgorithm = 'ml-dsa'\noperations = ['sign']\nimplementations = ['nexusq-*']\nkinds = ['branch']\nplaces = [{places}]\n"
        );
        PublicList::parse(&text).unwrap()
    }

    const SIGN: Looked<'_> = Looked {
        implementation: "nexusq-v2",
        algorithm: "ml-dsa",
        operation: Operation::Sign,
    };

    fn covered(list: &PublicList, frames: &[(&str, &str)]) -> bool {
        list.covering(&SIGN, &stack(Kind::Branch, frames)).is_some()
    }

    const CHAIN: [(&str, &str); 4] = [
        ("", "library/core/src/option.rs:1"),
        ("{closure#0}", "d/src/encode.rs:61"),
        ("<P as d::BitPack>::pack", "d/src/encode.rs:58"),
        ("d::Signature::encode", "d/src/lib.rs:109"),
    ];

    #[test]
    fn a_function_covers_what_it_calls_and_no_other_does() {
        assert!(covered(&list("{ function = 'Signature::encode' }"), &CHAIN));
        assert!(covered(&list("{ function = 'pack' }"), &CHAIN));
        assert!(!covered(&list("{ function = 'unpack' }"), &CHAIN));
        assert!(!covered(&list("{ function = 'pack' }"), &[]));
    }

    #[test]
    fn itself_leaves_out_what_the_function_calls() {
        let own = "{ function = 'pack', itself = true }";
        assert!(covered(&list(own), &CHAIN));
        let outer = "{ function = 'encode', itself = true }";
        assert!(!covered(&list(outer), &CHAIN));
    }

    #[test]
    fn source_and_caller_narrow_it_down() {
        for (places, expected) in [
            ("{ function = 'pack', source = 'd/src/encode.rs' }", true),
            ("{ function = 'pack', source = 'd/src/encode.rs:58' }", true),
            (
                "{ function = 'pack', source = 'd/src/encode.rs:61' }",
                false,
            ),
            (
                "{ function = 'pack', itself = true, source = 'd/src/encode.rs:61' }",
                true,
            ),
            ("{ function = 'pack', source = 'd/src/lib.rs' }", false),
            ("{ function = 'pack', within = 'encode' }", true),
            ("{ function = 'pack', within = 'to_expanded' }", false),
            ("{ function = 'encode', within = 'pack' }", false),
        ] {
            assert_eq!(covered(&list(places), &CHAIN), expected, "{places}");
        }
    }

    #[test]
    fn kind_operation_algorithm_and_implementation_must_fit() {
        let list = list("{ function = 'pack' }");
        let branch = stack(Kind::Branch, &CHAIN);
        let index = stack(Kind::Index, &CHAIN);
        assert!(list.covering(&SIGN, &branch).is_some());
        assert!(list.covering(&SIGN, &index).is_none());
        for other in [
            Looked {
                implementation: "botan",
                ..SIGN
            },
            Looked {
                algorithm: "ml-kem",
                ..SIGN
            },
            Looked {
                operation: Operation::Keygen,
                ..SIGN
            },
        ] {
            assert!(list.covering(&other, &branch).is_none(), "{other:?}");
        }
    }

    #[test]
    fn the_list_of_the_arena_is_sound() {
        let list = PublicList::read().unwrap();
        let ids: BTreeSet<&str> = list.entries.iter().map(|entry| entry.id.as_str()).collect();
        assert!(!ids.is_empty());
        for entry in &list.entries {
            let id = &entry.id;
            assert!(
                !entry.places.is_empty() && !entry.operations.is_empty(),
                "{id}"
            );
            assert!(
                entry.reference.contains("FIPS 20"),
                "{id}: no section of a standard"
            );
            assert!(entry.reason.len() > 40, "{id}: no reason");
            assert!(
                ["ml-kem", "ml-dsa"].contains(&entry.algorithm.as_str()),
                "{id}"
            );
            for kind in &entry.kinds {
                assert!(matches!(kind, Kind::Branch | Kind::Index), "{id}");
            }
            for place in &entry.places {
                let letters = place.function.chars().filter(|c| *c != '*').count();
                assert!(letters >= 4, "{id}: `{}` covers too much", place.function);
            }
        }
    }

    #[test]
    fn two_entries_of_one_name_are_refused() {
        let one = "[[public]]\nid = 'x'\nreason = 'r'\nreference = 'f'\nalgorithm = 'ml-dsa'\noperations = []\nplaces = []\n";
        assert!(PublicList::parse(one).is_ok());
        let error = PublicList::parse(&one.repeat(2)).unwrap_err();
        assert!(error.contains("two entries `x`"), "{error}");
    }
}
