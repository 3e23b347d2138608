// Problem files that failed once, or that look as if they might: every file of tests/data/field_cases, solved by every
// solver and judged by what stands under `expected`, or refused with one sentence.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "contact_data/fclib.hpp"
#include "contact_data/read.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "support/json_file.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paths.hpp"
#include "tools/solve/solve_problem.hpp"

using namespace nsdbench;
using namespace nsdbench::testing;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

fs::path cases() { return source_directory() / "tests" / "data" / "field_cases"; }

std::vector<fs::path> files(const fs::path& folder) {
  std::vector<fs::path> result;
  for (const auto& entry : fs::directory_iterator(folder)) result.push_back(entry.path());
  std::sort(result.begin(), result.end());
  return result;
}

// The largest difference of the entries of one contact, or one row of an LCP, relative to the largest expected entry of
// those it touches, directly or through others: separate parts of a problem have scales of their own.
double largest_error(const contact_data::ContactData& data, const std::vector<double>& x,
                     const std::vector<double>& right, const std::vector<double>& sizes) {
  const auto d = static_cast<std::size_t>(data.dimension);
  std::vector<std::size_t> part(x.size() / d);
  for (std::size_t k = 0; k < part.size(); ++k) part[k] = k;
  for (std::size_t pass = 0; pass < part.size(); ++pass) {
    data.matrix.for_each_entry([&](int i, int j, double value) {
      if (value == 0.0) return;
      std::size_t& a = part[static_cast<std::size_t>(i) / d];
      std::size_t& b = part[static_cast<std::size_t>(j) / d];
      a = b = std::min(a, b);
    });
  }
  std::map<std::size_t, double> size;
  for (std::size_t i = 0; i < x.size(); ++i) size[part[i / d]] = std::max(size[part[i / d]], std::abs(sizes[i]));
  // What is expected was written down to the rounding of the largest numbers of all.
  double all = 0.0;
  for (const double entry : sizes) all = std::max(all, std::abs(entry));
  const double written = 4 * std::numeric_limits<double>::epsilon() * all;
  double error = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::abs(x[i] - right[i]) <= written) continue;
    const double scale = size[part[i / d]];
    error = std::max(error, std::abs(x[i] - right[i]) / (scale > 0.0 ? scale : 1.0));
  }
  return error;
}

// A stack whose masses differ by 1e14, with percussions beyond what proofs of infeasibility exclude.
constexpr char beyond_exclusion[] = "t2-13-stack-light-below-1e+14";

struct Expected {
  std::string solvable;
  std::vector<double> answer;      // z or r; empty if it is not unique, or not known
  std::vector<double> velocities;  // w or u
};

Expected expectation(const fs::path& file, bool lcp) {
  const json expected = json::parse(support::read_text(file)).at("expected");
  Expected result;
  result.solvable = expected.at("solvable");
  if (expected.contains(lcp ? "z" : "r")) result.answer = expected.at(lcp ? "z" : "r").get<std::vector<double>>();
  if (expected.contains(lcp ? "w" : "u")) result.velocities = expected.at(lcp ? "w" : "u").get<std::vector<double>>();
  return result;
}

// y^T M <= 0 and y^T q < 0, for y >= 0, of the whole numbers of a file: z >= 0 with M z + q >= 0 does not exist.
bool proves_infeasible(const contact_data::ContactData& data, const std::vector<double>& y) {
  std::vector<double> image(y.size(), 0.0);
  data.matrix.for_each_entry([&](int i, int j, double value) {
    image[static_cast<std::size_t>(j)] += y[static_cast<std::size_t>(i)] * value;
  });
  double product = 0.0;
  for (std::size_t i = 0; i < y.size(); ++i) product += y[i] * data.q[i];
  return product < 0.0 && std::all_of(image.begin(), image.end(), [](double entry) { return entry <= 0.0; });
}

}  // namespace

TEST_CASE("F8: every solver that says solved has the right answer to every problem", "[tools]") {
  // The tolerance of nsdbench-solve is 1e-8 of velocities. Percussions are those times the condition of W: 1e10 and
  // more for stacks whose masses differ by that, whose percussions no tolerance of velocities confines.
  constexpr double velocity_error = 1e-7;
  constexpr double percussion_error = 1e-5;
  SolverOptions options;
  options.tolerance = 1e-8;
  options.time_limit = 1.0;
  int compared = 0;
  for (const fs::path& file : files(cases() / "problems")) {
    const contact_data::ContactData data = contact_data::read_contact_data(file);
    const Expected expected = expectation(file, data.kind == contact_data::Kind::lcp);
    for (const ContactSolverEntry& solver : contact_solvers()) {
      if (solver.name == "portfolio" && expected.solvable == "no") options.max_iterations = 3;
      const tools::Answer answer =
          tools::solve(data, std::string(solver.name), options, std::vector<double>(data.q.size(), 0.0));
      options.max_iterations = 0;
      CAPTURE(file.filename().string(), solver.name, to_string(answer.status), answer.solution);
      if (answer.status == SolverStatus::infeasible) {
        CHECK((expected.solvable != "yes" || file.stem() == beyond_exclusion));
      }
      if (answer.status != SolverStatus::solved) continue;
      CHECK(expected.solvable != "no");
      if (!expected.answer.empty()) {
        ++compared;
        CHECK(largest_error(data, answer.solution, expected.answer, expected.answer) <= percussion_error);
      }
      if (!expected.velocities.empty()) {
        ++compared;
        std::vector<double> u = data.q;
        data.matrix.multiply_add(answer.solution, u);
        CHECK(largest_error(data, u, expected.velocities, data.q) <= velocity_error);
      }
    }
  }
  CHECK(compared > 700);
}

TEST_CASE("F7: what the word infeasible leaves open is in the answer", "[tools]") {
  const Sandbox sandbox;
  const auto solve = [&](const std::string& name) {
    const ProgramResult result =
        sandbox.run(SOLVE_PROGRAM, (cases() / "problems" / (name + ".json")).string() + " --time-limit 5");
    CAPTURE(name, result.errors);
    REQUIRE_FALSE(result.output.empty());
    return json::parse(result.output);
  };
  const json solved = solve("t2-13-stack-light-below-1e+02");
  CHECK(solved.at("status") == "solved");
  CHECK_FALSE(solved.contains("infeasible_means"));
  for (const char* name : {"t2-15-degenerate-5x5", beyond_exclusion}) {
    const json answer = solve(name);
    CHECK(answer.at("status") == "infeasible");
    CHECK_THAT(answer.at("infeasible_means").get<std::string>(), contains("beyond 1e13 max|q| max r_i"));
  }
  const contact_data::ContactData data =
      contact_data::read_contact_data(cases() / "problems" / "t2-15-degenerate-5x5.json");
  CHECK(proves_infeasible(data, {1.0, 2.0, 0.0, 0.0, 0.0}));
  // The only solution of the other lies beyond: its diagonal entries are 1 and more, max|q| is 0.00981.
  const Expected expected = expectation(cases() / "problems" / (std::string(beyond_exclusion) + ".json"), true);
  CHECK(*std::max_element(expected.answer.begin(), expected.answer.end()) > 1e13 * 0.00981);
}

TEST_CASE("F12: foreign files get one sentence and exit code 2, or the right answer", "[tools]") {
  const Sandbox sandbox;
  struct Answered {
    int exit_code;
    std::vector<double> solution;
  };
  // What can be read as it stands. The entries of one-based-hidden.json fit indices from 0, too: M = diag(0, 1, 2) and
  // q = (-1, -1, 1), which has no solution.
  const double x = 2.0 / std::sqrt(5.0);
  const std::map<std::string, Answered> answered = {{"anisotropic-by-scaling.json", {0, {1.0, x, 0.0}}},
                                                    {"bom.json", {0, {1.0}}},
                                                    {"one-based-hidden.json", {1, {}}},
                                                    {"triplet.hdf5", {0, {1.0, 0.0, 0.0}}}};
  const std::map<std::string, std::string> words = {{"anisotropic-mu.json", "mu[0]"},
                                                    {"bilateral-key-ignored.json", "bilateral"},
                                                    {"bilateral.hdf5", "bilateral"},
                                                    {"global.hdf5", "global"},
                                                    {"mlcp-free-variable.json", "mlcp"},
                                                    {"nan-q.hdf5", "q"},
                                                    {"nested-rows.json", "M.values"},
                                                    {"one-based-full.json", "row_index[2]"},
                                                    {"overflow-1e400.json", "1e400"},
                                                    {"plain-matrix.json", "M must be an object"},
                                                    {"python-infinity.json", "JSON"},
                                                    {"python-nan.json", "JSON"},
                                                    {"rolling-dimension-5.json", "5"},
                                                    {"rolling-key-ignored.json", "rolling"},
                                                    {"rolling-mu_r.hdf5", "mu_r"},
                                                    {"rolling-spacedim-5.hdf5", "spacedim"},
                                                    {"scalar-mu.json", "mu must be"},
                                                    {"text-numbers.json", "q[0]"},
                                                    {"triplet-one-based.hdf5", "/fclib_local/W"},
                                                    {"utf16.json", "JSON"}};
  const std::vector<fs::path> all = files(cases() / "files");
  CHECK(all.size() == answered.size() + words.size());
  for (const fs::path& file : all) {
    const std::string name = file.filename();
    if (file.extension() == ".hdf5" && !contact_data::hdf5_available()) continue;
    const ProgramResult result = sandbox.run(SOLVE_PROGRAM, file.string());
    CAPTURE(name, result.output, result.errors);
    const auto known = answered.find(name);
    if (known == answered.end()) {
      CHECK(result.exit_code == 2);
      CHECK(result.output.empty());
      CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
      CHECK(result.errors.size() < 400);
      REQUIRE(words.count(name) == 1);
      CHECK_THAT(result.errors.substr(result.errors.find(name)), contains(words.at(name)));
      continue;
    }
    CHECK(result.exit_code == known->second.exit_code);
    CHECK(result.errors.empty());
    const json answer = json::parse(result.output);
    CHECK((answer.at("status") == "solved") == (known->second.exit_code == 0));
    if (name == "bom.json") CHECK(answer.at("solution").get<std::vector<double>>() == known->second.solution);
  }
}

TEST_CASE("F12: a key that is not known is refused wherever it might change the problem", "[tools]") {
  const Sandbox sandbox;
  const std::string start = R"({"kind": "friction-contact", "dimension": 2, "number_of_contacts": 1, "mu": [0.5],
    "W": {"storage": "dense", "rows": 2, "cols": 2, "values": [1, 0, 0, 1])";
  const auto refused = [&](const std::string& text, const std::string& key) {
    sandbox.write("problem.json", text);
    const ProgramResult result = sandbox.run(SOLVE_PROGRAM, "problem.json");
    CAPTURE(text, result.output, result.errors);
    CHECK(result.exit_code == 2);
    CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
    CHECK_THAT(result.errors, contains(key));
  };
  for (const char* key : {"rolling", "bilateral", "mu_r", "bound", "upper", "cohesion", "M", "start", "Mu"}) {
    refused(start + "}, \"q\": [-1, 1], \"" + key + "\": [0.01]}", key);
  }
  for (const char* key : {"symmetric", "scale", "offset", "block_size"}) {
    refused(start + ", \"" + key + "\": 1}, \"q\": [-1, 1]}", key);
  }
  // Remarks are not.
  for (const char* key : {"note", "source", "licence", "properties", "expected", "convention"}) {
    sandbox.write("problem.json", start + "}, \"q\": [-1, 1], \"" + key + "\": \"rolling\"}");
    CHECK(sandbox.run(SOLVE_PROGRAM, "problem.json").exit_code == 0);
  }
}

namespace {

// Contacts in space, in a ring: what lifts one presses on the next, and nothing lifts all. Friction in a disc keeps
// proofs away.
std::string hopeless(int contacts) {
  json row = json::array();
  json column = json::array();
  json values = json::array();
  const auto add = [&](int i, int j, double value) {
    row.push_back(i);
    column.push_back(j);
    values.push_back(value);
  };
  const int n = 3 * contacts;
  for (int i = 0; i < contacts; ++i) {
    add(3 * i, (3 * i + 3) % n, -1.0);
    add(3 * i + 1, 3 * i + 1, 1.0);
    add(3 * i + 2, 3 * i + 2, 1.0);
  }
  const json w = {{"storage", "coo"}, {"rows", n},           {"cols", n},
                  {"row_index", row}, {"col_index", column}, {"values", values}};
  return json{{"kind", "friction-contact"},
              {"dimension", 3},
              {"number_of_contacts", contacts},
              {"mu", std::vector<double>(static_cast<std::size_t>(contacts), 0.5)},
              {"W", w},
              {"q", std::vector<double>(static_cast<std::size_t>(n), -1.0)}}
      .dump();
}

}  // namespace

TEST_CASE("F14: an unsolvable problem ends, small ones early and others at the time limit", "[tools]") {
  const Sandbox sandbox;
  sandbox.write("small.json", hopeless(4));
  sandbox.write("large.json", hopeless(400));
  const auto answer_to = [&](const std::string& arguments) {
    const ProgramResult result = sandbox.run(SOLVE_PROGRAM, arguments);
    CAPTURE(arguments, result.errors);
    CHECK(result.exit_code == 1);
    CHECK(result.errors.empty());
    return json::parse(result.output);
  };
  // Nothing is gained from the first round on: as many iterations as four rounds take.
  const json small = answer_to("small.json");
  CHECK(small.at("status") == "iteration_limit");
  CHECK(small.at("iterations") == answer_to("small.json --max-iterations 4").at("iterations"));

  const json large = answer_to("large.json --time-limit 0.1");
  CHECK(large.at("status") == "time_limit");
  CHECK(large.at("time_s") >= 0.1);
  CHECK(large.at("solution").size() == 1200);
  CHECK_THAT(sandbox.run(SOLVE_PROGRAM, "--help").output, contains("time_limit [60]"));
}
