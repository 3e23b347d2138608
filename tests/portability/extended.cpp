#include "solvers/linear_algebra/extended.hpp"

#include <random>

#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/motion_log.hpp"
#include "solvers/integration/time_stepping/fixed_step.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/portability/golden_motions.hpp"

namespace nsdbench::portability {

namespace {

class ExtendedHash {
 public:
  // The first 53 bits, and the others.
  void add(const Extended& x) {
    const auto high = static_cast<double>(x);
    hash_.add(high);
    hash_.add(static_cast<double>(x - high));
    ++results_;
  }
  void print(std::string_view name) const { portability::print(name, results_, 0, hash_.value()); }

 private:
  NumberHash hash_;
  std::uint64_t results_ = 0;
};

}  // namespace

void print_extended() {
  std::mt19937_64 engine(20261130);
  // 64 random bits, and exponents that are close or far from each other.
  const auto number = [&](int range) {
    const auto exponent = static_cast<int>(engine() % static_cast<unsigned>(2 * range + 1)) - range;
    const Extended x = Extended::of(exponent, engine() | (1ULL << 63U));
    return engine() % 2 == 0 ? x : -x;
  };
  ExtendedHash arithmetic;
  ExtendedHash functions;
  for (int k = 0; k < 4000; ++k) {
    const Extended a = number(k % 2 == 0 ? 2 : 60);
    const Extended b = number(k % 2 == 0 ? 2 : 60);
    for (const Extended& x : {a + b, a - b, a * b, a / b, -a, abs(a), floor(a), ldexp(a, k % 100), sqrt(abs(a))})
      arithmetic.add(x);
    arithmetic.add(static_cast<double>(ldexp(a, -1040)));  // with fewer digits or none
    arithmetic.add(static_cast<std::int64_t>(a));
    arithmetic.add(a < b ? 1 : 0);
    const Extended angle = number(k % 2 == 0 ? 2 : 18);
    const Extended cosine = ldexp(abs(number(0)), -1) * (k % 2 == 0 ? 1 : -1);
    for (const Extended& x :
         {sin(angle), cos(angle), exp(number(5)), log(abs(a)), pow(abs(a), number(1)), acos(cosine), hypot(a, b)})
      functions.add(x);
  }
  arithmetic.print("extended/arithmetic");
  functions.print("extended/functions");

  using Woodpecker = problems::BasicWoodpecker<Extended>;
  const auto solver = make_contact_solver("lemke");
  const Woodpecker woodpecker(testing::woodpecker_parameters());
  FixedStep<Woodpecker> integrator(woodpecker, *solver, 1e-4);
  print_motion("extended/woodpecker", woodpecker, integrator, 0.1);
}

}  // namespace nsdbench::portability
