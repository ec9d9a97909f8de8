package main

import (
	"errors"
	"fmt"
)

// problem is an error with one of the kinds of section 4 of the protocol.
type problem struct {
	kind    string
	message string
}

func (p *problem) Error() string { return p.message }

func badRequest(format string, values ...any) error {
	return &problem{"bad-request", fmt.Sprintf(format, values...)}
}

func unsupported(format string, values ...any) error {
	return &problem{"unsupported", "not supported: " + fmt.Sprintf(format, values...)}
}

func invalidInput(format string, values ...any) error {
	return &problem{"invalid-input", fmt.Sprintf(format, values...)}
}

func failed(format string, values ...any) error {
	return &problem{"failed", fmt.Sprintf(format, values...)}
}

// checkLength refuses bytes of the wrong number.
func checkLength(what string, value []byte, expected int) error {
	if len(value) != expected {
		return invalidInput("%s: expected %d bytes, got %d", what, expected, len(value))
	}
	return nil
}

// asReply is the reply for an error; one without a kind comes from the library.
func asReply(err error) reply {
	var known *problem
	if !errors.As(err, &known) {
		known = &problem{"failed", err.Error()}
	}
	return reply{"reply": "error", "kind": known.kind, "message": known.message}
}
