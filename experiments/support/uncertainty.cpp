#include "experiments/support/uncertainty.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "support/names.hpp"

namespace nsdbench::experiments {

namespace {

constexpr support::Names<QuantityKind, 8> kind_names{{
    {QuantityKind::measured, "measured"},
    {QuantityKind::count, "count"},
    {QuantityKind::exact, "exact"},
    {QuantityKind::setting, "setting"},
    {QuantityKind::choice, "choice"},
    {QuantityKind::residual, "residual"},
    {QuantityKind::varying, "varying"},
    {QuantityKind::unknown, "unknown"},
}};

std::string needed(std::string reason) {
  if (reason.empty()) throw std::logic_error("an uncertainty without a number needs a reason");
  return reason;
}

}  // namespace

std::string_view to_string(QuantityKind kind) { return support::name_of(kind_names, kind); }

std::optional<QuantityKind> quantity_kind_from(std::string_view text) { return support::value_named(kind_names, text); }

Uncertainty Uncertainty::residual(double bound) { return Uncertainty(QuantityKind::residual, bound); }

Uncertainty Uncertainty::varying(std::string reason) {
  return Uncertainty(QuantityKind::varying, std::nullopt, needed(std::move(reason)));
}

Uncertainty Uncertainty::unknown(std::string reason) {
  return Uncertainty(QuantityKind::unknown, std::nullopt, needed(std::move(reason)));
}

Uncertainty Uncertainty::of_one_run() {
  return unknown("It belongs to this run with its steps; it is no approximation of an exact value.");
}

Uncertainty Uncertainty::of_one_step_size() {
  return unknown("No run with other steps was made that would show how far it depends on them.");
}

Uncertainty Uncertainty::or_unknown(std::optional<double> half_width, std::string reason) {
  return half_width ? Uncertainty(*half_width) : unknown(std::move(reason));
}

bool Uncertainty::valid() const { return !number_ || (std::isfinite(*number_) && *number_ >= 0.0); }

}  // namespace nsdbench::experiments
