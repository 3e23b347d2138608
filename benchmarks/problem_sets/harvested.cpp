#include "benchmarks/problem_sets/harvested.hpp"

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "benchmarks/problem_sets/sets.hpp"

namespace nsdbench::problem_sets {

namespace {

using nlohmann::ordered_json;

constexpr std::array<std::pair<LawKind, const char*>, 3> kind_names = {
    {{LawKind::unilateral, "unilateral"}, {LawKind::coulomb, "coulomb"}, {LawKind::tresca, "bound"}}};

const char* name_of(LawKind kind) {
  for (const auto& [value, name] : kind_names) {
    if (value == kind) return name;
  }
  return "";
}

LawKind kind_named(const std::string& text) {
  for (const auto& [value, name] : kind_names) {
    if (text == name) return value;
  }
  throw std::invalid_argument("a law is of the unknown kind '" + text + "'");
}

}  // namespace

std::string json_line(const HarvestedProblem& harvested) {
  ordered_json laws = ordered_json::array();
  for (const SetValuedLaw& law : harvested.problem.laws) {
    ordered_json entry = {{"kind", name_of(law.kind)}};
    if (law.kind != LawKind::unilateral) entry["bound"] = law.bound;
    if (law.kind == LawKind::coulomb) entry["normal"] = law.normal;
    if (law.dimension != 1) entry["dimension"] = law.dimension;
    laws.push_back(std::move(entry));
  }
  const ordered_json line = {{"name", harvested.name},       {"source", harvested.source}, {"step", harvested.step},
                             {"active", harvested.active},   {"modes", harvested.modes},   {"laws", std::move(laws)},
                             {"G", harvested.problem.dense}, {"c", harvested.problem.c}};
  return line.dump();
}

HarvestedProblem parse_harvested(const std::string& line, const std::string& place) {
  try {
    const ordered_json document = ordered_json::parse(line);
    HarvestedProblem harvested;
    document.at("name").get_to(harvested.name);
    document.at("source").get_to(harvested.source);
    document.at("step").get_to(harvested.step);
    document.at("active").get_to(harvested.active);
    document.at("modes").get_to(harvested.modes);
    document.at("G").get_to(harvested.problem.dense);
    document.at("c").get_to(harvested.problem.c);
    for (const ordered_json& law : document.at("laws")) {
      harvested.problem.add(kind_named(law.at("kind")), law.value("dimension", 1), law.value("bound", 0.0),
                            law.value("normal", -1));
    }
    const std::size_t n = harvested.problem.c.size();
    if (harvested.problem.dense.size() != n * n) throw std::invalid_argument("G has not the size of c");
    if (const char* complaint = defect(harvested.problem.view())) throw std::invalid_argument(complaint);
    return harvested;
  } catch (const ordered_json::exception& error) {
    throw std::invalid_argument(place + " is no harvested problem: " + error.what());
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(place + " is no harvested problem: " + error.what());
  }
}

std::vector<HarvestedProblem> read_harvested(const std::filesystem::path& file) {
  std::ifstream lines(file);
  if (!lines) throw std::invalid_argument("harvested problems cannot be read from " + file.string());
  std::vector<HarvestedProblem> problems;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    problems.push_back(parse_harvested(line, file.string() + ", line " + std::to_string(++number)));
  }
  return problems;
}

std::filesystem::path harvested_file() { return NSDBENCH_HARVESTED_FILE; }

ProblemSet harvested_set() {
  static const std::vector<HarvestedProblem> problems = read_harvested(harvested_file());
  return {
      "harvested",
      "Contact problems that the woodpecker, the slider-crank and the bouncing ball meet along their motion, without "
      "near repetitions (see harvested/README.md). The run that met one went on with a verified answer to it.",
      static_cast<int>(problems.size()),
      [](int i) {
        const HarvestedProblem& found = problems[static_cast<std::size_t>(i)];
        return NamedProblem{"harvested-" + found.name, found.problem, Solvable::yes};
      },
      [](int i) { return i % 16 == 0; }};
}

}  // namespace nsdbench::problem_sets
