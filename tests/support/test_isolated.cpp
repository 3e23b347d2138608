// Work in a process of its own ends as it says, and what it has sent before counts.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "support/isolated.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench::support;

TEST_CASE("what hangs is killed, what crashes is noticed, and what was sent before counts", "[isolated]") {
  std::vector<int> received;
  const auto receive = [&](const void* record) { received.push_back(*static_cast<const int*>(record)); };
  const auto send_one_and = [](const std::function<void()>& then) {
    return [then](const Send& send) {
      const int number = 7;
      send(&number);
      then();
    };
  };
  constexpr std::size_t memory = std::size_t{1} << 30U;
  SECTION("complete") {
    CHECK(run_isolated(send_one_and([] {}), sizeof(int), receive, 5.0, memory) == IsolatedEnd::complete);
  }
  SECTION("hanging") {
    const auto hang = [] { std::this_thread::sleep_for(std::chrono::seconds(60)); };
    const auto start = std::chrono::steady_clock::now();
    CHECK(run_isolated(send_one_and(hang), sizeof(int), receive, 0.2, memory) == IsolatedEnd::timed_out);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
  }
  SECTION("crashing") {
    const auto crash = [] { std::_Exit(3); };
    CHECK(run_isolated(send_one_and(crash), sizeof(int), receive, 5.0, memory) == IsolatedEnd::crashed);
  }
  SECTION("throwing") {
    const auto fail = [] { throw std::runtime_error("no"); };
    CHECK(run_isolated(send_one_and(fail), sizeof(int), receive, 5.0, memory) == IsolatedEnd::crashed);
  }
  CHECK(received == std::vector<int>{7});
}
