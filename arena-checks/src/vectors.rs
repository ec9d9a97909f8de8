//! Vectors of our own: inputs at and beyond the limits of the standards, with the one right answer to each.
//!
//! They are made here and not stored, from formulas that stand at each generator and in
//! `docs/vectors.md`; the answers are those of the models in `arena_core::reference`, or of a formula
//! that needs no model. All of them follow from fixed labels and from the seed of the run.

pub mod ml_dsa;
pub mod ml_kem;
