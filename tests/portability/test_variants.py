#!/usr/bin/env python3
"""variants.py goes on after whatever fails, writes its table, and takes up what it has.

  test_variants.py WORK_DIR

Compilers and programs are shell scripts here.
"""
import contextlib
import io
import os
import shutil
import sys

import golden
import variants

WORK = os.path.abspath(sys.argv[1])
EXPERIMENTS = ("alone", "shared")
MOTIONS_FILE = os.path.join(WORK, "motions.txt")
RECORD = ('{"experiment": "NAME", "tables": {}, "provenance": {"motions": {"runs": 1, "steps": 2, "events": 0, '
          '"hash": "HASH"}}}')


class ScriptedBuild(variants.Build):
    configures, not_made = True, ()

    def configure(self):
        os.makedirs(self.folder, exist_ok=True)
        with open(self.log, "w", encoding="utf-8") as log:
            log.write("what the compiler said\n")
        return self.configures

    def experiments(self):
        return list(EXPERIMENTS)

    def make(self, targets):
        return [target for target in targets if target in self.not_made]


def script(variant, name, text):
    path = os.path.join(WORK, variant, "bin", name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\necho {name} $* >> '{WORK}/calls'\n{text}\n")
    os.chmod(path, 0o755)


def scripts(variant):
    script(variant, "golden_motions", "echo ball 12 3 aa; echo crank 7 0 bb")
    for name in EXPERIMENTS:
        usage = "--threads N" if name == "shared" else "no options"
        record = RECORD.replace("NAME", name)
        script(variant, name, f"""[ "$1" = --help ] && echo '{usage}' && exit
case "$*" in *"--threads 7") hash=other ;; *) hash=right ;; esac
mkdir -p "$3" && echo '{record}' | sed "s/HASH/$hash/" > "$3/record.json" """)


def run(*arguments):
    """Exit code, cells of the table by variant and row, and which programs were called."""
    calls = os.path.join(WORK, "calls")
    open(calls, "w", encoding="utf-8").close()
    sys.argv = ["variants.py", WORK, *arguments, "--experiments", "--motions", MOTIONS_FILE]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        code = variants.main()
    with open(os.path.join(WORK, "table.md"), encoding="utf-8") as file:
        lines = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in file]
    cells = {name: {line[0]: line[k] for line in lines[2:]} for k, name in enumerate(lines[0]) if k > 0}
    with open(calls, encoding="utf-8") as file:
        return code, cells, [line.split()[0] for line in file if "--help" not in line]


def expect(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: {found!r}, and not {expected!r}")


def rows(cells):
    return [cells[row] for row in (variants.MOTIONS, *EXPERIMENTS)]


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    with open(MOTIONS_FILE, "w", encoding="utf-8") as file:
        file.write("ball 12 3 aa\ncrank 7 0 bb\n")
    one = variants.Variant("true", "")
    variants.VARIANTS = {"one": one, "two": one, "threads": variants.Variant("true", "", build_of="one", threads=(1, 7))}
    variants.Build = ScriptedBuild
    variants.commit = lambda: "c0ffee1"
    motions = {"runs": 1, "steps": 2, "events": 0, "hash": "right"}
    records = {name: golden.json.loads(RECORD.replace("NAME", name)) for name in EXPERIMENTS}
    hashes = {name: {"motions": motions, "record": golden.digest(golden.record_text(records[name])), "tables": {}}
              for name in EXPERIMENTS}
    golden.committed_hashes = lambda: hashes
    scripts("one")
    scripts("two")

    code, cells, calls = run("one", "two")
    expect("all the same", (code, rows(cells["one"]), rows(cells["two"])), (0, ["yes"] * 3, ["yes"] * 3))
    expect("commit", cells["one"]["commit"], "c0ffee1")

    code, cells, _ = run("threads")
    expect("threads", (code, cells["threads"]),
           (1, {**cells["threads"], "shared": "no: --threads 7: motions.hash"}))
    expect("no threads", [row for row in cells["threads"] if row in ("alone", variants.MOTIONS)], [])

    script("one", "golden_motions", "echo ball 12 3 aa; exit 3")
    script("one", "alone", "kill -11 $$")
    script("two", "golden_motions", "echo ball 12 3 aa; echo crank 7 0 bc")
    code, cells, _ = run("one", "two")
    expect("crashes", (code, rows(cells["one"])), (1, ["no: exit code 3", "no: exit code -11", "yes"]))
    expect("another motion", rows(cells["two"]), ["no: crank", "yes", "yes"])

    script("one", "alone", "exec sleep 60")
    code, cells, _ = run("one", "--limit", "0.005")
    expect("no end", (code, rows(cells["one"])), (1, ["no: exit code 3", "no: not done after 0.005 minutes", "yes"]))

    scripts("one")
    ScriptedBuild.not_made = ("alone",)
    code, cells, _ = run("one")
    expect("one does not build", (code, rows(cells["one"])), (1, ["yes", "no: does not build, see one/build.log", "yes"]))
    ScriptedBuild.not_made = ()
    code, cells, calls = run("one", "--continue")
    expect("continued", (code, rows(cells["one"]), calls), (0, ["yes"] * 3, ["alone"]))
    variants.commit = lambda: "c0ffee2"
    code, cells, calls = run("one", "--continue")
    expect("continued with other code", (code, calls), (0, ["golden_motions", *EXPERIMENTS]))
    scripts("two")
    code, cells, calls = run("two", "--continue")
    expect("both columns", [rows(cells[name]) for name in ("one", "two")], [["yes"] * 3] * 2)

    ScriptedBuild.configures = False
    code, cells, _ = run("one")
    expect("nothing builds", (code, rows(cells["one"])), (1, ["no: does not build, see one/build.log"] * 3))
    shutil.rmtree(WORK)


main()
