//! Small pieces of text that several outputs share: times with a fitting unit, ratios, wrapped paragraphs.

pub use crate::normalize::clean;

/// A time to four digits in ns, µs, ms or s.
pub fn time(ns: f64) -> String {
    // The end of an interval may lie below zero.
    let size = ns.abs();
    let (value, unit) = if size < 1e3 {
        (ns, "ns")
    } else if size < 1e6 {
        (ns / 1e3, "µs")
    } else if size < 1e9 {
        (ns / 1e6, "ms")
    } else {
        (ns / 1e9, "s")
    };
    let places = if value.abs() < 10.0 {
        3
    } else if value.abs() < 100.0 {
        2
    } else {
        1
    };
    format!("{value:.places$} {unit}")
}

/// A time, or a dash.
pub fn time_or_dash(ns: Option<f64>) -> String {
    ns.map_or("-".to_owned(), time)
}

/// A moment in nanoseconds since 1970 as date and time of day, for example `2026-11-30 21:05 UTC`.
pub fn date(unix_ns: u64) -> String {
    let minutes = unix_ns / 60_000_000_000;
    let (hour, minute) = (minutes / 60 % 24, minutes % 60);
    // Years are counted from March, so that the day that comes and goes is the last one of a year. 719468 days lie
    // between the first of March of the year 0 and 1970; 146097 make 400 years.
    let days = minutes / 1440 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 {
        (400 * era + year, month + 3)
    } else {
        (400 * era + year + 1, month - 9)
    };
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

/// A ratio to two places, or a dash.
pub fn ratio_or_dash(ratio: Option<f64>) -> String {
    ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"))
}

/// Words of a text in lines of at most `width` characters where words allow it, each line after
/// the first behind `indent` spaces.
pub fn wrap(text: &str, width: usize, indent: usize) -> String {
    let mut wrapped = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > indent && column + 1 + length > width {
            wrapped.push('\n');
            wrapped.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if column > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += length;
    }
    wrapped
}

/// A text cut to `width` characters, with a sign that it was cut.
pub fn fit(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(width.saturating_sub(1)).collect();
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_fitting_unit() {
        let cases = [
            (0.0, "0.000 ns"),
            (812.0, "812.0 ns"),
            (12_374.15, "12.37 µs"),
            (103_825.3, "103.8 µs"),
            (1_234_567.0, "1.235 ms"),
            (2.5e9, "2.500 s"),
            (-165_242.756, "-165.2 µs"),
            (-7.5, "-7.500 ns"),
        ];
        for (ns, text) in cases {
            assert_eq!(time(ns), text);
        }
    }

    /// Values from Python's `datetime`.
    #[test]
    fn dates_agree_with_another_calendar() {
        for (ns, text) in [
            (0, "1970-01-01 00:00 UTC"),
            (951782399000000000, "2000-02-28 23:59 UTC"),
            (951782400000000000, "2000-02-29 00:00 UTC"),
            (1791542059053527672, "2026-10-09 10:34 UTC"),
            (4107542400000000000, "2100-03-01 00:00 UTC"),
            (u64::MAX, "2554-07-21 23:34 UTC"),
        ] {
            assert_eq!(date(ns), text);
        }
    }

    #[test]
    fn wrapped_lines_fit_unless_a_word_does_not() {
        assert_eq!(wrap("aa bb cc dd", 5, 0), "aa bb\ncc dd");
        assert_eq!(wrap("aa bb cc", 7, 2), "aa bb\n  cc");
        assert_eq!(wrap("abcdefgh ij", 5, 2), "abcdefgh\n  ij");
        assert_eq!(fit("abcdef", 4), "abc…");
    }
}
