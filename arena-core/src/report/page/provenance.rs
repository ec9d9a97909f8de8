//! Where everything comes from: versions, back ends, packages, checksums, licences, flags.

use super::View;
use super::gather::{Provenance, SetKey};
use super::markup::{About, escape};
use crate::pins::Package;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn render(view: &View<'_>) -> String {
    let all = &view.material.gathered.provenance;
    let mut out = String::new();
    for (system, builds) in all.iter().take(super::MOST_LISTED) {
        let about = About {
            system: Some(system),
            ..About::default()
        };
        out += &format!(
            "<article class=\"system {}\"{}>\n<h3>{}</h3>\n",
            view.class_of(system),
            about.attributes(),
            escape(system)
        );
        for build in builds {
            out += &one(build);
        }
        if let Some(held) = view.material.gathered.prepared.get(system) {
            out += &prepared(held);
        }
        out += "</article>\n";
    }
    if out.is_empty() {
        return out;
    }
    out = format!("<div class=\"systems\">\n{out}</div>\n");
    out + &super::and_more(all.len(), super::MOST_LISTED, "the raw rows hold them")
}

fn fact(name: &str, value: &str) -> String {
    format!(
        "<div><dt>{}</dt><dd>{}</dd></div>\n",
        escape(name),
        escape(value)
    )
}

fn one(provenance: &Provenance) -> String {
    let mut out = "<dl class=\"facts\">\n".to_owned();
    out += &fact(
        "implementation",
        &format!("{} {}", provenance.implementation, provenance.version),
    );
    for (name, value) in &provenance.facts {
        out += &fact(name, value);
    }
    match &provenance.runner_sha256 {
        Some(sha256) => {
            out += &format!(
                "<div><dt>runner, SHA-256</dt><dd><code>{}</code></dd></div>\n",
                escape(sha256)
            )
        }
        None => out += &fact("runner, SHA-256", "not recorded"),
    }
    for package in &provenance.packages {
        out += &self::package(package);
    }
    if provenance.packages.is_empty() {
        out += &fact("packages", "not recorded");
    }
    out + "</dl>\n"
}

fn package(package: &Package) -> String {
    let Package {
        ecosystem,
        name,
        version,
        checksum,
        upstream,
        licence,
        build_options,
        origin,
    } = package;
    let (what, versions) = match origin {
        Some(origin) => (origin.what(), origin.versions()),
        None => (String::new(), String::new()),
    };
    let mut parts = vec![format!(
        "<b>{} {}</b> ({})",
        escape(name),
        escape(version),
        escape(ecosystem)
    )];
    for (what, value) in [
        ("from", &what),
        ("with", &versions),
        ("holds", upstream),
        ("licence", licence),
        ("built with", build_options),
    ] {
        if !value.is_empty() {
            parts.push(format!("{what} {}", escape(value)));
        }
    }
    if !checksum.is_empty() {
        parts.push(format!("<code>{}</code>", escape(checksum)));
    }
    format!("<div><dt>package</dt><dd>{}</dd></div>\n", parts.join("; "))
}

/// What prepared keys hold, with the parameter sets where that differs between them.
fn prepared(held: &BTreeMap<SetKey, String>) -> String {
    let mut by_word: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (set, word) in held {
        by_word
            .entry(word)
            .or_default()
            .insert(format!("{}-{}", set.0, set.1));
    }
    let parts: Vec<String> = by_word
        .into_iter()
        .map(|(word, sets)| {
            format!(
                "{word} ({})",
                sets.into_iter().collect::<Vec<_>>().join(", ")
            )
        })
        .collect();
    format!(
        "<dl class=\"facts\">{}</dl>\n",
        fact("prepared keys hold", &parts.join("; "))
    )
}
