//! Against another implementation: the hash functions whole, and all back ends and widths against each other.

use super::{Hash, Kernels, Permute, State};
use crate::backend::Portable;
use sha3::Digest;
use shake::{ExtendableOutput, Update, XofReader};
use std::vec::Vec;

/// Bytes that look random and follow from a number.
fn bytes(seed: u64, len: usize) -> Vec<u8> {
    let mut x = seed;
    let step = |_| {
        x = x
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (x >> 56) as u8
    };
    (0..len).map(step).collect()
}

#[test]
fn hashes_of_messages_of_every_length_around_the_rates() {
    for_each_backend!(b => {
        for len in 0..420 {
            let message = bytes(7, len);
            let (head, tail) = message.split_at(len / 3);
            let mut out = [0; 64];
            Hash::sha3_256([head, tail]).digest(b, &mut out[..32]);
            assert_eq!(out[..32], sha3::Sha3_256::digest(&message)[..], "SHA3-256, {len}");
            Hash::sha3_512([head, &[], tail]).digest(b, &mut out);
            assert_eq!(out[..], sha3::Sha3_512::digest(&message)[..], "SHA3-512, {len}");
            let mut long = [0; 136];
            Hash::shake256([head, tail]).digest(b, &mut long);
            let mut expected = [0; 136];
            let mut xof = shake::Shake256::default();
            xof.update(&message);
            xof.finalize_xof().read(&mut expected);
            assert_eq!(long, expected, "SHAKE256, {len}");
        }
    });
}

fn lanes_are_independent<const N: usize>(b: impl Kernels)
where
    State<N>: Permute<N>,
{
    let inputs: Vec<Vec<u8>> = (0..N).map(|lane| bytes(lane as u64 + 1, 200)).collect();
    for used in 1..=N {
        let mut states = State::<N>::new();
        for (lane, input) in inputs.iter().enumerate() {
            states.absorb(lane, 0, input);
        }
        states.permute(b, used);
        for (lane, input) in inputs.iter().enumerate().take(used) {
            let mut one = State::<1>::new();
            one.absorb(0, 0, input);
            one.permute(Portable, 1);
            let (mut expected, mut got) = ([0; 200], [0; 200]);
            one.squeeze(0, &mut expected);
            states.squeeze(lane, &mut got);
            assert_eq!(got, expected, "state {lane} of {N}, {used} used");
        }
    }
}

#[test]
fn states_side_by_side_are_as_states_alone() {
    for_each_backend!(b => {
        lanes_are_independent::<1>(b);
        lanes_are_independent::<4>(b);
        lanes_are_independent::<8>(b);
    });
}
