//! The used stack of an operation: an image of it afterwards, and how deep it went.
//!
//! The operation runs in a thread of its own, on a stretch of stack that was painted before.

use std::hint::black_box;

/// The stack of the thread.
const STACK: usize = 8 << 20;
/// The stretch that is painted and looked at.
const STRETCH: usize = 4 << 20;
/// The operation's frames start so far below those of the instruments, which may spoil the rest.
const SPACE: usize = 32 << 10;
const PAINT: u8 = 0xa5;

#[inline(never)]
fn paint() {
    black_box(&mut [PAINT; STRETCH]);
}

#[inline(never)]
fn with_space(operation: impl FnOnce()) {
    let mut space = [PAINT; SPACE];
    black_box(&mut space);
    crate::watch::here(operation);
    black_box(&mut space);
}

#[inline(never)]
fn image(out: &mut [u8]) {
    let here = 0_u8;
    let top = (&raw const here).wrapping_sub(SPACE / 2);
    for (index, byte) in out.iter_mut().enumerate() {
        // SAFETY: the thread has STACK bytes of stack, of which less than half lie above `here`;
        // the bytes below belong to no frame, but they are mapped, since `paint` wrote them.
        *byte = unsafe { top.wrapping_sub(index).read_volatile() };
    }
    // It was read from the top downwards.
    out.reverse();
}

fn in_thread(operation: impl FnOnce() + Send) -> Vec<u8> {
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, || {
                let mut out = vec![0; STRETCH - SPACE];
                paint();
                with_space(operation);
                image(&mut out);
                out
            })
            .unwrap()
            .join()
            .unwrap()
    })
}

/// The bytes on the used stack after `operation`, with its own frames and some above them.
pub(crate) fn image_after(operation: impl FnOnce() + Send) -> Vec<u8> {
    in_thread(operation)
}

/// How many bytes of stack `operation` takes.
pub(crate) fn depth_of(operation: impl FnOnce() + Send) -> usize {
    let image = in_thread(operation);
    let deepest = image.iter().position(|byte| *byte != PAINT);
    let below_here = deepest.map_or(0, |at| image.len() - at + SPACE / 2);
    below_here.saturating_sub(SPACE)
}
