//! The harness of a key-encapsulation mechanism: corpus, timed operations, untimed operations.

use crate::export::Encoded;
use crate::harness::{Harness, block, need, offer, report, unfit};
use crate::message::{
    Lane, Offer, Operation, Perform, Performed, Prepare, Randomness, RunnerError, Time, Timed,
};
use crate::timing::time_block;
use crate::{Field, Fields};
use nexusq_contract::{Capability, ContractError, Kem, KemSizes, KeyForm, ParameterSet};

/// A KEM and its corpus.
pub(crate) struct KemHarness<K: Kem> {
    kem: K,
    sizes: KemSizes,
    items: Vec<Item<K>>,
}

/// All that any operation on one item needs, ready before the clock starts.
struct Item<K: Kem> {
    encapsulation_key: K::EncapsulationKey,
    decapsulation_key: K::DecapsulationKey,
    encapsulation_key_bytes: Vec<u8>,
    private: (KeyForm, Vec<u8>),
    seed: Option<Vec<u8>>,
    m: Option<Vec<u8>>,
    ciphertext: Vec<u8>,
}

type Pair<K> = (<K as Kem>::EncapsulationKey, <K as Kem>::DecapsulationKey);

impl<K: Kem> KemHarness<K> {
    /// A harness for `kem`, or `None` if its parameter set is no KEM.
    pub(crate) fn new(kem: K) -> Option<KemHarness<K>> {
        let sizes = kem.parameter_set().kem_sizes()?;
        Some(KemHarness {
            kem,
            sizes,
            items: Vec::new(),
        })
    }

    fn can(&self, capability: Capability) -> bool {
        self.kem.capabilities().contains(&capability)
    }

    /// The pair that the fields of an item stand for.
    fn pair(&self, fields: &Fields) -> Result<Pair<K>, RunnerError> {
        let ek = fields.get(Field::EncapsulationKey);
        let dk = fields.get(Field::DecapsulationKey);
        match (fields.get(Field::Seed), ek, dk) {
            (Some(seed), _, _) if self.can(Capability::GenerateFromSeed) => {
                Ok(self.kem.generate_from_seed(seed)?)
            }
            (_, Some(ek), Some(dk)) => Ok((
                self.kem.import_encapsulation_key(ek)?,
                self.kem.import_decapsulation_key(KeyForm::Expanded, dk)?,
            )),
            (None, None, None) => Ok(self.kem.generate()?),
            (Some(_), None, None) => {
                Err(ContractError::Unsupported(Capability::GenerateFromSeed.id()).into())
            }
            _ => Err(RunnerError::bad_request(
                "an item needs `seed`, or both `encapsulation_key` and `decapsulation_key`, or none",
            )),
        }
    }

    /// The form in which private keys are handed over as bytes.
    fn private_form(&self) -> KeyForm {
        if self.can(Capability::ExportExpanded) {
            KeyForm::Expanded
        } else {
            KeyForm::Seed
        }
    }

    fn export_private(
        &self,
        key: &K::DecapsulationKey,
        form: KeyForm,
    ) -> Result<Vec<u8>, ContractError> {
        let room = self.sizes.decapsulation_key.max(self.sizes.seed);
        Encoded::of(room, |out| {
            self.kem.export_decapsulation_key(key, form, out)
        })
    }

    fn export_public(&self, key: &K::EncapsulationKey) -> Result<Vec<u8>, ContractError> {
        Encoded::of(self.sizes.encapsulation_key, |out| {
            self.kem.export_encapsulation_key(key, out)
        })
    }

    fn item(&self, fields: &Fields) -> Result<Item<K>, RunnerError> {
        let (encapsulation_key, decapsulation_key) = self.pair(fields)?;
        let ciphertext = match fields.get(Field::Ciphertext) {
            Some(ciphertext) => ciphertext.to_vec(),
            None => self
                .kem
                .encapsulate(&encapsulation_key)?
                .0
                .as_ref()
                .to_vec(),
        };
        let form = self.private_form();
        Ok(Item {
            encapsulation_key_bytes: self.export_public(&encapsulation_key)?,
            private: (form, self.export_private(&decapsulation_key, form)?),
            encapsulation_key,
            decapsulation_key,
            seed: fields.get(Field::Seed).map(<[u8]>::to_vec),
            m: fields.get(Field::M).map(<[u8]>::to_vec),
            ciphertext,
        })
    }

    fn describe_pair(&self, (ek, dk): &Pair<K>) -> Result<Performed, RunnerError> {
        let form = self.private_form();
        let name = private_field(form);
        let outputs = Fields::new()
            .with(Field::EncapsulationKey, self.export_public(ek)?)
            .with(name, self.export_private(dk, form)?);
        Ok(Performed {
            outputs,
            valid: None,
        })
    }

    fn time_keygen(&self, request: &Time) -> Result<Timed, RunnerError> {
        let given = match request.randomness {
            Randomness::Own => false,
            Randomness::Given => true,
            _ => return Err(unfit("this randomness", request.operation)),
        };
        if given && self.items.iter().any(|item| item.seed.is_none()) {
            return Err(RunnerError::bad_request("an item has no `seed`"));
        }
        let generate = |item: &Item<K>| match &item.seed {
            Some(seed) if given => self.kem.generate_from_seed(seed),
            _ => self.kem.generate(),
        };
        if request.lane == Lane::Prepared {
            let samples = time_block(
                block(request),
                &self.items,
                || (),
                |item, ()| generate(item),
            )?;
            return report(samples, |(), pair| self.describe_pair(pair));
        }
        let form = self.private_form();
        let room = || {
            let private = self.sizes.decapsulation_key.max(self.sizes.seed);
            (
                Encoded::with_room(self.sizes.encapsulation_key),
                Encoded::with_room(private),
            )
        };
        let samples = time_block(
            block(request),
            &self.items,
            room,
            |item, (public, private)| {
                let (ek, dk) = generate(item)?;
                public.fill(|out| self.kem.export_encapsulation_key(&ek, out))?;
                private.fill(|out| self.kem.export_decapsulation_key(&dk, form, out))
            },
        )?;
        report(samples, |(public, private), ()| {
            let outputs = Fields::new()
                .with(Field::EncapsulationKey, public.as_slice())
                .with(private_field(form), private.as_slice());
            Ok(Performed {
                outputs,
                valid: None,
            })
        })
    }

    fn time_encaps(&self, request: &Time) -> Result<Timed, RunnerError> {
        let given = match request.randomness {
            Randomness::Own => false,
            Randomness::Given => true,
            _ => return Err(unfit("this randomness", request.operation)),
        };
        if given && self.items.iter().any(|item| item.m.is_none()) {
            return Err(RunnerError::bad_request("an item has no `m`"));
        }
        let encapsulate = |key: &K::EncapsulationKey, item: &Item<K>| match &item.m {
            Some(m) if given => self.kem.encapsulate_with_m(key, m),
            _ => self.kem.encapsulate(key),
        };
        let samples = match request.lane {
            Lane::Prepared => time_block(
                block(request),
                &self.items,
                || (),
                |item, ()| encapsulate(&item.encapsulation_key, item),
            ),
            Lane::FromBytes => time_block(
                block(request),
                &self.items,
                || (),
                |item, ()| {
                    let key = self
                        .kem
                        .import_encapsulation_key(&item.encapsulation_key_bytes)?;
                    encapsulate(&key, item)
                },
            ),
        }?;
        report(samples, |(), output| Ok(describe_encaps::<K>(output)))
    }

    fn time_decaps(&self, request: &Time) -> Result<Timed, RunnerError> {
        if request.randomness != Randomness::None {
            return Err(unfit("this randomness", request.operation));
        }
        let samples = match request.lane {
            Lane::Prepared => time_block(
                block(request),
                &self.items,
                || (),
                |item, ()| {
                    self.kem
                        .decapsulate(&item.decapsulation_key, &item.ciphertext)
                },
            ),
            Lane::FromBytes => time_block(
                block(request),
                &self.items,
                || (),
                |item, ()| {
                    let (form, bytes) = &item.private;
                    let key = self.kem.import_decapsulation_key(*form, bytes)?;
                    self.kem.decapsulate(&key, &item.ciphertext)
                },
            ),
        }?;
        report(samples, |(), secret| Ok(describe_secret(secret.as_ref())))
    }

    fn perform_keygen(&self, request: &Perform) -> Result<Performed, RunnerError> {
        let pair = match request.randomness {
            Randomness::Own => self.kem.generate()?,
            Randomness::Given => self
                .kem
                .generate_from_seed(need(&request.inputs, Field::Seed)?)?,
            _ => return Err(unfit("this randomness", request.operation)),
        };
        let mut performed = self.describe_pair(&pair)?;
        if self.can(Capability::ExportSeed) {
            let seed = self.export_private(&pair.1, KeyForm::Seed)?;
            performed.outputs = performed.outputs.with(Field::Seed, seed);
        }
        Ok(performed)
    }

    fn perform_encaps(&self, request: &Perform) -> Result<Performed, RunnerError> {
        let bytes = need(&request.inputs, Field::EncapsulationKey)?;
        let key = self.kem.import_encapsulation_key(bytes)?;
        let output = match request.randomness {
            Randomness::Own => self.kem.encapsulate(&key)?,
            Randomness::Given => self
                .kem
                .encapsulate_with_m(&key, need(&request.inputs, Field::M)?)?,
            _ => return Err(unfit("this randomness", request.operation)),
        };
        Ok(describe_encaps::<K>(&output))
    }

    fn perform_decaps(&self, request: &Perform) -> Result<Performed, RunnerError> {
        if request.randomness != Randomness::None {
            return Err(unfit("this randomness", request.operation));
        }
        let ciphertext = need(&request.inputs, Field::Ciphertext)?;
        let (form, bytes) = match request.inputs.get(Field::DecapsulationKey) {
            Some(bytes) => (KeyForm::Expanded, bytes),
            None => (KeyForm::Seed, need(&request.inputs, Field::Seed)?),
        };
        let key = self.kem.import_decapsulation_key(form, bytes)?;
        let secret = self.kem.decapsulate(&key, ciphertext)?;
        Ok(describe_secret(secret.as_ref()))
    }
}

fn private_field(form: KeyForm) -> Field {
    match form {
        KeyForm::Expanded => Field::DecapsulationKey,
        KeyForm::Seed => Field::Seed,
    }
}

fn describe_encaps<K: Kem>((ciphertext, secret): &(K::Ciphertext, K::SharedSecret)) -> Performed {
    let outputs = Fields::new()
        .with(Field::Ciphertext, ciphertext.as_ref())
        .with(Field::SharedSecret, secret.as_ref());
    Performed {
        outputs,
        valid: None,
    }
}

fn describe_secret(secret: &[u8]) -> Performed {
    Performed {
        outputs: Fields::new().with(Field::SharedSecret, secret),
        valid: None,
    }
}

impl<K: Kem> Harness for KemHarness<K> {
    fn parameter_set(&self) -> ParameterSet {
        self.kem.parameter_set()
    }

    fn offer(&self) -> Offer {
        offer(
            self.kem.parameter_set(),
            self.kem.capabilities(),
            self.kem.prepared_key(),
        )
    }

    fn prepare(&mut self, request: &Prepare) -> Result<usize, RunnerError> {
        self.items = request
            .items
            .iter()
            .map(|fields| self.item(fields))
            .collect::<Result<_, _>>()?;
        Ok(self.items.len())
    }

    fn time(&self, request: &Time) -> Result<Timed, RunnerError> {
        if self.items.is_empty() {
            return Err(RunnerError::bad_request("no corpus: send `prepare` first"));
        }
        match request.operation {
            Operation::Keygen => self.time_keygen(request),
            Operation::Encaps => self.time_encaps(request),
            Operation::Decaps => self.time_decaps(request),
            other => Err(unfit("a KEM", other)),
        }
    }

    fn perform(&self, request: &Perform) -> Result<Performed, RunnerError> {
        match request.operation {
            Operation::Keygen => self.perform_keygen(request),
            Operation::Encaps => self.perform_encaps(request),
            Operation::Decaps => self.perform_decaps(request),
            other => Err(unfit("a KEM", other)),
        }
    }
}
