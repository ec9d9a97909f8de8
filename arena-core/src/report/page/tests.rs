//! The parts of the page that are the same in every report: its style, its script, its policy.

use super::{SCRIPT, STYLE, policy};
use std::collections::BTreeMap;

/// A colour as its red, green and blue part.
type Colour = [u8; 3];

/// The colours of the style by name, light and dark.
fn colours() -> BTreeMap<&'static str, [Colour; 2]> {
    let mut colours = BTreeMap::new();
    for line in STYLE.lines() {
        let Some((name, rest)) = line.trim().split_once(": light-dark(#") else {
            continue;
        };
        let (light, dark) = rest.split_once(", #").unwrap();
        colours.insert(name, [light, dark].map(|text| colour(&text[..6])));
    }
    colours
}

fn colour(digits: &str) -> Colour {
    let part = |place: usize| u8::from_str_radix(&digits[place..place + 2], 16).unwrap();
    [part(0), part(2), part(4)]
}

/// WCAG 2.2, definition of relative luminance.
fn luminance(colour: Colour) -> f64 {
    let [red, green, blue] = colour.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// WCAG 2.2, definition of contrast ratio.
fn contrast(one: Colour, other: Colour) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// The ends of the definition, and a grey that is known as the lightest that suffices on white: 4.54.
#[test]
fn contrast_is_that_of_wcag() {
    let white = colour("ffffff");
    assert!((contrast(white, colour("000000")) - 21.0).abs() < 1e-9);
    assert!((contrast(colour("767676"), white) - 4.54).abs() < 0.005);
    assert!(contrast(colour("777777"), white) < 4.5);
}

#[test]
fn colours_have_the_contrast_of_wcag_aa_light_and_dark() {
    let colours = colours();
    assert_eq!(colours.len(), 13, "{colours:?}");
    let texts = [
        "--text",
        "--muted",
        "--candidate",
        "--baseline",
        "--good",
        "--bad",
        "--open",
    ];
    let marks = ["--other", "--attempts"];
    // Texts need 4.5 (1.4.3), what a chart is read by needs 3 (1.4.11). The noise band lies behind marks and lines.
    let needs = texts.iter().map(|name| (name, 4.5));
    let needs = needs.chain(marks.iter().map(|name| (name, 3.0)));
    let ratios = |one: &str, other: &str| {
        let pairs = colours[one].into_iter().zip(colours[other]);
        pairs
            .map(|(one, other)| contrast(one, other))
            .collect::<Vec<f64>>()
    };
    for (name, needed) in needs {
        for ratio in ratios(name, "--ground") {
            assert!(ratio >= needed, "{name} on --ground: {ratio:.2}");
        }
    }
    // Texts stand on the panel too; a chart does so only while the pointer is over its line.
    for name in texts {
        for ratio in ratios(name, "--panel") {
            assert!(ratio >= 4.5, "{name} on --panel: {ratio:.2}");
        }
    }
    for name in ["--text", "--candidate", "--good", "--bad"] {
        for ratio in ratios(name, "--noise") {
            assert!(ratio >= 3.0, "{name} on --noise: {ratio:.2}");
        }
    }
}

#[test]
fn every_colour_of_the_style_is_one_of_these() {
    let colours = colours();
    for part in STYLE.split("var(").skip(1) {
        let name = part.split(')').next().unwrap();
        assert!(colours.contains_key(name), "{name} is not defined");
    }
    let defined = STYLE.matches("light-dark(#").count();
    let hexadecimal = STYLE.matches('#').count()
        - STYLE.matches("#count").count()
        - STYLE.matches("#theme").count()
        - STYLE.matches("#rows").count();
    assert_eq!(hexadecimal, 2 * defined, "a colour has no partner");
}

#[test]
fn nothing_of_the_page_asks_for_anything_elsewhere() {
    for text in [STYLE, SCRIPT] {
        for word in [
            "http:",
            "https:",
            "url(",
            "@import",
            "fetch(",
            "XMLHttpRequest",
            "import(",
            "localStorage",
        ] {
            assert!(!text.contains(word), "{word}");
        }
    }
    for word in [
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "Function(",
    ] {
        assert!(
            !SCRIPT.contains(word),
            "{word} makes markup or code of text"
        );
    }
    // Either would end its element early.
    assert!(!SCRIPT.contains("</") && !STYLE.contains("</"));
    assert!(SCRIPT.len() < 8_000 && STYLE.len() < 16_000);
}

#[test]
fn the_policy_allows_one_style_and_one_script() {
    let policy = policy::content(STYLE, SCRIPT);
    assert!(
        policy.starts_with("default-src 'none'; style-src 'sha256-"),
        "{policy}"
    );
    assert!(
        !policy.contains("unsafe") && !policy.contains('*'),
        "{policy}"
    );
}
