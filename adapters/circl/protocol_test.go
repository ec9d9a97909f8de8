package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestHello(t *testing.T) {
	replies := talk(t, `{"command":"hello","protocol":1,"later":[1]}`, `{"command":"hello","protocol":2}`,
		`{"command":"hello"}`, `{"command":"bye"}`)
	descriptor, _ := replies[0]["descriptor"].(map[string]any)
	if descriptor["id"] != "circl" || descriptor["version"] != "1.6.4" {
		t.Errorf("the descriptor is %v", descriptor)
	}
	if sets, _ := replies[0]["parameter_sets"].([]any); len(sets) != 6 {
		t.Errorf("%d parameter sets", len(sets))
	}
	wantError(t, replies[1], "bad-request", "speaks 1")
	wantError(t, replies[2], "bad-request", `"protocol" is missing`)
	if replies[3]["reply"] != "bye" {
		t.Errorf("the last reply is %v", replies[3])
	}
}

func TestByeEndsTheConversation(t *testing.T) {
	var out strings.Builder
	in := strings.NewReader("{\"command\":\"bye\"}\n{\"command\":\"hello\",\"protocol\":1}\n")
	if err := serve(in, &out, newRunner(nil)); err != nil || out.String() != "{\"reply\":\"bye\"}\n" {
		t.Errorf("said %q, %v", out.String(), err)
	}
}

// timing is a request for a block that is right, except for the fields given.
func timing(t *testing.T, algorithm, set, operation, randomness string, more ...any) string {
	t.Helper()
	return request(t, append([]any{"command", "time", "algorithm", algorithm, "parameter_set", set,
		"operation", operation, "randomness", randomness, "lane", "prepared", "first_item", 0,
		"warmups", 1, "iterations", 3}, more...)...)
}

func preparation(t *testing.T, algorithm, set string, items ...map[string]string) string {
	t.Helper()
	return request(t, "command", "prepare", "algorithm", algorithm, "parameter_set", set, "items", items)
}

func TestRefusedRequests(t *testing.T) {
	prepare := preparation(t, "ml-kem", "768", map[string]string{})
	prepareDsa := preparation(t, "ml-dsa", "65", map[string]string{})
	zeros := func(count int) string { return strings.Repeat("00", count) }
	for _, refused := range []struct{ line, kind, words string }{
		{"", "bad-request", "JSON object"},
		{"null", "bad-request", "JSON object"},
		{"[1]", "bad-request", "JSON object"},
		{`{"command":"hello","protocol":1`, "bad-request", "JSON object"},
		{`{"Command":"bye"}`, "bad-request", `"command" is missing`},
		{`{"command":1}`, "bad-request", "must be a string"},
		{`{"command":"sing"}`, "bad-request", `"sing"`},
		{timing(t, "ml-kem", "769", "keygen", "own"), "bad-request", `"769"`},
		{timing(t, "slh-dsa", "shake-128f", "keygen", "own"), "bad-request", `"slh-dsa"`},
		{timing(t, "ml-kem", "512", "keygen", "own"), "bad-request", "prepare a corpus"},
		{timing(t, "ml-kem", "768", "sign", "own"), "bad-request", `"sign" is no operation of ml-kem`},
		{timing(t, "ml-kem", "768", "decaps", "own"), "bad-request", "randomness"},
		{timing(t, "ml-kem", "768", "encaps", "deterministic"), "bad-request", "randomness"},
		{timing(t, "ml-kem", "768", "keygen", "given"), "bad-request", "without a seed"},
		{timing(t, "ml-kem", "768", "encaps", "given"), "bad-request", "without m"},
		{timing(t, "ml-dsa", "65", "sign", "given"), "unsupported", "sign-with-rnd"},
		{timing(t, "ml-kem", "768", "keygen", "own", "lane", "fast"), "bad-request", `"fast"`},
		{timing(t, "ml-kem", "768", "keygen", "own", "iterations", 0), "bad-request", "iterations"},
		{timing(t, "ml-kem", "768", "keygen", "own", "warmups", 1_000_001), "bad-request", "warmups"},
		{timing(t, "ml-kem", "768", "keygen", "own", "first_item", -1), "bad-request", "first_item"},
		{timing(t, "ml-kem", "768", "keygen", "own", "first_item", 0.5), "bad-request", "first_item"},
		{`{"command":"perform","algorithm":"ml-kem","parameter_set":"768","operation":"keygen","randomness":"given"}`,
			"bad-request", `"seed" is missing`},
		{`{"command":"perform","algorithm":"ml-kem","parameter_set":"768","operation":"keygen","randomness":"own","inputs":[]}`,
			"bad-request", "must be an object"},
		{preparation(t, "ml-kem", "768"), "bad-request", `"items" is missing`},
		{preparation(t, "ml-kem", "768", []map[string]string{}...), "bad-request", "at least one item"},
		{preparation(t, "ml-kem", "768", map[string]string{"seed": span(0, 63)}), "invalid-input",
			"item 0: seed: expected 64 bytes, got 63"},
		{preparation(t, "ml-kem", "768", map[string]string{}, map[string]string{"m": "0"}), "bad-request", "item 1"},
		{preparation(t, "ml-kem", "768", map[string]string{"ciphertext": "00"}), "invalid-input", "1088"},
		{preparation(t, "ml-kem", "768", map[string]string{"encapsulation_key": "00"}), "bad-request", "both"},
		{preparation(t, "ml-kem", "768", map[string]string{"encapsulation_key": strings.Repeat("ff", 1184),
			"decapsulation_key": zeros(2400)}), "invalid-input", "encapsulation_key: refused"},
		{preparation(t, "ml-kem", "768", map[string]string{"encapsulation_key": zeros(1184),
			"decapsulation_key": zeros(2400)}), "invalid-input", "decapsulation_key: refused"},
		{preparation(t, "ml-dsa", "65", map[string]string{"context": zeros(256)}), "invalid-input", "255"},
		{preparation(t, "ml-dsa", "65", map[string]string{"private_key": "00"}), "bad-request", "both"},
		{preparation(t, "ml-dsa", "65", map[string]string{"public_key": "", "private_key": ""}),
			"invalid-input", "public_key: expected 1952 bytes, got 0"},
	} {
		replies := talk(t, prepare, prepareDsa, refused.line)
		t.Run(refused.words, func(t *testing.T) { wantError(t, replies[2], refused.kind, refused.words) })
	}
}

func TestRefusedInputs(t *testing.T) {
	for _, refused := range []struct {
		algorithm, set, operation, randomness string
		inputs                                map[string]string
		kind, words                           string
	}{
		{"ml-kem", "512", "keygen", "given", map[string]string{}, "bad-request", `"seed" is missing`},
		{"ml-kem", "512", "encaps", "own", map[string]string{}, "bad-request", `"encapsulation_key" is missing`},
		{"ml-kem", "512", "encaps", "own", map[string]string{"encapsulation_key": "00"}, "invalid-input", "800"},
		{"ml-kem", "1024", "decaps", "none", map[string]string{"ciphertext": "00"}, "invalid-input", "1568"},
		{"ml-dsa", "44", "sign", "given", map[string]string{}, "unsupported", "sign-with-rnd"},
		{"ml-dsa", "44", "sign", "own", map[string]string{"message": "", "private_key": "00"}, "invalid-input", "2560"},
		{"ml-dsa", "44", "sign", "own", map[string]string{"seed": span(0, 32)}, "bad-request", `"message" is missing`},
		{"ml-dsa", "44", "sign", "own", map[string]string{"message": "", "seed": span(0, 32),
			"context": strings.Repeat("00", 256)}, "invalid-input", "at most 255"},
		{"ml-dsa", "87", "verify", "none", map[string]string{"message": "", "signature": "",
			"public_key": span(0, 3)}, "invalid-input", "2592"},
	} {
		reply := perform(t, refused.algorithm, refused.set, refused.operation, refused.randomness, refused.inputs)
		wantError(t, reply, refused.kind, refused.words)
	}
}

// Every operation in every lane: right number of samples, right items, and what the standard fixes.
func TestBlocks(t *testing.T) {
	seeds := func(length int) []map[string]string {
		return []map[string]string{
			{"seed": span(0, length), "m": span(32, 64)},
			{"seed": span(1, length+1), "m": span(33, 65)},
		}
	}
	corpora := map[string][]map[string]string{"ml-kem": seeds(64), "ml-dsa": seeds(32)}
	for _, scheme := range allSchemes() {
		algorithm, set := scheme.names()
		for operation, ways := range scheme.operations() {
			for _, randomness := range ways {
				if operation == "sign" && randomness == "given" {
					continue
				}
				for _, lane := range []string{"prepared", "from-bytes"} {
					t.Run(fmt.Sprint(algorithm, set, operation, randomness, lane), func(t *testing.T) {
						replies := talk(t, preparation(t, algorithm, set, corpora[algorithm]...),
							timing(t, algorithm, set, operation, randomness, "lane", lane, "first_item", 5, "iterations", 3))
						checkBlock(t, replies[1], operation, randomness)
					})
				}
			}
		}
	}
}

func checkBlock(t *testing.T, reply map[string]any, operation, randomness string) {
	t.Helper()
	samples, _ := reply["samples_ns"].([]any)
	results, _ := reply["results"].([]any)
	items, counts := []float64{}, []float64{}
	for _, entry := range results {
		entry := entry.(map[string]any)
		items, counts = append(items, entry["item"].(float64)), append(counts, entry["count"].(float64))
		if valid, there := entry["valid"]; there != (operation == "verify") || (there && valid != true) {
			t.Errorf("valid is %v", valid)
		}
	}
	// Three calls from item 5 of 2: items 1, 0, 1. Own randomness makes all three differ.
	wantItems, wantCounts := []float64{1, 0}, []float64{2, 1}
	if randomness == "own" {
		wantItems, wantCounts = []float64{1, 0, 1}, []float64{1, 1, 1}
	}
	if len(samples) != 3 || !slices.Equal(items, wantItems) || !slices.Equal(counts, wantCounts) {
		t.Errorf("%d samples, items %v, counts %v; reply %.300v", len(samples), items, counts, reply)
	}
}

// What a block returns for an item is what the standard says for that item's inputs. Calls that
// start at item 1 of 2 must take its inputs and not those of item 0.
func TestBlocksAgreeWithKnownValues(t *testing.T) {
	other := map[string]string{"seed": span(2, 66), "m": span(2, 34)}
	otherDsa := map[string]string{"seed": span(2, 34)}
	replies := talk(t,
		preparation(t, "ml-kem", "768", other, map[string]string{"seed": span(0, 64), "m": span(32, 64)}),
		timing(t, "ml-kem", "768", "keygen", "given", "first_item", 1),
		timing(t, "ml-kem", "768", "encaps", "given", "first_item", 3, "lane", "from-bytes"),
		preparation(t, "ml-dsa", "65", otherDsa, map[string]string{"seed": span(0, 32), "message": span(0, 48)}),
		timing(t, "ml-dsa", "65", "keygen", "given", "first_item", 1, "lane", "from-bytes"),
		timing(t, "ml-dsa", "65", "sign", "deterministic", "first_item", 1, "warmups", 2))
	output := func(reply int, name string) string {
		return digest(t, out(t, replies[reply]["results"].([]any)[0].(map[string]any), name))
	}
	kem, dsa := knownKems["768"], knownDsas["65"]
	for name, pair := range map[string][2]string{
		"ek": {output(1, "encapsulation_key"), kem.ek}, "dk": {output(1, "decapsulation_key"), kem.dk},
		"c": {output(2, "ciphertext"), kem.ciphertext}, "K": {output(2, "shared_secret"), kem.secret},
		"pk": {output(4, "public_key"), dsa.pk}, "sk": {output(4, "private_key"), dsa.sk},
		"signature": {output(5, "signature"), dsa.withoutContext},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: got %s, want %s", name, pair[0], pair[1])
		}
	}
}

// A corpus with keys, ciphertext and signature from outside is used as it is.
func TestPreparedFromBytes(t *testing.T) {
	keys := perform(t, "ml-kem", "512", "keygen", "given", map[string]string{"seed": span(0, 64)})
	sent := perform(t, "ml-kem", "512", "encaps", "given",
		map[string]string{"encapsulation_key": out(t, keys, "encapsulation_key"), "m": span(32, 64)})
	replies := talk(t, preparation(t, "ml-kem", "512", map[string]string{
		"encapsulation_key": out(t, keys, "encapsulation_key"),
		"decapsulation_key": out(t, keys, "decapsulation_key"),
		"ciphertext":        flipped(t, out(t, sent, "ciphertext"))}),
		timing(t, "ml-kem", "512", "decaps", "none"),
		preparation(t, "ml-dsa", "44", map[string]string{"seed": span(0, 32), "signature": "00"}),
		timing(t, "ml-dsa", "44", "verify", "none"))
	secret := out(t, replies[1]["results"].([]any)[0].(map[string]any), "shared_secret")
	if digest(t, secret) != knownKems["512"].rejection {
		t.Errorf("the rejection secret is %s", secret)
	}
	if valid := replies[3]["results"].([]any)[0].(map[string]any)["valid"]; valid != false {
		t.Errorf("a signature of one byte is valid: %v", valid)
	}
}

// A failed prepare leaves the earlier corpus in place.
func TestFailedPrepareKeepsTheCorpus(t *testing.T) {
	replies := talk(t, preparation(t, "ml-kem", "512", map[string]string{}),
		preparation(t, "ml-kem", "512", map[string]string{"seed": "00"}),
		timing(t, "ml-kem", "512", "decaps", "none"))
	wantError(t, replies[1], "invalid-input", "seed")
	if replies[2]["reply"] != "timed" {
		t.Errorf("got %v", replies[2])
	}
}
