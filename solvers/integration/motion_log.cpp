#include "solvers/integration/motion_log.hpp"

#include <stdexcept>
#include <utility>

namespace nsdbench {

namespace {

std::atomic<MotionLog*>& the_log() {
  static std::atomic<MotionLog*> log{nullptr};
  return log;
}

}  // namespace

MotionLog::MotionLog(Listener listener) : listener_(std::move(listener)) {
  MotionLog* none = nullptr;
  if (!the_log().compare_exchange_strong(none, this)) throw std::logic_error("there is a log of motions already");
}

MotionLog::~MotionLog() { the_log() = nullptr; }

MotionLog* MotionLog::current() { return the_log(); }

MotionLog::Totals MotionLog::totals() const {
  const std::lock_guard<std::mutex> guard(lock_);
  return totals_;
}

void MotionLog::add(long steps, long events, std::uint64_t hash) {
  const std::lock_guard<std::mutex> guard(lock_);
  ++totals_.motions;
  totals_.steps += static_cast<std::uint64_t>(steps);
  totals_.events += static_cast<std::uint64_t>(events);
  totals_.hash += hash;
}

}  // namespace nsdbench
