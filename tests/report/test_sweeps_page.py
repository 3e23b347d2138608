#!/usr/bin/env python3
"""The report's page on sweeps, from sweeps that are made here.

  test_sweeps_page.py REPORT_PROGRAM SWEEP_PROGRAM WORK_DIR
"""
import json
import os
import re
import shutil
import subprocess
import sys

import site_check

REPORT, SWEEP, WORK = sys.argv[1:4]
RESULTS = os.path.join(WORK, "results")
SITE = os.path.join(RESULTS, "report")
SOURCES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LINK = '<a href="sweeps.html">Sweeps</a>'
# One that is refined, and one with cases that fail, in a folder whose name addresses do not take as it stands.
CONTACTS = {
    "sweep": "contacts", "map": "prismatic_contacts", "fixed": {"t_end": 0.02}, "quantities": ["early"],
    "axes": [{"input": "f_x", "from": 0, "to": 80, "points": 9}, {"input": "s", "from": 0, "to": 0.01, "points": 17}],
    "refine": {"by": "early", "coarsest": 4}
}
JOINT = {
    "sweep": "joint", "map": "slider_crank_joint", "fixed": {"revolutions": 1},
    "axes": [{"input": "c", "values": [0.001, 0.002]}], "quantities": ["tilt_max"]
}
FAILING = {
    "sweep": "failing", "map": "woodpecker_basins", "settings": {"solver": "lemke"}, "quantities": ["basin"],
    "axes": [{"input": "mu_2", "values": [0.05, 0.3]}, {"input": "delta", "values": [0, 0.1]}]
}
# Whole runs; inputs and quantities have other names as columns.
BALL = {
    "sweep": "ball", "experiment": "bouncing_ball_accumulation", "settings": {"--quick": ""},
    "axes": [{"input": "--dt", "values": [0.002, 0.004]}], "quantities": ["first_apex_ratio.uncertainty"]
}
# Refined by another quantity than one that has classes, too.
PROGRAM = {
    "sweep": "program", "map": "prismatic_contacts", "fixed": {"t_end": 0.02}, "quantities": ["late", "early"],
    "axes": [{"input": "f_x", "from": 0, "to": 80, "points": 9}, {"input": "s", "from": 0, "to": 0.01, "points": 17}],
    "refine": {"by": "late", "coarsest": 4}
}
# Counts.
COUNTS = {
    "sweep": "counts", "map": "slider_crank_joint", "fixed": {"revolutions": 1},
    "axes": [{"input": "c", "values": [0.001, 0.002]}], "quantities": ["impacts"]
}
ODD = "50% größer & #2"


def expect(condition, sentence):
    if not condition:
        sys.exit(f"FAILED: {sentence}")


def report(*arguments):
    run = subprocess.run([REPORT, RESULTS, *arguments], capture_output=True, text=True, check=False)
    faults = site_check.check(SITE)
    expect(not faults, "the site: " + "; ".join(faults[:5]))
    return run.returncode, run.stdout + run.stderr


def page(name="sweeps.html"):
    with open(os.path.join(SITE, name), encoding="utf-8") as file:
        return file.read()


def path(folder, name):
    return os.path.join(RESULTS, "sweeps", folder, name)


def make(sweep, folder):
    file = os.path.join(WORK, sweep["sweep"] + ".json")
    with open(file, "w", encoding="utf-8") as stream:
        json.dump(sweep, stream)
    out = path(folder, "")
    for command in ("plan", file, "--out", out), ("run", out), ("merge", out):
        subprocess.run([SWEEP, *command], check=command[0] == "plan", stdout=subprocess.DEVNULL)
    shutil.rmtree(path(folder, "cases"))
    shutil.copytree(out, os.path.join(WORK, "original", folder))


def make_arena():
    """For a report without sweeps: there must be something to report on."""
    os.makedirs(os.path.join(RESULTS, "arena"))
    with open(os.path.join(RESULTS, "arena", "arena.json"), "w", encoding="utf-8") as file:
        json.dump({"format": "nsdbench-arena", "version": 1, "run": {},
                   "context": {"time_limit_s": 1.0, "cpu": "A", "commit": "1234567890"},
                   "columns": ["kind", "problem", "solver", "solvable", "tolerance", "verdict", "time_s"],
                   "rows": [["lcp", "p", "lemke", "yes", 1e-8, "solved", 1e-3]]}, file)


def restore(folder):
    shutil.rmtree(path(folder, ""))
    shutil.copytree(os.path.join(WORK, "original", folder), path(folder, ""))


def change_record(folder, change):
    with open(path(folder, "record.json"), encoding="utf-8") as file:
        record = json.load(file)
    change(record)
    with open(path(folder, "record.json"), "w", encoding="utf-8") as file:
        json.dump(record, file, indent=2)
    return record


def rewrite(folder, name, change):
    with open(path(folder, name), encoding="utf-8") as file:
        text = file.read()
    with open(path(folder, name), "w", encoding="utf-8") as file:
        file.write(change(text))


def check_good():
    code, output = report()
    expect(code == 0, f"good sweeps give {code}: {output}")
    expect(LINK in page("index.html") and LINK in page("docs.html"), "there is no link to the sweeps")
    with open(path("contacts", "record.json"), encoding="utf-8") as file:
        record = json.load(file)
    computed, cases = record["cases"]["computed"], record["cases"]["all"]
    for part in (f"{cases}: {computed} computed", f"{cases - computed} filled", "at a distance of 4 on",
                 "24 fixed inputs, 1 of them with another", "28 fixed inputs, 0 of them",
                 "experiment <code>bouncing_ball_accumulation</code>", "<code>first_apex_ratio.uncertainty</code>", "0.002, 0.004",
                 record["program"], "2 cases failed", "tilt_max", "0.001, 0.002", "<td>lemke</td>",
                 "build/bin/nsdbench-sweep plan contacts.json --out results/sweeps/contacts\n",
                 "merge 'results/sweeps/50% größer &amp; #2'",
                 "../sweeps/50%25%20gr%C3%B6%C3%9Fer%20%26%20%232/merged.csv",
                 "../sweeps/contacts/record.json", "../sweeps/contacts/plan.json"):
        expect(part in page(), f"the page does not say {part}")
    expect("<img" not in page(), "there is a picture of a sweep that was not drawn")
    expect("faults" not in page(), "the page complains of good sweeps")
    with open(path("contacts", "contacts.svg"), "w", encoding="utf-8") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"></svg>\n'
                   f"<!-- nsdbench contacts, record {record['table']['hash']} -->\n")
    code, output = report()
    for ending, text in [("pdf", "%PDF-1.4\n%%EOF\n"), ("gp", "load 'style.gp'\n")]:
        expect(code == 1 and f"sweeps/contacts: The figure contacts.{ending} is missing." in output,
               f"a drawing without its .{ending} gives {code}: {output}")
        with open(path("contacts", f"contacts.{ending}"), "w", encoding="utf-8") as file:
            file.write(text)
        code, output = report()
    expect(code == 0, f"a drawing gives {code}: {output}")
    expect('class="zoom" href="../sweeps/contacts/contacts.svg"' in page(), "the drawing is not shown")
    first = page()
    report()
    expect(page() == first, "a second report has other bytes")


def set_share(record):
    next(iter(record["shares"]["early"].values()))["value"] = 0.75


def each_share(change):
    def change_all(record):
        for share in record["shares"]["early"].values():
            change(share)
    return change_all


def other_classes(record):
    shares = record["shares"]["early"]
    record["shares"]["early"] = {"other_" + name: share for name, share in shares.items()}


def other_axis(record):
    record["plan"]["axes"][0]["to"] = 81


def first(key, value):
    def change(record):
        record["failures"][0][key] = value
    return change


def column(place, **values):
    return lambda record: record["table"]["columns"][place].update(values)


def hostile(record):
    record["failures"][0]["reason"] = "<script>alert(1)</script> {{scripts}}"


# What is done to a folder, and what must be said of it.
TAMPERINGS = [
    ("contacts", "merged.csv", lambda text: text.replace("\n80,", "\n81,", 1), "is not what the merge wrote"),
    ("contacts", "merged.csv", None, "The table cannot be read"),
    ("contacts", "record.json", lambda text: "{}", "The record cannot be read"),
    ("contacts", "record.json", lambda text: text[:200], "is not valid JSON"),
    ("contacts", "record.json", lambda text: text.replace('"f_x"', '"f <x>"'), "are others than those of the plan"),
    ("contacts", "plan.json", None, "The plan cannot be read"),
    ("contacts", "plan.json", lambda text: "[]", "The plan cannot be read"),
    ("contacts", "plan.json", lambda text: text.replace('"t_end": 0.02', '"t_end": 0.03'),
     "The plan in plan.json is another one"),
    ("contacts", "plan.json", lambda text: text.replace('"program": "', '"program": "x'), "The plan was made by x"),
]
# Tables that are changed, with the hash that the record then has.
TABLES = [
    ("contacts", lambda text: text.replace("\n80,", "\n81,", 1), "is not the one that plan and results give"),
    ("contacts", lambda text: text.replace("\n80,", "\n80.0,", 1), "is not the one that plan and results give"),
    ("contacts", lambda text: text + "80,0.01,1,computed\n", "merged.csv has 154 rows, and the plan has 153 cases"),
    ("contacts", lambda text: text.replace(",computed", ",filled", 1), "case 0 of merged.csv must be computed"),
    ("contacts", lambda text: text.replace(",3,computed", ",7,computed", 1), "has no class 7"),
    ("contacts", lambda text: text.replace(",3,computed", ",,computed", 1), "was computed and has no class"),
    ("contacts", lambda text: text.replace(",3,computed", ",x,computed", 1), "has no number 'x'"),
    ("joint", lambda text: text.replace(",computed", "5,computed", 1), "The record says that ranges.tilt_max."),
    ("joint", lambda text: text.replace(",computed", ",failed", 1), "The record says that cases.failed is 0"),
    ("joint", lambda text: text.replace("0.001,", "0.0011,", 1), "Line 2 of merged.csv is not the one"),
]
CHANGES = [
    ("contacts", lambda record: record["cases"].update(failed=3), "says that cases.failed is 3; plan and table give 0"),
    ("contacts", lambda record: record["cases"].update(computed=50), "says that cases.computed is 50"),
    ("contacts", lambda record: record["cases"].update(all=154), "says that cases.all is 154"),
    ("contacts", lambda record: record["cases"].update(stages=99), "says that cases.stages is 99"),
    ("contacts", lambda record: record["table"].update(rows=152), "says that table.rows is 152"),
    ("contacts", set_share, "says that shares.early.none.value is 0.75"),
    ("contacts", each_share(lambda share: share.update(uncertainty=1e-9)), "shares.early.none.uncertainty is 1e-09"),
    ("contacts", each_share(lambda share: share.update(binomial=1e-9)), "shares.early.none.binomial is 1e-09"),
    ("contacts", each_share(lambda share: share.update(edge=1e-9)), "shares.early.none.edge is 1e-09"),
    ("contacts", other_classes, "says that shares.early.other_none.value is"),
    ("contacts", lambda record: record["shares"].pop("early"), "says that shares.early.none.value is nothing"),
    ("contacts", lambda record: record.update(shares={}, shares_without_class={}),
     "says that shares.early.none.value is nothing"),
    ("contacts", lambda record: record["table"].update(file="../x.csv"), "../x.csv"),
    ("contacts", lambda record: record["plan"].update(axes=[]), "there is no axis"),
    ("contacts", other_axis, "Line 20 of merged.csv is not the one"),
    ("contacts", lambda record: record["plan"].update(cases_per_bundle=7), "The plan in plan.json is another one"),
    ("contacts", lambda record: record["shares_without_class"].pop("early"), "early"),
    ("contacts", lambda record: record.update(cases=7), "cases"),
    ("contacts", lambda record: record.update(schema_version=9),
     "says that schema_version is 9; plan and table give 1"),
    ("contacts", lambda record: record.update(verified=True),
     "says that verified is true; plan and table give nothing"),
    ("contacts", lambda record: record["cases"].update(more=1), "says that cases.more is 1"),
    ("contacts", lambda record: record["table"]["columns"].pop(), "says that table.columns.3.name is nothing"),
    ("contacts", column(3, meaning="x"), "says that table.columns.3.meaning is \"x\""),
    ("contacts", column(2, meaning="x"), "the sweep is refined by 'early', which has no classes"),
    ("contacts", lambda record: record["table"]["columns"].pop(0), "the record has no column 'f_x'"),
    ("ball", column(0, unit="h"), "says that table.columns.0.unit is \"h\"; plan and table give \"s\""),
    ("ball", column(1, meaning="x"), "says that table.columns.1.meaning is \"x\""),
    (ODD, lambda record: record["shares_without_class"].update(basin=0.25), "shares_without_class.basin is 0.25"),
    (ODD, lambda record: record.update(failures=[]), "says that failures.0.case is nothing; plan and table give 0"),
    (ODD, first("case", 3), "says that failures.0.case is 3"),
    (ODD, first("inputs", {"mu_2": 0.06, "delta": 0}), "says that failures.0.inputs.mu_2 is 0.06"),
    ("joint", lambda record: record["ranges"]["tilt_max"].update(max=0.5), "says that ranges.tilt_max.max is 0.5"),
    ("joint", lambda record: record["ranges"]["tilt_max"].update(min=None), "says that ranges.tilt_max.min is null"),
    ("joint", lambda record: record.update(ranges={}), "says that ranges.tilt_max.max is nothing"),
]


def change_table(folder, change):
    """The table, and its hash in the record."""
    rewrite(folder, "merged.csv", change)
    with open(path(folder, "merged.csv"), "rb") as file:
        number = 0xcbf29ce484222325
        for byte in file.read():
            number = (number ^ byte) * 0x100000001b3 % 2**64
    change_record(folder, lambda record: record["table"].update(hash=f"FNV-1a-64 {number:016x}"))


def check_fault(folder, sentence, what):
    code, output = report()
    expect(code == 1 and sentence in output and f"sweeps/{folder}: " in output, f"{what} gives {code}: {output}")
    expect("What is wrong with these results" in page("index.html"), f"the front page does not complain: {what}")
    expect('class="faults"' in page(), f"the page of sweeps does not complain: {what}")
    restore(folder)


def check_tamperings():
    for number, (folder, name, change, sentence) in enumerate(TAMPERINGS):
        if change is None:
            os.remove(path(folder, name))
        else:
            rewrite(folder, name, change)
        check_fault(folder, sentence, f"tampering {number}")
    for number, (folder, change, sentence) in enumerate(TABLES):
        change_table(folder, change)
        check_fault(folder, sentence, f"table {number}")
    for number, (folder, change, sentence) in enumerate(CHANGES):
        change_record(folder, change)
        check_fault(folder, sentence, f"change {number}")
    change_record(ODD, hostile)
    code, output = report()
    expect(code == 0 and "<script>alert" not in page() and "&lt;script&gt;alert" in page(), f"{code}: {output}")
    restore(ODD)


def check_planned():
    """A sweep that is not merged is listed with the command that goes on with it, and is no fault."""
    os.remove(path("joint", "record.json"))
    code, output = report()
    expect(code == 0, f"a sweep that is not merged gives {code}: {output}")
    for part in ("not merged yet", "build/bin/nsdbench-sweep run results/sweeps/joint"):
        expect(part in page(), f"the page does not say {part}")
    rewrite("joint", "plan.json", lambda text: "{}")
    code, output = report()
    expect(code == 1 and "sweeps/joint: The plan cannot be read" in output, f"{code}: {output}")
    restore("joint")


def check_experiment():
    """What the plan says of the experiment."""
    with open(path("ball", "plan.json"), encoding="utf-8") as file:
        planned = json.load(file)["plan"]["planned"]
    report()
    expect(planned["method"], "the plan has no settings of the experiment")
    epsilon = next(entry for entry in planned["inputs"] if entry["name"] == "epsilon_N")
    for part in (f"<code>{planned['program']}</code>", planned["files"].split(",")[0],
                 "Method: ball", *(f"<code>{name}</code>" for name in planned["method"]),
                 f"{len(planned['inputs'])} parameters of the experiment", epsilon["meaning"],
                 "the value of plan in plan.json, without planned, here as ball.json",
                 "the value of plan in plan.json, here as contacts.json"):
        expect(part in page(), f"the page does not say {part}")
    expect("<td>varies</td>" in page() or ">varies<" in page(), "the page does not say what varies")


def rows(caption):
    """Cells of the table with that caption."""
    found = re.search("<caption>" + re.escape(caption) + "</caption>.*?</table>", page(), re.DOTALL)
    expect(found, f"there is no table {caption}")
    lines = re.findall("<tr>(.*?)</tr>", found.group(0), re.DOTALL)[1:]
    return [[re.sub("<.*?>", "", cell) for cell in re.findall("<t[dh][^>]*>(.*?)</t[dh]>", line, re.DOTALL)]
            for line in lines]


def record_of(folder):
    with open(path(folder, "record.json"), encoding="utf-8") as file:
        return json.load(file)


def check_shares():
    """Shares of the quantity by which a sweep is refined alone, and an edge only where there are cells."""
    report()
    expect({row[0] for row in rows("Shares of classes: program")} == {"late"}, "shares of a quantity that has none")
    expect("<code>early</code> has no shares: the sweep is refined by late" in page(), "it is not said why")
    expect(all(row[5] != "–" for row in rows("Shares of classes: program")), "a grid has no edges")
    of_lists = rows("Shares of classes: " + ODD.replace("&", "&amp;"))
    expect(of_lists and all(row[5] == "–" for row in of_lists), f"lists have edges: {of_lists}")
    shares = record_of(ODD)["shares"]["basin"]
    without = record_of(ODD)["shares_without_class"]["basin"]
    expect(without > 0.4 and all(share["uncertainty"] >= without for share in shares.values()),
           f"shares do not know of {without} without a class")
    for change, sentence in ((lambda record: record["without_shares"].update(early="x"), "without_shares.early is"),
                             (lambda record: record.pop("without_shares"), "without_shares.early is nothing"),
                             (lambda record: record["shares"]["late"]["none"].update(edge=None), "edge")):
        change_record("program", change)
        check_fault("program", sentence, sentence)


def check_inputs():
    """Counts are whole numbers, and inputs have units and come first where the sweep changes them."""
    report()
    least, greatest = rows("Ranges of quantities: counts")[0][1:3]
    expect(least.isdigit() and greatest.isdigit(), f"counts are {least} and {greatest}")
    first = rows("Fixed inputs: contacts")[0]
    expect(first[:4] == ["t_end", "0.02", "0.08", "s"], f"the changed input is not the first: {first}")
    expect(all("–" not in row[3:] for row in rows("Fixed inputs: contacts")), "an input has no unit or no meaning")


def check_suite():
    """Sweeps of the suite are made again by make sweep, as long as its plan is the same."""
    tree = os.path.join(WORK, "tree")
    plans = os.path.join(tree, "sweeps", "plans")
    os.makedirs(plans)
    for name in os.listdir(SOURCES):
        if name != "sweeps":
            os.symlink(os.path.join(SOURCES, name), os.path.join(tree, name))
    shutil.copytree(path("contacts", ""), path("again", ""))
    for change, same in ({}, True), ({"fixed": {"t_end": 0.03}}, False), ({"cases_per_bundle": 7}, False):
        with open(os.path.join(plans, "contacts.json"), "w", encoding="utf-8") as file:
            json.dump({**CONTACTS, **change}, file)
        code, output = report("--sources", tree)
        expect(code == 0, f"the plan {change} gives {code}: {output}")
        for command in "SWEEP=contacts</code>", "SWEEP=contacts OUT=results/sweeps/again</code>":
            expect(("make sweep " + command in page()) == same, f"make sweep {command}, with {change}")
        for name in ("index.html", "sweeps.html"):
            expect(("asks for another sweep by now" in page(name)) != same, f"{name} with {change}")


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(os.path.join(RESULTS, "sweeps", "planned only"))
    make_arena()
    code, output = report()
    expect(code == 0 and not os.path.exists(os.path.join(SITE, "sweeps.html")), f"no sweeps: {code}: {output}")
    expect(LINK not in page("index.html"), "there is a link to no sweeps")
    make(CONTACTS, "contacts")
    make(JOINT, "joint")
    make(FAILING, ODD)
    make(BALL, "ball")
    make(PROGRAM, "program")
    make(COUNTS, "counts")
    check_good()
    check_experiment()
    check_shares()
    check_inputs()
    check_planned()
    check_tamperings()
    check_suite()
    shutil.rmtree(os.path.join(RESULTS, "sweeps"))
    report()
    expect(not os.path.exists(os.path.join(SITE, "sweeps.html")) and LINK not in page("index.html"),
           "the page of sweeps that are gone is still there")
    print("The page of sweeps says what their records and tables say.")


main()
