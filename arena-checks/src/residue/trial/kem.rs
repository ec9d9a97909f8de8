//! Jobs of ML-KEM. The model makes keys and ciphertexts.

use super::{Job, NotCounted, Trial, output};
use crate::residue::secrets::{Decapsulated, Secrets, ml_kem_decaps, ml_kem_encaps, ml_kem_keygen};
use arena_core::reference::ml_kem::Parameters;
use arena_core::reference::ml_kem::kem::{Keys, encaps_internal, keygen_internal, parts};
use arena_core::reference::ml_kem::pke::decrypt;
use arena_runner::message::{Operation, Performed, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::Capability;

/// A key pair and a ciphertext.
struct Material {
    p: Parameters,
    z: [u8; 32],
    keys: Keys,
    m: [u8; 32],
    ciphertext: Vec<u8>,
    shared_secret: [u8; 32],
}

impl Trial<'_> {
    pub(super) fn kem_job(&self) -> Result<Job, NotCounted> {
        let p = Parameters::of(self.set)
            .ok_or_else(|| NotCounted::NotRun("its secrets are not modelled here".to_owned()))?;
        match self.operation {
            Operation::Keygen => self.keygen_job(p),
            Operation::Encaps => self.encaps_job(p),
            Operation::Decaps => self.decaps_job(p),
            _ => Err(NotCounted::NotRun("it has no secrets".to_owned())),
        }
    }

    fn seed_parts(&self, never_seen: bool) -> ([u8; 32], [u8; 32]) {
        (self.draw("d", never_seen), self.draw("z", never_seen))
    }

    fn keygen_job(&self, p: Parameters) -> Result<Job, NotCounted> {
        // Secrets that nobody tells can't be looked for.
        self.need(Capability::GenerateFromSeed)?;
        let (d, z) = self.seed_parts(false);
        let (other_d, other_z) = self.seed_parts(true);
        let inputs = Fields::new().with(Field::Seed, [d, z].concat());
        Ok(Job {
            request: self.request(Randomness::Given, inputs),
            secrets: Box::new(move |_| Ok(ml_kem_keygen(&p, &d, &z))),
            never_seen: ml_kem_keygen(&p, &other_d, &other_z),
        })
    }

    fn encaps_job(&self, p: Parameters) -> Result<Job, NotCounted> {
        let (of, other) = (self.material(p, false)?, self.material(p, true)?);
        let ek = of.keys.encapsulation_key.as_slice();
        let inputs = Fields::new().with(Field::EncapsulationKey, ek);
        let (randomness, inputs) = if self.can(Capability::EncapsulateWithM) {
            (Randomness::Given, inputs.with(Field::M, of.m))
        } else {
            (Randomness::Own, inputs)
        };
        let never_seen = other.sent(&other.m, &other.shared_secret);
        Ok(Job {
            request: self.request(randomness, inputs),
            secrets: Box::new(move |reply| of.secrets_sent(randomness, reply)),
            never_seen,
        })
    }

    fn decaps_job(&self, p: Parameters) -> Result<Job, NotCounted> {
        self.need(Capability::ImportExpanded)?;
        let (of, other) = (self.material(p, false)?, self.material(p, true)?);
        let inputs = Fields::new()
            .with(
                Field::DecapsulationKey,
                of.keys.decapsulation_key.as_slice(),
            )
            .with(Field::Ciphertext, of.ciphertext.as_slice());
        let never_seen = other.opened(&other.shared_secret)?;
        Ok(Job {
            request: self.request(Randomness::None, inputs),
            secrets: Box::new(move |reply| of.opened(&output(reply, Field::SharedSecret)?)),
            never_seen,
        })
    }

    fn material(&self, p: Parameters, never_seen: bool) -> Result<Material, NotCounted> {
        let (d, z) = self.seed_parts(never_seen);
        let m = self.draw("m", never_seen);
        let keys = keygen_internal(&p, &d, &z);
        let (shared_secret, ciphertext) =
            encaps_internal(&p, &keys.encapsulation_key, &m).map_err(modelled)?;
        Ok(Material {
            p,
            z,
            keys,
            m,
            ciphertext,
            shared_secret,
        })
    }
}

/// The model gets what it made itself, so this doesn't happen.
fn modelled(error: impl std::fmt::Debug) -> NotCounted {
    NotCounted::NotRun(format!("the model of ML-KEM: {error:?}"))
}

impl Material {
    fn sent(&self, m: &[u8; 32], shared_secret: &[u8]) -> Secrets {
        ml_kem_encaps(&self.p, &self.keys.encapsulation_key, m, shared_secret)
    }

    /// What a runner encapsulated; an m that it drew itself is in the ciphertext.
    fn secrets_sent(
        &self,
        randomness: Randomness,
        reply: &Performed,
    ) -> Result<Secrets, NotCounted> {
        let m = if randomness == Randomness::Given {
            self.m
        } else {
            let of = parts(&self.p, &self.keys.decapsulation_key).map_err(modelled)?;
            decrypt(
                &self.p,
                of.decryption_key,
                &output(reply, Field::Ciphertext)?,
            )
        };
        Ok(self.sent(&m, &output(reply, Field::SharedSecret)?))
    }

    fn opened(&self, shared_secret: &[u8]) -> Result<Secrets, NotCounted> {
        let of = parts(&self.p, &self.keys.decapsulation_key).map_err(modelled)?;
        let of = Decapsulated {
            dk_pke: of.decryption_key,
            z: &self.z,
            ek: of.encryption_key,
            m: &self.m,
            ciphertext: &self.ciphertext,
            shared_secret,
        };
        Ok(ml_kem_decaps(&self.p, of))
    }
}
