//! placeholder

use nexusq_contract::ParameterSet;
pub fn attempts(_: ParameterSet, _: &[u8], _: &[u8], _: &[u8], _: &[u8]) -> Result<u32, String> {
    Err(String::new())
}
pub const fn expected_attempts(set: ParameterSet) -> Option<f64> {
    match set {
        ParameterSet::MlDsa44 => Some(4.36),
        ParameterSet::MlDsa65 => Some(5.14),
        ParameterSet::MlDsa87 => Some(3.91),
        _ => None,
    }
}
