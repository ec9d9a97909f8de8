//! Logarithms and exponentials that give the same bits on every platform.
//!
//! Those of the standard library are the C library's, and C libraries differ in the last digit. Figures that are stored
//! with a run must come out again wherever it is verified, so nothing else in this crate may be used for them.

/// The functions, as methods.
pub(crate) trait Portable {
    /// The natural logarithm.
    fn natural_log(self) -> f64;
    /// The natural logarithm of one more.
    fn natural_log_1p(self) -> f64;
    /// The decimal logarithm.
    fn decimal_log(self) -> f64;
    /// e to this power.
    fn exponential(self) -> f64;
}

impl Portable for f64 {
    fn natural_log(self) -> f64 {
        libm::log(self)
    }

    fn natural_log_1p(self) -> f64 {
        libm::log1p(self)
    }

    fn decimal_log(self) -> f64 {
        libm::log10(self)
    }

    fn exponential(self) -> f64 {
        libm::exp(self)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Portable;
    use std::fs;
    use std::path::{Path, PathBuf};

    /// Within one unit in the last place of the constants that the standard library has.
    #[test]
    fn values_of_tables() {
        for (computed, constant) in [
            (2.0_f64.natural_log(), std::f64::consts::LN_2),
            (10.0_f64.natural_log(), std::f64::consts::LN_10),
            (1.0_f64.exponential(), std::f64::consts::E),
            (2.0_f64.decimal_log(), std::f64::consts::LOG10_2),
            (1e-20_f64.natural_log_1p(), 1e-20),
        ] {
            assert!(
                (computed - constant).abs() <= f64::EPSILON * constant,
                "{computed} {constant}"
            );
        }
    }

    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }

    /// What the C library computes stays out of all code but that of tests, among them the simulation in `coverage`.
    #[test]
    fn nothing_else_is_used() {
        let mut found = Vec::new();
        sources(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
            &mut found,
        );
        let tests = |path: &Path| {
            let name = path.to_string_lossy();
            name.contains("tests") || name.ends_with("coverage.rs") && name.contains("stats")
        };
        for path in found.iter().filter(|path| !tests(path)) {
            let text = fs::read_to_string(path).unwrap();
            let code = text.split("\nmod tests {").next().unwrap();
            for call in [
                "ln", "ln_1p", "log10", "log2", "exp", "exp_m1", "cos", "sin", "powf",
            ] {
                let call = format!(".{call}(");
                assert!(!code.contains(&call), "{}: {call}", path.display());
            }
        }
    }
}
