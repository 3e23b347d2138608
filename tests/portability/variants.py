#!/usr/bin/env python3
"""Builds the suite in several ways and says whether all of them compute the same bits.

  variants.py WORK_DIR [VARIANT ...] [--motions FILE] [--experiments] [--jobs N]

Each variant is built in WORK_DIR/<variant>. Short motions of all mechanisms and contact problems for all solvers
(golden_motions) are compared with FILE [motions.txt beside this script], line by line; with --experiments, all quick
experiments with hashes.json, too. A variant whose compiler or emulator is not installed is wrong input if variants are
asked for, and is skipped otherwise.

Exit code 0 if all are the same, 1 if not, 2 for wrong input.
"""
import argparse
import os
import shutil
import subprocess
import sys

import golden

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))

# The GNU C library chooses its functions by processor; its tunables hide what the processor has.
WITHOUT_FMA = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX2_Usable,-FMA_Usable"}


class Variant:
    def __init__(self, compiler, flags, environment=None, launcher=(), build_of=None, configure=(), program="",
                 without=()):
        self.compiler, self.flags = compiler, flags
        self.environment = environment or {}
        self.launcher = list(launcher)  # what runs the program
        self.build_of = build_of        # the variant whose programs it runs
        self.configure = list(configure)
        self.program = program          # how the name of a program ends
        self.without = list(without)    # experiments
        self.needs = [compiler] + self.launcher[:1]


# Left out for other processors: experiments that export contact problems link zlib, which their compilers come without.
NOT_ELSEWHERE = ["disk_mixing", "disk_pile"]

VARIANTS = {
    "gcc-O0": Variant("g++", "-O0"),
    "gcc-O2": Variant("g++", "-O2"),
    "gcc-O3": Variant("g++", "-O3"),
    "gcc-O3-without-fma": Variant("g++", "-O3", WITHOUT_FMA, build_of="gcc-O3"),
    "gcc-O3-native": Variant("g++", "-O3 -march=native"),
    "clang-O0": Variant("clang++", "-O0"),
    "clang-O2": Variant("clang++", "-O2"),
    "clang-O3": Variant("clang++", "-O3"),
    "aarch64": Variant("aarch64-linux-gnu-g++", "-O2", launcher=["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
                       configure=["-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64", "-DNSDBENCH_IPOPT=OFF"],
                       without=NOT_ELSEWHERE),
    "wasm32": Variant("em++", "-O2 -fexceptions", launcher=["node"], program=".js", without=NOT_ELSEWHERE,
                      configure=["-DCMAKE_SYSTEM_NAME=Generic", "-DCMAKE_EXECUTABLE_SUFFIX_CXX=.js",
                                 "-DCMAKE_CXX_COMPILER_WORKS=TRUE", "-DNSDBENCH_IPOPT=OFF", "-DCMAKE_SIZEOF_VOID_P=4",
                                 "-DCMAKE_EXE_LINKER_FLAGS=-sALLOW_MEMORY_GROWTH=1 -sSTACK_SIZE=8MB"]),
}
# Those for each change; the others take long, or need what a machine seldom has.
QUICK = ["gcc-O0", "clang-O2"]


def run(command, log, **options):
    log.write("$ " + " ".join(command) + "\n")
    log.flush()
    if subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, **options).returncode != 0:
        log.flush()
        with open(log.name, encoding="utf-8", errors="replace") as file:
            sys.stderr.write("".join(file.readlines()[-30:]))
        raise SystemExit(f"variants.py: {command[0]} failed; see {log.name}")


def experiments_of_build(folder):
    with open(os.path.join(folder, "figure_list.txt"), encoding="utf-8") as file:
        return sorted({line.split()[0] for line in file})


# The programs, and the names of the experiments among them.
def build(name, variant, work, jobs, experiments):
    folder = os.path.join(work, variant.build_of or name)
    os.makedirs(folder, exist_ok=True)
    parts = ["EXPERIMENTS", "TOOLS"] if experiments else []
    switches = [f"-DNSDBENCH_BUILD_{part}={'ON' if part in parts else 'OFF'}"
                for part in ("EXPERIMENTS", "TOOLS", "TESTS", "BENCHMARKS")]
    with open(os.path.join(folder, "build.log"), "w", encoding="utf-8") as log:
        flags = VARIANTS[variant.build_of or name].flags
        run(["cmake", "-S", SOURCE, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None",
             f"-DCMAKE_CXX_COMPILER={variant.compiler}", f"-DCMAKE_CXX_FLAGS={flags}", *switches, *variant.configure],
            log)
        names = [e for e in experiments_of_build(folder) if e not in variant.without] if experiments else []
        run(["cmake", "--build", folder, "-j", str(jobs), "--target", "golden_motions", *names], log)
    return os.path.join(folder, "bin"), names


def lines_of(programs, variant):
    program = os.path.join(programs, "golden_motions" + variant.program)
    answer = subprocess.run([*variant.launcher, program], env={**os.environ, **variant.environment},
                            stdout=subprocess.PIPE, text=True, check=False)
    if answer.returncode != 0:
        raise SystemExit(f"variants.py: {program} ended with exit code {answer.returncode}")
    return dict(line.split(" ", 1) for line in answer.stdout.splitlines())


# What differs in an experiment; nothing if all is the same.
def differences(experiment, name, variant, work):
    program = os.path.join(work, variant.build_of or name, "bin", experiment + variant.program)
    results = os.path.join(work, name, "results")
    out = os.path.join(results, experiment)
    shutil.rmtree(out, ignore_errors=True)
    answer = subprocess.run([*variant.launcher, program, "--quick", "--out", out], cwd=SOURCE,
                            env={**os.environ, **variant.environment}, stdout=subprocess.DEVNULL, check=False)
    if not os.path.exists(os.path.join(out, "record.json")):
        return [f"no record (exit code {answer.returncode})"]
    return golden.differences(golden.committed_hashes().get(experiment), golden.hashes_of(results, experiment))


def print_table(found):
    rows = []
    for cells in found.values():
        rows += [row for row in cells if row not in rows]
    print("\n| | " + " | ".join(found) + " |\n|" + "---|" * (len(found) + 1))
    for row in rows:
        print(f"| {row} | " + " | ".join(cells.get(row, "-" if cells else "skipped") for cells in found.values()) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work")
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help=", ".join(VARIANTS) + "; quick: " + ", ".join(QUICK))
    parser.add_argument("--motions", default=os.path.join(HERE, "motions.txt"))
    parser.add_argument("--experiments", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    asked_for = [one for name in options.variants for one in (QUICK if name == "quick" else [name])]
    for name in asked_for:
        if name not in VARIANTS:
            print(f"variants.py: unknown variant '{name}'; known are quick, {', '.join(VARIANTS)}", file=sys.stderr)
            return 2
    with open(options.motions, encoding="utf-8") as file:
        expected = dict(line.rstrip("\n").split(" ", 1) for line in file)

    found = {}  # for each variant and row of the table: "yes" or what differs
    for name in asked_for or VARIANTS:
        variant = VARIANTS[name]
        missing = [program for program in variant.needs if shutil.which(program) is None]
        if missing:
            print(f"{name}: skipped, for {' and '.join(missing)} is not installed")
            if asked_for:
                return 2
            found[name] = {}
            continue
        programs, experiments = build(name, variant, options.work, options.jobs, options.experiments)
        motions = lines_of(programs, variant)
        different = {"short motions and contact problems":
                     [motion for motion in {**expected, **motions} if expected.get(motion) != motions.get(motion)]}
        for experiment in experiments:
            different[experiment] = differences(experiment, name, variant, options.work)
        for row, names in different.items():
            print(f"{name}, {row}: " + ("the same bits" if not names else "other bits: " + ", ".join(names)), flush=True)
        found[name] = {row: "yes" if not names else "no: " + names[0] for row, names in different.items()}
    if options.experiments:
        print_table(found)
    cells = [cell for cells in found.values() for cell in cells.values()]
    return 0 if cells and all(cell == "yes" for cell in cells) else 1


if __name__ == "__main__":
    sys.exit(main())
