//! What stays in memory: freed heap blocks and the used stack after secrets were dropped, and how
//! much stack an operation takes. This test binary has its own allocator and reads its own stack;
//! the library itself has no unsafe code.
#![allow(clippy::unwrap_used)]

mod depth;
mod residue_ml_dsa;
mod residue_ml_kem;
mod small_stack;
mod stack;
mod watch;

#[global_allocator]
static ALLOCATOR: watch::Watching = watch::Watching;

/// Bytes that look random and are the same in every run: SHAKE256 of a label.
fn bytes<const N: usize>(label: &str) -> [u8; N] {
    use shake::digest::{ExtendableOutput, Update, XofReader};
    let mut hash = shake::Shake256::default();
    hash.update(label.as_bytes());
    let mut out = [0; N];
    hash.finalize_xof().read(&mut out);
    out
}

/// Where runs of secrets were found: in freed heap blocks, on the used stack; by kind of secret.
#[derive(Debug)]
struct Residue {
    heap: Vec<usize>,
    stack: Vec<usize>,
}

/// Runs `operation` alone in a thread and looks for what it left of `secrets`.
fn residue(secrets: &[watch::Secret], operation: impl FnOnce() + Send) -> Residue {
    let (heap, image) = watch::while_watching(secrets, || stack::image_after(operation));
    let stack = watch::count(secrets, &image);
    Residue { heap, stack }
}

/// One line of the table in docs/records/v2-hardening.md, printed with `--nocapture`.
fn report(what: &str, secrets: &[watch::Secret], ours: &Residue, theirs: &Residue) {
    for (index, secret) in secrets.iter().enumerate() {
        let found = [
            ours.heap[index],
            theirs.heap[index],
            ours.stack[index],
            theirs.stack[index],
        ];
        if found != [0; 4] {
            println!("| {what} | {} | {found:?} |", secret.name);
        }
    }
}

/// V2 leaves nothing in freed heap blocks, and of the secrets that its own code handles nothing on
/// the stack that the crate underneath does not leave for the same operation.
fn check(
    what: &str,
    secrets: &[watch::Secret],
    ours: impl FnOnce() + Send,
    theirs: impl FnOnce() + Send,
) {
    let ours = residue(secrets, ours);
    let theirs = residue(secrets, theirs);
    report(what, secrets, &ours, &theirs);
    for (index, secret) in secrets.iter().enumerate() {
        let name = secret.name;
        assert_eq!(ours.heap[index], 0, "{what}: {name} in freed heap blocks");
        // A copy that later calls have partly overwritten counts as one.
        let [ours, theirs] = [&ours, &theirs].map(|found| secret.copies(found.stack[index]));
        assert!(
            !secret.handled || ours <= theirs,
            "{what}: {name} on the stack {ours} times, {theirs} times by the crate underneath"
        );
    }
}

/// A generator that yields known bytes, so that they can be looked for.
struct Known(&'static [u8]);

impl nexusq_v2::rand_core::TryRng for Known {
    type Error = std::fmt::Error;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Err(std::fmt::Error)
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Err(std::fmt::Error)
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Self::Error> {
        out.copy_from_slice(&self.0[..out.len()]);
        Ok(())
    }
}

impl nexusq_v2::rand_core::TryCryptoRng for Known {}

/// The instruments find what is there: a secret that is freed, and one that is left on the stack.
#[test]
fn instruments_see_a_secret_that_is_left() {
    let secret: &'static [u8] = Box::leak(Box::new(bytes::<32>("left")));
    let secrets = [watch::Secret::handled("left", secret)];
    let found = residue(&secrets, || drop(std::hint::black_box(secret.to_vec())));
    assert_eq!(found.heap, [2]);
    let found = residue(&secrets, || {
        std::hint::black_box(<[u8; 32]>::try_from(secret).unwrap());
    });
    assert!(found.stack[0] > 0, "{found:?}");
    let found = residue(&secrets, || drop(std::hint::black_box(vec![7; 32])));
    assert_eq!((found.heap[0], found.stack[0]), (0, 0));
}
