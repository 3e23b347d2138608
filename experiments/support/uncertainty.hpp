// How sure a quantity of a record is, and thereby how two runs of it are compared.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace nsdbench::experiments {

// What a number of a record is, and so what may be asked of it.
enum class QuantityKind : std::uint8_t {
  measured,  // known to a half-width
  count,     // a whole number of this run, or a quotient of such: nothing is rounded
  exact,     // the value of a formula, right but for rounding
  setting,   // a number that was put in
  choice,    // which of several, or yes and no, in a code that the meaning states
  residual,  // zero but for rounding and tolerances: its size says nothing as long as it keeps a bound
  varying,   // another build of a library gives another value: not compared
  unknown    // there is no honest estimate
};

// The name in records and back; nothing for a text that is none of them.
std::string_view to_string(QuantityKind kind);
std::optional<QuantityKind> quantity_kind_from(std::string_view text);

// The kind of a quantity, with the number or the reason that belongs to it.
class Uncertainty {
 public:
  // Half of the width of an interval in which the exact value is believed to lie, in the quantity's unit. Implicit, so
  // that a number can be given where an uncertainty is asked for.
  Uncertainty(double half_width) : kind_(QuantityKind::measured), number_(half_width) {}

  static Uncertainty count() { return Uncertainty(QuantityKind::count); }
  static Uncertainty exact() { return Uncertainty(QuantityKind::exact); }
  static Uncertainty setting() { return Uncertainty(QuantityKind::setting); }
  static Uncertainty choice() { return Uncertainty(QuantityKind::choice); }
  // `bound`: what the size must not exceed, from the tolerance or the rounding that the residual has, not from a run.
  static Uncertainty residual(double bound);
  // `reason`: a sentence that says what makes the value vary, or why nothing is known.
  static Uncertainty varying(std::string reason);
  static Uncertainty unknown(std::string reason);

  // Unknown, for reasons that many quantities share: it belongs to a run with its steps, as its largest step does and
  // its error, and there is no exact value; or no second run was made that would show what the steps change.
  static Uncertainty of_one_run();
  static Uncertainty of_one_step_size();

  // A half-width, or `reason` where there is none.
  static Uncertainty or_unknown(std::optional<double> half_width, std::string reason);

  QuantityKind kind() const { return kind_; }
  std::optional<double> half_width() const { return kind_ == QuantityKind::measured ? number_ : std::nullopt; }
  std::optional<double> bound() const { return kind_ == QuantityKind::residual ? number_ : std::nullopt; }
  const std::string& reason() const { return reason_; }  // of `varying` and `unknown`, empty for the others

  // Finite and not negative, where there is a number.
  bool valid() const;

 private:
  explicit Uncertainty(QuantityKind kind, std::optional<double> number = std::nullopt, std::string reason = {})
      : kind_(kind), number_(number), reason_(std::move(reason)) {}

  QuantityKind kind_;
  std::optional<double> number_;
  std::string reason_;
};

}  // namespace nsdbench::experiments
