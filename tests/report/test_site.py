#!/usr/bin/env python3
"""The report on a run of one experiment, as a whole.

  test_site.py REPORT_PROGRAM EXPERIMENT_PROGRAM WORK_DIR
"""
import json
import os
import shutil
import subprocess
import sys

import site_check

REPORT, EXPERIMENT, WORK = sys.argv[1:4]
NAME = os.path.basename(EXPERIMENT)
RESULTS = os.path.join(WORK, "results")
SITE = os.path.join(RESULTS, "report")
RECORD = os.path.join(RESULTS, NAME, "record.json")


def expect(condition, sentence):
    if not condition:
        sys.exit(f"FAILED: {sentence}")


def report(*arguments):
    run = subprocess.run([REPORT, RESULTS, *arguments], capture_output=True, text=True, check=False)
    return run.returncode, run.stdout + run.stderr


def page(name="index.html"):
    with open(os.path.join(SITE, name), encoding="utf-8") as file:
        return file.read()


def contents():
    files = {}
    for folder, _, names in os.walk(SITE):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                files[os.path.join(folder, name)] = file.read()
    return files


def change_record(change):
    with open(RECORD, encoding="utf-8") as file:
        record = json.load(file)
    change(record)
    with open(RECORD, "w", encoding="utf-8") as file:
        json.dump(record, file, indent=2)


def quantity_beyond_its_claim(record):
    """A claim that is reproduced, its quantity moved out of the expected interval."""
    for claim in record["claims"]:
        if claim["verdict"] != "reproduced" or "quantity" not in claim:
            continue
        ends = [end for end in (claim["expected"]["min"], claim["expected"]["max"]) if end is not None]
        widest = claim.get("deviation", claim["expected"])
        if widest["max"] is not None:
            record["quantities"][claim["quantity"]]["value"] = widest["max"] + 1e6 * (1 + abs(ends[0]))
            return claim["id"]
    sys.exit("FAILED: no claim to tamper with")


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(RESULTS)
    subprocess.run([EXPERIMENT, "--quick", "--out", os.path.join(RESULTS, NAME)], check=True, stdout=subprocess.DEVNULL)
    shutil.copytree(os.path.join(RESULTS, NAME), os.path.join(WORK, "original"))

    code, output = report(NAME)
    expect(code == 0, f"a good record gives {code}: {output}")
    faults = site_check.check(SITE)
    expect(not faults, "the site: " + "; ".join(faults[:5]))
    expect("What is wrong with these results" not in page(), "the page of a good record complains")
    first = contents()
    code, output = report(NAME)
    expect(contents() == first, "a second report has other bytes")

    code, output = report(NAME, "another_experiment")
    expect(code == 1 and "There is no record of another_experiment." in output, f"a missing record gives {code}: {output}")
    expect("There is no record of another_experiment." in page(), "the page does not name the missing record")

    tampered = []
    change_record(lambda record: tampered.append(quantity_beyond_its_claim(record)))
    code, output = report(NAME)
    expect(code == 1, f"a tampered quantity gives {code}")
    expect(f"The claim {tampered[0]} is not reproduced" in output, f"it is not said which claim changed: {output}")
    row = page().split(f'id="{tampered[0]}"')[1].split("</tr>")[0]
    expect("not reproduced" in row and "the record says: reproduced" in row, "the page keeps the verdict: " + row[:300])

    shutil.copytree(os.path.join(WORK, "original"), os.path.join(RESULTS, NAME), dirs_exist_ok=True)
    table = next(name for name in sorted(os.listdir(os.path.join(RESULTS, NAME))) if name.endswith(".csv"))
    os.remove(os.path.join(RESULTS, NAME, table))
    code, output = report(NAME)
    expect(code == 1 and table in output, f"a missing table gives {code}: {output}")

    with open(RECORD, "w", encoding="utf-8") as file:
        file.write("{}")
    code, output = report(NAME)
    expect(code == 2 and "record.json" in output, f"what is no record gives {code}: {output}")
    code, output = report("--sources", os.path.join(WORK, "nowhere"))
    expect(code == 2, f"a source tree that is not there gives {code}")
    code = subprocess.run([REPORT, os.path.join(WORK, "nowhere")], capture_output=True, check=False).returncode
    expect(code == 2, f"results that are not there give {code}")
    print("The report says what the records say.")


main()
