//! Signing keys that have rho in common and nothing else, and messages that each of them signs at the first attempt.
//!
//! Keys from seeds differ in rho, which is public and decides how long sampling of the matrix takes. Keys of one rho
//! have no seeds; the model of FIPS 204 makes them. With rnd = 0 it also tells how many attempts a signature takes.

use super::classes::Class;
use arena_core::corpus::derive;
use arena_core::reference::ml_dsa::Parameters;
use arena_core::reference::ml_dsa::Rules;
use arena_core::reference::ml_dsa::encoding::{PrivateKey, pk_encode, sk_encode};
use arena_core::reference::ml_dsa::hash::h_array;
use arena_core::reference::ml_dsa::ntt::{inverse_ntt_each, ntt_each};
use arena_core::reference::ml_dsa::pure::message_prime;
use arena_core::reference::ml_dsa::ring::{Polynomial, add, matrix_vector};
use arena_core::reference::ml_dsa::rounding::{map_each, power2_round};
use arena_core::reference::ml_dsa::sampling::{expand_a, expand_s};
use arena_core::reference::ml_dsa::sign::sign_internal;
use arena_runner::{Field, Fields};
use nexusq_contract::ParameterSet;

/// Bytes of a message.
const MESSAGE: usize = 32;
/// How many messages are tried for one that is signed at once. About a quarter are.
const TRIES: usize = 400;

/// As many items of one key as of different ones.
pub(super) fn keys(
    set: ParameterSet,
    seed: u64,
    round: usize,
    members: usize,
) -> Result<Vec<(Class, Fields)>, String> {
    let p = Parameters::of(set).ok_or("there is no model of this scheme")?;
    let forge = Forge {
        p,
        seed,
        rho: bytes(seed, "rho"),
    };
    let fixed = forge.key("fixed");
    let mut all = Vec::new();
    for number in 0..members {
        let label = format!("{round}/{number}");
        all.push((Class::First, forge.item(&fixed, &format!("fixed/{label}"))?));
        let key = forge.key(&label);
        all.push((Class::Second, forge.item(&key, &label)?));
    }
    Ok(all)
}

struct Forge {
    p: Parameters,
    seed: u64,
    rho: [u8; 32],
}

impl Forge {
    /// Alg. 6 from line 3 on, with rho' and K from a label in place of the hash of a seed.
    fn key(&self, label: &str) -> (Vec<u8>, PrivateKey) {
        let (p, rho) = (&self.p, self.rho);
        let a = expand_a(p, &rho);
        let (s1, s2) = expand_s(p, &bytes(self.seed, &format!("rho-prime/{label}")));
        let t: Vec<Polynomial> = add(&inverse_ntt_each(&matrix_vector(&a, &ntt_each(&s1))), &s2);
        let t1 = map_each(&t, |r| power2_round(r).0);
        let public = pk_encode(&rho, &t1);
        let private = PrivateKey {
            rho,
            k: bytes(self.seed, &format!("k/{label}")),
            tr: h_array(&[&public]),
            s1,
            s2,
            t0: map_each(&t, |r| power2_round(r).1),
        };
        (public, private)
    }

    /// The key with a message that it signs at the first attempt, and that signature.
    fn item(
        &self,
        (public, private): &(Vec<u8>, PrivateKey),
        label: &str,
    ) -> Result<Fields, String> {
        for number in 0..TRIES {
            let message = derive(self.seed, &format!("ct/signed/{label}/{number}"), MESSAGE);
            let prime = message_prime(Rules::all(), &message, b"").map_err(|rule| rule.text())?;
            let signed = sign_internal(&self.p, private, &prime, &[0; 32])
                .map_err(|error| error.to_string())?;
            if signed.attempts() == 1 {
                return Ok(Fields::new()
                    .with(Field::PublicKey, public.clone())
                    .with(Field::PrivateKey, sk_encode(&self.p, private))
                    .with(Field::Message, message)
                    .with(Field::Rnd, vec![0; 32])
                    .with(Field::Signature, signed.signature));
            }
        }
        Err(format!(
            "none of {TRIES} messages is signed at the first attempt"
        ))
    }
}

fn bytes<const LENGTH: usize>(seed: u64, label: &str) -> [u8; LENGTH] {
    let mut array = [0; LENGTH];
    array.copy_from_slice(&derive(seed, &format!("ct/signing/{label}"), LENGTH));
    array
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_core::attempts::attempts;
    use arena_core::reference::ml_dsa::encoding::sk_decode;
    use arena_core::reference::ml_dsa::keygen::keygen_internal;

    /// With rho, rho' and K of a seed the key is that of the seed: FIPS 204 Alg. 6 line 1.
    #[test]
    fn keys_are_those_of_key_generation() {
        use arena_core::reference::ml_dsa::hash::{h_xof, squeeze};
        let p = Parameters::of(ParameterSet::MlDsa44).unwrap();
        let (pk, sk) = keygen_internal(&p, &[7; 32]);
        let mut context = h_xof(&[&[7; 32], &[p.k as u8, p.l as u8]]);
        let rho: [u8; 32] = squeeze(&mut context);
        let _rho_prime: [u8; 64] = squeeze(&mut context);
        let forge = Forge { p, seed: 1, rho };
        let (public, private) = forge.key("x");
        assert_eq!(public[..32], pk[..32]);
        assert_eq!(public.len(), pk.len());
        let encoded = sk_encode(&forge.p, &private);
        assert_eq!(encoded.len(), sk.len());
        assert_eq!(sk_decode(&forge.p, &encoded).unwrap(), private);
        assert_ne!(encoded[32..64], sk[32..64]);
    }

    #[test]
    fn every_signature_takes_one_attempt_and_keys_share_rho_alone() {
        let set = ParameterSet::MlDsa44;
        let all = keys(set, 3, 0, 3).unwrap();
        let mut privates = Vec::new();
        for (class, item) in &all {
            let [private, message, signature] =
                [Field::PrivateKey, Field::Message, Field::Signature]
                    .map(|field| item.get(field).unwrap());
            assert_eq!(attempts(set, private, message, b"", signature), Ok(1));
            assert_eq!(
                private[..32],
                all[0].1.get(Field::PrivateKey).unwrap()[..32]
            );
            privates.push((*class, private[32..].to_vec()));
        }
        let of = |class| {
            privates
                .iter()
                .filter(move |one| one.0 == class)
                .map(|one| &one.1)
        };
        assert!(of(Class::First).all(|key| key == &privates[0].1));
        let different: std::collections::BTreeSet<_> = of(Class::Second).collect();
        assert_eq!(different.len(), 3);
    }
}
