#include "benchmarks/arena/arena_problems.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "contact_data/contact_problem.hpp"
#include "contact_data/read.hpp"

namespace nsdbench::arena {

namespace {

using problem_sets::Extent;
using problem_sets::ProblemSet;

constexpr std::array<const char*, 3> data_set_names = {"data_lcp", "data_friction_2d", "data_friction_3d"};
constexpr int largest_quick_size = 60;

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

problem_sets::Solvable converted(contact_data::Solvable solvable) {
  switch (solvable) {
    case contact_data::Solvable::yes:
      return problem_sets::Solvable::yes;
    case contact_data::Solvable::no:
      return problem_sets::Solvable::no;
    case contact_data::Solvable::unknown:
      return problem_sets::Solvable::unknown;
  }
  return problem_sets::Solvable::unknown;
}

}  // namespace

std::vector<ProblemMaker> own_problems(const std::vector<std::string>& sets, Extent extent) {
  std::vector<const ProblemSet*> chosen;
  for (const std::string& name : sets) {
    if (std::find(data_set_names.begin(), data_set_names.end(), name) != data_set_names.end()) continue;
    chosen.push_back(&problem_sets::set_named(name));
  }
  if (sets.empty()) {
    for (const ProblemSet& set : problem_sets::all_sets()) chosen.push_back(&set);
  }
  std::vector<ProblemMaker> makers;
  for (const ProblemSet* set : chosen) {
    for (const int i : set->selection(extent)) {
      makers.emplace_back([set, i] {
        problem_sets::NamedProblem named = set->make(i);
        return ArenaProblem{std::string(set->name), std::move(named.name), named.solvable, std::move(named.problem),
                            std::nullopt};
      });
    }
  }
  return makers;
}

std::vector<ProblemMaker> data_problems(const std::filesystem::path& directory, const std::vector<std::string>& sets,
                                        Extent extent) {
  std::vector<std::pair<std::size_t, ProblemMaker>> sorted;
  for (const std::filesystem::path& file : contact_data::list_contact_data(directory)) {
    auto data = std::make_shared<contact_data::ContactData>(contact_data::read_contact_data(file));
    if (extent == Extent::quick && data->size() > largest_quick_size) continue;
    const auto set = static_cast<std::size_t>(data->dimension) - 1;
    const std::string name = data_set_names[set];
    if (!sets.empty() && !contains(sets, name)) continue;
    sorted.emplace_back(set, [data, name] {
      return ArenaProblem{name, data->name, converted(data->solvable), contact_data::to_contact_problem(*data), *data};
    });
  }
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<ProblemMaker> makers;
  for (auto& [set, maker] : sorted) makers.push_back(std::move(maker));
  return makers;
}

std::vector<std::string> arena_set_names() {
  std::vector<std::string> names;
  for (const ProblemSet& set : problem_sets::all_sets()) names.emplace_back(set.name);
  for (const char* name : data_set_names) names.emplace_back(name);
  return names;
}

}  // namespace nsdbench::arena
