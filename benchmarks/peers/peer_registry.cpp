#include "benchmarks/peers/peer_registry.hpp"

#include <stdexcept>

#include "benchmarks/peers/dart_peers.hpp"
#include "benchmarks/peers/siconos_peers.hpp"

// The build defines NSDBENCH_SICONOS_VERSION, NSDBENCH_DART_ODE_VERSION and NSDBENCH_DART_VERSION, each only if it
// found the library.
namespace nsdbench::peers {

const std::vector<PeerLibrary>& peer_libraries() {
  static const std::vector<PeerLibrary> table = {
#ifdef NSDBENCH_SICONOS_VERSION
      {"Siconos numerics", "libsiconos-numerics-dev", NSDBENCH_SICONOS_VERSION},
#else
      {"Siconos numerics", "libsiconos-numerics-dev", ""},
#endif
#ifdef NSDBENCH_DART_ODE_VERSION
      {"DART odelcpsolver", "libdart-external-odelcpsolver-dev", NSDBENCH_DART_ODE_VERSION},
#else
      {"DART odelcpsolver", "libdart-external-odelcpsolver-dev", ""},
#endif
#ifdef NSDBENCH_DART_VERSION
      {"DART", "libdart-dev", NSDBENCH_DART_VERSION},
#else
      {"DART", "libdart-dev", ""},
#endif
  };
  return table;
}

const std::vector<PeerEntry>& peer_solvers() {
  static const std::vector<PeerEntry> table = {
#ifdef NSDBENCH_SICONOS_VERSION
      {"siconos-lcp-lemke", "Siconos numerics", "LCP by lexicographic Lemke", &make_siconos_lcp_lemke},
      {"siconos-lcp-newton-minfb", "Siconos numerics", "LCP by semismooth Newton, min and Fischer-Burmeister functions",
       &make_siconos_lcp_newton_minfb},
      {"siconos-lcp-avi", "Siconos numerics", "LCP as affine variational inequality by Cao and Ferris' pivoting",
       &make_siconos_lcp_avi},
      {"siconos-lcp-rpgs", "Siconos numerics", "LCP by regularised projected Gauss-Seidel", &make_siconos_lcp_rpgs},
      {"siconos-2d-nsgs", "Siconos numerics", "planar friction by nonsmooth Gauss-Seidel", &make_siconos_2d_nsgs},
      {"siconos-2d-enum", "Siconos numerics",
       "planar friction by enumeration; in general finds an answer only if mu is the same at all contacts",
       &make_siconos_2d_enum},
      {"siconos-2d-lemke", "Siconos numerics",
       "planar friction by Lemke; in general right only if mu is the same at all contacts", &make_siconos_2d_lemke},
      {"siconos-3d-nsgs", "Siconos numerics", "spatial friction by nonsmooth Gauss-Seidel", &make_siconos_3d_nsgs},
      {"siconos-3d-nsn-ac", "Siconos numerics", "spatial friction by semismooth Newton, Alart-Curnier function",
       &make_siconos_3d_nsn_ac},
#endif
#ifdef NSDBENCH_DART_VERSION
      {"dart-lemke", "DART", "LCP by Lemke", &make_dart_lemke},
#endif
#ifdef NSDBENCH_DART_ODE_VERSION
      {"dart-dantzig", "DART odelcpsolver", "boxed LCP by Dantzig's pivoting; friction bounds fixed beforehand",
       &make_dart_dantzig},
#endif
#ifdef NSDBENCH_DART_VERSION
      {"dart-pgs", "DART", "boxed LCP by projected Gauss-Seidel", &make_dart_pgs},
#endif
  };
  return table;
}

std::vector<std::string> peer_solver_names() {
  std::vector<std::string> names;
  for (const PeerEntry& entry : peer_solvers()) names.emplace_back(entry.name);
  return names;
}

std::unique_ptr<PeerSolver> make_peer_solver(std::string_view name, const SolverOptions& options) {
  std::string known;
  for (const PeerEntry& entry : peer_solvers()) {
    if (entry.name == name) return entry.make(options);
    known += known.empty() ? "" : ", ";
    known += entry.name;
  }
  throw std::invalid_argument("unknown peer solver '" + std::string(name) + "'; " +
                              (known.empty() ? "no peer library was found" : "known are " + known));
}

}  // namespace nsdbench::peers
