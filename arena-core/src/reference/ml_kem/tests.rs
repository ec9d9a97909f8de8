//! The model as a whole: against an independent implementation and against published vectors.

mod agreement;
mod wycheproof;
