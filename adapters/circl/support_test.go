package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"
)

// talk holds a conversation and returns the replies, one for each line.
func talk(t *testing.T, lines ...string) []map[string]any {
	t.Helper()
	var out bytes.Buffer
	in := strings.NewReader(strings.Join(lines, "\n") + "\n")
	if err := serve(in, &out, newRunner(allSchemes())); err != nil {
		t.Fatal(err)
	}
	replies := []map[string]any{}
	for _, line := range strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") {
		var reply map[string]any
		if err := json.Unmarshal([]byte(line), &reply); err != nil {
			t.Fatalf("%v in the reply %q", err, line)
		}
		replies = append(replies, reply)
	}
	if len(replies) != len(lines) {
		t.Fatalf("%d requests, %d replies", len(lines), len(replies))
	}
	return replies
}

// request is a request with the given fields: name, value, name, value, ...
func request(t *testing.T, pairs ...any) string {
	t.Helper()
	object := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		object[pairs[i].(string)] = pairs[i+1]
	}
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// perform runs one operation and returns the whole reply.
func perform(t *testing.T, algorithm, set, operation, randomness string, inputs map[string]string) map[string]any {
	t.Helper()
	return talk(t, request(t, "command", "perform", "algorithm", algorithm, "parameter_set", set,
		"operation", operation, "randomness", randomness, "inputs", inputs))[0]
}

// out is an output of a reply to perform.
func out(t *testing.T, reply map[string]any, name string) string {
	t.Helper()
	outputs, _ := reply["outputs"].(map[string]any)
	value, there := outputs[name].(string)
	if !there {
		t.Fatalf("no %s in %v", name, reply)
	}
	return value
}

// digest is the SHA-256 of bytes in hexadecimal.
func digest(t *testing.T, text string) string {
	t.Helper()
	value, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(value)
	return hex.EncodeToString(sum[:])
}

// span is the bytes from first up to but not including end, in hexadecimal.
func span(first, end int) string {
	value := []byte{}
	for b := first; b < end; b++ {
		value = append(value, byte(b))
	}
	return hex.EncodeToString(value)
}

// flipped is the byte string with one bit of its first byte changed.
func flipped(t *testing.T, text string) string {
	t.Helper()
	value, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	value[0] ^= 1
	return hex.EncodeToString(value)
}

func wantError(t *testing.T, reply map[string]any, kind, words string) {
	t.Helper()
	message, _ := reply["message"].(string)
	if reply["reply"] != "error" || reply["kind"] != kind || !strings.Contains(message, words) {
		t.Errorf("got %v, want an error of kind %s with %q", reply, kind, words)
	}
}
