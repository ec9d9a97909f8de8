//! One section for each parameter set: its sizes, its operations, what signing costs, who agreed with whom.

use super::View;
use super::gather::SetKey;
use super::markup::{escape, thousands};
use super::{agreement, signing, speed};
use nexusq_contract::ParameterSet;

pub(super) fn render(view: &View<'_>) -> String {
    let mut sets: Vec<SetKey> = Vec::new();
    let groups = view.report.groups.iter();
    let grouped = groups.map(|group| (group.algorithm.clone(), group.parameter_set.clone()));
    // Also sets of which no row is usable.
    let known = view.material.gathered.checked.keys().cloned();
    for set in grouped.chain(known) {
        if !sets.contains(&set) && sets.len() < super::MOST_LISTED {
            sets.push(set);
        }
    }
    if sets.is_empty() {
        return String::new();
    }
    let mut out = "<p class=\"note\">Only what stands in one table may be compared: one parameter set, one operation, one lane. There is no score over several.</p>\n".to_owned();
    out += &speed::legend();
    for (place, set) in sets.iter().enumerate() {
        out += &one(view, place, set);
    }
    out
}

fn one(view: &View<'_>, place: usize, set: &SetKey) -> String {
    let name = format!("{}-{}", set.0, set.1);
    let label =
        ParameterSet::from_names(&set.0, &set.1).map_or(name.clone(), |set| set.label().to_owned());
    let mut out = format!(
        "<section class=\"set\" id=\"set-{place}\" data-s=\"{}\"><h3>{}</h3>\n{}",
        escape(&name),
        escape(&label),
        sizes(view, set)
    );
    for group in &view.report.groups {
        if group.algorithm == set.0 && group.parameter_set == set.1 {
            out += &speed::render(view, group, &name);
        }
    }
    out += &signing::render(view, set, &name);
    out += &agreement::render(view, set, &name);
    out + "</section>\n"
}

/// The sizes of keys, ciphertexts and signatures, which the standard fixes.
fn sizes(view: &View<'_>, set: &SetKey) -> String {
    let Some(sizes) = view.material.gathered.sizes.get(set) else {
        return String::new();
    };
    let kem = sizes.ciphertext_bytes.is_some();
    let named = [
        (
            if kem {
                "encapsulation key"
            } else {
                "public key"
            },
            sizes.public_key_bytes,
        ),
        (
            if kem {
                "decapsulation key"
            } else {
                "private key"
            },
            sizes.secret_key_bytes,
        ),
        ("ciphertext", sizes.ciphertext_bytes),
        ("signature", sizes.signature_bytes),
    ];
    let there = named
        .iter()
        .filter_map(|(name, bytes)| Some((name, (*bytes)?)));
    let parts: Vec<String> = there
        .map(|(name, bytes)| format!("{name} <b>{}</b> bytes", thousands(bytes as u64)))
        .collect();
    if parts.is_empty() {
        return String::new();
    }
    format!(
        "<p class=\"sizes\">Sizes by the standard, the same for every implementation: {}.</p>\n",
        parts.join(" · ")
    )
}
