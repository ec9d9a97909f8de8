//! V3 on every back end that the processor has, beside V2: the same keys, ciphertexts, secrets, signatures and refusals.

use crate::input::{Input, edit};
use nexusq_v3::BackEnd;

/// A parameter set, what its operations take, and changes of what they give.
pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let set = *input.choose(&[
        ml_kem_512 as fn(&mut Input<'_>),
        ml_kem_768,
        ml_kem_1024,
        ml_dsa_44,
        ml_dsa_65,
        ml_dsa_87,
    ]);
    set(&mut input);
}

/// Evaluates on every back end, which must agree, and gives what they agree on.
fn on_each<T: PartialEq>(evaluate: impl Fn() -> T) -> Option<T> {
    let mut agreed = None;
    for back_end in BackEnd::ALL {
        if back_end.force().is_ok() {
            let here = evaluate();
            let same = agreed.as_ref().is_none_or(|there| *there == here);
            assert!(same, "{} differs", back_end.name());
            agreed = Some(here);
        }
    }
    agreed
}

macro_rules! ml_kem {
    ($module:ident) => {
        fn $module(input: &mut Input<'_>) {
            let seed: [u8; 64] = input.array::<4>().repeat(16).try_into().unwrap_or([0; 64]);
            let m = [input.byte(); 32];
            let theirs = nexusq_v2::$module::DecapsulationKey::from_seed(&seed);
            let (ciphertext, secret) = theirs.encapsulation_key().encapsulate_with_m(&m);
            let mut changed = ciphertext.as_bytes().to_vec();
            let mut dk = theirs.to_expanded().as_bytes().to_vec();
            edit(&mut changed, input);
            edit(&mut dk, input);
            let ours = on_each(|| {
                use nexusq_v3::$module::{DecapsulationKey, PreparedDecapsulationKey};
                let key = DecapsulationKey::from_seed(&seed);
                let (c, k) = key.encapsulation_key().encapsulate_with_m(&m);
                let prepared = key.prepare();
                let other = (
                    PreparedDecapsulationKey::from_expanded(&dk),
                    DecapsulationKey::from_expanded(&dk),
                );
                let opened = |k: nexusq_v3::$module::SharedSecret| *k.as_bytes();
                (
                    key.to_expanded().as_bytes().to_vec(),
                    c.as_bytes().to_vec(),
                    opened(k),
                    key.decapsulate_bytes(&changed).map(opened),
                    prepared.decapsulate_bytes(&changed).map(opened),
                    other
                        .0
                        .map(|key| key.decapsulate_bytes(&changed).map(opened)),
                    other
                        .1
                        .map(|key| key.decapsulate_bytes(&changed).map(opened)),
                )
            });
            let opened = |k: nexusq_v2::$module::SharedSecret| *k.as_bytes();
            let other = nexusq_v2::$module::DecapsulationKey::from_expanded(&dk);
            let other = other.map(|key| key.decapsulate_bytes(&changed).map(opened).ok());
            if let Some((key, c, k, plain, prepared, by_prepared, by_plain)) = ours {
                assert_eq!(key, theirs.to_expanded().as_bytes());
                assert_eq!(
                    (&c[..], &k),
                    (&ciphertext.as_bytes()[..], secret.as_bytes())
                );
                assert_eq!(plain, prepared);
                assert_eq!(
                    plain.ok(),
                    theirs.decapsulate_bytes(&changed).map(opened).ok()
                );
                for ours in [by_prepared, by_plain] {
                    assert_eq!(ours.is_ok(), other.is_ok());
                    assert_eq!(ours.ok().map(Result::ok), other.as_ref().ok().copied());
                }
            }
        }
    };
}

macro_rules! ml_dsa {
    ($module:ident) => {
        fn $module(input: &mut Input<'_>) {
            let seed: [u8; 32] = input.array::<2>().repeat(16).try_into().unwrap_or([0; 32]);
            let rnd = [input.byte(); 32];
            // Lengths on both sides of 255.
            let repeats = usize::from(input.byte() % 4);
            let context = input.short().repeat(repeats);
            let theirs = nexusq_v2::$module::SigningKey::from_seed(&seed);
            let mut sk = theirs.to_expanded().as_bytes().to_vec();
            edit(&mut sk, input);
            let signature = theirs.sign_with_rnd(b"a message", &context, &rnd).ok();
            let mut changed = signature.map(|signature| signature.as_bytes().to_vec());
            let signature = changed.clone();
            if let Some(changed) = &mut changed {
                edit(changed, input);
            }
            let message = if input.byte() % 4 == 3 {
                input.rest()
            } else {
                b"a message"
            };
            let ours = on_each(|| {
                use nexusq_v3::$module::{PreparedSigningKey, SigningKey};
                let key = SigningKey::from_seed(&seed);
                let sign = |key: SigningKey| key.sign_with_rnd(b"a message", &context, &rnd);
                let public = key.verifying_key();
                let prepared = public.prepare();
                let verify = |signature: &Vec<u8>| {
                    (
                        public.verify_bytes(message, &context, signature),
                        prepared.verify_bytes(message, &context, signature),
                    )
                };
                let verified = changed.as_ref().map(verify);
                let imported = PreparedSigningKey::from_expanded(&sk);
                let imported = imported.map(|key| key.sign_with_rnd(b"a message", &context, &rnd));
                let plain = SigningKey::from_expanded(&sk).map(sign);
                (
                    key.to_expanded().as_bytes().to_vec(),
                    sign(key),
                    verified,
                    imported,
                    plain,
                )
            });
            let imported = nexusq_v2::$module::SigningKey::from_expanded(&sk);
            let imported = imported.map(|key| {
                let signature = key.sign_with_rnd(b"a message", &context, &rnd);
                signature
                    .ok()
                    .map(|signature| signature.as_bytes().to_vec())
            });
            if let Some((key, signed, verified, by_prepared, by_plain)) = ours {
                assert_eq!(key, theirs.to_expanded().as_bytes());
                assert_eq!(
                    signed.ok().map(|signed| signed.as_bytes().to_vec()),
                    signature
                );
                if let (Some((plain, prepared)), Some(changed)) = (verified, &changed) {
                    assert_eq!(plain, prepared);
                    let public = theirs.verifying_key();
                    let theirs = public.verify_bytes(message, &context, changed);
                    assert_eq!(plain.is_ok(), theirs.is_ok());
                }
                assert_eq!(by_prepared, by_plain);
                assert_eq!(by_plain.is_ok(), imported.is_ok());
                let signature = by_plain.ok().map(|signed| signed.ok());
                let signature =
                    signature.map(|signed| signed.map(|signed| signed.as_bytes().to_vec()));
                assert_eq!(signature, imported.ok());
            }
        }
    };
}

ml_kem!(ml_kem_512);
ml_kem!(ml_kem_768);
ml_kem!(ml_kem_1024);
ml_dsa!(ml_dsa_44);
ml_dsa!(ml_dsa_65);
ml_dsa!(ml_dsa_87);
