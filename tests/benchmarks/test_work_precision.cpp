// The work-precision diagrams measure, summarize and refuse as documented.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/work_precision/cost.hpp"
#include "benchmarks/work_precision/tables.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/helpers/paths.hpp"

using namespace nsdbench;
using namespace nsdbench::work_precision;
using namespace nsdbench::testing;

namespace {

using Curve = std::vector<std::pair<double, double>>;

const Method& method_named(const std::string& name) {
  const auto& table = method_table();
  const auto found = std::find_if(table.begin(), table.end(), [&](const Method& m) { return m.name == name; });
  REQUIRE(found != table.end());
  return *found;
}

Problem problem(const char* name) { return problem_named(name).make(); }

// Steps and times alike, so that a median can be told from a mean.
Row row(const char* method, int group, long base_steps, double error, bool completed = true) {
  Row made;
  made.problem = "ball";
  made.method = method;
  made.setting.group = group;
  made.base_steps = base_steps;
  made.cpu_time = 1e-6 * static_cast<double>(base_steps);
  made.error = 2.0 * error;
  made.relative_error = error;
  made.completed = completed;
  return made;
}

std::vector<std::vector<std::string>> fields(const std::string& csv) {
  std::vector<std::vector<std::string>> lines;
  std::istringstream text(csv);
  for (std::string line; std::getline(text, line);) {
    lines.emplace_back(1);
    for (const char c : line) {
      if (c == ',') {
        lines.back().emplace_back();
      } else {
        lines.back().back() += c;
      }
    }
  }
  return lines;
}

// A folder in which the program finds the papers' parameters.
class PaperSandbox {
 public:
  PaperSandbox() {
    for (const char* paper : {"studer2008", "glocker2005"}) {
      const std::string file = std::string(paper) + "/parameters.json";
      std::ifstream source(source_directory() / "reference-data" / file);
      std::ostringstream content;
      content << source.rdbuf();
      sandbox_.write("reference/" + file, content.str());
    }
  }
  const Sandbox& folder() const { return sandbox_; }
  ProgramResult run(const std::string& arguments) const { return sandbox_.run(WORK_PRECISION_PROGRAM, arguments); }

 private:
  Sandbox sandbox_;
};

}  // namespace

TEST_CASE("the tables have every method and problem of the paper", "[work_precision]") {
  std::vector<std::string> methods;
  for (const Method& method : method_table()) methods.push_back(method.name);
  CHECK(methods == std::vector<std::string>{"moreau", "moreau_adjusted-p1", "moreau_adjusted-p2", "moreau_adjusted-p3",
                                            "moreau_adjusted-p4", "moreau_adjusted-p5", "moreau_adjusted-p6",
                                            "moreau_adjusted-even2", "moreau_adjusted-even4", "moreau_adjusted-even6",
                                            "moreau_adjusted-tolerance", "event_driven", "acceleration_level",
                                            "implicit_euler"});
  // What stands before the suffix is a name of the table of integrators.
  for (const std::string& name : methods) CHECK_NOTHROW(integrator_named(name.substr(0, name.find('-'))));
  for (int order = 1; order <= 6; ++order) {
    CHECK(method_named("moreau_adjusted-p" + std::to_string(order)).order == order);
    if (order % 2 == 0) CHECK(method_named("moreau_adjusted-even" + std::to_string(order)).order == order);
  }
  std::vector<std::string> problems;
  for (const ProblemInfo& info : problem_table()) problems.emplace_back(info.name);
  CHECK(problems == std::vector<std::string>{"bouncing_ball", "sliding_point_mass", "impact_oscillator", "woodpecker",
                                             "slider_crank", "inclined_plane_oscillator", "prismatic_joint"});
  CHECK(complaint_of([] { problem_named("ball"); }) ==
        "unknown problem 'ball'; known are bouncing_ball, sliding_point_mass, impact_oscillator, woodpecker, "
        "slider_crank, inclined_plane_oscillator, prismatic_joint");
}

TEST_CASE("settings go from coarse to fine in groups, and keep the rule of the smallest step", "[work_precision]") {
  const Problem mass = problem("sliding_point_mass");
  const Problem ball = problem("bouncing_ball");
  const Extent extent = quick_extent();
  for (const Method& method : method_table()) {
    CAPTURE(method.name);
    const bool even = method.name.rfind("moreau_adjusted-even", 0) == 0;
    if (method.name == "acceleration_level" || method.name == "implicit_euler") {
      CHECK_FALSE(method.applies(ball));  // impacts, restitution
      CHECK(method.applies(problem(method.name == "implicit_euler" ? "prismatic_joint" : "inclined_plane_oscillator")));
      continue;
    }
    CHECK(method.applies(ball));
    CHECK(method.applies(mass) == !even);  // friction that turns is not symmetric
    const std::vector<Setting> settings = method.settings(ball, extent);
    REQUIRE(settings.size() % static_cast<std::size_t>(extent.per_group) == 0);
    REQUIRE(settings.size() >= 2 * static_cast<std::size_t>(extent.per_group));
    for (std::size_t k = 0; k < settings.size(); ++k) {
      const Setting& setting = settings[k];
      CHECK(setting.group == static_cast<int>(k) / extent.per_group);
      if (method.name == "moreau") {
        CHECK(setting.dt > 0.0);
        CHECK(ball.t_end / setting.dt <= 2.0 * static_cast<double>(extent.most_base_steps));
        if (k > 0) CHECK(setting.dt < settings[k - 1].dt);
      } else if (method.name == "event_driven") {
        CHECK(setting.atol >= 1e-15);
        CHECK(setting.atol <= 1e-3);
        if (k > 0) CHECK(setting.atol < settings[k - 1].atol);
      } else {
        CHECK(setting.dt_min >= 1e-13);
        CHECK(setting.dt_min <= setting.dt_max);
        if (method.order == 0) {
          CHECK(setting.atol > 0.0);
          if (k > 0) CHECK(setting.atol < settings[k - 1].atol);
        } else {
          CHECK(setting.dt_min == smallest_step(ball, setting.dt_max, method.order));
          if (k > 0) CHECK(setting.dt_max < settings[k - 1].dt_max);
        }
      }
    }
  }
  Problem fast = ball;
  fast.unit_of_time = 0.05;
  CHECK(std::abs(smallest_step(ball, 1e-2, 3) / 1e-6 - 1.0) <= 1e-14);  // rounding of a power
  CHECK(std::abs(smallest_step(fast, 5e-3, 2) / 5e-4 - 1.0) <= 1e-14);
  CHECK(smallest_step(ball, 1e-3, 6) == 1e-13);
  CHECK(smallest_step(fast, 0.1, 2) == 0.1);  // above T the power would exceed dt_max
}

TEST_CASE("a row's error is that of a computation by hand", "[work_precision]") {
  // Two steps of 0.1 s: free fall, which is exact, and an impact at the end of the second, since the midpoint is below
  // the table.
  const auto p = bouncing_ball_parameters();
  Problem ball = problem("bouncing_ball");
  ball.t_end = 0.2;
  const double dt = 0.1;
  const double height = p.z_0 - 0.5 * p.g * dt * dt;
  const double speed = p.g * dt;
  REQUIRE(height - 0.5 * dt * speed < 0.0);
  const double computed = height + 0.5 * dt * (-speed + p.epsilon_N * speed);
  const double fall = std::sqrt(2.0 * p.z_0 / p.g);
  const double flight = 0.2 - fall;
  const double exact = p.epsilon_N * p.g * fall * flight - 0.5 * p.g * flight * flight;
  constexpr double rounding = 1e-15;  // some units in the last place of 0.1

  const auto solver = make_contact_solver("lemke");
  Setting fixed;
  fixed.dt = dt;
  const Row moreau = measure(ball, method_named("moreau"), *solver, fixed, 0.0);
  CHECK(moreau.completed);
  CHECK(moreau.base_steps == 2);
  CHECK(std::abs(moreau.error - std::abs(computed - exact)) <= rounding);
  CHECK(std::abs(ball.scale - p.z_0) <= rounding);  // the ball comes to rest on the table
  CHECK(moreau.relative_error == moreau.error / ball.scale);
  CHECK(moreau.cpu_time > 0.0);

  // With dt_min = dt_max order 1 makes the same steps.
  Setting adjusted;
  adjusted.dt_min = adjusted.dt_max = dt;
  const Row adjusted_run = measure(ball, method_named("moreau_adjusted-p1"), *solver, adjusted, 0.0);
  CHECK(adjusted_run.base_steps == 2);
  CHECK(std::abs(adjusted_run.error - moreau.error) <= rounding);
  CHECK(adjusted_run.order == 1);

  // A solver that cannot represent the friction of a disc.
  const Problem mass = problem("sliding_point_mass");
  const Row failed = measure(mass, method_named("moreau"), *solver, fixed, 0.0);
  CHECK_FALSE(failed.completed);
  CHECK(std::isnan(failed.cpu_time));
}

TEST_CASE("event-driven errors go with the tolerance and end near rounding, on every problem", "[work_precision]") {
  const Method method = method_named("event_driven");
  for (const ProblemInfo& info : problem_table()) {
    CAPTURE(info.name);
    const Problem made = info.make();
    const auto solver = make_contact_solver(std::string(info.solver));
    const auto run = [&](double tolerance) {
      Setting setting;
      setting.atol = tolerance;
      return measure(made, method, *solver, setting, 0.0);
    };
    const Row coarse = run(1e-5);
    const Row fine = run(1e-11);
    CHECK(coarse.completed);
    CHECK(fine.completed);
    CHECK(coarse.base_steps > 0);
    // Tolerances are in SI units, the errors relative to motions of 1e-5 m and more.
    CHECK(fine.relative_error <= 1e-6);
    CHECK(fine.error <= 1e-9);
    CHECK(fine.error <= coarse.error + 1e-13);
  }
}

TEST_CASE("the errors fall as the orders say", "[work_precision]") {
  const Problem oscillator = problem("impact_oscillator");
  const auto solver = make_contact_solver("lemke");
  for (const char* name : {"moreau_adjusted-p2", "moreau_adjusted-p4", "moreau_adjusted-p6", "moreau_adjusted-even2",
                           "moreau_adjusted-even4", "moreau_adjusted-even6"}) {
    const Method method = method_named(name);
    // Medians of an octave of step sizes, since the errors depend on where the impacts fall in their steps.
    const auto error = [&](double largest) {
      std::vector<double> errors;
      for (const double dt_max : jittered_step_sizes(largest, 1, 15)) {
        Setting setting;
        setting.dt_max = dt_max;
        setting.dt_min = smallest_step(oscillator, dt_max, method.order);
        const Row row = measure(oscillator, method, *solver, setting, 0.0);
        CHECK(row.completed);
        errors.push_back(row.relative_error);
      }
      return median(errors);
    };
    const double largest = method.order == 6 ? 5e-2 : 2e-2;
    const double order = std::log2(error(largest) / error(0.5 * largest));
    CAPTURE(name, order);
    CHECK(std::abs(order - method.order) <= 0.7);  // of one octave; a neighbouring even order is 2 away
  }
}

TEST_CASE("the least time of repeated runs", "[work_precision]") {
  int calls = 0;
  volatile double sum = 0.0;
  const auto work = [&] {
    ++calls;
    for (int k = 0; k < 1000; ++k) sum = sum + k;
  };
  CHECK(least_cpu_time(0.0, work) > 0.0);
  CHECK(calls == 1);
  const double least = least_cpu_time(1e-2, work);
  CHECK(calls > 2);
  CHECK(least * (calls - 2) <=
        1e-2);  // all but the last repetition fit into the time, and none is shorter than the least
}

TEST_CASE("medians of groups leave out what was not completed", "[work_precision]") {
  const std::vector<Row> rows = {row("a", 0, 10, 1e-1),      row("a", 0, 30, 3e-2),      row("a", 0, 11, 5e-2),
                                 row("a", 1, 100, 1e-3),     row("a", 1, 7, 1.0, false), row("a", 2, 200, 1e-4),
                                 row("a", 2, 7, 1.0, false), row("a", 2, 8, 1.0, false), row("b", 0, 40, 0.0),
                                 row("b", 0, 60, 1e-2)};
  const std::vector<MedianRun> runs = medians(rows);
  REQUIRE(runs.size() == 3);
  CHECK(runs[0].method == "a");
  CHECK(runs[0].base_steps == 11.0);
  CHECK(runs[0].cpu_time == 1e-6 * 11.0);
  CHECK(runs[0].relative_error == 5e-2);
  CHECK(runs[1].group == 1);
  CHECK(runs[1].base_steps == 100.0);
  CHECK(runs[2].method == "b");
  CHECK(runs[2].relative_error == 1e-2);
  CHECK(curve_of(runs, "ball", "a", Measure::base_steps) == Curve{{11.0, 5e-2}, {100.0, 1e-3}});
  CHECK(curve_of(runs, "ball", "c", Measure::cpu_time).empty());
}

TEST_CASE("the cost of an error lies on a straight line in logarithms", "[work_precision]") {
  constexpr double rounding = 1e-14;
  const Curve second_order = {{10.0, 1e-2}, {100.0, 1e-4}, {1000.0, 1e-6}};
  const auto between = cost_of(1e-3, second_order);
  REQUIRE(between);
  CHECK(std::abs(between->value / std::sqrt(1000.0) - 1.0) <= rounding);
  CHECK_FALSE(between->is_bound);
  const auto at_a_point = cost_of(1e-4, second_order);
  REQUIRE(at_a_point);
  CHECK(std::abs(at_a_point->value / 100.0 - 1.0) <= rounding);
  const auto coarse = cost_of(0.1, second_order);
  REQUIRE(coarse);
  CHECK(coarse->value == 10.0);
  CHECK(coarse->is_bound);
  CHECK_FALSE(cost_of(1e-2, second_order)->is_bound);
  CHECK_FALSE(cost_of(1e-7, second_order));
  CHECK_FALSE(cost_of(1e-7, Curve{}));
  // Rounding that grows with the number of steps does not take back what was reached.
  const Curve rounded = {{10.0, 1e-2}, {100.0, 1e-6}, {1000.0, 1e-5}};
  REQUIRE(cost_of(1e-6, rounded));
  CHECK(std::abs(cost_of(1e-6, rounded)->value / 100.0 - 1.0) <= rounding);
}

TEST_CASE("the table of costs says where an error is not reached", "[work_precision]") {
  const std::vector<MedianRun> runs = {
      {"ball", "a", 0, 10.0, 1e-3, 1e-2}, {"ball", "a", 1, 1000.0, 0.1, 1e-6}, {"ball", "b", 0, 50.0, 5e-3, 1e-5}};
  const std::string text = cost_tables(runs);
  CAPTURE(text);
  CHECK(text.find("ball: base steps") != std::string::npos);
  CHECK(text.find("ball: CPU time in ms") != std::string::npos);
  std::istringstream lines(text);
  std::vector<std::string> of_a;
  std::vector<std::string> of_b;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    auto* cells = word == "a" ? &of_a : word == "b" ? &of_b : nullptr;
    while (cells != nullptr && words >> word) cells->push_back(word);
  }
  // Errors 1e-3 to 1e-9; base steps, then milliseconds.
  CHECK(of_a == std::vector<std::string>{"32", "100", "316", "1000", "-", "-", "-",  //
                                         "3.16", "10", "31.6", "100", "-", "-", "-"});
  CHECK(of_b == std::vector<std::string>{"<50", "<50", "50", "-", "-", "-", "-",  //
                                         "<5", "<5", "5", "-", "-", "-", "-"});
}

TEST_CASE("runs as CSV: a field for every column, empty where there is no value", "[work_precision]") {
  Row fixed = row("moreau", 3, 128, 0.25, true);
  fixed.setting.dt = 0.5;
  Row failed = row("moreau_adjusted-tolerance", 0, 7, 0.5, false);
  failed.cpu_time = Setting::none;
  failed.setting.atol = 1e-3;
  const auto lines = fields(csv_of_runs(std::vector<Row>{fixed, failed}));
  REQUIRE(lines.size() == 3);
  CHECK(lines[0] == std::vector<std::string>{"problem", "method", "order", "group", "dt", "dt_min", "dt_max", "atol",
                                             "base_steps", "cpu_time", "error", "relative_error", "completed"});
  CHECK(lines[1] ==
        std::vector<std::string>{"ball", "moreau", "0", "3", "0.5", "", "", "", "128", "0.000128", "0.5", "0.25", "1"});
  CHECK(lines[2] == std::vector<std::string>{"ball", "moreau_adjusted-tolerance", "0", "0", "", "", "", "0.001", "7",
                                             "", "1", "0.5", "0"});
}

TEST_CASE("everything but the times is the same in every run", "[work_precision]") {
  const Problem oscillator = problem("impact_oscillator");
  Extent extent;
  extent.per_group = 2;
  extent.most_base_steps = 1 << 8;
  extent.seconds_of_timing = 0.0;
  const auto without_times = [&] {
    const auto solver = make_contact_solver("lemke");
    std::vector<Row> rows = measure_all(oscillator, *solver, extent);
    for (Row& row : rows) row.cpu_time = 0.0;
    return csv_of_runs(rows);
  };
  const std::string first = without_times();
  CHECK(first == without_times());
  std::set<std::string> methods;
  for (const auto& line : fields(first)) methods.insert(line[1]);
  const auto applying = std::count_if(method_table().begin(), method_table().end(),
                                      [&](const Method& method) { return method.applies(oscillator); });
  CHECK(methods.size() == static_cast<std::size_t>(applying) + 1);  // and the header
}

TEST_CASE("work-precision refuses what it does not understand", "[work_precision]") {
  const PaperSandbox sandbox;
  sandbox.folder().write("file", "");
  const auto refused = [&](const std::string& arguments, const std::string& sentence) {
    const ProgramResult result = sandbox.run(arguments);
    CAPTURE(arguments, result.errors);
    CHECK(result.exit_code == 2);
    CHECK(result.output.empty());
    CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
    CHECK(result.errors.find(sentence) != std::string::npos);
    CHECK_FALSE(sandbox.folder().exists("results"));
  };
  refused("--problem ball", "unknown problem 'ball'");
  refused("--solver simplex", "unknown contact solver 'simplex'");
  refused("--solver-tolerance 0", "tolerance");
  refused("--solver-tolerance tight", "--solver-tolerance");
  refused("--slow", "--slow");
  refused("--out", "--out");
  refused("--out file/results", "file");
  sandbox.folder().write("reference/studer2008/parameters.json", R"({"paper": "none", "problems": {}})");
  const ProgramResult without = sandbox.run("--quick --problem bouncing_ball");
  CHECK(without.exit_code == 2);
  CHECK(without.errors.find("bouncing_ball") != std::string::npos);
}

TEST_CASE("work-precision lists what there is", "[work_precision]") {
  const PaperSandbox sandbox;
  const ProgramResult list = sandbox.run("--list");
  CHECK(list.exit_code == 0);
  for (const Method& method : method_table()) CHECK(list.output.find("  " + method.name + ": ") != std::string::npos);
  for (const ProblemInfo& info : problem_table()) {
    CHECK(list.output.find("  " + std::string(info.name) + ": ") != std::string::npos);
  }
  CHECK(sandbox.run("--version").output.rfind("nsdbench ", 0) == 0);
  const ProgramResult nameless = sandbox.run("--quick --problem impact_oscillator --out ''");
  CHECK(nameless.exit_code == 2);
  CHECK(nameless.errors == "work-precision: the name of the results directory is empty\n");
  const ProgramResult help = sandbox.run("--help");
  CHECK(help.exit_code == 0);
  CHECK(help.output.find("dt_min = T (dt_max / T)^p") != std::string::npos);
}

TEST_CASE("work-precision writes all that its figures need", "[work_precision]") {
  const PaperSandbox sandbox;
  // A name that is no UTF-8, which the command in the provenance has, too.
  const std::string out = "o\377t/";
  const ProgramResult result = sandbox.run("--quick --problem impact_oscillator --out \"$(printf 'o\\377t')\"");
  CAPTURE(result.errors);
  CHECK(result.exit_code == 0);
  for (const char* name : {"work_precision.csv", "medians.csv", "costs.txt", "context.json", "run.gp", "style.gp",
                           "work_precision_base_steps.gp", "work_precision_cpu_time.gp", "work_precision_panels.gp"}) {
    CAPTURE(name);
    CHECK_FALSE(sandbox.folder().text(out + name).empty());
  }
  CHECK(result.output.find(sandbox.folder().text(out + "costs.txt")) == 0);
  const auto lines = fields(sandbox.folder().text(out + "work_precision.csv"));
  for (const auto& line : lines) CHECK(line.size() == 13);
  CHECK(lines.size() > method_table().size());
}

TEST_CASE("work-precision fails if a method completes no run", "[work_precision]") {
  const PaperSandbox sandbox;
  const ProgramResult result = sandbox.run("--quick --problem sliding_point_mass --solver lemke --out out");
  CHECK(result.exit_code == 1);
  CHECK(result.output.find("  moreau on sliding_point_mass\n") != std::string::npos);
  CHECK_FALSE(sandbox.folder().text("out/work_precision.csv").empty());
}
