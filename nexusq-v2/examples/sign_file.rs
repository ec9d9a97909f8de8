//! Signs a file with ML-DSA-65, reading it piece by piece, and verifies the signature.
//!
//! `cargo run --example sign_file -- Cargo.toml`

use nexusq_v2::ml_dsa_65::{MuBuilder, Signature, SigningKey};
use std::error::Error;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

/// Ties a signature to its use: a signature over a file is none over anything else.
const CONTEXT: &[u8] = b"example.org/file/1";

fn absorb(path: &Path, mut mu: MuBuilder) -> Result<MuBuilder, std::io::Error> {
    let mut file = BufReader::new(File::open(path)?);
    let mut piece = [0; 8192];
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(mu),
            length => mu.update(&piece[..length]),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: sign_file FILE")?;
    let path = Path::new(&path);

    let signing_key = SigningKey::generate()?;
    let verifying_key = signing_key.verifying_key();

    // A file need not fit into memory: mu is computed from its pieces.
    let mu = absorb(path, signing_key.mu_builder(CONTEXT)?)?.finish();
    let signature = signing_key.sign_mu(&mu)?;

    // The other side has the file, the verifying key and the bytes of the signature.
    let received = Signature::from_bytes(signature.as_bytes())?;
    let mu = absorb(path, verifying_key.mu_builder(CONTEXT)?)?.finish();
    verifying_key.verify_mu(&mu, &received)?;

    // It is the same signature that `verify` accepts for the whole file.
    verifying_key.verify(&std::fs::read(path)?, CONTEXT, &received)?;
    println!(
        "{}: {} bytes of signature, verified",
        path.display(),
        Signature::LEN
    );
    Ok(())
}
