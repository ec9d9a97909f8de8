//! ML-DSA-87 and ML-KEM-1024 on a thread with 512 KiB of stack. In an optimised build this says
//! little; docs/records/v2-hardening.md has the command for an unoptimised one.

fn on_a_small_stack(operation: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(512 << 10)
            .spawn_scoped(scope, operation)
            .unwrap()
            .join()
            .unwrap();
    });
}

#[test]
fn ml_dsa_87() {
    use nexusq_v2::ml_dsa_87::SigningKey;
    on_a_small_stack(|| {
        let key = SigningKey::generate().unwrap();
        let signature = key.sign(b"message", b"context").unwrap();
        let verifying_key = key.verifying_key();
        verifying_key
            .verify(b"message", b"context", &signature)
            .unwrap();
        let imported = SigningKey::from_expanded(key.to_expanded().as_ref()).unwrap();
        assert_eq!(imported, key);
    });
}

#[test]
fn ml_kem_1024() {
    use nexusq_v2::ml_kem_1024::DecapsulationKey;
    on_a_small_stack(|| {
        let key = DecapsulationKey::generate().unwrap();
        let (ciphertext, sent) = key.encapsulation_key().encapsulate().unwrap();
        assert_eq!(key.decapsulate(&ciphertext), sent);
    });
}
