package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
)

// The runner protocol, docs/runner-protocol.md of the arena. Nothing here needs to be changed for an adapter.

const mostCalls = 1_000_000

type fields map[string][]byte

type request struct {
	Command      string            `json:"command"`
	Protocol     *int              `json:"protocol"`
	Algorithm    *string           `json:"algorithm"`
	ParameterSet *string           `json:"parameter_set"`
	Operation    string            `json:"operation"`
	Lane         string            `json:"lane"`
	Randomness   string            `json:"randomness"`
	FirstItem    *uint             `json:"first_item"`
	Warmups      *uint             `json:"warmups"`
	Iterations   *uint             `json:"iterations"`
	Items        []json.RawMessage `json:"items"`
	Inputs       json.RawMessage   `json:"inputs"`
}

type runner struct {
	descriptor map[string]any
	schemes    []Scheme
	items      map[int][]*item
}

// Serve answers each line of in with one line of out, until bye or the end of the input.
func Serve(in io.Reader, out io.Writer, descriptor map[string]any, schemes []Scheme) error {
	r := &runner{descriptor, schemes, map[int][]*item{}}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil && (len(line) == 0 || !errors.Is(err, io.EOF)) {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		answer := r.answer(line)
		text, err := json.Marshal(answer)
		if err != nil {
			return err
		}
		if _, err := out.Write(append(text, '\n')); err != nil || answer["reply"] == "bye" {
			return err
		}
	}
}

func (r *runner) answer(line []byte) (answer map[string]any) {
	// The runner outlives a panic of the library; `arena check` counts it as a crash.
	defer func() {
		if cause := recover(); cause != nil {
			answer = asReply(&Problem{"failed", fmt.Sprintf("panic: %v", cause)})
		}
	}()
	answer, err := r.dispatch(line)
	if err != nil {
		return asReply(err)
	}
	return answer
}

func asReply(err error) map[string]any {
	var known *Problem
	if !errors.As(err, &known) {
		known = &Problem{"failed", err.Error()}
	}
	return map[string]any{"reply": "error", "kind": known.Kind, "message": known.Message}
}

func (r *runner) dispatch(line []byte) (map[string]any, error) {
	var req request
	if !bytes.HasPrefix(bytes.TrimSpace(line), []byte("{")) {
		return nil, badRequest("a request is one JSON object on one line")
	}
	if err := json.Unmarshal(line, &req); err != nil {
		return nil, badRequest("a request is one JSON object on one line: %v", err)
	}
	switch req.Command {
	case "hello":
		return r.hello(req)
	case "prepare":
		return r.prepare(req)
	case "time":
		return r.time(req)
	case "perform":
		return r.perform(req)
	case "bye":
		return map[string]any{"reply": "bye"}, nil
	}
	return nil, badRequest("unknown command %q; there are hello, prepare, time, perform, bye", req.Command)
}

func (r *runner) hello(req request) (map[string]any, error) {
	if req.Protocol == nil || *req.Protocol != 1 {
		return nil, badRequest("this runner speaks protocol 1")
	}
	offers := []Offer{}
	for _, scheme := range r.schemes {
		offers = append(offers, scheme.Offer())
	}
	return map[string]any{"reply": "hello", "protocol": 1, "descriptor": r.descriptor, "parameter_sets": offers}, nil
}

// scheme finds what a request is about, and its place.
func (r *runner) scheme(req request) (int, Scheme, error) {
	if req.Algorithm == nil || req.ParameterSet == nil {
		return 0, nil, badRequest("`algorithm` or `parameter_set` is missing")
	}
	for place, scheme := range r.schemes {
		offer := scheme.Offer()
		if offer.Algorithm == *req.Algorithm && offer.ParameterSet == *req.ParameterSet {
			return place, scheme, nil
		}
	}
	return 0, nil, badRequest("this runner does not offer `%s` `%s`", *req.Algorithm, *req.ParameterSet)
}

func (r *runner) prepare(req request) (map[string]any, error) {
	place, scheme, err := r.scheme(req)
	if err != nil {
		return nil, err
	}
	if len(req.Items) == 0 {
		return nil, badRequest("`items` is a list of at least one item")
	}
	items := []*item{}
	for _, raw := range req.Items {
		given, err := decode(raw)
		if err != nil {
			return nil, err
		}
		made, err := newItem(scheme, given)
		if err != nil {
			return nil, err
		}
		items = append(items, made)
	}
	r.items[place] = items
	return map[string]any{"reply": "prepared", "items": len(items)}, nil
}

func (r *runner) perform(req request) (map[string]any, error) {
	_, scheme, err := r.scheme(req)
	if err != nil {
		return nil, err
	}
	if err := knownWords(req); err != nil {
		return nil, err
	}
	given := fields{}
	if len(req.Inputs) > 0 {
		if given, err = decode(req.Inputs); err != nil {
			return nil, err
		}
	}
	on := &item{given: given}
	call, err := on.call(scheme, req.Operation, req.Randomness)
	if err != nil {
		return nil, err
	}
	if err := on.importFor(scheme, req.Operation); err != nil {
		return nil, err
	}
	result, err := call()
	if err != nil {
		return nil, err
	}
	entry, err := result.describe(scheme, req.Operation)
	if err != nil {
		return nil, err
	}
	if req.Operation == "keygen" && scheme.Offer().has("export-seed") {
		seed, err := scheme.ExportPrivate("seed", result.private)
		if err != nil {
			return nil, err
		}
		entry["outputs"].(map[string]string)["seed"] = hex.EncodeToString(seed)
	}
	entry["reply"] = "performed"
	return entry, nil
}

func knownWords(req request) error {
	switch req.Operation {
	case "keygen", "encaps", "decaps", "sign", "verify":
	default:
		return badRequest("unknown operation %q", req.Operation)
	}
	switch req.Randomness {
	case "own", "given", "deterministic", "none":
		return nil
	}
	return badRequest("unknown randomness %q", req.Randomness)
}

// decode reads the byte strings of an object.
func decode(raw json.RawMessage) (fields, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil || all == nil {
		return nil, badRequest("an item and `inputs` are objects")
	}
	decoded := fields{}
	for _, name := range []string{"seed", "encapsulation_key", "decapsulation_key", "public_key", "private_key", "m", "rnd",
		"ciphertext", "shared_secret", "message", "context", "signature"} {
		value, there := all[name]
		if !there {
			continue
		}
		var text *string
		if err := json.Unmarshal(value, &text); err != nil || text == nil {
			return nil, badRequest("`%s` is no hexadecimal string", name)
		}
		data, err := hex.DecodeString(*text)
		if err != nil {
			return nil, badRequest("`%s` is no hexadecimal string: %v", name, err)
		}
		decoded[name] = data
	}
	return decoded, nil
}

func (f fields) need(name string) ([]byte, error) {
	if data, there := f[name]; there {
		return data, nil
	}
	return nil, badRequest("`%s` is missing", name)
}

// buildInfo says how this program was compiled.
func buildInfo() map[string]any {
	return map[string]any{"compiler": runtime.Version(), "profile": "", "target": runtime.GOOS + "/" + runtime.GOARCH, "flags": ""}
}
