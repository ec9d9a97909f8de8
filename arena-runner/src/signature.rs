//! The harness of a signature scheme: corpus, timed operations, untimed operations.

use crate::export::Encoded;
use crate::harness::{Harness, block, need, offer, report, unfit};
use crate::message::{
    Lane, Offer, Operation, Perform, Performed, Prepare, Randomness, RunnerError, Time, Timed,
};
use crate::timing::time_block;
use crate::{Field, Fields};
use nexusq_contract::{
    Capability, ContractError, KeyForm, ParameterSet, Signature, SignatureSizes, SigningRandomness,
};

/// A signature scheme and its corpus.
pub(crate) struct SignatureHarness<S: Signature> {
    scheme: S,
    sizes: SignatureSizes,
    items: Vec<Item<S>>,
}

/// All that any operation on one item needs, ready before the clock starts.
struct Item<S: Signature> {
    verifying_key: S::VerifyingKey,
    signing_key: S::SigningKey,
    public: Vec<u8>,
    private: (KeyForm, Vec<u8>),
    seed: Option<Vec<u8>>,
    rnd: Option<Vec<u8>>,
    message: Vec<u8>,
    context: Vec<u8>,
    signature: Vec<u8>,
}

type Pair<S> = (<S as Signature>::VerifyingKey, <S as Signature>::SigningKey);

impl<S: Signature> SignatureHarness<S> {
    /// A harness for `scheme`, or `None` if its parameter set is no signature scheme.
    pub(crate) fn new(scheme: S) -> Option<SignatureHarness<S>> {
        let sizes = scheme.parameter_set().signature_sizes()?;
        Some(SignatureHarness {
            scheme,
            sizes,
            items: Vec::new(),
        })
    }

    fn can(&self, capability: Capability) -> bool {
        self.scheme.capabilities().contains(&capability)
    }

    /// The pair that the fields of an item stand for.
    fn pair(&self, fields: &Fields) -> Result<Pair<S>, RunnerError> {
        let public = fields.get(Field::PublicKey);
        let private = fields.get(Field::PrivateKey);
        match (fields.get(Field::Seed), public, private) {
            (Some(seed), _, _) if self.can(Capability::GenerateFromSeed) => {
                Ok(self.scheme.generate_from_seed(seed)?)
            }
            (_, Some(public), Some(private)) => Ok((
                self.scheme.import_verifying_key(public)?,
                self.scheme.import_signing_key(KeyForm::Expanded, private)?,
            )),
            (None, None, None) => Ok(self.scheme.generate()?),
            (Some(_), None, None) => {
                Err(ContractError::Unsupported(Capability::GenerateFromSeed.id()).into())
            }
            _ => Err(RunnerError::bad_request(
                "an item needs `seed`, or both `public_key` and `private_key`, or none",
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

    fn export_private(&self, key: &S::SigningKey, form: KeyForm) -> Result<Vec<u8>, ContractError> {
        let room = self.sizes.private_key.max(self.sizes.seed);
        Encoded::of(room, |out| self.scheme.export_signing_key(key, form, out))
    }

    fn export_public(&self, key: &S::VerifyingKey) -> Result<Vec<u8>, ContractError> {
        Encoded::of(self.sizes.public_key, |out| {
            self.scheme.export_verifying_key(key, out)
        })
    }

    fn item(&self, fields: &Fields) -> Result<Item<S>, RunnerError> {
        let (verifying_key, signing_key) = self.pair(fields)?;
        let message = fields.get(Field::Message).unwrap_or_default().to_vec();
        let context = fields.get(Field::Context).unwrap_or_default().to_vec();
        let signature = match fields.get(Field::Signature) {
            Some(signature) => signature.to_vec(),
            None => {
                let how = if self.can(Capability::SignDeterministic) {
                    SigningRandomness::Deterministic
                } else {
                    SigningRandomness::Hedged
                };
                self.scheme
                    .sign(&signing_key, &message, &context, how)?
                    .as_ref()
                    .to_vec()
            }
        };
        let form = self.private_form();
        Ok(Item {
            public: self.export_public(&verifying_key)?,
            private: (form, self.export_private(&signing_key, form)?),
            verifying_key,
            signing_key,
            seed: fields.get(Field::Seed).map(<[u8]>::to_vec),
            rnd: fields.get(Field::Rnd).map(<[u8]>::to_vec),
            message,
            context,
            signature,
        })
    }

    fn describe_pair(&self, (public, private): &Pair<S>) -> Result<Performed, RunnerError> {
        let form = self.private_form();
        let outputs = Fields::new()
            .with(Field::PublicKey, self.export_public(public)?)
            .with(private_field(form), self.export_private(private, form)?);
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
        let generate = |item: &Item<S>| match &item.seed {
            Some(seed) if given => self.scheme.generate_from_seed(seed),
            _ => self.scheme.generate(),
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
            let private = self.sizes.private_key.max(self.sizes.seed);
            (
                Encoded::with_room(self.sizes.public_key),
                Encoded::with_room(private),
            )
        };
        let samples = time_block(
            block(request),
            &self.items,
            room,
            |item, (public, private)| {
                let (verifying, signing) = generate(item)?;
                public.fill(|out| self.scheme.export_verifying_key(&verifying, out))?;
                private.fill(|out| self.scheme.export_signing_key(&signing, form, out))
            },
        )?;
        report(samples, |(public, private), ()| {
            let outputs = Fields::new()
                .with(Field::PublicKey, public.as_slice())
                .with(private_field(form), private.as_slice());
            Ok(Performed {
                outputs,
                valid: None,
            })
        })
    }

    fn time_sign(&self, request: &Time) -> Result<Timed, RunnerError> {
        let given = request.randomness == Randomness::Given;
        if given && self.items.iter().any(|item| item.rnd.is_none()) {
            return Err(RunnerError::bad_request("an item has no `rnd`"));
        }
        let fixed = match request.randomness {
            Randomness::Deterministic => SigningRandomness::Deterministic,
            Randomness::Own | Randomness::Given => SigningRandomness::Hedged,
            Randomness::None => return Err(unfit("this randomness", request.operation)),
        };
        let sign = |key: &S::SigningKey, item: &Item<S>| {
            let how = match &item.rnd {
                Some(rnd) if given => SigningRandomness::Rnd(rnd),
                _ => fixed,
            };
            self.scheme.sign(key, &item.message, &item.context, how)
        };
        let samples = match request.lane {
            Lane::Prepared => time_block(
                block(request),
                &self.items,
                || (),
                |item, ()| sign(&item.signing_key, item),
            ),
            Lane::FromBytes => time_block(
                block(request),
                &self.items,
                || (),
                |item, ()| {
                    let (form, bytes) = &item.private;
                    let key = self.scheme.import_signing_key(*form, bytes)?;
                    sign(&key, item)
                },
            ),
        }?;
        report(samples, |(), signature| {
            Ok(describe_signature(signature.as_ref()))
        })
    }

    fn time_verify(&self, request: &Time) -> Result<Timed, RunnerError> {
        if request.randomness != Randomness::None {
            return Err(unfit("this randomness", request.operation));
        }
        let verify = |key: &S::VerifyingKey, item: &Item<S>| {
            self.scheme
                .verify(key, &item.message, &item.context, &item.signature)
        };
        let samples = match request.lane {
            Lane::Prepared => time_block(
                block(request),
                &self.items,
                || (),
                |item, ()| verify(&item.verifying_key, item),
            ),
            Lane::FromBytes => time_block(
                block(request),
                &self.items,
                || (),
                |item, ()| verify(&self.scheme.import_verifying_key(&item.public)?, item),
            ),
        }?;
        report(samples, |(), valid| {
            Ok(Performed {
                outputs: Fields::new(),
                valid: Some(*valid),
            })
        })
    }

    fn perform_keygen(&self, request: &Perform) -> Result<Performed, RunnerError> {
        let pair = match request.randomness {
            Randomness::Own => self.scheme.generate()?,
            Randomness::Given => self
                .scheme
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

    fn perform_sign(&self, request: &Perform) -> Result<Performed, RunnerError> {
        let inputs = &request.inputs;
        let message = need(inputs, Field::Message)?;
        let context = inputs.get(Field::Context).unwrap_or_default();
        let how = match request.randomness {
            Randomness::Own => SigningRandomness::Hedged,
            Randomness::Deterministic => SigningRandomness::Deterministic,
            Randomness::Given => SigningRandomness::Rnd(need(inputs, Field::Rnd)?),
            Randomness::None => return Err(unfit("this randomness", request.operation)),
        };
        let (form, bytes) = match inputs.get(Field::PrivateKey) {
            Some(bytes) => (KeyForm::Expanded, bytes),
            None => (KeyForm::Seed, need(inputs, Field::Seed)?),
        };
        let key = self.scheme.import_signing_key(form, bytes)?;
        let signature = self.scheme.sign(&key, message, context, how)?;
        Ok(describe_signature(signature.as_ref()))
    }

    fn perform_verify(&self, request: &Perform) -> Result<Performed, RunnerError> {
        if request.randomness != Randomness::None {
            return Err(unfit("this randomness", request.operation));
        }
        let inputs = &request.inputs;
        let signature = need(inputs, Field::Signature)?;
        let message = need(inputs, Field::Message)?;
        let context = inputs.get(Field::Context).unwrap_or_default();
        let key = self
            .scheme
            .import_verifying_key(need(inputs, Field::PublicKey)?)?;
        let valid = self.scheme.verify(&key, message, context, signature)?;
        Ok(Performed {
            outputs: Fields::new(),
            valid: Some(valid),
        })
    }
}

fn private_field(form: KeyForm) -> Field {
    match form {
        KeyForm::Expanded => Field::PrivateKey,
        KeyForm::Seed => Field::Seed,
    }
}

fn describe_signature(signature: &[u8]) -> Performed {
    Performed {
        outputs: Fields::new().with(Field::Signature, signature),
        valid: None,
    }
}

impl<S: Signature> Harness for SignatureHarness<S> {
    fn parameter_set(&self) -> ParameterSet {
        self.scheme.parameter_set()
    }

    fn offer(&self) -> Offer {
        offer(
            self.scheme.parameter_set(),
            self.scheme.capabilities(),
            self.scheme.prepared_key(),
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
            Operation::Sign => self.time_sign(request),
            Operation::Verify => self.time_verify(request),
            other => Err(unfit("a signature scheme", other)),
        }
    }

    fn perform(&self, request: &Perform) -> Result<Performed, RunnerError> {
        match request.operation {
            Operation::Keygen => self.perform_keygen(request),
            Operation::Sign => self.perform_sign(request),
            Operation::Verify => self.perform_verify(request),
            other => Err(unfit("a signature scheme", other)),
        }
    }
}
