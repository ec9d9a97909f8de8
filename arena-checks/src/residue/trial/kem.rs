//! Jobs of ML-KEM. Another process of the same runner makes the keys and the ciphertext, so that the one
//! that is searched has performed one operation and no other.

use super::{Job, NotCounted, Trial, exactly, output};
use crate::residue::ml_kem::{Parameters, dk_pke};
use crate::residue::secrets::{Decapsulated, Secrets, ml_kem_decaps, ml_kem_encaps, ml_kem_keygen};
use arena_core::client::Client;
use arena_runner::message::{Operation, Perform, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::Capability;

/// A key pair and a ciphertext.
struct Material {
    d: [u8; 32],
    z: [u8; 32],
    ek: Vec<u8>,
    /// None where the runner encapsulates with randomness of its own alone.
    m: Option<[u8; 32]>,
    ciphertext: Vec<u8>,
    shared_secret: Vec<u8>,
}

impl Trial<'_> {
    pub(super) fn kem_job(&self) -> Result<Job, NotCounted> {
        let p = Parameters::of(self.set)
            .ok_or_else(|| NotCounted::NotRun("its secrets are not modelled here".to_owned()))?;
        // Secrets that nobody tells can't be looked for.
        self.need(Capability::GenerateFromSeed)?;
        match self.operation {
            Operation::Keygen => Ok(self.keygen_job(p)),
            Operation::Encaps => self.encaps_job(p),
            Operation::Decaps => self.decaps_job(p),
            _ => Err(NotCounted::NotRun("it has no secrets".to_owned())),
        }
    }

    fn seed_parts(&self, never_seen: bool) -> ([u8; 32], [u8; 32]) {
        (self.draw("d", never_seen), self.draw("z", never_seen))
    }

    fn keygen_job(&self, p: Parameters) -> Job {
        let (d, z) = self.seed_parts(false);
        let (other_d, other_z) = self.seed_parts(true);
        let inputs = Fields::new().with(Field::Seed, [d, z].concat());
        Job {
            request: self.request(Randomness::Given, inputs),
            secrets: Box::new(move |_| Ok(ml_kem_keygen(&p, &d, &z))),
            never_seen: ml_kem_keygen(&p, &other_d, &other_z),
        }
    }

    fn encaps_job(&self, p: Parameters) -> Result<Job, NotCounted> {
        let [of, other] = self.material()?;
        let inputs = Fields::new().with(Field::EncapsulationKey, of.ek.as_slice());
        let (randomness, inputs) = match of.m {
            Some(m) => (Randomness::Given, inputs.with(Field::M, m)),
            None => (Randomness::Own, inputs),
        };
        let never_seen = ml_kem_encaps(&p, &other.ek, other.m.as_ref(), &other.shared_secret);
        let secrets = move |reply: &_| {
            let shared_secret = output(reply, Field::SharedSecret)?;
            Ok(ml_kem_encaps(&p, &of.ek, of.m.as_ref(), &shared_secret))
        };
        Ok(Job {
            request: self.request(randomness, inputs),
            secrets: Box::new(secrets),
            never_seen,
        })
    }

    fn decaps_job(&self, p: Parameters) -> Result<Job, NotCounted> {
        self.need(Capability::ImportExpanded)?;
        let [of, other] = self.material()?;
        let dk = [
            &dk_pke(&p, &of.d)[..],
            &of.ek,
            &crate::residue::ml_kem::h(&of.ek),
            &of.z,
        ];
        let inputs = Fields::new()
            .with(Field::DecapsulationKey, dk.concat())
            .with(Field::Ciphertext, of.ciphertext.as_slice());
        let never_seen = other.opened(&p, &other.shared_secret);
        let secrets = move |reply: &_| Ok(of.opened(&p, &output(reply, Field::SharedSecret)?));
        Ok(Job {
            request: self.request(Randomness::None, inputs),
            secrets: Box::new(secrets),
            never_seen,
        })
    }

    /// The material of the trial, and material that the searched process never sees.
    fn material(&self) -> Result<[Material; 2], NotCounted> {
        let (mut client, _) = Client::start(self.launch)?;
        let made = [
            self.make(&mut client, false)?,
            self.make(&mut client, true)?,
        ];
        client.leave();
        Ok(made)
    }

    fn make(&self, client: &mut Client, never_seen: bool) -> Result<Material, NotCounted> {
        let (d, z) = self.seed_parts(never_seen);
        let m = self
            .can(Capability::EncapsulateWithM)
            .then(|| self.draw("m", never_seen));
        let ask = |operation, randomness, inputs| Perform {
            operation,
            ..self.request(randomness, inputs)
        };
        let seed = Fields::new().with(Field::Seed, [d, z].concat());
        let pair = client.perform(ask(Operation::Keygen, Randomness::Given, seed))?;
        let ek = output(&pair, Field::EncapsulationKey)?;
        let inputs = Fields::new().with(Field::EncapsulationKey, ek.as_slice());
        let (randomness, inputs) = match m {
            Some(m) => (Randomness::Given, inputs.with(Field::M, m)),
            None => (Randomness::Own, inputs),
        };
        let made = client.perform(ask(Operation::Encaps, randomness, inputs))?;
        let shared_secret: [u8; 32] = exactly(&output(&made, Field::SharedSecret)?, "K")?;
        Ok(Material {
            d,
            z,
            m,
            ciphertext: output(&made, Field::Ciphertext)?,
            shared_secret: shared_secret.to_vec(),
            ek,
        })
    }
}

impl Material {
    fn opened(&self, p: &Parameters, shared_secret: &[u8]) -> Secrets {
        let of = Decapsulated {
            dk_pke: &dk_pke(p, &self.d),
            z: &self.z,
            ek: &self.ek,
            m: self.m.as_ref(),
            ciphertext: &self.ciphertext,
            shared_secret,
        };
        ml_kem_decaps(p, of)
    }
}
