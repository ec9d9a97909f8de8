//! The report as one page, `report.html`: a file that needs nothing else, not even its script.
//!
//! Figures come from the report, charts from what `gather` makes of the raw rows. A chart is a column of a table, so
//! that every mark stands beside its figure. The script sorts and filters; a policy in the page forbids everything else.

mod agreement;
mod chart;
pub mod checks;
mod comparisons;
mod gather;
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

/// A section of the page.
struct Section {
    id: &'static str,
    /// Its name among the places to go to.
    place: &'static str,
    title: &'static str,
    /// Markup; a section without any is left out.
    body: String,
}

/// The whole page.
pub fn render(report: &Report, material: &Material) -> String {
    let view = View { report, material };
    let sections = [
        Section {
            id: "comparisons",
            place: "Comparisons",
            title: "Every system against the baseline",
            body: comparisons::render(&view),
        },
        Section {
            id: "sets",
            place: "Parameter sets",
            title: "By parameter set",
            body: sets::render(&view),
        },
        Section {
            id: "checks",
            place: "Checks",
            title: "Checks",
            body: suites::render(&view),
        },
        Section {
            id: "resources",
            place: "Memory",
            title: "Program size, memory, stack",
            body: resources::render(&view),
        },
        Section {
            id: "provenance",
            place: "Provenance",
            title: "Provenance",
            body: provenance::render(&view),
        },
        Section {
            id: "cautions",
            place: "Not comparable",
            title: "What is not comparable",
            body: remainder::cautions(&view),
        },
        Section {
            id: "left-out",
            place: "Left out",
            title: "Out of the table",
            body: remainder::left_out(&view),
        },
        Section {
            id: "rows",
            place: "Rows",
            title: "Every row",
            body: rows::render(&view),
        },
        Section {
            id: "again",
            place: "Verify",
            title: "Check it yourself",
            body: remainder::again(&view),
        },
    ];
    let there = || sections.iter().filter(|section| !section.body.is_empty());
    let mut out = head(report);
    out += &top::header(&view);
    out += &toolbar::render(&view, there().map(|section| (section.id, section.place)));
    out += "<main>\n";
    out += &top::verdict(&view);
    for Section {
        id, title, body, ..
    } in there()
    {
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
