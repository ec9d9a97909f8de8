//! How much slower: a share of the time of a call, from a flag or a variable.

use std::fmt;

/// A share of a call's time, at least 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Share(f64);

/// Where nothing is said.
const DEFAULT: Share = Share(0.01);
/// More would make a run last long for nothing.
const MOST_PERCENT: f64 = 1000.0;

impl Share {
    /// What the arguments say, or else the variable, or else 1 %.
    pub(crate) fn chosen(arguments: &[String], variable: Option<&str>) -> Result<Share, String> {
        match (arguments, variable) {
            ([], None) => Ok(DEFAULT),
            ([], Some(text)) => Share::parse(text).map_err(|why| format!("HANDICAP_SLOW={why}")),
            ([flag, text], _) if flag == "--slow" => {
                Share::parse(text).map_err(|why| format!("--slow {why}"))
            }
            ([flag], _) if flag == "--slow" => {
                Err("--slow: how much is missing; give for example --slow 1%".to_owned())
            }
            ([other, ..], _) => Err(format!(
                "{other}: this runner takes one flag; give --slow 1%, or nothing for 1 %"
            )),
        }
    }

    fn parse(text: &str) -> Result<Share, String> {
        let number = text.strip_suffix('%').map(str::trim);
        let percent: Option<f64> = number.and_then(|number| number.parse().ok());
        percent
            .filter(|percent| (0.0..=MOST_PERCENT).contains(percent))
            .map(|percent| Share(percent.abs() / 100.0))
            .ok_or_else(|| {
                format!("{text}: not a percentage from 0% to {MOST_PERCENT}%; give for example 1%")
            })
    }

    /// As a factor of the call's time.
    pub(crate) fn factor(self) -> f64 {
        self.0
    }

    /// Whether nothing is to be made slower.
    pub(crate) fn is_zero(self) -> bool {
        self.0 == 0.0
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Six digits after the point: what the multiplication adds to 2.3 is not shown.
        let shown = format!("{:.6}", self.0 * 100.0);
        let shown = shown.trim_end_matches('0').trim_end_matches('.');
        write!(f, "{shown} %")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(arguments: &[&str], variable: Option<&str>) -> Result<String, String> {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        Share::chosen(&arguments, variable).map(|share| share.to_string())
    }

    #[test]
    fn the_flag_counts_before_the_variable_and_that_before_the_default() {
        for (arguments, variable, share) in [
            (&[][..], None, "1 %"),
            (&[], Some("0.5%"), "0.5 %"),
            (&["--slow", "2.3 %"], Some("0.5%"), "2.3 %"),
            (&["--slow", "0%"], None, "0 %"),
            (&["--slow", "-0%"], None, "0 %"),
            (&["--slow", "1000%"], None, "1000 %"),
        ] {
            assert_eq!(chosen(arguments, variable).unwrap(), share);
        }
        let share = Share::chosen(&["--slow".into(), "25%".into()], None).unwrap();
        assert_eq!((share.factor(), share.is_zero()), (0.25, false));
        assert!(Share::parse("0%").unwrap().is_zero());
    }

    #[test]
    fn what_is_wrong_is_named_with_the_way_out() {
        for bad in ["1", "%", "-1%", "1001%", "NaN%", "inf%", "fast", ""] {
            let error = chosen(&["--slow", bad], None).unwrap_err();
            let words =
                format!("--slow {bad}: not a percentage from 0% to 1000%; give for example 1%");
            assert_eq!(error, words);
        }
        let error = chosen(&[], Some("x")).unwrap_err();
        assert!(error.starts_with("HANDICAP_SLOW=x: not a percentage"));
        let error = chosen(&["--slow"], None).unwrap_err();
        assert!(error.contains("give for example --slow 1%"), "{error}");
        for other in [&["--fast", "1%"][..], &["--slow", "1%", "2%"], &["--help"]] {
            let error = chosen(other, None).unwrap_err();
            assert!(error.contains("give --slow 1%, or nothing"), "{error}");
        }
    }
}
