// The joint's configurations (Flores, Leine & Glocker 2010, Fig. 8): which corners of the slider are in contact.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace nsdbench::experiments::slider_crank {

enum class Joint { none, one_corner, two_adjacent, two_opposite, three_or_four };
inline constexpr std::size_t joint_count = 5;

// Under time stepping a corner counts as in contact with the guide if its gap is below this fraction of the clearance:
// lasting contacts drift off by some nanometres again and again. Low flights are that close, too, for some thousandths
// of the time: fractions of time are those of motions by events, which know what is closed.
inline constexpr double contact_gap = 1e-5;

// `closed`: the corners whose contact is closed.
inline Joint configuration_of(const std::array<bool, 4>& closed) {
  const auto count = std::count(closed.begin(), closed.end(), true);
  if (count == 0) return Joint::none;
  if (count == 1) return Joint::one_corner;
  if (count > 2) return Joint::three_or_four;
  const bool one_face = (closed[0] && closed[1]) || (closed[2] && closed[3]);
  return one_face ? Joint::two_adjacent : Joint::two_opposite;
}

}  // namespace nsdbench::experiments::slider_crank
