//! The small polynomials: SamplePolyCBD of PRF outputs, side by side.

use super::Kernels;
use super::parameters::eta1;
use super::{Coefficients, Poly};
use crate::keccak::{Permute, Rider, SHAKE, SHAKE256_RATE, State, permute_with};
use crate::wipe::Wiped;

/// Room for 192 bytes, and what may be overwritten behind them.
const BUFFER: usize = 320;

/// SamplePolyCBD(PRF(seed, n)) (FIPS 203 Alg. 8, equation 4.3) for n from 0 on: the first `with_eta1` of them with η1, the
/// others with η2 = 2. A rider's hash is taken along.
pub(crate) fn sample<B: Kernels, const K: usize>(
    b: B,
    seed: &[u8; 32],
    with_eta1: usize,
    out: &mut [Poly<Coefficients>],
    mut rider: Option<&mut Rider<'_>>,
) {
    let threes = if eta1(K) == 3 { with_eta1 } else { 0 };
    let mut done = 0;
    while done < out.len() {
        let riding = rider.as_ref().is_some_and(|rider| rider.wants_lane());
        let left = out.len() - done;
        let lanes = if B::WIDTH == 8 && left + usize::from(riding) > 4 {
            8
        } else {
            4
        };
        // A rider takes a lane that is idle, never one that is needed.
        let now = left.min(lanes);
        let rider = rider.as_deref_mut().filter(|_| riding && now < lanes);
        let some = &mut out[done..done + now];
        let threes = threes.saturating_sub(done);
        if lanes == 8 {
            some_of::<8, B>(b, seed, done as u8, threes, some, rider);
        } else {
            some_of::<4, B>(b, seed, done as u8, threes, some, rider);
        }
        done += now;
    }
}

fn some_of<const LANES: usize, B: Kernels>(
    b: B,
    seed: &[u8; 32],
    first: u8,
    threes: usize,
    out: &mut [Poly<Coefficients>],
    mut rider: Option<&mut Rider<'_>>,
) where
    State<LANES>: Permute<LANES>,
{
    let used = out.len();
    let mut states = Wiped(State::<LANES>::new());
    states.absorb_in_all(seed);
    for lane in 0..used {
        states.absorb(lane, 32, &[first + lane as u8]);
        states.pad(lane, 33, SHAKE256_RATE, SHAKE);
    }
    if let Some(rider) = rider.as_deref_mut() {
        rider.board(&mut states, used);
    }
    let mut buffers = Wiped([[0u8; BUFFER]; LANES]);
    permute_with(b, &mut states.0, used, rider.as_deref_mut());
    states.squeeze_all(b, SHAKE256_RATE / 8, &mut buffers.0, 0);
    if threes > 0 {
        permute_with(b, &mut states.0, used, rider);
        states.squeeze_all(b, 7, &mut buffers.0, SHAKE256_RATE);
    }
    for (lane, (out, buffer)) in out.iter_mut().zip(buffers.iter()).enumerate() {
        if lane < threes {
            if let Some(bytes) = buffer.first_chunk() {
                b.sample_cbd3(bytes, out);
            }
        } else if let Some(bytes) = buffer.first_chunk() {
            b.sample_cbd2(bytes, out);
        }
    }
}
