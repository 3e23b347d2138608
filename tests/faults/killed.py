"""SIGKILL at random moments, and in place of each call that changes a file."""
import os
import random
import subprocess
import time

from programs import Failure, kill_session, require


def kill_after(program, out, seconds):
    """Whether the run was still there to be killed."""
    arguments = [part.replace("{out}", out) for part in program.command]
    process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True,
                               env=dict(os.environ, **program.environment))
    time.sleep(seconds)
    alive = process.poll() is None
    kill_session(process)
    return alive


def killed_at_moments(program, work, generator, moments):
    """Half of the moments anywhere in the run, the others near its end, where files are written. A run that ended before
    its moment does not count, but what it left is looked at, too."""
    out = os.path.join(work, "killed")
    killed = 0
    for _ in range(10 * moments):
        with_earlier = generator.random() < 0.5
        share = generator.uniform(0.0, 1.05) if generator.random() < 0.5 else generator.uniform(0.75, 1.05)
        program.prepare(out, with_earlier)
        try:
            # Sometimes the second run is killed, too.
            for _ in range(generator.choice((1, 1, 2))):
                killed += kill_after(program, out, share * program.seconds)
                program.check_whole(out)
            program.rerun(out, with_earlier and bool(program.earlier))
        except Failure as failure:
            raise Failure(f"killed after {share:.4f} of the run (kill {killed}): {failure}") from failure
        if killed >= moments:
            break
    require(killed >= moments, f"the program was still there in {killed} of {10 * moments} runs only")
    return killed


def killed_at_calls(program, work, generator, shim, most):
    out = os.path.join(work, "killed")
    calls = program.some_calls(generator, most)
    for call in calls:
        with_earlier = generator.random() < 0.5
        program.prepare(out, with_earlier)
        try:
            environment = {"LD_PRELOAD": shim, "NSDBENCH_FAULT": f"kill:{call}"}
            run = program.call(out, environment=environment)
            if with_earlier and run.returncode == 0:
                # Calls were counted where nothing stood; a run that need not make its folder has fewer.
                with_earlier = False
                program.prepare(out, with_earlier)
                run = program.call(out, environment=environment)
            require(run.returncode == -9, f"the run was not killed: {run.returncode}")
            program.check_whole(out)
            program.rerun(out, with_earlier and bool(program.earlier))
        except Failure as failure:
            raise Failure(f"killed in place of call {call} of {program.calls}: {failure}") from failure
    return len(calls)


def moments_of(seed, name):
    return random.Random(f"{seed} {name}")
