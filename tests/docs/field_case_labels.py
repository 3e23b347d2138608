#!/usr/bin/env python3
"""docs/field-cases.md lists the labels (A1, B4, ...) that test cases begin with, and no others: SOURCE_DIR."""
import os
import re
import sys

source = sys.argv[1]
tested = set()
for folder, _, names in os.walk(os.path.join(source, "tests")):
    for name in names:
        if name.endswith(".cpp"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                tested.update(re.findall(r'TEST_CASE(?:_SIG|_METHOD)?\("([A-Z]\d+): ', file.read()))
with open(os.path.join(source, "docs", "field-cases.md"), encoding="utf-8") as file:
    listed = set(re.findall(r"^\| ([A-Z]\d+) \|", file.read(), re.MULTILINE))
for label in sorted(tested - listed):
    print(f"docs/field-cases.md does not list {label}, which a test names", file=sys.stderr)
for label in sorted(listed - tested):
    print(f"docs/field-cases.md lists {label}, which no test names", file=sys.stderr)
sys.exit(tested != listed)
