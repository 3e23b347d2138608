#!/usr/bin/env python3
"""Compares quick runs of the experiments, bit by bit, with hashes that are committed.

  golden.py RESULTS [EXPERIMENT ...] [--hashes FILE] [--update]

RESULTS/<experiment>/ is what `<experiment> --quick --out` has left. For each experiment there is a hash of all states of
all its motions, one of its record and one of each table. Left out are the provenance, and what Ipopt has a part in,
whose bits depend on its linear algebra: of its experiment the quantities of the kind `varying`, those of the interior
point method and of all methods together, with their claims, its rows, and the notes. Runs by it are not among the
motions anyway.

Exit code 0 if all hashes are those of FILE, 1 if not, 2 for wrong input.
"""
import argparse
import hashlib
import json
import os
import sys

# Of the experiment that uses Ipopt: columns that name the method of a row, and its number there.
INTERIOR_POINT = {"formulation": "2", "method": "2"}
WITH_INTERIOR_POINT = {"prismatic_clearance_cases"}


HASHES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "hashes.json")


def committed_hashes(path=HASHES):
    return json.loads(read(path)) if os.path.exists(path) else {}


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def is_of_ipopt(key, quantity):
    return (quantity["kind"] == "varying" or "interior_point" in key or
            "all formulations that this build has" in quantity["meaning"])


def record_text(record):
    kept = {key: value for key, value in record.items() if key != "provenance"}
    if record["experiment"] in WITH_INTERIOR_POINT:
        del kept["notes"]  # one says whether there is Ipopt
        kept["quantities"] = {key: q for key, q in record["quantities"].items() if not is_of_ipopt(key, q)}
        kept["claims"] = [c for c in record["claims"]
                          if not c.get("quantity") or c["quantity"] in kept["quantities"]]
        kept["tables"] = {name: table["columns"] for name, table in record["tables"].items()}  # not how many rows
    return json.dumps(kept, indent=1)


def table_text(experiment, text):
    lines = text.splitlines(keepends=True)
    columns = lines[0].strip().split(",")
    of_method = [k for k, name in enumerate(columns) if name in INTERIOR_POINT]
    if experiment not in WITH_INTERIOR_POINT or not of_method:
        return text
    column = of_method[0]  # rows of a method end with an empty line
    return "".join(line for line in lines
                   if line.strip() and line.split(",")[column] != INTERIOR_POINT[columns[column]])


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def hashes_of(results, experiment):
    folder = os.path.join(results, experiment)
    record = json.loads(read(os.path.join(folder, "record.json")))
    tables = {name: digest(table_text(experiment, read(os.path.join(folder, table["file"]))))
              for name, table in record["tables"].items()}
    return {"motions": record["provenance"]["motions"], "record": digest(record_text(record)), "tables": tables}


def differences(expected, found):
    if expected is None:
        return ["no hash is committed"]
    different = [f"motions.{key}" for key in ("runs", "steps", "events", "hash")
                 if expected["motions"][key] != found["motions"][key]]
    if expected["record"] != found["record"]:
        different.append("record")
    names = list(expected["tables"]) + [name for name in found["tables"] if name not in expected["tables"]]
    return different + [name + ".csv" for name in names if expected["tables"].get(name) != found["tables"].get(name)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results")
    parser.add_argument("experiments", nargs="*")
    parser.add_argument("--hashes", default=HASHES)
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()

    committed = committed_hashes(options.hashes)
    experiments = options.experiments or sorted(
        name for name in os.listdir(options.results)
        if os.path.exists(os.path.join(options.results, name, "record.json")))
    if not experiments:
        print(f"golden.py: there is no record in {options.results}", file=sys.stderr)
        return 2
    try:
        found = {name: hashes_of(options.results, name) for name in experiments}
    except (OSError, KeyError, ValueError) as error:
        print(f"golden.py: {options.results} is not a folder of records: {error!r}", file=sys.stderr)
        return 2
    if options.update:
        committed.update(found)
        with open(options.hashes, "w", encoding="utf-8") as file:
            json.dump(committed, file, indent=1, sort_keys=True)
            file.write("\n")
        return 0
    different = {name: differences(committed.get(name), found[name]) for name in experiments}
    for name in experiments:
        print(f"{name}: " + ("the same bits" if not different[name] else "other bits: " + ", ".join(different[name])))
    return 1 if any(different.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
