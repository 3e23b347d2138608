#include "contact_data/contact_data.hpp"

#include <algorithm>

namespace nsdbench::contact_data {

std::string_view to_string(Kind kind) { return kind == Kind::lcp ? "lcp" : "friction-contact"; }

std::string_view to_string(Solvable solvable) {
  switch (solvable) {
    case Solvable::yes:
      return "yes";
    case Solvable::no:
      return "no";
    case Solvable::unknown:
      break;
  }
  return "unknown";
}

bool ContactData::has_tag(std::string_view tag) const { return std::find(tags.begin(), tags.end(), tag) != tags.end(); }

}  // namespace nsdbench::contact_data
