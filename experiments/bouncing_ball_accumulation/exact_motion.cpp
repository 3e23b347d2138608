#include <algorithm>
#include <vector>

#include "experiments/bouncing_ball_accumulation/studies.hpp"

namespace nsdbench::experiments::ball {
namespace {

constexpr double open = 0.0, closed = 1.0;  // places of the words of mode_1

constexpr int most_impacts = 1000;     // a ball that loses little has no end of them
constexpr double lowest_speed = 1e-9;  // of the first impact's: flights below cannot be seen
constexpr int parts = 32;              // of a flight

}  // namespace

std::vector<support::Column> exact_columns() {
  return {{"t", "s"},
          {"z", "m"},
          {"zdot", "m/s"},
          {"mode_1", "1", "of the contact with the table from the row on", {"open", "closed"}},
          {"lambda_N1", "N", "force of the table"},
          {"P_N1", "N s", "percussion of the table between the row before and this one, 0 without"}};
}

void draw_exact(support::Table& table, const BouncingBall& ball, const ExactBouncingBall& exact, double end) {
  const auto& p = ball.parameters();
  const double flights_end = std::min(end, exact.accumulation_time());
  table.row({0.0, p.z_0, p.v_0, open, 0.0, 0.0});
  double begin = 0.0;
  for (int k = 1; k <= most_impacts && begin < flights_end; ++k) {
    const double impact = exact.impact_time(k);
    const double landing = std::min(impact, end);
    for (int j = 1; j < parts; ++j) {
      const double t = begin + (landing - begin) * j / parts;
      table.row({t, exact.position(t), exact.velocity(t), open, 0.0, 0.0});
    }
    if (impact > end) {
      table.row({end, exact.position(end), exact.velocity(end), open, 0.0, 0.0});
      return;
    }
    const double speed = exact.impact_speed(k);
    if (speed <= lowest_speed * exact.impact_speed(1)) break;
    table.row({impact, 0.0, -speed, open, 0.0, 0.0});
    table.row({impact, 0.0, p.epsilon_N * speed, open, 0.0, p.m * (1.0 + p.epsilon_N) * speed});
    begin = impact;
  }
  if (exact.accumulation_time() > end) return;
  table.row({exact.accumulation_time(), 0.0, 0.0, closed, p.m * p.g, 0.0});
  table.row({end, 0.0, 0.0, closed, p.m * p.g, 0.0});
}

}  // namespace nsdbench::experiments::ball
