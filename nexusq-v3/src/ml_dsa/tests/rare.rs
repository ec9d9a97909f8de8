//! What happens seldom: samplers that run short, and every way in which signing goes on or gives up.

use super::mu;
use crate::backend::Portable;
use crate::keccak::{Permute, SHAKE128_RATE, SHAKE256_RATE, State, starve};
use crate::ml_dsa::ball::sample_in_ball;
use crate::ml_dsa::keygen::keygen;
use crate::ml_dsa::keys::ExpandedPrivateKey;
use crate::ml_dsa::sign::{MOST_ATTEMPTS, Rejection, sign};
use crate::ml_dsa::{
    Kernels, ML_DSA_44, ML_DSA_65, ML_DSA_87, N, Parameters, Poly, Q, Small, matrix, small,
};
use crate::wipe::Plain;
use ml_dsa::{Signer, SigningKey};
use std::collections::BTreeMap;
use std::string::String;
use std::vec;
use std::vec::Vec;

/// The blocks that follow on blocks of which nothing could be used, of `rate` bytes each.
fn blocks(rate: usize) -> impl FnMut() -> Vec<u8> {
    let mut state = State::<1>([[u64::MAX]; 25]);
    move || {
        state.permute(Portable, 1);
        let mut block = vec![0; rate];
        state.squeeze(0, &mut block);
        block
    }
}

#[test]
fn uniform_sampling_after_blocks_of_which_nothing_is_used() {
    let mut expected = Vec::new();
    let mut next = blocks(SHAKE128_RATE);
    while expected.len() < N {
        let block = next();
        let threes = block.chunks_exact(3);
        let numbers =
            threes.map(|three| i32::from_le_bytes([three[0], three[1], three[2] & 0x7f, 0]));
        expected.extend(numbers.filter(|z| *z < Q));
    }
    for_each_backend!(b => {
        // One go of four elements.
        let mut matrix = [[Poly::ZERO; 4]; 1];
        starve::next(6);
        matrix::expand(b, &[7; 32], &mut matrix, None);
        for element in matrix.as_flattened() {
            assert!(element.0[..] == expected[..N]);
        }
    });
}

fn private_after_nothing<const L: usize, const K: usize>(b: impl Kernels, p: &Parameters) {
    let eta = p.eta as i16;
    let mut expected = Vec::new();
    let mut next = blocks(SHAKE256_RATE);
    while expected.len() < N {
        let block = next();
        let halves = block.iter().flat_map(|byte| [byte & 15, byte >> 4]);
        let numbers = halves.filter_map(|half| match (eta, half) {
            (2, 0..15) => Some(2 - i16::from(half % 5)),
            (4, 0..9) => Some(4 - i16::from(half)),
            _ => None,
        });
        expected.extend(numbers);
    }
    let (mut s1, mut s2) = ([Small::ZERO; L], [Small::ZERO; K]);
    starve::next(4);
    small::expand(b, p, &[7; 64], &mut s1, &mut s2);
    for poly in s1.iter().chain(&s2) {
        assert!(poly.0[..] == expected[..N]);
    }
}

#[test]
fn private_sampling_after_blocks_of_which_nothing_is_used() {
    for_each_backend!(b => {
        private_after_nothing::<2, 2>(b, &ML_DSA_44);
        private_after_nothing::<2, 2>(b, &ML_DSA_65);
    });
}

#[test]
fn challenges_after_blocks_of_which_nothing_is_used() {
    for_each_backend!(b => {
        for tau in [39, 49, 60] {
            // The signs come from the first block, all ones; every place in it is 255, beyond the range until the last step.
            starve::next(1);
            let c = sample_in_ball(b, tau, &[7; 32]);
            let mut next = blocks(SHAKE256_RATE);
            let mut places = core::iter::from_fn(|| Some(next())).flatten();
            let mut expected = Small::ZERO;
            for i in N - tau..N {
                let j = places.find(|place| usize::from(*place) <= i).unwrap();
                expected.0[i] = expected.0[usize::from(j)];
                expected.0[usize::from(j)] = -1;
            }
            assert_eq!(c.0.0, expected.0);
            assert_eq!(c.0.0.iter().filter(|x| **x != 0).count(), tau);
        }
    });
}

/// A key of ML-DSA-65 one of whose private polynomials takes a third block: one of some ten thousand keys does. Found by counting.
#[test]
fn private_sampling_with_a_third_block() {
    let mut xi = [0; 32];
    xi[..8].copy_from_slice(&THIRD_BLOCK.to_le_bytes());
    let expected = SigningKey::<ml_dsa::MlDsa65>::from_seed(&xi.into());
    for_each_backend!(b => {
        let p = &ML_DSA_65;
        let (mut pk, mut sk) = (vec![0; p.public_key_len(6)], vec![0; p.private_key_len(6, 5)]);
        keygen::<_, 6, 5>(b, p, &xi, &mut pk, &mut sk);
        #[allow(deprecated)]
        let expected = expected.expanded_key().to_expanded();
        assert!(sk[..] == expected[..]);
    });
}

const THIRD_BLOCK: u64 = 10_063;

/// An input of deterministic signing and what it is known to meet.
struct Input<'a> {
    set: &'a str,
    xi: [u8; 32],
    message: [u8; 4],
    branches: Vec<&'a str>,
}

/// The inputs that `arena-checks/examples/find_branches.rs` has found, but for those whose key is changed by hand.
fn inputs(lines: &str) -> impl Iterator<Item = Input<'_>> {
    let lines = lines
        .lines()
        .filter(|line| !line.starts_with('#') && !line.ends_with("large-t0"));
    lines.map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let byte = |i: usize| u8::from_str_radix(&words[1][2 * i..2 * i + 2], 16).unwrap();
        Input {
            set: words[0],
            xi: core::array::from_fn(byte),
            message: words[2].parse::<u32>().unwrap().to_be_bytes(),
            branches: words[3].split(',').collect(),
        }
    })
}

fn signed<S: ml_dsa::MlDsaParams, const K: usize, const L: usize>(
    b: impl Kernels,
    p: &Parameters,
    input: &Input<'_>,
) -> Vec<Rejection> {
    let (mut pk, mut sk) = (
        vec![0; p.public_key_len(K)],
        vec![0; p.private_key_len(K, L)],
    );
    keygen::<_, K, L>(b, p, &input.xi, &mut pk, &mut sk);
    let mut key = ExpandedPrivateKey::<K, L>::zero();
    key.decode(b, p, &sk);
    let mu = mu(&key.tr, &input.message);
    let mut signature = vec![0; p.signature_len(K, L)];
    let mut rejections = Vec::new();
    assert!(sign(b, p, &key, &mu, &[0; 32], &mut signature, |reason| {
        rejections.push(reason)
    }));
    let expected = SigningKey::<S>::from_seed(&input.xi.into())
        .sign(&input.message)
        .encode();
    assert!(signature[..] == expected[..]);
    rejections
}

#[test]
fn every_branch_of_signing() {
    let data = include_str!("../../../../arena-checks/data/signing-branches.txt");
    for_each_backend!(b => {
        let mut met = BTreeMap::<(&str, String), usize>::new();
        for input in inputs(data) {
            let rejections = match input.set {
                "44" => signed::<ml_dsa::MlDsa44, 4, 4>(b, &ML_DSA_44, &input),
                "65" => signed::<ml_dsa::MlDsa65, 6, 5>(b, &ML_DSA_65, &input),
                _ => signed::<ml_dsa::MlDsa87, 8, 7>(b, &ML_DSA_87, &input),
            };
            let has = |reason: Rejection| rejections.contains(&reason);
            for branch in &input.branches {
                let was_met = match *branch {
                    "first-attempt" => rejections.is_empty(),
                    "r0" | "z-and-r0" | "r0-at-bound" => has(Rejection::R0),
                    "z" => has(Rejection::Z),
                    "ct0" => has(Rejection::Ct0),
                    "hint-count" | "omega-plus-1-hints" => has(Rejection::HintCount),
                    "32-attempts" => rejections.len() >= 31,
                    _ => true,
                };
                assert!(was_met, "{} {branch}: {rejections:?}", input.set);
                *met.entry((input.set, String::from(*branch))).or_default() += 1;
            }
            for reason in rejections {
                *met.entry((input.set, std::format!("{reason:?}"))).or_default() += 1;
            }
        }
        for set in ["44", "65", "87"] {
            for what in ["first-attempt", "R0", "Z", "HintCount", "omega-hints", "omega-plus-1-hints", "z-at-bound", "z-at-limit", "r0-at-bound", "r0-at-limit", "32-attempts"] {
                assert!(met.contains_key(&(set, String::from(what))), "{set} {what}");
            }
        }
        assert!(met.contains_key(&("44", String::from("Ct0"))));
    });
}

/// Bounds under which no attempt succeeds. The loop ends at its limit, and no signature is left.
#[test]
fn signing_gives_up() {
    for_each_backend!(b => {
        let p = &ML_DSA_44;
        let key = ExpandedPrivateKey::<4, 4>::zero();
        let mut signature = vec![1; p.signature_len(4, 4)];
        let mut rejected = 0;
        let impossible = Parameters { beta: p.gamma2, ..*p };
        let done = sign(b, &impossible, &key, &[1; 64], &[0; 32], &mut signature, |reason| {
            assert_eq!(reason, Rejection::R0);
            rejected += 1;
        });
        assert!(!done);
        assert_eq!(rejected, MOST_ATTEMPTS);
        assert!(signature.iter().all(|byte| *byte == 0));
    });
}
