//! The stack that each operation takes. `--nocapture` prints the table of
//! docs/records/v2-hardening.md.

use crate::stack::depth_of;

/// The bound for a thread of 512 KiB, in every build.
const LIMIT: usize = 480 << 10;

fn row(set: &str, operation: &str, run: impl FnOnce() + Send) {
    let depth = depth_of(run);
    println!("| {set} | {operation} | {} KiB |", depth.div_ceil(1024));
    assert!(
        depth > 0 && depth < LIMIT,
        "{set} {operation}: {depth} bytes"
    );
}

macro_rules! ml_kem {
    ($module:ident) => {
        #[test]
        fn $module() {
            use nexusq_v2::$module::{DecapsulationKey, EncapsulationKey};
            let set = stringify!($module);
            row(set, "key generation", || drop(DecapsulationKey::generate()));
            let dk = DecapsulationKey::from_seed(&[7; 64]);
            let ek = dk.encapsulation_key();
            row(set, "encapsulation", || drop(ek.encapsulate()));
            let (c, _) = ek.encapsulate().unwrap();
            row(set, "decapsulation", || drop(dk.decapsulate(&c)));
            let encoded = ek.to_bytes();
            row(set, "import of ek", || {
                drop(EncapsulationKey::from_bytes(&encoded))
            });
            let encoded = dk.to_expanded();
            row(set, "import of dk, expanded", || {
                drop(DecapsulationKey::from_expanded(encoded.as_ref()));
            });
            row(set, "export of dk, expanded", || drop(dk.to_expanded()));
        }
    };
}

macro_rules! ml_dsa {
    ($module:ident) => {
        #[test]
        fn $module() {
            use nexusq_v2::$module::{SigningKey, VerifyingKey};
            let set = stringify!($module);
            row(set, "key generation", || drop(SigningKey::generate()));
            let sk = SigningKey::from_seed(&[7; 32]);
            row(set, "signing", || drop(sk.sign(b"message", b"context")));
            let signature = sk.sign(b"message", b"context").unwrap();
            let vk = sk.verifying_key();
            row(set, "verification", || {
                assert!(vk.verify(b"message", b"context", &signature).is_ok());
            });
            row(set, "verifying key of sk", || drop(sk.verifying_key()));
            let encoded = vk.to_bytes();
            row(set, "import of pk", || {
                drop(VerifyingKey::from_bytes(&encoded))
            });
            let encoded = sk.to_expanded();
            row(set, "import of sk, expanded", || {
                drop(SigningKey::from_expanded(encoded.as_ref()));
            });
            row(set, "export of sk, expanded", || drop(sk.to_expanded()));
        }
    };
}

ml_kem!(ml_kem_512);
ml_kem!(ml_kem_768);
ml_kem!(ml_kem_1024);
ml_dsa!(ml_dsa_44);
ml_dsa!(ml_dsa_65);
ml_dsa!(ml_dsa_87);
