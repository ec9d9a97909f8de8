//! A runner for tests of the search of memory: stand-ins for ML-KEM-768 and ML-DSA-65 that handle secrets as
//! real ones do but leave only what they are told to.
//!
//! `standin erasing`: everything is overwritten, so what is found would be the harness's.
//! `standin heap`, `stack`, `data`: a copy of each secret that comes in or goes out stays there.
//!
//! Keys and ciphertexts are not those of the algorithms; they have their lengths. The shared secret depends on
//! the secrets that come in. Signatures are one signature of another key, made by the model.

use arena_core::reference::ml_dsa::Parameters;
use arena_core::reference::ml_dsa::hash::h;
use arena_core::reference::ml_dsa::keygen::keygen_internal;
use arena_core::reference::ml_dsa::pure::sign;
use arena_runner::Runner;
use nexusq_contract::{
    Capability, ContractError, Descriptor, Kem, KeyForm, ParameterSet, PreparedKey, Signature,
    SigningRandomness,
};
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const DESCRIPTOR: Descriptor = Descriptor {
    id: "standin",
    name: "a stand-in",
    version: "1",
    language: "Rust",
    back_end: "none",
    rng: "none",
    keygen_self_test: false,
    build_options: "",
};

static LEFT: Mutex<[u8; 8192]> = Mutex::new([0; 8192]);

#[derive(Clone, Copy, PartialEq)]
enum Leaves {
    Nothing,
    OnHeap,
    OnStack,
    InData,
}

fn main() -> ExitCode {
    let leaves = match std::env::args().nth(1).as_deref() {
        Some("erasing") => Leaves::Nothing,
        Some("heap") => Leaves::OnHeap,
        Some("stack") => Leaves::OnStack,
        Some("data") => Leaves::InData,
        _ => {
            eprintln!("usage: standin erasing|heap|stack|data");
            return ExitCode::from(2);
        }
    };
    Runner::new(DESCRIPTOR)
        .kem(FakeKem(leaves))
        .signature(FakeDsa {
            leaves,
            signature: signature_of_another_key(),
        })
        .serve()
}

/// Bytes that are overwritten when they are dropped.
struct Erasing(Vec<u8>);

impl Drop for Erasing {
    fn drop(&mut self) {
        black_box(&mut self.0).fill(0);
        black_box(&mut self.0);
    }
}

impl AsRef<[u8]> for Erasing {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Leaves {
    /// Takes a copy of a secret, and leaves another where it is told to.
    fn take(self, secret: &[u8]) -> Erasing {
        match self {
            Leaves::Nothing => {}
            Leaves::OnHeap => on_heap(secret),
            Leaves::OnStack => on_stack(secret),
            Leaves::InData => {
                let mut left = LEFT.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                // The later ones stay beside the earlier ones.
                left.rotate_left(secret.len());
                let start = left.len() - secret.len();
                left[start..].copy_from_slice(secret);
            }
        }
        Erasing(secret.to_vec())
    }
}

/// Leaves a copy in a block that is never freed.
fn on_heap(secret: &[u8]) {
    black_box(Box::leak(Box::<[u8]>::from(secret)));
}

/// Leaves a copy in a frame of its own, each later one further up, so that it spoils none before it.
fn on_stack(secret: &[u8]) {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let calls = CALLS.fetch_add(1, Ordering::Relaxed);
    at_depth(secret, 8_usize.saturating_sub(calls));
}

#[inline(never)]
fn at_depth(secret: &[u8], depth: usize) {
    let mut frame = [0_u8; 5000];
    black_box(&mut frame);
    if depth > 0 {
        at_depth(secret, depth - 1);
    } else {
        frame[..secret.len()].copy_from_slice(secret);
    }
    black_box(&mut frame);
}

struct FakeKem(Leaves);

/// 32 bytes that no secret is made of: each is a sum of some bytes of the secret and of another string.
fn mixed(secret: &[u8], other: &[u8]) -> Erasing {
    let mut bytes = Erasing(vec![0; 32]);
    for (index, byte) in bytes.0.iter_mut().enumerate() {
        let mut sum = index as u8;
        for value in secret.iter().chain(other).skip(index) {
            sum = sum.rotate_left(1).wrapping_add(*value);
        }
        *byte = sum;
    }
    bytes
}

impl Kem for FakeKem {
    type EncapsulationKey = Vec<u8>;
    type DecapsulationKey = Erasing;
    type Ciphertext = Vec<u8>;
    type SharedSecret = Erasing;

    fn parameter_set(&self) -> ParameterSet {
        ParameterSet::MlKem768
    }

    fn capabilities(&self) -> &'static [Capability] {
        &[
            Capability::GenerateFromSeed,
            Capability::EncapsulateWithM,
            Capability::ImportExpanded,
            Capability::ExportSeed,
        ]
    }

    fn prepared_key(&self) -> PreparedKey {
        PreparedKey::Bytes
    }

    fn generate(&self) -> Result<(Vec<u8>, Erasing), ContractError> {
        Err(ContractError::RandomnessFailed)
    }

    fn generate_from_seed(&self, seed: &[u8]) -> Result<(Vec<u8>, Erasing), ContractError> {
        Ok((vec![0x3c; 1184], self.0.take(seed)))
    }

    fn encapsulate(&self, _: &Vec<u8>) -> Result<(Vec<u8>, Erasing), ContractError> {
        Err(ContractError::RandomnessFailed)
    }

    fn encapsulate_with_m(
        &self,
        ek: &Vec<u8>,
        m: &[u8],
    ) -> Result<(Vec<u8>, Erasing), ContractError> {
        let shared_secret = mixed(self.0.take(m).as_ref(), ek);
        drop(self.0.take(shared_secret.as_ref()));
        Ok((vec![0xc3; 1088], shared_secret))
    }

    fn decapsulate(&self, key: &Erasing, ciphertext: &[u8]) -> Result<Erasing, ContractError> {
        let shared_secret = mixed(key.as_ref(), ciphertext);
        drop(self.0.take(shared_secret.as_ref()));
        Ok(shared_secret)
    }

    fn import_encapsulation_key(&self, bytes: &[u8]) -> Result<Vec<u8>, ContractError> {
        Ok(bytes.to_vec())
    }

    fn import_decapsulation_key(&self, _: KeyForm, bytes: &[u8]) -> Result<Erasing, ContractError> {
        Ok(self.0.take(bytes))
    }

    fn export_encapsulation_key(
        &self,
        key: &Vec<u8>,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        ContractError::copy_out("encapsulation key", key, out)
    }

    fn export_decapsulation_key(
        &self,
        key: &Erasing,
        _: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        ContractError::copy_out("decapsulation key", key.as_ref(), out)
    }
}

struct FakeDsa {
    leaves: Leaves,
    signature: Vec<u8>,
}

fn signature_of_another_key() -> Vec<u8> {
    let Some(p) = Parameters::of(ParameterSet::MlDsa65) else {
        return Vec::new();
    };
    let mut xi = [0; 32];
    xi.copy_from_slice(&h(&[b"another key"], 32));
    let (_, sk) = keygen_internal(&p, &xi);
    sign(&p, &sk, b"another message", &[], &[0; 32]).map_or(Vec::new(), |signed| signed.signature)
}

impl Signature for FakeDsa {
    type SigningKey = Erasing;
    type VerifyingKey = Vec<u8>;
    type Signature = Vec<u8>;

    fn parameter_set(&self) -> ParameterSet {
        ParameterSet::MlDsa65
    }

    fn capabilities(&self) -> &'static [Capability] {
        &[
            Capability::GenerateFromSeed,
            Capability::ImportExpanded,
            Capability::ExportSeed,
            Capability::SignWithRnd,
        ]
    }

    fn prepared_key(&self) -> PreparedKey {
        PreparedKey::Bytes
    }

    fn generate(&self) -> Result<(Vec<u8>, Erasing), ContractError> {
        Err(ContractError::RandomnessFailed)
    }

    fn generate_from_seed(&self, seed: &[u8]) -> Result<(Vec<u8>, Erasing), ContractError> {
        Ok((vec![0x3c; 1952], self.leaves.take(seed)))
    }

    fn sign(
        &self,
        _: &Erasing,
        _: &[u8],
        _: &[u8],
        randomness: SigningRandomness<'_>,
    ) -> Result<Vec<u8>, ContractError> {
        if let SigningRandomness::Rnd(rnd) = randomness {
            drop(self.leaves.take(rnd));
        }
        Ok(self.signature.clone())
    }

    fn verify(&self, _: &Vec<u8>, _: &[u8], _: &[u8], _: &[u8]) -> Result<bool, ContractError> {
        Ok(false)
    }

    fn import_verifying_key(&self, bytes: &[u8]) -> Result<Vec<u8>, ContractError> {
        Ok(bytes.to_vec())
    }

    fn import_signing_key(&self, _: KeyForm, bytes: &[u8]) -> Result<Erasing, ContractError> {
        Ok(self.leaves.take(bytes))
    }

    fn export_verifying_key(&self, key: &Vec<u8>, out: &mut [u8]) -> Result<usize, ContractError> {
        ContractError::copy_out("public key", key, out)
    }

    fn export_signing_key(
        &self,
        key: &Erasing,
        _: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        ContractError::copy_out("private key", key.as_ref(), out)
    }
}
