//! The rejection sampler when it runs short.

use super::bytes;
use crate::keccak::starve;
use crate::ml_kem::matrix::{Matrix, Order, expand};
use crate::ml_kem::{Kernels, N, Poly, Q};
use crate::wipe::Plain;
use shake::{ExtendableOutput, Update, XofReader};
use std::vec::Vec;

/// The numbers below q among those of 12 bits (FIPS 203 Alg. 7), the first 256 of them, and the blocks of SHAKE128 that they take.
fn sample(mut block: impl FnMut() -> [u8; 168]) -> (Vec<i16>, usize) {
    let mut numbers = Vec::new();
    let mut blocks = 0;
    while numbers.len() < N {
        blocks += 1;
        for three in block().chunks_exact(3) {
            let x = u32::from_le_bytes([three[0], three[1], three[2], 0]);
            let both = [(x & 0xfff) as i16, (x >> 12) as i16];
            numbers.extend(both.iter().filter(|d| **d < Q));
        }
    }
    numbers.truncate(N);
    (numbers, blocks)
}

/// Elements that take a fourth block: eight in a thousand do.
fn fourth_blocks<const K: usize>(b: impl Kernels) -> usize {
    let mut count = 0;
    for seed in 0..120 {
        let rho = bytes::<32>(seed);
        let mut rows: Matrix<K> = [[Poly::ZERO; K]; K];
        let mut columns = rows;
        expand(b, &rho, Order::Rows, &mut rows, None);
        expand(b, &rho, Order::Transposed, &mut columns, None);
        for i in 0..K {
            for j in 0..K {
                let mut shake = shake::Shake128::default();
                shake.update(&rho);
                shake.update(&[j as u8, i as u8]);
                let mut reader = shake.finalize_xof();
                let (expected, blocks) = sample(|| {
                    let mut block = [0; 168];
                    reader.read(&mut block);
                    block
                });
                assert!(rows[i][j].0[..] == expected[..]);
                assert!(columns[j][i].0[..] == expected[..]);
                count += usize::from(blocks > 3);
            }
        }
    }
    count
}

#[test]
fn more_blocks_than_usual() {
    for_each_backend!(b => {
        assert!(fourth_blocks::<2>(b) > 0);
        assert!(fourth_blocks::<3>(b) > 2);
        assert!(fourth_blocks::<4>(b) > 4);
    });
}

/// Five blocks of which nothing can be used: the states go on from there, all of them alike.
#[test]
fn blocks_of_which_nothing_is_used() {
    use crate::keccak::{Permute, State};
    for_each_backend!(b => {
        let mut state = State::<1>([[u64::MAX]; 25]);
        let (expected, _) = sample(|| {
            state.permute(crate::backend::Portable, 1);
            let mut block = [0; 168];
            state.squeeze(0, &mut block);
            block
        });
        // As many elements as are sampled in one go, so that all see the same permutations.
        starve::next(5);
        let mut matrix: Matrix<2> = [[Poly::ZERO; 2]; 2];
        expand(b, &[7; 32], Order::Rows, &mut matrix, None);
        for element in matrix.as_flattened() {
            assert!(element.0[..] == expected[..]);
        }
    });
}
