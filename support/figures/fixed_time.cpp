// Preloaded into gnuplot when the figures are drawn: the time is the epoch.
//
// Cairo writes the time of drawing into every PDF, in Debian 13 inside a compressed stream, and heeds no
// SOURCE_DATE_EPOCH. Without it the same data give the same bytes.
#include <ctime>

extern "C" std::time_t time(std::time_t* result) noexcept {
  if (result != nullptr) *result = 0;
  return 0;
}
