// What a file of reference-data/truth holds, and its text: reference-data/truth/README.md describes the fields.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "solvers/linear_algebra/quadruple.hpp"

namespace nsdbench::truth {

// A number with as many decimals as its error allows.
struct Digits {
  std::string text;
  double error = 0.0;  // of the number that `text` spells: `error` of the value and the rounding of the text
};
// `error` > 0; |value| below 10^(33 - number of decimals).
Digits digits(const Quadruple& value, const Quadruple& error);

// The next number of one digit: 3.2e-20 is 4e-20. `error` > 0.
double rounded_up(double error);

// Errors are not taken to be smaller: so many decimals of numbers up to 10^5 fit into quadruple precision.
constexpr double least_error = 1e-28;
// Twice a difference of two computations, and not below least_error: the finer one is far more accurate, and single
// entries may agree by chance.
Quadruple error_of(const Quadruple& largest_difference);

struct TrueSwitching {
  Digits time;  // [s]
  std::vector<std::string> incidents;
};

struct TrueState {
  double time = 0.0;  // [s], exact
  std::vector<Digits> position, velocity;
};

struct TrueQuantity {
  std::string name;
  Digits value;
  std::string unit;
  std::string meaning;
};

struct TrueMotion {
  std::string name;
  std::string description;
  nlohmann::ordered_json changes = nlohmann::ordered_json::object();  // parameters that differ from those of the file
  std::string scheme;
  nlohmann::ordered_json finer, coarser;  // the computations
  double until = 0.0;                     // [s]
  std::vector<TrueSwitching> switching_points;
  std::vector<TrueState> states;
  std::vector<TrueQuantity> quantities;
  nlohmann::ordered_json witness;  // nothing if there is none
};

struct TruthFile {
  std::string problem;
  std::string paper;  // whose parameters.json holds the parameters
  std::vector<TrueMotion> motions;
};

// JSON, with a line feed at its end.
std::string text_of(const TruthFile& file);

}  // namespace nsdbench::truth
