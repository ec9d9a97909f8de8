package main

// @NAME@ behind the runner protocol: what it offers, and how the library is called. This is the file to fill in.

// descriptor says what answers. The arena compares the version with adapter.toml.
var descriptor = map[string]any{
	"id":   "@NAME@",
	"name": "@NAME@",
	// Ask the library or runtime/debug.ReadBuildInfo, don't write it down: this is how a record knows what ran.
	"version":  "0.0.0",
	"language": "Go",
	// Which code runs on this processor, and how you know.
	"back_end": "none yet: a stub",
	// Where the library gets its randomness from.
	"rng": "none yet: a stub",
	// Whether key generation tests the new pair before it returns.
	"keygen_self_test": false,
	// Options that matter for speed.
	"build_options": "",
	"build":         buildInfo(),
}

// schemes are the parameter sets on offer. What is listed here must make keys, encapsulate and decapsulate (or sign and
// verify), and import and export public keys. Until then it is not offered: mlKem768{} when it can.
var schemes = []Scheme{}

// mlKem768 is one parameter set. Scheme in protocol.go lists the methods; what is not defined here comes from Nothing, which
// answers `unsupported`.
type mlKem768 struct{ Nothing }

func (mlKem768) Offer() Offer {
	return Offer{
		Algorithm:    "ml-kem",
		ParameterSet: "768",
		// Say only what the library has an entry point for: generate-from-seed, encapsulate-with-m, import-expanded,
		// import-seed, export-expanded, export-seed; for signatures also sign-deterministic, sign-hedged, sign-with-rnd, context.
		Capabilities: []string{},
		// What a key object holds: bytes, decoded, or expanded if the matrix A is kept in it too.
		PreparedKey: "bytes",
	}
}
