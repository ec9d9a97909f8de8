package main

import (
	"io"

	circlkem "github.com/cloudflare/circl/kem"
)

// encapsulationKey is what the public keys of CIRCL's ML-KEM packages offer.
type encapsulationKey interface {
	EncapsulateTo(ciphertext, sharedSecret, m []byte)
	Pack(out []byte)
}

// decapsulationKey is what their private keys offer.
type decapsulationKey interface {
	DecapsulateTo(sharedSecret, ciphertext []byte)
	Pack(out []byte)
}

// kem is ML-KEM at one parameter set.
type kem struct {
	parameterSet           string
	ekSize, dkSize, ctSize int
	generate               func() (encapsulationKey, decapsulationKey, error)
	fromSeed               func(seed []byte) (encapsulationKey, decapsulationKey)
	importPublic           func(bytes []byte) (encapsulationKey, error)
	importPrivate          func(bytes []byte) (decapsulationKey, error)
	corpus                 []kemItem
}

const (
	kemSeedSize   = 64
	kemMSize      = 32
	kemSecretSize = 32
)

// kemItem is an item of the corpus with all that any operation needs.
type kemItem struct {
	seed, m    []byte // nil if not given
	ek, dk     []byte
	public     encapsulationKey
	private    decapsulationKey
	ciphertext []byte
}

// kemSlot takes the result of one call.
type kemSlot struct {
	public                           encapsulationKey
	private                          decapsulationKey
	ek, dk, ciphertext, sharedSecret []byte
}

// newKem wires up one of CIRCL's packages. The key types P and S come from there.
func newKem[P, S any, PP interface {
	*P
	encapsulationKey
	Unpack([]byte) error
}, PS interface {
	*S
	decapsulationKey
	Unpack([]byte) error
}](
	parameterSet string, scheme circlkem.Scheme,
	generate func(io.Reader) (*P, *S, error),
	fromSeed func([]byte) (*P, *S),
) *kem {
	return &kem{
		parameterSet: parameterSet, ekSize: scheme.PublicKeySize(), dkSize: scheme.PrivateKeySize(),
		ctSize: scheme.CiphertextSize(),
		generate: func() (encapsulationKey, decapsulationKey, error) {
			public, private, err := generate(nil)
			return PP(public), PS(private), err
		},
		fromSeed: func(seed []byte) (encapsulationKey, decapsulationKey) {
			public, private := fromSeed(seed)
			return PP(public), PS(private)
		},
		importPublic: func(bytes []byte) (encapsulationKey, error) {
			key := PP(new(P))
			return key, key.Unpack(bytes)
		},
		importPrivate: func(bytes []byte) (decapsulationKey, error) {
			key := PS(new(S))
			return key, key.Unpack(bytes)
		},
	}
}

func (k *kem) names() (string, string) { return "ml-kem", k.parameterSet }

func (k *kem) capabilities() []string {
	return []string{"generate-from-seed", "encapsulate-with-m", "import-expanded", "import-seed",
		"export-expanded"}
}

func (k *kem) operations() map[string][]string {
	return map[string][]string{"keygen": {"own", "given"}, "encaps": {"own", "given"}, "decaps": {"none"}}
}

// readPublic imports an encapsulation key that came from outside.
func (k *kem) readPublic(bytes []byte) (encapsulationKey, error) {
	if err := checkLength("encapsulation_key", bytes, k.ekSize); err != nil {
		return nil, err
	}
	key, err := k.importPublic(bytes)
	if err != nil {
		return nil, invalidInput("encapsulation_key: refused by CIRCL: %v", err)
	}
	return key, nil
}

// readPrivate imports a decapsulation key that came from outside.
func (k *kem) readPrivate(bytes []byte) (decapsulationKey, error) {
	if err := checkLength("decapsulation_key", bytes, k.dkSize); err != nil {
		return nil, err
	}
	key, err := k.importPrivate(bytes)
	if err != nil {
		return nil, invalidInput("decapsulation_key: refused by CIRCL: %v", err)
	}
	return key, nil
}

func (k *kem) pack(public encapsulationKey, private decapsulationKey) (ek, dk []byte) {
	ek, dk = make([]byte, k.ekSize), make([]byte, k.dkSize)
	public.Pack(ek)
	private.Pack(dk)
	return ek, dk
}

func (k *kem) prepare(items []fields) error {
	corpus := make([]kemItem, len(items))
	for i, given := range items {
		if err := k.prepareItem(&corpus[i], given); err != nil {
			return inItem(i, err)
		}
	}
	k.corpus = corpus
	return nil
}

func (k *kem) prepareItem(item *kemItem, given fields) (err error) {
	if given.has("m") {
		if item.m, err = given.exactly("m", kemMSize); err != nil {
			return err
		}
	}
	if err := k.prepareKeys(item, given); err != nil {
		return err
	}
	if given.has("ciphertext") {
		item.ciphertext, err = given.exactly("ciphertext", k.ctSize)
		return err
	}
	item.ciphertext = make([]byte, k.ctSize)
	item.public.EncapsulateTo(item.ciphertext, make([]byte, kemSecretSize), nil)
	return nil
}

// prepareKeys finds the key pair of an item: from the seed, the two keys, or fresh randomness.
func (k *kem) prepareKeys(item *kemItem, given fields) (err error) {
	source, err := keySource(given, "encapsulation_key", "decapsulation_key")
	if err != nil {
		return err
	}
	switch source {
	case fromSeed:
		if item.seed, err = given.exactly("seed", kemSeedSize); err != nil {
			return err
		}
		item.public, item.private = k.fromSeed(item.seed)
	case fromKeys:
		if item.ek, err = given.bytes("encapsulation_key"); err != nil {
			return err
		}
		if item.dk, err = given.bytes("decapsulation_key"); err != nil {
			return err
		}
		if item.public, err = k.readPublic(item.ek); err != nil {
			return err
		}
		item.private, err = k.readPrivate(item.dk)
		return err
	case fromOwn:
		if item.public, item.private, err = k.generate(); err != nil {
			return err
		}
	}
	item.ek, item.dk = k.pack(item.public, item.private)
	return nil
}
