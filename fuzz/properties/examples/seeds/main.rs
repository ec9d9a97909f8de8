//! Writes the first inputs of every corpus, one file for each branch that fuzzing should begin from:
//! `cargo run -p nexusq-fuzz --example seeds`. Files that are there already stay; those that fuzzing found bear other names.

mod differential;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

type Seeds = Vec<(String, Vec<u8>)>;

fn main() -> io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let mut count = 0;
    for (target, seeds) in all() {
        for (name, bytes) in seeds {
            let path: PathBuf = corpus.join(target).join(name);
            fs::create_dir_all(corpus.join(target))?;
            fs::write(path, bytes)?;
            count += 1;
        }
    }
    println!("{count} files in {}", corpus.display());
    Ok(())
}

fn all() -> Vec<(&'static str, Seeds)> {
    vec![
        ("v2_raw", raw()),
        ("v2_spki", spki()),
        ("v2_pkcs8", pkcs8()),
        ("v2_pem", pem()),
        ("v2_serde", serde()),
        ("same_decaps", differential::decaps()),
        ("same_keys", differential::keys()),
        ("same_sign", differential::sign()),
        ("same_verify", differential::verify()),
        ("v3_back_ends", differential::back_ends()),
        ("runner_lines", runner_lines()),
        ("runner_requests", runner_requests()),
        ("driver_checks", checks()),
        ("driver_replies", replies()),
        ("arena_folder", folder()),
        ("arena_raw_rows", raw_rows()),
        ("arena_json", json()),
        ("arena_toml", toml()),
        ("arena_counts", counts()),
        ("arena_machine", machine()),
        ("arena_sums", sums()),
        ("arena_lines", lines()),
    ]
}

fn named(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> (String, Vec<u8>) {
    (name.into(), bytes.into())
}

/// Each decoder on its right encoding, and on one with a byte changed.
fn raw() -> Seeds {
    let mut seeds: Seeds = (0..18)
        .map(|kind| named(format!("right-{kind:02}"), [kind, 2, 0]))
        .collect();
    let changed = |kind| {
        named(
            format!("changed-{kind:02}"),
            [kind, 2, 1, 1, kind * 7, 0, kind],
        )
    };
    seeds.extend([0, 1, 2, 9, 10, 11].map(changed));
    // 0xfff, which is not below q; a secret vector with such a number, which is no fault; s1 out of range; a hint that is none.
    seeds.push(named("modulus", [0, 2, 1, 5, 0, 0, 3]));
    seeds.push(named("secret-modulus", [1, 2, 1, 5, 0, 0, 3]));
    seeds.push(named("small-range", [10, 2, 1, 0, 128, 0, 0xff]));
    seeds.push(named("hint", [11, 2, 1, 3, 0x20, 0x09, 0]));
    seeds.push(named("short", [0, 0, 1, 2, 3]));
    seeds
}

fn spki() -> Seeds {
    let mut seeds: Seeds = (0..6)
        .map(|set| named(format!("right-{set}"), [set, 0]))
        .collect();
    for place in [1, 5, 14, 18, 24] {
        seeds.push(named(format!("changed-{place}"), [3, 1, 2, place, 0, 1]));
    }
    seeds.push(named("empty", [255, 0x30, 0x00]));
    seeds
}

/// Each algorithm in each form, and each fault of a document.
fn pkcs8() -> Seeds {
    let mut seeds = Seeds::new();
    for algorithm in 0..6 {
        // All three forms of one KEM and one signature scheme.
        let forms = if algorithm % 3 == 0 { 3 } else { 1 };
        for form in 0..forms {
            seeds.push(named(
                format!("right-{algorithm}-{form}"),
                [0, algorithm, form, 0, 0, 0, 0],
            ));
        }
    }
    for form in 3..7 {
        seeds.push(named(format!("form-{form}"), [0, 3, form, 0, 0, 0, 0]));
    }
    for bit in 0..6 {
        seeds.push(named(format!("fault-{bit}"), [0, 0, 2, 1 << bit, 0, 0, 0]));
    }
    for (name, public, version) in [
        ("public", 1, 1),
        ("public-in-0", 1, 0),
        ("other-public", 2, 1),
        ("no-public", 0, 1),
        ("version-2", 0, 2),
    ] {
        seeds.push(named(name, [0, 1, 0, 0, public, version, 0]));
    }
    seeds.push(named("changed", [0, 4, 0, 0, 0, 0, 1, 0, 25, 0, 0x81]));
    seeds.push(named("empty", [255, 0x30, 0x00]));
    seeds
}

fn pem() -> Seeds {
    let mut seeds: Seeds = (0..12)
        .map(|which| named(format!("right-{which:02}"), [which, 0]))
        .collect();
    seeds.push(named("changed-label", [6, 1, 0, 12, 0, b'X']));
    seeds.push(named("changed-text", [6, 1, 0, 40, 0, b'=']));
    seeds.push(named("cut", [6, 1, 6, 0, 0, 20]));
    seeds.push(named(
        "other-label",
        &b"\xff-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"[..],
    ));
    seeds
}

fn serde() -> Seeds {
    let mut seeds: Seeds = (0..12)
        .map(|kind| named(format!("right-{kind:02}"), [kind, 1]))
        .collect();
    seeds.push(named("capital", [1, 1, 1, 0, 5, 0, b'A']));
    seeds.push(named("no-digit", [1, 1, 1, 0, 5, 0, b'g']));
    seeds.push(named(
        "modulus",
        [
            0, 1, 4, 0, 1, 0, b'f', 0, 2, 0, b'f', 0, 4, 0, b'f', 0, 3, 0, b'f',
        ],
    ));
    seeds.push(named("cut", [7, 1, 1, 6, 0, 0, 3]));
    seeds.push(named("list", [&[1, 0], &b"[1,2]"[..]].concat()));
    seeds.push(named("short", [&[1, 0], &b"\"00\""[..]].concat()));
    seeds
}

fn runner_lines() -> Seeds {
    let kem = "{\"command\":\"prepare\",\"algorithm\":\"ml-kem\",\"parameter_set\":\"512\",\"items\":[{}]}\n";
    let time = "{\"command\":\"time\",\"algorithm\":\"ml-kem\",\"parameter_set\":\"512\",\"operation\":\"encaps\",\"lane\":\"prepared\",\"randomness\":\"own\",\"first_item\":0,\"warmups\":1,\"iterations\":2}\n";
    let sign = "{\"command\":\"perform\",\"algorithm\":\"ml-dsa\",\"parameter_set\":\"44\",\"operation\":\"sign\",\"randomness\":\"deterministic\",\"inputs\":{\"seed\":\"0707070707070707070707070707070707070707070707070707070707070707\",\"message\":\"00\"}}\n";
    vec![
        named(
            "hello",
            "{\"command\":\"hello\",\"protocol\":1}\n{\"command\":\"bye\"}\n{}\n",
        ),
        named("time", [kem, time].concat()),
        named("no-corpus", time),
        named("sign", sign),
        named("empty-lines", "\n\n \n[]\nnull\n{}\n{\"command\":1}"),
        named("no-text", &b"\xff\xfe\x00\n"[..]),
        named("wrong", sign.replace("sign", "encaps")),
        named("too-many", time.replace(":2}", ":1000001}")),
    ]
}

fn runner_requests() -> Seeds {
    let mut seeds = Seeds::new();
    // Set, operation, randomness, kind, then what the kind needs; no changes.
    let prepare = |set| vec![set, 0, 0, 2, 1, 0xff, 0, 0, 0];
    for set in 0..2 {
        for operation in 0..5 {
            let perform = [set, operation, 3, 6, 0xff, 0, 0, 0];
            seeds.push(named(format!("perform-{set}-{operation}"), perform));
            let time = [set, operation, 3, 4, 0, 0, 1, 2, 0, 0];
            seeds.push(named(
                format!("time-{set}-{operation}"),
                [prepare(set), time.to_vec()].concat(),
            ));
        }
    }
    seeds.push(named(
        "changed-inputs",
        [0, 2, 3, 6, 0x14, 0x80, 1, 1, 9, 0, 0, 0, 0, 0],
    ));
    seeds.push(named("changed-json", [0, 2, 3, 6, 0x14, 0, 1, 0, 0, 0, 0]));
    seeds
}

/// Every operation with right results, with a changed one, and with a changed reply to the check.
fn checks() -> Seeds {
    let mut seeds = Seeds::new();
    for set in 0..2 {
        for operation in 0..3 {
            seeds.push(named(format!("right-{set}-{operation}"), [set, operation]));
            // An output becomes another string, or the answer of verification another one.
            for output in 0..2 {
                let name = format!("result-{set}-{operation}-{output}");
                seeds.push(named(name, [set, operation, 1, 0, 2, output, 0, 22, 1, 7]));
            }
            seeds.push(named(
                format!("reply-{set}-{operation}"),
                [set, operation, 0, 1, 0, 0, 0, 22, 1, 7],
            ));
        }
    }
    seeds
}

/// Replies as they were, and one change of each kind.
fn replies() -> Seeds {
    let mut seeds = Seeds::new();
    for set in 0..2 {
        seeds.push(named(format!("right-{set}"), [set]));
        for place in 0..8 {
            seeds.push(named(
                format!("value-{set}-{place}"),
                [set, 1, place, 0, 1, 0, 0, 0, 22, 1, 7],
            ));
        }
        for how in 4..8 {
            seeds.push(named(
                format!("lines-{set}-{how}"),
                [set, 1, 3, how, 1, 0, 0, 0, b'x'],
            ));
        }
        // One sample less than was asked for.
        seeds.push(named(
            format!("samples-{set}"),
            [set, 1, 4, 0, 1, 3, 255, 1, 0],
        ));
        seeds.push(named(
            format!("referee-{set}"),
            [set, 0, 1, 2, 0, 1, 0, 0, 0, 22, 1, 7],
        ));
    }
    seeds
}

fn folder() -> Seeds {
    let mut seeds = vec![named("right-v2", [0]), named("right-evidence", [1])];
    for kind in 0..2 {
        for pattern in 0..7 {
            seeds.push(named(
                format!("samples-{kind}-{pattern}"),
                [kind, 1, 3, pattern, 7, 1],
            ));
        }
        seeds.push(named(format!("plan-{kind}"), [kind, 0, 1, 1, 3, 3, 140]));
        seeds.push(named(format!("row-{kind}"), [kind, 0, 1, 2, 4, 255, 1, 0]));
        seeds.push(named(
            format!("bytes-{kind}"),
            [kind, 0, 0, 2, 1, 0, 40, 0, b'"'],
        ));
    }
    seeds
}

fn raw_rows() -> Seeds {
    vec![
        named("v1", include_str!("data/row-v1.jsonl")),
        named("v2", include_str!("data/row-v2.jsonl")),
        named(
            "twice",
            [
                include_str!("data/row-v2.jsonl"),
                include_str!("data/row-v2.jsonl"),
            ]
            .concat(),
        ),
        named(
            "broken",
            "\n{}\n{\"schema_version\":3}\n{\"schema_version\":2}\nnull\n[1",
        ),
        named("torn", include_str!("data/row-v2.jsonl").trim_end()),
    ]
}

/// One of each kind, as it is written in this project.
fn json() -> Seeds {
    let kind = |which: u8, text: &str| [&[which], text.as_bytes()].concat();
    let plan = "{\"schema_version\":1,\"run_id\":\"r\",\"protocol\":\"v2\",\"seed\":\"000000000000002a\",\"rounds\":5,\"iterations\":50,\"warmups\":10,\"timeout_seconds\":60,\"pinned_cpu\":null,\"created_unix_ns\":1,\"filters\":{\"implementations\":[],\"algorithms\":[],\"operations\":[]},\"complete\":false,\"rows\":[{\"system\":\"nexusq-v1\",\"algorithm\":\"ml-kem\",\"parameter_set\":\"768\",\"operation\":\"keygen\",\"lane\":\"prepared\",\"round\":1}]}";
    let design = "\"design\":{\"baseline\":\"a\",\"candidate\":\"b\",\"systems\":[{\"name\":\"a\",\"implementation\":\"x\",\"control_of\":null},{\"name\":\"b\",\"implementation\":\"x\",\"control_of\":\"a\"}],\"corpus\":{\"items\":2,\"common\":true},\"interleaved\":true},\"complete\"";
    let finding =
        "{\"kind\":\"malformed\",\"row\":null,\"file\":\"raw/a.jsonl\",\"line\":1,\"what\":\"x\"}";
    let comparison = "{\"first\":\"a\",\"second\":\"b\",\"labels\":[\"x\"],\"rows\":[{\"system\":\"a\",\"set\":\"ml-kem-768\",\"operation\":\"keygen\",\"lane\":\"prepared\",\"same_executable\":true,\"ratio\":1.25,\"interval\":{\"low\":1.0,\"high\":1.5,\"level\":0.95},\"machine\":null,\"call\":\"faster\"}]}";
    let published = "{\"what\":\"x\",\"published\":{\"geometric_mean_v2_over_v1\":1.0,\"previous_run_geometric_mean_v2_over_v1\":0.9,\"maximum_allowed_geometric_mean\":0.95,\"maximum_individual_regression\":0.05,\"improved_by_5_percent\":\"0/1\",\"normalized_rows\":1,\"run\":\"1\",\"commit\":\"0\",\"previous_run\":\"0\",\"protocol\":null},\"operations\":[{\"algorithm\":\"ml-kem\",\"parameter_set\":\"768\",\"operation\":\"keygen\",\"v1_us\":1.0,\"v2_us\":1.0,\"ratio\":1.0}]}";
    vec![
        named("record", kind(0, include_str!("data/row-v2.jsonl"))),
        named("plan", kind(1, plan)),
        named("design", kind(1, &plan.replace("\"complete\"", design))),
        named(
            "normalized",
            kind(3, &format!("{{\"rows\":[],\"findings\":[{finding}]}}")),
        ),
        named("finding", kind(6, finding)),
        named("comparison", kind(7, comparison)),
        named("record-v1", kind(8, include_str!("data/row-v1.jsonl"))),
        named("published", kind(9, published)),
    ]
}

fn toml() -> Seeds {
    let implementation = "[[implementation]]\nid='x'\nname='X'\nversion='1'\npins=['x']\n";
    let pin = "[[package]]\necosystem='cargo'\nname='a'\nversion='1.0.0'\nchecksum='sha256:ZERO'\nupstream='a'\nlicence='MIT'\nbuild_options=''\n";
    let locked = "version = 4\n[[package]]\nname='a'\nversion='1.0.0'\nchecksum='ZERO'\n";
    let sum = "0a".repeat(32);
    let pin = &pin.replace("ZERO", &sum);
    let locked = &locked.replace("ZERO", &sum);
    let h1 = "h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
    let path = pin
        .replace("'cargo'", "'path'")
        .replace(&format!("sha256:{sum}"), "");
    let with = |manifest: String, pin: &str, rest: &str| [manifest.as_str(), pin, rest].join("\0");
    let cargo = format!("[build]\ncargo='a'\nneeds=['cmake']\n{implementation}");
    let (cargo_again, implementation_only) = (cargo.clone(), cargo.clone());
    let go = format!("[build]\ncommand=['go','build']\n{implementation}");
    vec![
        named("cargo", with(cargo.clone(), pin, locked)),
        named(
            "go",
            with(
                go,
                &pin.replace("'cargo'", "'go'")
                    .replace(&format!("sha256:{sum}"), h1),
                "\0a 1.0.0 h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\0PATH_PREPEND=/a:/b\nGOROOT=/c\n#x\n",
            ),
        ),
        named("path", with(cargo.clone(), &path, "")),
        named(
            "other",
            with(cargo.clone(), &pin.replace("'cargo'", "'npm'"), ""),
        ),
        named("other-sum", with(cargo, pin, &locked.replace("0a", "0b"))),
        named(
            "twice",
            format!("[build]\ncargo='a'\n{implementation}{implementation}"),
        ),
        named(
            "both",
            format!("[build]\ncargo='a'\ncommand=['b']\n{implementation}"),
        ),
        named("none", "[build]\n"),
        // What no record could hold.
        named("id", implementation_only.replace("id='x'", "id='-x'")),
        named(
            "no-licence",
            with(cargo_again.clone(), &path.replace("'MIT'", "''"), ""),
        ),
        named("no-sum", with(cargo_again, &pin.replace(&sum, ""), "")),
        named("environment", "\0\0\0\0=x\n"),
    ]
}

fn counts() -> Seeds {
    vec![
        named(
            "callgrind",
            "\0version: 1\nevents: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\nsummary: 9\n\ntotals: 100 30 20 1 2 4 8 16\n",
        ),
        named("summary", "\0events: Ir\nsummary: 7\n"),
        named("none", "\0events: Ir\ntotals: 0\n"),
        named(
            "perf",
            "\u{1}177413,,instructions:u,586017,100.00,0.35,insn per cycle\n500123,,cycles:u,586017,100.00,,\n",
        ),
        named(
            "perf-kinds",
            "\u{1}<not counted>,,cpu_atom/instructions/u,0,0.00,,\n900,,cpu_core/instructions/u,7,100.00,,\n",
        ),
        named("perf-guess", "\u{1}900,,instructions:u,7,61.50,,\n"),
    ]
}

fn machine() -> Seeds {
    let cpu = "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 106\nmodel name\t: X\nstepping\t: 6\nmicrocode\t: 0xd\ncpu MHz\t\t: 2000.0\nphysical id\t: 0\nsiblings\t: 4\ncpu cores\t: 2\nflags\t\t: sse2 avx2 hypervisor\n";
    let arm = "processor\t: 0\nFeatures\t: fp asimd aes\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x3\nCPU part\t: 0xd0c\nCPU revision\t: 1\n";
    let rest = "MemTotal: 24689764 kB\n\0PRETTY_NAME=\"Debian\"\n\x000.5 0.4 0.3 1/2 3\n\x000::/docker/x\n\x006.1.0\n\x000-3,8\n\x0032K\n\x001\n\0Data\n\x000-1\n\x003400000\n";
    vec![
        named("x86-64", [cpu, rest].join("\0")),
        named("aarch64", arm),
        named("cores", cpu.replace("cpu cores\t: 2", "cpu cores\t: 0")),
        named("part", cpu.replace("siblings\t: 4", "siblings\t: 1")),
        named("list", "0-2,7,12-14"),
        named("empty", ""),
    ]
}

fn sums() -> Seeds {
    let line = format!("{}  a\n", "0123456789abcdef".repeat(4));
    vec![
        named("right", [2, 1, 0]),
        named("changed", [3, 1, 1, 1, 3, 0, 0]),
        named("own", [&[1, 0], line.as_bytes()].concat()),
        named("twice", [&[1, 0], line.repeat(2).as_bytes()].concat()),
        named(
            "foreign",
            [&[1, 0], line.replace("  a", "  b").as_bytes()].concat(),
        ),
        named("empty", [0, 0]),
    ]
}

fn lines() -> Seeds {
    vec![
        named("lines", &b"\x04\x02a\n\nabcd\nabcde\nx"[..]),
        named("no-room", &b"\x00\x01\n\na\n"[..]),
        named("long", &b"\x03\x20aaaaaaaaaaaaaaaaaaaa"[..]),
    ]
}
