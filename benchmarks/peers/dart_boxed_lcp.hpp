// A contact problem as the boxed LCP of DART and of ODE, from where DART has it.
#pragma once

#include <vector>

#include "benchmarks/peers/peer_solver.hpp"

namespace nsdbench::peers {

class DartBoxedLcp : public PeerSolver {
 public:
  using PeerSolver::PeerSolver;

 protected:
  bool build(const ContactProblemView& problem) override;
  void load(const ContactProblemView& problem, std::span<const double> percussions) override;
  void store(const ContactProblemView& problem, std::span<double> percussions) const override;

  // The data of one call; the drivers overwrite all of it but n.
  struct Call {
    int n = 0;
    std::vector<double> a;  // row-major, rows padded to a multiple of four
    std::vector<double> b;
    std::vector<double> lower;
    std::vector<double> upper;  // of Coulomb friction: mu
    std::vector<int> normal;    // of Coulomb friction: coordinate of its normal percussion; -1 otherwise
    std::vector<double> x;
    std::vector<double> w;
  };
  Call& data() { return call_; }

 private:
  Call built_;
  Call call_;
};

}  // namespace nsdbench::peers
