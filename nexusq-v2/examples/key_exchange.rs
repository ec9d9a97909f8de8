//! Two parties agree on a key with ML-KEM-768.
//!
//! `cargo run --example key_exchange`

use nexusq_v2::ml_kem_768::{DecapsulationKey, EncapsulationKey};

fn main() -> Result<(), nexusq_v2::Error> {
    // Alice makes a key pair and sends the encapsulation key.
    let alice = DecapsulationKey::generate()?;
    let to_bob = alice.encapsulation_key().to_bytes();

    // Bob reads it, which checks it, and answers with a ciphertext.
    let (ciphertext, bobs_secret) = EncapsulationKey::from_bytes(&to_bob)?.encapsulate()?;
    let to_alice = *ciphertext.as_bytes();

    // Alice decapsulates. Had the ciphertext been changed on its way, she would get a secret that
    // nobody else has, and the first message under it would not authenticate.
    let alices_secret = alice.decapsulate_bytes(&to_alice)?;

    // Neither side uses the secret as it is: it goes through a key derivation function together
    // with what both have seen.
    assert_eq!(alices_secret, bobs_secret);
    println!(
        "agreed on 32 bytes; {} bytes to Bob, {} bytes back",
        to_bob.len(),
        to_alice.len()
    );
    Ok(())
}
