//! The timed operations of a KEM, in both lanes.

use super::{Item, KemHarness, describe_encaps, describe_secret, private_field};
use crate::export::Encoded;
use crate::harness::{NOT_IMPORTABLE, block, report, require_given, unfit};
use crate::message::{Lane, Performed, Randomness, RunnerError, Time, Timed};
use crate::timing::time_block;
use crate::{Field, Fields};
use nexusq_contract::{Capability, Kem};

impl<K: Kem> KemHarness<K> {
    pub(super) fn time_keygen(&self, request: &Time) -> Result<Timed, RunnerError> {
        let given = match request.randomness {
            Randomness::Own => false,
            Randomness::Given => true,
            _ => return Err(unfit("this randomness", request.operation)),
        };
        if given {
            let values = self.items.iter().map(|item| &item.seed);
            require_given(
                self.kem.capabilities(),
                Capability::GenerateFromSeed,
                Field::Seed,
                values,
            )?;
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

    pub(super) fn time_encaps(&self, request: &Time) -> Result<Timed, RunnerError> {
        let given = match request.randomness {
            Randomness::Own => false,
            Randomness::Given => true,
            _ => return Err(unfit("this randomness", request.operation)),
        };
        if given {
            let values = self.items.iter().map(|item| &item.m);
            require_given(
                self.kem.capabilities(),
                Capability::EncapsulateWithM,
                Field::M,
                values,
            )?;
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

    pub(super) fn time_decaps(&self, request: &Time) -> Result<Timed, RunnerError> {
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
                    let (form, bytes) = item.private.as_ref().ok_or(NOT_IMPORTABLE)?;
                    let key = self.kem.import_decapsulation_key(*form, bytes)?;
                    self.kem.decapsulate(&key, &item.ciphertext)
                },
            ),
        }?;
        report(samples, |(), secret| Ok(describe_secret(secret.as_ref())))
    }
}
