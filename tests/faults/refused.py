"""Disks that are full, folders that cannot be written to, surroundings that are unusual: one sentence, nothing lost."""
import os
import resource
import shutil
import subprocess
import threading
import time

from programs import Failure, clean, files_in, folders_in, is_temporary, require


class Skipped(Exception):
    """This machine does not let the case be tested."""


def at(place, failure):
    return Failure(f"{place}: {failure}")


def disk_full_at_calls(program, work, generator, shim, most):
    """From some call on there is no space. What was there before stays, and nothing else does."""
    out = os.path.join(work, "refused")
    calls = program.some_calls(generator, most)
    for call in calls:
        with_earlier = bool(program.earlier) and generator.random() < 0.7
        program.prepare(out, with_earlier)
        run = program.call(out, environment={"LD_PRELOAD": shim, "NSDBENCH_FAULT": f"full:{call}"})
        try:
            if run.returncode == 0:  # only renaming and removing are left, which take no space
                program.check_complete(out, with_earlier)
                continue
            sentence = program.check_sentence(run)
            require("No space left on device" in sentence, f"the sentence does not say why: {sentence}")
            check_nothing_lost(program, out, with_earlier)
            if program.goes_on:
                program.rerun(out)
        except Failure as failure:
            raise at(f"disk full from call {call} on", failure) from failure
    return len(calls)


def check_nothing_lost(program, out, with_earlier):
    with_earlier = with_earlier or program.goes_on
    if program.piecewise:
        program.check_whole(out)
        missing = [name for name in program.earlier_files if with_earlier and name not in files_in(out)]
        require(not missing, f"a run that failed took {missing} away")
    elif with_earlier:
        program.check_unchanged(out)
    else:
        left = [name for name in files_in(out) if os.path.basename(name) not in program.kept]
        # Where rows are kept, their folder is.
        left += [name for name in folders_in(out) if not program.kept and not left]
        require(not left, f"a run that failed left {left}")


def small_disk(program, work, largest_step):
    """A disk that grows from run to run until all fits."""
    disk = os.path.join(work, "disk")
    clean(disk)
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k", "nsdbench-test", disk],
                                           stderr=subprocess.DEVNULL, check=False).returncode != 0:
        raise Skipped("mounting a small disk needs root")
    runs = 0
    first = sum(os.path.getsize(os.path.join(at, name)) // 4096 + 1 for at, _, names in os.walk(program.saved)
                for name in names) if program.goes_on else 0
    needed = first + sum(len(content) // 4096 + 1 for content in program.files.values())
    try:
        if program.goes_on:
            subprocess.run(["mount", "-o", f"remount,size={4 * first}k", disk], check=True)
            shutil.copytree(program.saved, disk, dirs_exist_ok=True)
        for pages in range(max(1, first), 3 * needed + 50, max(1, min(largest_step, needed // 12))):
            subprocess.run(["mount", "-o", f"remount,size={4 * pages}k", disk], check=True)
            runs += 1
            run = program.call(disk)
            if run.returncode == 0:
                program.check_complete(disk)
                return runs
            sentence = program.check_sentence(run)
            require("No space left on device" in sentence, f"the sentence does not say why: {sentence}")
            check_nothing_lost(program, disk, False)
            # The rows of an interrupted run would take the space of the next.
            for name in () if program.goes_on else os.listdir(disk):
                path = os.path.join(disk, name)
                shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
        raise Failure(f"does not fit on {4 * pages} KiB")
    except Failure as failure:
        raise at(f"disk of {4 * pages} KiB", failure) from failure
    finally:
        subprocess.run(["umount", disk], check=False)


def limited_file_size(program, work):
    out = os.path.join(work, "refused")
    before = program.earlier_files if program.goes_on else {}
    largest = max(len(content) for name, content in program.files.items() if name not in before)
    limits = sorted({0, 1, largest // 2, largest - 1})
    for limit in limits:
        program.prepare(out, True)
        run = program.call(out, preexec_fn=lambda bytes=limit: resource.setrlimit(resource.RLIMIT_FSIZE, (bytes, bytes)))
        try:
            require("File too large" in program.check_sentence(run), f"the sentence does not say why: {run.stderr}")
            check_nothing_lost(program, out, bool(program.earlier))
        except Failure as failure:
            raise at(f"files of at most {limit} bytes", failure) from failure
    return len(limits)


def full_standard_output(program, work):
    """What the program prints cannot be printed: the results are there all the same."""
    out = os.path.join(work, "refused")
    for how in ("full", "closed", "nobody reads"):
        program.prepare(out, False)
        options = {}
        if how == "full":
            options["stdout"] = open("/dev/full", "w", encoding="ascii")
        elif how == "closed":
            options["preexec_fn"] = lambda: os.close(1)
        else:
            reader, writer = os.pipe()
            os.close(reader)
            options["stdout"] = writer
        run = program.call(out, **options)
        try:
            require("standard output" in program.check_sentence(run, (2,)), f"not the reason: {run.stderr}")
            program.check_complete(out)
        except Failure as failure:
            raise at(f"standard output: {how}", failure) from failure
    return 3


def folders(program, work):
    """Results folders that cannot be one."""
    place = os.path.join(work, "places")
    clean(place)
    file = os.path.join(place, "file")
    with open(file, "w", encoding="ascii") as stream:
        stream.write("somebody's")
    os.symlink("loop", os.path.join(place, "loop"))
    wrong = [file, os.path.join(file, "below"), os.path.join(place, "loop"), os.path.join(place, "x" * 300)]
    for folder in wrong:
        run = program.call(folder)
        try:
            program.check_sentence(run, (2,))
            with open(file, encoding="ascii") as stream:
                require(stream.read() == "somebody's", "a file in the way was changed")
            require(sorted(os.listdir(place)) == ["file", "loop"], f"left behind: {os.listdir(place)}")
        except Failure as failure:
            raise at(os.path.basename(folder)[:20], failure) from failure
    return len(wrong)


def read_only_folder(program, work):
    """Root may write anywhere, but for a folder that is read-only to everybody."""
    out = os.path.join(work, "refused")
    program.prepare(out, True)
    before = ()
    if os.geteuid() == 0:
        before = ("setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner")
        if not shutil.which("setpriv") or subprocess.run([*before, "true"], stderr=subprocess.DEVNULL,
                                                         check=False).returncode != 0:
            raise Skipped("giving up the rights of root needs setpriv")
    os.chmod(out, 0o555)
    try:
        run = program.call(out, before=before)
        require("ermission" in program.check_sentence(run), f"not the reason: {run.stderr}")
        check_nothing_lost(program, out, bool(program.earlier))
    finally:
        os.chmod(out, 0o755)
    return 1


def vanished_folder(program, work, generator, shim, most):
    """The folder is renamed during the run. The results are whole in a new one, or the run fails with a sentence; the
    earlier ones are whole where they went."""
    out = os.path.join(work, "refused")
    gone = out + ".gone"
    calls = program.some_calls(generator, most)
    for call in calls:
        program.prepare(out, True)
        shutil.rmtree(gone, ignore_errors=True)
        run = program.call(out, environment={"LD_PRELOAD": shim, "NSDBENCH_FAULT": f"vanish:{call}",
                                             "NSDBENCH_FAULT_FOLDER": out})
        try:
            if run.returncode != 0:
                program.check_sentence(run)
            for folder in (out, gone):
                if os.path.isdir(folder):
                    program.check_whole(folder)
            merged = {name for folder in (out, gone) if os.path.isdir(folder) for name in files_in(folder)
                      if not is_temporary(name)}
            missing = [name for name in program.earlier_files if name not in merged and name != program.voucher]
            require(not missing, f"lost: {missing}")
            if run.returncode == 0:
                expected = {**files_in(gone), **files_in(out)} if os.path.isdir(gone) else files_in(out)
                missing = [name for name, content in program.files.items() if expected.get(name) != content]
                require(not missing, f"success without {missing}")
            program.prepare(out, False)
            program.rerun(out)
        except Failure as failure:
            raise at(f"folder vanished at call {call}", failure) from failure
    shutil.rmtree(gone, ignore_errors=True)
    return len(calls)


def german_locale(work):
    """LC_ALL and where it is found. Its decimal sign is a comma."""
    places = os.path.join(os.path.dirname(work), "locales")  # one for all programs
    os.makedirs(places, exist_ok=True)
    target = os.path.join(places, "de_DE.UTF-8")
    if not os.path.isdir(target):
        if not shutil.which("localedef"):
            raise Skipped("no localedef to make a locale with a decimal comma")
        subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", target], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)
    if not os.path.isdir(target):
        raise Skipped("the sources of the locale de_DE are not installed")
    environment = {"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8", "LOCPATH": places}
    sign = subprocess.run(["locale", "decimal_point"], env={**os.environ, **environment}, capture_output=True, text=True,
                          check=False).stdout.strip()
    if sign != ",":  # localedef makes something of missing sources, too
        raise Skipped(f"the locale that could be made has the decimal sign {sign!r}: its sources are not installed")
    return environment


def unusual_surroundings(program, work):
    """The same bytes without HOME, in a path with blanks and umlauts, in a language with a decimal comma."""
    cases = {"no HOME": ("refused", {"HOME": None, "XDG_CACHE_HOME": None}),
             "a path with blanks and umlauts": ("Größe der Lücke, größer als 'nötig' (1)", {})}
    skipped = None
    try:
        cases["a decimal comma"] = ("refused", german_locale(work))
    except Skipped as reason:
        skipped = reason
    for case, (folder, environment) in cases.items():
        out = os.path.join(work, folder)
        program.prepare(out, False)
        run = program.call(out, environment=environment)
        try:
            require(run.returncode == 0, f"exit code {run.returncode}: {run.stderr}")
            program.check_complete(out)
        except Failure as failure:
            raise at(case, failure) from failure
    if skipped:
        raise skipped
    return len(cases)


def two_at_once(program, work, generator, rounds):
    """Two runs with one folder, with the same settings and with others: both complete; the folder holds one of them."""
    out = os.path.join(work, "both")
    for number in range(rounds):
        commands = [program.command, program.earlier if program.earlier and number % 2 else program.command]
        generator.shuffle(commands)
        program.prepare(out, False)
        results = [None, None]

        def start(k, results=results, commands=commands):
            results[k] = program.call(out, commands[k])

        threads = [threading.Thread(target=start, args=(k,)) for k in (0, 1)]
        threads[0].start()
        time.sleep(generator.uniform(0.0, 0.1) * program.seconds)
        threads[1].start()
        for thread in threads:
            thread.join()
        try:
            for run in results:
                require(run.returncode == 0, f"one of two runs has exit code {run.returncode}: {run.stderr}")
            program.check_whole(out)
            left = [name for name in files_in(out) if is_temporary(name) or os.path.basename(name) in program.kept]
            require(not left, f"left behind: {left}")
            require(program.voucher is None or program.voucher in files_in(out), f"{program.voucher} is missing")
            if program.goes_on:
                program.check_complete(out)
        except Failure as failure:
            raise at(f"two runs at once, round {number}", failure) from failure
    return rounds


def no_threads(program, work, shim):
    """A system that gives no threads: the same results."""
    out = os.path.join(work, "refused")
    for first in (1, 2):
        program.prepare(out, False)
        run = program.call(out, environment={"LD_PRELOAD": shim, "NSDBENCH_FAULT": f"threads:{first}"})
        require(run.returncode == 0, f"no threads from number {first} on: exit code {run.returncode}: {run.stderr}")
        program.check_complete(out)
    return 2


def no_threads_for_teams(program, work, shim):
    """The same for threads of OpenMP, which ends a program that it cannot give them. Only large problems have any."""
    of_two, of_one = (os.path.join(work, name) for name in ("two", "one"))
    for out, environment in ((of_two, {}), (of_one, {"LD_PRELOAD": shim, "NSDBENCH_FAULT": "threads:1"})):
        clean(out)
        run = program.call(out, environment=environment)
        require(run.returncode == 0, f"exit code {run.returncode}: {run.stderr}")
    require(files_in(of_two) == files_in(of_one), "other files without threads")
    return 1


def no_second_names(program, work, shim):
    """A file system that gives no file a second name: the same results."""
    out = os.path.join(work, "refused")
    program.prepare(out, False)
    run = program.call(out, environment={"LD_PRELOAD": shim, "NSDBENCH_FAULT": "links:1"})
    require(run.returncode == 0, f"no second names: exit code {run.returncode}: {run.stderr}")
    program.check_complete(out)
    return 1


def rows_of_other_code(program, work, shim):
    """What an interrupted run left is taken by the same executable with the same arguments, and by no other; and it stays
    until the results are written."""
    out = os.path.join(work, "rows")
    other = os.path.join(work, "other_" + os.path.basename(program.command[0]))
    shutil.copy(program.command[0], other)
    with open(other, "ab") as file:
        file.write(b"another build")
    late, early = 24, 14  # calls: two for a row, some for the first

    def rows_after(command, call):
        run = program.call(out, command, environment={"LD_PRELOAD": shim, "NSDBENCH_FAULT": f"kill:{call}"})
        require(run.returncode == -9, f"the run was not killed: {run.returncode}: {run.stderr}")
        kept = [os.path.join(out, name) for name in os.listdir(out) if name in program.kept]
        require(len(kept) == 1, f"an interrupted run left {os.listdir(out)}")
        with open(kept[0], encoding="ascii") as file:
            lines = file.read().splitlines()
        return lines[0], len(lines) - 1

    clean(out)
    header, many = rows_after(program.command, late)
    same, taken = rows_after(program.command, early)
    require(same == header and taken >= many, f"of {many} rows of the same code {taken} were taken")
    for name, command in (("another build", [other, *program.command[1:]]), ("other settings", program.earlier)):
        clean(out)
        header, many = rows_after(command, late)
        mine, few = rows_after(program.command, early)
        require(mine != header and few < many and few <= early, f"rows of {name} were taken: {few} of {many}")
    # A record that cannot be written after all was computed: the rows are still there.
    clean(out)
    os.mkdir(os.path.join(out, program.voucher))
    require(program.voucher in program.check_sentence(program.call(out)), "not the file that cannot be written")
    require(sorted(os.listdir(out)) == sorted([*program.kept, program.voucher]), f"left behind: {os.listdir(out)}")
    clean(out)
    return 4

