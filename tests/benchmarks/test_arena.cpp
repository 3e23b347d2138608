// The arena judges, counts, isolates and merges as documented.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <tuple>

#include "benchmarks/arena/arena.hpp"
#include "benchmarks/arena/figure_tables.hpp"
#include "benchmarks/arena/independent_residual.hpp"
#include "benchmarks/arena/line_styles.hpp"
#include "benchmarks/arena/performance_profile.hpp"
#include "benchmarks/arena/power_law.hpp"
#include "benchmarks/arena/representatives.hpp"
#include "benchmarks/arena/results.hpp"
#include "benchmarks/arena/solve_costs.hpp"
#include "benchmarks/arena/speed.hpp"
#include "benchmarks/arena/summary.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "support/isolated.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/helpers/paths.hpp"

using namespace nsdbench;
using namespace nsdbench::arena;
using nsdbench::problem_sets::Solvable;
using testing::complaint_of;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Measurement answered(double residual, bool claimed, double seconds = 0.1) {
  Measurement measurement;
  measurement.status = claimed ? SolverStatus::solved : SolverStatus::iteration_limit;
  measurement.claimed = claimed;
  measurement.seconds = seconds;
  measurement.residual = residual;
  return measurement;
}

Row row(const std::string& solver, const std::string& problem, Verdict verdict, double seconds, int iterations = 1) {
  Row made;
  made.set = "set";
  made.problem = problem;
  made.kind = "planar";
  made.contacts = 2;
  made.coordinates = 4;
  made.solvable = "yes";
  made.solver = solver;
  made.tolerance = 1e-8;
  made.status = verdict == Verdict::solved ? "solved" : "iteration_limit";
  made.claimed = verdict == Verdict::solved;
  made.verdict = verdict;
  made.iterations = iterations;
  made.seconds = made.seconds_median = seconds;
  made.repetitions = 3;
  made.residual = verdict == Verdict::solved ? 1e-12 : infinity;
  return made;
}

Results some_results() {
  Results results;
  results.context = {{"cpu", "one"}, {"commit", "abc"}, {"time_limit_s", 1.0}};
  results.run = {{"date", "today"}};
  results.rows = {row("fast", "a", Verdict::solved, 1e-6, 3), row("fast", "b", Verdict::unsolved, 1e-3, 100),
                  row("slow", "a", Verdict::solved, 1e-5, 2), row("slow", "b", Verdict::solved, 1e-4, 7)};
  results.rows[3].file_residual = 1e-13;
  results.histories.push_back({"a", "planar", "fast", false, {1, 2}, {1e-7, 2e-7}, {0.5, 1e-9}});
  return results;
}

}  // namespace

TEST_CASE("verdicts: the residual decides, the claim only says who is wrong", "[arena]") {
  constexpr double tolerance = 1e-8;
  constexpr double limit = 1.0;
  const auto judged = [](const Measurement& measurement, bool peer, double t, double time_limit) {
    return verdict_on(measurement, Solvable::yes, peer, t, time_limit);
  };
  for (const bool peer : {false, true}) {
    CHECK(judged(answered(1e-9, true), peer, tolerance, limit) == Verdict::solved);
    CHECK(judged(answered(1e-9, false), peer, tolerance, limit) == Verdict::solved);
    CHECK(judged(answered(1e-9, true, 2.0), peer, tolerance, limit) == Verdict::unsolved);
    CHECK(judged(answered(1e-3, false), peer, tolerance, limit) == Verdict::unsolved);
    CHECK(judged(answered(1e-2, true), peer, tolerance, limit) == Verdict::claimed_but_wrong);
    CHECK(judged(answered(infinity, true), peer, tolerance, limit) == Verdict::claimed_but_wrong);
    CHECK(judged(answered(std::nan(""), true), peer, tolerance, limit) == Verdict::claimed_but_wrong);
  }
  SECTION(
      "between the tolerance and a thousand times it, other measures may be the reason; for our solvers nothing is") {
    CHECK(judged(answered(1e-7, true), true, tolerance, limit) == Verdict::unsolved);
    CHECK(judged(answered(1.1e-8, true), false, tolerance, limit) == Verdict::claimed_but_wrong);
    CHECK(judged(answered(1.1e-3, true), true, 1e-4, limit) == Verdict::claimed_but_wrong);
  }
  SECTION("rounding of the residual itself is no wrong claim") {
    Measurement measurement = answered(1.1e-8, true);
    measurement.rounding = 2e-9;
    CHECK(judged(measurement, false, tolerance, limit) == Verdict::solved);
  }
  SECTION("what gave no answer is unsolved, whatever it claimed") {
    Measurement measurement = answered(0.0, true);
    measurement.ending = Ending::killed;
    CHECK(judged(measurement, false, tolerance, limit) == Verdict::unsolved);
    measurement.ending = Ending::answered;
    measurement.status = SolverStatus::not_applicable;
    CHECK(judged(measurement, false, tolerance, limit) == Verdict::not_applicable);
  }
}

TEST_CASE("verdicts on problems without solution, and on those said to have none", "[arena]") {
  constexpr double limit = 1.0;
  for (const bool peer : {false, true}) {
    CAPTURE(peer);
    // The tolerance is met: by an approximate solution, which solves nothing.
    CHECK(verdict_on(answered(1e-5, true), Solvable::no, peer, 1e-4, limit) == Verdict::accepted_without_solution);
    CHECK(verdict_on(answered(1e-5, false), Solvable::no, peer, 1e-4, limit) == Verdict::accepted_without_solution);
    CHECK(verdict_on(answered(1e-5, true), Solvable::unknown, peer, 1e-4, limit) == Verdict::solved);
    CHECK(verdict_on(answered(1e-5, true, 2.0), Solvable::no, peer, 1e-4, limit) == Verdict::unsolved);
    CHECK(verdict_on(answered(0.1, true), Solvable::no, peer, 1e-4, limit) == Verdict::claimed_but_wrong);
    CHECK(verdict_on(answered(0.1, false), Solvable::no, peer, 1e-4, limit) == Verdict::unsolved);

    Measurement infeasible = answered(0.1, false);
    infeasible.status = SolverStatus::infeasible;
    CHECK(verdict_on(infeasible, Solvable::no, peer, 1e-4, limit) == Verdict::proven_infeasible);
    CHECK(verdict_on(infeasible, Solvable::yes, peer, 1e-4, limit) == Verdict::claimed_but_wrong);
    CHECK(verdict_on(infeasible, Solvable::unknown, peer, 1e-4, limit) == Verdict::unsolved);
    infeasible.seconds = 2.0;
    CHECK(verdict_on(infeasible, Solvable::no, peer, 1e-4, limit) == Verdict::unsolved);
  }
}

TEST_CASE("the arena's residual is that of the solvers", "[arena]") {
  // The same definition, written twice: they agree to rounding on right and wrong percussions alike.
  for (const problem_sets::ProblemSet& set : problem_sets::all_sets()) {
    for (const int i : set.selection(problem_sets::Extent::quick)) {
      const problem_sets::NamedProblem named = set.make(i);
      CAPTURE(named.name);
      std::vector<double> percussions(named.problem.c.size());
      for (std::size_t k = 0; k < percussions.size(); ++k) percussions[k] = 0.3 * static_cast<double>(k % 5) - 0.2;
      const JudgedResidual judged = independent_residual(named.problem, percussions);
      const double common = contact_residual(named.problem.view(), percussions);
      CHECK(std::abs(judged.value - common) <= 4.0 * judged.rounding + 1e-15);
    }
  }
}

TEST_CASE("results may speak of names that are no UTF-8", "[arena]") {
  Results results = some_results();
  results.context["command"] = "contact-arena --out o\377t";
  results.rows[0].problem = "p\377";
  const std::string text = results.json();
  CHECK(text.find("o\xef\xbf\xbdt") != std::string::npos);
  CHECK(text.find("p\xef\xbf\xbd\"") != std::string::npos);
}

TEST_CASE("results read back as they were written", "[arena]") {
  const Results results = some_results();
  const std::string file = (testing::binary_directory() / "tests" / "arena_round_trip.json").string();
  std::ofstream(file) << results.json();
  const Results read = read_results(file);
  CHECK(read.json() == results.json());
  CHECK(read.rows[1].residual == infinity);
  CHECK(read.rows[3].file_residual == 1e-13);
  CHECK_FALSE(read.rows[0].file_residual.has_value());
  CHECK(read.histories[0].residual == std::vector<double>{0.5, 1e-9});

  std::ofstream(file) << "{\"format\": \"other\", \"version\": 1}";
  CHECK(complaint_of([&] { read_results(file); }).find("is no arena.json") != std::string::npos);
  CHECK(complaint_of([&] { read_results("/nowhere/arena.json"); }).find("cannot be read") != std::string::npos);
}

TEST_CASE("only results of one context are merged", "[arena]") {
  const Results a = some_results();
  Results b = some_results();
  b.run["date"] = "tomorrow";
  for (Row& other : b.rows) other.solver += "_2";
  CHECK(merged({a, b}).rows.size() == 8);
  CHECK(merged({a, b}).histories.size() == 1);
  b.histories[0].solver = "another";
  CHECK(merged({a, b}).histories.size() == 2);
  SECTION("another machine") {
    b.context["cpu"] = "two";
    CHECK(complaint_of([&] {
            merged({a, b});
          }).find("cpu is \"one\" in one and \"two\" in the other") != std::string::npos);
  }
  SECTION("an entry that one lacks") {
    b.context["peers"] = "x";
    CHECK(complaint_of([&] { merged({a, b}); }).find("peers") != std::string::npos);
  }
  SECTION("the same measurement twice") {
    CHECK(complaint_of([&] { merged({a, a}); }).find("solver fast on problem a") != std::string::npos);
  }
}

TEST_CASE("only results that complete every solver on every problem are merged", "[arena]") {
  Results other_solver = some_results();
  for (Row& other : other_solver.rows) other.solver += "_2";
  Results other_problem = some_results();
  for (Row& other : other_problem.rows) other.problem += "_2";
  Results both_other = other_solver;
  for (Row& other : both_other.rows) other.problem += "_2";
  // In any order: only the whole has to be complete.
  CHECK(merged({some_results(), both_other, other_solver, other_problem}).rows.size() == 16);
  CHECK(merged({some_results()}).json() == some_results().json());
  CHECK(complaint_of([&] {
          merged({some_results(), both_other});
        }).find("no row for solver fast on problem a_2 at tolerance 1e-08") != std::string::npos);
  for (Row& other : other_solver.rows) other.tolerance = 1e-4;
  CHECK(complaint_of([&] { merged({some_results(), other_solver}); }).find("at tolerance 0.0001") != std::string::npos);
}

TEST_CASE("a performance profile is the share of problems within a factor of the best", "[arena]") {
  const Results results = some_results();
  const std::vector<double> factors = {1.0, 9.0, 11.0};
  CHECK(profile(results.rows, "fast", Cost::time, factors) == std::vector<double>{0.5, 0.5, 0.5});
  CHECK(profile(results.rows, "slow", Cost::time, factors) == std::vector<double>{0.5, 0.5, 1.0});
  CHECK(profile(results.rows, "fast", Cost::iterations, {1.0, 1.5}) == std::vector<double>{0.0, 0.5});
}

TEST_CASE("a profile counts solves without an iteration", "[arena]") {
  std::vector<Row> rows = some_results().rows;
  rows[0].iterations = 0;  // as good as one
  CHECK(profile(rows, "fast", Cost::iterations, {1.0}) == std::vector<double>{0.5});
  CHECK(profile(rows, "slow", Cost::iterations, {1.0, 2.0}) == std::vector<double>{0.5, 1.0});
}

TEST_CASE("iterations that a library does not tell are not the fewest", "[arena]") {
  std::vector<Row> rows = some_results().rows;
  for (const char* solver : {"library-x", "library-y"}) {
    for (const char* problem : {"a", "b"}) {
      rows.push_back(row(solver, problem, Verdict::solved, 1e-6, 0));
      rows.back().peer = true;
    }
  }
  rows.back().iterations = 4;  // library-y tells
  rows[0].iterations = 0;      // of a solver of the suite this is true
  mark_untold_iterations(rows);
  CHECK(rows[0].iterations == 0);
  CHECK(rows[4].iterations == -1);
  CHECK(rows[5].iterations == -1);
  CHECK(rows[6].iterations == 0);
  CHECK(profile(rows, "library-x", Cost::iterations, {1e6}) == std::vector<double>{0.0});
  CHECK(profile(rows, "library-x", Cost::time, {1e6}) == std::vector<double>{1.0});
  // Of problem b the fewest are library-y's 4, to slow's 7.
  CHECK(profile(rows, "slow", Cost::iterations, {1.7, 1.8, 2.0}) == std::vector<double>{0.0, 0.5, 1.0});

  Results results = some_results();
  results.rows = rows;
  CHECK(text_summary(results).find("library-x") != std::string::npos);
  for (const nsdbench::support::TextFile& file : figure_tables(results)) {
    if (file.name == "profile_time_planar_1.csv") CHECK(file.content.find("library_") != std::string::npos);
    if (file.name == "profile_iterations_planar_1.csv") CHECK(file.content.find("library_x") == std::string::npos);
  }
}

TEST_CASE("a profile's share is of the problems with a solution, known or found", "[arena]") {
  std::vector<Row> rows = some_results().rows;
  const auto add = [&](const std::string& problem, const std::string& solvable, Verdict fast, Verdict slow) {
    rows.push_back(row("fast", problem, fast, 1e-6));
    rows.push_back(row("slow", problem, slow, 1e-6));
    for (auto added = rows.end() - 2; added != rows.end(); ++added) added->solvable = solvable;
  };
  const auto share = [&](const char* solver) { return profile(rows, solver, Cost::time, {1e6}).front(); };
  SECTION("nobody solves what has a solution: it counts") {
    add("c", "yes", Verdict::unsolved, Verdict::claimed_but_wrong);
    CHECK(share("slow") == 2.0 / 3.0);
  }
  SECTION("nobody solves what is unknown: it does not count") {
    add("c", "unknown", Verdict::unsolved, Verdict::unsolved);
    CHECK(share("slow") == 1.0);
  }
  SECTION("somebody solves what was unknown: it counts") {
    add("c", "unknown", Verdict::solved, Verdict::unsolved);
    CHECK(share("slow") == 2.0 / 3.0);
  }
  SECTION("what has no solution never counts") {
    add("c", "no", Verdict::accepted_without_solution, Verdict::proven_infeasible);
    CHECK(share("slow") == 1.0);
  }
  SECTION("what a method cannot represent it does not solve") {
    add("c", "yes", Verdict::solved, Verdict::not_applicable);
    CHECK(share("slow") == 2.0 / 3.0);
  }
}

TEST_CASE("of a family the best is drawn", "[arena]") {
  std::vector<Row> rows = some_results().rows;
  rows.push_back(row("slow_more", "a", Verdict::solved, 1e-9));
  CHECK(drawn_solvers(rows).by_kind.at("planar") == std::vector<std::string>{"fast", "slow"});
  CHECK_FALSE(drawn_solvers(rows).by_kind.contains("spatial"));
  CHECK(family_of("psor_block") == "psor");
  CHECK(family_of("siconos-lcp-lemke") == "siconos");
}

TEST_CASE("who is wanted is drawn, whatever it solves", "[arena]") {
  std::vector<Row> rows = some_results().rows;
  rows.push_back(row("slow_more", "a", Verdict::unsolved, 1.0));
  CHECK(drawn_solvers(rows, {"slow_more"}).by_kind.at("planar") ==
        std::vector<std::string>{"fast", "slow", "slow_more"});
  CHECK(complaint_of([&] { drawn_solvers(rows, {"slower"}); }).find("'slower'") != std::string::npos);
  CHECK(complaint_of([&] { drawn_solvers(rows, {"slow", "slow"}); }).find("twice") != std::string::npos);

  SECTION("also among more families than fit") {
    for (int k = 0; k < 20; ++k) {
      const std::string solver = std::string("other") + static_cast<char>('a' + k);
      rows.push_back(row(solver, "a", Verdict::solved, 1e-7));
      rows.push_back(row(solver, "b", Verdict::solved, 1e-7));
    }
    rows.push_back(row("library-x", "a", Verdict::solved, 1.0));
    rows.back().peer = true;
    const Drawn drawn = drawn_solvers(rows, {"slow_more"});
    CHECK(drawn.families.size() == most_families);
    CHECK(drawn.families.back() == "library");
    const std::vector<std::string>& solvers = drawn.by_kind.at("planar");
    CHECK(solvers.size() == most_lines);
    CHECK(std::find(solvers.begin(), solvers.end(), "slow_more") != solvers.end());
    CHECK(solvers.back() == "library-x");
  }
}

TEST_CASE("a family has one line style in all panels, and its members differ where they meet", "[arena]") {
  const auto styles =
      line_styles({"a", "b", "library"},
                  {{"a", "b", "library-lcp"}, {"b_block", "library-2d", "stranger"}, {"a_more", "a", "a_most"}});
  CHECK(styles == std::map<std::string, int>{{"a", 110},
                                             {"a_more", 111},
                                             {"a_most", 112},
                                             {"b", 120},
                                             {"b_block", 120},
                                             {"library-2d", 130},
                                             {"library-lcp", 130}});
}

TEST_CASE("run.gp gives a solver the same style in every panel", "[arena]") {
  Results results = some_results();
  for (const char* solver : {"fast", "slow"}) {
    results.rows.push_back(row(solver, "c", Verdict::solved, 1e-6));
    results.rows.back().kind = "spatial";
  }
  results.rows.erase(results.rows.end() - 2);  // fast is not drawn there, so that slow is the panel's first
  const std::vector<nsdbench::support::TextFile> files = figure_tables(results);
  const auto run = std::find_if(files.begin(), files.end(),
                                [](const nsdbench::support::TextFile& file) { return file.name == "run.gp"; });
  REQUIRE(run != files.end());
  CHECK(run->content.find("profile_time_planar_names = 'fast slow'\nprofile_time_planar_styles = '110 120'") !=
        std::string::npos);
  CHECK(run->content.find("profile_time_spatial_names = 'slow'\nprofile_time_spatial_styles = '120'") !=
        std::string::npos);
  CHECK(run->content.find("history_1_names = 'fast'\nhistory_1_styles = '110'") != std::string::npos);
}

TEST_CASE("a history is drawn by time, with the least residual so far", "[arena]") {
  const History history{"a", "planar", "fast", false, {1, 2, 4, 8}, {1e-6, 4e-6, 2e-6, 8e-6}, {0.5, 1e-3, 0.7, 1e-2}};
  const Descent descent = descent_of(history);
  CHECK(descent.seconds == std::vector<double>{1e-6, 2e-6, 4e-6, 8e-6});
  CHECK(descent.residual == std::vector<double>{0.5, 0.5, 1e-3, 1e-3});
}

TEST_CASE("an exponent comes with its standard error, and needs five points", "[arena]") {
  std::vector<std::pair<double, double>> points = {{1, 2}, {2, 8}, {4, 32}, {8, 128}};
  CHECK(std::isnan(fit_power_law(points).exponent));
  points.emplace_back(16, 512);
  // y = 2 x^2: rounding of logarithms alone.
  CHECK(fit_power_law(points).exponent == Catch::Approx(2.0).epsilon(1e-12));
  CHECK(fit_power_law(points).standard_error < 1e-12);
  // The middle off by a factor e: residuals 1/5 (-1, -1, 4, -1, -1), Sxx = 10 log(2)^2, so that the error is
  // sqrt(0.8 / 3 / 10) / log(2).
  points[2].second *= std::exp(1.0);
  CHECK(fit_power_law(points).exponent == Catch::Approx(2.0).epsilon(1e-12));
  CHECK(fit_power_law(points).standard_error == Catch::Approx(std::sqrt(0.8 / 30.0) / std::log(2.0)).epsilon(1e-12));
  CHECK(std::isnan(fit_power_law(std::vector<std::pair<double, double>>(5, {3.0, 1.0})).exponent));
}

TEST_CASE("medians of time and iterations are over the problems solved", "[arena]") {
  Results results = some_results();
  results.rows.push_back(row("fast", "c", Verdict::solved, 3e-6, 9));
  results.rows.push_back(row("slow", "c", Verdict::not_applicable, 0.0, 0));
  const std::string text = markdown_summary(results);
  CHECK(text.find("| fast | 2 us (2) | 2 us (2) |") != std::string::npos);
  CHECK(text.find("| slow | 55 us (2) | 55 us (2) |") != std::string::npos);
  CHECK(text.find("| fast | 6 (2) | 6 (2) |") != std::string::npos);
  CHECK(text_summary(results).find("4.5 (2)") != std::string::npos);
  CHECK(duration_text(1.5e-3) == "1.5 ms");
  CHECK(duration_text(2.0) == "2 s");
  CHECK(duration_text(1e-8) == "0.01 us");
}

TEST_CASE("the summary counts and points at wrong claims", "[arena]") {
  Results results = some_results();
  CHECK(own_wrong_claims(results).empty());
  CHECK(text_summary(results).find("1/2") != std::string::npos);
  results.rows[0].verdict = Verdict::claimed_but_wrong;
  CHECK(markdown_summary(results).find("| fast | 0/2 !1 |") != std::string::npos);
  CHECK(own_wrong_claims(results).find("fast on a") != std::string::npos);
  results.rows[0].peer = true;
  CHECK(own_wrong_claims(results).empty());
}

TEST_CASE("the summary counts answers on problems without solution by themselves", "[arena]") {
  Results results = some_results();
  for (const auto& [problem, verdict] :
       {std::pair{"c", Verdict::accepted_without_solution}, std::pair{"d", Verdict::proven_infeasible},
        std::pair{"e", Verdict::unsolved}}) {
    for (const char* solver : {"fast", "slow"}) {
      results.rows.push_back(row(solver, problem, verdict, 1e-6));
      results.rows.back().solvable = "no";
    }
  }
  const std::string text = markdown_summary(results);
  CHECK(text.find("| solver | set | no solution | solved | unsolved | claimed but wrong | not applicable | accepted, "
                  "though without solution | proven infeasible |") != std::string::npos);
  CHECK(text.find("| fast | 1/2 | 1/3 | 1 | 1 | 0 | 0 | 1 | 1 |") != std::string::npos);
  CHECK(text.find("| slow | 2/2 | 1/3 | 2 | 0 | 0 | 0 | 1 | 1 |") != std::string::npos);
}

TEST_CASE("speed is measured against the fastest peer that is right", "[arena]") {
  std::vector<Row> rows = some_results().rows;
  CHECK(speed_ratios(rows).empty());
  CHECK(markdown_speed(rows).empty());
  for (const auto& [solver, problem, verdict, seconds] :
       {std::tuple{"peer-a", "a", Verdict::solved, 4e-6}, std::tuple{"peer-b", "a", Verdict::claimed_but_wrong, 1e-9},
        std::tuple{"peer-b", "b", Verdict::solved, 9e-4}}) {
    rows.push_back(row(solver, problem, verdict, seconds));
    rows.back().peer = true;
  }
  const std::vector<SpeedRatio> ratios = speed_ratios(rows);
  REQUIRE(ratios.size() == 2);
  CHECK(ratios[0].solver == "fast");
  CHECK(ratios[0].problems == 1);
  CHECK(ratios[0].geometric_mean == Catch::Approx(4.0));
  CHECK(ratios[0].peers_alone == 1);
  CHECK(ratios[1].problems == 2);
  CHECK(ratios[1].geometric_mean == Catch::Approx(std::sqrt(0.4 * 9.0)));
  CHECK(ratios[1].least == Catch::Approx(0.4));
  const std::vector<PeerRatio> by_peer = peer_ratios(rows);
  REQUIRE(by_peer.size() == 2);
  CHECK(by_peer[0].peer == "peer-a");
  CHECK(by_peer[0].geometric_mean == Catch::Approx(4.0));
  CHECK(by_peer[1].claimed_but_wrong == 1);
  CHECK(by_peer[1].solved == 1);
  CHECK(by_peer[1].problems == 0);
  CHECK(markdown_speed(rows).find("| planar | 1e-08 | 1-4 | peer-b | 1/2 | 1 | 0 | - |") != std::string::npos);
  CHECK(markdown_speed(rows).find("| planar | 1e-08 | 1-4 | fast | 1 | 4 | 4 | 0 | 1 |") != std::string::npos);
}

TEST_CASE("a small arena: every registered solver, and nobody claims what is wrong", "[arena]") {
  ArenaOptions options;
  options.sets = {"field_cases", "mixed_laws"};
  options.extent = problem_sets::Extent::quick;
  options.time_limit = 0.05;
  std::ostringstream progress;
  Results results = run_arena(options, progress);
  const std::size_t problems = distinct(results.rows, &Row::problem).size();
  CHECK(problems > 20);
  CHECK(results.rows.size() == problems * contact_solver_names().size() * 2);
  CHECK(own_wrong_claims(results).empty());
  for (const Row& made : results.rows) {
    CAPTURE(made.solver, made.problem, made.status);
    CHECK(made.seconds >= 0.0);
    if (made.solvable == "no") CHECK(made.verdict != Verdict::claimed_but_wrong);
    if (made.verdict == Verdict::solved) CHECK(made.repetitions >= 1);
  }
  set_context(results, {{"cpu", "x"}, {"date", "now"}}, options);
  CHECK(results.context.contains("cpu"));
  CHECK_FALSE(results.context.contains("date"));
  bool has_profile = false;
  for (const nsdbench::support::TextFile& file : figure_tables(results))
    has_profile = has_profile || file.name == "profile_time_lcp_2.csv";
  CHECK(has_profile);
}

TEST_CASE("what took too long at a loose tolerance is not tried, and claims nothing, at a tight one", "[arena]") {
  const problem_sets::ProblemSet& set = problem_sets::set_named("stack_spatial");
  ArenaProblem problem{"stack_spatial", "tower", problem_sets::Solvable::yes, set.make(6).problem, std::nullopt};
  MeasurementOptions options;
  options.time_limit = 1e-9;
  const ContenderInfo contender{std::string(default_contact_solver()), "", false};
  const std::vector<Measurement> measured = measure(contender, problem, {1e2, 1e-8}, options);
  REQUIRE(measured.size() == 2);
  CHECK(verdict_on(measured[0], Solvable::yes, false, 1e2, options.time_limit) == Verdict::unsolved);
  CHECK_FALSE(measured[1].claimed);
  CHECK(to_string(measured[1]) == "time_limit");
  CHECK(measured[1].residual == measured[0].residual);
}

TEST_CASE("wrong options are refused by name and value", "[arena]") {
  std::ostringstream progress;
  ArenaOptions options;
  options.extent = problem_sets::Extent::quick;
  SECTION("solver") {
    options.solvers = {"lemkee"};
    CHECK(complaint_of([&] { run_arena(options, progress); }).find("'lemkee'") != std::string::npos);
  }
  SECTION("set") {
    options.sets = {"stacks"};
    CHECK(complaint_of([&] { run_arena(options, progress); }).find("'stacks'") != std::string::npos);
  }
  SECTION("tolerance") {
    options.tolerances = {1e-4, -1.0};
    CHECK(complaint_of([&] { run_arena(options, progress); }).find("tolerance -1") != std::string::npos);
  }
  SECTION("tolerance twice") {
    options.tolerances = {1e-4, 1e-8, 1e-4};
    CHECK(complaint_of([&] { run_arena(options, progress); }).find("tolerance 0.0001 is given twice") !=
          std::string::npos);
  }
  SECTION("solver twice") {
    options.solvers = {"lemke", "lemke"};
    CHECK(complaint_of([&] { run_arena(options, progress); }).find("solver lemke is given twice") != std::string::npos);
  }
  SECTION("set twice") {
    options.sets = {"coupling", "coupling"};
    CHECK(complaint_of([&] { run_arena(options, progress); }).find("set coupling is given twice") != std::string::npos);
  }
  SECTION("nothing to run") {
    options.sets = {"data_lcp"};
    CHECK(complaint_of([&] { run_arena(options, progress); }).find("there is no problem") != std::string::npos);
  }
  SECTION("drawing who does not take part") {
    options.solvers = {"lemke"};
    options.draw = {"psor"};
    CHECK(complaint_of([&] { run_arena(options, progress); }).find("'psor' cannot be drawn") != std::string::npos);
  }
  SECTION("time limit") {
    options.time_limit = 0.0;
    CHECK(complaint_of([&] { run_arena(options, progress); }).find("time limit 0") != std::string::npos);
  }
}
