//! The private polynomials s1 and s2, and their encoding.

use super::Kernels;
use super::{N, Parameters, Small};
use crate::keccak::{Permute, SHAKE, SHAKE256_RATE, State};
use crate::wipe::Wiped;

/// Blocks that are squeezed before the first look: 544 half bytes.
const BLOCKS: usize = 2;
/// The blocks, and what may be overwritten behind them.
const BUFFER: usize = BLOCKS * SHAKE256_RATE + 64;

/// ExpandS (FIPS 204 Alg. 33): s1 and s2 one after the other, as in the standard's count r.
pub(crate) fn expand<B: Kernels>(b: B, p: &Parameters, rho_prime: &[u8; 64], out: &mut [Small]) {
    let mut done = 0;
    while done < out.len() {
        let left = out.len() - done;
        let lanes = if B::WIDTH == 8 && left > 4 { 8 } else { 4 };
        let now = left.min(lanes);
        let some = &mut out[done..done + now];
        if lanes == 8 {
            sample::<8, B>(b, p, rho_prime, done as u16, some);
        } else {
            sample::<4, B>(b, p, rho_prime, done as u16, some);
        }
        done += now;
    }
}

/// RejBoundedPoly (FIPS 204 Alg. 31) for the counts from `first` on, side by side.
fn sample<const LANES: usize, B: Kernels>(
    b: B,
    p: &Parameters,
    rho_prime: &[u8; 64],
    first: u16,
    out: &mut [Small],
) where
    State<LANES>: Permute<LANES>,
{
    let used = out.len();
    let mut states = Wiped(State::<LANES>::new());
    states.absorb_in_all(rho_prime);
    for lane in 0..used {
        states.absorb(lane, 64, &(first + lane as u16).to_le_bytes());
        states.pad(lane, 66, SHAKE256_RATE, SHAKE);
    }
    let mut buffers = Wiped([[0u8; BUFFER]; LANES]);
    for block in 0..BLOCKS {
        states.permute(b, used);
        states.squeeze_all(b, SHAKE256_RATE / 8, &mut buffers.0, block * SHAKE256_RATE);
    }
    let append = |bytes: &[u8], poly: &mut Small, filled| match p.eta {
        2 => b.sample_small::<2>(bytes, poly, filled),
        _ => b.sample_small::<4>(bytes, poly, filled),
    };
    let mut filled = [0; LANES];
    for ((poly, buffer), filled) in out.iter_mut().zip(buffers.iter()).zip(&mut filled) {
        *filled = append(&buffer[..BLOCKS * SHAKE256_RATE], poly, 0);
    }
    while filled[..used].iter().any(|filled| *filled < N) {
        states.permute(b, used);
        states.squeeze_all(b, SHAKE256_RATE / 8, &mut buffers.0, 0);
        for ((poly, buffer), filled) in out.iter_mut().zip(buffers.iter()).zip(&mut filled) {
            *filled = append(&buffer[..SHAKE256_RATE], poly, *filled);
        }
    }
}

/// BitPack of private polynomials one after the other.
pub(crate) fn pack<B: Kernels>(b: B, p: &Parameters, from: &[Small], to: &mut [u8]) {
    for (poly, bytes) in from.iter().zip(to.chunks_exact_mut(p.small_len())) {
        match p.eta {
            2 => b.pack_small::<2>(poly, bytes),
            _ => b.pack_small::<4>(poly, bytes),
        }
    }
}

/// BitUnpack of private polynomials one after the other; whether all their numbers are in range.
pub(crate) fn unpack<B: Kernels>(b: B, p: &Parameters, from: &[u8], to: &mut [Small]) -> bool {
    let mut in_range = true;
    for (poly, bytes) in to.iter_mut().zip(from.chunks_exact(p.small_len())) {
        in_range &= match p.eta {
            2 => b.unpack_small::<2>(bytes, poly),
            _ => b.unpack_small::<4>(bytes, poly),
        };
    }
    in_range
}
