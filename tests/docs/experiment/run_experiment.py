#!/usr/bin/env python3
"""Runs the example experiment as a user would, and looks at what it leaves: PROGRAM SOURCE_DIR SCRATCH_DIR [GNUPLOT]."""
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from example_run import ExampleRun, require  # noqa: E402

example = ExampleRun("experiment")
# Its claims are beside those of the paper.
reference = os.path.join(example.scratch, "reference-data")
shutil.copytree(os.path.join(example.files, "reference-data"), reference)
shutil.copytree(os.path.join(example.source, "reference-data", "studer2008"), os.path.join(reference, "studer2008"))
example.environment["NSDBENCH_REFERENCE_DATA_DIR"] = reference

out, record = example.run("--set", "epsilon_N=0.9")
require(abs(record["quantities"]["energy_share"]["value"] - 0.9 ** 6) < 1e-2, "three impacts leave 0.9^6 of the energy")
require([claim["verdict"] for claim in record["claims"]] == ["not evaluated"], "a variant is not judged")

out, record = example.run("--integrator", "moreau_adjusted")
require(record["method"]["integrator"] == "moreau_adjusted", "the record says which integrator ran")
require(abs(record["quantities"]["energy_share"]["value"] - 0.7 ** 10) < 1e-3, "its energy is the same")

refused = subprocess.run([example.program, "--integrator", "acceleration_level",
                          "--out", os.path.join(example.scratch, "refused")],
                         env=example.environment, capture_output=True, text=True)
require(refused.returncode == 2, "a method that meets an impact it does not treat is bad input")
require("'acceleration_level' does not apply" in refused.stderr, "the refusal names the integrator")

out, record = example.run()
require([claim["verdict"] for claim in record["claims"]] == ["reproduced"], "the claim is reproduced")
require(record["quantities"]["impacts"]["value"] == 5, "the ball hits the table five times")
with open(os.path.join(out, "energy.csv"), encoding="utf-8") as file:
    require(file.readline().strip() == "t,potential,total", "the table has its columns")
example.require_figure(out, "bouncing_ball_energy")
