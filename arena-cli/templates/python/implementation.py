"""@NAME@ behind the runner protocol: what it offers, and how the library is called. This is the file to fill in."""

from protocol import Scheme

DESCRIPTOR = {
    "id": "@NAME@",
    "name": "@NAME@",
    # Ask the library, don't write it down: this is how a record knows what ran. adapter.toml must say the same.
    "version": "0.0.0",
    "language": "Python",
    # Which code runs on this processor, and how you know.
    "back_end": "none yet: a stub",
    # Where the library gets its randomness from.
    "rng": "none yet: a stub",
    # Whether key generation tests the new pair before it returns.
    "keygen_self_test": False,
    # Options that matter for speed.
    "build_options": "",
}


class MlKem768(Scheme):
    """One class for each parameter set, or one class for several. `Scheme` in protocol.py lists the methods; what is not
    overridden here is answered with `unsupported`. Signature schemes have kind = "signature"."""

    algorithm = "ml-kem"
    parameter_set = "768"
    # Say only what the library has an entry point for: generate-from-seed, encapsulate-with-m, import-expanded, import-seed,
    # export-expanded, export-seed; for signatures also sign-deterministic, sign-hedged, sign-with-rnd, context.
    capabilities = []
    # What a key object holds: "bytes", "decoded", or "expanded" if the matrix A is kept in it too.
    prepared_key = "bytes"


# What is listed here must make keys, encapsulate and decapsulate (or sign and verify), and import and export public keys.
# Until then it is not offered: [MlKem768()] when it can.
SCHEMES = []
