//! The harness of a key-encapsulation mechanism: corpus and untimed operations; the timed ones are in `timed`.

mod timed;

use crate::erase::Erased;
use crate::export::Encoded;
use crate::harness::{
    Harness, PrivateBytes, import_of, importable, in_place, need, offer, require, unfit,
};
use crate::message::{
    Offer, Operation, Perform, Performed, Prepare, Randomness, RunnerError, Time, Timed,
};
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
    private: Option<PrivateBytes>,
    seed: Option<Erased>,
    m: Option<Erased>,
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

    fn require(&self, capability: Capability) -> Result<(), ContractError> {
        require(self.kem.capabilities(), capability)
    }

    fn import_private(
        &self,
        form: KeyForm,
        bytes: &[u8],
    ) -> Result<K::DecapsulationKey, ContractError> {
        self.require(import_of(form))?;
        self.kem.import_decapsulation_key(form, bytes)
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
                self.import_private(KeyForm::Expanded, dk)?,
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

    /// The form in which private keys are told as results.
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
        let seed = fields
            .get(Field::Seed)
            .filter(|_| self.can(Capability::GenerateFromSeed));
        let expanded = fields
            .get(Field::DecapsulationKey)
            .filter(|_| seed.is_none());
        let private = importable(self.kem.capabilities(), expanded, seed, |form| {
            self.export_private(&decapsulation_key, form)
        })?;
        Ok(Item {
            encapsulation_key_bytes: self.export_public(&encapsulation_key)?,
            private,
            encapsulation_key,
            decapsulation_key,
            seed: fields.get(Field::Seed).map(Erased::from),
            m: fields.get(Field::M).map(Erased::from),
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

    fn perform_keygen(&self, request: &Perform) -> Result<Performed, RunnerError> {
        let pair = match request.randomness {
            Randomness::Own => self.kem.generate(),
            Randomness::Given => {
                self.require(Capability::GenerateFromSeed)?;
                let seed = need(&request.inputs, Field::Seed)?;
                self.kem.generate_from_seed(seed)
            }
            _ => return Err(unfit("this randomness", request.operation)),
        };
        let pair = in_place(&pair)?;
        let mut performed = self.describe_pair(pair)?;
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
            Randomness::Own => self.kem.encapsulate(&key),
            Randomness::Given => {
                self.require(Capability::EncapsulateWithM)?;
                let m = need(&request.inputs, Field::M)?;
                self.kem.encapsulate_with_m(&key, m)
            }
            _ => return Err(unfit("this randomness", request.operation)),
        };
        Ok(describe_encaps::<K>(in_place(&output)?))
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
        let key = self.import_private(form, bytes);
        let secret = self.kem.decapsulate(in_place(&key)?, ciphertext);
        Ok(describe_secret(in_place(&secret)?.as_ref()))
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
