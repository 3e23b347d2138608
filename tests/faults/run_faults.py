#!/usr/bin/env python3
"""Nothing that goes wrong around a run leaves half a file, loses results or takes those of other code.

  run_faults.py --programs DIR --toy FILE --source DIR --shim FILE --work DIR [--fixed-time FILE --gnuplot FILE
                --cmake FILE] [--long] [--moments N] [--seed S] [--only WORD ...] [--fault WORD ...]

Programs are killed at random moments and in place of each call that changes a file, meet a full disk at each such call
and other faults (killed.py, refused.py). The short form takes a sample; --long 200 moments and up to as many calls of a program.
Prints a line for each program and fault; exit code 1 if one failed.
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "report"))

import killed
import refused
import stand_ins
from drawings import drawing_cases, drawing_program, figures_program
from programs import Failure, Program, clean
from sweeps import small_temporary_folder, sweep_programs


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for option in ("programs", "toy", "source", "shim", "work"):
        parser.add_argument(f"--{option}", required=True)
    for option in ("fixed-time", "gnuplot", "cmake"):
        parser.add_argument(f"--{option}", default="")
    parser.add_argument("--long", action="store_true", help="200 moments, and up to as many calls")
    parser.add_argument("--moments", type=int, help="random moments for each program")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--only", action="append", default=[], help="programs whose names hold one of these words")
    parser.add_argument("--fault", action="append", default=[], help="faults whose names hold one of these words")
    options = parser.parse_args()
    for option in ("programs", "toy", "source", "shim", "work"):
        setattr(options, option, os.path.abspath(getattr(options, option)))
    if options.moments is None:
        options.moments = 200 if options.long else 3
    return options


def toy(options):
    """The smallest experiment, with a contact problem to export, and with a file of motions beside its results; and what
    is made of its record."""
    reference = os.path.join(options.work, "toy")
    os.makedirs(os.path.join(reference, "reference", "toy2000"))
    shutil.copytree(os.path.join(options.source, "tests/experiments/toy/figures"),
                    os.path.join(reference, "experiments/toy/figures"))
    values = {"m": (2, "kg"), "g": (9.81, "m/s^2"), "epsilon": (0.5, "1")}
    parameters = {name: {"value": value, "unit": unit, "meaning": name, "source": "Table I"}
                  for name, (value, unit) in values.items()}
    for name, content in (("parameters", {"problems": {"free_fall": {"parameters": parameters}}}),
                          ("claims", {"claims": []})):
        with open(os.path.join(reference, "reference", "toy2000", name + ".json"), "w", encoding="utf-8") as file:
            json.dump(content, file)
    environment = {"NSDBENCH_REFERENCE_DATA_DIR": os.path.join(reference, "reference"),
                   "NSDBENCH_EXPERIMENTS_DIR": os.path.join(reference, "experiments")}
    exporting = [options.toy, "--out", "{out}", "--export-step", "5", "--export-to", "{out}/contacts.json.gz"]
    recording = [options.toy, "--out", "{out}/results", "--record", "{out}/motions.txt", "--record-every", "1"]
    recorded = [options.toy, "--out", "{out}/toy"]
    tool = lambda name: os.path.join(options.programs, name)
    return [Program("toy, contact problem exported", exporting, [*exporting, "--set", "g=1.62"], "record.json",
                    environment=environment),
            Program("toy, motions recorded", recording, [*recording, "--set", "g=1.62"], "results/record.json",
                    environment=environment),
            Program("nsdbench-claims", [tool("nsdbench-claims"), "{out}"], recorded, "claims.json",
                    environment=environment, goes_on=True),
            Program("nsdbench-compare --update", [tool("nsdbench-compare"), "{out}", "{out}/baseline", "--update"],
                    recorded, environment=environment, goes_on=True)]


def solve(options):
    """A problem that takes some time to be read and solved: a chain of blocks."""
    files = []
    for number, size in enumerate((250, 3)):
        values = [4.0 if i == j else -1.0 / (1 + abs(i - j)) ** 2 for i in range(size) for j in range(size)]
        problem = {"kind": "lcp", "n": size, "q": [(-1.0) ** i * (1 + i % 7) for i in range(size)],
                   "M": {"storage": "dense", "rows": size, "cols": size, "values": values}}
        files.append(os.path.join(options.work, f"problem{number}.json"))
        with open(files[-1], "w", encoding="utf-8") as file:
            json.dump(problem, file)
    command = [os.path.join(options.programs, "nsdbench-solve"), "--out", "{out}/answer.json"]
    converted = [command[0], "--convert", "{out}/copy.json.gz"]
    return [Program("nsdbench-solve --out", [*command, files[0]], [*command, files[1]]),
            Program("nsdbench-solve --convert", [*converted, files[0]], [*converted, files[1]])]


def report(options):
    """The report on one record, with stand-ins for its drawings."""
    results = os.path.join(options.work, "report_input")
    folder = os.path.join(results, "sliding_point_mass")
    subprocess.run([os.path.join(options.programs, "sliding_point_mass"), "--quick", "--out", folder], check=True,
                   stdout=subprocess.DEVNULL)
    stand_ins.draw(folder)
    return Program("nsdbench-report", [os.path.join(options.programs, "nsdbench-report"), "{out}"],
                   ["cp", "-R", results + "/.", "{out}"], goes_on=True)


def programs(options):
    def experiment(name, earlier, kept=(), more=()):
        command = [os.path.join(options.programs, name), "--quick", "--out", "{out}", *more]
        return Program(name, command, [*command, *earlier], "record.json", kept)

    export = ("--export-step", "40", "--export-to", "{out}/contacts.json")
    truth = [os.path.join(options.programs, "nsdbench-truth"), "--out", "{out}"]
    for problem in ("bouncing_ball", "damped_oscillator", "impact_oscillator", "sliding_point_mass"):
        truth += ["--problem", problem]
    listed = [
        *toy(options),
        experiment("bouncing_ball_accumulation", ("--set", "epsilon_N=0.6")),
        experiment("inclined_plane_motion_map", ("--set", "m=4"), ("rows.partial",)),
        *solve(options),
        report(options),
        Program("nsdbench-truth", truth, ["sh", "-c", "echo old > '{out}/impact_oscillator.json'"],
                piecewise=True),
        *sweep_programs(options),
    ]
    if options.long:
        listed += [experiment("woodpecker_limit_cycle", ("--set", "mu_1=0.2")),
                   experiment("disk_mixing", ("--set", "seed=4"), ("steps.partial",), export)]
    if options.gnuplot:
        listed += [drawing_program(options), figures_program(options)]
    return listed


def wanted(name, words):
    return not words or any(word in name for word in words)


class Table:
    def __init__(self, options):
        self.options, self.failed, self.count = options, 0, 0

    def line(self, program, fault, test, *parameters):
        """Runs the test of a fault, if it is asked for."""
        if not wanted(fault, self.options.fault):
            return
        begin = time.monotonic()
        try:
            runs = test(*parameters)
            result = f"ok, {runs} times"
            self.count += runs
        except refused.Skipped as reason:
            result = f"skipped: {reason}"
        except Failure as failure:
            self.failed += 1
            result = f"FAILED: {failure}"
        print(f"{program:32}| {fault:34}| {result} ({time.monotonic() - begin:.1f} s)", flush=True)


def test_program(program, table, options):
    work = os.path.join(options.work, program.name.replace(" ", "_").replace(",", ""))
    clean(work)
    generator = killed.moments_of(options.seed, program.name)
    rows = ("rows of other code", refused.rows_of_other_code, program, work, options.shim)
    if program.kept and not options.long:
        table.line(program.name, *rows)
        return
    try:
        program.measure(work, options.shim)
    except Failure as failure:
        table.line(program.name, "undisturbed", raise_failure, failure)
        return
    line = lambda fault, test, *rest: table.line(program.name, fault, test, program, work, *rest)
    shim = options.shim
    slow = program.seconds > 0.4 and not options.long
    # Of those that go on, each is followed by a second run.
    calls = options.moments if options.long else 1 if slow else 3 if program.goes_on else 8
    line("killed at random moments", killed.killed_at_moments, generator, 2 if slow else options.moments)
    line("two runs at once", refused.two_at_once, generator, 8 if options.long else 1 if slow else 2)
    if program.saved:
        line("read-only folder", refused.read_only_folder)
    if not slow:
        line("no HOME, umlauts, decimal comma", refused.unusual_surroundings)
    if program.kept:
        table.line(program.name, *rows)
    if not program.fault_calls:
        return
    line("killed at calls", killed.killed_at_calls, generator, shim, calls)
    line("disk full at calls", refused.disk_full_at_calls, generator, shim, calls)
    if slow:
        return
    line("growing disk", refused.small_disk, 1 if options.long else 10**6)
    line("files of limited size", refused.limited_file_size)
    line("folder vanished", refused.vanished_folder, generator, shim, calls)
    line("no threads", refused.no_threads, shim)
    line("no second names of files", refused.no_second_names, shim)
    if program.voucher or program.goes_on:
        line("standard output fails", refused.full_standard_output)
        line("folder that cannot be one", refused.folders)


def raise_failure(failure):
    raise failure


def main():
    options = arguments()
    print(f"seed {options.seed} (--seed {options.seed} repeats these moments)")
    clean(options.work)
    table = Table(options)
    listed = programs(options)
    for program in listed:
        if not wanted(program.name, options.only):
            continue
        executable = program.command[0]
        if not os.path.exists(executable) and not shutil.which(executable):
            print(f"{program.name:32}| skipped: it is not built")
            continue
        test_program(program, table, options)
    if wanted("sweep of an experiment", options.only):
        table.line("sweep of an experiment", "small temporary folder", small_temporary_folder, options,
                   listed[0].environment)  # that of the toy
    if wanted("disk_mixing on two threads", options.only):
        command = [os.path.join(options.programs, "disk_mixing"), "--quick", "--threads", "2", "--set", "disks=2100",
                   "--set", "R=0.37", "--end-time", "0.001", "--tolerance", "0.1", "--out", "{out}"]
        table.line("disk_mixing on two threads", "no threads", refused.no_threads_for_teams,
                   Program("disk_mixing on two threads", command, environment={"OMP_WAIT_POLICY": "passive"}),
                   options.work, options.shim)
    if options.gnuplot and wanted("drawing of a figure", options.only):
        drawing_cases(table, options)
    print(f"{table.count} faults, {table.failed} tests failed")
    if table.failed == 0:
        shutil.rmtree(options.work)
    return 1 if table.failed else 0


if __name__ == "__main__":
    sys.exit(main())
