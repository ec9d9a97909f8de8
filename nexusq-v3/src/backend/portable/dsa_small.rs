//! Products of small polynomials, by the transform of ML-KEM.

use super::kem_ntt;
use crate::ml_dsa::{Small, SmallFactor, SmallNtt};
use crate::wipe::Wiped;

/// The transform, reduced: a product takes numbers of at most q.
pub(super) fn ntt(from: &Small, to: &mut SmallNtt) {
    kem_ntt::ntt(from, to);
    for x in &mut to.0 {
        *x = super::kem_arithmetic::barrett(*x);
    }
}

pub(super) fn factor(from: &Small, to: &mut SmallFactor) {
    let mut hat = Wiped::<SmallNtt>::zero();
    kem_ntt::ntt(from, &mut hat);
    kem_ntt::factor(&hat, to);
}

pub(super) fn product(a: &SmallNtt, b: &SmallFactor, to: &mut Small) {
    let mut product = Wiped::<SmallNtt>::zero();
    kem_ntt::dot(
        core::slice::from_ref(a),
        core::slice::from_ref(b),
        &mut product,
    );
    kem_ntt::inverse_ntt(&product, to);
}
