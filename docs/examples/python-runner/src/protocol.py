"""The runner protocol (docs/runner-protocol.md) for an implementation in Python. Nothing here needs to be changed for an adapter."""

import gc
import json
import platform
import sys
import time

# For each kind of scheme its operations, and the names of a public and an expanded private key.
OPERATIONS = {"kem": ("keygen", "encaps", "decaps"), "signature": ("keygen", "sign", "verify")}
KEYS = {"kem": ("encapsulation_key", "decapsulation_key"), "signature": ("public_key", "private_key")}
LANES = ("prepared", "from-bytes")
# What each operation may draw its randomness from, the capability that it needs, and the bytes that are given.
RANDOMNESS = {
    ("keygen", "own"): (None, None), ("keygen", "given"): ("generate-from-seed", "seed"),
    ("encaps", "own"): (None, None), ("encaps", "given"): ("encapsulate-with-m", "m"),
    ("decaps", "none"): (None, None), ("verify", "none"): (None, None),
    ("sign", "own"): ("sign-hedged", None), ("sign", "deterministic"): ("sign-deterministic", None),
    ("sign", "given"): ("sign-with-rnd", "rnd"),
}
MOST_CALLS = 1_000_000


class Problem(Exception):
    """An error with a kind of section 4: bad-request, unsupported, invalid-input or failed."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


def unsupported(what):
    """For what the library has no entry point for."""
    return Problem("unsupported", "not supported: " + what)


def check_length(what, data, expected):
    """Refuses bytes of the wrong number."""
    if len(data) != expected:
        raise Problem("invalid-input", "{}: expected {} bytes, got {}".format(what, expected, len(data)))


class Scheme:
    """One parameter set. What an implementation doesn't override is unsupported."""

    kind = "kem"  # or "signature"
    algorithm = parameter_set = ""
    capabilities = []
    prepared_key = "bytes"

    def generate(self):
        """A public and a private key object."""
        raise unsupported("keygen")

    def generate_from_seed(self, seed):
        """The same from a seed; needs the capability generate-from-seed."""
        raise unsupported("generate-from-seed")

    def import_public(self, data):
        """A public key object from bytes, with the checks of the standard."""
        raise unsupported("import of a public key")

    def import_private(self, form, data):
        """A private key object from bytes; the form is `expanded` or `seed`."""
        raise unsupported("import-" + form)

    def export_public(self, key):
        """The bytes of a public key."""
        raise unsupported("export of a public key")

    def export_private(self, form, key):
        """The bytes of a private key in that form."""
        raise unsupported("export-" + form)

    def encapsulate(self, key):
        """Ciphertext and shared secret."""
        raise unsupported("encaps")

    def encapsulate_with_m(self, key, m):
        """The same with given randomness; needs the capability encapsulate-with-m."""
        raise unsupported("encapsulate-with-m")

    def decapsulate(self, key, ciphertext):
        """The shared secret."""
        raise unsupported("decaps")

    def sign(self, key, message, context, randomness, rnd):
        """A signature; randomness is `own`, `deterministic` or `given`, and then rnd are the bytes."""
        raise unsupported("sign")

    def verify(self, key, message, context, signature):
        """Whether the signature is valid; one of a wrong length is not."""
        raise unsupported("verify")

    # What follows is for the runner.

    def require(self, capability):
        if capability is not None and capability not in self.capabilities:
            raise unsupported(capability)

    def checked_private(self, form, data):
        self.require("import-" + form)
        return self.import_private(form, data)

    def told_form(self):
        return "expanded" if "export-expanded" in self.capabilities else "seed"

    def told_private(self, form, key):
        self.require("export-" + form)
        return self.export_private(form, key)


def need(fields, name):
    if name not in fields:
        raise Problem("bad-request", "`{}` is missing".format(name))
    return fields[name]


def operation(scheme, name, randomness, keys, fields):
    """The implementation's function for an operation, and its arguments; a key is the first of them."""
    if name not in OPERATIONS[scheme.kind]:
        raise Problem("bad-request", "a {} has no operation `{}`".format(scheme.kind, name))
    if (name, randomness) not in RANDOMNESS:
        raise Problem("bad-request", "`{}` does not go with randomness `{}`".format(name, randomness))
    capability, field = RANDOMNESS[name, randomness]
    scheme.require(capability)
    given = need(fields, field) if field else None
    public, private = keys
    if name == "keygen":
        return (scheme.generate, ()) if given is None else (scheme.generate_from_seed, (given,))
    if name == "encaps":
        return (scheme.encapsulate, (public,)) if given is None else (scheme.encapsulate_with_m, (public, given))
    if name == "decaps":
        return scheme.decapsulate, (private, need(fields, "ciphertext"))
    message, context = need(fields, "message"), fields.get("context", b"")
    if context:
        scheme.require("context")
    if name == "sign":
        return scheme.sign, (private, message, context, randomness, given)
    return scheme.verify, (public, message, context, need(fields, "signature"))


def is_private(name):
    return name in ("decaps", "sign")


def outputs(scheme, name, result):
    """What a result is on the wire: its byte strings, and whether a signature is valid."""
    if name == "keygen":
        form, (public_name, private_name) = scheme.told_form(), KEYS[scheme.kind]
        public, private = result[:2]
        told = {public_name: scheme.export_public(public)}
        told[private_name if form == "expanded" else "seed"] = scheme.told_private(form, private)
        return told, None
    if name == "encaps":
        return {"ciphertext": result[0], "shared_secret": result[1]}, None
    if name == "verify":
        return {}, bool(result)
    return {"shared_secret" if name == "decaps" else "signature": result}, None


class Item:
    """What `prepare` makes ready: keys as objects, their bytes, and the other fields."""

    def __init__(self, scheme, fields):
        public_name, private_name = KEYS[scheme.kind]
        seed, public, private = (fields.get(name) for name in ("seed", public_name, private_name))
        usable = seed is not None and "generate-from-seed" in scheme.capabilities
        if usable:
            self.keys = scheme.generate_from_seed(seed)
        elif public is not None and private is not None:
            self.keys = scheme.import_public(public), scheme.checked_private("expanded", private)
        elif public is not None or private is not None:
            raise Problem("bad-request", "an item needs `seed`, or both keys, or none of them")
        elif seed is not None:
            raise unsupported("generate-from-seed")
        else:
            self.keys = scheme.generate()
        self.public = scheme.export_public(self.keys[0])
        self.private = self._importable(scheme, seed if usable else None, None if usable else private)
        self.fields = dict(fields)
        if scheme.kind == "kem" and "ciphertext" not in fields:
            self.fields["ciphertext"] = scheme.encapsulate(self.keys[0])[0]
        if scheme.kind == "signature":
            self.fields.setdefault("message", b"")
            if "signature" not in fields:
                randomness = "deterministic" if "sign-deterministic" in scheme.capabilities else "own"
                function, arguments = operation(scheme, "sign", randomness, self.keys, self.fields)
                self.fields["signature"] = function(*arguments)

    def _importable(self, scheme, seed, private):
        """Form and bytes of the private key as it came, else as the implementation exports it; None if it can't be imported."""
        for form, data in (("expanded", private), ("seed", seed)):
            if data is not None and "import-" + form in scheme.capabilities:
                return form, data
        for form in ("expanded", "seed"):
            if {"import-" + form, "export-" + form} <= set(scheme.capabilities):
                return form, scheme.export_private(form, self.keys[1])
        return None

    def call(self, scheme, name, randomness, lane):
        """Function and arguments of one sample."""
        function, arguments = operation(scheme, name, randomness, self.keys, self.fields)
        if lane == "prepared":
            return function, arguments
        if name == "keygen":
            return self._generate_and_encode(scheme, function), arguments
        if not is_private(name):
            return (lambda data, *rest: function(scheme.import_public(data), *rest)), (self.public,) + arguments[1:]
        if self.private is None:
            raise unsupported("import of a private key in a form that it is there in")
        return (lambda key, *rest: function(scheme.import_private(*key), *rest)), (self.private,) + arguments[1:]

    @staticmethod
    def _generate_and_encode(scheme, function):
        form = scheme.told_form()

        def call(*arguments):
            keys = function(*arguments)
            return keys + (scheme.export_public(keys[0]), scheme.told_private(form, keys[1]))

        return call


class Runner:
    """Answers requests line by line."""

    def __init__(self, descriptor, schemes):
        self.descriptor = dict(descriptor)
        self.descriptor.setdefault("build", {
            "compiler": "{} {}".format(platform.python_implementation(), platform.python_version()),
            "profile": "", "target": "{}/{}".format(sys.platform, platform.machine()), "flags": "",
        })
        self.schemes = {(one.algorithm, one.parameter_set): one for one in schemes}
        self.items = {}

    def serve(self):
        """Holds the conversation on standard input and output."""
        for line in sys.stdin.buffer:
            reply = self.answer(line)
            sys.stdout.write(json.dumps(reply) + "\n")
            sys.stdout.flush()
            if reply["reply"] == "bye":
                return

    def answer(self, line):
        try:
            return self.dispatch(line)
        except Problem as problem:
            return {"reply": "error", "kind": problem.kind, "message": str(problem)}
        except Exception as error:  # the runner lives on, and `arena check` counts a panic as a crash
            return {"reply": "error", "kind": "failed", "message": "panic: {!r}".format(error)}

    def dispatch(self, line):
        try:
            request = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise Problem("bad-request", "a request is one JSON object on one line: {}".format(error)) from error
        if not isinstance(request, dict):
            raise Problem("bad-request", "a request is one JSON object on one line")
        commands = {"hello": self.hello, "prepare": self.prepare, "time": self.time, "perform": self.perform,
                    "bye": lambda request: {"reply": "bye"}}
        return commands[value(request, "command", commands)](request)

    def hello(self, request):
        if number(request, "protocol", 0) != 1:
            raise Problem("bad-request", "this runner speaks protocol 1")
        offers = [{"algorithm": one.algorithm, "parameter_set": one.parameter_set,
                   "capabilities": one.capabilities, "prepared_key": one.prepared_key}
                  for one in self.schemes.values()]
        return {"reply": "hello", "protocol": 1, "descriptor": self.descriptor, "parameter_sets": offers}

    def scheme(self, request):
        name = tuple(value(request, field) for field in ("algorithm", "parameter_set"))
        if name not in self.schemes:
            raise Problem("bad-request", "this runner does not offer `{}` `{}`".format(*name))
        return self.schemes[name]

    def prepare(self, request):
        scheme, items = self.scheme(request), request.get("items")
        if not isinstance(items, list) or not items:
            raise Problem("bad-request", "`items` is a list of at least one item")
        self.items[scheme] = [Item(scheme, byte_strings(item)) for item in items]
        return {"reply": "prepared", "items": len(items)}

    def perform(self, request):
        scheme, name, randomness = self.scheme(request), value(request, "operation"), value(request, "randomness")
        known_words(name, randomness)
        fields, keys = byte_strings(request.get("inputs", {})), (None, None)
        function, arguments = operation(scheme, name, randomness, keys, fields)
        if name != "keygen":
            public_name, private_name = KEYS[scheme.kind]
            if not is_private(name):
                key = scheme.import_public(need(fields, public_name))
            elif private_name in fields:
                key = scheme.checked_private("expanded", fields[private_name])
            else:
                key = scheme.checked_private("seed", need(fields, "seed"))
            arguments = (key,) + arguments[1:]
        result = function(*arguments)
        told, valid = outputs(scheme, name, result)
        if name == "keygen" and "export-seed" in scheme.capabilities:
            told["seed"] = scheme.export_private("seed", result[1])
        reply = {"reply": "performed", "outputs": hexadecimal(told)}
        return reply if valid is None else dict(reply, valid=valid)

    def time(self, request):
        scheme, name, randomness = self.scheme(request), value(request, "operation"), value(request, "randomness")
        known_words(name, randomness)
        lane, items = value(request, "lane", LANES), self.items.get(scheme)
        first, warmups = number(request, "first_item", 0), number(request, "warmups", 0, MOST_CALLS)
        iterations = number(request, "iterations", 1, MOST_CALLS)
        if items is None:
            raise Problem("bad-request", "no corpus: send `prepare` first")
        order = [(first + i) % len(items) for i in range(max(warmups, iterations))]
        calls = {at: items[at].call(scheme, name, randomness, lane) for at in set(order)}
        gc.collect()
        gc.disable()
        try:
            for at in order[:warmups]:
                function, arguments = calls[at]
                function(*arguments)
            samples, results, clock = [], [], time.perf_counter_ns
            for at in order[:iterations]:
                function, arguments = calls[at]
                start = clock()
                result = function(*arguments)
                samples.append(clock() - start)
                results.append(result)
        finally:
            gc.enable()
        return {"reply": "timed", "samples_ns": samples,
                "results": grouped(scheme, name, zip(order, results))}


def grouped(scheme, name, results):
    """Results of one item that are equal are one entry."""
    entries = {}
    for item, result in results:
        told, valid = outputs(scheme, name, result)
        entry = {"item": item, "count": 0, "outputs": hexadecimal(told)}
        if valid is not None:
            entry["valid"] = valid
        key = json.dumps(entry, sort_keys=True)
        entries.setdefault(key, entry)["count"] += 1
    return list(entries.values())


def known_words(name, randomness):
    if not any(name in names for names in OPERATIONS.values()):
        raise Problem("bad-request", "unknown operation `{}`".format(name))
    if not any(randomness == known for _, known in RANDOMNESS):
        raise Problem("bad-request", "unknown randomness `{}`".format(randomness))


def value(request, field, known=None):
    text = request.get(field)
    if not isinstance(text, str):
        raise Problem("bad-request", "`{}` is missing or no string".format(field))
    if known is not None and text not in known:
        raise Problem("bad-request", "{} `{}`: known are {}".format(field, text, ", ".join(known)))
    return text


def number(request, field, least, most=2 ** 63):
    given = request.get(field)
    if not isinstance(given, int) or isinstance(given, bool) or not least <= given <= most:
        raise Problem("bad-request", "`{}` is a whole number from {} to {}".format(field, least, most))
    return given


def byte_strings(fields):
    known = {"seed", "m", "rnd", "ciphertext", "shared_secret", "message", "context", "signature"}.union(*KEYS.values())
    if not isinstance(fields, dict):
        raise Problem("bad-request", "an item and `inputs` are objects")
    try:
        decoded = {name: bytes.fromhex(fields[name]) for name in fields.keys() & known}
    except (TypeError, ValueError) as error:
        raise Problem("bad-request", "a byte string is hexadecimal digits: {}".format(error)) from error
    if any(2 * len(data) != len(fields[name]) for name, data in decoded.items()):
        raise Problem("bad-request", "a byte string is hexadecimal digits and nothing between them")
    return decoded


def hexadecimal(told):
    return {name: bytes(data).hex() for name, data in told.items()}
