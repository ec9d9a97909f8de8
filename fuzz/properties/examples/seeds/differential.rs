//! Inputs of the targets that compare implementations.

use super::{Seeds, named};

pub(crate) fn decaps() -> Seeds {
    let mut seeds = Seeds::new();
    for set in 0..3 {
        seeds.push(named(format!("right-{set}"), [set, 1, 2, 3, 4, 5, 0, 0]));
        seeds.push(named(
            format!("changed-{set}"),
            [set, 1, 2, 3, 4, 5, 0, 1, 1, 0, 1, 3],
        ));
        seeds.push(named(
            format!("tail-{set}"),
            [set, 1, 2, 3, 4, 5, 0, 1, 0, 0xff, 0x02, 9],
        ));
        seeds.push(named(
            format!("own-{set}"),
            [set, 1, 2, 3, 4, 5, 7, 0xff, 0xff, 0xff],
        ));
    }
    seeds
}

pub(crate) fn keys() -> Seeds {
    let mut seeds = Seeds::new();
    for set in 0..3 {
        seeds.push(named(format!("right-{set}"), [set, 7, 0, 0]));
        seeds.push(named(format!("secret-{set}"), [set, 7, 0, 1, 5, 0, 0, 3]));
        seeds.push(named(
            format!("public-{set}"),
            [set, 7, 1, 1, 1, 0x10, 0x05, 3],
        ));
        seeds.push(named(
            format!("hash-{set}"),
            [set, 7, 0, 1, 1, 0x20, 0x06, 3],
        ));
    }
    for set in 3..6 {
        seeds.push(named(format!("right-{set}"), [set, 7, 0]));
        seeds.push(named(format!("k-{set}"), [set, 7, 1, 1, 40, 0, 3]));
        seeds.push(named(format!("range-{set}"), [set, 7, 1, 0, 130, 0, 0xff]));
        seeds.push(named(format!("tr-{set}"), [set, 7, 1, 1, 70, 0, 3]));
        seeds.push(named(format!("t0-{set}"), [set, 7, 1, 1, 0x40, 0x09, 3]));
    }
    seeds
}

pub(crate) fn sign() -> Seeds {
    let mut seeds = Seeds::new();
    for set in 0..3 {
        seeds.push(named(format!("empty-{set}"), [set]));
        seeds.push(named(
            format!("message-{set}"),
            [set, 1, 2, 3, 1, 3, b'c', b't', b'x', b'm'],
        ));
        let mut long = vec![set, 1, 2, 3, 3, 85];
        long.extend([9; 86]);
        seeds.push(named(format!("context-255-{set}"), long.clone()));
        long[5] = 86;
        seeds.push(named(format!("context-258-{set}"), long));
    }
    seeds
}

/// In the hint what its decoder must refuse, and in each other part one change.
pub(crate) fn verify() -> Seeds {
    let mut seeds = Seeds::new();
    for set in 0..3 {
        let seed =
            |name: &str, bytes: &[u8]| named(format!("{name}-{set}"), [&[set, 1], bytes].concat());
        seeds.push(seed("right", &[]));
        seeds.push(seed("hint-equal", &[1, 3, 0, 0, 0]));
        seeds.push(seed("hint-order", &[1, 4, 0, 0, 1]));
        seeds.push(seed(
            "hint-padding",
            &[1, 0, [79, 54, 74][usize::from(set)], 0, 1],
        ));
        seeds.push(seed(
            "hint-count",
            &[1, 0, [83, 60, 82][usize::from(set)], 0, 0xff],
        ));
        if set > 0 {
            continue;
        }
        seeds.push(seed("z", &[0, 1, 1, 10, 0, 1]));
        seeds.push(seed("z-bound", &[0, 1, 5, 0, 0, 7]));
        seeds.push(seed("challenge", &[0, 0, 1, 1, 10, 0, 1]));
        seeds.push(seed("public-key", &[0, 0, 0, 1, 1, 10, 0, 1]));
        seeds.push(seed("message", &[0, 0, 0, 0, 1, 1, 0, 0, 1]));
        seeds.push(seed("context-255", &[0, 0, 0, 0, 0, 0, 1]));
        seeds.push(seed("context-256", &[0, 0, 0, 0, 0, 0, 2]));
    }
    seeds
}

/// Every set with nothing changed, and with a changed result and a changed key.
pub(crate) fn back_ends() -> Seeds {
    let edits: [(&str, &[u8], &[u8]); 3] = [
        ("right", &[0], &[0]),
        ("changed-first", &[1, 1, 200, 0, 3], &[0]),
        ("changed-second", &[0], &[1, 1, 100, 0, 3]),
    ];
    let mut seeds = Seeds::new();
    for set in 0..6 {
        // The seed and m; or the seed, rnd, and a context of two bytes.
        let head: &[u8] = if set < 3 {
            &[1, 2, 3, 4, 5]
        } else {
            &[1, 2, 3, 1, 2, 7, 8]
        };
        for (name, first, second) in edits {
            let bytes = [&[set], head, first, second].concat();
            seeds.push(named(format!("{name}-{set}"), bytes));
        }
    }
    let long = [&[4, 1, 2, 3, 3, 200][..], &[7; 200]].concat();
    seeds.push(named("context-too-long", long));
    seeds.push(named(
        "other-message",
        [5, 1, 2, 3, 1, 2, 7, 8, 0, 0, 3, 9, 9],
    ));
    seeds
}
