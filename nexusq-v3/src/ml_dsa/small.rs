//! The private polynomials s1 and s2, and their encoding.

use super::Kernels;
use super::{N, Parameters, Small};
use crate::keccak::{Permute, SHAKE, SHAKE256_RATE, State};
use crate::wipe::Wiped;

/// A block, and what may be overwritten behind it.
const BUFFER: usize = 192;

/// ExpandS (FIPS 204 Alg. 33): s1 and s2, counted one after the other.
pub(crate) fn expand<B: Kernels, const K: usize, const L: usize>(
    b: B,
    p: &Parameters,
    rho_prime: &[u8; 64],
    s1: &mut [Small; L],
    s2: &mut [Small; K],
) {
    let mut polys = s1.iter_mut().chain(s2);
    let mut done = 0;
    while done < L + K {
        let left = L + K - done;
        let first = done as u16;
        if B::WIDTH == 8 && left > 4 {
            sample::<8, B>(b, p, rho_prime, first, polys.by_ref().take(8));
            done += 8;
        } else {
            sample::<4, B>(b, p, rho_prime, first, polys.by_ref().take(4));
            done += 4;
        }
    }
}

/// RejBoundedPoly (FIPS 204 Alg. 31) for the counts from `first` on, side by side.
fn sample<'a, const LANES: usize, B: Kernels>(
    b: B,
    p: &Parameters,
    rho_prime: &[u8; 64],
    first: u16,
    mut polys: impl Iterator<Item = &'a mut Small>,
) where
    State<LANES>: Permute<LANES>,
{
    let mut out: [Option<&mut Small>; LANES] = core::array::from_fn(|_| polys.next());
    let used = out.iter().flatten().count();
    let mut states = Wiped(State::<LANES>::new());
    states.absorb_in_all(rho_prime);
    for lane in 0..used {
        states.absorb(lane, 64, &(first + lane as u16).to_le_bytes());
        states.pad(lane, 66, SHAKE256_RATE, SHAKE);
    }
    let mut buffers = Wiped([[0u8; BUFFER]; LANES]);
    let mut filled = [0; LANES];
    // Two blocks are mostly enough.
    while filled[..used].iter().any(|filled| *filled < N) {
        states.permute(b, used);
        states.squeeze_all(b, SHAKE256_RATE / 8, &mut buffers.0, 0);
        let lanes = out.iter_mut().flatten().zip(buffers.iter());
        for ((poly, buffer), filled) in lanes.zip(&mut filled) {
            let bytes = &buffer[..SHAKE256_RATE];
            *filled = match p.eta {
                2 => b.sample_small::<2>(bytes, poly, *filled),
                _ => b.sample_small::<4>(bytes, poly, *filled),
            };
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
