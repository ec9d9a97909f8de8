//! A marked part of a text, such as a README, replaced by a report.
//!
//! The part lies between `<!-- NAME -->` and `<!-- /NAME -->`, each alone on a line. Everything else stays as it is, to
//! the byte.

use thiserror::Error;

/// Why a text can't be rewritten.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpliceError {
    /// A name that would end the comment, or no name.
    #[error("`{0}` is no name of a mark; use letters, digits, `-` and `_`")]
    Name(String),
    /// A mark is not there.
    #[error(
        "there is no line `{0}`. Put the lines `<!-- {name} -->` and `<!-- /{name} -->` where the report should stand",
        name = .1
    )]
    Missing(String, String),
    /// A mark is there more than once.
    #[error(
        "line {second} is `{mark}` again, after line {first}: which part is meant? Remove one, or name the marks of the other part otherwise (--marker)"
    )]
    Doubled {
        /// The mark.
        mark: String,
        /// Its first line.
        first: usize,
        /// Its second line.
        second: usize,
    },
    /// They are the wrong way round.
    #[error("`<!-- /{0} -->` comes before `<!-- {0} -->`; exchange them")]
    Backwards(String),
}

/// The text with `content` between the marks of that name.
///
/// # Errors
/// See [`SpliceError`].
pub fn splice(text: &str, name: &str, content: &str) -> Result<String, SpliceError> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if name.is_empty() || !name.bytes().all(allowed) || name.contains("--") {
        return Err(SpliceError::Name(name.to_owned()));
    }
    let begin = only(text, &format!("<!-- {name} -->"), name)?;
    let end = only(text, &format!("<!-- /{name} -->"), name)?;
    if end.start < begin.end {
        return Err(SpliceError::Backwards(name.to_owned()));
    }
    let feed = if text[begin.start..begin.end].ends_with("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    let content = content.trim_end().replace('\n', feed);
    let (before, after) = (&text[..begin.end], &text[end.start..]);
    Ok(format!("{before}{content}{feed}{after}"))
}

/// Where a line lies in a text, its line feed included.
struct Place {
    start: usize,
    end: usize,
}

/// The only line that holds a mark and nothing else but space around it.
fn only(text: &str, mark: &str, name: &str) -> Result<Place, SpliceError> {
    let mut found: Option<(usize, Place)> = None;
    let mut start = 0;
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let end = start + line.len();
        if line.trim() == mark {
            if let Some((first, _)) = found {
                return Err(SpliceError::Doubled {
                    mark: mark.to_owned(),
                    first,
                    second: number,
                });
            }
            found = Some((number, Place { start, end }));
        }
        start = end;
    }
    let place = found.map(|(_, place)| place);
    place.ok_or_else(|| SpliceError::Missing(mark.to_owned(), name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_between_the_marks_is_replaced_and_nothing_else() {
        let text = "# A\n<!-- result -->\nold\nolder\n  <!-- /result -->\n\nend without feed";
        let new = "# A\n<!-- result -->\nnew\n  <!-- /result -->\n\nend without feed";
        assert_eq!(splice(text, "result", "new\n\n").unwrap(), new);
        assert_eq!(splice(new, "result", "new").unwrap(), new);
        let empty = "<!-- a -->\n<!-- /a -->";
        assert_eq!(
            splice(empty, "a", "x\ny").unwrap(),
            "<!-- a -->\nx\ny\n<!-- /a -->"
        );
        let windows = "<!-- a -->\r\nold\r\n<!-- /a -->\r\n";
        assert_eq!(
            splice(windows, "a", "x\ny").unwrap(),
            "<!-- a -->\r\nx\r\ny\r\n<!-- /a -->\r\n"
        );
    }

    #[test]
    fn missing_doubled_and_exchanged_marks_are_named() {
        let error = |text: &str, name: &str| splice(text, name, "x").unwrap_err().to_string();
        let missing = error("<!-- result -->\n", "result");
        assert!(missing.contains("no line `<!-- /result -->`"), "{missing}");
        let doubled = error("<!-- a -->\n<!-- /a -->\n<!-- a -->\n", "a");
        assert!(
            doubled.contains("line 3 is `<!-- a -->` again, after line 1"),
            "{doubled}"
        );
        let backwards = error("<!-- /a -->\n<!-- a -->\n", "a");
        assert!(backwards.contains("comes before"), "{backwards}");
        // Named in a sentence, a mark is no mark.
        let inline = error("put <!-- a --> here\n<!-- /a -->\n", "a");
        assert!(inline.contains("no line `<!-- a -->`"), "{inline}");
        assert!(error("", "a --> b").contains("no name of a mark"));
        assert!(error("", "").contains("no name of a mark"));
    }
}
