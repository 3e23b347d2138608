#!/usr/bin/env python3
"""Builds the suite in several ways and says whether all of them compute the same bits.

  variants.py WORK_DIR [VARIANT ...] [--motions FILE] [--experiments] [--continue] [--jobs N] [--limit MINUTES]

Each variant is built in WORK_DIR/<variant>. Short motions of all mechanisms and contact problems for all solvers
(golden_motions) are compared with FILE [motions.txt beside this script], line by line; with --experiments, all quick
experiments with hashes.json, too. A variant whose compiler or emulator is not installed is wrong input if variants are
asked for, and is skipped otherwise. What cannot be built, crashes or takes longer than MINUTES is a cell of the table
like others, and the rest goes on.

With --experiments the table is written to WORK_DIR/table.md after each cell. --continue takes up the cells of an
earlier table that say "yes" and are of this commit, and says so; a working copy with changes has none.

Exit code 0 if all are the same, 1 if not, 2 for wrong input.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import time

import golden

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))

# The GNU C library chooses its functions by processor; its tunables hide what the processor has.
WITHOUT_FMA = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX2_Usable,-FMA_Usable"}


HOST_HEADERS = os.path.join(HERE, "host_headers.cmake")
# What the compilers for other processors come without, though this machine may have it.
FOR_OTHERS = [f"-DCMAKE_PROJECT_INCLUDE={HOST_HEADERS}", "-DNSDBENCH_IPOPT=OFF",
              *(f"-DCMAKE_DISABLE_FIND_PACKAGE_{package}=ON" for package in ("ZLIB", "HDF5"))]


class Variant:
    def __init__(self, compiler, flags, environment=None, launcher=(), build_of=None, configure=(), program="",
                 threads=()):
        self.compiler, self.flags = compiler, flags
        self.environment = {**os.environ, **(environment or {})}
        self.launcher = list(launcher)  # what runs the program
        self.build_of = build_of        # the variant whose programs it runs
        self.configure = list(configure)
        self.program = program          # how the name of a program ends
        self.threads = list(threads)    # runs experiments that have --threads, and no others, on so many
        self.needs = [compiler] + self.launcher[:1]


VARIANTS = {
    # Each source by itself, too: one that lacks an include compiles among others, and not in the presets for analysis.
    "gcc-O0": Variant("g++", "-O0", configure=["-DNSDBENCH_COMPILE_TOGETHER=OFF"]),
    "gcc-O2": Variant("g++", "-O2"),
    "gcc-O3": Variant("g++", "-O3"),
    "gcc-O3-without-fma": Variant("g++", "-O3", WITHOUT_FMA, build_of="gcc-O3"),
    "gcc-O3-threads": Variant("g++", "-O3", build_of="gcc-O3", threads=(1, 2, 7)),
    "gcc-O3-native": Variant("g++", "-O3 -march=native"),
    "clang-O0": Variant("clang++", "-O0"),
    "clang-O2": Variant("clang++", "-O2"),
    "clang-O3": Variant("clang++", "-O3"),
    "aarch64": Variant("aarch64-linux-gnu-g++", "-O2", launcher=["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
                       configure=["-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64", *FOR_OTHERS]),
    "wasm32": Variant("em++", "-O2 -fexceptions", launcher=["node"], program=".js",
                      configure=["-DCMAKE_SYSTEM_NAME=Generic", "-DCMAKE_EXECUTABLE_SUFFIX_CXX=.js",
                                 "-DCMAKE_CXX_COMPILER_WORKS=TRUE", "-DCMAKE_SIZEOF_VOID_P=4", *FOR_OTHERS,
                                 # Optimised already, and doing that again takes longer than a run.
                                 "-DCMAKE_EXE_LINKER_FLAGS=-O1 -sALLOW_MEMORY_GROWTH=1 "
                                 "-sSTACK_SIZE=8MB -sNODERAWFS=1 -sEXIT_RUNTIME=1"]),
}
# Those for each change; the others take long, or need what a machine seldom has.
QUICK = ["gcc-O0", "clang-O2"]


MOTIONS = "short motions and contact problems"


def lines_of(file):
    with open(file, encoding="utf-8") as lines:
        return dict(line.rstrip("\n").partition(" ")[::2] for line in lines)


def output_of(command):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def commit():
    return output_of(["git", "-C", SOURCE, "describe", "--always", "--dirty", "--exclude", "*"]).strip() or "unknown"


class Build:
    """The programs of a variant."""

    def __init__(self, name, options):
        self.variant = VARIANTS[name]
        self.name = self.variant.build_of or name
        self.folder = os.path.join(options.work, self.name)
        self.log = os.path.join(self.folder, "build.log")
        self.jobs, self.with_experiments = options.jobs, options.experiments
        self.refusal = [f"does not build, see {self.name}/build.log"]

    def show_log(self):
        with open(self.log, encoding="utf-8", errors="replace") as file:
            sys.stderr.write("".join(file.readlines()[-30:]))

    def run(self, *command):
        with open(self.log, "a", encoding="utf-8") as log:
            log.write("$ " + " ".join(command) + "\n")
            log.flush()
            return subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, check=False).returncode == 0

    def configure(self):
        os.makedirs(self.folder, exist_ok=True)
        open(self.log, "w", encoding="utf-8").close()
        parts = ["EXPERIMENTS", "TOOLS"] if self.with_experiments else []
        switches = [f"-DNSDBENCH_BUILD_{part}={'ON' if part in parts else 'OFF'}"
                    for part in ("EXPERIMENTS", "TOOLS", "TESTS", "BENCHMARKS")]
        return self.run("cmake", "-S", SOURCE, "-B", self.folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None",
                        f"-DCMAKE_CXX_COMPILER={self.variant.compiler}",
                        f"-DCMAKE_CXX_FLAGS={VARIANTS[self.name].flags}", *switches, *self.variant.configure)

    def experiments(self):
        if not self.with_experiments:
            return []
        with open(os.path.join(self.folder, "figure_list.txt"), encoding="utf-8") as file:
            return sorted({line.split()[0] for line in file})

    def make(self, targets):
        """Makes the targets; those that it cannot make."""
        build = ["cmake", "--build", self.folder, "-j", str(self.jobs), "--target"]
        if not targets or self.run(*build, *targets, "--", "-k", "0"):
            return []
        return [target for target in targets if not self.run(*build, target)]

    def command(self, target):
        return [*self.variant.launcher, os.path.join(self.folder, "bin", target + self.variant.program)]


def failure(build, target, arguments, limit, output):
    """How the program failed, if it did; what it prints goes to the file `output`."""
    os.makedirs(os.path.dirname(output), exist_ok=True)
    try:
        with open(output, "w", encoding="utf-8") as file:
            answer = subprocess.run([*build.command(target), *arguments], env=build.variant.environment, cwd=SOURCE,
                                    stdout=file, stderr=subprocess.STDOUT, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return [f"not done after {limit / 60:g} minutes"]
    return [f"exit code {answer.returncode}"] if answer.returncode != 0 else []


def different_motions(build, expected, results, limit):
    output = os.path.join(results, "motions.txt")
    return failure(build, "golden_motions", [], limit, output) or [
        motion for motion in {**expected, **lines_of(output)} if expected.get(motion) != lines_of(output).get(motion)]


def different_results(build, experiment, results, limit, arguments=()):
    out = os.path.join(results, experiment)
    shutil.rmtree(out, ignore_errors=True)
    failed = failure(build, experiment, ["--quick", "--out", out, *arguments], limit, out + ".log")
    if not os.path.exists(os.path.join(out, "record.json")):
        return [*failed, "no record"]
    return failed + golden.differences(golden.committed_hashes().get(experiment), golden.hashes_of(results, experiment))


def different_by_threads(build, experiment, results, limit):
    return [f"--threads {threads}: {name}" for threads in build.variant.threads
            for name in different_results(build, experiment, results, limit, ["--threads", str(threads)])]


class Table:
    """A column for each variant: compiler, commit, minutes taken, and for each row "yes" or what is not the same."""

    ABOUT = ("compiler", "commit", "minutes")

    def __init__(self, options):
        self.work = options.work if options.experiments else None
        self.columns, self.earlier = {}, {}
        self.name, self.current, self.yes, self.minutes, self.start = "", {}, set(), 0.0, 0.0
        cells = os.path.join(options.work, "cells.json")
        if options.go_on and os.path.exists(cells):
            with open(cells, encoding="utf-8") as file:
                self.earlier = json.load(file)

    def skip(self, name):
        self.columns[name] = {}

    def begin(self, name, compiler, of_commit):
        self.name, self.start, self.minutes, self.yes = name, time.monotonic(), 0.0, set()
        earlier = self.earlier.get(name, {})
        if earlier.get("commit") == of_commit and not of_commit.endswith(("unknown", "dirty")):
            self.minutes = earlier["minutes"]
            self.yes = {row for row, cell in earlier.items() if cell == "yes"}
        self.current = self.columns[name] = {"compiler": compiler, "commit": of_commit, "minutes": self.minutes}

    def is_taken_up(self, row):
        if row in self.yes:
            print(f"{self.name}, {row}: the same bits, in an earlier run of this commit", flush=True)
            self.current[row] = "yes"
        return row in self.yes

    def add(self, row, different):
        self.current[row] = "no: " + different[0] if different else "yes"
        says = "not the same bits: " + ", ".join(different) if different else "the same bits"
        print(f"{self.name}, {row}: {says}", flush=True)
        self.current["minutes"] = round(self.minutes + (time.monotonic() - self.start) / 60.0, 1)
        if self.work:
            self.write("table.md", self.text())
            self.write("cells.json", json.dumps({**self.earlier, **self.columns}, indent=1) + "\n")

    def write(self, name, text):
        with open(os.path.join(self.work, name + ".part"), "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(file.name, os.path.join(self.work, name))

    def text(self):
        columns = {**self.earlier, **self.columns}
        lines = ["| | " + " | ".join(columns) + " |", "|" + "---|" * (len(columns) + 1)]
        for row in dict.fromkeys(row for column in columns.values() for row in column):
            cells = (str(column.get(row, "-" if column else "skipped")) for column in columns.values())
            lines.append(f"| {row} | " + " | ".join(cells) + " |")
        return "\n".join(lines) + "\n"

    def all_the_same(self):
        cells = [cell for column in self.columns.values() for row, cell in column.items() if row not in self.ABOUT]
        return "yes" in cells and all(cell == "yes" for cell in cells)


def compare(name, options, expected, table):
    build = Build(name, options)
    variant = build.variant
    limit = options.limit and 60.0 * options.limit
    results = os.path.join(options.work, name, "results")
    if not build.configure():
        build.show_log()
        for row in [MOTIONS, *(golden.committed_hashes() if options.experiments else [])]:
            table.add(row, build.refusal)
        return
    wanted = ["golden_motions"] if not variant.threads and not table.is_taken_up(MOTIONS) else []
    for experiment in build.experiments():
        if not table.is_taken_up(experiment):
            wanted.append(experiment)
    not_built = build.make(wanted)
    if not_built:
        build.show_log()
    for target in wanted:
        row = MOTIONS if target == "golden_motions" else target
        if target in not_built:
            table.add(row, build.refusal)
        elif row == MOTIONS:
            table.add(row, different_motions(build, expected, results, limit))
        elif not variant.threads:
            table.add(row, different_results(build, target, results, limit))
        elif "--threads" in output_of([*build.command(target), "--help"]):
            table.add(row, different_by_threads(build, target, results, limit))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work")
    parser.add_argument("variants", nargs="*", metavar="VARIANT",
                        help=", ".join(VARIANTS) + "; quick: " + ", ".join(QUICK))
    parser.add_argument("--motions", default=os.path.join(HERE, "motions.txt"))
    parser.add_argument("--experiments", action="store_true")
    parser.add_argument("--continue", dest="go_on", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--limit", type=float, metavar="MINUTES", help="for each program that is run")
    options = parser.parse_args()
    options.work = os.path.abspath(options.work)
    asked_for = [one for name in options.variants for one in (QUICK if name == "quick" else [name])]
    for name in asked_for:
        if name not in VARIANTS:
            print(f"variants.py: unknown variant '{name}'; known are quick, {', '.join(VARIANTS)}", file=sys.stderr)
            return 2
    expected = lines_of(options.motions)

    table = Table(options)
    for name in asked_for or VARIANTS:
        variant = VARIANTS[name]
        missing = [program for program in variant.needs if shutil.which(program) is None]
        if missing:
            print(f"{name}: skipped, for {' and '.join(missing)} is not installed")
            if asked_for:
                return 2
            table.skip(name)
        elif not variant.threads or options.experiments:
            table.begin(name, output_of([variant.compiler, "--version"]).partition("\n")[0], commit())
            compare(name, options, expected, table)
    if options.experiments:
        print("\n" + table.text(), end="")
    return 0 if table.all_the_same() else 1


if __name__ == "__main__":
    sys.exit(main())
