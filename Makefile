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
	@echo "  make clean          remove the build folder and the generated results"

deps:
	@cmake/install-packages.sh

configure: deps
	@cmake --preset release -B $(BUILD) -DNSDBENCH_RESULTS_DIR=$(RESULTS) $(CMAKE_FLAGS) > /dev/null

build: configure
	@cmake --build $(BUILD) -j $(JOBS)

# Both end with the table of claims. An experiment that fails does not keep the others from being run and drawn, and
# the table of those that are there is printed all the same.
figures figures-quick: configure
	@cmake --build $(BUILD) -j $(JOBS) --target $@ -- -k 0 || { \
	  cmake --build $(BUILD) --target $(patsubst figures%,claims%,$@); exit 1; }

test: build
	@cd $(BUILD) && ctest --output-on-failure -j $(JOBS)

bench: build
	@$(BUILD)/bin/bench_moreau_step --benchmark_counters_tabular=true --benchmark_time_unit=ms

compare: configure
	@cmake --build $(BUILD) -j $(JOBS) --target nsdbench-compare > /dev/null
	@$(BUILD)/bin/nsdbench-compare $(RESULTS) $(CURDIR)/results/baseline

baseline: configure
	@cmake --build $(BUILD) -j $(JOBS) --target nsdbench-compare > /dev/null
	@$(BUILD)/bin/nsdbench-compare $(RESULTS) $(CURDIR)/results/baseline --update

clean:
	@rm -rf $(BUILD)
	@find results -mindepth 1 -maxdepth 1 ! -name README.md ! -name baseline -exec rm -rf {} +
