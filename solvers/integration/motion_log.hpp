// Fingerprints of motions: do two machines, compilers or numbers of threads compute the same bits?
//
// While a MotionLog lives, every run of every integrator takes in the accepted states of its motion, and its events,
// by a running hash of 64 bits. Runs on several threads come in any order: the total is a sum over motions, which does
// not depend on it. Without a log a run costs one comparison more.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

namespace nsdbench {

// Depends on every bit of the numbers taken in, and on their order. It protects against mistakes, not against intent.
class NumberHash {
 public:
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  void add(std::uint64_t bits) {
    value_ = (value_ ^ bits) * 0x9e3779b97f4a7c15U;
    value_ ^= value_ >> 32U;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

// Where a motion stands after an accepted step.
struct MotionPoint {
  long motion = 0;  // counted from 1, in the order in which the runs began
  long step = 0;    // accepted steps; 0 at the start
  bool last = false;
  std::uint64_t hash = 0;  // of all states and events up to here
  double t = 0.0;          // s
  std::span<const double> q;
  std::span<const double> u;
};

// All motions of the program from the construction to the destruction of the log. There is one at a time: a second one
// throws std::logic_error.
class MotionLog {
 public:
  struct Totals {
    std::uint64_t motions = 0;
    std::uint64_t steps = 0;
    std::uint64_t events = 0;
    std::uint64_t hash = 0;  // the sum of the motions' hashes
  };
  // Gets the start, every step that `wants` and the last state of each motion. What it throws ends the run and comes
  // out of Integrator::integrate. It is called by the threads that compute, without a lock.
  struct Listener {
    std::function<bool(long motion, long step)> wants;
    std::function<void(const MotionPoint&)> take;
  };

  explicit MotionLog(Listener listener = {});
  ~MotionLog();
  MotionLog(const MotionLog&) = delete;
  MotionLog& operator=(const MotionLog&) = delete;

  // The log that lives; null if there is none.
  static MotionLog* current();

  Totals totals() const;

 private:
  friend class MotionTrace;

  void add(long steps, long events, std::uint64_t hash);

  Listener listener_;
  std::atomic<long> begun_{0};
  mutable std::mutex lock_;
  Totals totals_;
};

// One motion, for a log; does nothing if there is none. Integrators have one in each run. A program that
// strings steps together itself makes one:
//
//   MotionTrace trace(state);
//   ... after each accepted step: trace.step(state);
//
// States are State<...> of any scalar, which is rounded to double, or ManyBodyState.
class MotionTrace {
 public:
  template <class State>
  explicit MotionTrace(const State& start, MotionLog* log = MotionLog::current()) : log_(log) {
    if (log_ == nullptr) return;
    number_ = ++log_->begun_;
    add(start);
    show(start, false);
  }
  // A motion without finish(), as one that an exception ends, is not counted.
  ~MotionTrace() = default;
  MotionTrace(const MotionTrace&) = delete;
  MotionTrace& operator=(const MotionTrace&) = delete;

  bool active() const { return log_ != nullptr; }

  template <class State>
  void step(const State& end) {
    if (log_ == nullptr) return;
    ++steps_;
    add(end);
    if (log_->listener_.wants && log_->listener_.wants(number_, steps_)) show(end, false);
  }

  // Two states that an event separates.
  template <class State>
  void event(const State& before, const State& after) {
    if (log_ == nullptr) return;
    ++events_;
    add(before);
    add(after);
  }

  // The state that the run leaves, which differs from the end of the last step at a section.
  template <class State>
  void finish(const State& state) {
    if (log_ == nullptr) return;
    add(state);
    show(state, true);
    log_->add(steps_, events_, hash_.value());
  }

 private:
  template <class State>
  void add(const State& state) {
    hash_.add(static_cast<double>(state.t));
    for (const auto& coordinate : state.q) hash_.add(static_cast<double>(coordinate));
    for (const auto& velocity : state.u) hash_.add(static_cast<double>(velocity));
  }

  template <class State>
  void show(const State& state, bool last) const {
    if (!log_->listener_.take) return;
    std::vector<double> q, u;
    for (const auto& coordinate : state.q) q.push_back(static_cast<double>(coordinate));
    for (const auto& velocity : state.u) u.push_back(static_cast<double>(velocity));
    log_->listener_.take({number_, steps_, last, hash_.value(), static_cast<double>(state.t), q, u});
  }

  MotionLog* log_;
  NumberHash hash_;
  long number_ = 0;
  long steps_ = 0;
  long events_ = 0;
};

}  // namespace nsdbench
