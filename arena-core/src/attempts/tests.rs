use super::*;
use crate::corpus::derive;
use crate::reference::ml_dsa::keygen::keygen_internal;
use crate::reference::ml_dsa::pure::sign;

const SETS: [ParameterSet; 3] = [
    ParameterSet::MlDsa44,
    ParameterSet::MlDsa65,
    ParameterSet::MlDsa87,
];

fn private_key(set: ParameterSet, n: u64) -> Vec<u8> {
    let p = Parameters::of(set).unwrap();
    let xi = derive(n, "xi", 32).try_into().unwrap();
    keygen_internal(&p, &xi).1
}

/// The signer counts while it signs; 10 keys with 30 messages each.
fn assert_found_are_reported(set: ParameterSet) {
    let p = Parameters::of(set).unwrap();
    for key in 0..10 {
        let sk = private_key(set, key);
        let recover = Recover::new(set, &sk).unwrap();
        for n in 0..30 {
            let message = derive(n, "message", 40);
            let context = derive(n, "context", n as usize);
            let signed = sign(&p, &sk, &message, &context, &[0; 32]).unwrap();
            let found = recover.attempts(&message, &context, &signed.signature);
            assert_eq!(found, Ok(signed.attempts() as u32), "{key} {n}");
        }
    }
}

#[test]
fn attempts_found_are_those_reported_44() {
    assert_found_are_reported(ParameterSet::MlDsa44);
}

#[test]
fn attempts_found_are_those_reported_65() {
    assert_found_are_reported(ParameterSet::MlDsa65);
}

#[test]
fn attempts_found_are_those_reported_87() {
    assert_found_are_reported(ParameterSet::MlDsa87);
}

#[test]
fn other_signatures_are_not_deterministic() {
    let not = Err(AttemptsError::NotDeterministic);
    for set in SETS {
        let p = Parameters::of(set).unwrap();
        let sk = private_key(set, 1);
        let hedged = sign(&p, &sk, b"m", b"c", &[1; 32]).unwrap().signature;
        assert_eq!(attempts(set, &sk, b"m", b"c", &hedged), not);
        let signature = sign(&p, &sk, b"m", b"c", &[0; 32]).unwrap().signature;
        assert!(attempts(set, &sk, b"m", b"c", &signature).is_ok());
        assert_eq!(attempts(set, &sk, b"n", b"c", &signature), not);
        assert_eq!(attempts(set, &sk, b"m", b"d", &signature), not);
        let other = private_key(set, 2);
        assert_eq!(attempts(set, &other, b"m", b"c", &signature), not);
        // z of the last polynomial: the first alone would not tell.
        let mut changed = signature;
        changed[p.challenge_length() + p.l * p.z_length() - 1] ^= 1;
        assert_eq!(attempts(set, &sk, b"m", b"c", &changed), not);
    }
}

#[test]
fn what_can_not_be_read_is_named() {
    let set = ParameterSet::MlDsa65;
    let p = Parameters::of(set).unwrap();
    let sk = private_key(set, 1);
    let signature = sign(&p, &sk, b"m", b"", &[0; 32]).unwrap().signature;
    let error = |set, sk: &[u8], context: &[u8], signature: &[u8]| {
        let error = attempts(set, sk, b"m", context, signature).unwrap_err();
        error.to_string()
    };
    assert_eq!(
        error(ParameterSet::MlKem768, &sk, b"", &signature),
        "ML-KEM-768 is not ML-DSA; only its signatures have attempts that can be counted"
    );
    assert_eq!(
        error(set, &sk[..32], b"", &signature),
        "a private key has 4032 bytes, this one 32; is it of another parameter set, or a seed?"
    );
    for (place, what) in [(128, "s1"), (128 + 5 * 128, "s2")] {
        let mut damaged = sk.clone();
        damaged[place] |= 0x0f;
        assert_eq!(
            error(set, &damaged, b"", &signature),
            format!(
                "the private key's {what} has a coefficient out of [-eta, eta]; the key is damaged"
            )
        );
    }
    assert_eq!(
        error(set, &sk, &[0; 256], &signature),
        "the context has 256 bytes; FIPS 204 allows at most 255"
    );
    assert_eq!(
        error(set, &sk, b"", &signature[1..]),
        "the signature can't be decoded, it breaks the rule that the signature has its length"
    );
    let mut too_many = signature;
    too_many[3308] = 56;
    assert_eq!(
        error(set, &sk, b"", &too_many),
        "the signature can't be decoded, it breaks the rule that there are at most omega hints"
    );
}

/// The chance that a value of `width` equally likely ones is strictly between -bound and bound.
fn chance(bound: i32, width: i32) -> f64 {
    f64::from(2 * bound - 1) / f64::from(width)
}

/// The chance that `n` independent events of chance `p` happen at most `most` times.
fn at_most(most: usize, n: usize, p: f64) -> f64 {
    let mut term = (1.0 - p).powi(n as i32);
    let mut sum = term;
    for happened in 0..most {
        term *= (n - happened) as f64 / (happened + 1) as f64 * p / (1.0 - p);
        sum += term;
    }
    sum
}

/// One over the chances that an attempt passes the checks of Alg. 7, with all coefficients taken for
/// independent: z is uniform on 2γ1 values shifted by at most β, r0 on 2γ2 values. A hint is made
/// where c·t0 carries w - c·s2 over an end of its interval; it passed the check of r0, so it is
/// uniform on 2(γ2 - β) values, and c·t0 is a sum of τ uniform values, nearly normal.
fn derived(p: &Parameters) -> [f64; 2] {
    let z = chance(p.gamma1 - p.beta(), 2 * p.gamma1).powi(256 * p.l as i32);
    let r0 = chance(p.gamma2 - p.beta(), 2 * p.gamma2).powi(256 * p.k as i32);
    let deviation = (p.tau as f64 / 12.0).sqrt() * 8192.0;
    let mean_size = deviation * (2.0 / std::f64::consts::PI).sqrt();
    let margin = f64::from(p.gamma2 - p.beta());
    let hint = (mean_size - f64::from(p.beta())) / (2.0 * margin);
    let few = at_most(p.omega, 256 * p.k, hint);
    [1.0 / (z * r0), 1.0 / (z * r0 * few)]
}

/// FIPS 204 table 1 has less than even the checks of z and r0 alone give.
#[test]
fn expected_attempts_follow_from_the_parameters() {
    for (set, table_1) in SETS.into_iter().zip([4.25, 5.1, 3.85]) {
        let [z_and_r0, all] = derived(&Parameters::of(set).unwrap());
        let expected = expected_attempts(set).unwrap();
        assert!(table_1 < z_and_r0 && z_and_r0 < all, "{z_and_r0} {all}");
        assert!((all - expected).abs() < 0.015, "{set:?} {all} {expected}");
    }
    assert_eq!(expected_attempts(ParameterSet::MlKem768), None);
}
