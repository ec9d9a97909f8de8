//! Runner of the arena for libcrux. `--portable` takes no vector code.

use adapter_libcrux::{BackEnd, back_end, descriptor, portable};
use arena_runner::Runner;
use std::process::ExitCode;

/// Serves the types of a module.
macro_rules! serve {
    ($runner:expr, $module:ident) => {
        $runner
            .kem($module::MlKem512)
            .kem($module::MlKem768)
            .kem($module::MlKem1024)
            .signature($module::MlDsa44)
            .signature($module::MlDsa65)
            .signature($module::MlDsa87)
            .serve()
    };
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let forced = match arguments.as_slice() {
        [] => false,
        [flag] if flag == "--portable" => true,
        _ => {
            eprintln!("runner-libcrux: give nothing, or --portable");
            return ExitCode::from(2);
        }
    };
    let chosen = if forced {
        BackEnd::Portable
    } else {
        back_end()
    };
    let runner = Runner::new(descriptor(forced, chosen));
    match chosen {
        #[cfg(target_arch = "x86_64")]
        BackEnd::Avx2 => {
            use adapter_libcrux::avx2;
            serve!(runner, avx2)
        }
        _ => serve!(runner, portable),
    }
}
