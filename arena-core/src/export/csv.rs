//! The table as CSV (RFC 4180, lines ended by a line feed): a line of names, then a line for each row. What a row does
//! not say is an empty field.

use super::{COLUMNS, Entry, ExportError, Sink, Value};
use std::io::Write;

/// Writes CSV.
#[derive(Debug)]
pub struct Csv<W> {
    out: W,
    line: Vec<u8>,
}

impl<W: Write> Csv<W> {
    /// Writes the line of names.
    ///
    /// # Errors
    /// It can't be written.
    pub fn new(mut out: W) -> Result<Csv<W>, ExportError> {
        let names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
        out.write_all((names.join(",") + "\n").as_bytes())?;
        Ok(Csv {
            out,
            line: Vec::new(),
        })
    }
}

impl<W: Write> Sink for Csv<W> {
    fn add(&mut self, entry: &Entry) -> Result<(), ExportError> {
        self.line.clear();
        for (place, column) in COLUMNS.iter().enumerate() {
            if place > 0 {
                self.line.push(b',');
            }
            match (column.value)(entry) {
                Value::Text(Some(text)) => field(&mut self.line, text),
                Value::Integer(Some(value)) => write!(self.line, "{value}")?,
                // The shortest digits that read back as the same number.
                Value::Number(Some(value)) => write!(self.line, "{value}")?,
                Value::Text(None) | Value::Integer(None) | Value::Number(None) => {}
            }
        }
        self.line.push(b'\n');
        Ok(self.out.write_all(&self.line)?)
    }

    fn finish(mut self: Box<Self>) -> Result<(), ExportError> {
        Ok(self.out.flush()?)
    }
}

/// A text, in quotation marks if it holds what would end a field. An empty text is in quotation marks too: an empty
/// field means that there is none.
fn field(line: &mut Vec<u8>, text: &str) {
    let special = |byte: u8| matches!(byte, b',' | b'"' | b'\n' | b'\r');
    if !text.is_empty() && !text.bytes().any(special) {
        line.extend_from_slice(text.as_bytes());
        return;
    }
    line.push(b'"');
    for byte in text.bytes() {
        if byte == b'"' {
            line.push(b'"');
        }
        line.push(byte);
    }
    line.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rules of RFC 4180, section 2.
    #[test]
    fn fields_with_commas_quotes_and_line_ends_are_quoted() {
        for (text, written) in [
            ("plain", "plain"),
            ("", "\"\""),
            ("a,b", "\"a,b\""),
            ("say \"x\"", "\"say \"\"x\"\"\""),
            ("two\nlines", "\"two\nlines\""),
        ] {
            let mut line = Vec::new();
            field(&mut line, text);
            assert_eq!(String::from_utf8(line).unwrap(), written);
        }
    }
}
