#include "tools/truth/woodpecker_truth_file.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "experiments/support/reference_data.hpp"

namespace nsdbench::truth {

namespace {

using Json = nlohmann::ordered_json;

// The next number of one digit: 3.2e-20 is 4e-20.
double rounded_up(double error) {
  const double unit = std::pow(10.0, std::floor(std::log10(error)));
  const std::string text = std::to_string(static_cast<int>(std::ceil(error / unit))) + "e" +
                           std::to_string(static_cast<int>(std::floor(std::log10(error))));
  return std::stod(text);  // the double nearest to the decimal, which the file shows in its shortest form
}

// Rounded to `decimals`, for magnitudes below 10^(33 - decimals), where the scaled number is exact.
std::string fixed_point(const Quadruple& value, int decimals) {
  Quadruple scaled = abs(value);
  for (int k = 0; k < decimals; ++k) scaled *= 10;
  scaled = floor(Quadruple(scaled + 0.5));
  const bool negative = value < 0.0 && scaled > 0.0;
  std::string digits;  // with the point, the last one first; one before the point in any case
  while (scaled > 0.0 || static_cast<int>(digits.size()) <= decimals + 1) {
    const Quadruple rest = floor(Quadruple(scaled / 10));
    digits += static_cast<char>('0' + static_cast<int>(scaled - 10 * rest));
    if (static_cast<int>(digits.size()) == decimals) digits += '.';
    scaled = rest;
  }
  if (negative) digits += '-';
  return {digits.rbegin(), digits.rend()};
}

Json number(const Digits& digits) { return {{"value", digits.text}, {"error", digits.error}}; }

Json description(const Resolution& resolution) {
  return {{"dt_min", resolution.dt_min},
          {"dt_max", resolution.dt_max},
          {"order", resolution.order},
          {"error_powers", resolution.powers == ErrorPowers::even ? "even" : "all"}};
}

// Twice the largest difference: the finer computation is nearer to the truth by far, and single entries may agree by
// chance.
Quadruple error_of(const Quadruple& largest_difference) { return 2 * largest_difference; }

Json entries(const Vector<3, Quadruple>& fine, const Vector<3, Quadruple>& coarse) {
  const Quadruple error = error_of((fine - coarse).cwiseAbs().maxCoeff());
  Json list = Json::array();
  for (int i = 0; i < 3; ++i) list.push_back(number(digits(fine(i), error)));
  return list;
}

}  // namespace

// The errors of the switching points are a few dt_min, those of the smooth parts smaller.
Resolution coarse_resolution() { return {1e-20, 1.25e-4, 12, ErrorPowers::all}; }
Resolution fine_resolution() { return {1e-21, 1e-4, 12, ErrorPowers::even}; }

Digits digits(const Quadruple& value, const Quadruple& error) {
  const auto rough = static_cast<double>(error);
  const int decimals = std::max(1, static_cast<int>(std::floor(-std::log10(rough))));
  Digits result;
  result.text = fixed_point(value, decimals);
  result.error = rounded_up(rough + 0.5 * std::pow(10.0, -decimals));
  return result;
}

std::string woodpecker_truth_file(const problems::WoodpeckerParameters& parameters) {
  const WoodpeckerMotion coarse = woodpecker_motion(parameters, coarse_resolution());
  const WoodpeckerMotion fine = woodpecker_motion(parameters, fine_resolution());
  const auto same_incidents = [](const auto& a, const auto& b) { return a.incidents == b.incidents; };
  if (!std::ranges::equal(coarse.switching_points, fine.switching_points, same_incidents)) {
    throw std::runtime_error("the two computations of the woodpecker do not meet the same incidents");
  }
  Quadruple largest = 0.0;
  for (std::size_t k = 0; k < fine.switching_points.size(); ++k) {
    const Quadruple difference = fine.switching_points[k].time - coarse.switching_points[k].time;
    largest = std::max<Quadruple>(largest, abs(difference));
  }

  Json file;
  file["problem"] = "woodpecker";
  file["motion"] = "first period from the initial state of Glocker & Studer 2005, Table I";
  file["parameters"] = "reference-data/glocker2005/parameters.json, each the double nearest to its decimals";
  file["scheme"] =
      "Moreau's midpoint rule with extrapolation of fixed order and step size adjustment (Studer, Leine & Glocker "
      "2008), in quadruple precision (113 bits); values by the finer computation, errors from its difference to the "
      "coarser one";
  file["finer_computation"] = description(fine_resolution());
  file["coarser_computation"] = description(coarse_resolution());
  for (const auto& point : fine.switching_points) {
    file["switching_points"].push_back(
        {{"time", number(digits(point.time, error_of(largest)))}, {"incidents", point.incidents}});
  }
  file["end"] = {{"time", woodpecker_end},
                 {"position", entries(fine.end.q, coarse.end.q)},
                 {"velocity", entries(fine.end.u, coarse.end.u)}};
  return file.dump(2) + "\n";
}

problems::WoodpeckerParameters nominal_woodpecker_parameters() {
  return experiments::paper_parameters<problems::WoodpeckerParameters>("glocker2005", "woodpecker");
}

}  // namespace nsdbench::truth
