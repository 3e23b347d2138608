// Vector graphics of gnuplot in fewer bytes, for pages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nsdbench::report {

// The drawing as gnuplot wrote it, said shortly: groups that hold nothing and definitions that nobody refers to are
// left out, neighbours of one style share their group, signs of one style share a marker, disks that are polygons of a
// hundred corners are dots, and lines lack the points that nobody would see. No line is off by more than an eighth of
// the unit of the drawing: 16 cm wide, by a thirtieth of a millimetre. Nothing for a file that has another shape.
std::optional<std::string> compact_svg(std::string_view file);

}  // namespace nsdbench::report
