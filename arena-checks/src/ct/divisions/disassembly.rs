//! Divisions in a program: `objdump` finds the instructions, `addr2line` tells whose they are.

use super::super::frames::{Frame, plain_name, source};
use super::super::process;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How long one of the tools may take for a program.
const LIMIT: Duration = Duration::from_secs(600);

/// A division: an instruction, or a call of a routine that divides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Division {
    /// The instruction, or what is called.
    pub(crate) what: String,
    /// The functions it belongs to, the innermost inlined one first.
    pub(crate) frames: Vec<Frame>,
}

/// Whether the tools are there.
///
/// # Errors
/// In words: one of them is missing, with the way out.
pub(crate) fn check_tools() -> Result<(), String> {
    for tool in ["objdump", "addr2line"] {
        output(Command::new(tool).arg("--version"), Vec::new())?;
    }
    Ok(())
}

/// All divisions of a program.
///
/// # Errors
/// In words: a tool is missing or failed.
pub(crate) fn divisions(program: &Path, root: &Path) -> Result<Vec<Division>, String> {
    let mut objdump = Command::new("objdump");
    objdump.args(["-d", "--no-show-raw-insn"]).arg(program);
    let listing = output(&mut objdump, Vec::new())?;
    let found = instructions(&listing);
    let input: String = found
        .keys()
        .map(|address| format!("{address:#x}\n"))
        .collect();
    let mut addr2line = Command::new("addr2line");
    addr2line.args(["-a", "-f", "-i", "-C", "-e"]).arg(program);
    let told = output(&mut addr2line, input.into_bytes())?;
    let mut frames = owners(&told, root);
    let all = found.into_iter().map(|(address, what)| Division {
        what,
        frames: frames.remove(&address).unwrap_or_default(),
    });
    Ok(all.collect())
}

fn output(command: &mut Command, input: Vec<u8>) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let ended = process::run(command, input, LIMIT).and_then(process::Ended::output);
    match ended {
        Ok(output) => Ok(String::from_utf8_lossy(&output).into_owned()),
        Err(reason) => Err(format!(
            "{name}: {reason}; it is part of binutils (Debian, Ubuntu: apt install binutils; Fedora: dnf install binutils)"
        )),
    }
}

/// The divisions of objdump's listing, by address. A line is `  401136:<tab>idivl  -0x8(%rbp)`.
fn instructions(listing: &str) -> BTreeMap<u64, String> {
    let mut found = BTreeMap::new();
    for line in listing.lines() {
        let Some((address, instruction)) = line.trim_start().split_once(":\t") else {
            continue;
        };
        let Ok(address) = u64::from_str_radix(address, 16) else {
            continue;
        };
        let mut words = instruction.split_whitespace();
        let mnemonic = words.next().unwrap_or_default();
        if divides(mnemonic) {
            found.insert(address, mnemonic.to_owned());
        } else if let Some(routine) = called_routine(mnemonic, instruction) {
            found.insert(address, format!("{mnemonic} {routine}"));
        }
    }
    found
}

/// Whether an instruction of x86-64 or aarch64 divides, integers or floating-point numbers.
fn divides(mnemonic: &str) -> bool {
    let integer = [
        "div", "divb", "divw", "divl", "divq", "idiv", "idivb", "idivw", "idivl", "idivq",
    ];
    let floating = ["divss", "divsd", "divps", "divpd", "fdiv"];
    let rest = mnemonic.strip_prefix('v').unwrap_or(mnemonic);
    integer.contains(&mnemonic)
        || ["udiv", "sdiv"].contains(&mnemonic)
        || floating.iter().any(|start| rest.starts_with(start))
}

/// The compiler's routine for dividing 128-bit integers, if one is called or jumped to.
fn called_routine(mnemonic: &str, instruction: &str) -> Option<&'static str> {
    let calls = ["call", "callq", "jmp", "jmpq", "bl", "b"];
    if !calls.contains(&mnemonic) {
        return None;
    }
    let routines = [
        "__udivti3",
        "__umodti3",
        "__udivmodti4",
        "__divti3",
        "__modti3",
        "__divmodti4",
    ];
    routines
        .into_iter()
        .find(|routine| instruction.contains(routine))
}

/// What addr2line tells of each address: the address, then a line with a function and one with `file:line` for each frame.
fn owners(text: &str, root: &Path) -> BTreeMap<u64, Vec<Frame>> {
    let mut all: BTreeMap<u64, Vec<Frame>> = BTreeMap::new();
    let mut at = None;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(digits) = line.strip_prefix("0x")
            && let Ok(address) = u64::from_str_radix(digits, 16)
        {
            at = Some(address);
            continue;
        }
        let (Some(address), Some(place)) = (at, lines.next()) else {
            break;
        };
        all.entry(address)
            .or_default()
            .push(frame(line, place, root));
    }
    all
}

fn frame(function: &str, place: &str, root: &Path) -> Frame {
    // A line may be followed by a note such as ` (discriminator 3)`.
    let place = place.split(" (").next().unwrap_or(place);
    let (file, line) = place.rsplit_once(':').unwrap_or((place, ""));
    let known = |text: &str| !text.is_empty() && text != "??";
    Frame {
        function: if known(function) {
            plain_name(function)
        } else {
            String::new()
        },
        source: if known(file) {
            source("", file, &root.to_string_lossy())
        } else {
            String::new()
        },
        line: line.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTING: &str = "
runner:     file format elf64-x86-64

0000000000401126 <main>:
  401126:\tpush   %rbp
  401136:\tidivl  -0x8(%rbp)
  401139:\tcall   402000 <__umodti3>
  40113e:\tcall   402000 <divide>
  401140:\tvdivsd %xmm1,%xmm0,%xmm0
  401144:\tudiv\tx0, x1, x2
  401148:\tmov    0x10(%rip),%eax        # 40115e <div_table>
";

    #[test]
    fn divisions_are_found_by_their_instruction() {
        let found = instructions(LISTING);
        let expected = [
            (0x401136, "idivl"),
            (0x401139, "call __umodti3"),
            (0x401140, "vdivsd"),
            (0x401144, "udiv"),
        ];
        let expected: BTreeMap<u64, String> = expected
            .map(|(address, what)| (address, what.to_owned()))
            .into();
        assert_eq!(found, expected);
    }

    #[test]
    fn each_address_has_the_frames_that_were_inlined_there() {
        let text = "0x0000000000401136
ml_dsa::algebra::reduce<A>
/c/registry/src/i/ml-dsa-0.1.2/src/algebra.rs:7 (discriminator 2)
main
/w/adapters/x/src/main.rs:1
0x0000000000401139
??
??:0
";
        let owners = owners(text, Path::new("/w"));
        let first: Vec<String> = owners[&0x401136].iter().map(Frame::location).collect();
        assert_eq!(
            first,
            ["ml-dsa-0.1.2/src/algebra.rs:7", "adapters/x/src/main.rs:1"]
        );
        assert_eq!(owners[&0x401136][0].function, "ml_dsa::algebra::reduce");
        assert_eq!(owners[&0x401139][0].function, "");
    }
}
