//! The third method: division instructions in the compiled code of our crates and of the packages under them, at every
//! optimisation level. How long a division takes depends on its operands on many processors, so none may be secret.
//!
//! What is divided can't be read off an instruction. `data/divisions.toml` lists the places whose operands are public,
//! with reasons; what it does not list is a finding.

mod disassembly;
mod levels;

use super::Settings;
use super::frames::{Frame, glob};
use super::public::Pattern;
use super::report::{Divided, Divisions, Level, Planted};
use arena_core::inventory::{Inventory, Layout};
use arena_core::manifest::Build;
use disassembly::Division;
use levels::{LEVELS, Wanted};
use serde::Deserialize;
use std::collections::BTreeSet;

/// The list that is compiled in.
const LIST: &str = include_str!("../../data/divisions.toml");
/// The program in which a division is planted, and where.
const LEAKY: &str = "runner-nexusq-v2-leaky";
const LEAKY_PACKAGE: &str = "adapter-nexusq-v2";
const PLANTED: &str = "leak::division";

/// What is looked at, and what is public in it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DivisionList {
    /// Sources that are looked at, by patterns. A division that no frame of such a source leads to is passed over.
    pub sources: Vec<String>,
    /// Places whose operands are public.
    pub public: Vec<PublicDivision>,
}

/// Divisions whose operands are public.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublicDivision {
    /// Its name.
    pub id: String,
    /// What is divided, and why it is public.
    pub reason: String,
    /// Where.
    pub places: Vec<Pattern>,
}

impl DivisionList {
    /// The list that comes with the arena.
    ///
    /// # Errors
    /// It is malformed; a test keeps that from happening.
    pub fn read() -> Result<DivisionList, String> {
        toml::from_str(LIST).map_err(|error| format!("divisions.toml: {error}"))
    }

    fn is_looked_at(&self, frames: &[Frame]) -> bool {
        frames.iter().any(|frame| {
            self.sources
                .iter()
                .any(|source| glob(source, &frame.source))
        })
    }

    fn covering(&self, frames: &[Frame]) -> Option<&PublicDivision> {
        let fits = |entry: &&PublicDivision| entry.places.iter().any(|place| place.fits(frames));
        self.public.iter().find(fits)
    }
}

/// Compiles our runners at every level and looks at their divisions.
///
/// # Errors
/// In words: the list is malformed, or there is no disassembler.
pub fn run(
    settings: &Settings,
    layout: &Layout,
    inventory: &Inventory,
    progress: &mut dyn FnMut(&str),
) -> Result<Divisions, String> {
    let list = DivisionList::read()?;
    disassembly::check_tools()?;
    let mut divisions = Divisions::default();
    let mut used = BTreeSet::new();
    for level in LEVELS {
        let leaky = Wanted {
            package: LEAKY_PACKAGE.to_owned(),
            executable: LEAKY.to_owned(),
        };
        progress(&format!("opt-level {level}: {LEAKY}"));
        let planted = look(settings, layout, &leaky, level);
        divisions.planted.push(planted_at(level, &planted));
        for (id, wanted) in own(settings, layout, inventory) {
            progress(&format!("opt-level {level}: {}", wanted.executable));
            let found = look(settings, layout, &wanted, level);
            let row = sort(&list, &id, level, found, &mut used);
            divisions.rows.push(row);
        }
    }
    let unused = list.public.iter().map(|entry| entry.id.clone());
    divisions.unused = unused.filter(|id| !used.contains(id)).collect();
    Ok(divisions)
}

/// The chosen implementations that are crates of this project, with the programs they are compiled into.
fn own(settings: &Settings, layout: &Layout, inventory: &Inventory) -> Vec<(String, Wanted)> {
    let (adapters, _) = layout.adapters();
    let ours = settings.implementations.iter().filter_map(|id| {
        let found = inventory.get(id).filter(|found| found.manifest.own)?;
        let adapter = adapters
            .iter()
            .find(|adapter| adapter.name == found.adapter && !adapter.outside)?;
        let Build::Cargo(package) = &adapter.build else {
            return None;
        };
        let wanted = Wanted {
            package: package.clone(),
            executable: format!("runner-{}", adapter.name),
        };
        Some((id.clone(), wanted))
    });
    ours.collect()
}

fn look(
    settings: &Settings,
    layout: &Layout,
    wanted: &Wanted,
    level: &str,
) -> Result<Vec<Division>, String> {
    let program = levels::build(layout, wanted, level, settings.timeout)?;
    disassembly::divisions(&program, &layout.root)
}

fn planted_at(level: &str, found: &Result<Vec<Division>, String>) -> Planted {
    let is_it = |frame: &Frame| frame.function.ends_with(PLANTED);
    let missed = match found {
        Ok(all) if all.iter().any(|one| one.frames.iter().any(is_it)) => None,
        Ok(all) => Some(format!("{} other divisions, not this one", all.len())),
        Err(reason) => Some(reason.clone()),
    };
    Planted {
        place: format!("opt-level {level}"),
        leak: format!("division in {PLANTED}"),
        missed,
    }
}

fn sort(
    list: &DivisionList,
    id: &str,
    level: &str,
    found: Result<Vec<Division>, String>,
    used: &mut BTreeSet<String>,
) -> Level {
    let mut row = Level {
        implementation: id.to_owned(),
        opt_level: level.to_owned(),
        ..Level::default()
    };
    let found = match found {
        Ok(found) => found,
        Err(reason) => {
            row.not_run = Some(reason);
            return row;
        }
    };
    row.all = found.len();
    for division in found.iter().filter(|one| list.is_looked_at(&one.frames)) {
        let entry = list.covering(&division.frames);
        let to = match entry {
            Some(entry) => {
                used.insert(entry.id.clone());
                &mut row.public
            }
            None => &mut row.findings,
        };
        Divided::add(to, divided(division, entry));
    }
    row
}

fn divided(division: &Division, entry: Option<&PublicDivision>) -> Divided {
    let frames = &division.frames;
    let named = |frame: &&Frame| !frame.function.is_empty();
    let names: Vec<String> = frames
        .iter()
        .filter(named)
        .map(|frame| frame.function.clone())
        .collect();
    let mut names = names.into_iter();
    Divided {
        instruction: division.what.clone(),
        function: names.next().unwrap_or_else(|| "?".to_owned()),
        location: frames.first().map(Frame::location).unwrap_or_default(),
        within: names.collect(),
        entry: entry.map(|entry| entry.id.clone()),
        count: 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(function: &str, source: &str) -> Frame {
        Frame {
            function: function.to_owned(),
            source: source.to_owned(),
            line: Some(1),
        }
    }

    fn division(frames: Vec<Frame>) -> Division {
        Division {
            what: "div".to_owned(),
            frames,
        }
    }

    const TEXT: &str = "sources = ['ml-kem-*']\n[[public]]\nid = 'lengths'\nreason = 'r'\nplaces = [{ function = 'flatten' }]\n";

    #[test]
    fn what_is_looked_at_is_public_or_a_finding() {
        let list: DivisionList = toml::from_str(TEXT).unwrap();
        let found = vec![
            division(vec![
                frame("div", "library/core/src/num.rs"),
                frame("ml_kem::flatten", "ml-kem-0.3.4/src/a.rs"),
            ]),
            division(vec![frame(
                "ml_kem::compress",
                "ml-kem-0.3.4/src/compress.rs",
            )]),
            division(vec![frame(
                "ml_kem::compress",
                "ml-kem-0.3.4/src/compress.rs",
            )]),
            division(vec![frame(
                "serde_json::write",
                "serde_json-1.0.0/src/a.rs",
            )]),
            division(Vec::new()),
        ];
        let mut used = BTreeSet::new();
        let row = sort(&list, "x", "3", Ok(found), &mut used);
        assert_eq!((row.all, row.public.len(), row.findings.len()), (5, 1, 1));
        assert_eq!(row.findings[0].function, "ml_kem::compress");
        assert_eq!(row.findings[0].count, 2);
        assert_eq!(row.public[0].entry.as_deref(), Some("lengths"));
        assert!(used.contains("lengths"));
    }

    /// addr2line names the innermost inlined function by the one around it, as here; its source tells it apart.
    #[test]
    fn the_number_of_chunks_is_public_and_what_is_done_with_them_is_not() {
        let list = DivisionList::read().unwrap();
        let count = |function: &str, source: &str| {
            let frames = [
                frame(function, source),
                frame("chunks_exact", "library/core/src/slice/mod.rs"),
                frame(
                    "ml_kem::algebra::rej_uniform",
                    "ml-kem-0.3.4/src/algebra.rs",
                ),
            ];
            list.covering(&frames).map(|entry| entry.id.clone())
        };
        let iter = "library/core/src/slice/iter.rs";
        assert_eq!(
            count("ml_kem::algebra::rej_uniform", iter).as_deref(),
            Some("chunk-counts")
        );
        assert_eq!(
            count("ml_kem::compress", "ml-kem-0.3.4/src/compress.rs"),
            None
        );
        let closure = [frame(
            "ml_kem::algebra::rej_uniform",
            "ml-kem-0.3.4/src/algebra.rs",
        )];
        assert!(list.covering(&closure).is_none());
    }

    #[test]
    fn a_planted_division_must_be_in_its_function() {
        let there = division(vec![frame(
            "runner_nexusq_v2_leaky::leak::division",
            "a.rs",
        )]);
        let other = division(vec![frame("division", "a.rs")]);
        assert!(
            planted_at("3", &Ok(vec![other.clone(), there]))
                .missed
                .is_none()
        );
        assert!(planted_at("3", &Ok(vec![other])).missed.is_some());
        assert!(
            planted_at("3", &Err("no cargo".to_owned()))
                .missed
                .is_some()
        );
    }

    #[test]
    fn the_list_of_the_arena_is_sound() {
        let list = DivisionList::read().unwrap();
        assert!(
            list.sources
                .iter()
                .any(|source| source.starts_with("ml-kem"))
        );
        for entry in &list.public {
            assert!(
                entry.reason.len() > 40 && !entry.places.is_empty(),
                "{}",
                entry.id
            );
        }
    }
}
