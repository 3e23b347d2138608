"""Programs under test: how they are called, what an undisturbed run leaves, and how a run is made to fail."""
import json
import os
import re
import shutil
import signal
import subprocess
import time

TEMPORARY = re.compile(r"\.nsdbench-.*\.tmp$|\.drawing-")


class Failure(Exception):
    """A run left what it must not leave."""


def require(condition, sentence):
    if not condition:
        raise Failure(sentence)


def files_in(folder):
    """Path in the folder -> bytes; without what may differ between two runs with the same input."""
    files = {}
    for at, folders, names in os.walk(folder):
        if "build" in folders:
            folders.remove("build")
        for name in names:
            path = os.path.join(at, name)
            with open(path, "rb") as file:
                files[os.path.relpath(path, folder)] = without_times(name, file.read())
    return files


def without_times(name, content):
    if name == "provenance.json":  # of a sweep
        require(content.endswith(b"}\n") and json.loads(content), "provenance.json is not whole")
        return b""
    if name == "record.json" and b'\n  "plan": ' not in content:  # that of a sweep has no times
        before, mark, provenance = content.partition(b'\n  "provenance": ')
        require(mark and content.endswith(b"}\n") and json.loads(content), "record.json is not whole")
        return before
    return re.sub(rb'\n  "time_s": [^\n]*', b"", content) if name.startswith("answer") else content


def is_temporary(name):
    return TEMPORARY.search(name) is not None


def folders_in(folder):
    """Folders below it, but for those of builds."""
    found = []
    for at, folders, _ in os.walk(folder):
        if "build" in folders:
            folders.remove("build")
        found += [os.path.relpath(os.path.join(at, name), folder) for name in folders]
    return found


def is_drawing(name):
    return name.endswith((".svg", ".pdf", ".png"))


class Program:
    """A command that writes into a folder. `earlier`: other arguments, for a run that came before, with other results.
    `voucher`: the file that speaks for all others but drawings. `kept`: files that an interrupted run leaves to go on
    from. `piecewise`: a run that fails leaves the files that it has finished. `goes_on`: each run needs what the
    earlier one left, and goes on with what a run that failed has finished. `codes`: exit codes of a run that fails."""

    def __init__(self, name, command, earlier=None, voucher=None, kept=(), fault_calls=True, environment=None,
                 piecewise=False, goes_on=False, codes=(1, 2)):
        self.name, self.command, self.earlier = name, command, earlier
        self.voucher, self.kept, self.fault_calls = voucher, kept, fault_calls
        self.environment = environment or {}
        self.piecewise, self.goes_on, self.codes = piecewise, goes_on, codes
        self.seconds, self.saved = 0.0, None
        self.calls = 0

    def call(self, out, command=None, before=(), environment=None, **options):
        """The finished process. `before`: a program that starts this one."""
        arguments = [part.replace("{out}", out) for part in (command or self.command)]
        options.setdefault("stdout", subprocess.DEVNULL)
        env = dict(os.environ, **self.environment, **(environment or {}))
        env = {name: value for name, value in env.items() if value is not None}
        return subprocess.run([*before, *arguments], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, env=env, text=True,
                              errors="replace", check=False, **options)

    def measure(self, work, shim):
        """Undisturbed runs: results, time, number of calls that change files."""
        out = os.path.join(work, "undisturbed")
        if self.earlier:
            self.saved = os.path.join(work, "earlier")
            clean(self.saved)
            run = self.call(self.saved, self.earlier)
            require(run.returncode == 0, f"{self.name}, earlier run: exit code {run.returncode}: {run.stderr}")
        self.earlier_files = files_in(self.saved) if self.saved else {}
        self.earlier_folders = folders_in(self.saved) if self.saved else []
        times = []  # The first run reads the program from the disk, which takes longer.
        for _ in range(3):
            self.prepare(out, False)
            begin = time.monotonic()
            run = self.call(out)
            times.append(time.monotonic() - begin)
            require(run.returncode == 0, f"{self.name}, undisturbed: exit code {run.returncode}: {run.stderr}")
            if times[-1] > 0.5:
                break
        self.seconds = min(times)
        self.files = files_in(out)
        if self.earlier:
            require(self.earlier_files != self.files, f"{self.name}: the earlier run has no results of its own")
        if self.fault_calls:
            self.prepare(out, False)
            count = os.path.join(work, "calls")
            self.call(out, environment={"LD_PRELOAD": shim, "NSDBENCH_FAULT_CALLS": count})
            with open(count, encoding="ascii") as file:
                self.calls = int(file.read())
            require(files_in(out) == self.files, f"{self.name}: run twice, the files differ")

    def some_calls(self, generator, most):
        """Numbers of calls that change files, in their order: all of them, or as many as `most`, drawn."""
        calls = range(1, self.calls + 1)
        return sorted(generator.sample(calls, most)) if self.calls > most else list(calls)

    def prepare(self, out, with_earlier):
        clean(out)
        if self.goes_on or (with_earlier and self.earlier):
            shutil.rmtree(out)
            shutil.copytree(self.saved, out, symlinks=True)

    def check_whole(self, out):
        """Every file is one of this run or of the earlier one, and where the voucher is, so are all it speaks for."""
        found = {name: content for name, content in files_in(out).items()
                 if not is_temporary(name) and os.path.basename(name) not in self.kept}
        for name, content in found.items():
            whole = (self.files.get(name), self.earlier_files.get(name))
            require(content in whole, f"{name} is not whole")
        voucher = found.get(self.voucher)
        if voucher is not None:
            of_run = [run for run in (self.files, self.earlier_files) if run.get(self.voucher) == voucher]
            folder = self.voucher[:-len(os.path.basename(self.voucher))]  # what lies elsewhere is replaced before
            require(any(all(found.get(name) == content for name, content in run.items()
                            if name.startswith(folder) and not is_drawing(name)) for run in of_run),
                    f"{self.voucher} speaks for files of two runs")

    def check_unchanged(self, out):
        """The files of the earlier run, and nothing else."""
        expected = self.earlier_files
        found = {name: content for name, content in files_in(out).items() if os.path.basename(name) not in self.kept}
        require(found == expected, f"after a run that failed: {differences(found, expected)}")
        left = sorted(set(folders_in(out)) - set(self.earlier_folders))
        require(not left or self.kept, f"a run that failed left the folders {left}")

    def check_complete(self, out, with_earlier=False):
        expected = dict(self.earlier_files if with_earlier else {})
        expected.update(self.files)
        found = files_in(out)
        require(found == expected, f"after the rerun: {differences(found, expected)}")

    def rerun(self, out, with_earlier=False):
        run = self.call(out)
        require(run.returncode == 0, f"the rerun has exit code {run.returncode}: {run.stderr}")
        self.check_complete(out, with_earlier)

    def check_sentence(self, run, codes=None):
        """One sentence and the exit code."""
        lines = run.stderr.splitlines()
        require(run.returncode in (codes or self.codes), f"exit code {run.returncode}: {run.stderr}")
        require(len(lines) == 1, f"not one sentence on standard error: {run.stderr!r}")
        require(": " in lines[0] and "internal error" not in lines[0], f"not a sentence for people: {lines[0]}")
        return lines[0]


def differences(found, expected):
    lines = [f"{name} is left behind" for name in found if name not in expected]
    lines += [f"{name} is missing" for name in expected if name not in found]
    lines += [f"{name} has other bytes" for name in found if name in expected and found[name] != expected[name]]
    return "; ".join(lines)


def clean(folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder, exist_ok=True)


def kill_session(leader):
    """Kills the process and all that it started, which have its session."""
    for _ in range(3):  # one may start another meanwhile
        for name in os.listdir("/proc"):
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    session = int(file.read().rpartition(")")[2].split()[3])
                if session == leader.pid:
                    os.kill(int(name), signal.SIGKILL)
            except (OSError, ValueError, IndexError):
                continue
    leader.wait()
