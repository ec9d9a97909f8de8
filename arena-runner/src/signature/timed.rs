//! The timed operations of a signature scheme, in both lanes.

use super::{Item, SignatureHarness, describe_signature, private_field};
use crate::export::Encoded;
use crate::harness::{NOT_IMPORTABLE, block, report, require_given, unfit};
use crate::message::{Lane, Performed, Randomness, RunnerError, Time, Timed};
use crate::timing::time_block;
use crate::{Field, Fields};
use nexusq_contract::{Capability, Signature, SigningRandomness};

impl<S: Signature> SignatureHarness<S> {
    pub(super) fn time_keygen(&self, request: &Time) -> Result<Timed, RunnerError> {
        let given = match request.randomness {
            Randomness::Own => false,
            Randomness::Given => true,
            _ => return Err(unfit("this randomness", request.operation)),
        };
        if given {
            let values = self.items.iter().map(|item| &item.seed);
            require_given(
                self.scheme.capabilities(),
                Capability::GenerateFromSeed,
                Field::Seed,
                values,
            )?;
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

    pub(super) fn time_sign(&self, request: &Time) -> Result<Timed, RunnerError> {
        // Where rnd is given, each item's own takes the place of `fixed`.
        let fixed = match request.randomness {
            Randomness::Own => SigningRandomness::Hedged,
            Randomness::Deterministic => SigningRandomness::Deterministic,
            Randomness::Given => SigningRandomness::Rnd(&[]),
            Randomness::None => return Err(unfit("this randomness", request.operation)),
        };
        let given = request.randomness == Randomness::Given;
        if given {
            let values = self.items.iter().map(|item| &item.rnd);
            require_given(
                self.scheme.capabilities(),
                Capability::SignWithRnd,
                Field::Rnd,
                values,
            )?;
        }
        self.require(fixed.capability())?;
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
                    let (form, bytes) = item.private.as_ref().ok_or(NOT_IMPORTABLE)?;
                    let key = self.scheme.import_signing_key(*form, bytes)?;
                    sign(&key, item)
                },
            ),
        }?;
        report(samples, |(), signature| {
            Ok(describe_signature(signature.as_ref()))
        })
    }

    pub(super) fn time_verify(&self, request: &Time) -> Result<Timed, RunnerError> {
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
}
