#!/usr/bin/env python3
"""Writes docs/not-reproduced.md: the statements of papers that are not plainly reproduced, with the reasons.

  docs/not_reproduced.py           writes the page
  docs/not_reproduced.py --check   writes nothing; fails if the page is out of date

Statements, verdicts and reasons are those of reference-data/*/claims.json; numbers in the reasons come from
results/baseline, in as many digits as in a record (experiments/support/claim_texts.cpp).
"""
import glob
import json
import math
import os
import re
import sys

PROJECT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(PROJECT, "docs", "not-reproduced.md")
SECTIONS = {
    "not reproduced": "The interval measured ± uncertainty lies outside what the statement says.",
    "reproduced with deviation": "It lies outside, but within a wider interval that the reason gives.",
    "undecided": "It reaches over a bound: the statement is neither confirmed nor refuted.",
    "not evaluated": "Nothing can be tested: a measurement without data, a word without a measure.",
}
HEAD = """# What is not reproduced

The statements of papers that no plain "reproduced" stands behind, and why. A statement marked `variant` is tested in a
setting that the paper does not print; all others in the paper's own. Written by `docs/not_reproduced.py` from
`reference-data/<paper>/claims.json` and `results/baseline`; what the papers leave open stands in
`reference-data/<paper>/notes.md`.
"""


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def value_text(quantity):
    value, kind = quantity["value"], quantity["kind"]
    if kind == "measured" and value != 0 and quantity["uncertainty"] > 0:
        digits = math.floor(math.log10(abs(value))) - math.floor(math.log10(quantity["uncertainty"])) + 2
        return f"{value:.{min(max(digits, 2), 6)}g}"
    if kind in ("measured", "count", "exact", "setting", "choice"):
        return f"{value:.6g}"
    if kind == "residual" and value == 0:
        return f"less than {quantity['bound']:.2g}"
    return f"{value:.3g}"


def filled_in(text, quantities):
    def number(place):
        quantity = quantities[place.group(1)]
        if not place.group(2):
            return value_text(quantity)
        return f"{quantity['bound'] if quantity['kind'] == 'residual' else quantity['uncertainty']:.2g}"
    return re.sub(r"\{(\w+)(:uncertainty)?\}", number, text)


def rows():
    """{verdict: lines of the table}"""
    lines = {verdict: [] for verdict in SECTIONS}
    for path in sorted(glob.glob(os.path.join(PROJECT, "reference-data", "*", "claims.json"))):
        paper = read(os.path.join(os.path.dirname(path), "parameters.json"))["short_name"]
        for claim in read(path)["claims"]:
            if claim["origin"] not in ("paper", "variant") or claim["expected_verdict"] not in lines:
                continue
            record = read(os.path.join(PROJECT, "results", "baseline", claim["experiment"] + ".json"))
            where = f"{paper}, {claim['where']}" + (" (`variant`)" if claim["origin"] == "variant" else "")
            cells = (where, claim["statement"], filled_in(claim["reason"], record["quantities"]), f"`{claim['id']}`")
            lines[claim["expected_verdict"]].append(
                "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |")
    return lines


def page():
    text = HEAD
    for verdict, lines in rows().items():
        if lines:
            text += f"\n## {verdict.capitalize()}\n\n{SECTIONS[verdict]}\n\n"
            text += "\n".join(["| where | statement | why | claim |", "|---|---|---|---|"] + lines) + "\n"
    return text


if sys.argv[1:] == ["--check"]:
    with open(PAGE, encoding="utf-8") as file:
        if file.read() != page():
            sys.exit("docs/not-reproduced.md is out of date: run docs/not_reproduced.py")
else:
    with open(PAGE + ".part", "w", encoding="utf-8") as file:
        file.write(page())
    os.replace(PAGE + ".part", PAGE)
