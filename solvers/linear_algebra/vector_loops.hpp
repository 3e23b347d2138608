// The inner loops of the LCP methods for large n: plain loops that compilers vectorize, compiled for several
// instruction sets where the compiler offers a choice at run time.
//
// Every loop does the same operations in the same order whatever the width of the registers (sums have a fixed number
// of partial sums, products and sums are never fused): the same bytes come out on every processor.
#pragma once

#include <cstddef>

namespace nsdbench::vector_loops {

// y += a x, n entries.
void add_multiple(double* y, const double* x, double a, int n);

// y += sum_k factors[k] columns[k], `count` columns of n entries, skipping none.
void add_columns(double* y, const double* const* columns, const double* factors, int count, int n);

// Sum of x_i y_i in eight partial sums.
double dot(const double* x, const double* y, int n);

// Rank-one update of the first `rows` rows of a row-major matrix, row s += factors[s] x (n entries); rows whose factor
// is zero are skipped.
void add_outer_product(double* matrix, std::ptrdiff_t stride, int rows, const double* factors, const double* x, int n);

// The same; then entry `column` of row s becomes values[s], and products[s] the dot product of the first `length`
// entries of the row with y.
void add_outer_product_and_multiply(double* matrix, std::ptrdiff_t stride, int rows, const double* factors,
                                    const double* x, int n, int column, const double* values, const double* y,
                                    int length, double* products);

}  // namespace nsdbench::vector_loops
