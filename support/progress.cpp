#include "support/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace nsdbench::support {

Progress::Progress(std::string name) : name_(std::move(name)), terminal_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() { clear(); }

void Progress::update(std::string_view what, double fraction) {
  if (!terminal_) return;
  const auto now = std::chrono::steady_clock::now();
  if (shown_ && now - last_ < std::chrono::milliseconds(100)) return;
  const int percent = static_cast<int>(100.0 * std::clamp(fraction, 0.0, 1.0));
  std::fprintf(stderr, "\r\033[K%s: %.*s %3d %%", name_.c_str(), static_cast<int>(what.size()), what.data(), percent);
  std::fflush(stderr);
  shown_ = true;
  last_ = now;
}

void Progress::clear() {
  if (!shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace nsdbench::support
