// Peers get the same problems and the same judge as the suite's solvers, and their claims are kept apart from both.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/peers/contact_list.hpp"
#include "benchmarks/peers/peer_registry.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;
using peers::PeerSolver;

// The suite's sanitizers do not answer for the memory other libraries lose.
extern "C" const char* __lsan_default_suppressions();  // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __lsan_default_suppressions() { return "leak:libsiconos_numerics\nleak:libdart"; }

namespace {

// Every peer is asked for 1e-10. Iterative ones stop by a measure of their own; 1e-7 leaves three digits for that.
constexpr double peer_accuracy = 1e-7;

struct Answer {
  SolverResult result;
  std::vector<double> percussions;
};

Answer solve(PeerSolver& peer, const ContactProblemView& problem) {
  Answer answer{{}, std::vector<double>(static_cast<std::size_t>(problem.size), 0.0)};
  std::vector<Mode> modes(problem.laws.size());
  answer.result = peer.solve(problem, answer.percussions, modes);
  return answer;
}

// A unit mass that slides at 2 m/s, in the direction `angle` of the plane if that has two dimensions, and hits the
// plane (mu = 0.5) at 1 m/s: percussions 1 N s along the normal and 0.5 N s against the slip.
ContactProblem sliding_mass(int tangential_dimension, double angle) {
  ContactProblem problem;
  problem.add_frictional(0.5, tangential_dimension);
  problem.c = {-1.0, 2.0 * std::cos(angle)};
  if (tangential_dimension == 2) problem.c.push_back(2.0 * std::sin(angle));
  const auto n = problem.c.size();
  problem.dense.assign(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) problem.dense[i * (n + 1)] = 1.0;
  return problem;
}

// A column of blocks on the ground with offset contacts, one above the other: G couples neighbours only and is regular.
ContactProblem column_of_blocks(int contacts, int tangential_dimension) {
  testing::Random random(7);
  const int d = 1 + tangential_dimension;
  const int dof = tangential_dimension == 1 ? 3 : 6;
  Eigen::MatrixXd w = Eigen::MatrixXd::Zero(dof * contacts, d * contacts);
  ContactProblem problem;
  for (int i = 0; i < contacts; ++i) {
    problem.add_frictional(0.3, tangential_dimension);
    w.block(dof * i, d * i, dof, d) = random.matrix(dof, d, 0.0, 1.0);
    if (i > 0) w.block(dof * (i - 1), d * i, dof, d) = -random.matrix(dof, d, 0.0, 0.3);
  }
  Eigen::MatrixXd g = w.transpose() * w;
  g += 0.1 * Eigen::MatrixXd::Identity(d * contacts, d * contacts);
  const Eigen::VectorXd c = random.vector(d * contacts);
  problem.c.assign(c.data(), c.data() + c.size());
  problem.dense.assign(g.data(), g.data() + g.size());
  return problem;
}

ContactProblem with_blocks(const ContactProblem& dense, int block_size) {
  ContactProblem problem = dense;
  problem.dense.clear();
  std::vector<BlockSparseMatrix::Entry> entries;
  for (int j = 0; j < dense.size(); ++j) {
    for (int i = 0; i < dense.size(); ++i) {
      const double value = dense.view().g(i, j);
      if (value != 0.0) entries.push_back({i, j, value});
    }
  }
  problem.sparse = BlockSparseMatrix(dense.size(), block_size, entries);
  return problem;
}

// A library that returns what it is told to and claims success.
class ScriptedPeer : public PeerSolver {
 public:
  explicit ScriptedPeer(double percussion) : PeerSolver("scripted", {}), percussion_(percussion) {}
  int builds = 0;

 protected:
  bool build(const ContactProblemView& /*problem*/) override {
    ++builds;
    return true;
  }
  void load(const ContactProblemView& /*problem*/, std::span<const double> /*percussions*/) override {}
  Outcome call() override { return {true, 3}; }
  void store(const ContactProblemView& /*problem*/, std::span<double> percussions) const override {
    std::fill(percussions.begin(), percussions.end(), percussion_);
  }

 private:
  double percussion_;
};

}  // namespace

TEST_CASE("the registry lists the peers of the libraries found", "[peers]") {
  std::set<std::string_view> found;
  for (const peers::PeerLibrary& library : peers::peer_libraries()) {
    CHECK_FALSE(library.debian_package.empty());
    if (library.found()) found.insert(library.name);
  }
  std::set<std::string> names;
  for (const peers::PeerEntry& entry : peers::peer_solvers()) {
    CHECK(found.count(entry.library) == 1);
    CHECK(names.insert(std::string(entry.name)).second);
    CHECK(peers::make_peer_solver(entry.name)->name() == entry.name);
  }
  CHECK_THROWS_AS(peers::make_peer_solver("no-such-peer"), std::invalid_argument);
}

TEST_CASE("every peer finds the percussions of a sliding mass or says that they are not for it", "[peers]") {
  const std::string name = GENERATE(from_range(peers::peer_solver_names()));
  const int tangential_dimension = GENERATE(1, 2);
  CAPTURE(name, tangential_dimension);
  const bool takes_discs = name.find("-3d-") != std::string::npos;
  const double angle = tangential_dimension == 1 ? 0.0 : 0.7;
  const ContactProblem problem = sliding_mass(tangential_dimension, angle);
  const auto peer = peers::make_peer_solver(name);
  const Answer answer = solve(*peer, problem.view());
  if (takes_discs != (tangential_dimension == 2)) {
    CHECK(answer.result.status == SolverStatus::not_applicable);
    CHECK_FALSE(peer->claimed_success());
    CHECK(peer->solve_seconds() == 0.0);
    return;
  }
  if (name != "siconos-lcp-avi") CHECK(peer->claimed_success());  // which disowns one right answer in five
  CHECK(answer.result.residual <= peer_accuracy);
  CHECK(answer.percussions[0] == Catch::Approx(1.0).margin(peer_accuracy));
  CHECK(answer.percussions[1] == Catch::Approx(-0.5 * std::cos(angle)).margin(peer_accuracy));
  if (tangential_dimension == 2) {
    CHECK(answer.percussions[2] == Catch::Approx(-0.5 * std::sin(angle)).margin(peer_accuracy));
  }
}

TEST_CASE("the units of a problem do not matter to the peers of friction contacts", "[peers]") {
  // Masses of 1e6 kg and 1e-6 kg, velocities of 1e-3 m/s: percussions scale with their product.
  const std::string name = GENERATE(from_range(peers::peer_solver_names()));
  const double mass = GENERATE(1e6, 1e-6);
  if (name.find("siconos") == std::string::npos) return;
  CAPTURE(name, mass);
  const int tangential_dimension = name.find("-3d-") != std::string::npos ? 2 : 1;
  ContactProblem problem = column_of_blocks(2, tangential_dimension);
  const auto peer = peers::make_peer_solver(name);
  const Answer reference = solve(*peer, problem.view());
  REQUIRE(reference.result.residual <= peer_accuracy);
  for (double& entry : problem.dense) entry /= mass;
  for (double& entry : problem.c) entry *= 1e-3;
  const Answer scaled = solve(*peer, problem.view());
  CHECK(scaled.result.residual <= peer_accuracy);
  for (std::size_t i = 0; i < reference.percussions.size(); ++i) {
    // The smallest eigenvalue of G, 0.1, and percussions of at most about ten amplify the residual.
    CHECK(scaled.percussions[i] / (mass * 1e-3) ==
          Catch::Approx(reference.percussions[i]).margin(100.0 * peer_accuracy));
  }
}

TEST_CASE("block-sparse and dense problems have the same solution", "[peers]") {
  const std::string name = GENERATE(from_range(peers::peer_solver_names()));
  // Too many contacts; an approximation; no method for matrices that are not symmetric.
  if (name == "siconos-2d-enum" || name == "dart-dantzig" || name == "siconos-lcp-rpgs") return;
  CAPTURE(name);
  const int tangential_dimension = name.find("-3d-") != std::string::npos ? 2 : 1;
  constexpr int contacts = 60;  // more than any peer takes dense that knows something else
  const ContactProblem dense = column_of_blocks(contacts, tangential_dimension);
  const ContactProblem sparse = with_blocks(dense, 1 + tangential_dimension);
  const auto peer = peers::make_peer_solver(name);
  for (const ContactProblemView& view : {dense.view(), sparse.view()}) {
    const Answer answer = solve(*peer, view);
    CHECK(answer.result.residual <= peer_accuracy);
  }
}

TEST_CASE("laws in any order are the same contacts", "[peers]") {
  // Contacts listed as T1 T2 N2 N1.
  testing::Random random(3);
  ContactProblem problem;
  problem.add(LawKind::coulomb, 1, 0.5, 3);
  problem.add(LawKind::coulomb, 1, 0.5, 2);
  problem.add(LawKind::unilateral);
  problem.add(LawKind::unilateral);
  const Eigen::MatrixXd g = random.positive_definite(4);
  problem.dense.assign(g.data(), g.data() + g.size());
  problem.c = {0.3, -0.4, -1.0, -0.7};

  peers::ContactList list;
  REQUIRE(peers::list_contacts(problem.view(), 2, list));
  CHECK(list.coordinate == std::vector<int>{2, 1, 3, 0});
  CHECK_FALSE(list.is_identity());

  const std::string name = GENERATE(from_range(peers::peer_solver_names()));
  if (name.find("-3d-") != std::string::npos || name == "dart-dantzig") return;
  CAPTURE(name);
  const auto peer = peers::make_peer_solver(name);
  CHECK(solve(*peer, problem.view()).result.residual <= peer_accuracy);
}

TEST_CASE("laws that are not contacts with friction are no contact list", "[peers]") {
  peers::ContactList list;
  ContactProblem problem;
  problem.add_frictional(0.5, 1);
  SECTION("a contact without friction") { problem.add(LawKind::unilateral); }
  SECTION("Tresca friction") { problem.add(LawKind::tresca, 1, 0.1); }
  SECTION("two friction laws on one contact") { problem.add(LawKind::coulomb, 1, 0.5, 0); }
  SECTION("a disc among intervals") { problem.add_frictional(0.5, 2); }
  int size = 0;
  for (const SetValuedLaw& law : problem.laws) size += law.dimension;
  problem.c.assign(static_cast<std::size_t>(size), -1.0);
  problem.dense.assign(problem.c.size() * problem.c.size(), 0.0);
  CHECK_FALSE(peers::list_contacts(problem.view(), 2, list));
  CHECK(list.contacts() == 0);
}

TEST_CASE("a wrong claim is kept as a claim and judged as wrong", "[peers]") {
  const ContactProblem problem = sliding_mass(1, 0.0);
  SECTION("by a scripted peer") {
    ScriptedPeer peer(0.25);
    const Answer answer = solve(peer, problem.view());
    CHECK(peer.claimed_success());
    CHECK(answer.result.status == SolverStatus::iteration_limit);
    CHECK(answer.result.iterations == 3);
    // P_N = 0.25 leaves xi_N = -0.75; P_T = 0.25 would have to be -0.125. v_ref = 2 m/s.
    CHECK(answer.result.residual == 0.375);
  }
  SECTION("percussions that are not numbers do not get out") {
    ScriptedPeer peer(std::numeric_limits<double>::quiet_NaN());
    const Answer answer = solve(peer, problem.view());
    CHECK(peer.claimed_success());
    CHECK(answer.result.status == SolverStatus::singular);
    CHECK(answer.percussions == std::vector<double>{0.0, 0.0});
  }
  SECTION("by Dantzig's method with bounds from the frictionless percussions") {
    const std::vector<std::string> names = peers::peer_solver_names();
    if (std::find(names.begin(), names.end(), "dart-dantzig") == names.end()) return;
    ContactProblem coupled = problem;
    coupled.dense = {1.0, 0.5, 0.5, 1.0};  // friction pulls the normal percussion along
    const auto peer = peers::make_peer_solver("dart-dantzig");
    const Answer answer = solve(*peer, coupled.view());
    CHECK(peer->claimed_success());
    CHECK(answer.result.status == SolverStatus::iteration_limit);
    CHECK(answer.result.residual > 0.01);
  }
}

TEST_CASE("methods for symmetric matrices refuse others", "[peers]") {
  const std::string name = GENERATE(from_range(peers::peer_solver_names()));
  if (name != "dart-dantzig" && name != "dart-pgs") return;
  ContactProblem problem;
  problem.add(LawKind::unilateral);
  problem.add(LawKind::unilateral);
  problem.dense = {2.0, 0.5, 0.4, 2.0};
  problem.c = {-1.0, -1.0};
  const auto peer = peers::make_peer_solver(name);
  CHECK(solve(*peer, problem.view()).result.status == SolverStatus::not_applicable);
  problem.dense[2] = 0.5;
  CHECK(solve(*peer, problem.view()).result.residual <= peer_accuracy);
}

TEST_CASE("no peer is called with numbers that are not finite", "[peers]") {
  ScriptedPeer peer(0.0);
  ContactProblem problem = sliding_mass(1, 0.0);
  problem.c[1] = std::numeric_limits<double>::infinity();
  peer.prepare(problem.view());
  CHECK(solve(peer, problem.view()).result.status == SolverStatus::invalid_input);
  CHECK(peer.builds == 0);
  CHECK_FALSE(peer.claimed_success());
}

TEST_CASE("a prepared problem is translated once, any other at every solve", "[peers]") {
  ScriptedPeer peer(0.0);
  const ContactProblem one = sliding_mass(1, 0.0);
  const ContactProblem other = sliding_mass(1, 1.0);
  peer.prepare(one.view());
  solve(peer, one.view());
  solve(peer, one.view());
  CHECK(peer.builds == 1);
  solve(peer, other.view());
  solve(peer, other.view());
  CHECK(peer.builds == 3);
  solve(peer, one.view());
  CHECK(peer.builds == 4);
}

TEST_CASE("a peer gives the same bytes again, prepared or not", "[peers]") {
  const std::string name = GENERATE(from_range(peers::peer_solver_names()));
  CAPTURE(name);
  const int tangential_dimension = name.find("-3d-") != std::string::npos ? 2 : 1;
  const ContactProblem problem = column_of_blocks(4, tangential_dimension);
  const auto peer = peers::make_peer_solver(name);
  const Answer first = solve(*peer, problem.view());
  peer->prepare(problem.view());
  CHECK(solve(*peer, problem.view()).percussions == first.percussions);
  CHECK(solve(*peer, problem.view()).percussions == first.percussions);
}
