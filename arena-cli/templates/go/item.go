package main

import (
	"encoding/hex"
	"encoding/json"
	"runtime"
	"runtime/debug"
	"time"
)

// item is what an operation works on: keys as objects, a private key in a form that can be imported, and the other fields.
type item struct {
	public, private any
	publicBytes     []byte
	privateForm     string
	privateBytes    []byte
	given           fields
}

// result is what a call returned: the key pair, or one or two byte strings, or whether a signature is valid.
type result struct {
	public, private any
	first, second   []byte
	valid           bool
}

func keyNames(scheme Scheme) (string, string) {
	if scheme.Offer().isKem() {
		return "encapsulation_key", "decapsulation_key"
	}
	return "public_key", "private_key"
}

// newItem makes ready all that any operation needs.
func newItem(scheme Scheme, given fields) (*item, error) {
	made := &item{given: given}
	if err := made.keys(scheme); err != nil {
		return nil, err
	}
	var err error
	if made.publicBytes, err = scheme.ExportPublic(made.public); err != nil {
		return nil, err
	}
	if err := made.importable(scheme); err != nil {
		return nil, err
	}
	return made, made.complete(scheme)
}

func (i *item) keys(scheme Scheme) (err error) {
	publicName, privateName := keyNames(scheme)
	seed, hasSeed := i.given["seed"]
	public, hasPublic := i.given[publicName]
	_, hasPrivate := i.given[privateName]
	switch {
	case hasSeed && scheme.Offer().has("generate-from-seed"):
		i.public, i.private, err = scheme.GenerateFromSeed(seed)
	case hasPublic && hasPrivate:
		if i.public, err = scheme.ImportPublic(public); err == nil {
			err = i.importPrivate(scheme, privateName)
		}
	case hasPublic || hasPrivate:
		err = badRequest("an item needs `seed`, or both keys, or none of them")
	case hasSeed:
		err = Unsupported("generate-from-seed")
	default:
		i.public, i.private, err = scheme.Generate()
	}
	return err
}

// importable keeps the private key as it came, else as the library exports it.
func (i *item) importable(scheme Scheme) (err error) {
	offer := scheme.Offer()
	_, privateName := keyNames(scheme)
	seed, hasSeed := i.given["seed"]
	expanded, hasExpanded := i.given[privateName]
	usable := hasSeed && offer.has("generate-from-seed")
	switch {
	case hasExpanded && !usable && offer.has("import-expanded"):
		i.privateForm, i.privateBytes = "expanded", expanded
	case usable && offer.has("import-seed"):
		i.privateForm, i.privateBytes = "seed", seed
	default:
		for _, form := range []string{"expanded", "seed"} {
			if i.privateForm == "" && offer.has("import-"+form) && offer.has("export-"+form) {
				i.privateForm = form
				i.privateBytes, err = scheme.ExportPrivate(form, i.private)
			}
		}
	}
	return err
}

// complete makes the ciphertext or the signature that the item lacks.
func (i *item) complete(scheme Scheme) (err error) {
	if scheme.Offer().isKem() {
		if _, there := i.given["ciphertext"]; !there {
			i.given["ciphertext"], _, err = scheme.Encapsulate(i.public)
		}
		return err
	}
	if _, there := i.given["message"]; !there {
		i.given["message"] = []byte{}
	}
	if _, there := i.given["signature"]; there {
		return nil
	}
	randomness := "own"
	if scheme.Offer().has("sign-deterministic") {
		randomness = "deterministic"
	}
	call, err := i.call(scheme, "sign", randomness)
	if err != nil {
		return err
	}
	signed, err := call()
	i.given["signature"] = signed.first
	return err
}

// importFor imports the key that an operation on bytes uses.
func (i *item) importFor(scheme Scheme, operation string) error {
	publicName, privateName := keyNames(scheme)
	switch operation {
	case "keygen":
		return nil
	case "decaps", "sign":
		return i.importPrivate(scheme, privateName)
	}
	data, err := i.given.need(publicName)
	if err == nil {
		i.public, err = scheme.ImportPublic(data)
	}
	return err
}

func (i *item) importPrivate(scheme Scheme, name string) error {
	form := "expanded"
	if _, there := i.given[name]; !there {
		form, name = "seed", "seed"
	}
	data, err := i.given.need(name)
	if err == nil {
		err = scheme.Offer().require("import-" + form)
	}
	if err == nil {
		i.private, err = scheme.ImportPrivate(form, data)
	}
	return err
}

// rules says for an operation and its randomness which capability it needs and which bytes are given.
var rules = map[[2]string][2]string{
	{"keygen", "own"}: {}, {"keygen", "given"}: {"generate-from-seed", "seed"},
	{"encaps", "own"}: {}, {"encaps", "given"}: {"encapsulate-with-m", "m"},
	{"decaps", "none"}: {}, {"verify", "none"}: {},
	{"sign", "own"}: {"sign-hedged", ""}, {"sign", "deterministic"}: {"sign-deterministic", ""},
	{"sign", "given"}: {"sign-with-rnd", "rnd"},
}

// call is an operation with keys that are ready.
func (i *item) call(scheme Scheme, operation, randomness string) (func() (result, error), error) {
	rule, known := rules[[2]string{operation, randomness}]
	offer := scheme.Offer()
	ofKem := operation == "encaps" || operation == "decaps"
	if !known || operation != "keygen" && ofKem != offer.isKem() {
		return nil, badRequest("%s has no operation %q with randomness %q", offer.Algorithm, operation, randomness)
	}
	if err := offer.require(rule[0]); err != nil {
		return nil, err
	}
	var given []byte
	var err error
	if rule[1] != "" {
		if given, err = i.given.need(rule[1]); err != nil {
			return nil, err
		}
	}
	return i.bind(scheme, operation, randomness, given)
}

func (i *item) bind(scheme Scheme, operation, randomness string, given []byte) (func() (result, error), error) {
	message, context := i.given["message"], i.given["context"]
	var err error
	if operation == "sign" || operation == "verify" {
		if message, err = i.given.need("message"); err == nil && len(context) > 0 {
			err = scheme.Offer().require("context")
		}
	}
	last := map[string]string{"decaps": "ciphertext", "verify": "signature"}[operation]
	var data []byte
	if last != "" && err == nil {
		data, err = i.given.need(last)
	}
	if err != nil {
		return nil, err
	}
	return func() (r result, err error) {
		switch {
		case operation == "keygen" && given == nil:
			r.public, r.private, err = scheme.Generate()
		case operation == "keygen":
			r.public, r.private, err = scheme.GenerateFromSeed(given)
		case operation == "encaps" && given == nil:
			r.first, r.second, err = scheme.Encapsulate(i.public)
		case operation == "encaps":
			r.first, r.second, err = scheme.EncapsulateWithM(i.public, given)
		case operation == "decaps":
			r.first, err = scheme.Decapsulate(i.private, data)
		case operation == "sign":
			r.first, err = scheme.Sign(i.private, message, context, randomness, given)
		default:
			r.valid, err = scheme.Verify(i.public, message, context, data)
		}
		return r, err
	}, nil
}

// fromBytes is a call with the import of its key in front, or with the encoding of the new keys behind.
func (i *item) fromBytes(scheme Scheme, operation, randomness string) (func() (result, error), error) {
	fresh := &item{given: i.given}
	call, err := fresh.call(scheme, operation, randomness)
	if err != nil {
		return nil, err
	}
	private := operation == "decaps" || operation == "sign"
	if private && i.privateForm == "" {
		return nil, Unsupported("import of a private key in a form that it is there in")
	}
	form := toldForm(scheme)
	return func() (r result, err error) {
		switch {
		case operation == "keygen":
			if r, err = call(); err == nil {
				if r.first, err = scheme.ExportPublic(r.public); err == nil {
					r.second, err = scheme.ExportPrivate(form, r.private)
				}
			}
			return r, err
		case private:
			fresh.private, err = scheme.ImportPrivate(i.privateForm, i.privateBytes)
		default:
			fresh.public, err = scheme.ImportPublic(i.publicBytes)
		}
		if err != nil {
			return r, err
		}
		return call()
	}, nil
}

func toldForm(scheme Scheme) string {
	if scheme.Offer().has("export-expanded") {
		return "expanded"
	}
	return "seed"
}

// describe puts a result on the wire.
func (r result) describe(scheme Scheme, operation string) (map[string]any, error) {
	outputs := map[string]string{}
	entry := map[string]any{"outputs": outputs}
	switch operation {
	case "keygen":
		publicName, privateName := keyNames(scheme)
		form := toldForm(scheme)
		public, err := scheme.ExportPublic(r.public)
		if err != nil {
			return nil, err
		}
		private, err := scheme.ExportPrivate(form, r.private)
		if err != nil {
			return nil, err
		}
		if form == "seed" {
			privateName = "seed"
		}
		outputs[publicName], outputs[privateName] = hex.EncodeToString(public), hex.EncodeToString(private)
	case "encaps":
		outputs["ciphertext"], outputs["shared_secret"] = hex.EncodeToString(r.first), hex.EncodeToString(r.second)
	case "decaps":
		outputs["shared_secret"] = hex.EncodeToString(r.first)
	case "sign":
		outputs["signature"] = hex.EncodeToString(r.first)
	case "verify":
		entry["valid"] = r.valid
	}
	return entry, nil
}

// time measures a block of samples.
func (r *runner) time(req request) (map[string]any, error) {
	place, scheme, err := r.scheme(req)
	if err != nil {
		return nil, err
	}
	if err := knownWords(req); err != nil {
		return nil, err
	}
	if req.FirstItem == nil || req.Warmups == nil || req.Iterations == nil ||
		*req.Iterations == 0 || *req.Iterations > mostCalls || *req.Warmups > mostCalls {
		return nil, badRequest("`first_item`, `warmups` (at most %d) and `iterations` (1 to %d) are needed", mostCalls, mostCalls)
	}
	if req.Lane != "prepared" && req.Lane != "from-bytes" {
		return nil, badRequest("unknown lane %q", req.Lane)
	}
	items := r.items[place]
	if items == nil {
		return nil, badRequest("no corpus: send `prepare` first")
	}
	calls := make([]func() (result, error), len(items))
	for at, one := range items {
		make := one.call
		if req.Lane == "from-bytes" {
			make = one.fromBytes
		}
		if calls[at], err = make(scheme, req.Operation, req.Randomness); err != nil {
			return nil, err
		}
	}
	at := func(i uint) int { return int((*req.FirstItem%uint(len(items)) + i) % uint(len(items))) }
	samples := make([]int64, *req.Iterations)
	results := make([]result, *req.Iterations)
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for i := uint(0); i < *req.Warmups; i++ {
		if _, err := calls[at(i)](); err != nil {
			return nil, err
		}
	}
	for i := range samples {
		call := calls[at(uint(i))]
		start := time.Now()
		made, err := call()
		samples[i] = time.Since(start).Nanoseconds()
		if err != nil {
			return nil, err
		}
		results[i] = made
	}
	entries, err := grouped(scheme, req.Operation, results, at)
	return map[string]any{"reply": "timed", "samples_ns": samples, "results": entries}, err
}

// grouped makes one entry of the results of one item that are equal.
func grouped(scheme Scheme, operation string, results []result, at func(uint) int) ([]map[string]any, error) {
	entries := []map[string]any{}
	places := map[string]int{}
	for i, one := range results {
		entry, err := one.describe(scheme, operation)
		if err != nil {
			return nil, err
		}
		entry["item"] = at(uint(i))
		key, err := json.Marshal(entry)
		if err != nil {
			return nil, err
		}
		place, seen := places[string(key)]
		if !seen {
			place = len(entries)
			places[string(key)] = place
			entry["count"] = 0
			entries = append(entries, entry)
		}
		entries[place]["count"] = entries[place]["count"].(int) + 1
	}
	return entries, nil
}
