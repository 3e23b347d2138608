// Reference solution in closed form: computed in two number types of different precision, with the digits on which both
// agree.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <stdexcept>
#include <vector>

#include "tools/truth/closed_forms.hpp"
#include "tools/truth/truth_file.hpp"

namespace nsdbench::truth {

// 50 decimal digits.
using Wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;

struct QuantityName {
  std::string name, unit, meaning;
};

// Fills switching points, states at `times` and quantities of `motion`, with `make(Number())` the closed motion in a
// number type. Throws std::runtime_error if the two do not have the same switching points.
template <class Make>
void fill_closed(TrueMotion& motion, const std::vector<double>& times, const std::vector<QuantityName>& names,
                 const Make& make) {
  const ClosedMotion<Wide> wide = make(Wide());
  const ClosedMotion<Quadruple> quadruple = make(Quadruple());
  const auto agreed = [](const Wide& fine, const Quadruple& coarse) {
    const Quadruple value(fine);
    return digits(value, error_of(abs(Quadruple(value - coarse))));
  };
  const auto all = [&](const std::vector<Wide>& fine, const std::vector<Quadruple>& coarse) {
    std::vector<Digits> list;
    for (std::size_t k = 0; k < fine.size(); ++k) list.push_back(agreed(fine[k], coarse[k]));
    return list;
  };
  motion.finer = {{"number_type", "50 decimal digits"}};
  motion.coarser = {{"number_type", "quadruple precision"}};
  if (wide.switching_points.size() != quadruple.switching_points.size() || names.size() != wide.quantities.size()) {
    throw std::runtime_error("the two computations of motion " + motion.name + " do not meet the same events");
  }
  for (std::size_t k = 0; k < wide.switching_points.size(); ++k) {
    const auto& [time, incidents] = wide.switching_points[k];
    motion.switching_points.push_back({agreed(time, quadruple.switching_points[k].first), incidents});
  }
  for (const double time : times) {
    const ClosedPoint<Wide> fine = wide.at(Wide(time));
    const ClosedPoint<Quadruple> coarse = quadruple.at(Quadruple(time));
    motion.states.push_back({time, all(fine.position, coarse.position), all(fine.velocity, coarse.velocity)});
    motion.until = time;
  }
  const std::vector<Digits> values = all(wide.quantities, quadruple.quantities);
  for (std::size_t k = 0; k < names.size(); ++k) {
    motion.quantities.push_back({names[k].name, values[k], names[k].unit, names[k].meaning});
  }
}

}  // namespace nsdbench::truth
