//! Lines of a file of any content: bounded in length, and with the knowledge whether the last one ended.

use std::io::{self, BufRead, Read};

/// The longest line that is read into memory.
pub const MAX_LINE_BYTES: usize = 64 << 20;

/// One line without its line feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line that ended with a line feed.
    Whole(Vec<u8>),
    /// The rest of a file that does not end with a line feed.
    Torn(Vec<u8>),
    /// A line longer than the limit; its content is skipped.
    TooLong,
}

/// Reads a file line by line.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    limit: usize,
}

impl<R: BufRead> Lines<R> {
    /// Lines of at most `limit` bytes.
    pub fn new(reader: R, limit: usize) -> Lines<R> {
        Lines { reader, limit }
    }

    fn read(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        // One byte more than the limit: the line feed, or what shows that the line is too long.
        let most = (self.limit as u64).saturating_add(1);
        self.reader
            .by_ref()
            .take(most)
            .read_until(b'\n', &mut line)?;
        if line.last() == Some(&b'\n') {
            line.pop();
            return Ok(Some(Line::Whole(line)));
        }
        if line.len() > self.limit {
            self.reader.skip_until(b'\n')?;
            return Ok(Some(Line::TooLong));
        }
        Ok((!line.is_empty()).then_some(Line::Torn(line)))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(bytes: &[u8], buffer: usize) -> Vec<Line> {
        let reader = BufReader::with_capacity(buffer, bytes);
        Lines::new(reader, 4).map(Result::unwrap).collect()
    }

    #[test]
    fn lines_are_whole_torn_or_too_long_whatever_the_buffer() {
        let whole = |text: &str| Line::Whole(text.into());
        for buffer in 1..12 {
            assert_eq!(lines(b"", buffer), []);
            assert_eq!(lines(b"\n", buffer), [whole("")]);
            assert_eq!(lines(b"abcd\n", buffer), [whole("abcd")]);
            assert_eq!(
                lines(b"a\n\nbc", buffer),
                [whole("a"), whole(""), Line::Torn(b"bc".to_vec())]
            );
            assert_eq!(
                lines(b"abcde\nx\nabcdefgh", buffer),
                [Line::TooLong, whole("x"), Line::TooLong]
            );
        }
    }
}
