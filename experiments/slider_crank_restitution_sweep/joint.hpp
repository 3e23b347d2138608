// The joint's configurations (Flores, Leine & Glocker 2010, Fig. 8): which corners of the slider are in contact.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "problems/slider_crank.hpp"

namespace nsdbench::experiments::slider_crank {

enum class Joint { none, one_corner, two_adjacent, two_opposite, three_or_four };
inline constexpr std::size_t joint_count = 5;

// A corner counts as in contact with the guide if its gap is below this fraction of the clearance: lasting contacts
// drift off by some nanometres for single steps, and penetrate by up to a few hundredths of the clearance.
inline constexpr double contact_gap = 0.01;

inline Joint configuration_of(const Vector<4>& gaps, double clearance) {
  std::array<bool, 4> active{};
  for (int i = 0; i < 4; ++i) active[static_cast<std::size_t>(i)] = gaps(i) < contact_gap * clearance;
  const auto count = std::count(active.begin(), active.end(), true);
  if (count == 0) return Joint::none;
  if (count == 1) return Joint::one_corner;
  if (count > 2) return Joint::three_or_four;
  const bool one_face = (active[0] && active[1]) || (active[2] && active[3]);
  return one_face ? Joint::two_adjacent : Joint::two_opposite;
}

}  // namespace nsdbench::experiments::slider_crank
