package main

import (
	"io"

	"github.com/cloudflare/circl/sign"
)

// verifyingKey and signingKey are the keys of one of CIRCL's ML-DSA packages. The calls that sign
// and verify are functions of the package and take the package's own type.
type verifyingKey interface{ Bytes() []byte }

type signingKey interface{ Bytes() []byte }

// seeded is a signing key that tells its seed, as those of CIRCL 1.6.2 and later do.
type seeded interface{ Seed() []byte }

// dsa is ML-DSA at one parameter set.
type dsa struct {
	parameterSet            string
	pkSize, skSize, sigSize int
	exportsSeed             bool
	generate                func() (verifyingKey, signingKey, error)
	fromSeed                func(seed *[dsaSeedSize]byte) (verifyingKey, signingKey)
	importPublic            func(bytes []byte) (verifyingKey, error)
	importPrivate           func(bytes []byte) (signingKey, error)
	sign                    func(key signingKey, message, context []byte, hedged bool, out []byte) error
	verify                  func(key verifyingKey, message, context, signature []byte) bool
	corpus                  []dsaItem
}

const (
	dsaSeedSize    = 32
	longestContext = 255
)

// dsaItem is an item of the corpus with all that any operation needs.
type dsaItem struct {
	seed                        *[dsaSeedSize]byte // nil if not given
	pk, sk                      []byte
	public                      verifyingKey
	private                     signingKey
	message, context, signature []byte
}

// dsaSlot takes the result of one call.
type dsaSlot struct {
	public            verifyingKey
	private           signingKey
	pk, sk, signature []byte
	valid             bool
}

// newDsa wires up one of CIRCL's packages. The key types P and S come from there.
func newDsa[P, S any, PP interface {
	*P
	verifyingKey
	UnmarshalBinary([]byte) error
}, PS interface {
	*S
	signingKey
	UnmarshalBinary([]byte) error
}](
	parameterSet string, scheme sign.Scheme,
	generate func(io.Reader) (*P, *S, error),
	fromSeed func(*[dsaSeedSize]byte) (*P, *S),
	signTo func(*S, []byte, []byte, bool, []byte) error,
	verify func(*P, []byte, []byte, []byte) bool,
) *dsa {
	_, exportsSeed := any(PS(new(S))).(seeded)
	return &dsa{
		exportsSeed:  exportsSeed,
		parameterSet: parameterSet, pkSize: scheme.PublicKeySize(), skSize: scheme.PrivateKeySize(),
		sigSize: scheme.SignatureSize(),
		generate: func() (verifyingKey, signingKey, error) {
			public, private, err := generate(nil)
			return PP(public), PS(private), err
		},
		fromSeed: func(seed *[dsaSeedSize]byte) (verifyingKey, signingKey) {
			public, private := fromSeed(seed)
			return PP(public), PS(private)
		},
		importPublic: func(bytes []byte) (verifyingKey, error) {
			key := PP(new(P))
			return key, key.UnmarshalBinary(bytes)
		},
		importPrivate: func(bytes []byte) (signingKey, error) {
			key := PS(new(S))
			return key, key.UnmarshalBinary(bytes)
		},
		// The keys of a dsa are made by the functions above, so they are of these types.
		sign: func(key signingKey, message, context []byte, hedged bool, out []byte) error {
			return signTo(key.(PS), message, context, hedged, out)
		},
		verify: func(key verifyingKey, message, context, signature []byte) bool {
			return verify(key.(PP), message, context, signature)
		},
	}
}

func (d *dsa) names() (string, string) { return "ml-dsa", d.parameterSet }

func (d *dsa) capabilities() []string {
	offered := []string{"generate-from-seed", "sign-deterministic", "sign-hedged", "context",
		"import-expanded", "import-seed", "export-expanded"}
	if d.exportsSeed {
		offered = append(offered, "export-seed")
	}
	return offered
}

func (d *dsa) operations() map[string][]string {
	return map[string][]string{"keygen": {"own", "given"}, "sign": {"own", "deterministic", "given"},
		"verify": {"none"}}
}

// readPublic imports a public key that came from outside.
func (d *dsa) readPublic(bytes []byte) (verifyingKey, error) {
	if err := checkLength("public_key", bytes, d.pkSize); err != nil {
		return nil, err
	}
	return d.importPublic(bytes)
}

// readPrivate imports a private key that came from outside.
func (d *dsa) readPrivate(bytes []byte) (signingKey, error) {
	if err := checkLength("private_key", bytes, d.skSize); err != nil {
		return nil, err
	}
	return d.importPrivate(bytes)
}

// readSeed reads ξ.
func readSeed(given fields) (*[dsaSeedSize]byte, error) {
	seed, err := given.exactly("seed", dsaSeedSize)
	if err != nil {
		return nil, err
	}
	return (*[dsaSeedSize]byte)(seed), nil
}

// readMessage reads the message, which must be there, and the context, which may be absent.
func (item *dsaItem) readMessage(given fields) (err error) {
	if item.message, err = given.bytes("message"); err != nil {
		return err
	}
	if !given.has("context") {
		return nil
	}
	if item.context, err = given.bytes("context"); err != nil {
		return err
	}
	if len(item.context) > longestContext {
		return invalidInput("context: expected at most %d bytes, got %d", longestContext, len(item.context))
	}
	return nil
}

func (d *dsa) prepare(items []fields) error {
	corpus := make([]dsaItem, len(items))
	for i, given := range items {
		if err := d.prepareItem(&corpus[i], given); err != nil {
			return inItem(i, err)
		}
	}
	d.corpus = corpus
	return nil
}

func (d *dsa) prepareItem(item *dsaItem, given fields) (err error) {
	if !given.has("message") {
		given["message"] = []byte(`""`)
	}
	if err := item.readMessage(given); err != nil {
		return err
	}
	if err := d.prepareKeys(item, given); err != nil {
		return err
	}
	if given.has("signature") {
		item.signature, err = given.bytes("signature")
		return err
	}
	item.signature = make([]byte, d.sigSize)
	return d.sign(item.private, item.message, item.context, false, item.signature)
}

// prepareKeys finds the key pair of an item: from the seed, the two keys, or fresh randomness.
func (d *dsa) prepareKeys(item *dsaItem, given fields) (err error) {
	source, err := keySource(given, "public_key", "private_key")
	if err != nil {
		return err
	}
	switch source {
	case fromSeed:
		if item.seed, err = readSeed(given); err != nil {
			return err
		}
		item.public, item.private = d.fromSeed(item.seed)
	case fromKeys:
		if item.pk, err = given.bytes("public_key"); err != nil {
			return err
		}
		if item.sk, err = given.bytes("private_key"); err != nil {
			return err
		}
		if item.public, err = d.readPublic(item.pk); err != nil {
			return err
		}
		item.private, err = d.readPrivate(item.sk)
		return err
	case fromOwn:
		if item.public, item.private, err = d.generate(); err != nil {
			return err
		}
	}
	item.pk, item.sk = item.public.Bytes(), item.private.Bytes()
	return nil
}
