// What a sweep evaluates at each of its cases.
#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "problems/parameter_table.hpp"

namespace nsdbench::sweeps {

// Value of an input that takes the place of others where no sweep gives it. It lies outside of the input's range.
inline constexpr double not_given = -1.0;

// A number that a map is a function of: a parameter of its mechanism, or a coordinate of the map itself.
struct Input {
  std::string name;
  std::string unit;
  std::string meaning;
  problems::ParameterRange range = problems::ParameterRange::any;
  double value = 0.0;  // where a sweep neither fixes nor varies it
  // Inputs whose place it takes where a sweep gives it: either it or them. Its value above is not_given.
  std::vector<std::string> replaces = {};
  bool whole = false;  // a whole number
};

// A number that a map finds.
struct Quantity {
  std::string name;
  std::string unit;
  std::string meaning;
  // Names of the classes 1, 2, ...; empty: the quantity is a number. A grid can be refined by a class.
  std::vector<std::string> classes = {};
};

// What an evaluator throws where a case was not computed for a reason that is not its own, such as a limit of time. It
// stays missing.
class CaseLeftOut : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Evaluates a map on one thread.
class Evaluator {
 public:
  Evaluator() = default;
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;
  virtual ~Evaluator() = default;

  // `inputs` and `quantities` are in the order of the map. What is found depends on the inputs alone, and not on what
  // was evaluated before. NaN: the quantity does not exist there. Throws support::ComputationFailed where the case
  // fails, and CaseLeftOut.
  virtual void evaluate(std::span<const double> inputs, std::span<double> quantities) = 0;
};

// Settings of a sweep, by name.
using Settings = std::vector<std::pair<std::string, std::string>>;

// Throws std::invalid_argument, naming it, for a setting that is not in `known`.
void check_settings(const Settings& settings, std::initializer_list<std::string_view> known);
// The setting of that name, or `otherwise`.
std::string setting(const Settings& settings, std::string_view name, const std::string& otherwise);

class SweptMap {
 public:
  SweptMap() = default;
  SweptMap(const SweptMap&) = delete;
  SweptMap& operator=(const SweptMap&) = delete;
  virtual ~SweptMap() = default;

  virtual std::vector<Input> inputs() const = 0;
  virtual std::vector<Quantity> quantities() const = 0;
  // Throws std::invalid_argument if settings are unknown or do not apply.
  virtual void check(const Settings& settings) const { evaluator(settings); }
  // Called by any thread. Throws std::invalid_argument for a setting that is unknown or not applicable.
  virtual std::unique_ptr<Evaluator> evaluator(const Settings& settings) const = 0;
};

}  // namespace nsdbench::sweeps
