//! The matrix A, sampled column by column in as many states as a back end permutes at once.

use super::Kernels;
use super::{N, Ntt, Poly};
use crate::keccak::{Permute, Rider, SHAKE, SHAKE128_RATE, State, permute_with};

/// A matrix of k × k elements of T_q. Public.
pub(crate) type Matrix<const K: usize> = [[Poly<Ntt>; K]; K];

/// Which matrix is sampled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// A: the element at row i, column j is SampleNTT(ρ‖j‖i).
    Rows,
    /// The transpose of A.
    Transposed,
}

/// A block, and what may be overwritten behind it.
const BUFFER: usize = 192;

/// The matrix of ρ (FIPS 203 Alg. 13, lines 3 to 7, and Alg. 14, lines 4 to 8). A rider's hash is taken along.
pub(crate) fn expand<B: Kernels, const K: usize>(
    b: B,
    rho: &[u8; 32],
    order: Order,
    matrix: &mut Matrix<K>,
    mut rider: Option<&mut Rider<'_>>,
) {
    let elements = matrix.as_flattened_mut();
    let mut done = 0;
    while done < elements.len() {
        let riding = rider.as_ref().is_some_and(|rider| rider.wants_lane());
        let left = elements.len() - done;
        let lanes = if B::WIDTH == 8 && left + usize::from(riding) > 4 {
            8
        } else {
            4
        };
        let now = left.min(lanes - usize::from(riding));
        let some = &mut elements[done..done + now];
        let rider = rider.as_deref_mut().filter(|_| riding);
        if lanes == 8 {
            sample::<8, B, K>(b, rho, order, done, some, rider);
        } else {
            sample::<4, B, K>(b, rho, order, done, some, rider);
        }
        done += now;
    }
}

/// SampleNTT (FIPS 203 Alg. 7) of the elements from number `first` on, side by side.
fn sample<const LANES: usize, B: Kernels, const K: usize>(
    b: B,
    rho: &[u8; 32],
    order: Order,
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
        let (row, column) = ((first + lane) / K, (first + lane) % K);
        let indices = match order {
            Order::Rows => [column as u8, row as u8],
            Order::Transposed => [row as u8, column as u8],
        };
        states.absorb(lane, 32, &indices);
        states.pad(lane, 34, SHAKE128_RATE, SHAKE);
    }
    if let Some(rider) = rider.as_deref_mut() {
        rider.board(&mut states, used);
    }
    let mut buffers = [[0; BUFFER]; LANES];
    let mut filled = [0; LANES];
    // A block has 112 numbers, of which 81 in a hundred are below q: mostly three blocks are enough.
    while filled[..used].iter().any(|filled| *filled < N) {
        permute_with(b, &mut states, used, rider.as_deref_mut());
        states.squeeze_all(b, SHAKE128_RATE / 8, &mut buffers, 0);
        for ((element, buffer), filled) in elements.iter_mut().zip(&buffers).zip(&mut filled) {
            *filled = b.sample_uniform(&buffer[..SHAKE128_RATE], element, *filled);
        }
    }
}
