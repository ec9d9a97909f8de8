package main

import "slices"

// protocolVersion is the one that this runner speaks.
const protocolVersion = 1

// mostCalls is the largest number of warm-ups or samples in a block.
const mostCalls = 1_000_000

// scheme is a KEM or a signature scheme at one parameter set, with its corpus.
type scheme interface {
	names() (algorithm, parameterSet string)
	capabilities() []string
	// operations maps each operation to the kinds of randomness that go with it.
	operations() map[string][]string
	// prepare replaces the corpus.
	prepare(items []fields) error
	// time runs a block over the corpus.
	time(request timeRequest) (timings, error)
	// perform runs one operation on bytes. The pointer is nil except for verify.
	perform(operation, randomness string, inputs fields) (outputs, *bool, error)
}

// outputs are the byte strings that an operation returns, by name.
type outputs map[string][]byte

// timeRequest is a checked request for a block.
type timeRequest struct {
	operation, randomness string
	fromBytes             bool
	firstItem             uint64
	warmups, iterations   int
}

// runner holds the conversation.
type runner struct {
	schemes []scheme
}

func newRunner(schemes []scheme) *runner { return &runner{schemes} }

func (r *runner) hello(request fields) (reply, error) {
	version, err := request.number("protocol")
	if err != nil {
		return nil, err
	}
	if version != protocolVersion {
		return nil, badRequest("protocol %d was asked for; this runner speaks %d", version, protocolVersion)
	}
	sets := []reply{}
	for _, scheme := range r.schemes {
		algorithm, parameterSet := scheme.names()
		sets = append(sets, reply{
			"algorithm": algorithm, "parameter_set": parameterSet,
			"capabilities": scheme.capabilities(),
			// Both kinds of CIRCL's key objects keep the public matrix.
			"prepared_key": "expanded",
		})
	}
	return reply{"reply": "hello", "protocol": protocolVersion,
		"descriptor": descriptor(), "parameter_sets": sets}, nil
}

// find is the scheme that a request names.
func (r *runner) find(request fields) (scheme, error) {
	algorithm, err := request.text("algorithm")
	if err != nil {
		return nil, err
	}
	parameterSet, err := request.text("parameter_set")
	if err != nil {
		return nil, err
	}
	for _, scheme := range r.schemes {
		if a, p := scheme.names(); a == algorithm && p == parameterSet {
			return scheme, nil
		}
	}
	return nil, badRequest("no parameter set %q of %q; see the reply to hello", parameterSet, algorithm)
}

func (r *runner) prepare(request fields) (reply, error) {
	scheme, err := r.find(request)
	if err != nil {
		return nil, err
	}
	items, err := request.objects("items")
	if err != nil {
		return nil, err
	}
	if len(items) == 0 {
		return nil, badRequest("a corpus has at least one item")
	}
	if err := scheme.prepare(items); err != nil {
		return nil, err
	}
	return reply{"reply": "prepared", "items": len(items)}, nil
}

// operation reads the operation and its randomness and checks that they go together.
func operation(scheme scheme, request fields) (operation, randomness string, err error) {
	if operation, err = request.text("operation"); err != nil {
		return "", "", err
	}
	if randomness, err = request.text("randomness"); err != nil {
		return "", "", err
	}
	allowed, known := scheme.operations()[operation]
	if !known {
		algorithm, _ := scheme.names()
		return "", "", badRequest("%q is no operation of %s", operation, algorithm)
	}
	if !slices.Contains(allowed, randomness) {
		return "", "", badRequest("%s goes with the randomness %q, not %q", operation, allowed, randomness)
	}
	return operation, randomness, nil
}

func (r *runner) time(request fields) (reply, error) {
	scheme, err := r.find(request)
	if err != nil {
		return nil, err
	}
	parsed, err := parseTime(scheme, request)
	if err != nil {
		return nil, err
	}
	timings, err := scheme.time(parsed)
	if err != nil {
		return nil, err
	}
	return reply{"reply": "timed", "samples_ns": timings.samples, "results": timings.results}, nil
}

func parseTime(scheme scheme, request fields) (parsed timeRequest, err error) {
	if parsed.operation, parsed.randomness, err = operation(scheme, request); err != nil {
		return parsed, err
	}
	lane, err := request.text("lane")
	if err != nil {
		return parsed, err
	}
	if lane != "prepared" && lane != "from-bytes" {
		return parsed, badRequest("unknown lane %q; there are prepared and from-bytes", lane)
	}
	parsed.fromBytes = lane == "from-bytes"
	if parsed.firstItem, err = request.number("first_item"); err != nil {
		return parsed, err
	}
	if parsed.warmups, err = calls(request, "warmups", 0); err != nil {
		return parsed, err
	}
	parsed.iterations, err = calls(request, "iterations", 1)
	return parsed, err
}

// calls is a number of calls within the limits.
func calls(request fields, name string, least uint64) (int, error) {
	value, err := request.number(name)
	if err != nil {
		return 0, err
	}
	if value < least || value > mostCalls {
		return 0, badRequest("%s: expected %d to %d, got %d", name, least, mostCalls, value)
	}
	return int(value), nil
}

func (r *runner) perform(request fields) (reply, error) {
	scheme, err := r.find(request)
	if err != nil {
		return nil, err
	}
	operation, randomness, err := operation(scheme, request)
	if err != nil {
		return nil, err
	}
	inputs := fields{}
	if request.has("inputs") {
		if inputs, err = request.object("inputs"); err != nil {
			return nil, err
		}
	}
	values, valid, err := scheme.perform(operation, randomness, inputs)
	if err != nil {
		return nil, err
	}
	answer := reply{"reply": "performed", "outputs": values.encoded()}
	for _, value := range values {
		clear(value)
	}
	if valid != nil {
		answer["valid"] = *valid
	}
	return answer, nil
}
