//! The matrix A, sampled element by element in as many states as a back end permutes at once.

use super::Kernels;
use super::{N, Ntt, Poly};
use crate::keccak::{Permute, Rider, SHAKE, SHAKE128_RATE, State, permute_with};
use crate::wipe::Plain;

/// A matrix of k × l elements of T_q. Public.
pub(crate) type Matrix<const K: usize, const L: usize> = [[Poly<Ntt>; L]; K];

/// A block, and what may be overwritten behind it.
const BUFFER: usize = 192;

/// ExpandA (FIPS 204 Alg. 32). A rider's hash is taken along.
pub(crate) fn expand<B: Kernels, const K: usize, const L: usize>(
    b: B,
    rho: &[u8; 32],
    matrix: &mut Matrix<K, L>,
    mut rider: Option<&mut Rider<'_>>,
) {
    let elements = matrix.as_flattened_mut();
    let mut done = 0;
    while done < elements.len() {
        let rider = rider.as_deref_mut();
        done += sample_some::<B, L>(b, rho, done, &mut elements[done..], rider);
    }
}

/// ExpandA row by row: each row is lent to `with_row` and then forgotten, so that the matrix needs no room.
pub(crate) fn for_each_row<B: Kernels, const K: usize, const L: usize>(
    b: B,
    rho: &[u8; 32],
    mut rider: Option<&mut Rider<'_>>,
    mut with_row: impl FnMut(&[Poly<Ntt>; L]),
) {
    let mut window = [[Poly::ZERO; L]; 2];
    let mut there = 0;
    let mut done = 0;
    for _ in 0..K {
        while there < L {
            let room = (2 * L).min(there + K * L - done);
            let free = &mut window.as_flattened_mut()[there..room];
            let some = sample_some::<B, L>(b, rho, done, free, rider.as_deref_mut());
            there += some;
            done += some;
        }
        with_row(&window[0]);
        // What was sampled beyond the row is the beginning of the next one.
        window.as_flattened_mut().copy_within(L..there, 0);
        there -= L;
    }
}

/// Samples the elements from number `first` on, as many as go side by side; returns how many these are.
fn sample_some<B: Kernels, const L: usize>(
    b: B,
    rho: &[u8; 32],
    first: usize,
    elements: &mut [Poly<Ntt>],
    rider: Option<&mut Rider<'_>>,
) -> usize {
    let rider = rider.filter(|rider| rider.wants_lane());
    let riding = usize::from(rider.is_some());
    if B::WIDTH == 8 && elements.len() + riding > 4 {
        let now = elements.len().min(8 - riding);
        sample::<8, B, L>(b, rho, first, &mut elements[..now], rider);
        now
    } else {
        let now = elements.len().min(4 - riding);
        sample::<4, B, L>(b, rho, first, &mut elements[..now], rider);
        now
    }
}

/// RejNTTPoly (FIPS 204 Alg. 30) of the elements from number `first` on, side by side.
fn sample<const LANES: usize, B: Kernels, const L: usize>(
    b: B,
    rho: &[u8; 32],
    first: usize,
    elements: &mut [Poly<Ntt>],
    mut rider: Option<&mut Rider<'_>>,
) where
    State<LANES>: Permute<LANES>,
{
    let used = elements.len();
    let mut states = State::<LANES>::new();
    states.absorb_in_all(rho);
    for lane in 0..used {
        let (row, column) = ((first + lane) / L, (first + lane) % L);
        states.absorb(lane, 32, &[column as u8, row as u8]);
        states.pad(lane, 34, SHAKE128_RATE, SHAKE);
    }
    if let Some(rider) = rider.as_deref_mut() {
        rider.board(&mut states, used);
    }
    let mut buffers = [[0; BUFFER]; LANES];
    let mut filled = [0; LANES];
    // A block has 56 numbers, of which one in a thousand is too large: mostly five blocks are enough.
    while filled[..used].iter().any(|filled| *filled < N) {
        permute_with(b, &mut states, used, rider.as_deref_mut());
        states.squeeze_all(b, SHAKE128_RATE / 8, &mut buffers, 0);
        for ((element, buffer), filled) in elements.iter_mut().zip(&buffers).zip(&mut filled) {
            *filled = b.sample_uniform(&buffer[..SHAKE128_RATE], element, *filled);
        }
    }
}
