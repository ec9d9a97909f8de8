//! Whether markup is sound: elements closed in order, nothing from elsewhere, words for every chart.

/// The markup without the contents of script and style, cut at each tag: the tag, and the text after it.
fn tags(page: &str) -> Vec<(&str, &str)> {
    let mut tags = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').unwrap();
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        for raw in ["script", "style"] {
            if tag == raw {
                rest = &rest[rest.find(&format!("</{raw}>")).unwrap()..];
            }
        }
        tags.push((tag, &rest[..rest.find('<').unwrap_or(rest.len())]));
    }
    tags
}

fn name(tag: &str) -> &str {
    tag.split([' ', '/']).next().unwrap()
}

fn attribute<'a>(tag: &'a str, wanted: &str) -> Option<&'a str> {
    let after = tag.split_once(&format!(" {wanted}=\""))?.1;
    after.split('"').next()
}

/// Every element is closed in order, and what a reader without eyes needs is there.
pub(crate) fn is_sound(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut ids = Vec::new();
    let tags = tags(page);
    for (place, (tag, text)) in tags.iter().enumerate() {
        if tag.starts_with('!') {
            continue;
        }
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed), "near {text}");
            continue;
        }
        if tag.ends_with('/') || ["meta", "input"].contains(&name(tag)) {
            continue;
        }
        open.push(name(tag));
        ids.extend(attribute(tag, "id"));
        let next = tags[place + 1];
        match name(tag) {
            "svg" => {
                assert_eq!(attribute(tag, "role"), Some("img"), "{tag}");
                assert_eq!(next.0, "title", "{tag}");
                assert!(!next.1.trim().is_empty(), "a chart without words: {tag}");
            }
            "table" => assert!(next.0 == "caption" && !next.1.is_empty(), "{tag}"),
            "th" => assert!(attribute(tag, "scope").is_some(), "{tag}"),
            "button" => assert_eq!(attribute(tag, "type"), Some("button"), "{tag}"),
            _ => {}
        }
    }
    assert_eq!(open, Vec::<&str>::new());
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "an id is there twice: {ids:?}");
    assert_eq!(page.matches("<h1>").count(), 1);
    assert_eq!(page.matches("<main>").count(), 1);
    assert_eq!(page.matches("<script>").count(), 1);
    for (tag, _) in &tags {
        // Attributes without their values, which are text.
        let names: String = tag.split('"').step_by(2).collect();
        assert!(!names.contains(['\'', '`']), "{tag}");
        for word in [" style=", " src=", " on"] {
            assert!(!names.contains(word), "{tag}");
        }
        let known =
            !["link", "iframe", "img", "object", "embed", "base", "form"].contains(&name(tag));
        assert!(known, "{tag}");
    }
    for anchor in tags.iter().filter_map(|(tag, _)| attribute(tag, "href")) {
        let id = anchor.strip_prefix('#').unwrap();
        assert!(ids.contains(&id), "no place {anchor}");
    }
    assert!(
        !page.contains("NaN") && !page.contains("inf"),
        "a figure is none"
    );
}
