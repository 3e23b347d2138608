#!/usr/bin/env python3
"""The API reference is made without a warning, what it shows is documented, and its pages need nothing but themselves.

  api_reference.py SOURCE_DIR DOXYFILE WORK_DIR [DOXYGEN]

Members of classes need no comment; types, functions, enumerations, concepts and other names need one: their own,
or that above the first of several that follow each other without an empty line. Ends with 77 without Doxygen.
"""
import os
import re
import shutil
import subprocess
import sys

SOURCE, DOXYFILE, WORK = (os.path.abspath(path) for path in sys.argv[1:4])
UNDOCUMENTED = re.compile(r"(.+?):(\d+): \w+: (?:Compound|Member) (.+) is not documented\.$")
MEMBER_OF_CLASS = re.compile(r"\(\w+\) of (?:class|struct|union) ")
# That is defined here, with its name.
TYPE = re.compile(r" *(?:enum class|enum(?! class)|class|struct|union|concept) (\w+)\b(?! *(?:;|::|:[^{]*;))")
# What would be lost first if the filter or Doxygen misread a header, and where a reader begins.
SHOWN = {
    "conceptnsdbench_1_1MechanicalSystem.html": ("system.gaps(configuration)", "g_N(q,t) [m], n; the entry"),
    "classnsdbench_1_1ContactSolver.html": ("Implemented in", "as of an attempt, in"),
    "structnsdbench_1_1ContactLaw.html": ("eps_N in [0, 1]", "xi_N = gamma_N^+ + eps_N gamma_N^-"),
    "laws_8hpp.html": ("FrictionSet { |P| &lt;= b }    mu max(P_N, 0)",),
    "group__mechanism.html": ("AccelerationLevelSystem", "MotionBounds", "State&lt; Dof, Scalar &gt;"),
    "group__contact.html": ("Residual of the prox equations", "the recomputed residual is within the tolerance"),
    "classnsdbench_1_1experiments_1_1Experiment.html": ("reference-data/&lt;paper&gt;/parameters.json", "by --set"),
    "index.html": ("Where to start", "classnsdbench_1_1Step.html", "make_integrator"),
}


def doxygen(program):
    """What Doxygen says, line by line."""
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    with open(DOXYFILE, encoding="utf-8") as file:
        settings = file.read()
    settings += f'\nOUTPUT_DIRECTORY = "{WORK}"\nWARN_IF_UNDOCUMENTED = YES\nWARN_AS_ERROR = NO\n'
    run = subprocess.run([program, "-"], input=settings, cwd=SOURCE, text=True, capture_output=True, check=False)
    return (run.stdout + run.stderr).splitlines() + ([f"exit code {run.returncode}"] if run.returncode != 0 else [])


def shares_comment(path, line):
    """Whether a comment stands above the declaration on that line, with no empty line between."""
    with open(path, encoding="utf-8") as file:
        lines = [text.strip() for text in file.read().split("\n")[:line]]
    while lines and lines[-1]:
        if lines.pop().startswith("//"):
            return True
    return False


def complaints_about_comments(said):
    for text in said:
        missing = UNDOCUMENTED.match(text)
        if not missing:
            yield text
        elif not MEMBER_OF_CLASS.search(missing.group(3)):
            path, line = os.path.join(SOURCE, missing.group(1)), int(missing.group(2))
            if not shares_comment(path, line):
                yield f"{os.path.relpath(path, SOURCE)}:{line}: {missing.group(3)} has no comment"


def complaints_about_types():
    """Of types without a comment Doxygen makes no page and says nothing. Those of private parts may do without."""
    with open(DOXYFILE, encoding="utf-8") as file:
        settings = dict(re.findall(r"^(\w+) *= *((?:.*\\\n)*.*)$", file.read(), re.MULTILINE))
    for top in settings["INPUT"].split():
        for folder, _, names in os.walk(os.path.join(SOURCE, top)):
            for name in sorted(names):
                path = os.path.relpath(os.path.join(folder, name), SOURCE)
                if name.endswith(".hpp") and path not in settings["EXCLUDE"].split():
                    yield from complaints_about_types_of(path)


def complaints_about_types_of(path):
    private = False
    with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
        for k, line in enumerate(file, 1):
            if line.startswith((" private:", " public:", "}")):
                private = line.startswith(" private:")
            begin = TYPE.match(line)
            if begin and not private and not shares_comment(os.path.join(SOURCE, path), k):
                yield f"{path}:{k}: {begin.group(1)} has no comment"


def complaints_about_pages():
    texts, anchors = {}, {}
    for folder, _, names in os.walk(WORK):
        for name in names:
            if name.endswith((".html", ".js", ".css", ".svg")):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    texts[path] = file.read()
                anchors[path] = set(re.findall(r'(?:id|name)="([^"]+)"', texts[path]))
    for path, text in sorted(texts.items()):
        page = os.path.relpath(path, WORK)
        for folder in (SOURCE, WORK):
            if folder in text:
                yield f"{page} has the path {folder}"
        if not page.endswith(".html"):
            continue
        for link in sorted(set(re.findall(r'(?:href|src)="([^"]*)"', text))):
            if link.startswith(("javascript:", "data:")) or link == "../index.html":  # the report
                continue
            file, _, anchor = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
            if re.match(r"\w+:|//", link):
                yield f"{page} leads to {link}"
            elif not os.path.exists(target):
                yield f"{page}: there is no {link}"
            elif anchor and anchor not in anchors[target]:
                yield f"{page}: there is no place {link}"
    for page, parts in SHOWN.items():
        for part in parts:
            if part not in texts.get(os.path.join(WORK, page), ""):
                yield f"{page} does not show '{part}'"


def main():
    if len(sys.argv) < 5 or not sys.argv[4]:  # CMake drops an empty argument or keeps it, by its version
        print("There is no Doxygen.")
        sys.exit(77)
    complaints = [*complaints_about_comments(doxygen(sys.argv[4]))]
    complaints += [*complaints_about_types(), *complaints_about_pages()]
    for complaint in sorted(set(complaints)):
        print(complaint, file=sys.stderr)
    if complaints:
        sys.exit(1)
    shutil.rmtree(WORK)


main()
