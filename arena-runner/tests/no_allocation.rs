//! Proves that the timed loop does not touch the heap.
//!
//! An allocator counts the calls that each thread makes to it. The toy scheme reads the counter as
//! the first and the last thing in each of its calls and notes the difference between one call's end
//! and the next call's start. All of the loop's own code of two neighbouring samples lies in between:
//! the second reading of the clock, storing the sample, going to the next item, and the first
//! reading of the clock. What comes after the last call is covered by the count when the block ends.
//!
//! So from the start of the first call of a block (a warm-up, if there is one) to the end of its last
//! one, and up to the return of `time_block`, there is no allocation by the runner, and none but the
//! implementation's own between the two readings of any sample. What stands before the first call of
//! a block is its set-up, which does allocate.
#![allow(clippy::unwrap_used)]

use arena_runner::Runner;
use arena_runner::timing::{Block, time_block};
use nexusq_contract::{
    Capability, ContractError, Descriptor, Kem, KeyForm, ParameterSet, PreparedKey, Signature,
    SigningRandomness,
};
use serde_json::{Value, json};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, RefCell};

struct Counting;

thread_local! {
    /// Allocations and reallocations.
    static TAKEN: Cell<u64> = const { Cell::new(0) };
    /// Deallocations.
    static FREED: Cell<u64> = const { Cell::new(0) };
}

fn count(counter: &'static std::thread::LocalKey<Cell<u64>>) {
    // Where the thread is ending there is no counter any more, and nothing is measured.
    let _ = counter.try_with(|counter| counter.set(counter.get() + 1));
}

// SAFETY: every call is passed on unchanged to `System`, which fulfils the contract of `GlobalAlloc`.
// Counting neither allocates nor unwinds: the counters are initialised at compile time and have no
// destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(&TAKEN);
        // SAFETY: the caller keeps the contract of `alloc`, which is that of `System::alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(&TAKEN);
        // SAFETY: the caller keeps the contract of `alloc_zeroed`, which is that of `System`'s.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(&TAKEN);
        // SAFETY: `pointer` came from `System` through this allocator, with this layout; the caller
        // keeps the rest of the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(&FREED);
        // SAFETY: `pointer` came from `System` through this allocator, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often this thread has called the allocator.
fn taken() -> u64 {
    TAKEN.with(Cell::get)
}

fn freed() -> u64 {
    FREED.with(Cell::get)
}

const WARMUPS: usize = 3;
const ITERATIONS: usize = 20;
const BLOCK: Block = Block {
    first_item: 0,
    warmups: WARMUPS,
    iterations: ITERATIONS,
};

#[test]
fn the_counter_counts() {
    let before = (taken(), freed());
    drop(std::hint::black_box(Box::new(1u8)));
    assert_eq!((taken(), freed()), (before.0 + 1, before.1 + 1));
}

/// The loop alone, with and without rooms for its calls to write to.
#[test]
fn the_loop_takes_nothing_from_the_heap() {
    fn counts<S>(slot: impl Fn() -> S) -> (u64, u64, u64) {
        let first: Cell<Option<(u64, u64)>> = Cell::new(None);
        let last = Cell::new((0, 0));
        let before = taken();
        let samples = time_block(BLOCK, &[1u64, 2], slot, |item, _| {
            if first.get().is_none() {
                first.set(Some((taken(), freed())));
            }
            last.set((taken(), freed()));
            Ok::<u64, ()>(*item)
        });
        let after = taken();
        assert_eq!(samples.unwrap().len(), ITERATIONS);
        let first = first.get().unwrap();
        let in_loop = (last.get().0 - first.0) + (last.get().1 - first.1);
        (first.0 - before, in_loop, after - last.get().0)
    }
    let (_, in_loop, after) = counts(|| ());
    assert_eq!((in_loop, after), (0, 0));
    let (set_up, in_loop, after) = counts(|| vec![0u8; 100]);
    assert_eq!((in_loop, after), (0, 0));
    // One room for each sample and one for the warm-ups, a vector of them and one of the samples.
    assert_eq!(set_up, ITERATIONS as u64 + 3);
}

/// A call that does allocate is seen, so a loop that did would be seen too.
#[test]
fn an_allocation_in_a_call_is_seen() {
    let first = Cell::new(None);
    let last = Cell::new(0);
    let samples = time_block(
        BLOCK,
        &[()],
        || (),
        |(), ()| {
            first.set(first.get().or(Some(taken())));
            let output = Box::new(1u8);
            last.set(taken());
            Ok::<Box<u8>, ()>(output)
        },
    );
    assert_eq!(samples.unwrap().len(), ITERATIONS);
    assert_eq!(
        last.get() - first.get().unwrap(),
        (WARMUPS + ITERATIONS) as u64
    );
}

thread_local! {
    /// What `Watching` saw: the allocator's count at the end of the last call, and the calls since
    /// then by the runner, one entry for each call. Its room is made beforehand.
    static AT_END: Cell<u64> = const { Cell::new(0) };
    static GAPS: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// A KEM and a signature scheme that watch the heap between their calls and leave it alone themselves.
#[derive(Clone, Copy)]
struct Watching;

/// Runs the body of a call of `Watching`.
fn watched<T>(body: impl FnOnce() -> T) -> T {
    GAPS.with_borrow_mut(|gaps| {
        // Noting must not allocate, so what comes after the room is full is left out.
        if gaps.len() < gaps.capacity() {
            gaps.push(taken() + freed() - AT_END.get());
        }
    });
    let result = body();
    AT_END.set(taken() + freed());
    result
}

impl Kem for Watching {
    type EncapsulationKey = u8;
    type DecapsulationKey = u8;
    type Ciphertext = [u8; 32];
    type SharedSecret = [u8; 32];

    fn parameter_set(&self) -> ParameterSet {
        ParameterSet::MlKem768
    }

    fn capabilities(&self) -> &'static [Capability] {
        &[
            Capability::GenerateFromSeed,
            Capability::EncapsulateWithM,
            Capability::ImportExpanded,
            Capability::ExportExpanded,
        ]
    }

    fn prepared_key(&self) -> PreparedKey {
        PreparedKey::Bytes
    }

    fn generate(&self) -> Result<(u8, u8), ContractError> {
        watched(|| Ok((1, 2)))
    }

    fn generate_from_seed(&self, _: &[u8]) -> Result<(u8, u8), ContractError> {
        watched(|| Ok((1, 2)))
    }

    fn encapsulate(&self, _: &u8) -> Result<([u8; 32], [u8; 32]), ContractError> {
        watched(|| Ok(([3; 32], [4; 32])))
    }

    fn encapsulate_with_m(&self, _: &u8, _: &[u8]) -> Result<([u8; 32], [u8; 32]), ContractError> {
        watched(|| Ok(([3; 32], [4; 32])))
    }

    fn decapsulate(&self, _: &u8, _: &[u8]) -> Result<[u8; 32], ContractError> {
        watched(|| Ok([4; 32]))
    }

    fn import_encapsulation_key(&self, _: &[u8]) -> Result<u8, ContractError> {
        watched(|| Ok(1))
    }

    fn import_decapsulation_key(&self, _: KeyForm, _: &[u8]) -> Result<u8, ContractError> {
        watched(|| Ok(2))
    }

    fn export_encapsulation_key(&self, key: &u8, out: &mut [u8]) -> Result<usize, ContractError> {
        watched(|| ContractError::copy_out("encapsulation key", &[*key], out))
    }

    fn export_decapsulation_key(
        &self,
        key: &u8,
        _: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        watched(|| ContractError::copy_out("decapsulation key", &[*key], out))
    }
}

impl Signature for Watching {
    type SigningKey = u8;
    type VerifyingKey = u8;
    type Signature = [u8; 64];

    fn parameter_set(&self) -> ParameterSet {
        ParameterSet::MlDsa65
    }

    fn capabilities(&self) -> &'static [Capability] {
        &[
            Capability::GenerateFromSeed,
            Capability::SignDeterministic,
            Capability::SignHedged,
            Capability::SignWithRnd,
            Capability::ImportExpanded,
            Capability::ExportExpanded,
        ]
    }

    fn prepared_key(&self) -> PreparedKey {
        PreparedKey::Bytes
    }

    fn generate(&self) -> Result<(u8, u8), ContractError> {
        watched(|| Ok((1, 2)))
    }

    fn generate_from_seed(&self, _: &[u8]) -> Result<(u8, u8), ContractError> {
        watched(|| Ok((1, 2)))
    }

    fn sign(
        &self,
        _: &u8,
        _: &[u8],
        _: &[u8],
        _: SigningRandomness<'_>,
    ) -> Result<[u8; 64], ContractError> {
        watched(|| Ok([5; 64]))
    }

    fn verify(&self, _: &u8, _: &[u8], _: &[u8], _: &[u8]) -> Result<bool, ContractError> {
        watched(|| Ok(true))
    }

    fn import_verifying_key(&self, _: &[u8]) -> Result<u8, ContractError> {
        watched(|| Ok(1))
    }

    fn import_signing_key(&self, _: KeyForm, _: &[u8]) -> Result<u8, ContractError> {
        watched(|| Ok(2))
    }

    fn export_verifying_key(&self, key: &u8, out: &mut [u8]) -> Result<usize, ContractError> {
        watched(|| ContractError::copy_out("public key", &[*key], out))
    }

    fn export_signing_key(
        &self,
        key: &u8,
        _: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        watched(|| ContractError::copy_out("private key", &[*key], out))
    }
}

fn ask(runner: &mut Runner, request: Value) -> Value {
    let mut output = Vec::new();
    let line = format!("{request}\n");
    runner.converse(line.as_bytes(), &mut output).unwrap();
    serde_json::from_slice(&output).unwrap()
}

/// Operation, randomness, lane, and the number of the implementation's calls in one sample.
type Case = (&'static str, &'static str, &'static str, usize);

/// Times each case through the whole runner and asserts that there is nothing in the gaps.
fn assert_nothing_taken(algorithm: &str, set: &str, cases: &[Case]) {
    let descriptor = Descriptor {
        id: "watching",
        name: "Watching",
        version: "0",
        language: "Rust",
        back_end: "",
        rng: "",
        keygen_self_test: false,
        build_options: "",
    };
    let mut runner = Runner::new(descriptor).kem(Watching).signature(Watching);
    let corpus = json!({ "command": "prepare", "algorithm": algorithm, "parameter_set": set,
        "items": [{ "seed": "00", "m": "00", "rnd": "00" }, { "seed": "01", "m": "01", "rnd": "01" }] });
    assert_eq!(ask(&mut runner, corpus)["reply"], "prepared");
    for (operation, randomness, lane, calls) in cases {
        let case = format!("{algorithm} {operation} {randomness} {lane}");
        let calls = calls * (WARMUPS + ITERATIONS);
        GAPS.set(Vec::with_capacity(calls));
        let request = json!({ "command": "time", "algorithm": algorithm, "parameter_set": set,
            "operation": operation, "lane": lane, "randomness": randomness,
            "first_item": 1, "warmups": WARMUPS, "iterations": ITERATIONS });
        let reply = ask(&mut runner, request);
        let samples = reply["samples_ns"].as_array().map(Vec::len);
        assert_eq!(samples, Some(ITERATIONS), "{case}: {reply}");
        let gaps = GAPS.take();
        assert_eq!(gaps.len(), calls, "{case}");
        // The first gap is the set-up of the block; it shows that gaps are seen.
        assert!(gaps[0] > 0, "{case}");
        assert!(gaps[1..].iter().all(|&gap| gap == 0), "{case}: {gaps:?}");
    }
}

#[test]
fn the_operations_of_a_kem_take_nothing_in_either_lane() {
    let cases = [
        ("keygen", "own", "prepared", 1),
        ("keygen", "given", "prepared", 1),
        ("keygen", "own", "from-bytes", 3),
        ("keygen", "given", "from-bytes", 3),
        ("encaps", "own", "prepared", 1),
        ("encaps", "given", "prepared", 1),
        ("encaps", "own", "from-bytes", 2),
        ("encaps", "given", "from-bytes", 2),
        ("decaps", "none", "prepared", 1),
        ("decaps", "none", "from-bytes", 2),
    ];
    assert_nothing_taken("ml-kem", "768", &cases);
}

#[test]
fn the_operations_of_a_signature_scheme_take_nothing_in_either_lane() {
    let cases = [
        ("keygen", "own", "prepared", 1),
        ("keygen", "given", "prepared", 1),
        ("keygen", "own", "from-bytes", 3),
        ("keygen", "given", "from-bytes", 3),
        ("sign", "own", "prepared", 1),
        ("sign", "deterministic", "prepared", 1),
        ("sign", "given", "prepared", 1),
        ("sign", "own", "from-bytes", 2),
        ("sign", "deterministic", "from-bytes", 2),
        ("sign", "given", "from-bytes", 2),
        ("verify", "none", "prepared", 1),
        ("verify", "none", "from-bytes", 2),
    ];
    assert_nothing_taken("ml-dsa", "65", &cases);
}
