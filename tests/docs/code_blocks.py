#!/usr/bin/env python3
"""A page shows the files that are compiled here: PAGE FILE..., one file for each block of code, in their order.

Blocks marked ```sh are commands and are left out.
"""
import re
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


page, files = sys.argv[1], sys.argv[2:]
blocks = re.findall(r"^```(?:cpp|cmake|json|gnuplot)\n(.*?)^```$", read(page), re.MULTILINE | re.DOTALL)
if len(blocks) != len(files):
    sys.exit(f"{page} has {len(blocks)} blocks of code, {len(files)} are expected")
for block, file in zip(blocks, files):
    if block != read(file):
        sys.exit(f"{page} does not show {file} as it is")
