//! The places in an implementation where something depends on a secret: what memcheck counted, without the
//! arena's own calls around it.

use super::frames::Frame;
use super::xml::MemcheckError;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// How many callers are told beside the function itself.
const TOLD_CALLERS: usize = 3;

/// What depends on a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Which instruction comes next.
    Branch,
    /// Which memory is read or written.
    Index,
    /// What a system call is told.
    SystemCall,
    /// An error of memory that has nothing to do with secrets.
    Memory,
}

impl Kind {
    /// Memcheck's name for an error.
    pub fn of(name: &str) -> Kind {
        match name {
            "UninitCondition" => Kind::Branch,
            "UninitValue" => Kind::Index,
            "SyscallParam" => Kind::SystemCall,
            _ => Kind::Memory,
        }
    }

    /// For people.
    pub const fn words(self) -> &'static str {
        match self {
            Kind::Branch => "branch",
            Kind::Index => "memory index",
            Kind::SystemCall => "system call",
            Kind::Memory => "memory error",
        }
    }
}

/// One error with the calls of the implementation alone, innermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// What depends on a secret.
    pub kind: Kind,
    /// How often it was met.
    pub count: u64,
    /// The calls.
    pub frames: Vec<Frame>,
}

/// A place, as it stands in a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// What depends on a secret.
    pub kind: Kind,
    /// The function, or `?`.
    pub function: String,
    /// Source file and line, or the program or library.
    pub location: String,
    /// Who called it, as far as names are known, the innermost first.
    pub callers: Vec<String>,
    /// How often it was met.
    pub count: u64,
}

impl Stack {
    /// The error without the calls of the arena's own code. Where the innermost call is the arena's own, which
    /// looks at no secret but at what the implementation returned, that call is all that is left.
    pub fn of(error: &MemcheckError, root: &Path) -> Stack {
        let frames = error.stack.iter().map(|raw| Frame::of(raw, root));
        let all: Vec<Frame> = frames.collect();
        let inner = all.iter().position(Frame::is_harness).unwrap_or(all.len());
        let outside = |frame: &Frame| !frame.is_plumbing();
        let kept = if all.iter().take(inner).any(outside) {
            inner
        } else {
            (inner + 1).min(all.len())
        };
        Stack {
            kind: Kind::of(&error.kind),
            count: error.count,
            frames: all.into_iter().take(kept).collect(),
        }
    }

    /// The place: the innermost call that is no plumbing, and the innermost of them that has a name.
    pub fn place(&self) -> Place {
        let own: Vec<&Frame> = self
            .frames
            .iter()
            .filter(|frame| !frame.is_plumbing())
            .collect();
        let own = if own.is_empty() {
            self.frames.iter().collect()
        } else {
            own
        };
        let mut names: Vec<String> = Vec::new();
        for frame in own.iter().filter(|frame| frame.is_named()) {
            if names.last() != Some(&frame.function) {
                names.push(frame.function.clone());
            }
        }
        let mut names = names.into_iter();
        Place {
            kind: self.kind,
            function: names.next().unwrap_or_else(|| "?".to_owned()),
            location: own
                .first()
                .map_or_else(|| "?".to_owned(), |frame| frame.location()),
            callers: names.take(TOLD_CALLERS).collect(),
            count: self.count,
        }
    }
}

impl Place {
    /// Whether it is the same place, whoever called. An inlined function has no path before its name.
    pub fn is_same(&self, other: &Place) -> bool {
        (self.kind, short(&self.function), &self.location)
            == (other.kind, short(&other.function), &other.location)
    }
}

fn short(function: &str) -> &str {
    function.rsplit("::").next().unwrap_or(function)
}

/// Adds a place to a list, or its count to that of the same place.
pub fn add(places: &mut Vec<Place>, place: Place) {
    match places.iter_mut().find(|known| known.is_same(&place)) {
        Some(known) => known.count = known.count.saturating_add(place.count),
        None => places.push(place),
    }
}

#[cfg(test)]
mod tests {
    use super::super::xml::RawFrame;
    use super::*;

    fn raw(function: &str, folder: &str, file: &str, line: u32) -> RawFrame {
        RawFrame {
            object: "/bin/runner".to_owned(),
            function: function.to_owned(),
            folder: folder.to_owned(),
            file: file.to_owned(),
            line: Some(line),
        }
    }

    fn error(stack: Vec<RawFrame>) -> MemcheckError {
        MemcheckError {
            kind: "UninitCondition".to_owned(),
            count: 3,
            stack,
        }
    }

    const CORE: &str = "/rustc/5980";
    const DSA: &str = "/c/registry/src/i/ml-dsa-0.1.2";

    #[test]
    fn a_place_is_named_by_the_implementations_own_code() {
        let stack = vec![
            raw("map<A, B>", CORE, "library/core/src/option.rs", 1),
            raw("{closure#0}<A>", DSA, "src/encode.rs", 61),
            raw("next<A>", CORE, "library/core/src/iter/map.rs", 2),
            raw("pack<A>", DSA, "src/encode.rs", 58),
            raw("pack<B>", DSA, "src/encode.rs", 50),
            raw("sign", "/w/nexusq-v2/src", "contract.rs", 9),
            raw(
                "perform_sign<S>",
                "/w/arena-runner/src",
                "signature.rs",
                197,
            ),
            raw("main", "/w/adapters/x/src", "main.rs", 1),
        ];
        let stack = Stack::of(&error(stack), Path::new("/w"));
        assert_eq!(stack.frames.len(), 6);
        let place = stack.place();
        assert_eq!(place.function, "pack");
        assert_eq!(place.location, "ml-dsa-0.1.2/src/encode.rs:61");
        assert_eq!(place.callers, ["sign"]);
        assert_eq!((place.kind, place.count), (Kind::Branch, 3));
    }

    /// The arena looks at whether a call succeeded; that must not get lost.
    #[test]
    fn what_the_arenas_own_code_looks_at_is_told_as_such() {
        let stack = vec![
            raw("branch<A>", CORE, "library/core/src/result.rs", 1),
            raw("perform_decaps<K>", "/w/arena-runner/src", "kem.rs", 190),
            raw("main", "/w/adapters/x/src", "main.rs", 1),
        ];
        let place = Stack::of(&error(stack), Path::new("/w")).place();
        assert_eq!(place.function, "perform_decaps");
        assert_eq!(place.location, "arena-runner/src/kem.rs:190");
        assert!(place.callers.is_empty());
    }

    #[test]
    fn a_stack_without_anything_is_still_a_place() {
        let place = Stack::of(&error(Vec::new()), Path::new("/w")).place();
        assert_eq!(
            (place.function.as_str(), place.location.as_str()),
            ("?", "?")
        );
    }

    #[test]
    fn the_same_place_is_counted_once_whoever_calls() {
        let mut places = Vec::new();
        for (caller, line) in [("a", 1), ("b", 1), ("a", 2)] {
            let stack = vec![
                raw("f", DSA, "src/x.rs", line),
                raw(caller, DSA, "src/y.rs", 9),
            ];
            add(
                &mut places,
                Stack::of(&error(stack), Path::new("/w")).place(),
            );
        }
        let counts: Vec<u64> = places.iter().map(|place| place.count).collect();
        assert_eq!(counts, [6, 3]);
    }
}
