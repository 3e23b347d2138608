"""run_sweep.py PROGRAM [--chunks N] [--nodes N]
A sweep as Slurm job arrays on virtual nodes of this machine, with kills in the middle: its merged results must be the
same bytes as those of a local run. PROGRAM is nsdbench-sweep."""
import argparse
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from slurm_machine import SlurmMachine, missing_programs, version

HERE = os.path.dirname(os.path.abspath(__file__))
SUBMIT = os.path.join(HERE, "../../cluster/submit.sh")
MOTIONS = os.path.join(HERE, "motions.json")  # Two stages; each task has seconds of work in the first one.
FAILING = os.path.join(HERE, "failing.json")  # Half of its cases have no limit cycle.
CONTACTS = os.path.join(HERE, "contacts.json")  # Many small bundles, which are computed at once.
RESULTS = ("merged.csv", "record.json")
SITE = "partition=all\ntime=00:10:00\nmemory=200M\noptions=--comment=test --nice=1\n"
NEVER_DONE = '#!/bin/sh\n[ "$1" != status ] || echo "missing: 3"\nexit 1\n'


class Failure(Exception):
    pass


class Skipped(Exception):
    """This machine does not let it be tested."""


def require(condition, sentence):
    if not condition:
        raise Failure(sentence)


def hashes(folder):
    found = {}
    for name in RESULTS:
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = hashlib.sha256(file.read()).hexdigest()
    return found


class Sweeps:
    def __init__(self, options, work):
        self.program = os.path.abspath(options.program)
        self.chunks = options.chunks
        self.work = work
        self.site = self.write("site.conf", SITE)
        self.submitted = None

    def write(self, name, text):
        path = os.path.join(self.work, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def planned(self, name, sweep=MOTIONS):
        folder = os.path.join(self.work, name)
        subprocess.run([self.program, "plan", sweep, "--out", folder], check=True, stdout=subprocess.DEVNULL)
        return folder

    def local(self, name, sweep):
        """Exit code of the merge, and hashes."""
        folder = self.planned(name, sweep)
        subprocess.run([self.program, "run", folder, "--threads", "2"], check=False, stdout=subprocess.DEVNULL)
        merged = subprocess.run([self.program, "merge", folder], check=False, stdout=subprocess.DEVNULL)
        return merged.returncode, hashes(folder)

    def submit(self, slurm, *arguments, program=None):
        environment = dict(slurm.environment, NSDBENCH_SITE=self.site, NSDBENCH_SWEEP=program or self.program)
        self.submitted = subprocess.Popen([SUBMIT, *arguments], env=environment, stdin=subprocess.DEVNULL,
                                          stdout=subprocess.PIPE,
                                          stderr=subprocess.STDOUT, text=True)
        return self.submitted


def running_task(slurm, folder, but=()):
    """A task of the sweep that runs, and is none of those in `but`."""
    names = [str(task) for task in but]

    def found():
        return next((task for task in slurm.tasks() if task.folder == folder and str(task) not in names), None)
    return slurm.wait_for("a task runs", 60, found)


def job_field(slurm, task, name):
    found = re.search(rf"\b{name}=(\S+)", slurm.run("scontrol", "--oneliner", "show", "job", str(task)))
    return found.group(1)


def with_kills(sweeps, slurm):
    """One of each kind; Slurm's own account of each job says that it was hit while it ran."""
    folder = sweeps.planned("kills in the middle")
    submitted = sweeps.submit(slurm, folder, str(sweeps.chunks), "--wait")

    lost = running_task(slurm, folder)
    slurm.kill_node(lost.node)
    print(f"SIGKILL of {lost.node}: its slurmd and task {lost}", flush=True)
    killed = running_task(slurm, folder, [lost])
    os.kill(killed.process, signal.SIGKILL)
    print(f"SIGKILL of the program of task {killed}", flush=True)
    kept = running_task(slurm, folder, [lost, killed])
    slurm.kill_daemon(kept.node)
    slurm.start_node(kept.node)
    require(kept in slurm.tasks(), f"Task {kept} did not outlive its node's slurmd.")
    print(f"SIGKILL of the slurmd of {kept.node}, started again while task {kept} ran on", flush=True)
    requeued = running_task(slurm, folder, [lost, killed, kept])
    slurm.run("scontrol", "requeue", str(requeued))
    print(f"Requeued task {requeued}", flush=True)

    def wait_for_field(task, name, value):
        slurm.wait_for(f"task {task} has {name}={value}", 120, lambda: job_field(slurm, task, name) == value)

    wait_for_field(killed, "JobState", "FAILED")
    wait_for_field(killed, "ExitCode", "0:9")
    wait_for_field(kept, "JobState", "COMPLETED")
    wait_for_field(kept, "Restarts", "0")
    wait_for_field(requeued, "Restarts", "1")
    wait_for_field(lost, "Restarts", "1")
    require(slurm.node_state(lost.node).startswith("DOWN"), "A lost node is not down.")
    slurm.start_node(lost.node)
    slurm.wait_for("the node is back", 60, lambda: not slurm.node_state(lost.node).startswith("DOWN"))
    print(f"{lost.node} is back", flush=True)

    output = submitted.communicate(timeout=600)[0]
    require(submitted.returncode == 0, f"submit.sh ended with {submitted.returncode}: {output}")
    arrays = output.count("Submitting an array")
    require(arrays >= 2, f"The killed task was run again without a second array: {output}")
    print(f"Merged after {arrays} arrays", flush=True)
    return hashes(folder)


def without_waiting(sweeps, slurm):
    """--no-wait, and a task that is cancelled."""
    folder = sweeps.planned("not waited for")
    submitted = sweeps.submit(slurm, folder, str(sweeps.chunks), "--no-wait")
    output = submitted.communicate(timeout=60)[0]
    require(submitted.returncode == 0, f"submit.sh ended with {submitted.returncode}: {output}")
    cancelled = running_task(slurm, folder)
    slurm.run("scancel", str(cancelled))
    slurm.wait_for("a task is cancelled", 60, lambda: job_field(slurm, cancelled, "JobState") == "CANCELLED")
    print(f"Cancelled task {cancelled}", flush=True)
    again = sweeps.submit(slurm, folder, str(sweeps.chunks))
    require("are in the queue" in again.communicate(timeout=60)[0] and again.returncode == 2,
            "A sweep in the queue was submitted once more.")
    slurm.wait_for("all is merged", 600, lambda: slurm.run("squeue", "--noheader").strip() == "")
    return hashes(folder)


def refusals(sweeps, slurm):
    folder = sweeps.planned("refused")
    bad_site = sweeps.write("bad_site.conf", "account=$(reboot)\n")
    for arguments, word in (((folder, "0"), "'0'"), ((folder, "2.5"), "'2.5'"), ((folder, "10001"), "'10001'"),
                            ((folder, "2", "--threads", "no"), "'no'"), ((folder, "2", "--when"), "'--when'"),
                            ((sweeps.work, "2"), sweeps.work), ((os.path.join(folder, "absent"), "2"), "absent")):
        refused = sweeps.submit(slurm, *arguments)
        output = refused.communicate(timeout=60)[0]
        require(refused.returncode == 2 and word in output, f"submit.sh {arguments} ended with {refused.returncode}: {output}")
    sweeps.site = bad_site
    refused = sweeps.submit(slurm, folder, "2")
    output = refused.communicate(timeout=60)[0]
    require(refused.returncode == 2 and "$(reboot)" in output, f"A wrong site file: {output}")
    require(slurm.run("squeue", "--noheader").strip() == "", "Something refused is in the queue.")


def failing_cases(sweeps, slurm):
    """A case that fails is a result: it is merged as locally, after one array, and exit codes say so."""
    expected = sweeps.local("failing locally", FAILING)
    require(expected[0] == 1, "No case fails.")
    folder = sweeps.planned("failing", FAILING)
    submitted = sweeps.submit(slurm, folder, "2")
    output = submitted.communicate(timeout=120)[0]
    require((submitted.returncode, hashes(folder)) == expected and output.count("Submitting an array") == 1,
            f"Failing cases: submit.sh ended with {submitted.returncode}: {output}")


def bundles(folder):
    """Files of cases, with the instants at which they were written."""
    return {os.path.join(at, name): os.stat(os.path.join(at, name)).st_mtime_ns
            for at, _, names in os.walk(os.path.join(folder, "cases")) for name in names}


def printed(logs):
    """What each task has printed, by its number."""
    found = {}
    for name in os.listdir(logs):
        task = re.fullmatch(r"(\d+_\d+)\.txt", name)
        if task:
            with open(os.path.join(logs, name), encoding="utf-8") as file:
                found[task.group(1)] = file.read()
    return found


def tasks_without_room(sweeps, slurm, folder):
    """An array fills the disk; the next one brings nothing, and submit.sh says so."""
    logs = os.path.join(sweeps.work, "logs of the full disk")
    os.makedirs(logs)
    os.symlink(logs, os.path.join(folder, "slurm"))  # What tasks say of a full disk can be read elsewhere.
    stopped = sweeps.submit(slurm, folder, str(sweeps.chunks))
    output = stopped.communicate(timeout=300)[0]
    require(stopped.returncode == 1 and "no progress" in output,
            f"On a full disk submit.sh ended with {stopped.returncode}: {output}")
    said = {task: text for task, text in printed(logs).items() if "computed" not in text}
    for task, text in said.items():
        require(re.fullmatch(r"nsdbench-sweep: cannot .*: No space left on device\n", text),
                f"Task {task} does not say in one sentence that the disk is full: {text!r}")
        require(job_field(slurm, task, "ExitCode") == "2:0", f"Task {task} has another exit code than 2.")
    require(said, "No task has met the full disk.")
    status = subprocess.run([sweeps.program, "status", folder], stdout=subprocess.PIPE, check=False, text=True)
    missing = re.search(r" (\d+) missing of (\d+)", status.stdout)
    require(status.returncode == 1 and missing and 0 < int(missing.group(1)) < int(missing.group(2)),
            f"After a full disk status says with {status.returncode}: {status.stdout}")
    print(f"{len(said)} tasks had no room; {missing.group(0).strip()} cases", flush=True)


def full_disk(sweeps, slurm):
    """The disk of the shared folder is full in the middle. With more room the sweep goes on from there."""
    expected = sweeps.local("enough room locally", CONTACTS)
    folder = os.path.join(sweeps.work, "full disk")
    os.makedirs(folder)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=200k", "nsdbench-test", folder], stderr=subprocess.DEVNULL,
                      check=False).returncode != 0:
        raise Skipped("mounting a small disk needs root")
    try:
        sweeps.planned("full disk", CONTACTS)
        tasks_without_room(sweeps, slurm, folder)
        kept = bundles(folder)
        subprocess.run(["mount", "-o", "remount,size=16m", folder], check=True)
        resumed = sweeps.submit(slurm, folder, str(sweeps.chunks))
        output = resumed.communicate(timeout=300)[0]
        require((resumed.returncode, hashes(folder)) == expected,
                f"With more room submit.sh ended with {resumed.returncode}, or other bytes: {output}")
        require(kept.items() <= bundles(folder).items(), "What stood on the full disk was computed again.")
    finally:
        subprocess.run(["umount", "--lazy", folder], check=False)


def no_progress(sweeps, slurm):
    """A program that never gets on: one array, and then a sentence."""
    folder = os.path.join(sweeps.work, "never done")
    os.makedirs(folder)
    program = sweeps.write("never_done", NEVER_DONE)
    os.chmod(program, 0o755)
    stopped = sweeps.submit(slurm, folder, "2", program=program)
    output = stopped.communicate(timeout=120)[0]
    require(stopped.returncode == 1 and "no progress" in output and output.count("Submitting an array") == 1,
            f"A sweep without progress ended with {stopped.returncode}: {output}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--chunks", type=int, default=6)
    parser.add_argument("--nodes", type=int, default=3)
    options = parser.parse_args()
    missing = missing_programs()
    if missing:
        print(f"Without {', '.join(missing)} there is no Slurm to test with; as root, "
              "cmake/install-packages.sh slurm-wlm munge installs it.", file=sys.stderr)
        return 1

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # Slurm is stopped then, too.
    # munge's socket must have a short path, and Slurm's files one without blanks.
    work = tempfile.mkdtemp(prefix="nsdbench-slurm-")
    sweeps = Sweeps(options, work)
    passed = failed = 0
    start = time.monotonic()
    expected = sweeps.local("local", MOTIONS)[1]
    print(f"Local run: {time.monotonic() - start:.1f} s; {expected}", flush=True)
    with SlurmMachine(os.path.join(work, "machine"), options.nodes) as slurm:
        print(f"Slurm {'.'.join(map(str, version()))} with {options.nodes} nodes", flush=True)
        for test in (with_kills, without_waiting, failing_cases, full_disk, no_progress, refusals):
            start = time.monotonic()
            try:
                found = test(sweeps, slurm)
                require(found in (None, expected), f"Other bytes than those of the local run: {found}")
                passed += 1
                sentence = "the same bytes as locally" if found else "as expected"
            except Skipped as reason:
                sentence = f"skipped: {reason}"
            except (Failure, TimeoutError, RuntimeError, OSError) as error:
                failed += 1
                sentence = f"FAILED: {error}"
            finally:
                sweeps.submitted.kill()
                slurm.clear()
            print(f"{test.__name__}: {sentence} ({time.monotonic() - start:.1f} s)", flush=True)
    if failed == 0:
        shutil.rmtree(work)
    else:
        print(f"Slurm's logs and the sweeps are in {work}.")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
