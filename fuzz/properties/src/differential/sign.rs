//! Signing: the same key, message, context and rnd give the same signature, byte for byte.

use crate::input::Input;

/// A seed, rnd, a context and a message.
pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let set = *input.choose(&[ml_dsa_44 as fn(&mut Input<'_>), ml_dsa_65, ml_dsa_87]);
    set(&mut input);
}

macro_rules! set {
    ($module:ident) => {
        fn $module(input: &mut Input<'_>) {
            use fips204::traits::{KeyGen, SerDes, Signer, Verifier};
            use nexusq_v2::$module::SigningKey;

            let seed: [u8; 32] = input.array::<2>().repeat(16).try_into().unwrap_or([0; 32]);
            let rnd = [input.byte(); 32];
            // Lengths on both sides of 255.
            let repeats = usize::from(input.byte() % 4);
            let context = input.short().repeat(repeats);
            let message = input.rest();
            let key = SigningKey::from_seed(&seed);
            let (other_public, other) = fips204::$module::KG::keygen_from_seed(&seed);
            let ours = key.sign_with_rnd(message, &context, &rnd);
            let theirs = other.try_sign_with_seed(&rnd, message, &context);
            assert_eq!(ours.is_ok(), context.len() <= 255);
            assert_eq!(
                ours.is_ok(),
                theirs.is_ok(),
                "{:?} {:?}",
                ours.err(),
                theirs.err()
            );
            let (Ok(ours), Ok(theirs)) = (ours, theirs) else {
                return;
            };
            assert_eq!(ours.as_bytes(), &theirs);
            assert!(other_public.verify(message, &theirs, &context));
            let public = key.verifying_key();
            assert_eq!(public.to_bytes(), other_public.into_bytes());
            assert_eq!(public.verify(message, &context, &ours), Ok(()));
        }
    };
}

set!(ml_dsa_44);
set!(ml_dsa_65);
set!(ml_dsa_87);
