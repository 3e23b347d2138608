// Markdown to HTML, by the library cmark-gfm.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace nsdbench::report {

struct Heading {
  int level = 1;
  std::string id;
  std::string text;
};

struct RenderedPage {
  std::string html;
  std::vector<Heading> headings;
};

// The page as HTML; headings have ids made of their text, as on GitHub. Raw HTML passes through. `address` maps the
// address of each link and picture to that on the site; where it returns an empty text, the link's text stays alone.
RenderedPage rendered(const std::string& markdown, const std::function<std::string(const std::string&)>& address);

}  // namespace nsdbench::report
