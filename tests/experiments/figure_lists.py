#!/usr/bin/env python3
"""The lists of figures agree: what each experiment describes, what CMake draws, the scripts, and the README's tables.

  figure_lists.py SOURCE_DIR FIGURE_LIST PROGRAMS_DIR

FIGURE_LIST is what CMake writes: an experiment and a figure on each line. In the README, a row of the tables of figures
names a program in its second column, or says "same", and files in its third.
"""
import os
import re
import subprocess
import sys


def ids_in(folder):
    """Names of the scripts in a folder, but for those that others load."""
    names, loaded = set(), set()
    for name in os.listdir(folder):
        if name.endswith(".gp"):
            with open(os.path.join(folder, name), encoding="utf-8") as script:
                loaded.update(re.findall(r"load '([\w-]+)\.gp'", script.read()))
            names.add(name[:-len(".gp")])
    return names - loaded


def described_by(program):
    answer = subprocess.run([program, "--list-figures"], check=True, stdout=subprocess.PIPE, universal_newlines=True)
    return {line.split()[0] for line in answer.stdout.splitlines() if line.strip()}


def shown_in(readme):
    """{program: names of the files in its rows that are not CSV}."""
    shown, program = {}, None
    for line in readme.splitlines():
        row = re.match(r"\|.*\| (?:`build/bin/([\w-]+)`|same) \| (.*) \|$", line)
        if not row:
            continue
        program = row.group(1) or program
        files = [os.path.basename(path) for path in re.findall(r"`([^`]+)`", row.group(2))]
        shown.setdefault(program, set()).update(file for file in files if not file.endswith(".csv"))
    return shown


def main():
    source, figure_list, programs = sys.argv[1:]
    announced = {}
    with open(figure_list, encoding="utf-8") as file:
        for line in file:
            experiment, figure = line.split()
            announced.setdefault(experiment, set()).add(figure)
    with open(os.path.join(source, "README.md"), encoding="utf-8") as file:
        readme = shown_in(file.read())

    complaints = []

    def compare(program, name, figures, expected):
        complaints.extend(f"{program}: {name} lacks the figure {figure}" for figure in sorted(expected - figures))
        complaints.extend(f"{program}: {name} has the figure {figure}, which CMake's FIGURES lack"
                          for figure in sorted(figures - expected))

    for experiment, figures in sorted(announced.items()):
        folder = os.path.join(source, "experiments", experiment, "figures")
        compare(experiment, "describe()", described_by(os.path.join(programs, experiment)), figures)
        compare(experiment, "its folder figures", ids_in(folder), figures)
        compare(experiment, "the README's table", readme.get(experiment, set()), figures)
    folders = {"contact-arena": "arena", "work-precision": "work_precision", "disk-scale": "disk_scale"}
    for program, name in folders.items():
        drawn = ids_in(os.path.join(source, "benchmarks", name, "figures"))
        compare(program, "the README's table", readme.get(program, set()), drawn)
    unknown = set(readme) - set(announced) - set(folders)
    complaints.extend(f"{program}: the README's tables name it, and it draws nothing" for program in sorted(unknown))
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
