//! The masks y of an attempt to sign, and the encoding of z, which has their range.

use super::Kernels;
use super::{Coefficients, Parameters, Poly};
use crate::keccak::{Permute, Rider, SHAKE, SHAKE256_RATE, State, permute_with};
use crate::wipe::Wiped;

/// Five blocks, and what may be overwritten behind them.
const BUFFER: usize = 5 * SHAKE256_RATE + 64;

/// Room for what eight states squeeze. Secret.
pub(crate) type Buffers = [[u8; BUFFER]; 8];

/// ExpandMask (FIPS 204 Alg. 34) with the count κ. A rider's hash is taken along.
pub(crate) fn expand<B: Kernels>(
    b: B,
    p: &Parameters,
    rho_double_prime: &[u8; 64],
    kappa: u16,
    y: &mut [Poly<Coefficients>],
    buffers: &mut Buffers,
    mut rider: Option<&mut Rider<'_>>,
) {
    let mut done = 0;
    while done < y.len() {
        let rider = rider.as_deref_mut().filter(|rider| rider.wants_lane());
        let riding = usize::from(rider.is_some());
        let left = &mut y[done..];
        let first = kappa.wrapping_add(done as u16);
        if B::WIDTH == 8 && left.len() + riding > 4 {
            let now = left.len().min(8 - riding);
            sample::<8, B>(
                b,
                p,
                rho_double_prime,
                first,
                &mut left[..now],
                buffers,
                rider,
            );
            done += now;
        } else if let Some(buffers) = buffers.first_chunk_mut() {
            let now = left.len().min(4 - riding);
            sample::<4, B>(
                b,
                p,
                rho_double_prime,
                first,
                &mut left[..now],
                buffers,
                rider,
            );
            done += now;
        }
    }
}

fn sample<const LANES: usize, B: Kernels>(
    b: B,
    p: &Parameters,
    rho_double_prime: &[u8; 64],
    first: u16,
    y: &mut [Poly<Coefficients>],
    buffers: &mut [[u8; BUFFER]; LANES],
    mut rider: Option<&mut Rider<'_>>,
) where
    State<LANES>: Permute<LANES>,
{
    let used = y.len();
    let mut states = Wiped(State::<LANES>::new());
    states.absorb_in_all(rho_double_prime);
    for lane in 0..used {
        states.absorb(lane, 64, &first.wrapping_add(lane as u16).to_le_bytes());
        states.pad(lane, 66, SHAKE256_RATE, SHAKE);
    }
    if let Some(rider) = rider.as_deref_mut() {
        rider.board(&mut states, used);
    }
    for block in 0..p.z_len().div_ceil(SHAKE256_RATE) {
        permute_with(b, &mut states.0, used, rider.as_deref_mut());
        states.squeeze_all(b, SHAKE256_RATE / 8, buffers, block * SHAKE256_RATE);
    }
    for (poly, buffer) in y.iter_mut().zip(buffers) {
        unpack_z(b, p, &buffer[..p.z_len()], poly);
    }
}

/// BitUnpack of a polynomial of z or y.
pub(crate) fn unpack_z<B: Kernels>(b: B, p: &Parameters, from: &[u8], to: &mut Poly<Coefficients>) {
    match p.z_bits {
        18 => b.unpack_z::<18>(from, to),
        _ => b.unpack_z::<20>(from, to),
    }
}

/// BitPack of a polynomial of z.
pub(crate) fn pack_z<B: Kernels>(b: B, p: &Parameters, from: &Poly<Coefficients>, to: &mut [u8]) {
    match p.z_bits {
        18 => b.pack_z::<18>(from, to),
        _ => b.pack_z::<20>(from, to),
    }
}
