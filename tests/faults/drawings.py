"""Figures under test: the script that draws one, and the targets that run an experiment and draw its figures."""
import os
import subprocess

from programs import Failure, Program, clean, files_in, is_temporary, require

SCRIPT = """load 'style.gp'
set terminal svg
set output 'plain.svg'
plot sin(x) title '%s'
set terminal pdfcairo
set output 'plain.pdf'
replot
set terminal pngcairo
set output 'plain.png'
replot
unset output
"""


def drawing(options, title, gnuplot=None):
    """The command that draws a figure with this title into {out}."""
    folder = os.path.join(options.work, "scripts", title)
    os.makedirs(folder, exist_ok=True)
    script, style = os.path.join(folder, "plain.gp"), os.path.join(folder, "style.gp")
    with open(script, "w", encoding="utf-8") as file:
        file.write(SCRIPT % title)
    with open(style, "w", encoding="utf-8") as file:
        file.write("set samples 2000\n")
    return [options.cmake, "-D", "GNUPLOT=" + (gnuplot or options.gnuplot), "-D", "FIXED_TIME=" + options.fixed_time,
            "-D", "SCRIPT=" + script, "-D", "STYLE=" + style, "-D", "OUT={out}", "-P",
            os.path.join(options.source, "support/figures/draw_figure.cmake")]


class Drawing(Program):
    """CMake writes its sentences in several lines."""

    def check_sentence(self, run, codes=(1, 2)):
        require(run.returncode in codes, f"exit code {run.returncode}: {run.stderr}")
        require(run.stderr.count("CMake Error") == 1, f"not one complaint: {run.stderr}")
        return " ".join(run.stderr.split())


def drawing_program(options):
    return Drawing("drawing of a figure", drawing(options, "new"), drawing(options, "old"), fault_calls=False)


def figures_program(options):
    """Configuring, running and drawing as `make figures` does."""
    experiment = "bouncing_ball_accumulation"
    configure = (f"'{options.cmake}' -G '{generator(options)}' -S '{options.source}/tests/faults/figures' -B '{{out}}/build'"
                 f" -D SUITE='{options.source}' -D PROGRAMS='{options.programs}' -D FIXED_TIME='{options.fixed_time}'"
                 f" -D EXPERIMENT={experiment} -D RESULTS=\"{{out}}\" -D NSDBENCH_GNUPLOT='{options.gnuplot}'")
    build = f"'{options.cmake}' --build \"{{out}}/build\" --target {experiment}-figures-quick"
    configure = configure.replace("'{out}/build'", '"{out}/build"')
    return Drawing("make figures", ["sh", "-c", f"{configure} && {build} >&2"], None, "record.json", fault_calls=False)


def generator(options):
    found = subprocess.run(["ninja", "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return "Ninja" if found.returncode == 0 else "Unix Makefiles"


def drawing_cases(table, options):
    work = os.path.join(options.work, "drawing")
    clean(work)
    table.line("drawing of a figure", "gnuplot missing, failing", no_gnuplot, options, work)
    table.line("drawing of a figure", "growing disk", disk_full, options, work)


def no_gnuplot(options, work):
    """One sentence, and the old drawings stay."""
    program = drawing_program(options)
    out = os.path.join(work, "out")
    clean(out)
    require(program.call(out).returncode == 0, "the figure cannot be drawn")
    before = files_in(out)
    failing = os.path.join(work, "failing")
    for name, text in (("failing", "exit 3"), ("killed", "kill -9 $$"), ("half", "echo '<svg>' > plain.svg")):
        with open(failing, "w", encoding="ascii") as file:
            file.write(f"#!/bin/sh\n{text}\n")
        os.chmod(failing, 0o755)
        run = program.call(out, drawing(options, "new", failing))
        require("plain" in program.check_sentence(run), f"{name}: not the figure: {run.stderr}")
        require(files_in(out) == before, f"{name}: the old drawings changed, or something was left")
    run = program.call(out, drawing(options, "new", os.path.join(work, "absent")))
    require("gnuplot" in program.check_sentence(run), f"absent: not the reason: {run.stderr}")
    require(files_in(out) == before, "absent: the old drawings changed, or something was left")
    return 4


def disk_full(options, work):
    """gnuplot says nothing if the disk is full: no half drawing takes the place of a whole one."""
    from refused import Skipped  # which imports nothing of this file
    disk = os.path.join(work, "disk")
    clean(disk)
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1M", "nsdbench-test", disk],
                                           stderr=subprocess.DEVNULL, check=False).returncode != 0:
        raise Skipped("mounting a small disk needs root")
    try:
        program = drawing_program(options)
        out = os.path.join(work, "out")
        clean(out)
        require(program.call(out).returncode == 0, "the figure cannot be drawn")
        require(program.call(disk, program.earlier).returncode == 0, "the first figure does not fit")
        old = files_in(disk)
        state = os.statvfs(disk)
        used = (state.f_blocks - state.f_bfree) * state.f_bsize // 1024
        runs = 0
        for kib in range(used, 4 * used, 4 if options.long else 12):
            subprocess.run(["mount", "-o", f"remount,size={kib}k", disk], check=True)
            runs += 1
            run = program.call(disk)
            if run.returncode == 0:
                require(files_in(disk) == files_in(out), f"on {kib} KiB the new drawings are not whole")
                return runs
            program.check_sentence(run)
            # Scripts are brought up to date first.
            found = {name: content for name, content in files_in(disk).items()
                     if not is_temporary(name) and not name.endswith(".gp")}
            whole = {name: content for name, content in old.items() if not name.endswith(".gp")}
            require(found == whole, f"on {kib} KiB the old drawings changed")
        raise Failure(f"does not fit on {kib} KiB")
    finally:
        subprocess.run(["umount", disk], check=False)
