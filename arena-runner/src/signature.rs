//! The harness of a signature scheme: corpus and untimed operations; the timed ones are in `timed`.

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
    private: Option<PrivateBytes>,
    seed: Option<Erased>,
    rnd: Option<Erased>,
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

    fn require(&self, capability: Capability) -> Result<(), ContractError> {
        require(self.scheme.capabilities(), capability)
    }

    /// Refuses a context that is not declared; the empty one needs no capability.
    fn require_context(&self, context: &[u8]) -> Result<(), ContractError> {
        if context.is_empty() {
            return Ok(());
        }
        self.require(Capability::Context)
    }

    fn import_private(&self, form: KeyForm, bytes: &[u8]) -> Result<S::SigningKey, ContractError> {
        self.require(import_of(form))?;
        self.scheme.import_signing_key(form, bytes)
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
                self.import_private(KeyForm::Expanded, private)?,
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

    /// The form in which private keys are told as results.
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
        self.require_context(&context)?;
        let signature = match fields.get(Field::Signature) {
            Some(signature) => signature.to_vec(),
            None => {
                let how = if self.can(Capability::SignDeterministic) {
                    SigningRandomness::Deterministic
                } else {
                    SigningRandomness::Hedged
                };
                self.require(how.capability())?;
                self.scheme
                    .sign(&signing_key, &message, &context, how)?
                    .as_ref()
                    .to_vec()
            }
        };
        let seed = fields
            .get(Field::Seed)
            .filter(|_| self.can(Capability::GenerateFromSeed));
        let expanded = fields.get(Field::PrivateKey).filter(|_| seed.is_none());
        let private = importable(self.scheme.capabilities(), expanded, seed, |form| {
            self.export_private(&signing_key, form)
        })?;
        Ok(Item {
            public: self.export_public(&verifying_key)?,
            private,
            verifying_key,
            signing_key,
            seed: fields.get(Field::Seed).map(Erased::from),
            rnd: fields.get(Field::Rnd).map(Erased::from),
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

    fn perform_keygen(&self, request: &Perform) -> Result<Performed, RunnerError> {
        let pair = match request.randomness {
            Randomness::Own => self.scheme.generate(),
            Randomness::Given => {
                self.require(Capability::GenerateFromSeed)?;
                let seed = need(&request.inputs, Field::Seed)?;
                self.scheme.generate_from_seed(seed)
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
        self.require(how.capability())?;
        self.require_context(context)?;
        let (form, bytes) = match inputs.get(Field::PrivateKey) {
            Some(bytes) => (KeyForm::Expanded, bytes),
            None => (KeyForm::Seed, need(inputs, Field::Seed)?),
        };
        let key = self.import_private(form, bytes);
        let signature = self.scheme.sign(in_place(&key)?, message, context, how)?;
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
        self.require_context(context)?;
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
