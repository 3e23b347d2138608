#!/usr/bin/env python3
"""The commands of the README run as they are printed, with exit code 0.

  run_examples.py README CONTACT_DATA_PAGE PROGRAMS_DIR WORK_DIR [GNUPLOT]

Blocks of `make` are left out: they are how these tests are run. Of the others, only what cannot be here is left out: a file
of FCLIB, and the drawing where there is no gnuplot.
"""
import gzip
import os
import re
import shutil
import subprocess
import sys


def blocks(page, language):
    with open(page, encoding="utf-8") as file:
        return re.findall(rf"^```{language}\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)


readme, contact_data, programs, work = (os.path.abspath(path) for path in sys.argv[1:5])
gnuplot = sys.argv[5] if len(sys.argv) > 5 else ""
shutil.rmtree(work, ignore_errors=True)
os.makedirs(os.path.join(work, "build"))
os.symlink(programs, os.path.join(work, "build", "bin"))

problem = next(block for block in blocks(contact_data, "json") if '"friction-contact"' in block)
with open(os.path.join(work, "problem.json"), "w", encoding="utf-8") as file:
    file.write(problem)
with gzip.open(os.path.join(work, "problem.json.gz"), "wt", encoding="utf-8") as file:
    file.write(problem)

environment = dict(os.environ)
if gnuplot:
    environment["PATH"] = os.path.dirname(os.path.abspath(gnuplot)) + os.pathsep + environment["PATH"]
run = 0
for block in blocks(readme, "sh"):
    if block.startswith("make "):
        continue
    lines = [line for line in block.splitlines() if ".hdf5" not in line]
    if not gnuplot:
        lines = [line.replace("gnuplot ", "test -f ") for line in lines]
    # One shell for the block, as a reader has one terminal; the first command that fails ends it.
    if subprocess.run(["sh", "-e", "-x", "-c", "\n".join(lines)], cwd=work, env=environment,
                      stdout=subprocess.DEVNULL).returncode != 0:
        sys.exit(f"the last command above fails, which {readme} prints")
    run += len(lines)

# What the block on records reads is the default run's; a quick one by events leaves the same files.
subprocess.run(["build/bin/woodpecker_limit_cycle", "--quick", "--integrator", "event_driven",
                "--out", "results/woodpecker_limit_cycle"], cwd=work, check=True, stdout=subprocess.DEVNULL)
for block in blocks(readme, "python"):
    subprocess.run([sys.executable, "-c", block], cwd=work, check=True)
    run += 1
if run == 0:
    sys.exit(f"{readme} prints no commands")
shutil.rmtree(work)
