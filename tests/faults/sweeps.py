"""nsdbench-sweep under test: each of its commands, and all three, one after the other."""
import json
import os

from programs import Program

# Some eighty of these cases are computed, in stages, in bundles of some milliseconds.
SWEEP = {
    "sweep": "contacts", "map": "prismatic_contacts", "quantities": ["early"],
    "axes": [{"input": "f_x", "from": 0, "to": 80, "points": 9}, {"input": "s", "from": 0, "to": 0.01, "points": 17}],
    "refine": {"by": "early", "coarsest": 4}, "cases_per_bundle": 4
}
ALL = '"$0" plan "$1" --out "$2" && "$0" run "$2" --threads 2 && "$0" merge "$2"'


def sweep_programs(options):
    program = os.path.join(options.programs, "nsdbench-sweep")
    if not os.path.exists(program):
        return []
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
