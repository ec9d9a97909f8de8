//! That what is cleared of the stack is all that an operation used, on every back end; and how much stack that is. `--nocapture`
//! prints the table of docs/records/v3.md.

use crate::BackEnd;
use core::sync::atomic::{AtomicBool, Ordering};
use std::hint::black_box;
use std::{println, thread};

/// The stretch of stack that is painted and looked at.
const STRETCH: usize = 512 << 10;
/// The operation begins so far below the frames that look at it.
const SPACE: usize = 8 << 10;
const PAINT: u8 = 0xa5;

#[inline(never)]
fn paint() {
    let mut stretch = [PAINT; STRETCH];
    black_box(&mut stretch);
}

#[inline(never)]
fn with_space(run: impl Fn()) {
    let space = [PAINT; SPACE];
    black_box(&space);
    run();
    black_box(&space);
}

/// How far down the paint is gone.
#[inline(never)]
#[allow(unsafe_code)]
fn deepest() -> usize {
    let here = 0u8;
    let here = black_box(&raw const here);
    let painted = STRETCH - SPACE;
    let gone = (SPACE / 2..painted).rev().find(|at| {
        // SAFETY: the thread has four times STRETCH bytes of stack, of which `paint` wrote STRETCH from about `here` on.
        let byte = unsafe { here.wrapping_sub(*at).read_volatile() };
        byte != PAINT
    });
    gone.unwrap_or(0)
}

/// How many bytes of stack an operation takes.
fn depth_of(run: impl Fn() + Send) -> usize {
    let measure = || {
        paint();
        with_space(|| ());
        let before = deepest();
        assert!(before < SPACE + 1024, "{before}");
        with_space(run);
        deepest().saturating_sub(SPACE)
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(4 * STRETCH);
        thread.spawn_scoped(scope, measure).unwrap().join().unwrap()
    })
}

/// Set while it is measured how deep operations go.
pub(super) static DO_NOT_CLEAR: AtomicBool = AtomicBool::new(false);

/// `most`: bytes. Clearing goes deeper than the operation, so that nothing of it is left; verification has no secrets.
fn row(set: &str, operation: &str, most: usize, run: impl Fn() + Send + Sync) {
    DO_NOT_CLEAR.store(true, Ordering::Relaxed);
    let used = depth_of(&run);
    DO_NOT_CLEAR.store(false, Ordering::Relaxed);
    let cleared = depth_of(&run);
    let back_end = BackEnd::in_use().name();
    println!("| {set} | {operation} | {back_end} | {used} | {cleared} | {most} |");
    let has_secrets = !operation.starts_with("verify");
    if has_secrets {
        assert!(
            used < cleared,
            "{set} {operation}: {used} bytes used, {cleared} cleared"
        );
    }
    assert!(
        used > 0 && cleared <= most,
        "{set} {operation}: {cleared} of {most} bytes"
    );
}

macro_rules! ml_kem {
    ($module:ident, $keygen:literal, $most:literal) => {{
        use crate::$module::DecapsulationKey;
        let set = stringify!($module);
        row(set, "keygen", $keygen, || {
            drop(DecapsulationKey::from_seed(&[7; 64]))
        });
        let dk = DecapsulationKey::from_seed(&[7; 64]);
        let ek = dk.encapsulation_key();
        row(set, "encaps", $most, || {
            drop(ek.encapsulate_with_m(&[1; 32]))
        });
        let (c, _) = ek.encapsulate_with_m(&[1; 32]);
        row(set, "decaps", $most, || drop(dk.decapsulate(&c)));
        row(set, "prepare", $most, || drop(dk.prepare()));
        let encoded = dk.to_expanded();
        row(set, "import, prepared", $most, || {
            drop(crate::$module::PreparedDecapsulationKey::from_expanded(
                encoded.as_ref(),
            ))
        });
        let (ek, dk) = (ek.prepare(), dk.prepare());
        row(set, "encaps, prepared", $most, || {
            drop(ek.encapsulate_with_m(&[1; 32]))
        });
        row(set, "decaps, prepared", $most, || drop(dk.decapsulate(&c)));
    }};
}

macro_rules! ml_dsa {
    ($module:ident, $keygen:literal, $sign:literal, $verify:literal) => {{
        use crate::$module::{SigningKey, VerifyingKey};
        let keygen = $keygen + VerifyingKey::LEN;
        let set = stringify!($module);
        row(set, "keygen", keygen, || {
            drop(SigningKey::from_seed(&[7; 32]))
        });
        let sk = SigningKey::from_seed(&[7; 32]);
        row(set, "sign", $sign, || {
            drop(sk.sign_deterministic(b"message", b"context"))
        });
        let signature = sk.sign_deterministic(b"message", b"context").unwrap();
        let vk = sk.verifying_key();
        row(set, "verify", $verify, || {
            vk.verify(b"message", b"context", &signature).unwrap()
        });
        let encoded = sk.to_expanded();
        row(set, "import", keygen, || {
            drop(SigningKey::from_expanded(encoded.as_ref()))
        });
        row(set, "prepare", keygen, || drop(sk.prepare()));
        row(set, "import, prepared", keygen, || {
            drop(crate::$module::PreparedSigningKey::from_expanded(
                encoded.as_ref(),
            ))
        });
        let (sk, vk) = (sk.prepare(), vk.prepare());
        row(set, "sign, prepared", $sign, || {
            drop(sk.sign_deterministic(b"message", b"context"))
        });
        row(set, "verify, prepared", $verify, || {
            vk.verify(b"message", b"context", &signature).unwrap()
        });
    }};
}

/// The bounds of ML-DSA are what mldsa-native states for its default configuration: MLD_TOTAL_ALLOC_*_KEYPAIR_NO_PCT, _SIGN and
/// _VERIFY of `mldsa_native.h` (in mldsa-native-rs 0.0.1-alpha.6). Those count its buffers alone, these all frames; key generation
/// may take as much again as a public key has, since it returns one on the stack.
#[test]
fn no_operation_goes_deeper_than_what_is_cleared() {
    for back_end in BackEnd::ALL {
        if back_end.force().is_err() {
            continue;
        }
        ml_kem!(ml_kem_512, 24576, 20480);
        ml_kem!(ml_kem_768, 30720, 22528);
        ml_kem!(ml_kem_1024, 40960, 24576);
        ml_dsa!(ml_dsa_44, 26912, 44704, 24448);
        ml_dsa!(ml_dsa_65, 44320, 69312, 39872);
        ml_dsa!(ml_dsa_87, 75040, 108224, 68800);
    }
}
