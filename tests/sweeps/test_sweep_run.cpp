// Results of a sweep do not depend on how, where and in how many parts it was computed.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/computation_failed.hpp"
#include "sweeps/sweep_folder.hpp"
#include "sweeps/sweep_run.hpp"
#include "sweeps/sweep_summary.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/sweeps/disc_map.hpp"

using namespace nsdbench::sweeps;
using nsdbench::testing::DiscMap;
using nsdbench::testing::Sandbox;
namespace fs = std::filesystem;

namespace {

Sweep disc_sweep(bool refined) {
  Sweep sweep;
  sweep.name = "disc";
  sweep.map = "disc";
  sweep.axes = {{"y", Axis::Spacing::linear, -1.0, 1.0, 65}, {"x", Axis::Spacing::linear, -1.0, 1.0, 33}};
  sweep.quantities = {"distance", "side"};
  if (refined) sweep.refinement = {"side", 8};
  sweep.cases_per_bundle = 10;
  return sweep;
}

struct Merged {
  std::string csv, summary;
  friend bool operator==(const Merged&, const Merged&) = default;
};

Merged merged(const Sweep& sweep, const SweptMap& map, const SweepStages& stages) {
  const auto table = merged_table(sweep, map, stages);
  const std::string csv = table.csv();
  return {csv, summary_text(sweep, map, stages, shares_of(sweep, map, stages), table, csv)};
}

Merged computed_in_memory(const Sweep& sweep, const SweptMap& map, int threads) {
  SweepStages stages(sweep);
  run_sweep(sweep, map, nullptr, {threads, {}}, stages);
  return merged(sweep, map, stages);
}

// In `count` chunks, each of which begins anew from the files, as if it were a program of its own. `rounds`: of all of
// them.
Merged computed_in_chunks(const fs::path& folder, const Sweep& sweep, const SweptMap& map, long count,
                          int* rounds = nullptr) {
  SweepFolder::create(folder, sweep);
  for (int round = 0; round < 100; ++round) {
    if (rounds != nullptr) *rounds = round;
    for (long number = 1; number <= count; ++number) {
      const SweepFolder here(folder);
      CaseFiles files = here.files();
      SweepStages stages(here.sweep());
      if (read_stages(files, stages).stage_missing == 0) return merged(sweep, map, stages);
      SweepRunner(here.sweep(), map, &files, {1, {}}).run_part({number, count}, stages);
    }
  }
  return {};
}

std::vector<fs::path> case_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "cases")) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// What the folder's files and a run from there come to.
Merged resumed(const fs::path& folder, const SweptMap& map) {
  const SweepFolder here(folder);
  CaseFiles files = here.files();
  SweepStages stages(here.sweep());
  run_sweep(here.sweep(), map, &files, {1, {}}, stages);
  return merged(here.sweep(), map, stages);
}

}  // namespace

TEST_CASE("any number of threads and of chunks gives the same bytes") {
  const DiscMap map(0.8);  // some cases fail
  const Sandbox sandbox;
  for (const bool refined : {false, true}) {
    const Sweep sweep = disc_sweep(refined);
    const Merged once = computed_in_memory(sweep, map, 1);
    REQUIRE_FALSE(once.csv.empty());
    CHECK(computed_in_memory(sweep, map, 3) == once);
    for (const long chunks : {1L, 8L, 40L}) {
      const fs::path folder = sandbox.path((refined ? "refined" : "full") + std::to_string(chunks));
      CHECK(computed_in_chunks(folder, sweep, map, chunks) == once);
    }
  }
}

TEST_CASE("a refined grid has the classes of the full one") {
  const DiscMap map;
  const Sweep full = disc_sweep(false);
  const Sweep refined = disc_sweep(true);
  SweepStages all(full), some(refined);
  run_sweep(full, map, nullptr, {1, {}}, all);
  run_sweep(refined, map, nullptr, {1, {}}, some);
  CHECK(some.computed() < all.computed() / 2);
  int wrong = 0;
  int filled = 0;
  for (long k = 0; k < full.cases(); ++k) {
    if (all.row(k).quantities[1] != some.row(k).quantities[1]) ++wrong;
    // Of a point that was not computed there is no distance.
    if (some.row(k).computed == std::isnan(some.row(k).quantities[0])) ++wrong;
    if (!some.row(k).computed) ++filled;
  }
  CHECK(wrong == 0);
  CHECK(filled == full.cases() - some.computed());
}

TEST_CASE("small stages cost no round of their own, and the first stage is divided whatever its size") {
  const DiscMap map;
  const Sandbox sandbox;
  Sweep sweep = disc_sweep(true);
  sweep.cases_per_bundle = 60;
  SweepStages stages(sweep);
  SweepRunner runner(sweep, map, nullptr, {1, {}});
  int large = 0;
  do {
    if (stages.stage() == 0 || stages.bundles().size() > SweepRunner::bundles_of_a_small_stage) ++large;
    runner.run_stage({}, stages);
  } while (stages.advance());
  REQUIRE(stages.stage() > large);
  int rounds = 0;
  CHECK(computed_in_chunks(sandbox.path("sweep"), sweep, map, 2, &rounds) == merged(sweep, map, stages));
  // A round for each large stage, and one more for the small ones behind it, which begin in the next program.
  CHECK(rounds <= 2 * large);

  sweep.cases_per_bundle = 30;
  SweepStages first(sweep);
  REQUIRE(first.bundles().size() == 2);
  CaseFiles files = SweepFolder::create(sandbox.path("first"), sweep).files();
  CHECK(SweepRunner(sweep, map, &files, {1, {}}).run_part({2, 2}, first).failures.empty());
  const Known known = read_stages(files, first);
  CHECK(known.stage_done == 15);
  CHECK(known.stage_missing == 30);
}

TEST_CASE("what is known of a stage that is not complete is told, and its failures") {
  const DiscMap map(0.8);
  const Sandbox sandbox;
  Sweep sweep = disc_sweep(false);
  CaseFiles files = SweepFolder::create(sandbox.path("sweep"), sweep).files();
  SweepStages stages(sweep);
  const auto failures = SweepRunner(sweep, map, &files, {1, {}}).run_part({3, 5}, stages).failures;
  const Known known = read_stages(files, stages);
  CHECK(known.done == 430);  // every fifth of 215 bundles
  CHECK(known.stage_missing == sweep.cases() - 430);
  REQUIRE_FALSE(failures.empty());
  REQUIRE(known.failures.size() == failures.size());
  CHECK(known.failures.back().number == failures.back().number);
}

TEST_CASE("what was left out is missing, and the results are the same once it is computed") {
  const Sandbox sandbox;
  const Sweep sweep = disc_sweep(true);
  CaseFiles files = SweepFolder::create(sandbox.path("sweep"), sweep).files();
  SweepStages stages(sweep);
  // Of the first stage, 9 x 5 points in bundles of 10, the last column has x = 1: one such case or two in each bundle.
  const StageRun run = SweepRunner(sweep, DiscMap(1e9, 0.9), &files, {2, {}}).run_all(stages);
  CHECK_FALSE(run.complete);
  CHECK(stages.computed() == 0);
  REQUIRE(run.left_out.size() == 5);
  CHECK(run.left_out.front().number == 32);
  CHECK(run.left_out.front().reason == "there was no time");
  SweepStages again(sweep);
  const Known known = read_stages(files, again);
  CHECK(known.stage_missing == 45);
  REQUIRE(known.left_out.size() == 5);
  CHECK(known.left_out.back().number == run.left_out.back().number);
  CHECK(known.left_out.back().reason == "there was no time");
  CHECK_THROWS_AS(run_sweep(sweep, DiscMap(1e9, 0.9), nullptr, {1, {}}, again), CaseLeftOut);

  SweepStages whole(sweep);
  run_sweep(sweep, DiscMap(), &files, {1, {}}, whole);
  CHECK(merged(sweep, DiscMap(), whole) == computed_in_memory(sweep, DiscMap(), 1));
  SweepStages read(sweep);
  CHECK(read_stages(files, read).left_out.empty());
}

TEST_CASE("files that are missing or were changed are computed again, and no others") {
  const DiscMap map;
  const Sandbox sandbox;
  const fs::path folder = sandbox.path("sweep");
  const Merged whole = computed_in_chunks(folder, disc_sweep(false), map, 1);
  const std::vector<fs::path> files = case_files(folder);
  REQUIRE(files.size() == 215);  // 65 x 33 cases, 10 at a time
  fs::remove(files[3]);
  fs::resize_file(files[4], fs::file_size(files[4]) / 2);  // cut off
  fs::resize_file(files[5], 0);
  {
    std::fstream changed(files[6], std::ios::in | std::ios::out);  // one digit
    const auto place = static_cast<std::streamoff>(fs::file_size(files[6])) - 30;
    changed.seekg(place);
    const int before = changed.get();
    changed.seekp(place);
    changed.put(before == '7' ? '8' : '7');
  }
  const auto kept = fs::last_write_time(files[7]);
  const Sweep sweep = disc_sweep(false);
  SweepStages stages(sweep);
  CHECK(read_stages(SweepFolder(folder).files(), stages).stage_missing == 40);
  CHECK(resumed(folder, map) == whole);
  CHECK(fs::last_write_time(files[7]) == kept);
}

TEST_CASE("results of another plan are refused") {
  const DiscMap map;
  const Sandbox sandbox;
  computed_in_chunks(sandbox.path("a"), disc_sweep(false), map, 1);
  Sweep wider = disc_sweep(false);
  wider.axes[1].to = 2.0;
  computed_in_chunks(sandbox.path("b"), wider, map, 1);
  CHECK_THROWS_AS(SweepFolder::create(sandbox.path("a"), wider), std::invalid_argument);
  CHECK_NOTHROW(SweepFolder::create(sandbox.path("a"), disc_sweep(false)));

  fs::copy_file(case_files(sandbox.path("b"))[2], case_files(sandbox.path("a"))[2],
                fs::copy_options::overwrite_existing);
  CHECK_THROWS_AS(resumed(sandbox.path("a"), map), std::invalid_argument);

  // By another program.
  fs::copy_file(case_files(sandbox.path("a"))[1], case_files(sandbox.path("a"))[2],
                fs::copy_options::overwrite_existing);
  CHECK_THROWS_AS(resumed(sandbox.path("a"), map), std::invalid_argument);  // of another bundle
  auto plan = nlohmann::ordered_json::parse(sandbox.text("b/plan.json"));
  plan["program"] = "another one";
  sandbox.write("b/plan.json", plan.dump());
  CHECK_THROWS_AS(SweepFolder(sandbox.path("b")), std::invalid_argument);
}

TEST_CASE("a case that fails is told with its reason, and the others are there") {
  const DiscMap map(0.95);
  const Sandbox sandbox;
  Sweep sweep = disc_sweep(false);
  sweep.axes[0].points = 2;
  const fs::path folder = sandbox.path("sweep");
  computed_in_chunks(folder, sweep, map, 3);
  SweepStages stages(sweep);
  CHECK(read_stages(SweepFolder(folder).files(), stages).stage_missing == 0);
  CHECK(stages.computed() == 66);
  REQUIRE(stages.failed() == 2);  // x = 1 on both lines
  CHECK(stages.failures()[0].number == 32);
  CHECK(stages.failures()[1].number == 65);
  CHECK(stages.failures()[0].reason == "x is too large");
  CHECK(stages.row(32).failed);
  CHECK_FALSE(stages.row(31).failed);
  CHECK(merged_table(sweep, map, stages).csv().find("\n1,1,,,failed") != std::string::npos);
}

namespace {

// A map with a mistake of the program: it must not look like a case that failed.
class BrokenMap final : public SweptMap {
 public:
  std::vector<Input> inputs() const override { return DiscMap().inputs(); }
  std::vector<Quantity> quantities() const override { return DiscMap().quantities(); }
  std::unique_ptr<Evaluator> evaluator(const Settings&) const override { return std::make_unique<Broken>(); }

 private:
  class Broken final : public Evaluator {
    void evaluate(std::span<const double>, std::span<double>) override { throw std::logic_error("a mistake"); }
  };
};

// Classes that it does not have.
class WrongClassMap final : public SweptMap {
 public:
  explicit WrongClassMap(double of_class) : of_class_(of_class) {}
  std::vector<Input> inputs() const override { return DiscMap().inputs(); }
  std::vector<Quantity> quantities() const override { return DiscMap().quantities(); }
  std::unique_ptr<Evaluator> evaluator(const Settings&) const override { return std::make_unique<Wrong>(of_class_); }

 private:
  class Wrong final : public Evaluator {
   public:
    explicit Wrong(double of_class) : of_class_(of_class) {}
    void evaluate(std::span<const double>, std::span<double> quantities) override {
      quantities[0] = of_class_;
      quantities[1] = 1.0;
    }

   private:
    double of_class_;
  };
  double of_class_;
};

}  // namespace

TEST_CASE("points between failed ones have not failed, and have no class") {
  const DiscMap map(-2.0);  // all cases fail
  Sweep sweep = disc_sweep(true);
  SweepStages stages(sweep);
  run_sweep(sweep, map, nullptr, {1, {}}, stages);
  CHECK(stages.failed() == 45);
  long failed = 0;
  long filled = 0;
  for (long k = 0; k < sweep.cases(); ++k) {
    if (stages.row(k).failed) ++failed;
    if (!stages.row(k).computed && std::isnan(stages.row(k).quantities[1])) ++filled;
  }
  CHECK(failed == 45);
  CHECK(filled == sweep.cases() - 45);
  CHECK(share_of_class(sweep, stages, 1, no_class).value == 1.0);
  CHECK_THROWS_AS(require_no_failure(stages), nsdbench::support::ComputationFailed);
}

TEST_CASE("evaluators are kept from stage to stage") {
  // What an evaluator finds at its beginning may cost as much as many cases.
  static int made = 0;
  class CountedMap final : public SweptMap {
   public:
    std::vector<Input> inputs() const override { return disc_.inputs(); }
    std::vector<Quantity> quantities() const override { return disc_.quantities(); }
    std::unique_ptr<Evaluator> evaluator(const Settings& settings) const override {
      ++made;
      return disc_.evaluator(settings);
    }

   private:
    DiscMap disc_;
  };
  const Sweep sweep = disc_sweep(true);
  SweepStages stages(sweep);
  run_sweep(sweep, CountedMap(), nullptr, {1, {}}, stages);
  REQUIRE(stages.stage() > 2);
  CHECK(made == 1);
}

TEST_CASE("a plan holds the values of all inputs") {
  Sweep sweep = disc_sweep(false);
  sweep.axes = {{"y", Axis::Spacing::linear, -1.0, 1.0, 3}};
  sweep.fixed = {{"radius", 0.6}};
  const Sweep complete = with_all_inputs(sweep, DiscMap());
  CHECK(complete.fixed == std::vector<std::pair<std::string, double>>{{"x", 0.25}, {"radius", 0.6}});
  CHECK(with_all_inputs(complete, DiscMap()).as_json() == complete.as_json());
  sweep.fixed = {{"diameter", 1.2}};
  CHECK(with_all_inputs(sweep, DiscMap()).fixed ==
        std::vector<std::pair<std::string, double>>{{"x", 0.25}, {"diameter", 1.2}});
}

TEST_CASE("a mistake of the program ends the run and leaves no result") {
  const Sweep sweep = disc_sweep(false);
  SweepStages stages(sweep);
  CHECK_THROWS_AS(run_sweep(sweep, BrokenMap(), nullptr, {2, {}}, stages), std::logic_error);
  CHECK(stages.computed() == 0);
}

TEST_CASE("classes that a map does not have are failures") {
  for (const double of_class : {0.0, 3.0, 1.5, std::nan(""), -1e300, HUGE_VAL}) {
    const Sweep sweep = disc_sweep(true);
    SweepStages stages(sweep);
    run_sweep(sweep, WrongClassMap(of_class), nullptr, {1, {}}, stages);
    CHECK(stages.failed() == stages.computed());
    CHECK(stages.computed() == 9 * 5);  // they are all alike
  }
}

TEST_CASE("shares come with what a grid may miss and what its cells leave open") {
  const DiscMap map;
  Sweep sweep = disc_sweep(true);
  sweep.fixed = {{"radius", 0.8}};
  SweepStages stages(sweep);
  run_sweep(sweep, map, nullptr, {1, {}}, stages);
  const Share inside = share_of_class(sweep, stages, 1, 1);
  // The disc's area over that of the square, by counting points: half a cell at each side counts as well.
  constexpr double exact = 3.14159265358979 * 0.8 * 0.8 / 4.0;
  REQUIRE(inside.edge.has_value());
  CHECK(std::abs(inside.value - exact) < *inside.edge);
  // The border crosses about four rows and four columns per distance in each quadrant: between 1 and 4 cells for each
  // of 65 + 33 lines, on both sides.
  CHECK(*inside.edge > 0.5 * 98 / (64.0 * 32.0));
  CHECK(*inside.edge < 0.5 * 4 * 98 / (64.0 * 32.0));
  CHECK(inside.binomial == Catch::Approx(2.0 * std::sqrt(inside.value * (1.0 - inside.value) / 45.0)));
  // A class that no point has may still be what three points of 45 are.
  CHECK(share_of_class(sweep, stages, 1, 7).half_width() == Catch::Approx(3.0 / 45.0));
}

TEST_CASE("cases without a class may be of any class, and its share says so") {
  Sweep sweep = disc_sweep(false);
  sweep.fixed = {{"radius", 0.8}};
  const auto inside = [&](double fails_beyond) {
    SweepStages stages(sweep);
    run_sweep(sweep, DiscMap(fails_beyond), nullptr, {1, {}}, stages);
    return share_of_class(sweep, stages, 1, 1);
  };
  const double all = inside(9.0).value;
  for (const double beyond : {0.5, 0.0, -0.5, -0.9, -2.0}) {
    INFO("cases fail beyond x = " << beyond);
    const Share known = inside(beyond);
    CHECK(known.without_class > 0.2);
    CHECK(known.half_width() <= 1.0);
    CHECK(known.half_width() ==
          Catch::Approx(std::min(1.0, std::max(known.binomial, *known.edge) + known.without_class)));
    CHECK(std::abs(known.value - all) <= known.half_width());
  }
}
