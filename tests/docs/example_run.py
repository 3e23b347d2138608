"""An experiment that a page of the documentation builds, run as a user would."""
import json
import os
import shutil
import subprocess
import sys


class ExampleRun:
    """PROGRAM SOURCE_DIR SCRATCH_DIR [GNUPLOT] of the command line; the example's files are in tests/docs/<name>."""

    def __init__(self, name):
        self.program, self.source, self.scratch = sys.argv[1:4]
        self.gnuplot = sys.argv[4] if len(sys.argv) > 4 else None
        self.files = os.path.join(self.source, "tests", "docs", name)
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.environment = dict(os.environ,
                                NSDBENCH_REFERENCE_DATA_DIR=os.path.join(self.files, "reference-data"),
                                NSDBENCH_EXPERIMENTS_DIR=os.path.join(self.files, "experiments"))

    def run(self, *options):
        """The folder of the results, and the record."""
        out = os.path.join(self.scratch, "results")
        subprocess.run([self.program, *options, "--out", out], env=self.environment, check=True,
                       stdout=subprocess.DEVNULL)
        with open(os.path.join(out, "record.json"), encoding="utf-8") as file:
            return out, json.load(file)

    def require_figure(self, out, name):
        if self.gnuplot is None:
            return
        subprocess.run([self.gnuplot, name + ".gp"], cwd=out, check=True)
        require(os.path.getsize(os.path.join(out, name + ".svg")) > 1000, "the figure is drawn")


def require(condition, sentence):
    if not condition:
        sys.exit(sentence)
