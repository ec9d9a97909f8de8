//! Compiles each parameter set and back end into a library of its own, under its own prefix:
//! `nexusq_pqcp_mlkem768_avx2_keypair` and so on. `src/ffi.rs` declares what is called.

use std::env;
use std::path::PathBuf;

/// The flags of the AVX2 back ends; `src/back_end.rs` tests the processor for the same features.
const AVX2_FLAGS: [&str; 2] = ["-mavx2", "-mbmi2"];

/// One of the two libraries. Both are laid out and configured alike.
pub(crate) struct Scheme {
    /// `mlkem` or `mldsa`, as in the names of its files.
    pub(crate) name: &'static str,
    /// The first letters of its configuration macros.
    pub(crate) macros: &'static str,
    /// Where `<name>_native.c` is.
    pub(crate) directory: PathBuf,
    /// The values of its parameter set macro.
    pub(crate) parameter_sets: [&'static str; 3],
}

/// What is compiled, for what, with what.
pub(crate) struct Build<'a> {
    schemes: &'a [Scheme],
    out_dir: PathBuf,
    gnu_flags: bool,
    avx2: bool,
    compiler: String,
}

impl<'a> Build<'a> {
    /// Looks at the target and at the C compiler.
    pub(crate) fn new(schemes: &'a [Scheme]) -> Result<Build<'a>, String> {
        let variable = |name: &str| env::var(name).map_err(|error| format!("{name}: {error}"));
        let compiler = cc::Build::new()
            .try_get_compiler()
            .map_err(|error| format!("no C compiler: {error}"))?;
        let gnu_flags = !compiler.is_like_msvc();
        let avx2 = gnu_flags && variable("CARGO_CFG_TARGET_ARCH")? == "x86_64";
        println!("cargo::rustc-check-cfg=cfg(pqcp_avx2)");
        if avx2 {
            println!("cargo::rustc-cfg=pqcp_avx2");
        }
        let version = compiler.to_command().arg("--version").output().ok();
        let version = version.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
        Ok(Build {
            schemes,
            out_dir: PathBuf::from(variable("OUT_DIR")?),
            gnu_flags,
            avx2,
            compiler: version
                .as_deref()
                .and_then(|text| text.lines().next())
                .unwrap_or("C compiler of unknown version")
                .to_owned(),
        })
    }

    /// The options in words, for the records.
    pub(crate) fn options(&self) -> String {
        let flags = if self.gnu_flags {
            "-O3 -fomit-frame-pointer -std=c99"
        } else {
            "/O2"
        };
        let avx2 = if self.avx2 {
            format!("AVX2 back ends compiled in, with {}", AVX2_FLAGS.join(" "))
        } else {
            "no AVX2 back ends".to_owned()
        };
        format!(
            "{}; {flags}; {avx2}; default configuration otherwise",
            self.compiler
        )
    }

    /// Compiles every parameter set of every scheme, and tells Cargo to link the results.
    pub(crate) fn compile_all(&self) -> Result<(), String> {
        for scheme in self.schemes {
            println!("cargo::rerun-if-changed={}", scheme.directory.display());
            for set in scheme.parameter_sets {
                self.compile(scheme, set, false)?;
                if self.avx2 {
                    self.compile(scheme, set, true)?;
                }
            }
        }
        Ok(())
    }

    fn compile(&self, scheme: &Scheme, set: &str, avx2: bool) -> Result<(), String> {
        let back_end = if avx2 { "avx2" } else { "portable" };
        let library = format!("nexusq_pqcp_{}{set}_{back_end}", scheme.name);
        let option = |name: &str| format!("{}_CONFIG_{name}", scheme.macros);
        let source = |end: &str| {
            scheme
                .directory
                .join(format!("{}_native{end}", scheme.name))
        };

        let mut build = cc::Build::new();
        // The flags are the same in every Cargo profile and whatever RUSTFLAGS say.
        build
            .inherit_rustflags(false)
            .opt_level(3)
            .debug(false)
            .force_frame_pointer(false);
        build.warnings(false).out_dir(self.out_dir.join(&library));
        if self.gnu_flags {
            build.flag("-fomit-frame-pointer").std("c99");
        }
        build.include(&scheme.directory).file(source(".c"));
        build.define(&option("PARAMETER_SET"), set);
        build.define(&option("NAMESPACE_PREFIX"), library.as_str());
        build.define(&option("NO_SUPERCOP"), None);
        build.define(&option("INTERNAL_API_QUALIFIER"), "static");
        build.define("randombytes", "nexusq_pqcp_randombytes");
        if avx2 {
            build.define(&option("USE_NATIVE_BACKEND_ARITH"), None);
            build.define(&option("USE_NATIVE_BACKEND_FIPS202"), None);
            build.flags(AVX2_FLAGS).file(source("_asm.S"));
        }
        build
            .try_compile(&library)
            .map_err(|error| format!("cannot compile {library}: {error}"))
    }
}
