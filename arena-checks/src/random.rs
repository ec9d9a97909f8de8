//! Bytes that follow from the seed of a run and a name, so that every case can be asked again. Not for keys in use.

use arena_core::stats::SplitMix64;

/// A source of bytes by name: what one name gives does not depend on what was drawn before.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    name: String,
}

impl Random {
    /// The source of a run's seed and a name.
    pub fn new(seed: u64, name: &str) -> Random {
        Random {
            seed,
            name: name.to_owned(),
        }
    }

    /// The bytes of that name.
    pub fn bytes(&self, name: &str, length: usize) -> Vec<u8> {
        let mut stream = self.stream(name);
        fill(&mut stream, length)
    }

    /// A generator that starts from that name.
    pub fn stream(&self, name: &str) -> SplitMix64 {
        let mut state = SplitMix64::new(self.seed).next_u64();
        for byte in self.name.bytes().chain([0]).chain(name.bytes()) {
            state = SplitMix64::new(state ^ u64::from(byte)).next_u64();
        }
        SplitMix64::new(state)
    }
}

/// The next bytes of a generator.
pub fn fill(stream: &mut SplitMix64, length: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(length + 8);
    while bytes.len() < length {
        bytes.extend(stream.next_u64().to_le_bytes());
    }
    bytes.truncate(length);
    bytes
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn a_name_gives_the_same_bytes_whatever_was_drawn_before() {
        let random = Random::new(7, "a");
        let first = random.bytes("x", 40);
        assert_ne!(random.bytes("y", 40), first);
        assert_eq!(random.bytes("x", 40), first);
        assert_eq!(random.bytes("x", 3), first[..3]);
        assert_ne!(Random::new(8, "a").bytes("x", 40), first);
        assert_ne!(Random::new(7, "b").bytes("x", 40), first);
    }
}
