#include "solvers/contact/prox/r_factor.hpp"

#include <algorithm>
#include <cmath>

namespace nsdbench {

namespace {

void residual_factors(const ContactBlocks& blocks, std::span<double> inverse_r) {
  for (const ContactBlock& block : blocks.blocks()) {
    if (block.normal >= 0) inverse_r[static_cast<std::size_t>(block.normal)] = block.inverse_r_normal;
    for (int k = 0; k < block.dimension; ++k) {
      inverse_r[static_cast<std::size_t>(block.tangential) + static_cast<std::size_t>(k)] = block.inverse_r_tangential;
    }
  }
}

// sums_i = sum_j |G_ij|.
void row_sums(const ContactProblemView& problem, double* sums) {
  std::fill_n(sums, problem.size, 0.0);
  if (problem.sparse == nullptr) {
    for (int j = 0; j < problem.size; ++j) {
      const double* column = problem.delassus + static_cast<std::ptrdiff_t>(j) * problem.stride;
      for (int i = 0; i < problem.size; ++i) sums[i] += std::abs(column[i]);
    }
    return;
  }
  const BlockSparseMatrix& g = *problem.sparse;
  const int size = g.block_size();
  for (int k = 0; k < g.block_count(); ++k) {
    double* rows = sums + static_cast<std::ptrdiff_t>(g.block_row(k)) * size;
    for (int j = 0; j < size; ++j) {
      for (int i = 0; i < size; ++i) rows[i] += std::abs(g.block(k)[j * size + i]);
    }
  }
}

}  // namespace

void RFactors::compute(const ContactProblemView& problem, const ContactBlocks& blocks, RFactor strategy, double given,
                       std::span<double> inverse_r) {
  const auto n = static_cast<std::size_t>(problem.size);
  if (vector_.size() < n) {
    vector_.resize(n);
    image_.resize(n);
  }
  residual_factors(blocks, inverse_r);
  switch (strategy) {
    case RFactor::given:
      std::fill(inverse_r.begin(), inverse_r.end(), 1.0 / given);
      return;
    case RFactor::local_diagonal:
      return;
    case RFactor::global_norm: {
      row_sums(problem, vector_.data());
      const double norm = n == 0 ? 0.0 : *std::max_element(vector_.begin(), vector_.begin() + problem.size);
      if (norm > 0.0) std::fill(inverse_r.begin(), inverse_r.end(), norm);
      return;
    }
    case RFactor::local_row_sum: {
      row_sums(problem, vector_.data());
      const auto raise = [&](int first, int dimension) {
        const auto from = vector_.begin() + first;
        const double sum = *std::max_element(from, from + dimension);
        if (sum > 0.0) std::fill_n(inverse_r.begin() + first, dimension, sum);
      };
      for (const ContactBlock& block : blocks.blocks()) {
        if (block.normal >= 0) raise(block.normal, 1);
        if (block.dimension > 0) raise(block.tangential, block.dimension);
      }
      return;
    }
    case RFactor::global_spectral: {
      std::fill(inverse_r.begin(), inverse_r.end(), 1.0);
      const double radius = spectral_radius(problem, inverse_r);
      if (radius > 0.0) {
        std::fill(inverse_r.begin(), inverse_r.end(), radius);
      } else {
        residual_factors(blocks, inverse_r);
      }
      return;
    }
    case RFactor::local_spectral: {
      const double radius = spectral_radius(problem, inverse_r);
      if (radius > 0.0) {
        for (double& entry : inverse_r) entry *= radius;
      }
      return;
    }
  }
}

// Largest eigenvalue of R G in magnitude by power iteration, from a start without symmetry, and 2 % on top: the
// estimate comes from below.
double RFactors::spectral_radius(const ContactProblemView& problem, std::span<const double> inverse_r) {
  constexpr int iterations = 40;
  constexpr double margin = 1.02;
  constexpr double golden = 0.6180339887498949;
  const auto n = static_cast<std::size_t>(problem.size);
  if (inverse_r.empty()) return 0.0;
  double norm = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const double multiple = golden * static_cast<double>(i + 1);
    vector_[i] = 0.5 + (multiple - std::floor(multiple));
    norm += vector_[i] * vector_[i];
  }
  double radius = 0.0;
  for (int k = 0; k < iterations && norm > 0.0; ++k) {
    const double scale = 1.0 / std::sqrt(norm);
    for (std::size_t i = 0; i < n; ++i) vector_[i] *= scale;
    std::fill_n(image_.begin(), n, 0.0);
    problem.multiply_add(vector_.data(), image_.data());
    norm = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      vector_[i] = image_[i] / inverse_r[i];
      norm += vector_[i] * vector_[i];
    }
    radius = std::sqrt(norm);
  }
  return margin * radius;
}

}  // namespace nsdbench
