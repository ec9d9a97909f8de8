//! A plain page: a title, sentences and tables, and the forms it is shown in. For what is not the report of one run.

use super::markdown;
use super::sections::Section;
use super::text::{clean, wrap};

/// The width that every terminal has.
const WIDTH: usize = 80;

/// A plain page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// What it is about.
    pub title: String,
    /// What a reader must know first.
    pub sentences: Vec<String>,
    /// Charts as SVG, without text from outside that is not escaped.
    pub charts: Vec<String>,
    /// Its tables.
    pub sections: Vec<Section>,
}

impl Sheet {
    /// For a terminal.
    pub fn terminal(&self) -> String {
        let mut out = format!("{}\n\n", clean(&self.title));
        for sentence in &self.sentences {
            out += &format!("{}\n", wrap(&clean(sentence), WIDTH, 2));
        }
        out.push('\n');
        out.extend(self.sections.iter().map(terminal));
        out
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        format!(
            "# {}\n\n{}",
            markdown::cell(&self.title),
            self.markdown_body()
        )
    }

    /// As Markdown without the title, for a page that has one.
    pub fn markdown_body(&self) -> String {
        let mut out = String::new();
        for sentence in &self.sentences {
            out += &format!("{}\n\n", markdown::cell(sentence));
        }
        out.extend(self.sections.iter().map(markdown::section));
        out.trim_start().to_owned()
    }

    /// As a page of its own, without scripts, fonts or anything from elsewhere.
    pub fn html(&self) -> String {
        let mut out = format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n<style>{STYLE}</style>\n<h1>{0}</h1>\n",
            escape(&self.title)
        );
        for sentence in &self.sentences {
            out += &format!("<p>{}</p>\n", escape(sentence));
        }
        out.extend(self.charts.iter().map(|chart| format!("{chart}\n")));
        for section in &self.sections {
            out += &format!("<h2>{}</h2>\n<table>\n<tr>", escape(&section.title));
            out.extend(
                section
                    .head
                    .iter()
                    .map(|name| format!("<th>{}</th>", escape(name))),
            );
            out += "</tr>\n";
            for row in &section.rows {
                let cells = row.iter().map(|text| format!("<td>{}</td>", escape(text)));
                out += &format!("<tr>{}</tr>\n", cells.collect::<String>());
            }
            out += "</table>\n";
            out.extend(
                section
                    .notes
                    .iter()
                    .map(|note| format!("<p>{}</p>\n", escape(note))),
            );
        }
        out + "</html>\n"
    }
}

const STYLE: &str = ":root{color-scheme:light dark}body{font:1rem/1.5 sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem}table{border-collapse:collapse;display:block;overflow-x:auto}th,td{border:1px solid #888;padding:.2rem .6rem;text-align:right}th:first-child,td:first-child{text-align:left}svg{max-width:100%;height:auto}";

/// Text that stays text in HTML and SVG.
pub fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in clean(text).chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            other => escaped.push(other),
        }
    }
    escaped
}

/// A titled table for a terminal, in columns.
pub fn terminal(section: &Section) -> String {
    let mut widths: Vec<usize> = section
        .head
        .iter()
        .map(|name| name.chars().count())
        .collect();
    for row in &section.rows {
        for (width, text) in widths.iter_mut().zip(row) {
            *width = (*width).max(clean(text).chars().count());
        }
    }
    let mut out = format!("{}\n", clean(&section.title));
    let line = |cells: Vec<String>| {
        let mut line = String::from(" ");
        for (cell, width) in cells.iter().zip(&widths) {
            line += &format!(" {cell:<width$} ");
        }
        line.trim_end().to_owned() + "\n"
    };
    out += &line(section.head.iter().map(ToString::to_string).collect());
    for row in &section.rows {
        out += &line(row.iter().map(|text| clean(text)).collect());
    }
    for note in &section.notes {
        out += &format!("  {}\n", wrap(&clean(note), WIDTH - 2, 2));
    }
    out + "\n"
}
