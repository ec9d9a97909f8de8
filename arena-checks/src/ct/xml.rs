//! What memcheck wrote: its errors with their stacks, and how often each occurred.
//!
//! The format is that of `docs/internals/xml-output-protocol4.txt` in valgrind's sources. Elements that are
//! not needed are passed over.

use roxmltree::{Document, Node};
use std::collections::HashMap;

/// An error that memcheck reports once and counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemcheckError {
    /// `UninitCondition`, `UninitValue` and so on.
    pub kind: String,
    /// How often it occurred.
    pub count: u64,
    /// The stack, innermost call first. Calls that were inlined are frames of their own.
    pub stack: Vec<RawFrame>,
}

/// A call as memcheck writes it. What it doesn't know is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawFrame {
    /// The file of the program or library.
    pub object: String,
    /// The function, demangled.
    pub function: String,
    /// Folder of the source file.
    pub folder: String,
    /// The source file.
    pub file: String,
    /// The line in it.
    pub line: Option<u32>,
}

/// Reads the errors of a file.
///
/// # Errors
/// In words: it is no such file, or it stops in the middle.
pub fn parse(text: &str) -> Result<Vec<MemcheckError>, String> {
    let document = Document::parse(text).map_err(|error| {
        format!("memcheck's file can't be read, was the runner killed? {error}")
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "valgrindoutput" || text_of(root, "protocoltool") != "memcheck" {
        return Err("the file is not memcheck's".to_owned());
    }
    let mut counts: HashMap<&str, u64> = HashMap::new();
    // There may be more than one list of counts; the last is the whole.
    for pair in children(root, "errorcounts").flat_map(|list| children(list, "pair")) {
        if let Ok(count) = text_of(pair, "count").parse() {
            counts.insert(text_of(pair, "unique"), count);
        }
    }
    // Memory that is never freed is told in XML whether one asks for it or not; it is no matter of secrets.
    let is_leak = |error: &Node<'_, '_>| text_of(*error, "kind").starts_with("Leak_");
    let errors = children(root, "error").filter(|error| !is_leak(error));
    let errors = errors.map(|error| MemcheckError {
        kind: text_of(error, "kind").to_owned(),
        count: counts.get(text_of(error, "unique")).copied().unwrap_or(1),
        stack: children(error, "stack")
            .take(1)
            .flat_map(|stack| children(stack, "frame"))
            .map(frame)
            .collect(),
    });
    Ok(errors.collect())
}

fn frame(node: Node<'_, '_>) -> RawFrame {
    let text = |name| text_of(node, name).to_owned();
    RawFrame {
        object: text("obj"),
        function: text("fn"),
        folder: text("dir"),
        file: text("file"),
        line: text_of(node, "line").parse().ok(),
    }
}

fn children<'a, 'input>(
    node: Node<'a, 'input>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'input>> {
    node.children()
        .filter(move |child| child.tag_name().name() == name)
}

fn text_of<'a>(node: Node<'a, '_>, name: &'static str) -> &'a str {
    let child = children(node, name).next();
    child
        .and_then(|child| child.text())
        .unwrap_or_default()
        .trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "<?xml version=\"1.0\"?>
<valgrindoutput>
<protocolversion>4</protocolversion>
<protocoltool>memcheck</protocoltool>
<error>
  <unique>0x1</unique><tid>1</tid><kind>UninitCondition</kind>
  <what>Conditional jump or move depends on uninitialised value(s)</what>
  <stack>
    <frame><ip>0x10</ip><obj>/bin/runner</obj><fn>sample&lt;u8&gt;</fn><dir>/src/a</dir><file>b.rs</file><line>7</line></frame>
    <frame><ip>0x20</ip><obj>/bin/runner</obj></frame>
  </stack>
  <auxwhat>something else</auxwhat>
  <stack><frame><ip>0x30</ip><fn>not_this</fn></frame></stack>
</error>
<error><unique>0x3</unique><kind>Leak_DefinitelyLost</kind><stack></stack></error>
<error><unique>0x2</unique><kind>UninitValue</kind><stack></stack></error>
<errorcounts><pair><count>1</count><unique>0x1</unique></pair></errorcounts>
<errorcounts>
  <pair> <count>40</count> <unique>0x1</unique> </pair>
</errorcounts>
</valgrindoutput>
";

    #[test]
    fn errors_come_with_their_first_stack_and_their_last_count() {
        let errors = parse(TEXT).unwrap();
        assert_eq!(errors.len(), 2);
        assert_eq!(
            (errors[0].kind.as_str(), errors[0].count),
            ("UninitCondition", 40)
        );
        let expected = [
            RawFrame {
                object: "/bin/runner".to_owned(),
                function: "sample<u8>".to_owned(),
                folder: "/src/a".to_owned(),
                file: "b.rs".to_owned(),
                line: Some(7),
            },
            RawFrame {
                object: "/bin/runner".to_owned(),
                ..RawFrame::default()
            },
        ];
        assert_eq!(errors[0].stack, expected);
        assert_eq!(
            (errors[1].kind.as_str(), errors[1].count),
            ("UninitValue", 1)
        );
        assert!(errors[1].stack.is_empty());
    }

    /// A runner that is killed leaves a file without an end; its errors are those of half a run.
    #[test]
    fn half_a_file_and_other_files_are_refused() {
        let half = &TEXT[..TEXT.len() / 2];
        assert!(parse(half).unwrap_err().contains("was the runner killed?"));
        assert!(parse("").unwrap_err().contains("can't be read"));
        let other = TEXT.replace("memcheck</protocoltool>", "helgrind</protocoltool>");
        assert_eq!(parse(&other).unwrap_err(), "the file is not memcheck's");
        assert_eq!(parse("<html/>").unwrap_err(), "the file is not memcheck's");
    }
}
