// Small problem files, as text and as data.
#pragma once

#include <string>

#include "contact_data/contact_data.hpp"

namespace nsdbench::testing {

// The text of an LCP of size 2 with every key the reader knows, and of a planar friction-contact problem of two
// contacts. Changing a part of them gives malformed files.
inline std::string lcp_text() {
  return R"({
  "format": "contact-data",
  "version": 1,
  "kind": "lcp",
  "name": "small-lcp",
  "description": "two by two",
  "tags": ["small", "start"],
  "source": {"repo": "nobody/nothing", "licence": "none"},
  "known": {"solvable": "yes", "unique": "yes"},
  "n": 2,
  "M": {"storage": "dense", "rows": 2, "cols": 2, "values": [2.0, 1.0, 0.0, -1.0]},
  "q": [-4.0, 2.0],
  "start": [1.0, 0.5],
  "reference": {"method": "by hand", "natural_residual": 0.0, "scaled_residual": 0.0, "z": [2.0, 0.0]}
}
)";
}

inline std::string friction_text() {
  return R"({
  "kind": "friction-contact",
  "dimension": 2,
  "number_of_contacts": 2,
  "mu": [0.5, 0.25],
  "W": {
    "storage": "block-coo", "rows": 4, "cols": 4, "block_size": 2,
    "block_row": [0, 1, 1], "block_col": [0, 0, 1],
    "values": [2.0, 0.0, 0.0, 4.0, 0.5, -0.5, 0.25, 0.0, 1.0, 0.125, 0.125, 3.0]
  },
  "q": [-1.0, 3.0, 0.1, -7.5e-3],
  "reference": {"method": "somebody", "natural_residual": 0.5, "relative_residual": 0.25, "scaled_residual": 0.125,
                "r": [0.75, -0.375, 0.0, 0.0]}
}
)";
}

inline std::string replaced(std::string text, const std::string& part, const std::string& by) {
  const std::size_t at = text.find(part);
  return at == std::string::npos ? "the part to be replaced is not there: " + part : text.replace(at, part.size(), by);
}

// One spatial contact on W = diag(2, 2, 2) with mu = 0.5 and q = (-1, 3, 4): approaching while it slides.
inline contact_data::ContactData sliding_contact() {
  contact_data::ContactData data;
  data.name = "sliding-contact";
  data.kind = contact_data::Kind::friction_contact;
  data.dimension = 3;
  data.mu = {0.5};
  data.q = {-1.0, 3.0, 4.0};
  data.matrix.size = 3;
  data.matrix.values = {2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0};
  return data;
}

inline contact_data::ContactData small_lcp(int size, const std::vector<double>& matrix, const std::vector<double>& q) {
  contact_data::ContactData data;
  data.name = "small-lcp";
  data.matrix.size = size;
  data.matrix.values = matrix;
  data.q = q;
  return data;
}

}  // namespace nsdbench::testing
