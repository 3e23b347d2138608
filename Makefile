# The front door: a thin layer over CMake. `make` alone explains the targets.
#
# Variables: BUILD (build folder), JOBS (parallel jobs), RESULTS (where figures go), CMAKE_FLAGS (passed to configure).
BUILD ?= build
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
RESULTS ?= $(CURDIR)/results
CMAKE_FLAGS ?=

.DEFAULT_GOAL := help
.PHONY: help deps configure build figures figures-quick test bench compare baseline clean

help:
	@echo "nsdbench: reproducible benchmarks for non-smooth dynamics"
	@echo
	@echo "  make figures        install what is missing, build, run every experiment, draw every figure, list the claims"
	@echo "  make test           install what is missing, build, run all tests"
	@echo
	@echo "  make figures-quick  the same experiments with coarser studies, into results/quick"
	@echo "  make bench          time the parts of a step"
	@echo "  make compare        what the last 'make figures' moved against results/baseline"
	@echo "  make baseline       accept the last 'make figures' as the new results/baseline"
	@echo "  make build          compile"
	@echo "  make deps           install missing packages (Debian, Ubuntu)"
	@echo "  make clean          remove the build folder and everything generated under results/"
	@echo
	@echo "Variables: BUILD=folder, RESULTS=folder, JOBS=number, CMAKE_FLAGS=options, as in 'make figures JOBS=1'."

deps:
	@cmake/install-packages.sh

configure: deps
	@cmake --preset release -B "$(BUILD)" -DNSDBENCH_RESULTS_DIR="$(RESULTS)" $(CMAKE_FLAGS) > /dev/null

build: configure
	@cmake --build "$(BUILD)" -j $(JOBS)

# An experiment that fails does not keep the others from being run and drawn, nor the table of claims from being printed.
figures figures-quick: configure
	@status=0; \
	cmake --build "$(BUILD)" -j $(JOBS) --target $(@:figures%=drawings%) -- -k 0 || status=1; \
	cmake --build "$(BUILD)" --target $(@:figures%=claims%) || status=1; \
	exit $$status

test: build
	@cd "$(BUILD)" && ctest --output-on-failure -j $(JOBS)

bench: build
	@"$(BUILD)/bin/bench_moreau_step" --benchmark_counters_tabular=true --benchmark_time_unit=ms

compare: configure
	@cmake --build "$(BUILD)" -j $(JOBS) --target nsdbench-compare > /dev/null
	@"$(BUILD)/bin/nsdbench-compare" "$(RESULTS)" "$(CURDIR)/results/baseline"

baseline: configure
	@cmake --build "$(BUILD)" -j $(JOBS) --target nsdbench-compare > /dev/null
	@"$(BUILD)/bin/nsdbench-compare" "$(RESULTS)" "$(CURDIR)/results/baseline" --update

# Only what the suite itself writes, whatever RESULTS is.
EXPERIMENTS := $(patsubst experiments/%/main.cpp,%,$(wildcard experiments/*/main.cpp))
clean:
	@rm -rf "$(BUILD)"
	@cd "$(RESULTS)" && rm -rf $(EXPERIMENTS) quick variants claims.md claims.json
