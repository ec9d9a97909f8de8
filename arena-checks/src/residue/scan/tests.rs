//! Each rule finds what it is for, where it is, and nothing else.
#![allow(clippy::unwrap_used)]

use super::*;

const Q: Alphabet = Alphabet {
    width: 4,
    modulus: 8_380_417,
};

/// Memory without a pattern that matters.
fn noise(length: usize, seed: u64) -> Vec<u8> {
    let mut state = seed;
    let byte = |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..length).map(byte).collect()
}

fn put(memory: &mut [u8], at: usize, bytes: &[u8]) {
    memory[at..at + bytes.len()].copy_from_slice(bytes);
}

#[test]
fn bytes_are_found_at_any_offset_whole_and_in_part() {
    let secret = noise(64, 1);
    let scanner = Scanner::new(1, &[Pattern::bytes(0, &secret)]);
    for (taken, runs) in [
        (0..64, 4),
        (0..16, 1),
        (3..19, 1),
        (10..41, 1),
        (0..32, 2),
        (5..20, 0),
    ] {
        for at in [0, 1, 4095, 4096, 9_999 - taken.len()] {
            let mut memory = noise(9_999, 2);
            put(&mut memory, at, &secret[taken.clone()]);
            assert_eq!(scanner.count(&memory), [runs], "{taken:?} at {at}");
        }
    }
    assert_eq!(scanner.count(&[]), [0]);
    assert_eq!(scanner.count(&noise(100_000, 3)), [0]);
}

/// By hand: two copies that touch are one stretch of 64 bytes, two apart are two of 32.
#[test]
fn copies_add_up_by_the_bytes_they_cover() {
    let secret = noise(32, 4);
    let scanner = Scanner::new(1, &[Pattern::bytes(0, &secret)]);
    let twice = [&secret[..], &secret[..]].concat();
    assert_eq!(scanner.count(&twice), [4]);
    let apart = [&secret[..], &[0], &secret[..]].concat();
    assert_eq!(scanner.count(&apart), [4]);
    // 24 + 24 bytes with a gap: one run each, not three together.
    let parts = [&secret[..24], &[0], &secret[..24]].concat();
    assert_eq!(scanner.count(&parts), [2]);
}

#[test]
fn pages_of_zeros_are_passed_over_and_nothing_else() {
    let secret = noise(32, 5);
    let scanner = Scanner::new(1, &[Pattern::bytes(0, &secret)]);
    let mut memory = vec![0; 10 * PAGE];
    put(&mut memory, 7 * PAGE - 20, &secret);
    assert_eq!(scanner.count(&memory), [2]);
    assert_eq!(not_zero(&memory), vec![6 * PAGE..8 * PAGE]);
}

#[test]
fn small_integers_in_order_are_found_in_every_form() {
    let eta = 2_i32;
    let s: Vec<i32> = noise(256, 6)
        .iter()
        .map(|b| i32::from(b % 5) - eta)
        .collect();
    let pattern = Pattern::in_order(0, Q, &s, 32);
    let scanner = Scanner::new(1, std::slice::from_ref(&pattern));
    let forms: [fn(i32) -> i32; 3] = [|a| a, |a| a.rem_euclid(8_380_417), |a| a + 8_380_417];
    for form in forms {
        let stored: Vec<u8> = s.iter().flat_map(|a| form(*a).to_ne_bytes()).collect();
        let mut memory = noise(8192, 7);
        put(&mut memory, 1024, &stored);
        assert_eq!(scanner.count(&memory), [64]);
        // Less than a window is no mark of the secret.
        let mut memory = noise(8192, 7);
        put(&mut memory, 1024, &stored[..31 * 4]);
        assert_eq!(scanner.count(&memory), [0]);
    }
}

#[test]
fn members_are_found_in_any_order_and_scaled() {
    let s: Vec<i32> = (1..=256).map(|i| i * 31_415 % 8_380_417).collect();
    let scanner = Scanner::new(1, &[Pattern::members(0, Q, &s, 1 << 32, (4, 4))]);
    // Montgomery form: times 2^32, by hand 2^32 mod q = 4193792.
    let mut stored: Vec<i64> = s
        .iter()
        .map(|a| i64::from(*a) * 4_193_792 % 8_380_417)
        .collect();
    stored.reverse();
    let bytes: Vec<u8> = stored
        .iter()
        .flat_map(|a| (*a as i32).to_ne_bytes())
        .collect();
    let mut memory = noise(16 << 10, 8);
    put(&mut memory, 4 * 77, &bytes);
    assert_eq!(scanner.count(&memory), [64]);
    // Three in a row are too few, and so is one of them over and over.
    let mut memory = noise(16 << 10, 8);
    put(&mut memory, 4 * 77, &bytes[..12]);
    assert_eq!(scanner.count(&memory), [0]);
    put(&mut memory, 4 * 77, &bytes[..4].repeat(50));
    assert_eq!(scanner.count(&memory), [0]);
}

/// More secrets than a batch of sets has bits.
#[test]
fn every_batch_of_sets_is_looked_for() {
    let secrets: Vec<Vec<i32>> = (0..70)
        .map(|s| (0..256).map(|i| s * 1000 + i).collect())
        .collect();
    let patterns: Vec<Pattern> = secrets
        .iter()
        .enumerate()
        .map(|(kind, values)| Pattern::members(kind, Q, values, 1, (4, 4)))
        .collect();
    let scanner = Scanner::new(70, &patterns);
    let memory: Vec<u8> = secrets[69].iter().flat_map(|a| a.to_ne_bytes()).collect();
    let counts = scanner.count(&memory);
    assert_eq!(counts[69], 64);
    assert_eq!(counts.iter().sum::<u64>(), 64);
}

#[test]
fn windows_of_one_value_are_no_mark_of_a_secret() {
    let mut secret = vec![0; 40];
    secret.extend(noise(20, 9));
    let scanner = Scanner::new(1, &[Pattern::bytes(0, &secret)]);
    let mut memory = noise(4096, 10);
    put(&mut memory, 100, &[0; 40]);
    assert_eq!(scanner.count(&memory), [0]);
}
