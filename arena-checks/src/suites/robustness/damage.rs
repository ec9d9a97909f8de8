//! The ways in which an input is damaged.

use crate::random::fill;
use arena_core::stats::SplitMix64;

/// The size of the largest input.
const MEBIBYTE: usize = 1 << 20;

/// A way to damage bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Damage {
    kind: Kind,
    /// Which of several of its kind.
    number: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Empty,
    OneByte,
    Zeros,
    Ones,
    LastMissing,
    OneMore,
    Twice,
    Mebibyte,
    BitFlip,
    Cut,
    Extended,
    Random,
    RandomLength,
}

impl Kind {
    /// Those that are the same each time.
    const PLAIN: [Kind; 8] = [
        Kind::Empty,
        Kind::OneByte,
        Kind::Zeros,
        Kind::Ones,
        Kind::LastMissing,
        Kind::OneMore,
        Kind::Twice,
        Kind::Mebibyte,
    ];
    /// Those that are drawn.
    const DRAWN: [Kind; 5] = [
        Kind::BitFlip,
        Kind::Cut,
        Kind::Extended,
        Kind::Random,
        Kind::RandomLength,
    ];

    fn name(self) -> &'static str {
        match self {
            Kind::Empty => "empty",
            Kind::OneByte => "one-byte",
            Kind::Zeros => "zeros",
            Kind::Ones => "ones",
            Kind::LastMissing => "last-missing",
            Kind::OneMore => "one-more",
            Kind::Twice => "twice",
            Kind::Mebibyte => "mebibyte",
            Kind::BitFlip => "bit-flip",
            Kind::Cut => "cut",
            Kind::Extended => "extended",
            Kind::Random => "random",
            Kind::RandomLength => "random-length",
        }
    }
}

/// Every damage, those that are drawn `times` times.
pub(super) fn all(times: usize) -> Vec<Damage> {
    let plain = Kind::PLAIN.map(|kind| Damage { kind, number: 0 });
    let drawn = Kind::DRAWN
        .into_iter()
        .flat_map(|kind| (1..=times).map(move |number| Damage { kind, number }));
    plain.into_iter().chain(drawn).collect()
}

impl Damage {
    /// Whether it takes much longer than the others.
    pub(super) fn is_large(&self) -> bool {
        self.kind == Kind::Mebibyte
    }

    /// Its name in cases.
    pub(super) fn name(&self) -> String {
        if self.number == 0 {
            self.kind.name().to_owned()
        } else {
            format!("{}-{}", self.kind.name(), self.number)
        }
    }

    /// The damaged bytes.
    pub(super) fn apply(&self, whole: &[u8], stream: &mut SplitMix64) -> Vec<u8> {
        let length = whole.len();
        let mut below = |n: usize| stream.below(n as u64) as usize;
        match self.kind {
            Kind::Empty => Vec::new(),
            Kind::OneByte => vec![0x5a],
            Kind::Zeros => vec![0; length],
            Kind::Ones => vec![0xff; length],
            Kind::LastMissing => whole
                .get(..length.saturating_sub(1))
                .unwrap_or(whole)
                .to_vec(),
            Kind::OneMore => [whole, &[0]].concat(),
            Kind::Twice => [whole, whole].concat(),
            Kind::Mebibyte => fill(stream, MEBIBYTE),
            Kind::BitFlip => {
                let (place, bit) = (below(length), below(8));
                let mut bytes = whole.to_vec();
                if let Some(byte) = bytes.get_mut(place) {
                    *byte ^= 1 << bit;
                }
                bytes
            }
            Kind::Cut => whole.get(..below(length)).unwrap_or(whole).to_vec(),
            Kind::Extended => {
                let more = 1 + below(64);
                [whole, &fill(stream, more)].concat()
            }
            Kind::Random => fill(stream, length),
            Kind::RandomLength => {
                let length = below(2 * length + 64);
                fill(stream, length)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_name(name: &str, whole: &[u8]) -> Vec<u8> {
        let damages = all(2);
        let damage = damages.iter().find(|damage| damage.name() == name).unwrap();
        damage.apply(whole, &mut SplitMix64::new(1))
    }

    #[test]
    fn each_damage_does_what_its_name_says() {
        let whole = [7u8; 20];
        assert_eq!(by_name("zeros", &whole), [0; 20]);
        assert_eq!(by_name("ones", &whole), [255; 20]);
        assert_eq!(by_name("last-missing", &whole).len(), 19);
        assert_eq!(by_name("one-more", &whole).len(), 21);
        assert_eq!(by_name("twice", &whole).len(), 40);
        assert_eq!(by_name("mebibyte", &whole).len(), 1_048_576);
        let flipped = by_name("bit-flip-1", &whole);
        let bits: u32 = flipped.iter().map(|byte| (byte ^ 7).count_ones()).sum();
        assert_eq!((flipped.len(), bits), (20, 1));
        assert!(by_name("cut-2", &whole).len() < 20);
        assert!(by_name("extended-1", &whole).len() > 20);
        assert_eq!(by_name("random-1", &whole).len(), 20);
    }

    #[test]
    fn nothing_can_be_damaged_without_a_panic() {
        for damage in all(3) {
            damage.apply(&[], &mut SplitMix64::new(2));
        }
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<String> = all(3).iter().map(Damage::name).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!((names.len(), count), (23, 23));
    }
}
