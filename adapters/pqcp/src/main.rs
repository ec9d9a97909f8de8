//! The runner of mlkem-native and mldsa-native. `--portable` leaves the AVX2 back ends out.

use adapter_pqcp::{
    BackEnd, descriptor, ml_dsa_44, ml_dsa_65, ml_dsa_87, ml_kem_512, ml_kem_768, ml_kem_1024,
};
use arena_runner::Runner;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut portable = false;
    for argument in std::env::args_os().skip(1) {
        if argument != "--portable" {
            eprintln!("runner-pqcp: unknown argument {argument:?}; it knows --portable alone");
            return ExitCode::from(2);
        }
        portable = true;
    }
    let back_end = if portable {
        BackEnd::PORTABLE
    } else {
        BackEnd::fastest()
    };
    Runner::new(descriptor(portable, back_end))
        .kem(ml_kem_512(back_end))
        .kem(ml_kem_768(back_end))
        .kem(ml_kem_1024(back_end))
        .signature(ml_dsa_44(back_end))
        .signature(ml_dsa_65(back_end))
        .signature(ml_dsa_87(back_end))
        .serve()
}
