#!/usr/bin/env python3
"""make sweep and cluster/submit.sh where names have blanks and CDPATH is exported, cases fail, or Slurm does not answer.
The programs that they call are stand-ins, which write down what they are called with.

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
# With a file `with failures` beside the clone some cases fail.
SWEEP = f"""#!/bin/sh
case $1 in
  run) for word; do echo "sweep $word"; done >> "{CALLS}" ;;
  plan) mkdir -p "$4" && cp "$2" "$4/plan.json" ;;
  status) [ -e "$2/computed" ] && echo "none missing" || {{ echo "1 missing"; exit 1; }} ;;
  merge) : > "$2/record.json"; [ ! -e "{WORK}/with failures" ] || exit 1 ;;
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
    code, calls, output = ended(*command)
    expect(code == 0, f"{command} ends with {code}: {output}")
    return calls


def ended(*command):  # its exit code, what it has called, and what it prints
    environment = dict(os.environ, CDPATH=ELSEWHERE, PATH=os.path.join(WORK, "bin") + os.pathsep + os.environ["PATH"])
    environment = {name: value for name, value in environment.items() if not name.startswith(("MAKE", "NSDBENCH", "MFLAGS"))}
    if os.path.exists(CALLS):
        os.remove(CALLS)
    run = subprocess.run(command, cwd=CLONE, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, check=False)
    if not os.path.exists(CALLS):
        return run.returncode, "", run.stdout
    with open(CALLS, encoding="utf-8") as file:
        return run.returncode, file.read(), run.stdout


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    for file in "Makefile", "cluster/submit.sh", "cluster/site.conf":
        target = os.path.join(CLONE, file)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy(os.path.join(SOURCE, file), target)
    for file in "sweeps/plans/x.json", "sweeps/plans/x.gp":
        program(os.path.join(CLONE, file), "")
    program(os.path.join(CLONE, "sweeps/plans/runs.json"), '{"experiment": "toy"}\n')
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

    wrong_input()
    with_failures()
    with_a_limit()


def submit(arguments, site=None):
    os.makedirs(os.path.join(CLONE, "s"), exist_ok=True)
    if os.path.exists(os.path.join(CLONE, "s/computed")):
        os.remove(os.path.join(CLONE, "s/computed"))
    command = "export NSDBENCH_SWEEP='the build/bin/nsdbench-sweep'; "
    if site:
        program(os.path.join(CLONE, "site"), site)
        command += "export NSDBENCH_SITE=site; "
    return ended("sh", "-c", command + "cluster/submit.sh " + arguments)


def wrong_input():
    before = sorted(os.listdir(CLONE))
    code, calls, output = submit("'' 2")
    expect(code == 2 and not calls and "DIR must name a folder" in output, f"no folder: {code}, {output}")
    expect(set(os.listdir(CLONE)) - set(before) <= {"s"}, "something was written into the present folder")
    for name in "../plans/x", "x/":
        code, calls, output = ended("make", "sweep", f"SWEEP={name}", "BUILD=the build", "OUT=r")
        expect(code == 2 and not calls and "SWEEP must be the name" in output, f"SWEEP={name}: {code}, {output}")

    # Without an answer of squeue the sweep may be in the queue already.
    program(os.path.join(WORK, "bin/squeue"), "#!/bin/sh\necho 'Unable to contact slurm controller' >&2\nexit 1\n")
    shutil.copy(os.path.join(CLONE, "sweeps/plans/x.json"), os.path.join(CLONE, "s/plan.json"))
    code, calls, output = submit("s 2")
    expect(code == 1 and "--array" not in calls, f"submitted without an answer of squeue: {code}, {calls}")
    expect("submit.sh: Slurm's squeue does not say" in output, f"no sentence: {output}")
    program(os.path.join(WORK, "bin/squeue"), "#!/bin/sh\n")
    print("Wrong input and a silent squeue submit nothing.")


# The figure of what was merged is drawn, and the exit code is kept.
def with_failures():
    program(os.path.join(WORK, "with failures"), "")
    for where in (["ON=local"], ["ON=slurm", "CHUNKS=2"]):
        shutil.rmtree(os.path.join(CLONE, "the results"))
        code, calls, output = ended("make", "sweep", "SWEEP=x", "BUILD=the build", "OUT=the results", *where)
        expect(code == 2, f"failed cases fail nothing with {where}: {output}")  # make's own
        expect("Error 1" in output, f"the exit code of merge is lost with {where}: {output}")
        expect(f"cmake SCRIPT={CLONE}/sweeps/plans/x.gp" in calls.splitlines(), f"no figure with {where}: {calls}")
    os.remove(os.path.join(WORK, "with failures"))
    print("With failed cases the figure is drawn, too.")


def with_a_limit():
    calls = call("make", "sweep", "SWEEP=runs", "BUILD=the build", "OUT=runs", "CASE_LIMIT=2.5")
    expect("sweep --case-limit\nsweep 2.5\n" in calls, f"run gets no limit: {calls}")
    os.makedirs(os.path.join(CLONE, "s"), exist_ok=True)
    shutil.copy(os.path.join(CLONE, "sweeps/plans/runs.json"), os.path.join(CLONE, "s/plan.json"))
    expect("--threads 1 --case-limit 7\n" in submit("s 2", "case_limit=7\n")[1], "the site file gives no limit")
    expect("--threads 1 --case-limit 3\n" in submit("s 2 --case-limit 3", "case_limit=7\n")[1], "the option gives no limit")
    expect("--case-limit" not in submit("s 2", "case_limit=\n")[1], "there is a limit that nobody gave")
    for limit in "0", "-1", "1s", "''", "0.0", "1.2.3":
        code, calls, output = submit(f"s 2 --case-limit {limit}")
        expect(code == 2 and not calls and "--case-limit must be" in output, f"limit {limit}: {code}, {output}")
    expect(submit("s 2", "case_limit=soon\n")[0] == 2, "the site file may have any limit")
    # That of the site file is not for maps; who asks for one is told.
    shutil.copy(os.path.join(CLONE, "sweeps/plans/x.json"), os.path.join(CLONE, "s/plan.json"))
    code, calls, output = submit("s 2", "case_limit=7\n")
    expect(code == 0 and "--array" in calls and "--case-limit" not in calls, f"a map with the site's limit: {output}")
    code, calls, output = submit("s 2 --case-limit 7")
    expect(code == 2 and "--array" not in calls and "sweeps of experiments" in output, f"a map with a limit: {output}")
    print("Limits of a case reach the program.")


main()
