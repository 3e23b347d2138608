// How well kinds of disks are mixed, from who lies beside whom.
#pragma once

#include <vector>

namespace nsdbench::experiments::mixing {

struct Mixing {
  long pairs = 0;      // of neighbours
  long unlike = 0;     // of these, of different kinds
  double index = 0.0;  // NaN if there are no neighbours, or only one kind
};

// Neighbours are two disks whose surfaces are not farther apart than `reach` [m]. The index is the share of unlike
// pairs among them over the share among all pairs of disks, 1 - sum_k n_k (n_k - 1) / (n (n - 1)), which is 1 - sum_k
// p_k^2 for many disks: what is to be expected if kinds are dealt out at random (join counts: P. A. P. Moran, The
// interpretation of statistical maps, Journal of the Royal Statistical Society B 10, 1948). It is 0 if no disk has a
// neighbour of another kind, 1 on average for a random order, and more for an order in which kinds alternate.
//
// q: x, y, phi of each disk, as in ManyBodyState; kinds are numbers from 0.
Mixing mixing_of(const std::vector<double>& q, const std::vector<double>& radii, const std::vector<int>& kinds,
                 double reach);

// Standard deviation of the index where the kinds are dealt out at random to the same places, `deals` times.
double scatter_of_random_order(const std::vector<double>& q, const std::vector<double>& radii,
                               const std::vector<int>& kinds, double reach, int deals);

}  // namespace nsdbench::experiments::mixing
