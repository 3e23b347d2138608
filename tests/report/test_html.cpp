// Pieces of pages: what stands in records and documents must not be taken for HTML, and what is meant as HTML must.
#include <string>

#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"
#include "tools/report/csv_file.hpp"
#include "tools/report/html.hpp"
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
