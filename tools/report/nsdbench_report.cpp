// nsdbench-report RESULTS_DIR [EXPERIMENT...]
//
// Writes the site RESULTS_DIR/report from the records in RESULTS_DIR. Every verdict is found again from the numbers in
// the records. Exit code: 0 if all verdicts are the expected ones, no record contradicts itself, all results can be
// read and every EXPERIMENT named has a record; 1 if not (the site is written all the same, and says what is wrong); 2
// for wrong input, and where there is nothing to report on.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "support/json_file.hpp"
#include "support/option_texts.hpp"
#include "support/output_files.hpp"
#include "support/program.hpp"
#include "support/text_table.hpp"
#include "tools/report/inline_svg.hpp"
#include "tools/report/pages.hpp"
#include "tools/report/texts.hpp"

namespace {

using namespace nsdbench;
namespace fs = std::filesystem;

// All scripts of a folder, by name, one behind the other: each is a function of its own.
std::string joined_scripts(const report::Sources& sources, const fs::path& folder) {
  std::vector<fs::path> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(sources.tree() / folder)) {
    if (entry.path().extension() == ".js") names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  std::string script;
  for (const fs::path& name : names) script += sources.text(folder / name) + "\n";
  return script;
}

// Files of report/ that are copied as they are; the stylesheets become one.
void add_assets(const report::Sources& sources, report::Files& files) {
  std::string style;
  for (const char* name : {"report/style/report.css", "report/style/animation.css", "report/vendor/uPlot.min.css"}) {
    style += sources.text(name);
  }
  files.push_back({"assets/report.css", style});
  for (const char* name : {"theme.js", "report.js", "plots.js"}) {
    files.push_back({std::string("assets/") + name, sources.text(fs::path("report/scripts") / name)});
  }
  for (const char* name : {"player", "mechanisms"}) {
    files.push_back(
        {std::string("assets/") + name + ".js", joined_scripts(sources, fs::path("report/scripts") / name)});
  }
  for (const char* name : {"uPlot.iife.min.js", "uPlot.LICENSE"}) {
    files.push_back({std::string("assets/") + name, sources.text(fs::path("report/vendor") / name)});
  }
  for (const char* name : {"architecture.svg", "woodpecker_limit_cycle.png"}) {
    files.push_back({std::string("assets/") + name, sources.text(fs::path("docs") / name)});
  }
}

std::vector<std::pair<std::string, std::string>> navigation(const report::Sources& sources, bool has_api) {
  std::vector<std::pair<std::string, std::string>> entries = {{"index.html", "Overview"}};
  for (const report::Paper& paper : sources.papers()) {
    entries.emplace_back(report::address_of_paper(paper.id), paper.short_name);
  }
  entries.emplace_back("integrators.html", "Integrators");
  entries.emplace_back("solvers.html", "Contact solvers");
  entries.emplace_back("stability.html", "Stability");
  if (!sources.sweeps().empty()) entries.emplace_back("sweeps.html", "Sweeps");
  entries.emplace_back("problems.html", "Problems");
  entries.emplace_back("docs.html", "Documentation");
  if (has_api) entries.emplace_back("api/index.html", "Interfaces");
  return entries;
}

// Pages of papers and copies of drawings that an earlier report had.
void remove_old_files(const fs::path& out, const report::Files& files) {
  std::error_code none;
  std::vector<fs::path> old;
  const auto look = [&](const std::string& folder, const std::string& begin, const std::string& end_of_name) {
    for (fs::directory_iterator entry(out / folder, none), end; !none && entry != end; entry.increment(none)) {
      const std::string file_name = entry->path().filename().string();
      const std::string name = folder + file_name;
      const bool is_new = std::any_of(files.begin(), files.end(), [&](const auto& file) { return file.name == name; });
      if (file_name.starts_with(begin) && file_name.ends_with(end_of_name) && !is_new) old.push_back(entry->path());
    }
  };
  look("", "paper-", ".html");
  look("data/", "", ".svg");
  for (const fs::path& file : old) fs::remove(file, none);
}

// A page with its scripts, styles and the pictures that stand in it. With those in files of their own, which are loaded
// when a reader comes to them, all together must stay below a megabyte (tests/report/site_check.py).
constexpr std::size_t heaviest_page = 600'000;

// What the page and its frame load at once, beside the page itself.
std::size_t loaded_bytes(const report::Page& page, const std::string& frame, const report::Files& files) {
  std::size_t bytes = 0;
  for (const support::TextFile& file : files) {
    const bool is_loaded = frame.find("\"" + file.name + "\"") != std::string::npos ||
                           std::find(page.scripts.begin(), page.scripts.end(), file.name) != page.scripts.end();
    if (is_loaded) bytes += file.content.size();
  }
  return bytes;
}

int run(int argc, char** argv) {
  CLI::App app("Writes the report on all records, as a site that needs no server", "nsdbench-report");
  support::use_common_style(app, "RESULTS_DIR [EXPERIMENT...]");
  fs::path results;
  std::vector<std::string> wanted;
  std::vector<fs::path> others;
  fs::path tree = NSDBENCH_SOURCE_DIR;
  app.add_option("RESULTS_DIR", results, "The folder with the records")->required()->type_name("");
  app.add_option("EXPERIMENT", wanted, "Experiments that must have a record")->type_name("");
  support::OptionTexts merge(app, "--merge", "DIR", "A folder with an arena.json of another machine; may be repeated");
  support::OptionTexts sources_option(app, "--sources", "DIR", "The source tree, if it is not where it was compiled");
  if (!support::parse_options(app, argc, argv)) return 0;
  if (const auto given = sources_option.file_name("source tree")) tree = *given;
  for (const std::string& folder : merge.all()) {
    if (folder.empty()) support::refuse_option("--merge", "the name of the folder is empty");
    others.emplace_back(folder);
  }
  if (std::ranges::count(wanted, "") > 0) throw std::invalid_argument("the name of an EXPERIMENT is empty");
  if (!fs::is_directory(results)) {
    throw std::invalid_argument("RESULTS_DIR must be a folder with results, not '" + results.string() + "'");
  }

  results = fs::weakly_canonical(results);
  const fs::path out = results / "report";
  const report::Sources sources(results, tree, out, wanted);
  if (sources.records().empty() && sources.unreadable().empty() && sources.sweeps().empty() && others.empty() &&
      support::is_missing(results / "arena" / "arena.json")) {
    throw std::invalid_argument("there is no record, no sweep and no result of the arena in '" + results.string() +
                                "'" + (sources.variants().empty() ? "" : ". " + sources.variants().front()));
  }
  report::Files files;
  std::vector<report::Page> pages;
  for (const report::Paper& paper : sources.papers()) pages.push_back(report::paper_page(sources, paper, files));
  pages.push_back(report::integrators_page(sources, files));
  pages.push_back(report::solvers_page(sources, others, files));
  pages.push_back(report::stability_page(sources, files));
  if (!sources.sweeps().empty()) pages.push_back(report::sweeps_page(sources));
  pages.push_back(report::problems_page(sources, files));
  for (report::Page& page : report::documentation_pages(sources)) pages.push_back(std::move(page));
  std::vector<std::string> faults = sources.faults();
  for (const report::Page& page : pages) faults.insert(faults.end(), page.faults.begin(), page.faults.end());
  pages.insert(pages.begin(), report::front_page(sources, faults));

  add_assets(sources, files);
  const std::string frame = sources.text("report/templates/page.html");
  const auto entries = navigation(sources, !support::is_missing(out / "api" / "index.html"));
  for (report::Page& page : pages) {
    page.content = report::with_plus_minus(page.content);
    const std::size_t weight = report::framed(page, entries, frame).size() + loaded_bytes(page, frame, files);
    page.content =
        report::with_light_pictures(sources, page.content, heaviest_page - std::min(weight, heaviest_page), files);
    files.push_back({page.file, report::framed(page, entries, frame)});
  }

  // That of sweeps that are gone.
  std::error_code ignored;
  if (sources.sweeps().empty()) fs::remove(out / "sweeps.html", ignored);
  support::OutputDirectory assets(out / "assets");
  support::OutputDirectory data(out / "data");
  assets.create();
  data.create();
  support::OutputFiles output;
  for (const support::TextFile& file : files) output.add(out / file.name, file.content);
  output.commit();
  assets.keep();
  data.keep();
  remove_old_files(out, files);

  for (const std::string& fault : faults) std::cerr << support::printable(fault) << "\n";
  std::cout << "Report: " << support::printable((out / "index.html").string()) << "\n";
  support::flush_standard_output();
  return faults.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return nsdbench::support::run_program("nsdbench-report", [&] {
    try {
      return run(argc, argv);
    } catch (const nlohmann::json::exception& error) {
      // Records have been looked at before; what is left are files of report/ and results of benchmarks.
      throw std::invalid_argument(
          std::string("a file of the results or of report/ has another shape than it should: ") + error.what());
    }
  });
}
