// Pieces of pages: what stands in records and documents must not be taken for HTML, and what is meant as HTML must.
#include <string>

#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"
#include "tools/report/csv_file.hpp"
#include "tools/report/html.hpp"
#include "tools/report/inline_svg.hpp"
#include "tools/report/markdown.hpp"
#include "tools/report/texts.hpp"

using namespace nsdbench;
using namespace nsdbench::report;
using nsdbench::testing::contains;

TEST_CASE("text is escaped", "[report]") {
  CHECK(escaped("a < b & \"c\" > d") == "a &lt; b &amp; &quot;c&quot; &gt; d");
  CHECK(link_to("a&b.html", "<x>") == "<a href=\"a&amp;b.html\">&lt;x&gt;</a>");
  CHECK(script_text(R"({"a":"</script>"})") == R"({"a":"\u003c/script>"})");
}

TEST_CASE("a table has headers and aligned numbers", "[report]") {
  HtmlTable sample;
  sample.caption = "Sample";
  sample.columns = {"name", "value"};
  sample.rows = {{"a", "1"}};
  sample.row_attributes = {" data-kind=\"x\""};
  sample.numbers = {1};
  const std::string html = table(sample);
  CHECK_THAT(html, contains("<caption>Sample</caption>") && contains("<th scope=\"col\">name</th>") &&
                       contains("<tr data-kind=\"x\"><td>a</td><td class=\"number\">1</td></tr>"));
}

TEST_CASE("a vector graphic in a page has ids of its own and nothing that acts", "[report]") {
  const auto with = [](const std::string& part) {
    return "<?xml version=\"1.0\"?>\n<svg\n width=\"6\" height=\"4\">\n<title>Gnuplot</title>\n<defs><path "
           "id='p'/><use "
           "xlink:href='#p' id='q'/></defs><g id=\"curve\" clip-path=\"url(#c)\"><title>height</title>" +
           part + "</g>\n</svg>\n";
  };
  CHECK(inline_svg(with("<text>a</text>"), "fig-", "A &quot;figure&quot;") ==
        "<svg role=\"img\" aria-label=\"A &quot;figure&quot;\"\n width=\"6\" height=\"4\">\n\n<defs><path "
        "id='fig-p'/><use "
        "xlink:href='#fig-p' id='fig-q'/></defs><g id=\"fig-curve\" clip-path=\"url(#fig-c)\"><title>height</title>"
        "<text>a</text></g>\n</svg>");
  for (const char* part :
       {"<script>alert(1)</script>", "<path d=\">\" onclick=\"alert(1)\"/>", "<path onclick=\"alert(1)\"/>",
        "<path\nonload='alert(1)'/>", "<!-- -->", "<image xlink:href='data:image/png;base64,AA=='/>",
        "<use href='other.svg#p'/>", "<a href=\"#p\">x</a>", "<path fill='url(other.svg)'/>",
        "<style>p { color: red }</style>", "<g style=\"color: red\"></g>", "<path"}) {
    CAPTURE(part);
    CHECK_FALSE(inline_svg(with(part), "fig-", "").has_value());
  }
  CHECK_FALSE(inline_svg("no graphic", "fig-", "").has_value());
}

TEST_CASE("LaTeX gets its special characters", "[report]") {
  CHECK(latex_text("a_b & 50 % of {x}^2 \\") == "a\\_b \\& 50 \\% of \\{x\\}\\textasciicircum{}2 \\textbackslash{}");
}

TEST_CASE("Markdown becomes HTML with tables, ids and links of the site", "[report]") {
  const auto on_site = [](const std::string& address) {
    return address == "other.md" ? std::string("docs-other.html") : std::string();
  };
  const RenderedPage page = rendered(
      "# Title\n\n## Two words\n\n## Two words\n\n[known](other.md), [source](../a.cpp)\n\n| a | b |\n|---|---|\n| 1 | "
      "2 "
      "|\n\n<math><mi>x</mi></math>\n",
      on_site);
  REQUIRE(page.headings.size() == 3);
  CHECK(page.headings[1].id == "two-words");
  CHECK(page.headings[2].id == "two-words-1");
  CHECK_THAT(page.html, contains("<a class=\"anchor\" id=\"two-words\"></a>Two words") &&
                            contains("<a href=\"docs-other.html\">known</a>, source</p>") && contains("<td>1</td>") &&
                            contains("role=\"region\"") && contains("<math><mi>x</mi></math>"));
}
