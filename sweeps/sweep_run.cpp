#include "sweeps/sweep_run.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/computation_failed.hpp"
#include "support/input_error.hpp"
#include "support/numbers.hpp"
#include "support/parallel.hpp"

namespace nsdbench::sweeps {
namespace {

// "mu_1, mu_2 and mu_3"
template <class Named>
std::string names_of(const std::vector<Named>& all) {
  std::string text;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (k > 0) text += k + 1 == all.size() ? " and " : ", ";
    text += all[k].name;
  }
  return text;
}

template <class Named>
std::size_t place_of(const std::vector<Named>& all, const std::string& name, const char* what, const Sweep& sweep) {
  const auto found = std::ranges::find(all, name, &Named::name);
  if (found == all.end()) {
    throw std::invalid_argument(sweep.subject() + " has no " + what + " '" + name + "': it has " + names_of(all));
  }
  return static_cast<std::size_t>(found - all.begin());
}

}  // namespace

// The inputs of a map at the cases of a sweep, and the quantities that are asked for among those of the map.
class Places {
 public:
  Places(const Sweep& sweep, const SweptMap& map) : quantities_(map.quantities()) {
    const std::vector<Input> inputs = map.inputs();
    for (const Input& input : inputs) start_.push_back(input.value);
    for (const auto& [name, value] : sweep.fixed) start_[place_of(inputs, name, "input", sweep)] = value;
    for (const std::string& name : sweep.varied()) varied_.push_back(place_of(inputs, name, "input", sweep));
    for (const std::string& name : sweep.quantities) wanted_.push_back(place_of(quantities_, name, "quantity", sweep));
  }

  std::vector<double> inputs(const std::vector<double>& values) const {
    std::vector<double> all = start_;
    for (std::size_t k = 0; k < varied_.size(); ++k) all[varied_[k]] = values[k];
    return all;
  }

  std::size_t found() const { return quantities_.size(); }

  CaseResult result(const std::vector<double>& found) const {
    CaseResult result;
    for (const std::size_t k : wanted_) {
      const Quantity& quantity = quantities_[k];
      const auto classes = static_cast<double>(quantity.classes.size());
      const bool is_class = found[k] >= 1.0 && found[k] <= classes && found[k] == std::floor(found[k]);
      if (!quantity.classes.empty() && !is_class) {
        result.failure = "quantity " + quantity.name + " has no class " + support::shortest(found[k]);
      } else if (std::isinf(found[k])) {
        result.failure = "quantity " + quantity.name + " is infinite";
      }
      if (result.failed()) return result;
      result.quantities.push_back(found[k]);
    }
    return result;
  }

 private:
  std::vector<Quantity> quantities_;
  std::vector<double> start_;
  std::vector<std::size_t> varied_, wanted_;
};

namespace {

// A reason stands on one line of a file.
std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < 32U; }, ' ');
  return text.empty() ? "no reason was given" : text;
}

CaseResult compute(Evaluator& evaluator, const Places& places, const std::vector<double>& values) {
  std::vector<double> found(places.found());
  CaseResult result;
  try {
    evaluator.evaluate(places.inputs(values), found);
    return places.result(found);
  } catch (const support::ComputationFailed& failure) {
    result.failure = one_line(failure.what());
  } catch (const support::InputError&) {
    throw;  // a file is no case's own
  } catch (const std::invalid_argument& refused) {
    result.failure = one_line(refused.what());
  }
  return result;
}

void note_failures(const Bundle& bundle, const std::vector<CaseResult>& results, std::vector<CaseReason>& failures) {
  for (std::size_t k = 0; k < results.size(); ++k) {
    if (results[k].failed()) failures.push_back({bundle.cases[k], results[k].failure});
  }
}

void check_ranges(const Sweep& sweep, const std::vector<Input>& inputs) {
  const auto check = [&](const std::string& name, double value) {
    const Input& input = inputs[place_of(inputs, name, "input", sweep)];
    problems::check_parameter(name, value, input.range);
    if (input.whole && value != std::floor(value)) {
      throw std::invalid_argument("parameter " + name + " = " + support::shortest(value) +
                                  " is not allowed: it must be a whole number");
    }
  };
  for (const auto& [name, value] : sweep.fixed) check(name, value);
  for (const Axis& axis : sweep.scattered ? sweep.scattered->box : sweep.axes) {
    const bool whole = inputs[place_of(inputs, axis.input, "input", sweep)].whole;
    if (whole && sweep.scattered) {
      throw std::invalid_argument("input '" + axis.input +
                                  "' is a whole number, and points cannot be scattered over it");
    }
    if (whole || axis.spacing == Axis::Spacing::listed) {
      for (long k = 0; k < axis.points; ++k) check(axis.input, axis.at(k));
    } else {
      check(axis.input, axis.from);
      check(axis.input, axis.to);
    }
  }
}

// Whether the sweep gives the input another value than the map's own.
bool gives(const Sweep& sweep, const Input& input) {
  const std::vector<std::string> varied = sweep.varied();
  if (std::ranges::find(varied, input.name) != varied.end()) return true;
  const auto fixed = std::ranges::find(sweep.fixed, input.name, &std::pair<std::string, double>::first);
  return fixed != sweep.fixed.end() && fixed->second != input.value;
}

// An input without effect would go unnoticed.
void check_replacements(const Sweep& sweep, const std::vector<Input>& inputs) {
  for (const Input& input : inputs) {
    if (!gives(sweep, input)) continue;
    for (const std::string& replaced : input.replaces) {
      if (gives(sweep, inputs[place_of(inputs, replaced, "input", sweep)])) {
        throw std::invalid_argument("input '" + replaced + "' is given beside '" + input.name +
                                    "', which takes its place");
      }
    }
  }
}

void check_columns(const Sweep& sweep) {
  std::set<std::string> seen = {"state"};
  for (const std::string& name : sweep.columns()) {
    if (!seen.insert(name).second)
      throw std::invalid_argument("two columns of the results would be named '" + name + "'");
  }
}

}  // namespace

void check_sweep(const Sweep& sweep, const SweptMap& map) {
  const Places places(sweep, map);
  check_columns(sweep);
  check_ranges(sweep, map.inputs());
  check_replacements(sweep, map.inputs());
  map.check(sweep.settings);
  if (!sweep.refinement) return;
  const std::vector<Quantity> quantities = map.quantities();
  if (quantities[place_of(quantities, sweep.refinement->by, "quantity", sweep)].classes.empty()) {
    throw std::invalid_argument("the sweep cannot be refined by '" + sweep.refinement->by + "': that quantity of " +
                                sweep.subject() + " has no classes");
  }
}

std::vector<std::string> check_first_and_last_case(const Sweep& sweep, const SweptMap& map) {
  const Places places(sweep, map);
  const std::unique_ptr<Evaluator> evaluator = map.evaluator(sweep.settings);
  std::vector<double> found(places.found());
  std::vector<std::string> failures;
  for (const bool at_end : {false, true}) {
    try {
      evaluator->evaluate(places.inputs(sweep.corner(at_end)), found);
      const CaseResult result = places.result(found);
      if (result.failed()) failures.push_back(result.failure);
    } catch (const support::ComputationFailed& failure) {
      failures.push_back(one_line(failure.what()));
    } catch (const support::InputError&) {
      throw;
    } catch (const std::invalid_argument& refused) {
      throw std::invalid_argument(sweep.subject() + " refuses a case: " + refused.what());
    }
  }
  if (failures.size() < 2) failures.clear();
  return failures;
}

Sweep with_all_inputs(const Sweep& sweep, const SweptMap& map) {
  check_sweep(sweep, map);
  Sweep complete = sweep;
  complete.fixed.clear();
  const std::vector<std::string> varied = sweep.varied();
  const std::vector<Input> inputs = map.inputs();
  const auto is_replaced = [&](const Input& input) {
    return std::ranges::any_of(inputs, [&](const Input& other) {
      return gives(sweep, other) && std::ranges::find(other.replaces, input.name) != other.replaces.end();
    });
  };
  for (const Input& input : inputs) {
    if (std::ranges::find(varied, input.name) != varied.end() || is_replaced(input)) continue;
    const auto given = std::ranges::find(sweep.fixed, input.name, &std::pair<std::string, double>::first);
    if (given == sweep.fixed.end() && !input.replaces.empty()) continue;  // it has no value of its own
    complete.fixed.emplace_back(input.name, given != sweep.fixed.end() ? given->second : input.value);
  }
  return complete;
}

SweepRunner::SweepRunner(Sweep sweep, const SweptMap& map, CaseStore* store, RunOptions options)
    : sweep_(std::move(sweep)),
      map_(map),
      store_(store),
      options_(std::move(options)),
      places_(std::make_unique<Places>(sweep_, map)) {}

SweepRunner::~SweepRunner() = default;

std::unique_ptr<Evaluator> SweepRunner::take_evaluator() {
  {
    const std::lock_guard<std::mutex> guard(lock_);
    if (!idle_.empty()) {
      std::unique_ptr<Evaluator> evaluator = std::move(idle_.back());
      idle_.pop_back();
      return evaluator;
    }
  }
  return map_.evaluator(sweep_.settings);
}

void SweepRunner::give_back(std::unique_ptr<Evaluator> evaluator) {
  const std::lock_guard<std::mutex> guard(lock_);
  idle_.push_back(std::move(evaluator));
}

StageRun SweepRunner::run_stage(const Chunk& chunk, SweepStages& stages) {
  const std::vector<Bundle>& bundles = stages.bundles();
  std::vector<std::optional<std::vector<CaseResult>>> results(bundles.size());
  std::vector<std::size_t> missing;
  for (std::size_t k = 0; k < bundles.size(); ++k) {
    if (!chunk.has(bundles[k])) continue;
    if (store_ != nullptr) results[k] = store_->find(bundles[k]);
    if (!results[k]) missing.push_back(k);
  }
  std::atomic<long> computed{0};
  std::vector<std::optional<CaseReason>> left_out(bundles.size());
  const auto compute_bundle = [&](int k) {
    const std::size_t place = missing[static_cast<std::size_t>(k)];
    const Bundle& bundle = bundles[place];
    std::unique_ptr<Evaluator> evaluator = take_evaluator();
    std::vector<CaseResult> found;
    for (const long number : bundle.cases) {
      try {
        found.push_back(compute(*evaluator, *places_, sweep_.at(number)));
      } catch (const CaseLeftOut& why) {
        left_out[place] = CaseReason{number, one_line(why.what())};
        break;
      }
    }
    give_back(std::move(evaluator));
    if (left_out[place]) {
      if (store_ != nullptr) store_->leave_out(bundle, *left_out[place]);
      return;
    }
    if (store_ != nullptr) store_->add(bundle, found);
    results[place] = std::move(found);
    computed += static_cast<long>(bundle.cases.size());
  };
  const std::string name = sweep_.refinement ? "stage " + std::to_string(stages.stage() + 1) : "cases";
  const auto report = [&](double part) {
    if (options_.progress) options_.progress(name, part, computed);
  };
  support::for_each_index(static_cast<int>(missing.size()), compute_bundle, report, options_.threads);

  StageRun run;
  for (std::size_t k = 0; k < bundles.size(); ++k) {
    if (results[k]) note_failures(bundles[k], *results[k], run.failures);
    if (left_out[k]) run.left_out.push_back(*left_out[k]);
  }
  run.complete = std::ranges::all_of(results, [](const auto& result) { return result.has_value(); });
  if (!run.complete) return run;
  for (std::size_t k = 0; k < bundles.size(); ++k) stages.take(bundles[k], std::move(*results[k]));
  return run;
}

namespace {

// What came of the stages so far, with another one.
void add_stage(StageRun stage, StageRun& all) {
  std::ranges::move(stage.failures, std::back_inserter(all.failures));
  all.left_out = std::move(stage.left_out);
  all.complete = stage.complete;
}

}  // namespace

StageRun SweepRunner::run_part(const Chunk& chunk, SweepStages& stages) {
  StageRun all;
  bool goes_on = true;
  while (goes_on) {
    const bool small = stages.stage() > 0 && stages.bundles().size() <= bundles_of_a_small_stage;
    if (small && chunk.number != 1) break;
    add_stage(run_stage(small ? Chunk{} : chunk, stages), all);
    goes_on = all.complete && stages.advance();
  }
  return all;
}

StageRun SweepRunner::run_all(SweepStages& stages) {
  StageRun all;
  do {
    add_stage(run_stage({}, stages), all);
  } while (all.complete && stages.advance());
  std::ranges::sort(all.failures, {}, &CaseReason::number);
  return all;
}

void run_sweep(const Sweep& sweep, const SweptMap& map, CaseStore* store, const RunOptions& options,
               SweepStages& stages) {
  const StageRun run = SweepRunner(sweep, map, store, options).run_all(stages);
  if (!run.left_out.empty()) throw CaseLeftOut(run.left_out.front().reason);
}

void require_no_failure(const SweepStages& stages) {
  if (stages.failed() > 0) throw support::ComputationFailed(stages.failures().front().reason);
}

Known read_stages(const CaseStore& store, SweepStages& stages) {
  Known known;
  do {
    known.stage_done = known.stage_missing = 0;
    std::vector<std::vector<CaseResult>> results;
    for (const Bundle& bundle : stages.bundles()) {
      std::optional<std::vector<CaseResult>> found = store.find(bundle);
      const auto cases = static_cast<long>(bundle.cases.size());
      (found ? known.stage_done : known.stage_missing) += cases;
      if (found) {
        note_failures(bundle, *found, known.failures);
      } else if (std::optional<CaseReason> why = store.left_out(bundle)) {
        known.left_out.push_back(std::move(*why));
      }
      results.push_back(found ? std::move(*found) : std::vector<CaseResult>{});
    }
    known.done += known.stage_done;
    if (known.stage_missing > 0) return known;
    for (std::size_t k = 0; k < results.size(); ++k) stages.take(stages.bundles()[k], std::move(results[k]));
  } while (stages.advance());
  return known;
}

}  // namespace nsdbench::sweeps
