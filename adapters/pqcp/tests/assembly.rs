//! The AVX2 libraries hold assembly. Without `-mavx2` both sources would quietly compile to
//! portable C under the same names; then this test would not link.
#![cfg(pqcp_avx2)]

use adapter_pqcp as _;

macro_rules! linked {
    ($($symbol:ident),* $(,)?) => {{
        #[allow(non_upper_case_globals)] // The names are those of the assembly.
        unsafe extern "C" {
            $(static $symbol: u8;)*
        }
        [$(&raw const $symbol),*]
    }};
}

#[test]
fn every_parameter_set_has_its_assembly() {
    let mut routines = linked![
        nexusq_pqcp_mlkem512_avx2_ntt_avx2_asm,
        nexusq_pqcp_mlkem512_avx2_keccak_f1600_x4_avx2_asm,
        nexusq_pqcp_mlkem768_avx2_ntt_avx2_asm,
        nexusq_pqcp_mlkem768_avx2_keccak_f1600_x4_avx2_asm,
        nexusq_pqcp_mlkem1024_avx2_ntt_avx2_asm,
        nexusq_pqcp_mlkem1024_avx2_keccak_f1600_x4_avx2_asm,
        nexusq_pqcp_mldsa44_avx2_ntt_avx2_asm,
        nexusq_pqcp_mldsa44_avx2_keccak_f1600_x4_avx2_asm,
        nexusq_pqcp_mldsa65_avx2_ntt_avx2_asm,
        nexusq_pqcp_mldsa65_avx2_keccak_f1600_x4_avx2_asm,
        nexusq_pqcp_mldsa87_avx2_ntt_avx2_asm,
        nexusq_pqcp_mldsa87_avx2_keccak_f1600_x4_avx2_asm,
    ];
    routines.sort_unstable();
    assert!(
        routines.is_sorted_by(|a, b| a < b),
        "two parameter sets share a routine"
    );
}
