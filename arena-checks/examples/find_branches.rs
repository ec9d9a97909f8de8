//! Finds the inputs of `data/signing-branches.txt`: for each parameter set a key, and messages that
//! reach every branch of signing. Prints lines of that file.
//!
//! ```text
//! cargo run --release -p arena-checks --example find_branches -- 44 65 87     some minutes
//! cargo run --release -p arena-checks --example find_branches -- ct0          much longer
//! ```
//!
//! `ct0` looks for a rejection for c·t0 with ML-DSA-44. With a key taken at random about one attempt
//! in 10^8 has one. A coefficient of c·t0 is large with a row of t0 whose norm is large, so the search first
//! takes the best of many keys, and then looks at that row alone until it finds a message.

use arena_checks::vectors::ml_dsa::branches::{Branch, reached};
use arena_checks::vectors::ml_dsa::signing::{Input, large_t0, message_of};
use arena_core::corpus::derive;
use arena_core::reference::ml_dsa::Parameters;
use arena_core::reference::ml_dsa::Rules;
use arena_core::reference::ml_dsa::encoding::{PrivateKey, sk_decode, w1_encode};
use arena_core::reference::ml_dsa::hash::{h, h_array};
use arena_core::reference::ml_dsa::keygen::keygen_internal;
use arena_core::reference::ml_dsa::ntt::{inverse_ntt, inverse_ntt_each, ntt, ntt_each};
use arena_core::reference::ml_dsa::pure::{message_prime, sign};
use arena_core::reference::ml_dsa::ring::{NttPolynomial, matrix_vector};
use arena_core::reference::ml_dsa::rounding::{high_bits, map_each};
use arena_core::reference::ml_dsa::sampling::{expand_a, expand_mask, sample_in_ball};
use arena_core::reference::ml_dsa::sign::private_random_seed;
use nexusq_contract::ParameterSet;

/// How many keys `ct0` takes the best of.
const KEYS: u32 = 100_000;

fn main() {
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "ct0" => ct0(),
            name => match ParameterSet::from_names("ml-dsa", name)
                .map(|set| (set, Parameters::of(set)))
            {
                Some((set, Some(p))) => {
                    ordinary(set, &p, false);
                    ordinary(set, &p, true);
                }
                _ => eprintln!("{name} is none of 44, 65, 87, ct0"),
            },
        }
    }
}

fn seed_of(label: &str, number: u32) -> [u8; 32] {
    let mut seed = [0; 32];
    seed.copy_from_slice(&derive(
        0,
        &format!("signing branches {label} {number}"),
        32,
    ));
    seed
}

/// The branches of c·t0, which need a special key.
const CT0: [Branch; 3] = [Branch::Ct0, Branch::Ct0AtBound, Branch::Ct0AtLimit];

/// The first message for each branch: those of c·t0 with a large t0, the others with a key as it is.
fn ordinary(set: ParameterSet, p: &Parameters, large: bool) {
    let seed = seed_of(set.name(), 0);
    let (_, mut sk) = keygen_internal(p, &seed);
    if large {
        sk = large_t0(p, &seed).unwrap_or_default();
    }
    let mut missing: Vec<Branch> = Branch::all_of(p).collect();
    missing.retain(|branch| CT0.contains(branch) == large);
    for counter in 0u32.. {
        if missing.is_empty() {
            break;
        }
        let Ok(signed) = sign(p, &sk, &message_of(counter), &[], &[0; 32]) else {
            continue;
        };
        let branches = reached(p, &signed);
        let before = missing.len();
        missing.retain(|branch| !branches.contains(branch));
        if missing.len() < before {
            let input = Input {
                set,
                seed,
                counter,
                branches,
                large_t0: large,
            };
            println!("{}", input.line());
        }
    }
}

/// A message whose signing rejects an attempt for c·t0, with ML-DSA-44.
fn ct0() {
    let set = ParameterSet::MlDsa44;
    let Some(p) = Parameters::of(set) else { return };
    let best = (0..KEYS).max_by_key(|number| largest_row(&key(&p, &seed_of("ct0", *number))).1);
    let seed = seed_of("ct0", best.unwrap_or_default());
    let key = key(&p, &seed);
    let (row, norm) = largest_row(&key);
    eprintln!("key {best:?}, row {row} of t0 has the squared norm {norm}");
    let quick = Quick::new(&p, &key, row);
    for counter in 0u32.. {
        if counter % 100_000 == 0 {
            eprintln!("{counter} messages");
        }
        if !quick.promises(&message_of(counter)) {
            continue;
        }
        let (_, sk) = keygen_internal(&p, &seed);
        let Ok(signed) = sign(&p, &sk, &message_of(counter), &[], &[0; 32]) else {
            continue;
        };
        let branches = reached(&p, &signed);
        eprintln!("message {counter}: {branches:?}");
        if branches.contains(&Branch::Ct0) {
            println!(
                "{}",
                Input {
                    set,
                    seed,
                    counter,
                    branches,
                    large_t0: false,
                }
                .line()
            );
            break;
        }
    }
}

fn key(p: &Parameters, seed: &[u8; 32]) -> PrivateKey {
    let (_, sk) = keygen_internal(p, seed);
    sk_decode(p, &sk).unwrap_or_else(|error| unreachable!("generated: {error}"))
}

/// The row of t0 with the largest norm, and the square of that norm.
fn largest_row(key: &PrivateKey) -> (usize, i64) {
    let square = |a: &i32| i64::from(*a) * i64::from(*a);
    let norms = key.t0.iter().map(|t| t.0.iter().map(square).sum());
    norms
        .enumerate()
        .max_by_key(|(_, norm)| *norm)
        .unwrap_or_default()
}

/// What stays the same over messages.
struct Quick<'a> {
    p: &'a Parameters,
    key: &'a PrivateKey,
    a: Vec<Vec<NttPolynomial>>,
    row: NttPolynomial,
}

impl Quick<'_> {
    fn new<'a>(p: &'a Parameters, key: &'a PrivateKey, row: usize) -> Quick<'a> {
        Quick {
            p,
            key,
            a: expand_a(p, &key.rho),
            row: ntt(&key.t0[row]),
        }
    }

    /// Whether c·t0 is too large in that row at one of the first attempts. Most of them are made: an
    /// attempt beyond the fourth is reached by a third of all messages.
    fn promises(&self, message: &[u8]) -> bool {
        let Ok(prime) = message_prime(Rules::all(), message, &[]) else {
            return false;
        };
        let mu = h_array(&[&self.key.tr, &prime]);
        let rho = private_random_seed(self.key, &mu, &[0; 32]);
        (0..4).any(|attempt| {
            let y = expand_mask(self.p, &rho, attempt * self.p.l).unwrap_or_default();
            let w = inverse_ntt_each(&matrix_vector(&self.a, &ntt_each(&y)));
            let w1 = map_each(&w, |r| high_bits(r, self.p.gamma2));
            let challenge = h(&[&mu, &w1_encode(self.p, &w1)], self.p.challenge_length());
            let c = ntt(&sample_in_ball(self.p, &challenge));
            inverse_ntt(&c.multiply(&self.row)).infinity_norm() >= self.p.gamma2
        })
    }
}
