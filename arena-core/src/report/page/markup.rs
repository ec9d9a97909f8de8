//! Markup: escaped text, and tables whose first column names a line and whose cells may hold a chart.

use crate::normalize::clean;

/// Text that is only text, wherever in the page it stands.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in clean(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A number with commas between its thousands.
pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// How a column is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Words, to the left.
    Words,
    /// Sentences, which may take several lines.
    Prose,
    /// Figures, to the right.
    Figures,
    /// A chart, without space around it.
    Chart,
}

/// A column.
#[derive(Clone, Debug)]
pub(super) struct Column {
    kind: Kind,
    /// Markup.
    head: String,
}

impl Column {
    pub(super) fn words(name: &str) -> Column {
        Column {
            kind: Kind::Words,
            head: escape(name),
        }
    }

    pub(super) fn prose(name: &str) -> Column {
        Column {
            kind: Kind::Prose,
            head: escape(name),
        }
    }

    pub(super) fn figures(name: &str) -> Column {
        Column {
            kind: Kind::Figures,
            head: escape(name),
        }
    }

    /// A column of charts under one axis, which is markup.
    pub(super) fn chart(name: &str, axis: &str) -> Column {
        Column {
            kind: Kind::Chart,
            head: format!("<span>{}</span>{axis}", escape(name)),
        }
    }
}

/// A cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    /// Markup.
    content: String,
    /// What the cell is sorted by, where that is not its text.
    value: Option<f64>,
}

impl Cell {
    pub(super) fn text(text: &str) -> Cell {
        Cell {
            content: escape(text),
            value: None,
        }
    }

    /// A figure: how it is shown, and its value in full.
    pub(super) fn figure(shown: &str, value: Option<f64>) -> Cell {
        Cell {
            content: escape(shown),
            value,
        }
    }

    /// A text with a smaller one under it, as a figure with its interval.
    pub(super) fn above(shown: &str, under: Option<&str>, value: Option<f64>) -> Cell {
        let under = under.map(|text| format!(" <small>{}</small>", escape(text)));
        Cell {
            content: escape(shown) + &under.unwrap_or_default(),
            value,
        }
    }

    /// Markup that the page has made itself.
    pub(super) fn markup(content: String) -> Cell {
        Cell {
            content,
            value: None,
        }
    }
}

/// What a line is about: the filters of the page ask for it. An attribute that is absent fits every filter.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct About<'a> {
    pub(super) set: Option<&'a str>,
    pub(super) operation: Option<&'a str>,
    pub(super) lane: Option<&'a str>,
    pub(super) system: Option<&'a str>,
}

impl About<'_> {
    /// As attributes, with a space before each.
    pub(super) fn attributes(&self) -> String {
        let named = [
            ("s", self.set),
            ("o", self.operation),
            ("l", self.lane),
            ("y", self.system),
        ];
        let there = named
            .iter()
            .filter_map(|(name, value)| Some((name, (*value)?)));
        there
            .map(|(name, value)| format!(" data-{name}=\"{}\"", escape(value)))
            .collect()
    }
}

/// A line of a table.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Attributes of the row, as [`About::attributes`] gives them.
    pub(super) about: String,
    /// Class of the row: `b` is the baseline, `c` the candidate, `sum` a line that sums others up.
    pub(super) class: &'static str,
    pub(super) cells: Vec<Cell>,
}

/// A table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// What it shows, for those who can't see it.
    pub(super) caption: String,
    pub(super) columns: Vec<Column>,
    pub(super) lines: Vec<Line>,
    /// Whether a reader may sort it.
    pub(super) sortable: bool,
}

impl Table {
    pub(super) fn render(&self) -> String {
        let caption = escape(&self.caption);
        let sortable = if self.sortable { " data-sort" } else { "" };
        let mut out = format!(
            "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\"><table{sortable}><caption>{caption}</caption>\n<thead><tr>"
        );
        for Column { kind, head } in &self.columns {
            out += &format!("<th scope=\"col\"{}>{head}</th>", class_of(*kind));
        }
        out += "</tr></thead>\n<tbody>\n";
        for line in &self.lines {
            out += &self.line(line);
        }
        out + "</tbody></table></div>\n"
    }

    fn line(&self, line: &Line) -> String {
        let class = if line.class.is_empty() {
            String::new()
        } else {
            format!(" class=\"{}\"", line.class)
        };
        let mut out = format!("<tr{class}{}>", line.about);
        for (place, (column, cell)) in self.columns.iter().zip(&line.cells).enumerate() {
            let value = cell.value.filter(|value| value.is_finite());
            let value = value.map_or(String::new(), |value| format!(" data-v=\"{value}\""));
            let (open, close) = if place == 0 {
                ("th scope=\"row\"", "th")
            } else {
                ("td", "td")
            };
            let Cell { content, .. } = cell;
            out += &format!(
                "<{open}{}{value}>{content}</{close}>",
                class_of(column.kind)
            );
        }
        out + "</tr>\n"
    }
}

fn class_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Words => "",
        Kind::Prose => " class=\"w\"",
        Kind::Figures => " class=\"n\"",
        Kind::Chart => " class=\"g\"",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_can_become_neither_markup_nor_an_attribute() {
        let hostile = "<script>alert('1')</script> \" onload=x & \u{1b}[31m";
        let escaped = escape(hostile);
        assert_eq!(
            escaped,
            "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &quot; onload=x &amp; \\u{1b}[31m"
        );
        let about = About {
            system: Some("\"><b>"),
            ..About::default()
        };
        assert_eq!(about.attributes(), " data-y=\"&quot;&gt;&lt;b&gt;\"");
    }

    #[test]
    fn thousands_are_parted() {
        for (number, shown) in [
            (0, "0"),
            (999, "999"),
            (1184, "1,184"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(thousands(number), shown);
        }
    }

    #[test]
    fn a_table_names_its_lines_and_keeps_values_in_full() {
        let table = Table {
            caption: "a & b".to_owned(),
            columns: vec![Column::words("system"), Column::figures("ratio")],
            lines: vec![Line {
                about: String::new(),
                class: "c",
                cells: vec![Cell::text("<x>"), Cell::figure("0.33", Some(1.0 / 3.0))],
            }],
            sortable: true,
        };
        let html = table.render();
        assert!(html.contains("<caption>a &amp; b</caption>"), "{html}");
        assert!(html.contains("<th scope=\"row\">&lt;x&gt;</th>"), "{html}");
        assert!(
            html.contains("<td class=\"n\" data-v=\"0.3333333333333333\">0.33</td>"),
            "{html}"
        );
    }
}
