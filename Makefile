# What to type. The work is done by scripts in ci/ and by the arena itself; see ci/README.md.
.DEFAULT_GOAL := help
.PHONY: help arena evidence quick check test soak fuzz platforms release tools doctor clean

MINUTES ?= 60
ARENA = ci/with-tools cargo run --release --locked --quiet --package arena-cli --

help: ## lists these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-9s%s\n", $$1, $$2}' Makefile

arena: tools ## builds every implementation and runs the comparison (protocol v2)
	$(ARENA) build
	$(ARENA) run --protocol v2

evidence: tools ## the comparison that holds: common inputs, turns, intervals (protocol evidence)
	$(ARENA) build
	$(ARENA) run --protocol evidence

quick: tools ## the same in seconds, to try things out; no evidence
	$(ARENA) build
	$(ARENA) run --protocol quick

check: tools ## whether every implementation is right: all suites of `arena check`, in full
	$(ARENA) build
	$(ARENA) check --full

test: tools ## formatting, lints, all tests, and the pipeline with tiny counts
	ci/test

soak: tools ## whether an hour of work takes more and more memory, descriptors or processes; MINUTES=n for less
	$(ARENA) build
	ci/with-tools cargo build --release --locked --quiet --package arena-cli
	ci/soak --minutes $(MINUTES)

fuzz: ## every fuzz target for 60 seconds; needs cargo-fuzz and a nightly Rust (docs/fuzzing.md)
	ci/fuzz

release: ## the archive of the arena: program, documents, licences, bill of materials (docs/releasing.md)
	ci/release

platforms: ## nexusq-v3 built for other processors, and its portable back end under Miri
	ci/platforms

tools: ## finds or fetches cmake, libclang and go, downloads the packages
	ci/setup

doctor: tools ## says what this machine has, what is missing and how to get it
	$(ARENA) doctor

clean: ## removes what was built and fetched; keeps the results of runs
	cargo clean
	rm -rf .tools
