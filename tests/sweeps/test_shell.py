#!/usr/bin/env python3
"""make sweep and cluster/submit.sh where names have blanks and CDPATH is exported. The programs that they call are
stand-ins, which write down what they are called with.

  test_shell.py SOURCE_DIR WORK_DIR
"""
import os
import shutil
import subprocess
import sys

SOURCE, WORK = (os.path.abspath(folder) for folder in sys.argv[1:])
CLONE = os.path.join(WORK, "a clone")
ELSEWHERE = os.path.join(WORK, "elsewhere")
CALLS = os.path.join(WORK, "calls")

# Each word of its command on a line.
NOTED = f'#!/bin/sh\nfor word; do echo "${{0##*/}} $word"; done >> "{CALLS}"\n'
SWEEP = """#!/bin/sh
case $1 in
  plan) mkdir -p "$4" && : > "$4/plan.json" ;;
  status) [ -e "$2/computed" ] && echo "none missing" || { echo "1 missing"; exit 1; } ;;
  merge) : > "$2/record.json" ;;
esac
"""
SBATCH = f'#!/bin/sh\npwd >> "{CALLS}"\ncat "$3" >> "{CALLS}"\n: > computed\necho 7\n'


def expect(condition, sentence):
    if not condition:
        sys.exit(f"FAILED: {sentence}")


def program(name, text):
    os.makedirs(os.path.dirname(name), exist_ok=True)
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(name, 0o755)


def call(*command):
    environment = dict(os.environ, CDPATH=ELSEWHERE, PATH=os.path.join(WORK, "bin") + os.pathsep + os.environ["PATH"])
    environment = {name: value for name, value in environment.items() if not name.startswith(("MAKE", "NSDBENCH", "MFLAGS"))}
    if os.path.exists(CALLS):
        os.remove(CALLS)
    run = subprocess.run(command, cwd=CLONE, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, check=False)
    expect(run.returncode == 0, f"{command} ends with {run.returncode}: {run.stdout}")
    with open(CALLS, encoding="utf-8") as file:
        return file.read()


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    for file in "Makefile", "cluster/submit.sh", "cluster/site.conf":
        target = os.path.join(CLONE, file)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy(os.path.join(SOURCE, file), target)
    for file in "sweeps/plans/x.json", "sweeps/plans/x.gp":
        program(os.path.join(CLONE, file), "")
    program(os.path.join(CLONE, "cmake/install-packages.sh"), "#!/bin/sh\n")
    program(os.path.join(CLONE, "the build/bin/nsdbench-sweep"), SWEEP)
    program(os.path.join(WORK, "bin/cmake"), NOTED)
    program(os.path.join(WORK, "bin/sbatch"), SBATCH)
    program(os.path.join(WORK, "bin/squeue"), "#!/bin/sh\n")
    # What CDPATH would lead to.
    for folder in "cluster", "the results", "the build", "the build/bin":
        os.makedirs(os.path.join(ELSEWHERE, folder))

    calls = call("make", "sweep", "SWEEP=x", "BUILD=the build", "OUT=the results").splitlines()
    for word in (f"OUT={CLONE}/the results", f"FIXED_TIME={CLONE}/the build/support/libnsdbench_fixed_time.so",
                 f"SCRIPT={CLONE}/sweeps/plans/x.gp"):
        expect(f"cmake {word}" in calls, f"the figure is not drawn with {word}: {calls}")

    command = "export NSDBENCH_SWEEP='the build/bin/nsdbench-sweep'; cluster/submit.sh 'the results' 2"
    script = call("sh", "-c", command)
    expect(script.startswith(f"{CLONE}/the results\n"), f"the array is submitted elsewhere: {script}")
    expect(f"exec '{CLONE}/the build/bin/nsdbench-sweep' run . --chunk" in script, f"another program is run: {script}")
    print("Names with blanks and CDPATH lead nowhere else.")


main()
