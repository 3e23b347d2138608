// The peers that were found when the build was configured, by name.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "benchmarks/peers/peer_solver.hpp"

namespace nsdbench::peers {

struct PeerLibrary {
  std::string_view name;
  std::string_view debian_package;  // what to install to have it
  std::string_view version;         // empty if the library was not found
  bool found() const { return !version.empty(); }
};

struct PeerEntry {
  std::string_view name;
  std::string_view library;  // name of its PeerLibrary
  std::string_view description;
  std::unique_ptr<PeerSolver> (*make)(const SolverOptions&);
};

// Every library the suite has adapters for, found or not.
const std::vector<PeerLibrary>& peer_libraries();

// Every peer of the libraries found; empty if there is none.
const std::vector<PeerEntry>& peer_solvers();

std::vector<std::string> peer_solver_names();

// Throws std::invalid_argument, naming the known peers, if there is no peer of that name.
std::unique_ptr<PeerSolver> make_peer_solver(std::string_view name, const SolverOptions& options = {});

}  // namespace nsdbench::peers
