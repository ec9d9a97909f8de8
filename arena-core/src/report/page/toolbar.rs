//! What stays at the top of the window: where to go, what to show, and which colours. Works by the script alone and is
//! hidden without it.

use super::View;
use super::markup::escape;
use std::collections::BTreeSet;

pub(super) fn render<'a>(
    view: &View<'_>,
    sections: impl Iterator<Item = (&'a str, &'a str)>,
) -> String {
    let mut out =
        "<nav class=\"places\" aria-label=\"Sections\"><a href=\"#verdict\">Verdict</a>".to_owned();
    for (id, title) in sections {
        out += &format!("<a href=\"#{id}\">{title}</a>");
    }
    out += "</nav>\n<div class=\"tools\" id=\"bar\" role=\"group\" aria-label=\"What is shown\" hidden>\n";
    out += &lanes(view);
    out += &choice("set", "Parameter set", &sets(view));
    out += &choice("operation", "Operation", &operations(view));
    out += "<label>System <input id=\"system\" type=\"search\" placeholder=\"all\" autocomplete=\"off\" spellcheck=\"false\"></label>\n";
    out += "<button type=\"button\" id=\"reset\">Show all</button>\n";
    out += "<output id=\"count\" aria-live=\"polite\"></output>\n";
    out + "<button type=\"button\" id=\"theme\" aria-pressed=\"false\">Dark</button>\n</div>\n"
}

fn lanes(view: &View<'_>) -> String {
    let groups = view.report.groups.iter();
    let lanes: BTreeSet<&str> = groups
        .filter_map(|group| group.lane)
        .map(|lane| lane.id())
        .collect();
    // In the order of the alphabet `prepared` comes last, and it is the lane that the gate judges.
    let mut lanes: Vec<&str> = lanes.into_iter().rev().collect();
    if lanes.len() > 1 {
        lanes.push("both");
    }
    let mut out =
        "<span role=\"group\" aria-label=\"Lane\" class=\"lanes\"><span>Lane</span>".to_owned();
    for lane in lanes {
        out += &format!(
            "<button type=\"button\" data-lane=\"{lane}\" aria-pressed=\"false\">{lane}</button>"
        );
    }
    out + "</span>\n"
}

/// Parameter sets in the order of the groups.
fn sets(view: &View<'_>) -> Vec<String> {
    let mut sets: Vec<String> = Vec::new();
    for group in &view.report.groups {
        let set = format!("{}-{}", group.algorithm, group.parameter_set);
        if !sets.contains(&set) && sets.len() < super::MOST_LISTED {
            sets.push(set);
        }
    }
    sets
}

fn operations(view: &View<'_>) -> Vec<String> {
    let groups = view.report.groups.iter();
    let operations: BTreeSet<_> = groups.map(|group| group.operation).collect();
    operations
        .into_iter()
        .map(|operation| operation.id().to_owned())
        .collect()
}

fn choice(id: &str, label: &str, values: &[String]) -> String {
    let mut out = format!("<label>{label} <select id=\"{id}\"><option value=\"\">all</option>");
    for value in values {
        let value = escape(value);
        out += &format!("<option value=\"{value}\">{value}</option>");
    }
    out + "</select></label>\n"
}
