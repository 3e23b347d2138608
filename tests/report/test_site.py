#!/usr/bin/env python3
"""The report on a run of one experiment, as a whole.

  test_site.py REPORT_PROGRAM EXPERIMENT_PROGRAM WORK_DIR
"""
import json
import os
import shutil
import subprocess
import sys

import site_check
import stand_ins

REPORT, EXPERIMENT, WORK = sys.argv[1:4]
NAME = os.path.basename(EXPERIMENT)
OTHER_NAME = "woodpecker_stability"
RESULTS = os.path.join(WORK, "results")
SITE = os.path.join(RESULTS, "report")
PAPER = "paper-studer2008.html"
SOURCES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RECORD = os.path.join(RESULTS, NAME, "record.json")


def expect(condition, sentence):
    if not condition:
        sys.exit(f"FAILED: {sentence}")


def report(*arguments):
    run = subprocess.run([REPORT, RESULTS, *arguments], capture_output=True, text=True, check=False)
    return run.returncode, run.stdout + run.stderr


def page(name="index.html"):
    with open(os.path.join(SITE, name), encoding="utf-8") as file:
        return file.read()


def contents():
    files = {}
    for folder, _, names in os.walk(SITE):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                files[os.path.join(folder, name)] = file.read()
    return files


def change_record(change):
    with open(RECORD, encoding="utf-8") as file:
        record = json.load(file)
    change(record)
    with open(RECORD, "w", encoding="utf-8") as file:
        json.dump(record, file, indent=2)


def mark_of(figure):
    return stand_ins.mark_of(RECORD, figure)


def draw():
    stand_ins.draw(os.path.dirname(RECORD))


def reproduced(record):
    return next(claim for claim in record["claims"]
                if claim["verdict"] == "reproduced" and claim.get("expected", {}).get("max") is not None)


def quantity_beyond_its_claim(record):
    """A quantity moved out of the interval that a claim expects."""
    claim = reproduced(record)
    widest = claim.get("deviation", claim["expected"])
    record["quantities"][claim["quantity"]]["value"] = widest["max"] + 1e6 * (1 + abs(widest["max"]))
    return claim["id"]


def last_digit(record):
    """One digit of a quantity that no claim is about."""
    judged = {claim.get("quantity") for claim in record["claims"]}
    key = next(key for key, quantity in record["quantities"].items()
               if key not in judged and isinstance(quantity["value"], float) and quantity["value"] != 0)
    record["quantities"][key]["value"] *= 1 + 4e-16


def wider_interval(record):
    reproduced(record)["expected"]["max"] = 1e30


def without_a_claim(record):
    del record["claims"][-1]


def other_parameter(record):
    next(iter(next(iter(record["parameters"].values())).values()))["value"] = 7.5


def command(change):
    """Another command than that of the run."""
    def change_command(record):
        record["provenance"]["command"] = change(record["provenance"]["command"])
    return change_command


def set_parameter(record):
    record["parameters"][NAME]["F_x"]["source"] = "--set"


def check_settings():
    """A run with parameters of its own: silent as it stands, named where command and record disagree."""
    subprocess.run([EXPERIMENT, "--quick", "--set", "F_x=-2", "--set=a=0.25", "--out", os.path.join(RESULTS, NAME)],
                   check=True, stdout=subprocess.DEVNULL)
    draw()
    code, output = report(NAME)
    expect(code == 0 and "--set" not in output, f"a run with parameters of its own gives {code}: {output}")
    with open(RECORD, encoding="utf-8") as file:
        original = file.read()

    # A run that uses something else than it was given says both, and the command has what was given.
    change_record(lambda record: record["parameters"][NAME]["F_x"].update(value=-3, given=-2,
                                                                          source="of this run instead of -2 N (--set)"))
    code, output = report(NAME)
    expect(code == 1 and "--set" not in output, f"a value in the place of a given one gives {code}: {output}")
    with open(RECORD, "w", encoding="utf-8") as file:
        file.write(original)
    own = os.path.join(WORK, "own.json")
    with open(os.path.join(SOURCES, "reference-data", "studer2008", "parameters.json"), encoding="utf-8") as file:
        parameters = json.load(file)
    parameters["problems"][NAME]["parameters"]["F_x"].update(value=-3)
    with open(own, "w", encoding="utf-8") as file:
        json.dump(parameters, file)
    subprocess.run([EXPERIMENT, "--quick", "--parameters", own, "--out", os.path.join(RESULTS, NAME)], check=True,
                   stdout=subprocess.DEVNULL)
    draw()
    code, output = report(NAME)
    expect(code == 0 and f"took its parameters from a file of its own, {own}." in page() and "has changed" not in page(),
           f"a run with parameters of a file of its own gives {code}: {output}")
    with open(RECORD, "w", encoding="utf-8") as file:
        file.write(original)
    for change in [command(lambda line: line.replace("F_x=-2", "F_x=-3")),
                   lambda record: record["parameters"][NAME]["F_x"].update(value=-3)]:
        change_record(change)
        code, output = report(NAME)
        said = "The command of the run has --set F_x="
        expect(code == 1 and said in output and said in page(), f"a command of other parameters gives {code}: {output}")
        with open(RECORD, "w", encoding="utf-8") as file:
            file.write(original)


def hostile_texts(record):
    record["figures"][0]["caption"] = "{{scripts}} <script>alert(1)</script> \"quoted\""
    record["notes"].append("{{content}} </main><img src=x onerror=alert(1)>")


def check_printed_values():
    """What the paper prints stands beside what is used: with the suite's file, and with a printed value changed."""
    code, output = report(NAME)
    of_problem = "Printed: 8 of 10. All printed values are used as printed."
    expect(code == 0 and of_problem in page(PAPER), f"the page does not say that values are as printed: {code} {output}")
    tree, path = tree_of_sources("tree")
    with open(path, encoding="utf-8") as file:
        parameters = json.load(file)
    force = parameters["problems"][NAME]["parameters"]["F_x"]
    reason = "the mass must <turn> round"
    also = {"value": 4, "run": "a second run", "reason": "it shows more"}
    for change, wanted, words in [
            ({"printed": {"value": -2500, "unit": "mN"}}, 2, []),
            ({"printed": {"value": 2.5, "unit": "N"}, "reason": reason}, 0,
             ["<strong>2.5 N</strong>", "must &lt;turn&gt; round",
              "Not used as printed, or printed in two ways: 1. All others that are printed are used as printed."]),
            ({"also": also}, 0, ["<strong>Changed to 4 N</strong> in some runs (a second run) because it shows more",
                                 "Changed in some runs: 1. All others"])]:
        force.update(change)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(parameters, file)
        code, output = report(NAME, "--sources", tree)
        expect(code == wanted, f"what is printed as {change} gives {code}: {output}")
        expect(wanted == 0 or ("F_x" in output and "reason" in output), f"it is not said which value: {output}")
        for part in words:
            expect(part in page(PAPER), f"the page does not say {part}")


def tree_of_sources(name):
    """The source tree, with reference data of its own."""
    tree = os.path.join(WORK, name)
    os.makedirs(tree)
    for entry in os.listdir(SOURCES):
        if entry != "reference-data":
            os.symlink(os.path.join(SOURCES, entry), os.path.join(tree, entry))
    shutil.copytree(os.path.join(SOURCES, "reference-data"), os.path.join(tree, "reference-data"))
    return tree, os.path.join(tree, "reference-data", "studer2008", "parameters.json")


def check_parameters_of_another_paper(restore):
    """A run whose parameters are another paper's is held against that paper's."""
    tree, own = tree_of_sources("other-paper")
    other = os.path.join(tree, "reference-data", "another1999", "parameters.json")
    os.makedirs(os.path.dirname(other))
    shutil.copyfile(own, other)
    with open(own, encoding="utf-8") as file:
        parameters = json.load(file)
    del parameters["problems"][NAME]
    with open(own, "w", encoding="utf-8") as file:
        json.dump(parameters, file)
    code, output = report(NAME, "--sources", tree)
    expect(code == 0 and "Remarks on these runs" not in page(), f"another paper's parameters give {code}: {output}")
    change_record(other_parameter)
    code, output = report(NAME, "--sources", tree)
    expect(code == 1 and "has another value in the record" in output, f"a changed one of them gives {code}: {output}")
    restore()
    with open(other, "a", encoding="utf-8") as file:
        file.write("\n")
    code, output = report(NAME, "--sources", tree)
    expect(code == 0 and "has changed since this run, in nothing that it shows" in page(),
           f"a changed file of parameters gives {code}: {output}")
    claims = os.path.join(os.path.dirname(own), "claims.json")
    os.remove(claims)
    os.symlink("claims.json", claims)
    code, output = report(NAME, "--sources", tree)
    expect(code == 1 and "claims.json cannot be read, to hold the claims of the record against: " in page(),
           f"claims that cannot be read give {code}: {output}")


def check_reference_solutions(restore):
    """The reference solution that a run compared with, against the one that is there now."""
    def compared_with(name):
        return lambda record: record["provenance"]["inputs"].update({f"truth/{name}": "FNV-1a-64 " + 16 * "0"})

    for name, said in [(NAME, f"The reference solution truth/{NAME}.json has changed since this run."),
                       ("pendulum", "There is no truth/pendulum.json, a reference solution that the run compared with.")]:
        change_record(compared_with(name))
        code, output = report(NAME)
        expect(code == 0 and said in page(), f"another reference solution gives {code}: {output}")
        restore()


def check_what_a_record_lacks(restore):
    """A record without the parameters that a motion needs, and a reference solution that cannot be read."""
    change_record(lambda record: record.update(parameters={}))
    code, output = report(NAME)
    expect(code == 1 and "record.json is not what the run wrote" in output, f"no parameters give {code}: {output}")
    said = f"This motion cannot be shown: the record of {NAME} has no parameters of the problem {NAME}."
    expect(said in page("problems.html"), "the page of motions does not say what the record lacks")
    restore()
    tree, _ = tree_of_sources("unreadable-truth")
    os.symlink("loop.json", os.path.join(tree, "reference-data", "truth", "loop.json"))
    change_record(lambda record: record["provenance"]["inputs"].update({"truth/loop": "FNV-1a-64 " + 16 * "0"}))
    code, output = report(NAME, "--sources", tree)
    expect(code == 1 and "The reference solution truth/loop.json cannot be read: " in page(),
           f"a reference solution that cannot be read gives {code}: {output}")
    restore()


def check_unreadable_results(restore):
    """What cannot be read is named, and the rest is written."""
    with open(RECORD, encoding="utf-8") as file:
        record = file.read()
    for text in ["", record[:len(record) // 2], "{}", "[]", "null"]:
        with open(RECORD, "w", encoding="utf-8") as file:
            file.write(text)
        shutil.rmtree(SITE)
        code, output = report(NAME)
        expect(code == 1 and f"{NAME}: The record cannot be read: {NAME}/record.json" in output and WORK not in output.split("Report:")[0],
               f"the record {text[:20]} gives {code}: {output}")
        expect("The record cannot be read" in page() and "Every verdict is the expected one" not in page(),
               f"the page does not name the record {text[:20]}")
        expect("There is no record of" not in page(), "a record that cannot be read is named twice")
    restore()
    arena = os.path.join(RESULTS, "arena")
    work = os.path.join(RESULTS, "work-precision")
    for folder, name, text, where in [(arena, "arena.json", "", "solvers.html"), (arena, "arena.json", "{}", "solvers.html"),
                                      (work, "medians.csv", "", "integrators.html"),
                                      (work, "medians.csv", "problem\nx\n", "integrators.html")]:
        os.makedirs(folder)
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
        code, output = report(NAME)
        said = f"{os.path.basename(folder)}: The results cannot be read: {os.path.basename(folder)}/{name}"
        expect(code == 1 and said in output, f"'{text}' in {name} gives {code}: {output}")
        expect(said in page() and said in page(where), f"the page does not name '{text}' in {name}")
        expect(not site_check.check(SITE), f"the site with '{text}' in {name} is wrong")
        shutil.rmtree(folder)


def check_folders_not_entered():
    """Folders that cannot be entered, as those of another user; links to themselves are that for the administrator, too."""
    for name, file, said in [("another", "another/record.json", "another: The record cannot be read"),
                             ("sweeps", "sweeps", "sweeps: The folder cannot be read"),
                             ("sweeps/one", "record.json", "sweeps/one: The record cannot be read"),
                             ("arena", "arena/arena.json", "arena: The results cannot be read"),
                             ("work-precision", "work-precision/context.json", "work-precision: The results cannot be read"),
                             ("woodpecker_stability/return_map.csv", "woodpecker_stability/return_map.csv",
                              "woodpecker_stability/return_map.csv cannot be read")]:
        path = os.path.join(RESULTS, name)
        folder = os.path.dirname(path)
        if folder != RESULTS:
            os.makedirs(folder)
        os.symlink(os.path.basename(path), path)
        code, output = report(NAME)
        expect(code == 1 and said in output and file in output, f"a link to itself at {name} gives {code}: {output}")
        expect(said in page(), f"the page does not name {name}")
        expect(not site_check.check(SITE), f"the site with a link to itself at {name} is wrong")
        os.remove(path)
        if folder != RESULTS:
            os.rmdir(folder)


def check_texts():
    """What pages say of one run, and of tables that are made up here."""
    expect("<q>" not in page(), "the suite's words stand in quotation marks")
    for name in ("index.html", PAPER, "docs-notes-studer2008.html"):
        expect("+- " not in page(name), f"{name} has two signs for an uncertainty")
    why = "extrapolation over p substep counts removes"
    expect(page().count(why) == 1 and "p = 1 to 6" in page(), f"orders are explained {page().count(why)} times")
    with open(RECORD, encoding="utf-8") as file:
        figures = len(json.load(file)["figures"])
    printed = f'<pre class="print-only">cmake --build build --target {NAME}\nbuild/bin/{NAME} --quick --out results/quick/{NAME}'
    expect(page(PAPER).count(printed) == figures, "the commands are not printed")
    maps = os.path.join(RESULTS, "woodpecker_stability")
    os.makedirs(maps)
    with open(os.path.join(maps, "return_map.csv"), "w", encoding="utf-8") as file:
        file.write("omega,next,after_next\n1,2,3\n2,4,5\n")
    work = os.path.join(RESULTS, "work-precision")
    os.makedirs(work)
    with open(os.path.join(work, "medians.csv"), "w", encoding="utf-8") as file:
        file.write("problem,method,cpu_time,relative_error,base_steps\n"
                   "p,a,1,1e-7,1\np,b,1.05,1e-7,1\np,c,2,1e-7,1\nq,a,3,1e-7,1\nq,b,2.8,1e-7,1\nq,c,2,1e-7,1\n"
                   "r,b,1,1e-7,1\nr,a,1.2,1e-7,1\n")
    code, output = report(NAME)
    expect(code == 0, f"tables made up here give {code}: {output}")
    with open(os.path.join(SITE, "data", "plots-stability.js"), encoding="utf-8") as file:
        plot = file.read()
    for part in ('"label":"after one return","x":[1,2],"y":[2,4]', '"label":"after two returns"',
                 '"label":"as before","x":[1,2],"y":[1,2]'):
        expect(part in plot, f"the return map has no {part}: {plot}")
    for part in ("a and b are the cheapest, within a tenth; c takes 2 times as long", "; for 1e-06 b (2 of 3)"):
        expect(part in page("integrators.html"), f"the page of integrators does not say: {part}")
    shutil.rmtree(maps)
    shutil.rmtree(work)


def check_drawings_of_others(restore):
    """Drawings of another run or figure, scripts that were changed, and runs in folders of their own."""
    subprocess.run([EXPERIMENT, "--quick", "--set", "a=0.25", "--out", os.path.join(RESULTS, NAME)], check=True,
                   stdout=subprocess.DEVNULL)
    code, output = report(NAME)
    expect(code == 1 and ".svg was not drawn from this record" in output, f"drawings of the run before give {code}: {output}")
    restore()
    folder = os.path.join(RESULTS, NAME)
    first, second = [name for name in sorted(os.listdir(folder)) if name.endswith(".svg")][:2]
    shutil.copyfile(os.path.join(folder, first), os.path.join(folder, second))
    code, output = report(NAME)
    expect(code == 1 and f"The figure {second} was not drawn from this record" in output,
           f"another figure's drawing gives {code}: {output}")
    restore()
    with open(os.path.join(folder, first), "w", encoding="utf-8") as file:  # as gnuplot alone leaves it
        file.write('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"></svg>\n')
    code, output = report(NAME)
    expect(code == 0 and f"The drawing {first} does not say from which record it was made." in page(),
           f"a drawing by gnuplot alone gives {code}: {output}")
    restore()
    shutil.copyfile(os.path.join(SOURCES, "experiments", NAME, "figures", first.replace(".svg", ".gp")),
                    os.path.join(folder, first.replace(".svg", ".gp")))
    code, output = report(NAME)
    expect(code == 0 and "is another one than that of the suite" not in page(), f"the suite's script gives {code}: {output}")
    with open(os.path.join(folder, first.replace(".svg", ".gp")), "a", encoding="utf-8") as file:
        file.write("set title 'another'\n")
    code, output = report(NAME)
    said = f"The script {first.replace('.svg', '.gp')} is another one than that of the suite."
    expect(code == 0 and said in page(), f"a changed script gives {code}: {output}")
    restore()
    softer = os.path.join(RESULTS, "softer")
    shutil.copytree(folder, softer)
    code, output = report(NAME)
    said = f"The run of {NAME} in softer is not shown"
    expect(code == 0 and said in page(), f"a run in a folder of its own gives {code}: {output}")
    os.makedirs(os.path.join(WORK, "alone"))
    shutil.move(softer, os.path.join(WORK, "alone", "softer"))
    run = subprocess.run([REPORT, os.path.join(WORK, "alone")], capture_output=True, text=True, check=False)
    expect(run.returncode == 2 and said in run.stderr, f"such a run alone gives {run}")


def check_figures(restore):
    """Drawings that are not there or not whole."""
    folder = os.path.join(RESULTS, NAME)
    first = {ending: next(name for name in sorted(os.listdir(folder)) if name.endswith(ending) and
                          name.startswith("studer2008")) for ending in (".svg", ".pdf", ".gp")}
    for ending, size, said in [(".svg", None, "is missing"), (".svg", 0, "is empty"), (".svg", 40, "has been cut"),
                               (".pdf", None, "is missing"), (".pdf", 0, "is empty"), (".pdf", 9, "has been cut"),
                               (".gp", None, "is missing"), (".gp", 0, "is empty"),
                               *((ending, -1, "cannot be read") for ending in first)]:
        path = os.path.join(folder, first[ending])
        if size is None or size < 0:
            os.remove(path)
            if size is not None:
                os.symlink(first[ending], path)
        else:
            os.truncate(path, size)
        code, output = report(NAME)
        expect(code == 1 and f"The figure {first[ending]} {said}" in output, f"{first[ending]} {said}: {code}: {output}")
        expect(f"The figure {first[ending]} {said}" in page(), f"the page does not say that {first[ending]} {said}")
        restore()


def check_weight(restore):
    """A drawing of a megabyte that nothing makes smaller is too much for a page, and seen to be."""
    name = next(name for name in sorted(os.listdir(os.path.join(RESULTS, NAME))) if name.endswith(".svg"))
    with open(os.path.join(RESULTS, NAME, name), "w", encoding="utf-8") as file:
        file.write('<svg width="4" height="3"><text>' + "a" * site_check.MOST_BYTES + "</text></svg>\n" + mark_of(name[:-4]))
    code, output = report(NAME)
    expect(code == 0, f"a large drawing gives {code}: {output}")
    faults = site_check.check(SITE)
    expect(len(faults) == 1 and faults[0].startswith(PAPER) and "bytes with its" in faults[0],
           f"a page of more than a megabyte is taken: {faults}")
    restore()


# What is done to a record, and what must be said of it.
TAMPERINGS = [(last_digit, "is not what the run wrote"), (wider_interval, "has another expected interval"),
              (without_a_claim, "The record lacks the claim"), (other_parameter, "has another value in the record"),
              (lambda record: record["provenance"].pop("inputs"), "does not say which claims the run read"),
              (lambda record: record["provenance"].pop("contents"), "left no hash"), (hostile_texts, "record.json"),
              (lambda record: record["tables"].update({"a\x1b[2J": {"file": "absent.csv", "rows": 1, "columns": []}}),
               "The table a\\x1b[2J cannot be read"),
              (command(lambda line: line + "; curl example.org"), "that a shell would act on"),
              (command(lambda line: line + " --set mu=$(id)"), "that a shell would act on"),
              (command(lambda line: line + " 'open"), "that a shell would act on"),
              (command(lambda line: "/usr/bin/env " + line), "does not begin with the program"),
              (command(lambda line: line.replace(" --quick", "")), "the record says otherwise"),
              (command(lambda line: line + " --activation-gap 0.5"), "the command of the record is not what the run wrote"),
              (command(lambda line: ""), "does not have the command of the run"),
              (command(lambda line: line + " --solver lemke"), "has --solver lemke; in the record solver is portfolio"),
              (command(lambda line: line + " --integrator=moreau"), "in the record integrator is moreau_adjusted"),
              (command(lambda line: line + " --atol 5"), "has --atol 5; in the record atol is 1e-08"),
              (command(lambda line: line + " --end-time 4.5"), "has --end-time 4.5; in the record end_time is 4.0"),
              (command(lambda line: line + " --set a=0.25"), "has --set a=0.25; in the record a of "),
              (command(lambda line: line + " --set=mu=0.25"), "has --set mu=0.25; the record has no such parameter"),
              (lambda record: record.update(paper="glocker2005"), "the claims on sliding_point_mass are those of studer2008"),
              (lambda record: record.update(paper="nopaper"), "the claims on sliding_point_mass are those of studer2008"),
              (lambda record: record["parameters"][NAME]["F_x"].update(value=-77, given=123, source="quick run"),
               "The parameter F_x of sliding_point_mass has another value in the record"),
              (lambda record: record["parameters"][NAME]["F_x"].update(value=-77, source="chosen"),
               "The parameter F_x of sliding_point_mass has another value in the record"),
              (set_parameter, "says that --set has changed F_x of sliding_point_mass; the command of the run does not")]
# What is no record.
SHAPES = [lambda record: record.pop("provenance"), lambda record: record.update(notes="none"),
          lambda record: record.update(title=7), lambda record: record["figures"][0].pop("caption"),
          lambda record: record["figures"][0].update(script="../x.gp"),
          lambda record: record["parameters"][NAME]["F_x"].update(given="-2"),
          lambda record: record["parameters"][NAME]["F_x"].update(given=None),
          lambda record: record.update(paper="a/b"), lambda record: record.update(paper="a" * 250),
          lambda record: next(iter(record["tables"].values())).update(rows=-1)]


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(RESULTS)
    subprocess.run([EXPERIMENT, "--quick", "--out", os.path.join(RESULTS, NAME)], check=True, stdout=subprocess.DEVNULL)
    draw()
    shutil.copytree(os.path.join(RESULTS, NAME), os.path.join(WORK, "original"))

    def restore():
        shutil.rmtree(os.path.join(RESULTS, NAME))
        shutil.copytree(os.path.join(WORK, "original"), os.path.join(RESULTS, NAME))

    code, output = report(NAME)
    expect(code == 0, f"a good record gives {code}: {output}")
    faults = site_check.check(SITE)
    expect(not faults, "the site: " + "; ".join(faults[:5]))
    expect("What is wrong with these results" not in page(), "the page of a good record complains")
    first = contents()
    code, output = report(NAME)
    expect(contents() == first, "a second report has other bytes")

    # The page of a paper that is no longer there goes, and no other.
    shutil.copyfile(os.path.join(SITE, PAPER), os.path.join(SITE, "paper-nopaper.html"))
    code, output = report(NAME)
    expect(contents() == first, "the page of a paper that is gone stays, or takes another one with it")
    for arguments in ([NAME, "--merge", ""], [NAME, "--sources", ""], [""]):
        code, output = report(*arguments)
        expect(code == 2 and "is empty" in output and "the the" not in output, f"{arguments} gives {code}: {output}")

    code, output = report("--version")
    expect(code == 0 and output.startswith("nsdbench ") and ", commit " in output, f"--version gives {code}: {output}")
    code, output = report(NAME, "another_experiment")
    expect(code == 1 and "There is no record of another_experiment." in output, f"a missing record gives {code}: {output}")
    expect("There is no record of another_experiment." in page(), "the page does not name the missing record")

    tampered = []
    change_record(lambda record: tampered.append(quantity_beyond_its_claim(record)))
    code, output = report(NAME)
    expect(code == 1, f"a tampered quantity gives {code}")
    expect(f"The claim {tampered[0]} is not reproduced" in output, f"it is not said which claim changed: {output}")
    row = page().split(f'id="{tampered[0]}"')[1].split("</tr>")[0]
    expect("not reproduced" in row and "the record says: reproduced" in row, "the page keeps the verdict: " + row[:300])

    for tampering, sentence in TAMPERINGS:
        restore()
        change_record(tampering)
        code, output = report(NAME)
        expect(code == 1 and sentence in output and "\x1b" not in output, f"{tampering} gives {code}: {output}")
        expect("What is wrong with these results" in page(), f"the page does not complain of {tampering}")
        faults = site_check.check(SITE)
        expect(not faults, f"the site after {tampering}: " + "; ".join(faults[:5]))
    for change in SHAPES:
        restore()
        change_record(change)
        code, output = report(NAME)
        expect(code == 1 and "record.json" in output and "The record cannot be read" in page(),
               f"a record of another shape gives {code}: {output}")

    restore()
    table = next(name for name in sorted(os.listdir(os.path.join(RESULTS, NAME))) if name.endswith(".csv"))
    path = os.path.join(RESULTS, NAME, table)
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    lines[1] = ",".join(["9999"] + lines[1].split(",")[1:])
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    code, output = report(NAME)
    expect(code == 1 and f"What stands in {table} is not what the run wrote" in output,
           f"a changed number of a table gives {code}: {output}")
    os.remove(path)
    code, output = report(NAME)
    expect(code == 1 and table in output, f"a missing table gives {code}: {output}")
    restore()
    report(NAME)
    check_texts()
    check_figures(restore)
    check_drawings_of_others(restore)
    check_weight(restore)
    check_unreadable_results(restore)
    check_folders_not_entered()
    check_parameters_of_another_paper(restore)
    restore()
    check_reference_solutions(restore)
    check_what_a_record_lacks(restore)
    check_settings()
    restore()
    check_printed_values()
    other = os.path.join(WORK, "other")
    os.makedirs(other)
    arena = {"format": "nsdbench-arena", "version": 1, "context": {"time_limit_s": 1.0, "cpu": "A", "commit": "1234567890"},
             "run": {}, "columns": ["kind", "problem", "solver", "solvable", "tolerance", "verdict", "time_s"],
             "rows": [["lcp", "p", "lemke", "yes", 1e-8, "solved", 1e-3], ["lcp", "p", "psor", "yes", 1e-8, "unsolved", 1.0]]}
    for change, wanted in [({}, 0), ({"rows": []}, 2), ({"rows": [["lcp"]]}, 2), ({"context": {"time_limit_s": 0}}, 2),
                           ({"rows": [["lcp", "p", "lemke", "yes", 1e-8, "fantastic", 1e-3]]}, 2), ({"format": 7}, 2)]:
        with open(os.path.join(other, "arena.json"), "w", encoding="utf-8") as file:
            json.dump({**arena, **change}, file)
        code, output = report("--merge", other)
        expect(code == wanted, f"an arena with {change} gives {code}: {output}")
    code, output = report("--merge", os.path.join(WORK, "nowhere"))
    expect(code == 2 and "arena.json" in output, f"an arena that is not there gives {code}: {output}")
    code, output = report("--sources", os.path.join(WORK, "nowhere"))
    expect(code == 2, f"a source tree that is not there gives {code}")
    empty = os.path.join(WORK, "empty")
    os.makedirs(empty)
    code = subprocess.run([REPORT, os.path.join(WORK, "nowhere")], capture_output=True, check=False).returncode
    expect(code == 2, f"results that are not there give {code}")
    run = subprocess.run([REPORT, empty, NAME], capture_output=True, text=True, check=False)
    expect(run.returncode == 2 and "there is no record" in run.stderr, f"a folder without results gives {run}")
    expect(not os.listdir(empty), "a report is made where there are no results")
    os.rename(os.path.join(RESULTS, NAME), os.path.join(RESULTS, OTHER_NAME))
    code, output = report(NAME)
    expect(code == 1 and f"{OTHER_NAME}: This is a record of '{NAME}', not of its folder" in output,
           f"a record in the folder of another experiment gives {code}: {output}")
    print("The report says what the records say.")


main()
