// Orders and limits recovered from data whose exact values are known.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "solvers/analysis/order_fit.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;

namespace {

template <class Function>
std::vector<double> values_at(const std::vector<double>& h, Function f) {
  std::vector<double> values;
  for (const double step : h) values.push_back(f(step));
  return values;
}

}  // namespace

TEST_CASE("step sizes are jittered, descending by octaves, and never repeat", "[order_fit]") {
  const std::vector<double> h = jittered_step_sizes(0.01, 3, 24);
  REQUIRE(h.size() == 72);
  CHECK(*std::max_element(h.begin(), h.end()) <= 0.01);
  CHECK(*std::min_element(h.begin(), h.end()) >= 0.01 / 8 * 0.97);
  std::vector<double> sorted = h;
  std::sort(sorted.begin(), sorted.end());
  CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
  // 24 of them in every octave; the jitter moves them by less than a spacing.
  for (int octave = 0; octave < 3; ++octave) {
    const double top = 0.01 * std::exp2(-octave);
    const auto inside = std::count_if(h.begin(), h.end(), [&](double s) { return s <= top && s > 0.5 * top; });
    CHECK(inside >= 23);
    CHECK(inside <= 25);
  }
  // Ratios of neighbours vary: the sizes are no geometric sequence, whose phases would repeat.
  CHECK(std::abs(h[1] / h[0] - h[2] / h[1]) > 1e-3);
  CHECK(jittered_step_sizes(0.01, 3, 24) == h);
}

TEST_CASE("exact power laws", "[order_fit]") {
  const double order = GENERATE(0.5, 1.0, 2.0, 4.0);
  const auto statistic = GENERATE(OctaveStatistic::median, OctaveStatistic::maximum);
  CAPTURE(order);
  SECTION("with step sizes at the same places in every octave: to rounding") {
    std::vector<double> h;
    for (int octave = 0; octave < 5; ++octave) {
      for (int k = 0; k < 8; ++k) h.push_back(std::ldexp(0.1 * std::exp2(-(k + 0.5) / 8.0), -octave));
    }
    const OrderFit fit = fit_order(h, values_at(h, [&](double s) { return 3.0 * std::pow(s, order); }), statistic);
    CHECK(fit.order == Catch::Approx(order).epsilon(1e-12));
    CHECK(fit.standard_error <= 1e-12);
    CHECK(fit.octaves == 5);
    CHECK(fit.constant == Catch::Approx(3.0).epsilon(1e-11));
  }
  SECTION("with jittered sizes: to rounding, too, since errors are divided by h^order") {
    const auto h = jittered_step_sizes(0.1, 5, 24);
    const OrderFit fit = fit_order(h, values_at(h, [&](double s) { return 3.0 * std::pow(s, order); }), statistic);
    CHECK(fit.order == Catch::Approx(order).epsilon(1e-12));
  }
}

TEST_CASE("an error that depends on the phase of an event inside the step", "[order_fit]") {
  // err = h |phase|: zero whenever the event falls on the grid. Two-point slopes are arbitrary; the envelope
  // has slope 1.
  const auto h = jittered_step_sizes(0.01, 6, 48);
  const auto errors = values_at(h, [](double s) {
    const double phase = 0.6385 / s - std::floor(0.6385 / s);
    return s * phase;
  });
  // The largest of 48 phases differs from 1 by some 1/48 in each octave.
  CHECK(fit_order(h, errors, OctaveStatistic::maximum).order == Catch::Approx(1.0).margin(0.05));
  // The median of 48 uniform phases scatters by 0.5 / sqrt(48) = 7 percent: over five octaves some 0.05.
  CHECK(fit_order(h, errors, OctaveStatistic::median).order == Catch::Approx(1.0).margin(0.15));
}

TEST_CASE("noise: the standard error covers the truth", "[order_fit]") {
  testing::Random random(31);
  const auto h = jittered_step_sizes(0.1, 6, 24);
  int covered = 0;
  constexpr int trials = 200;
  for (int trial = 0; trial < trials; ++trial) {
    const auto errors = values_at(h, [&](double s) { return s * std::exp(random.uniform(-1.0, 1.0)); });
    const OrderFit fit = fit_order(h, errors, OctaveStatistic::median);
    CHECK(fit.order == Catch::Approx(1.0).margin(0.25));
    if (std::abs(fit.order - 1.0) <= 2.0 * fit.standard_error) ++covered;
  }
  // Two standard errors of a line through six points, four degrees of freedom: 88 percent; binomial
  // scatter 2.3.
  CHECK(covered >= trials * 0.80);
  CHECK(covered <= trials * 0.96);
}

TEST_CASE("errors of zero are left out, too little data gives NaN", "[order_fit]") {
  SECTION("zeros") {
    const std::vector<double> h = {0.1, 0.09, 0.05, 0.045, 0.025, 0.0225};
    auto errors = h;
    errors[1] = errors[3] = 0.0;
    const OrderFit fit = fit_order(h, errors, OctaveStatistic::maximum);
    CHECK(std::isfinite(fit.order));
    CHECK(fit.octaves == 3);
  }
  SECTION("one octave") {
    const OrderFit fit =
        fit_order(std::vector<double>{0.1, 0.09}, std::vector<double>{1.0, 0.9}, OctaveStatistic::median);
    CHECK(std::isnan(fit.order));
    CHECK(std::isnan(fit.standard_error));
    CHECK(std::isnan(fit.constant));
    CHECK(fit.octaves == 1);
  }
  SECTION("nothing, or nothing but zeros") {
    CHECK(std::isnan(fit_order({}, {}, OctaveStatistic::median).order));
    CHECK(fit_order(std::vector<double>{0.1, 0.01}, std::vector<double>{0.0, 0.0}, OctaveStatistic::median).octaves ==
          0);
  }
  SECTION("different numbers") {
    CHECK_THROWS_AS(fit_order(std::vector<double>{0.1}, std::vector<double>{}, OctaveStatistic::median),
                    std::invalid_argument);
  }
}

TEST_CASE("limits of a first-order method", "[order_fit]") {
  const auto h = jittered_step_sizes(1e-3, 4, 24);
  SECTION("a straight line, to rounding") {
    const LimitFit fit = limit_by_line(h, values_at(h, [](double s) { return 0.146 + 2.0 * s; }));
    CHECK(fit.limit == Catch::Approx(0.146).epsilon(1e-13));
    CHECK(fit.slope == Catch::Approx(2.0).epsilon(1e-9));
    CHECK(fit.uncertainty <= 1e-13);
    CHECK(fit.points == 96);
  }
  SECTION("curvature shows in the uncertainty") {
    const LimitFit fit = limit_by_line(h, values_at(h, [](double s) { return 0.146 + 2.0 * s + 500.0 * s * s; }));
    CHECK(std::abs(fit.limit - 0.146) > 1e-8);
    CHECK(std::abs(fit.limit - 0.146) <= fit.uncertainty);
  }
  SECTION("scatter proportional to h: the uncertainty covers the truth in most trials") {
    testing::Random random(32);
    int covered = 0;
    double widest = 0.0;
    constexpr int trials = 300;
    for (int trial = 0; trial < trials; ++trial) {
      const auto values = values_at(h, [&](double s) { return 0.146 + (2.0 + random.uniform(-1.0, 1.0)) * s; });
      const LimitFit fit = limit_by_line(h, values);
      if (std::abs(fit.limit - 0.146) <= fit.uncertainty) ++covered;
      widest = std::max(widest, fit.uncertainty);
    }
    // Three standard errors alone cover 99.7 percent, and the shifts come on top.
    CHECK(covered >= trials * 0.99);
    // And it is no empty promise: in every trial below four times the error of the best single run, 2 * 6e-5.
    CHECK(widest <= 4.8e-4);
  }
}

TEST_CASE("limits need twelve points, and as many values as step sizes", "[order_fit]") {
  const LimitFit fit = limit_by_line(std::vector<double>{0.1, 0.05}, std::vector<double>{1.0, 1.0});
  CHECK(std::isnan(fit.limit));
  CHECK(std::isnan(fit.uncertainty));
  CHECK(fit.points == 2);
  CHECK_THROWS_AS(limit_by_line(std::vector<double>{0.1, 0.05}, std::vector<double>{1.0}), std::invalid_argument);
}

TEST_CASE("median", "[order_fit]") {
  CHECK(median({3.0, 1.0, 2.0}) == 2.0);
  CHECK(median({4.0, 1.0, 2.0, 3.0}) == 2.5);
  CHECK(median({7.0}) == 7.0);
  CHECK(std::isnan(median({})));
}

TEST_CASE("the uncertainty of an order covers scatter and range", "[order_fit]") {
  const std::vector<double> h = jittered_step_sizes(0.01, 4, 16);
  const auto exact = values_at(h, [](double s) { return 3.0 * s; });
  // Errors that lie on the line leave rounding, wherever the jittered sizes of an octave are.
  CHECK(order_uncertainty(h, exact, OctaveStatistic::median) < 1e-12);
  // A second-order term that matters in the largest octave alone moves the order by more than its standard error.
  const auto curved = values_at(h, [](double s) { return s + 100.0 * s * s; });
  const OrderFit fit = fit_order(h, curved, OctaveStatistic::median);
  const double uncertainty = order_uncertainty(h, curved, OctaveStatistic::median);
  CHECK(uncertainty >= 2.0 * fit.standard_error);
  // It covers the distance to the order for h -> 0, here and where the next term is h^2, and is no wider than four
  // times that distance.
  CHECK(uncertainty >= std::abs(fit.order - 1.0));
  CHECK(uncertainty <= 4.0 * std::abs(fit.order - 1.0));
  const auto even = values_at(h, [](double s) { return s * s + 1e3 * std::pow(s, 4); });
  const double distance = std::abs(fit_order(h, even, OctaveStatistic::median).order - 2.0);
  CHECK(order_uncertainty(h, even, OctaveStatistic::median) >= distance);
  CHECK(order_uncertainty(h, even, OctaveStatistic::median) <= 4.0 * distance);
  std::vector<double> lower, lower_errors;
  for (std::size_t k = 0; k < h.size(); ++k) {
    if (h[k] > 0.005) continue;
    lower.push_back(h[k]);
    lower_errors.push_back(curved[k]);
  }
  CHECK(uncertainty >= std::abs(fit.order - fit_order(lower, lower_errors, OctaveStatistic::median).order));
  // Errors that differ from one size to the next: with 20 h <= 0.2 the slopes of both halves differ by some 0.08.
  auto rough = exact;
  for (std::size_t k = 0; k < rough.size(); k += 2) rough[k] *= 1.0 + 20.0 * h[k];
  CHECK(order_uncertainty(h, rough, OctaveStatistic::median) > 0.04);
  // Two octaves say nothing of the range.
  const std::vector<double> few = jittered_step_sizes(0.01, 2, 16);
  const auto of_few = values_at(few, [](double s) { return 3.0 * s; });
  CHECK(std::isnan(order_uncertainty(few, of_few, OctaveStatistic::median)));
}
