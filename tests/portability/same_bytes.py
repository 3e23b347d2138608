#!/usr/bin/env python3
"""An experiment gives the same bytes, whatever the processor offers and however many threads there are.

  same_bytes.py PROGRAM WORK_DIR [--threads]

Quick runs of the default method: one as it is; one on three threads, if the experiment has threads (--threads says
so), with the instructions hidden by which the C library chooses its functions. Both must leave the same files but for
the record's provenance, have integrated the same motions, and have the hashes that are committed (golden.py).

The first run is taken from the folder NSDBENCH_QUICK_RESULTS of the environment, where `make figures-quick` has left
it, if there is one of this program.
"""
import json
import os
import shutil
import subprocess
import sys

import golden
from variants import WITHOUT_FMA

DRAWN = (".svg", ".pdf", ".png")


def run(program, folder, options, environment):
    os.makedirs(folder)
    subprocess.run([program, "--quick", "--out", os.path.basename(program), *options], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, env={**os.environ, **environment})
    return os.path.join(folder, os.path.basename(program))


def earlier_run(program):
    """The folder of a quick run of this very program with no other options, where figures may have been drawn, too."""
    results = os.environ.get("NSDBENCH_QUICK_RESULTS")
    folder = os.path.join(results, os.path.basename(program)) if results else ""
    record = os.path.join(folder, "record.json")
    if not results or not os.path.exists(record) or os.path.getmtime(record) < os.path.getmtime(program):
        return None
    with open(record, encoding="utf-8") as file:
        command = json.load(file)["provenance"]["command"]
    return folder if command == f"{program} --quick --out {os.path.abspath(folder)}" else None


def files_in(folder):
    names = (os.path.join(at, name) for at, _, files in os.walk(folder) for name in files)
    return sorted(os.path.relpath(name, folder) for name in names)


def content(folder, name):
    with open(os.path.join(folder, name), "rb") as file:
        text = file.read()
    if name != "record.json":
        return text
    before, mark, _ = text.partition(b'\n  "provenance": ')
    if not mark or list(json.loads(text))[-1] != "provenance":
        sys.exit(f"{folder}: the record does not end with its provenance")
    return before


def main():
    program, work = os.path.abspath(sys.argv[1]), sys.argv[2]
    experiment = os.path.basename(program)
    shutil.rmtree(work, ignore_errors=True)
    usage = subprocess.run([program, "--help"], check=True, stdout=subprocess.PIPE, text=True).stdout
    threads = ["--threads", "3"] if "--threads" in usage else []
    if bool(threads) != ("--threads" in sys.argv[3:]):
        sys.exit(f"{experiment} {'has' if threads else 'has no'} option --threads; tests/experiments/CMakeLists.txt lists "
                 "the experiments with threads")
    first = earlier_run(program) or run(program, os.path.join(work, "first"), [], {})
    second = run(program, os.path.join(work, "second"), threads, WITHOUT_FMA)
    names = files_in(second)
    others = [name for name in files_in(first) if not name.endswith(DRAWN)]
    if names != others or "record.json" not in names:
        sys.exit(f"the runs left other files: {others} and {names}")
    differing = [name for name in names if content(first, name) != content(second, name)]
    if differing:
        sys.exit(f"run twice with the same input, these files differ: {', '.join(differing)}")
    hashes = [golden.hashes_of(os.path.dirname(folder), experiment) for folder in (first, second)]
    if hashes[0] != hashes[1]:
        sys.exit(f"run twice with the same input, the motions differ: {hashes[0]['motions']} and {hashes[1]['motions']}")
    different = golden.differences(golden.committed_hashes().get(experiment), hashes[0])
    if different:
        sys.exit(f"other bits than those in hashes.json: {', '.join(different)}\n"
                 "If a change of the code explains it, run the target golden-hashes and commit the file; for a new "
                 "experiment, see docs/add-an-experiment.md.")
    shutil.rmtree(work)


main()
