// Pieces of pages: what stands in records and documents must not be taken for HTML, and what is meant as HTML must.
#include <string>
#include <vector>

#include "support/json_file.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paths.hpp"
#include "tools/report/csv_file.hpp"
#include "tools/report/html.hpp"
#include "tools/report/inline_svg.hpp"
#include "tools/report/markdown.hpp"
#include "tools/report/texts.hpp"

using namespace nsdbench;
using namespace nsdbench::report;
using nsdbench::testing::contains;
using nsdbench::testing::source_directory;

TEST_CASE("text is escaped", "[report]") {
  CHECK(escaped("a < b & \"c\" > d") == "a &lt; b &amp; &quot;c&quot; &gt; d");
  CHECK(link_to("a&b.html", "<x>") == "<a href=\"a&amp;b.html\">&lt;x&gt;</a>");
  CHECK(script_text(R"({"a":"</script>"})") == R"({"a":"\u003c/script>"})");
}

TEST_CASE("a command is split into words as a shell does, and one that a shell would act on is refused", "[report]") {
  const auto words = words_of_command("/a/b --set mu=0.3 '/c d/it'\\''s'");
  REQUIRE(words.has_value());
  CHECK(*words == std::vector<std::string>{"/a/b", "--set", "mu=0.3", "'/c d/it'\\''s'"});
  CHECK(without_quotes(words->back()) == "/c d/it's");
  CHECK(words_of_command("run 'a; b $(c)'").has_value());
  for (const char* line :
       {"run; b", "run $(a)", "run `a`", "run | a", "run > a", "run 'a", "run \\a", "run\na", "run \"a\""}) {
    CHECK(!words_of_command(line));
  }
  CHECK(words_of_command("")->empty());
}

TEST_CASE("an uncertainty has one sign", "[report]") {
  CHECK(with_plus_minus("0.996 +- 0.023 and 5 mm +- 20 %") == "0.996 ± 0.023 and 5 mm ± 20 %");
  CHECK(with_plus_minus("print(\"+-\", x)") == "print(\"+-\", x)");
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
  for (const char* part : {"<script>alert(1)</script>",
                           "<path d=\">\" onclick=\"alert(1)\"/>",
                           "<path onclick=\"alert(1)\"/>",
                           "<path\nonload='alert(1)'/>",
                           "<path\ronload='alert(1)'/>",
                           "<path\fonload='alert(1)'/>",
                           "<g ONCLICK=\"alert(1)\"></g>",
                           "<g/onload=\"alert(1)\"></g>",
                           "<g id=\"a\"onmouseover=\"alert(1)\"></g>",
                           "<g id=\"a\"/onmouseover=\"alert(1)\"></g>",
                           "<g onload=alert(1)></g>",
                           "<g id=a></g>",
                           "<g id></g>",
                           "<G></G>",
                           "<g></G>",
                           "<g>",
                           "</g><g></g>",
                           "<svg></svg>",
                           "<g id=\"a\" id=\"b\"></g>",
                           "<g =\"a\"></g>",
                           "<!-- a -- b -->",
                           "<!--> <g></g> -->",
                           "<!-- <g onload=\"alert(1)\"></g> -->",
                           "<!-- ",
                           "<![CDATA[<g>]]>",
                           "<?xml-stylesheet href=\"a.css\"?>",
                           "<!DOCTYPE svg>",
                           "<title><text>a</text></title>",
                           "<image xlink:href='data:image/png;base64,AA=='/>",
                           "<use href='other.svg#p'/>",
                           "<use href = \"http://host/a.svg#p\"/>",
                           "<use HREF=\"http://host/a.svg#p\"/>",
                           "<use href=\"\"/>",
                           "<use href=\"&#104;ttp://host/a.svg#p\"/>",
                           "<a href=\"#p\">x</a>",
                           "<path fill='url(other.svg)'/>",
                           "<path fill=\"URL(http://host/a.svg#p)\"/>",
                           "<path fill=\"url('#p')\"/>",
                           "<path fill=\"u\\72l(a.svg)\"/>",
                           "<path fill=\"javascript:alert(1)\"/>",
                           "<path fill=\"JavaScript:alert(1)\"/>",
                           "<style>p { color: red }</style>",
                           "<g style=\"color: red\"></g>",
                           "<g STYLE=\"color: red\"></g>",
                           "<path class=\"skip\"/>",
                           "<g aria-label=\"another\"></g>",
                           "<path",
                           "<path d=\"M0"}) {
    CAPTURE(part);
    CHECK_FALSE(inline_svg(with(part), "fig-", "").has_value());
  }
  for (const char* file :
       {"no graphic", "<svg/onload=\"alert(1)\"></svg>", "<svg onload=\"alert(1)\"></svg>", "<svgx></svg>",
        "<svg/></svg>", "<svg></svg><g></g></svg>", "<!DOCTYPE svg [<!Entity a \"b\">]><svg>&a;</svg>"}) {
    CAPTURE(file);
    CHECK_FALSE(inline_svg(file, "fig-", "").has_value());
  }
  // The names that a file gives itself give way to those of the page; comments may stay.
  CHECK(inline_svg(
            "<svg role='img' width=\"6\" aria-label=\"url(#a)\"><!-- curve --><path fill = 'URL(#p)'\nid='p'/></svg>",
            "fig-", "A figure") ==
        "<svg role=\"img\" aria-label=\"A figure\" width=\"6\"><!-- curve -->"
        "<path fill = 'URL(#fig-p)'\nid='fig-p'/></svg>");
}

TEST_CASE("a drawing by gnuplot is put into a page", "[report]") {
  const std::string drawing = nsdbench::support::read_text(source_directory() / "tests/report/gnuplot.svg");
  const auto svg = inline_svg(drawing, "fig-", "A figure");
  REQUIRE(svg.has_value());
  CHECK_THAT(*svg, contains("<use xlink:href='#fig-gpPt5' id='fig-gpPt6' fill='currentColor'") &&
                       contains("<filter id='fig-greybox'") && contains("class=\"gridline\""));
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
