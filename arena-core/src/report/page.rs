//! The report as one page, `report.html`: a file that needs nothing else, not even its script.
//!
//! Figures come from the report, charts from what `gather` makes of the raw rows. A chart is a column of a table, so
//! that every mark stands beside its figure. The script sorts and filters; a policy in the page forbids everything else.

mod agreement;
mod chart;
pub mod checks;
mod comparisons;
mod gather;
mod machine;
mod markup;
mod material;
mod policy;
mod provenance;
mod remainder;
mod resources;
mod rows;
mod scale;
mod sets;
mod signing;
mod sketch;
mod speed;
mod suites;
mod toolbar;
mod top;

pub use material::Material;

use super::Report;
use markup::escape;

const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = include_str!("page/script.js");

/// The most lines of a list or systems of a table; the rest is counted, so that the page stays a page.
const MOST_LISTED: usize = 200;

/// What a section needs.
struct View<'a> {
    report: &'a Report,
    material: &'a Material,
}

impl View<'_> {
    /// The class of the lines of a system.
    fn class_of(&self, system: &str) -> &'static str {
        let verdict = &self.report.verdict;
        if system == verdict.baseline {
            "b"
        } else if system == verdict.candidate {
            "c"
        } else {
            ""
        }
    }
}

/// A section of the page. One that makes no markup of a report is left out.
struct Section {
    id: &'static str,
    /// Its name among the places to go to.
    place: &'static str,
    title: &'static str,
    make: fn(&View<'_>) -> String,
}

impl Section {
    const fn new(
        id: &'static str,
        place: &'static str,
        title: &'static str,
        make: fn(&View<'_>) -> String,
    ) -> Section {
        Section {
            id,
            place,
            title,
            make,
        }
    }
}

/// The sections after the verdict, in their order.
const SECTIONS: [Section; 9] = [
    Section::new(
        "comparisons",
        "Comparisons",
        "Every system against the baseline",
        comparisons::render,
    ),
    Section::new("sets", "Parameter sets", "By parameter set", sets::render),
    Section::new("checks", "Checks", "Checks", suites::render),
    Section::new(
        "resources",
        "Memory",
        "Program size, memory, stack",
        resources::render,
    ),
    Section::new("provenance", "Provenance", "Provenance", provenance::render),
    Section::new(
        "cautions",
        "Not comparable",
        "What is not comparable",
        remainder::cautions,
    ),
    Section::new(
        "left-out",
        "Left out",
        "Out of the table",
        remainder::left_out,
    ),
    Section::new("rows", "Rows", "Every row", rows::render),
    Section::new("again", "Verify", "Check it yourself", remainder::again),
];

/// The whole page.
pub fn render(report: &Report, material: &Material) -> String {
    let view = View { report, material };
    let sections = SECTIONS.iter();
    let made: Vec<(&Section, String)> = sections
        .map(|section| (section, (section.make)(&view)))
        .filter(|(_, body)| !body.is_empty())
        .collect();
    let mut out = head(report);
    out += &top::header(&view);
    let places = made.iter().map(|(section, _)| (section.id, section.place));
    out += &toolbar::render(&view, places);
    out += "<main>\n";
    out += &top::verdict(&view);
    for (section, body) in &made {
        let Section { id, title, .. } = section;
        out += &format!("<section id=\"{id}\"><h2>{title}</h2>\n{body}</section>\n");
    }
    out + &format!("</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n")
}

fn head(report: &Report) -> String {
    let title = escape(&report.verdict.run_id);
    let policy = policy::content(STYLE, SCRIPT);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"referrer\" content=\"no-referrer\">\n<title>Run {title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#verdict\">Skip to the verdict</a>\n"
    )
}

/// How many of a list are not shown, as a sentence, or nothing.
fn and_more(count: usize, shown: usize, place: &str) -> String {
    match count.checked_sub(shown) {
        None | Some(0) => String::new(),
        Some(more) => format!(
            "<p class=\"note\">And {} more: {}.</p>\n",
            markup::thousands(more as u64),
            escape(place)
        ),
    }
}

#[cfg(test)]
mod tests;
