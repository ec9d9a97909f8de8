//! ML-DSA.

use crate::random::{bytes, change, same};

macro_rules! ml_dsa {
    ($module:ident) => {
        pub(crate) fn $module(n: u64) -> Result<(), String> {
            use fips204::traits::{KeyGen, SerDes, Signer, Verifier};
            let (xi, rnd) = (bytes::<32>(n, 4), bytes::<32>(n, 5));
            let all = bytes::<300>(n, 6);
            let message = &all[..n as usize % 300];
            let context = &all[..n as usize / 7 % 256];

            let v2 = nexusq_v2::$module::SigningKey::from_seed(&xi);
            let (sk, pk) = (v2.to_expanded(), v2.verifying_key().to_bytes());
            let signature = v2
                .sign_with_rnd(message, context, &rnd)
                .map_err(|error| error.to_string())?;
            let mut changed = *signature.as_bytes();
            change(&mut changed, n);
            let accepted = v2
                .verifying_key()
                .verify_bytes(message, context, &changed)
                .is_ok();

            let (other_pk, other_sk) = fips204::$module::KG::keygen_from_seed(&xi);
            let other = other_sk.try_sign_with_seed(&rnd, message, context)?;
            same("fips204: signature", &other, signature.as_bytes())?;
            same(
                "fips204: verification",
                &other_pk.verify(message, signature.as_bytes(), context),
                &true,
            )?;
            same(
                "fips204: another signature",
                &other_pk.verify(message, &changed, context),
                &accepted,
            )?;
            same("fips204: pk", &other_pk.into_bytes(), &pk)?;
            same("fips204: sk", &other_sk.into_bytes()[..], sk.as_ref())?;

            let pair = libcrux_ml_dsa::$module::generate_key_pair(xi);
            let other = libcrux_ml_dsa::$module::sign(&pair.signing_key, message, context, rnd);
            let other = other.map_err(|error| format!("libcrux: {error:?}"))?;
            same("libcrux: pk", pair.verification_key.as_ref(), &pk)?;
            same("libcrux: sk", &pair.signing_key.as_ref()[..], sk.as_ref())?;
            same("libcrux: signature", other.as_ref(), signature.as_bytes())?;

            for back_end in crate::back_ends() {
                back_end.force().map_err(|error| error.to_string())?;
                let differs = |what: &str| format!("{}: {what}", back_end.name());
                let error = |error: nexusq_v3::Error| differs(&error.to_string());
                let v3 = nexusq_v3::$module::SigningKey::from_seed(&xi);
                same(&differs("pk"), &v3.verifying_key().to_bytes(), &pk)?;
                same(&differs("sk"), v3.to_expanded().as_ref(), sk.as_ref())?;
                let ours = v3.sign_with_rnd(message, context, &rnd).map_err(error)?;
                same(&differs("signature"), ours.as_bytes(), signature.as_bytes())?;
                let imported = nexusq_v3::$module::PreparedSigningKey::from_expanded(sk.as_ref());
                let ours = imported
                    .map_err(error)?
                    .sign_with_rnd(message, context, &rnd)
                    .map_err(error)?;
                same(
                    &differs("signature, prepared"),
                    ours.as_bytes(),
                    signature.as_bytes(),
                )?;
                let public = v3.verifying_key();
                let prepared = public.prepare();
                for (bytes, expected) in [(signature.as_bytes(), true), (&changed, accepted)] {
                    let plain = public.verify_bytes(message, context, bytes).is_ok();
                    let other = prepared.verify_bytes(message, context, bytes).is_ok();
                    same(&differs("verification"), &plain, &expected)?;
                    same(&differs("verification, prepared"), &other, &expected)?;
                }
            }
            Ok(())
        }
    };
}

ml_dsa!(ml_dsa_44);
ml_dsa!(ml_dsa_65);
ml_dsa!(ml_dsa_87);
