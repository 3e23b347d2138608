#!/usr/bin/env python3
"""Runs the example experiment as a user would, and looks at what it leaves: PROGRAM SOURCE_DIR SCRATCH_DIR [GNUPLOT]."""
import json
import os
import shutil
import subprocess
import sys

program, source, scratch = sys.argv[1:4]
example = os.path.join(source, "tests", "docs", "experiment")
shutil.rmtree(scratch, ignore_errors=True)
reference = os.path.join(scratch, "reference-data")
shutil.copytree(os.path.join(example, "reference-data"), reference)
shutil.copytree(os.path.join(source, "reference-data", "studer2008"), os.path.join(reference, "studer2008"))
environment = dict(os.environ, NSDBENCH_REFERENCE_DATA_DIR=reference,
                   NSDBENCH_EXPERIMENTS_DIR=os.path.join(example, "experiments"))


def run(*options):
    out = os.path.join(scratch, "results")
    subprocess.run([program, *options, "--out", out], env=environment, check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(out, "record.json"), encoding="utf-8") as file:
        return out, json.load(file)


def require(condition, sentence):
    if not condition:
        sys.exit(sentence)


out, record = run("--set", "epsilon_N=0.9")
require(abs(record["quantities"]["energy_share"]["value"] - 0.9 ** 6) < 1e-2, "three impacts leave 0.9^6 of the energy")
require([claim["verdict"] for claim in record["claims"]] == ["not evaluated"], "a variant is not judged")

out, record = run("--integrator", "moreau_adjusted")
require(record["method"]["integrator"] == "moreau_adjusted", "the record says which integrator ran")
require(abs(record["quantities"]["energy_share"]["value"] - 0.7 ** 10) < 1e-3, "its energy is the same")

refused = subprocess.run([program, "--integrator", "acceleration_level", "--out", os.path.join(scratch, "refused")],
                         env=environment, capture_output=True, text=True)
require(refused.returncode == 2, "a method that meets an impact it does not treat is bad input")
require("'acceleration_level' does not apply" in refused.stderr, "the refusal names the integrator")

out, record = run()
require([claim["verdict"] for claim in record["claims"]] == ["reproduced"], "the claim is reproduced")
require(record["quantities"]["impacts"]["value"] == 5, "the ball hits the table five times")
with open(os.path.join(out, "energy.csv"), encoding="utf-8") as file:
    require(file.readline().strip() == "t,potential,total", "the table has its columns")
if len(sys.argv) > 4:
    subprocess.run([sys.argv[4], "bouncing_ball_energy.gp"], cwd=out, check=True)
    require(os.path.getsize(os.path.join(out, "bouncing_ball_energy.svg")) > 1000, "the figure is drawn")
