//! A name that nobody has: which one was meant, and which there are.

/// What of the known names the given one most likely was meant to be; none if none is near.
pub fn nearest<'a>(given: &str, known: &[&'a str]) -> Option<&'a str> {
    let given = given.to_lowercase();
    let mut near: Vec<(usize, &str)> = Vec::new();
    for name in known {
        let distance = strsim::osa_distance(&given, &name.to_lowercase());
        let length = given.chars().count().max(name.chars().count());
        // A third of the letters may differ; of a short name one.
        if distance <= (length / 3).max(1) && distance < length {
            near.push((distance, name));
        }
    }
    near.sort_by_key(|(distance, _)| *distance);
    near.first().map(|(_, name)| *name)
}

/// The end of a message about a name that nobody has: `did you mean ...; known are ...`.
pub fn known(given: &str, known: &[&str]) -> String {
    let all = match known {
        [] => "there are none".to_owned(),
        _ => format!("known are {}", known.join(", ")),
    };
    match nearest(given, known) {
        Some(name) => format!("did you mean `{name}`? {all}"),
        None => all,
    }
}

/// What was most likely meant, as the end of a message that already says what there is; empty if nothing is near.
pub fn hint(given: &str, known: &[&str]) -> String {
    match nearest(given, known) {
        Some(name) => format!("; did you mean `{name}`?"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 6] = ["nexusq-v1", "nexusq-v2", "openssl", "aws-lc", "pqcp", "hqc"];

    #[test]
    fn a_slip_of_the_hand_is_seen() {
        // Two letters swapped, one missing, one too many, one wrong, capitals.
        for given in ["opensls", "opnssl", "openssll", "openzsl", "OpenSSL"] {
            assert_eq!(nearest(given, &NAMES), Some("openssl"), "{given}");
        }
        assert_eq!(nearest("nexusq-v3", &NAMES), Some("nexusq-v1"));
        assert_eq!(nearest("awslc", &NAMES), Some("aws-lc"));
        assert_eq!(nearest("hqx", &NAMES), Some("hqc"));
    }

    #[test]
    fn another_word_is_no_slip() {
        for given in ["kyber", "", "x", "circl", "boringssl"] {
            assert_eq!(nearest(given, &NAMES), None, "{given}");
        }
        // Nothing in common is not near, however short both are.
        assert_eq!(nearest("a", &["b"]), None);
    }

    #[test]
    fn the_message_names_what_there_is() {
        assert_eq!(
            known("pqpc", &["pqcp", "hqc"]),
            "did you mean `pqcp`? known are pqcp, hqc"
        );
        assert_eq!(known("kyber", &["pqcp", "hqc"]), "known are pqcp, hqc");
        assert_eq!(known("kyber", &[]), "there are none");
        assert_eq!(hint("prepard", &["prepared"]), "; did you mean `prepared`?");
        assert_eq!(hint("fast", &["prepared"]), "");
    }
}
