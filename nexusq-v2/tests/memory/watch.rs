//! An allocator that looks for 16-byte runs of known secrets in the blocks that a thread frees.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// The length of a run.
const RUN: usize = 16;
/// At most so many kinds of secrets are watched at a time.
const KINDS: usize = 12;

/// A kind of secret to look for.
pub(crate) struct Secret {
    pub(crate) name: &'static str,
    bytes: Vec<u8>,
    /// So many runs in a row make one find. One is enough for bytes that look random.
    in_a_row: usize,
    /// Whether V2's own code handles it, or only the crates underneath do.
    pub(crate) handled: bool,
}

impl Secret {
    /// A secret that passes through V2's own code.
    pub(crate) fn handled(name: &'static str, bytes: &[u8]) -> Self {
        Secret {
            name,
            bytes: bytes.to_vec(),
            in_a_row: 1,
            handled: true,
        }
    }

    /// A secret that only the crates underneath see.
    pub(crate) fn inner(name: &'static str, bytes: &[u8], in_a_row: usize) -> Self {
        Secret {
            name,
            bytes: bytes.to_vec(),
            in_a_row,
            handled: false,
        }
    }

    /// How many copies, whole or in part, so many runs come from at least.
    pub(crate) fn copies(&self, runs: usize) -> usize {
        runs.div_ceil(self.bytes.len() / RUN)
    }
}

/// Every run of every watched secret, sorted, behind a table of bits that rules out most bytes.
struct Runs {
    filter: Vec<u64>,
    sorted: Vec<(u128, usize)>,
    in_a_row: Vec<usize>,
}

impl Runs {
    fn new(secrets: &[Secret]) -> Self {
        assert!(secrets.len() <= KINDS);
        let mut sorted = Vec::new();
        for (kind, secret) in secrets.iter().enumerate() {
            let runs = secret.bytes.windows(RUN);
            // Four coefficients of zero look like cleared memory.
            sorted.extend(runs.map(|run| (word(run), kind)).filter(|run| run.0 != 0));
        }
        sorted.sort_unstable();
        let mut filter = vec![0_u64; 1 << 14];
        for (run, _) in &sorted {
            let bit = fold(*run);
            filter[bit / 64] |= 1 << (bit % 64);
        }
        let in_a_row = secrets.iter().map(|secret| secret.in_a_row).collect();
        Runs {
            filter,
            sorted,
            in_a_row,
        }
    }

    /// The kind of secret whose run this is.
    fn find(&self, run: u128) -> Option<usize> {
        let bit = fold(run);
        if self.filter[bit / 64] >> (bit % 64) & 1 == 0 {
            return None;
        }
        let at = self.sorted.partition_point(|known| known.0 < run);
        let known = self.sorted.get(at)?;
        (known.0 == run).then_some(known.1)
    }

    /// Calls `found` for each find in `bytes`; finds do not overlap.
    fn scan(&self, length: usize, byte: impl Fn(usize) -> u8, mut found: impl FnMut(usize)) {
        let (mut window, mut filled, mut row) = (0_u128, 0, 0);
        for index in 0..length {
            window = window >> 8 | u128::from(byte(index)) << 120;
            filled += 1;
            if filled < RUN {
                continue;
            }
            let Some(kind) = self.find(window) else {
                row = 0;
                continue;
            };
            row += 1;
            filled = 0;
            if row == self.in_a_row[kind] {
                found(kind);
                row = 0;
            }
        }
    }
}

fn word(run: &[u8]) -> u128 {
    run.iter()
        .rev()
        .fold(0, |word, byte| word << 8 | u128::from(*byte))
}

fn fold(run: u128) -> usize {
    let folded = (run as u64 ^ (run >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (folded >> 44) as usize
}

static WATCHED: AtomicPtr<Runs> = AtomicPtr::new(std::ptr::null_mut());
static FOUND: [AtomicUsize; KINDS] = [const { AtomicUsize::new(0) }; KINDS];
/// One test watches at a time.
static TURN: Mutex<()> = Mutex::new(());

thread_local! {
    /// Whether this thread is the one that is watched.
    static HERE: Cell<bool> = const { Cell::new(false) };
}

/// Runs `f` in the thread that is to be watched.
pub(crate) fn here(f: impl FnOnce()) {
    HERE.set(true);
    f();
    HERE.set(false);
}

/// Runs `f`; returns how many runs of each secret stood in blocks that were freed meanwhile, in
/// [`here`].
pub(crate) fn while_watching<T>(secrets: &[Secret], f: impl FnOnce() -> T) -> (Vec<usize>, T) {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    FOUND
        .iter()
        .for_each(|count| count.store(0, Ordering::SeqCst));
    // Leaked, so that the allocator never reads what was freed.
    let runs = Box::leak(Box::new(Runs::new(secrets)));
    WATCHED.store(runs, Ordering::SeqCst);
    let value = f();
    WATCHED.store(std::ptr::null_mut(), Ordering::SeqCst);
    let found = FOUND.iter().take(secrets.len());
    (
        found.map(|count| count.load(Ordering::SeqCst)).collect(),
        value,
    )
}

/// How many runs of each secret stand in `image`.
pub(crate) fn count(secrets: &[Secret], image: &[u8]) -> Vec<usize> {
    let mut counts = vec![0; secrets.len()];
    Runs::new(secrets).scan(image.len(), |at| image[at], |kind| counts[kind] += 1);
    counts
}

/// The system's allocator, which looks at what is freed. A block that grows is freed too.
pub(crate) struct Watching;

// SAFETY: every call is passed on unchanged to the system's allocator; `dealloc` reads the block
// before, while it is still the caller's. `realloc` is the default one: alloc, copy, dealloc.
unsafe impl GlobalAlloc for Watching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the promises of `GlobalAlloc::alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let runs = if HERE.get() {
            WATCHED.load(Ordering::SeqCst)
        } else {
            std::ptr::null_mut()
        };
        // SAFETY: the pointer is null or was leaked from a box, so it lives for ever.
        if let Some(runs) = unsafe { runs.as_ref() } {
            // SAFETY: the block has `layout.size()` bytes. Some may never have been written, so
            // they are read as volatile bytes, whose value no code relies on.
            let byte = |at| unsafe { block.add(at).read_volatile() };
            runs.scan(layout.size(), byte, |kind| {
                FOUND[kind].fetch_add(1, Ordering::SeqCst);
            });
        }
        // SAFETY: the caller keeps the promises of `GlobalAlloc::dealloc`.
        unsafe { System.dealloc(block, layout) }
    }
}
