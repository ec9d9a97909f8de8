package main

import (
	"errors"
	"fmt"
)

// source is where the key pair of an item comes from.
type source int

const (
	fromOwn source = iota
	fromSeed
	fromKeys
)

// keySource decides it as section 3 of the protocol says for a runner that can generate from a seed.
func keySource(given fields, publicName, privateName string) (source, error) {
	public, private := given.has(publicName), given.has(privateName)
	switch {
	case given.has("seed"):
		return fromSeed, nil
	case public && private:
		return fromKeys, nil
	case !public && !private:
		return fromOwn, nil
	default:
		return fromOwn, badRequest("an item has both %s and %s, or none of them", publicName, privateName)
	}
}

// inItem says which item of the corpus an error belongs to.
func inItem(index int, err error) error {
	var known *problem
	if errors.As(err, &known) {
		return &problem{known.kind, fmt.Sprintf("item %d: %s", index, known.message)}
	}
	return fmt.Errorf("item %d: %w", index, err)
}

// notPrepared is the error of a block without a corpus.
func notPrepared(scheme scheme) error {
	algorithm, parameterSet := scheme.names()
	return badRequest("%s %s: prepare a corpus before time", algorithm, parameterSet)
}
