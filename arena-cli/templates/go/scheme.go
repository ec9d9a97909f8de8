package main

import "fmt"

// Offer is what hello says of a parameter set.
type Offer struct {
	Algorithm    string   `json:"algorithm"`
	ParameterSet string   `json:"parameter_set"`
	Capabilities []string `json:"capabilities"`
	PreparedKey  string   `json:"prepared_key"`
}

func (o Offer) isKem() bool { return o.Algorithm == "ml-kem" || o.Algorithm == "hqc" }

func (o Offer) has(capability string) bool {
	for _, one := range o.Capabilities {
		if one == capability {
			return true
		}
	}
	return false
}

func (o Offer) require(capability string) error {
	if capability == "" || o.has(capability) {
		return nil
	}
	return Unsupported(capability)
}

// Scheme is one parameter set of a library. Keys are objects of any type; the form of a private key is "expanded" or "seed".
type Scheme interface {
	Offer() Offer
	Generate() (public, private any, err error)
	GenerateFromSeed(seed []byte) (public, private any, err error)
	// ImportPublic makes the checks of the standard.
	ImportPublic(data []byte) (any, error)
	ImportPrivate(form string, data []byte) (any, error)
	ExportPublic(key any) ([]byte, error)
	ExportPrivate(form string, key any) ([]byte, error)
	Encapsulate(public any) (ciphertext, secret []byte, err error)
	EncapsulateWithM(public any, m []byte) (ciphertext, secret []byte, err error)
	Decapsulate(private any, ciphertext []byte) (secret []byte, err error)
	// Sign draws its randomness as the word says: "own", "deterministic", or "given" in rnd.
	Sign(private any, message, context []byte, randomness string, rnd []byte) ([]byte, error)
	// Verify says no, and is no error, for a signature that is malformed in any way.
	Verify(public any, message, context, signature []byte) (bool, error)
}

// Nothing has all methods of Scheme but Offer, and supports none of them.
type Nothing struct{}

func (Nothing) Generate() (any, any, error) { return nil, nil, Unsupported("keygen") }
func (Nothing) GenerateFromSeed([]byte) (any, any, error) {
	return nil, nil, Unsupported("generate-from-seed")
}
func (Nothing) ImportPublic([]byte) (any, error) { return nil, Unsupported("import of a public key") }
func (Nothing) ImportPrivate(form string, _ []byte) (any, error) {
	return nil, Unsupported("import-" + form)
}
func (Nothing) ExportPublic(any) ([]byte, error) { return nil, Unsupported("export of a public key") }
func (Nothing) ExportPrivate(form string, _ any) ([]byte, error) {
	return nil, Unsupported("export-" + form)
}
func (Nothing) Encapsulate(any) ([]byte, []byte, error) { return nil, nil, Unsupported("encaps") }
func (Nothing) EncapsulateWithM(any, []byte) ([]byte, []byte, error) {
	return nil, nil, Unsupported("encapsulate-with-m")
}
func (Nothing) Decapsulate(any, []byte) ([]byte, error) { return nil, Unsupported("decaps") }
func (Nothing) Sign(any, []byte, []byte, string, []byte) ([]byte, error) {
	return nil, Unsupported("sign")
}
func (Nothing) Verify(any, []byte, []byte, []byte) (bool, error) { return false, Unsupported("verify") }

// Problem is an error with a kind of section 4 of the protocol.
type Problem struct{ Kind, Message string }

func (p *Problem) Error() string { return p.Message }

// Unsupported is the error for what the library has no entry point for.
func Unsupported(what string) error { return &Problem{"unsupported", "not supported: " + what} }

// InvalidInput is the error for bytes that are refused.
func InvalidInput(format string, values ...any) error {
	return &Problem{"invalid-input", fmt.Sprintf(format, values...)}
}

// CheckLength refuses bytes of the wrong number.
func CheckLength(what string, data []byte, expected int) error {
	if len(data) != expected {
		return InvalidInput("%s: expected %d bytes, got %d", what, expected, len(data))
	}
	return nil
}

func badRequest(format string, values ...any) error {
	return &Problem{"bad-request", fmt.Sprintf(format, values...)}
}
