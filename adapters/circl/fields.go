package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"strconv"
)

// fields is a JSON object whose values are not read yet. The keys are taken exactly as written,
// unlike those of Go's structures, which match in any case.
type fields map[string]json.RawMessage

func parseFields(text []byte) (fields, error) {
	var object fields
	if err := json.Unmarshal(text, &object); err != nil || object == nil {
		return nil, badRequest("a request is one JSON object on one line")
	}
	return object, nil
}

// has tells whether the field is there; null counts as absent.
func (f fields) has(name string) bool {
	value, there := f[name]
	return there && !bytes.Equal(value, []byte("null"))
}

func (f fields) raw(name string) (json.RawMessage, error) {
	if !f.has(name) {
		return nil, badRequest("the field %q is missing", name)
	}
	return f[name], nil
}

// text is a field that holds a string.
func (f fields) text(name string) (string, error) {
	raw, err := f.raw(name)
	if err != nil {
		return "", err
	}
	var value string
	if json.Unmarshal(raw, &value) != nil {
		return "", badRequest("the field %q must be a string", name)
	}
	return value, nil
}

// number is a field that holds an integer from 0 on.
func (f fields) number(name string) (uint64, error) {
	raw, err := f.raw(name)
	if err != nil {
		return 0, err
	}
	value, err := strconv.ParseUint(string(raw), 10, 64)
	if err != nil {
		return 0, badRequest("the field %q must be an integer from 0 to 2^64 - 1", name)
	}
	return value, nil
}

// bytes is a field that holds a byte string in hexadecimal.
func (f fields) bytes(name string) ([]byte, error) {
	text, err := f.text(name)
	if err != nil {
		return nil, err
	}
	value, err := hex.DecodeString(text)
	if err != nil {
		return nil, badRequest("the field %q must be hexadecimal, two digits a byte", name)
	}
	return value, nil
}

// exactly is a byte string of a fixed length.
func (f fields) exactly(name string, length int) ([]byte, error) {
	value, err := f.bytes(name)
	if err != nil {
		return nil, err
	}
	return value, checkLength(name, value, length)
}

// objects is a field that holds a list of objects.
func (f fields) objects(name string) ([]fields, error) {
	raw, err := f.raw(name)
	if err != nil {
		return nil, err
	}
	var list []fields
	if json.Unmarshal(raw, &list) != nil {
		return nil, badRequest("the field %q must be a list of objects", name)
	}
	for i, object := range list {
		if object == nil {
			return nil, badRequest("item %d of %q must be an object", i, name)
		}
	}
	return list, nil
}

// object is a field that holds an object.
func (f fields) object(name string) (fields, error) {
	raw, err := f.raw(name)
	if err != nil {
		return nil, err
	}
	var value fields
	if json.Unmarshal(raw, &value) != nil {
		return nil, badRequest("the field %q must be an object", name)
	}
	return value, nil
}

// erase overwrites byte strings that the harness decoded. Go may have copied what was on a stack that
// grew; of that nobody can get hold.
func erase(secrets ...[]byte) {
	for _, secret := range secrets {
		clear(secret)
	}
}
