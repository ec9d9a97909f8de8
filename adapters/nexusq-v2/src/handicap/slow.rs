//! Anything whose calls take a known share longer.

use crate::share::Share;
use std::hint;
use std::time::{Duration, Instant};

/// A scheme whose calls take a known share longer.
pub(crate) struct Slow<T> {
    pub(crate) inner: T,
    share: Share,
}

impl<T> Slow<T> {
    pub(crate) fn new(inner: T, share: Share) -> Slow<T> {
        Slow { inner, share }
    }

    /// Makes the call and waits. With a share of 0 the call is all there is.
    #[inline]
    pub(crate) fn call<R>(&self, call: impl FnOnce(&T) -> R) -> R {
        if self.share.is_zero() {
            return call(&self.inner);
        }
        let start = Instant::now();
        slowed(|| start.elapsed(), self.share, || call(&self.inner))
    }
}

/// Makes the call and spins until the clock, which counts from before it, shows 1 + share times what it showed after it.
#[inline]
fn slowed<R>(mut clock: impl FnMut() -> Duration, share: Share, call: impl FnOnce() -> R) -> R {
    let result = call();
    // The call must be over before the clock is read.
    hint::black_box(&result);
    let end = clock().mul_f64(1.0 + share.factor());
    while clock() < end {
        hint::spin_loop();
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    fn share(percent: &str) -> Share {
        Share::chosen(&["--slow".to_owned(), percent.to_owned()], None).unwrap()
    }

    /// A clock that moves on by 10 ns with each reading, and a call of 1000 ns. The first reading gives 1010, its 1.05 are
    /// 1060.5, which the sixth reading after it is the first to have passed.
    #[test]
    fn the_wait_ends_when_the_share_of_the_calls_own_time_has_passed() {
        let (time, readings) = (Cell::new(0), Cell::new(0));
        let clock = || {
            time.set(time.get() + 10);
            readings.set(readings.get() + 1);
            Duration::from_nanos(time.get())
        };
        let result = slowed(clock, share("5%"), || {
            time.set(time.get() + 1000);
            "result"
        });
        assert_eq!(
            (result, time.get(), readings.get()),
            ("result", 1070, 1 + 6)
        );
    }

    #[test]
    fn each_call_is_made_once_with_the_scheme_within() {
        for percent in ["0%", "1%", "100%"] {
            let calls = Cell::new(0);
            let slow = Slow::new(7, share(percent));
            let result = slow.call(|inner| {
                calls.set(calls.get() + 1);
                inner * 2
            });
            assert_eq!((result, calls.get()), (14, 1), "{percent}");
        }
    }
}
