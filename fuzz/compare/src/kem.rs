//! ML-KEM.

use crate::random::{bytes, change, same};

macro_rules! ml_kem {
    ($module:ident, $libcrux:ident) => {
        pub(crate) fn $module(n: u64) -> Result<(), String> {
            use fips203::traits::{Decaps, Encaps, KeyGen, SerDes};
            let (d, z, m) = (bytes::<32>(n, 1), bytes::<32>(n, 2), bytes::<32>(n, 3));
            let seed: [u8; 64] = std::array::from_fn(|i| if i < 32 { d[i] } else { z[i - 32] });

            let v2 = nexusq_v2::$module::DecapsulationKey::from_seed(&seed);
            let dk = v2.to_expanded();
            let ek = v2.encapsulation_key().to_bytes();
            let (c, k) = v2.encapsulation_key().encapsulate_with_m(&m);
            let mut changed = *c.as_bytes();
            change(&mut changed, n);
            let rejected = v2
                .decapsulate_bytes(&changed)
                .map_err(|error| error.to_string())?;

            let (other_ek, other_dk) = fips203::$module::KG::keygen_from_seed(d, z);
            let (other_k, other_c) = other_ek.encaps_from_seed(&m);
            let open = |bytes: &[u8]| -> Result<[u8; 32], &'static str> {
                let array = bytes.try_into().map_err(|_| "length")?;
                let c = fips203::$module::CipherText::try_from_bytes(array)?;
                other_dk.try_decaps(&c).map(SerDes::into_bytes)
            };
            same("fips203: K of c", &open(c.as_bytes())?, k.as_bytes())?;
            same(
                "fips203: K of another c",
                &open(&changed)?,
                rejected.as_bytes(),
            )?;
            same("fips203: ek", &other_ek.into_bytes(), &ek)?;
            same("fips203: dk", &other_dk.into_bytes()[..], dk.as_ref())?;
            same("fips203: c", &other_c.into_bytes(), c.as_bytes())?;
            same("fips203: K", &other_k.into_bytes(), k.as_bytes())?;

            let pair = libcrux_ml_kem::$libcrux::generate_key_pair(seed);
            let (other_c, other_k) = libcrux_ml_kem::$libcrux::encapsulate(pair.public_key(), m);
            let open = |c: [u8; nexusq_v2::$module::Ciphertext::LEN]| {
                libcrux_ml_kem::$libcrux::decapsulate(pair.private_key(), &c.into())
            };
            same("libcrux: ek", pair.pk(), &ek)?;
            same("libcrux: dk", &pair.sk()[..], dk.as_ref())?;
            same("libcrux: c", other_c.as_slice(), c.as_bytes())?;
            same("libcrux: K", &other_k, k.as_bytes())?;
            same("libcrux: K of c", &open(*c.as_bytes()), k.as_bytes())?;
            same(
                "libcrux: K of another c",
                &open(changed),
                rejected.as_bytes(),
            )?;

            for back_end in crate::back_ends() {
                back_end.force().map_err(|error| error.to_string())?;
                let differs = |what: &str| format!("{}: {what}", back_end.name());
                let error = |error: nexusq_v3::Error| differs(&error.to_string());
                let v3 = nexusq_v3::$module::DecapsulationKey::from_seed(&seed);
                let (our_c, our_k) = v3.encapsulation_key().encapsulate_with_m(&m);
                same(&differs("ek"), &v3.encapsulation_key().to_bytes(), &ek)?;
                same(&differs("dk"), v3.to_expanded().as_ref(), dk.as_ref())?;
                same(&differs("c"), our_c.as_bytes(), c.as_bytes())?;
                same(&differs("K"), our_k.as_bytes(), k.as_bytes())?;
                let imported =
                    nexusq_v3::$module::PreparedDecapsulationKey::from_expanded(dk.as_ref());
                let imported = imported.map_err(error)?;
                for (c, k) in [
                    (c.as_bytes(), k.as_bytes()),
                    (&changed, rejected.as_bytes()),
                ] {
                    let plain = v3.decapsulate_bytes(c).map_err(error)?;
                    let prepared = imported.decapsulate_bytes(c).map_err(error)?;
                    same(&differs("K of a ciphertext"), plain.as_bytes(), k)?;
                    same(
                        &differs("K of a ciphertext, prepared"),
                        prepared.as_bytes(),
                        k,
                    )?;
                }
            }
            Ok(())
        }
    };
}

ml_kem!(ml_kem_512, mlkem512);
ml_kem!(ml_kem_768, mlkem768);
ml_kem!(ml_kem_1024, mlkem1024);
