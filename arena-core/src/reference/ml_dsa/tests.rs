//! The model as a whole: against an independent implementation, against published vectors, and
//! each rule against a verifier that leaves it out.

mod agreement;
mod rules;
mod wycheproof;
