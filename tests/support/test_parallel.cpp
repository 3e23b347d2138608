#include <atomic>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/parallel.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"

using nsdbench::support::for_each_index;
using nsdbench::support::threads_to_be_had;

TEST_CASE("a loop on several threads gives the same results for any number of them", "[support]") {
  const auto results = [](int threads) {
    std::vector<double> values(1000);
    for_each_index(
        1000, [&](int k) { values[static_cast<std::size_t>(k)] = std::sin(0.1 * k); }, {}, threads);
    return values;
  };
  const std::vector<double> alone = results(1);
  CHECK(alone[999] == std::sin(0.1 * 999));
  for (const int threads : {0, 2, 3, 16}) CHECK(results(threads) == alone);
}

TEST_CASE("every index is visited once, and progress ends at one", "[support]") {
  std::vector<std::atomic<int>> visits(200);
  std::vector<double> fractions;
  for_each_index(
      200, [&](int k) { ++visits[static_cast<std::size_t>(k)]; },
      [&](double fraction) { fractions.push_back(fraction); }, 4);
  for (const std::atomic<int>& count : visits) CHECK(count == 1);
  REQUIRE(fractions.size() == 200);
  CHECK(std::is_sorted(fractions.begin(), fractions.end()));
  CHECK(fractions.back() == 1.0);

  for_each_index(0, [](int) { FAIL("there is no index"); });
}

TEST_CASE("the exception of the smallest failing index reaches the caller, on any thread", "[support]") {
  for (const int threads : {1, 2, 4}) {
    std::atomic<int> visits{0};
    const auto work = [&](int k) {
      ++visits;
      if (k == 7 || k == 8) throw std::runtime_error("index " + std::to_string(k));
    };
    for (int repetition = 0; repetition < 100; ++repetition) {
      visits = 0;
      CHECK_THROWS_WITH(for_each_index(1'000'000, work, {}, threads), nsdbench::testing::contains("index 7"));
      CHECK(visits < 1'000'000);
    }
  }
}

TEST_CASE("threads that are to be had are counted, and gone again", "[support]") {
  CHECK(threads_to_be_had(1) == 1);
  for (int repetition = 0; repetition < 20; ++repetition) CHECK(threads_to_be_had(5) == 5);
  CHECK(threads_to_be_had(0) == 1);
}

TEST_CASE("an exception of the progress reaches the caller", "[support]") {
  const auto progress = [](double) { throw std::invalid_argument("nobody listens"); };
  CHECK_THROWS_AS(for_each_index(
                      100, [](int) {}, progress, 3),
                  std::invalid_argument);
}
