//! Writes a key pair as PEM, as `openssl pkey` reads it, and loads it again.
//!
//! `cargo run --example pem_round_trip --features pkcs8`

use nexusq_v2::ml_dsa_65::{SigningKey, VerifyingKey};

fn main() -> Result<(), nexusq_v2::Error> {
    let signing_key = SigningKey::generate()?;

    // The private key holds the seed. The text is cleared when it is dropped.
    let private = signing_key.to_pkcs8_pem()?;
    let public = signing_key.verifying_key().to_public_key_pem()?;
    print!("{public}");

    let loaded = SigningKey::from_pkcs8_pem(&private)?;
    let verifying_key = VerifyingKey::from_public_key_pem(&public)?;
    let signature = loaded.sign(b"message", b"")?;
    verifying_key.verify(b"message", b"", &signature)?;
    println!("the loaded key signs, and the loaded public key verifies");
    Ok(())
}
