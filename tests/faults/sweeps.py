"""nsdbench-sweep under test: each of its commands, and all three, one after the other."""
import json
import os
import re
import shutil
import subprocess

from programs import Failure, Program, clean, differences, files_in, require
from refused import Skipped

# Some eighty of these cases are computed, in stages, in bundles of some milliseconds.
SWEEP = {
    "sweep": "contacts", "map": "prismatic_contacts", "quantities": ["early"],
    "axes": [{"input": "f_x", "from": 0, "to": 80, "points": 9}, {"input": "s", "from": 0, "to": 0.01, "points": 17}],
    "refine": {"by": "early", "coarsest": 4}, "cases_per_bundle": 4
}
# Six runs of the toy.
OF_EXPERIMENT = {
    "sweep": "toy_steps", "experiment": "toy", "settings": {"--full": ""},
    "quantities": ["final_height", "final_energy"],
    "axes": [{"input": "m", "values": [1, 2, 4]}, {"input": "--dt", "values": [0.1, 0.05]}]
}
ALL = '"$0" plan "$1" --out "$2" && "$0" run "$2" --threads 2 && "$0" merge "$2"'


def sweep_programs(options):
    program = os.path.join(options.programs, "nsdbench-sweep")
    file = os.path.join(options.work, "contacts.json")
    with open(file, "w", encoding="utf-8") as stream:
        json.dump(SWEEP, stream)
    plan = [program, "plan", file, "--out", "{out}"]
    # One thread: calls that change files come in the same order in each run.
    run = [program, "run", "{out}", "--threads", "1"]
    merge = [program, "merge", "{out}"]
    notes = ["sh", "-c", "echo old > '{out}/notes.txt'"]
    planned_and_run = ["sh", "-c", '"$0" plan "$1" --out "$2" && "$0" run "$2"', program, file, "{out}"]
    codes = (2,)
    return [Program("nsdbench-sweep plan", plan, notes, "plan.json", codes=codes),
            Program("nsdbench-sweep run", run, plan, piecewise=True, goes_on=True, codes=codes),
            Program("nsdbench-sweep merge", merge, planned_and_run, "record.json", goes_on=True, codes=codes),
            Program("nsdbench-sweep plan, run, merge", ["sh", "-c", ALL, program, file, "{out}"], plan, "record.json",
                    piecewise=True, fault_calls=False, codes=codes)]


def small_temporary_folder(options, environment):
    """Runs of an experiment that have no room for their files are no failures of their cases: with room afterwards the
    sweep comes to the same bytes as an undisturbed one."""
    work = os.path.join(options.work, "sweep_of_experiment")
    programs, disk, out = (os.path.join(work, name) for name in ("bin", "disk", "out"))
    clean(work)
    for folder in programs, disk:
        os.makedirs(folder)
    for name, original in ("nsdbench-sweep", os.path.join(options.programs, "nsdbench-sweep")), ("toy", options.toy):
        shutil.copy(original, os.path.join(programs, name))
    file = os.path.join(work, "toy_steps.json")
    with open(file, "w", encoding="utf-8") as stream:
        json.dump(OF_EXPERIMENT, stream)

    def call(*arguments, **surroundings):
        return subprocess.run([os.path.join(programs, "nsdbench-sweep"), *arguments], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, env={**os.environ, **environment, **surroundings},
                              check=False)

    def succeed(*arguments):
        run = call(*arguments)
        require(run.returncode == 0, f"{arguments[0]} has exit code {run.returncode}: {run.stderr}")

    def finished():
        succeed("run", out, "--threads", "2")
        succeed("merge", out)
        return files_in(out)

    succeed("plan", file, "--out", out)
    undisturbed = finished()
    cases = ((16, 16), (16, 0), (64, 0))  # KiB of the disk, and what others took of them
    for size, taken in cases:
        clean(out)
        succeed("plan", file, "--out", out)
        if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}k", "nsdbench-test", disk],
                                               stderr=subprocess.DEVNULL, check=False).returncode != 0:
            raise Skipped("mounting a small disk needs root")
        try:
            with open(os.path.join(disk, "taken"), "wb") as stream:
                stream.write(bytes(1024 * taken))
            run = call("run", out, "--threads", "2", TMPDIR=disk)
            status = call("status", out)
        finally:
            subprocess.run(["umount", disk], check=False)
        try:
            said = run.stdout + run.stderr + status.stdout + status.stderr
            require(not re.search("[1-9][0-9]* failed", said), f"a case counts as failed: {said}")
            require(size > 16 or run.returncode in (1, 2), f"exit code {run.returncode}: {said}")
            require("internal error" not in said, f"not a sentence for people: {said}")
            found = finished()
            require(found == undisturbed, f"with room: {differences(found, undisturbed)}")
        except Failure as failure:
            raise Failure(f"temporary folder of {size} KiB, {taken} of them taken: {failure}") from failure
    return len(cases)
