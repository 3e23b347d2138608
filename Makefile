# The front door: a thin layer over CMake. `make` alone explains the targets.
#
# Variables: BUILD (build folder), JOBS (parallel jobs), RESULTS (where figures go), CMAKE_FLAGS (passed to configure),
# ARENA_FLAGS (passed to contact-arena by bench-full and bench-peers), FUZZ_BUILD (build folder of test-fuzz),
# FUZZ_SECONDS (for each of its targets), FUZZ (some of them). Those of `make sweep` stand beside it.
BUILD ?= build
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
RESULTS ?= $(CURDIR)/results
CMAKE_FLAGS ?=
ARENA_FLAGS ?=
FUZZ_BUILD ?= build-fuzz
FUZZ_SECONDS ?= 60

# With it `cd` may go elsewhere.
unexport CDPATH

.DEFAULT_GOAL := help
.PHONY: help deps configure build figures figures-quick figures-full test test-quick test-truth test-faults test-fuzz \
  test-portability test-slurm test-all bench bench-programs bench-full bench-peers compare baseline truth report api \
  test-report sweep sweep-input clean

help:
	@echo "nsdbench: reproducible benchmarks for non-smooth dynamics"
	@echo
	@echo "  make figures        install what is missing, build, run every experiment, draw every figure, list the claims"
	@echo "  make test           install what is missing, build, run all tests but those of test-truth"
	@echo "  make test-quick     without the tests of orders of convergence, figures and faults: after a change"
	@echo "  make test-truth     build and run the tests of the reference solutions and of extended precision"
	@echo "  make test-all       the tests of test and of test-truth; the programs of 'make bench' are compiled, too"
	@echo "  make test-faults    kill programs at 200 moments each, fill their disks, take their folders away (hours)"
	@echo "  make test-portability  the same bits by two compilers at several optimisations, for other processors, too (hours)"
	@echo "  make test-slurm     a sweep as Slurm job arrays on nodes that are made here, killed in the middle (slurm-wlm, munge)"
	@echo "  make test-report    the report in a real browser (Chromium, npm; SITE_FLAGS=--quick: some of it)"
	@echo "  make test-fuzz      look for input that breaks readers, command lines and solvers (clang; FUZZ_SECONDS=60 each)"
	@echo
	@echo "  make figures-quick  the same experiments with coarser studies, into results/quick"
	@echo "  make figures-full   the same with maps and diagrams at full resolution (some 7 minutes of computing), into results/full"
	@echo "  make bench          time steps and contact solvers, quick arena, scale study and work-precision diagrams (under 5 minutes), into results/quick"
	@echo "  make bench-full     the same on all problems, up to 100000 contacts (an hour or more), into results/arena and results/work-precision"
	@echo "  make bench-peers    the arena with the solvers of other libraries, as far as installed, into results/arena-peers"
	@echo "  make report         one page on all results, to be opened in a browser, into results/report; MERGE=folder adds an arena of another machine"
	@echo "  make sweep SWEEP=name   computes sweeps/plans/name.json into results/sweeps/name, or goes on with it: THREADS=n here,"
	@echo "                      ON=slurm CHUNKS=n on a cluster (docs/cluster.md); CASE_LIMIT=seconds; OUT=folder. 'make clean' keeps results/sweeps"
	@echo "  make compare        what the last 'make figures' moved against results/baseline"
	@echo "  make baseline       accept the last 'make figures' as the new results/baseline"
	@echo "  make truth          compute the reference solutions of all problems in extended precision (under 5 minutes), into reference-data/truth"
	@echo "  make api            the API reference, by Doxygen, into results/report/api"
	@echo "  make build          compile"
	@echo "  make deps           install missing packages (Debian, Ubuntu)"
	@echo "  make clean          remove the build folder and everything generated under results/"
	@echo
	@echo "Variables: BUILD=folder, RESULTS=folder, JOBS=number, CMAKE_FLAGS=options, ARENA_FLAGS=options, FUZZ_SECONDS=number, FUZZ=target, as in 'make figures JOBS=1'."

deps:
	@cmake/install-packages.sh

configure: deps
	@cmake --preset release -B "$(BUILD)" -DNSDBENCH_RESULTS_DIR="$(RESULTS)" $(CMAKE_FLAGS) > /dev/null

build: configure
	@cmake --build "$(BUILD)" -j $(JOBS)

# The papers' figures first, our own maps and diagrams, which take longer, after them. An experiment that fails does not
# keep the others from being run and drawn, nor the table of claims from being printed.
figures figures-quick figures-full: configure
	@status=0; \
	cmake --build "$(BUILD)" -j $(JOBS) --target first-$(@:figures%=drawings%) -- -k 0 || status=1; \
	cmake --build "$(BUILD)" -j $(JOBS) --target $(@:figures%=drawings%) -- -k 0 || status=1; \
	cmake --build "$(BUILD)" --target $(@:figures%=claims%) || status=1; \
	exit $$status

test: build
	@cd "$(BUILD)" && ctest --output-on-failure -j $(JOBS) -LE truth

test-quick: configure
	@cmake --build "$(BUILD)" -j $(JOBS) --target unit-tests
	@cd "$(BUILD)" && ctest --output-on-failure -j $(JOBS) -L unit

# TRUTH=reference or TRUTH=extended: one of the two kinds alone.
TRUTH ?=
test-truth: configure
	@cmake --build "$(BUILD)" -j $(JOBS) --target $(TRUTH:%=%-)truth-tests
	@cd "$(BUILD)" && ctest --output-on-failure -j $(JOBS) -L '^$(TRUTH:%=%-)truth$$' $(if $(TRUTH),-FS truth)

# FAULTS="--seed 7 --only woodpecker --moments 1000": repeats moments, takes some of the programs, more moments.
FAULTS ?=
test-faults: configure
	@cmake --build "$(BUILD)" -j $(JOBS) --target fault-programs
	@sh "$(BUILD)/tests/faults/run_faults.sh" --long $(FAULTS)

test-slurm: configure
	@cmake --build "$(BUILD)" -j $(JOBS) --target nsdbench-sweep
	@python3 -B tests/slurm/run_sweep.py "$(BUILD)/bin/nsdbench-sweep"

test-all: configure
	@cmake --build "$(BUILD)" -j $(JOBS) --target all truth-tests benchmark-programs
	@cd "$(BUILD)" && ctest --output-on-failure -j $(JOBS)

# Without one of the packages its variants are skipped, and the table says so.
VARIANTS ?=
test-portability: deps
	@cmake/install-packages.sh clang || echo "Going on without clang."
	@cmake/install-packages.sh g++-aarch64-linux-gnu qemu-user || echo "Going on without aarch64."
	@cmake/install-packages.sh emscripten || echo "Going on without wasm32."
	@python3 -B tests/portability/variants.py "$(BUILD)/portability" $(VARIANTS) --experiments --jobs $(JOBS)

# Fails if a target finds an input; $(FUZZ_BUILD)/fuzz/<target>/finds keeps it. FUZZ=contact_json: some of the targets
# alone; of all, this build by Clang must also compute the same bits. Clang's OpenMP library keeps some memory to the
# end, which would count as a leak.
FUZZ ?=
test-fuzz:
	@cmake/install-packages.sh clang libclang-rt-dev libhdf5-dev libcmark-gfm-dev libcmark-gfm-extensions-dev
	@cmake --preset fuzz -B "$(FUZZ_BUILD)" $(CMAKE_FLAGS) > /dev/null
	@cmake --build "$(FUZZ_BUILD)" -j $(JOBS) --target $(or $(FUZZ:%=fuzz_run_%),fuzz-targets golden_motions)
	@[ -n "$(FUZZ)" ] || ASAN_OPTIONS=detect_leaks=0 "$(FUZZ_BUILD)/bin/golden_motions" > "$(FUZZ_BUILD)/motions.txt"
	@[ -n "$(FUZZ)" ] || { diff tests/portability/motions.txt "$(FUZZ_BUILD)/motions.txt" && \
	  echo "Short motions by Clang: the same bits as committed."; } || \
	  { echo "Short motions by Clang: other bits than those of tests/portability/motions.txt (docs/same-bytes.md)."; exit 1; }
	@tests/fuzz/run.sh "$(FUZZ_BUILD)" $(FUZZ_SECONDS) $(JOBS) $(FUZZ)

# Problem files that the arena takes in beside the suite's own sets: NSDBENCH_CONTACT_DATA=folder.
BENCH := --benchmark_counters_tabular=true
bench-programs: configure
	@cmake --build "$(BUILD)" -j $(JOBS) --target benchmark-programs

bench: bench-programs
	@mkdir -p "$(RESULTS)/quick/arena"
	@"$(BUILD)/bin/bench_moreau_step" $(BENCH) --benchmark_time_unit=ms --benchmark_min_time=0.02
	@"$(BUILD)/bin/bench_contact_acceleration" $(BENCH) --benchmark_min_time=0.02
	@"$(BUILD)/bin/bench_complementarity_program" $(BENCH) --benchmark_min_time=0.02
	@"$(BUILD)/bin/bench_contact_solvers" $(BENCH) --largest=100 --time-limit=0.1 --benchmark_min_time=0.005 \
	  --benchmark_out="$(RESULTS)/quick/arena/bench_contact_solvers.json.part"
	@mv "$(RESULTS)/quick/arena/bench_contact_solvers.json.part" "$(RESULTS)/quick/arena/bench_contact_solvers.json"
	@"$(BUILD)/bin/contact-arena" --quick --out "$(RESULTS)/quick/arena"
	@"$(BUILD)/bin/disk-scale" --quick --out "$(RESULTS)/quick/disk-scale"
	@"$(BUILD)/bin/work-precision" --quick --out "$(RESULTS)/quick/work-precision"
	@cmake --build "$(BUILD)" --target arena-figures-quick disk-scale-figures-quick work-precision-figures-quick

bench-full: bench-programs
	@mkdir -p "$(RESULTS)/arena"
	@"$(BUILD)/bin/bench_moreau_step" $(BENCH) --benchmark_time_unit=ms
	@"$(BUILD)/bin/bench_contact_acceleration" $(BENCH)
	@"$(BUILD)/bin/bench_complementarity_program" $(BENCH)
	@"$(BUILD)/bin/bench_contact_solvers" $(BENCH) --benchmark_out="$(RESULTS)/arena/bench_contact_solvers.json.part"
	@mv "$(RESULTS)/arena/bench_contact_solvers.json.part" "$(RESULTS)/arena/bench_contact_solvers.json"
	@"$(BUILD)/bin/contact-arena" --out "$(RESULTS)/arena" $(ARENA_FLAGS)
	@"$(BUILD)/bin/disk-scale" --out "$(RESULTS)/disk-scale"
	@"$(BUILD)/bin/work-precision" --out "$(RESULTS)/work-precision"
	@cmake --build "$(BUILD)" --target arena-figures disk-scale-figures work-precision-figures

# ON=local (default) or slurm; CHUNKS: tasks of an array; WAIT=no: returns when the first array is submitted; THREADS:
# of this machine (default: all), or of a task (default: that of cluster/site.conf); CASE_LIMIT: seconds after which a
# case of an experiment's sweep is ended, and stays missing (default: none; of a task that of cluster/site.conf).
ON ?= local
CHUNKS ?= 40
WAIT ?= yes
THREADS ?=
CASE_LIMIT ?=
OUT ?= $(RESULTS)/sweeps/$(SWEEP)
sweep-input:
	@case "$(SWEEP)" in */*) echo "SWEEP must be the name of a file in sweeps/plans without a folder, not '$(SWEEP)'." >&2; exit 2 ;; esac
	@[ -f "sweeps/plans/$(SWEEP).json" ] || { echo "There is no sweep '$(SWEEP)': SWEEP must be one of" \
	  $(patsubst sweeps/plans/%.json,%,$(wildcard sweeps/plans/*.json)). >&2; exit 2; }
	@case "$(ON)" in local | slurm) ;; *) echo "ON must be local or slurm, not '$(ON)'." >&2; exit 2 ;; esac
	@case "$(WAIT)" in yes | no) ;; *) echo "WAIT must be yes or no, not '$(WAIT)'." >&2; exit 2 ;; esac

# The program of the experiment, if the sweep is one of whole runs.
swept_experiment = $(shell sed -n 's/.*"experiment": *"\([A-Za-z0-9_-]*\)".*/\1/p' "sweeps/plans/$(SWEEP).json")
sweep_flags = $(THREADS:%=--threads "%") $(CASE_LIMIT:%=--case-limit "%")
ifeq ($(ON),slurm)
compute_and_merge = NSDBENCH_SWEEP="$(BUILD)/bin/nsdbench-sweep" cluster/submit.sh "$(OUT)" "$(CHUNKS)" \
  $(if $(filter no,$(WAIT)),--no-wait) $(sweep_flags)
else
compute_and_merge = { "$(BUILD)/bin/nsdbench-sweep" run "$(OUT)" $(sweep_flags) || [ $$? -eq 1 ] || exit 2; } && \
  "$(BUILD)/bin/nsdbench-sweep" merge "$(OUT)"
endif
# Cases that failed are in the merged results and in the figure, too, and fail the target at its end.
sweep: sweep-input configure
	@cmake --build "$(BUILD)" -j $(JOBS) --target nsdbench-sweep $(swept_experiment)
	@"$(BUILD)/bin/nsdbench-sweep" plan "sweeps/plans/$(SWEEP).json" --out "$(OUT)"
	@code=0; $(compute_and_merge) || code=$$?; [ $$code -le 1 ] || exit $$code; \
	[ ! -f "sweeps/plans/$(SWEEP).gp" ] || [ ! -f "$(OUT)/record.json" ] || { \
	  cmake --build "$(BUILD)" --target nsdbench_fixed_time > /dev/null && cmake -D GNUPLOT=gnuplot \
	  -D FIXED_TIME="$$(cd "$(BUILD)" && pwd)/support/libnsdbench_fixed_time.so" -D SCRIPT="$(CURDIR)/sweeps/plans/$(SWEEP).gp" \
	  -D STYLE="$(CURDIR)/support/figures/style.gp" -D OUT="$$(cd "$(OUT)" && pwd)" -P support/figures/draw_figure.cmake && \
	  echo "Drawn: $(OUT)/$(SWEEP).png, .svg and .pdf"; } || exit; \
	exit $$code

# From whatever stands under RESULTS, such as results/quick; that does not change where figures go. Exit code 1 if a
# verdict is not the expected one, a record contradicts itself or is missing: the page says so.
MERGE ?=
report: deps
	@[ -f "$(BUILD)/CMakeCache.txt" ] || $(MAKE) --no-print-directory configure RESULTS="$(CURDIR)/results"
	@cmake --build "$(BUILD)" -j $(JOBS) --target nsdbench-report > /dev/null
	@"$(BUILD)/bin/nsdbench-report" "$(RESULTS)" $$(cut -d ' ' -f 1 "$(BUILD)/figure_list.txt" | sort -u) $(if $(MERGE),--merge "$(MERGE)")

# The site under RESULTS in Chromium. Users of the report need neither node nor npm.
SITE_FLAGS ?=
test-report: report
	@cmake/install-packages.sh $$(command -v chromium > /dev/null || echo chromium) \
	  $$(command -v node > /dev/null || echo nodejs) $$(command -v npm > /dev/null || echo npm)
	@tests/browser/run.sh "$(RESULTS)/report" $(SITE_FLAGS)

bench-peers: bench-programs
	@"$(BUILD)/bin/contact-arena" --peers --out "$(RESULTS)/arena-peers" $(ARENA_FLAGS)
	@cmake --build "$(BUILD)" --target arena-figures-peers

compare: configure
	@cmake --build "$(BUILD)" -j $(JOBS) --target nsdbench-compare > /dev/null
	@"$(BUILD)/bin/nsdbench-compare" "$(RESULTS)" "$(CURDIR)/results/baseline"

baseline: configure
	@cmake --build "$(BUILD)" -j $(JOBS) --target nsdbench-compare > /dev/null
	@"$(BUILD)/bin/nsdbench-compare" "$(RESULTS)" "$(CURDIR)/results/baseline" --update
	@docs/not_reproduced.py

# What is computed is compared with what is committed before it takes its place.
truth: configure
	@cmake --build "$(BUILD)" -j $(JOBS) --target nsdbench-truth > /dev/null
	@"$(BUILD)/bin/nsdbench-truth" --out "$(BUILD)/truth" --compare reference-data/truth || [ -n "$(ACCEPT)" ]
	@for file in "$(BUILD)"/truth/*.json; do \
	  cp "$$file" reference-data/truth/.copied && mv reference-data/truth/.copied "reference-data/truth/$${file##*/}" || exit 1; \
	done
	@$(MAKE) test-truth

# Doxygen before the build is configured, which looks for it.
api:
	@cmake/install-packages.sh doxygen
	@$(MAKE) --no-print-directory configure
	@cmake --build "$(BUILD)" --target api

# Only what the suite itself writes, whatever RESULTS is.
EXPERIMENTS := $(patsubst experiments/%/main.cpp,%,$(wildcard experiments/*/main.cpp))
clean:
	@rm -rf "$(BUILD)"
	@cd "$(RESULTS)" && rm -rf $(EXPERIMENTS) arena arena-peers disk-scale work-precision report quick full variants claims.md claims.json
