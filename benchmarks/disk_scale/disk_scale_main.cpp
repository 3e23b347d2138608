// disk-scale: how steps of many disks, and methods for their contact problems, grow with the number of disks.
//
// Exit codes and files: see `help_footer`.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "benchmarks/disk_scale/study.hpp"
#include "benchmarks/disk_scale/tables.hpp"
#include "support/figure_files.hpp"
#include "support/json_file.hpp"
#include "support/option_texts.hpp"
#include "support/output_files.hpp"
#include "support/program.hpp"
#include "support/provenance.hpp"
#include "support/text_table.hpp"

namespace {

using namespace nsdbench;
using namespace nsdbench::disk_scale;
using nlohmann::ordered_json;

constexpr const char* help_footer =
    R"(Heaps of 100 to 100000 disks in a box, at rest and settling: time of the parts of a step, time of a sweep beside loops over
the same bytes, iterations of each method to residuals of 1e-4, 1e-6 and 1e-8, from zero percussions (cold) and from those of
the step before (warm), and growth of all this with the number of disks. Memory: with conjugate gradients alone, and up to
10000 disks with the default portfolio, whose Newton steps hold a factorization and need more. Blocks with as many disks or
contacts as scenes of a game engine with published times: a step of 4 and 8 sweeps, with the residual that they reach, and
of as many iterations as a residual of 1e-6 takes.

Files, in the results directory:
  disk_scale.json  all of it, with machine, compiler and versions
  parts.csv        nanoseconds a disk, and a contact for sweeps and loops
  methods.csv      iterations and seconds of every solve
  quality.csv      steps of the blocks
  *.gp             scripts of the figures: 'gnuplot disk_scale_time.gp' in that directory draws one anew

Exit code: 0; 1 if something went wrong; 2 for wrong input or results that cannot be written)";

struct CommandLine {
  bool quick = false;
  std::string out = "results/disk-scale";
};

std::string in_quotes(const std::string& text) { return "'" + text + "'"; }

// What the scripts are told.
std::string run_script(const ordered_json& context, int threads) {
  std::string names;
  for (const std::string& method : method_names()) names += (names.empty() ? "" : " ") + method;
  const auto text = [&](const char* key) { return context.at(key).get<std::string>(); };
  return "# Written by the run; loaded by style.gp.\nrun_name = 'nsdbench disk-scale'\nscale_methods = " +
         in_quotes(names) + "\nscale_threads = " + std::to_string(threads) + "\nrun_caption = " +
         in_quotes("disk-scale, " + text("commit").substr(0, 10) + ", " + text("compiler") + ", " + text("cpu")) + "\n";
}

int most_threads(const Study& study) {
  int most = 1;
  for (const PartRow& row : study.parts) most = std::max(most, row.threads);
  return most;
}

void write_results(const Study& study, const ordered_json& context, support::OutputDirectory& directory) {
  directory.create();
  const std::filesystem::path& out = directory.path();
  ordered_json json = json_of(study);
  json["provenance"] = context;
  support::OutputFiles files;
  files.add(out / "parts.csv", csv_of_parts(study));
  files.add(out / "methods.csv", csv_of_methods(study));
  files.add(out / "quality.csv", csv_of_quality(study));
  files.add(out / "run.gp", run_script(context, most_threads(study)));
  files.add(out, support::figure_scripts(NSDBENCH_DISK_SCALE_FIGURES_DIR));
  files.add(out / "disk_scale.json", support::json_text(json));  // last: it speaks for the others
  files.commit(out / "disk_scale.json");
  directory.keep();
}

int run(int argc, char** argv) {
  CommandLine line;
  CLI::App app{"Steps of a hundred to a hundred thousand disks", "disk-scale"};
  app.add_flag("--quick", line.quick, "Fewer disks for the methods, fewer repetitions, one thread: under 20 s");
  const support::OptionTexts budget(app, "--budget", "SECONDS",
                                    "Budget of a solve: as many iterations as usually fit into it (default: 10; 0.15 "
                                    "with --quick); decides how many disks Newton's method gets");
  app.add_option("--out", line.out, "Results directory (default: results/disk-scale)");
  app.footer(help_footer);
  if (!support::parse_options(app, argc, argv)) return 0;
  support::OutputDirectory directory(line.out);  // refused before a run, not after it
  const auto start = std::chrono::steady_clock::now();
  Extent extent = line.quick ? quick_extent() : full_extent();
  extent.solving = budget.positive_number().value_or(extent.solving);
  const Study study = run_study(extent);
  ordered_json context = support::provenance({argv, argv + argc}, std::chrono::steady_clock::now() - start);
  context["quick"] = line.quick;
  write_results(study, context, directory);
  std::cout << summary(study) << "Results in " << support::printable(line.out) << '\n';
  support::flush_standard_output();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return support::run_program("disk-scale", [&] { return run(argc, argv); });
}
