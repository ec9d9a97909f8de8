//! Compares nexusq-v3 on every back end that the processor has with nexusq-v2 (upon RustCrypto's crates), fips203, fips204 and
//! libcrux, on random inputs that follow from a number: keys, ciphertexts, shared secrets, secrets of implicit rejection and
//! signatures must be equal byte for byte, and right and changed signatures be judged alike.
#![forbid(unsafe_code)]

mod kem;
mod random;
mod signature;

use nexusq_v3::BackEnd;
use std::process::ExitCode;

const HELP: &str = "\
Compares nexusq-v3 on every back end with nexusq-v2, fips203, fips204 and libcrux.

Usage: nexusq-compare [--kem N] [--dsa N] [--first N] [--set NAME]

  --kem N      key pairs of ML-KEM for each parameter set, each with an encapsulation and two
               decapsulations [default: 1000]
  --dsa N      key pairs of ML-DSA for each parameter set, each with a signature and two
               verifications [default: 100]
  --first N    the number that the first inputs follow from, so that a run can begin where another
               ended [default: 0]
  --set NAME   only this parameter set: ml-kem-512, ... ml-dsa-87

Exit codes: 0 all equal; 1 something differed, and it says what; 2 not done.
The long run: nexusq-compare --kem 1000000 --dsa 100000";

/// What the arguments ask for.
struct Wanted {
    kem: u64,
    dsa: u64,
    first: u64,
    set: Option<String>,
}

/// A parameter set, and whether its number `n` gives the same everywhere: an error says what differs.
type Set = (&'static str, fn(u64) -> Result<(), String>);

const KEM: [Set; 3] = [
    ("ml-kem-512", kem::ml_kem_512),
    ("ml-kem-768", kem::ml_kem_768),
    ("ml-kem-1024", kem::ml_kem_1024),
];
const DSA: [Set; 3] = [
    ("ml-dsa-44", signature::ml_dsa_44),
    ("ml-dsa-65", signature::ml_dsa_65),
    ("ml-dsa-87", signature::ml_dsa_87),
];

fn wanted(mut arguments: impl Iterator<Item = String>) -> Result<Option<Wanted>, String> {
    let mut wanted = Wanted {
        kem: 1000,
        dsa: 100,
        first: 0,
        set: None,
    };
    while let Some(flag) = arguments.next() {
        if flag == "--help" || flag == "-h" {
            return Ok(None);
        }
        let value = arguments
            .next()
            .ok_or_else(|| format!("`{flag}` needs a value; --help lists the flags"))?;
        let number = || {
            let number = value.parse();
            number.map_err(|_| format!("`{flag} {value}`: give a whole number"))
        };
        match flag.as_str() {
            "--kem" => wanted.kem = number()?,
            "--dsa" => wanted.dsa = number()?,
            "--first" => wanted.first = number()?,
            "--set" if KEM.iter().chain(&DSA).any(|(name, _)| *name == value) => {
                wanted.set = Some(value);
            }
            "--set" => {
                return Err(format!(
                    "no parameter set `{value}`; give ml-kem-512, ... ml-dsa-87"
                ));
            }
            _ => return Err(format!("no flag `{flag}`; --help lists the flags")),
        }
    }
    Ok(Some(wanted))
}

/// The back ends that this processor has.
pub(crate) fn back_ends() -> impl Iterator<Item = BackEnd> {
    BackEnd::ALL
        .into_iter()
        .filter(|back_end| back_end.is_available())
}

fn compare(wanted: &Wanted) -> bool {
    let names: Vec<_> = back_ends().map(BackEnd::name).collect();
    let counted = KEM
        .iter()
        .map(|set| (set, wanted.kem))
        .chain(DSA.iter().map(|set| (set, wanted.dsa)));
    let mut all_equal = true;
    for ((name, same), count) in counted {
        if wanted.set.as_ref().is_some_and(|set| set != name) {
            continue;
        }
        let failed = (wanted.first..wanted.first.saturating_add(count))
            .find_map(|n| same(n).err().map(|why| (n, why)));
        match failed {
            None => println!(
                "{name}: {count} from {} on are equal, on {}",
                wanted.first,
                names.join(", ")
            ),
            Some((n, why)) => {
                all_equal = false;
                println!("{name}: number {n} differs: {why}");
            }
        }
    }
    all_equal
}

fn main() -> ExitCode {
    match wanted(std::env::args().skip(1)) {
        Ok(None) => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        Ok(Some(wanted)) if compare(&wanted) => ExitCode::SUCCESS,
        Ok(Some(_)) => ExitCode::from(1),
        Err(why) => {
            eprintln!("nexusq-compare: {why}");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_of_every_set() {
        let wanted = |text: &str| wanted(text.split(' ').map(str::to_owned));
        assert!(
            matches!(wanted("--kem 5 --dsa 2 --first 7"), Ok(Some(wanted)) if compare(&wanted))
        );
        for wrong in ["--kem", "--kem x", "--set ml-kem", "--other 1"] {
            assert!(wanted(wrong).is_err(), "{wrong}");
        }
    }
}
