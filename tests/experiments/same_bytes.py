#!/usr/bin/env python3
"""A program of an experiment, run twice with the same input, leaves the same bytes but for the record's provenance.

  same_bytes.py PROGRAM WORK_DIR

The runs are quick ones, of the default method.
"""
import json
import os
import shutil
import subprocess
import sys


def run(program, folder):
    os.makedirs(folder)
    subprocess.run([program, "--quick", "--out", "out"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return os.path.join(folder, "out")


def files_in(folder):
    names = (os.path.join(at, name) for at, _, files in os.walk(folder) for name in files)
    return sorted(os.path.relpath(name, folder) for name in names)


def content(folder, name):
    with open(os.path.join(folder, name), "rb") as file:
        text = file.read()
    if name != "record.json":
        return text
    before, mark, _ = text.partition(b'\n  "provenance": ')
    if not mark or list(json.loads(text))[-1] != "provenance":
        sys.exit(f"{folder}: the record does not end with its provenance")
    return before


program, work = os.path.abspath(sys.argv[1]), sys.argv[2]
shutil.rmtree(work, ignore_errors=True)
first, second = (run(program, os.path.join(work, name)) for name in ("first", "second"))
if files_in(first) != files_in(second) or "record.json" not in files_in(first):
    sys.exit(f"the runs left other files: {files_in(first)} and {files_in(second)}")
differing = [name for name in files_in(first) if content(first, name) != content(second, name)]
if differing:
    sys.exit(f"run twice with the same input, these files differ: {', '.join(differing)}")
shutil.rmtree(work)
