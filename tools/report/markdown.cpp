#include "tools/report/markdown.hpp"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <array>
#include <cctype>
#include <memory>
#include <set>
#include <stdexcept>

#include "tools/report/html.hpp"

namespace nsdbench::report {

namespace {

struct FreeNode {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};
struct FreeParser {
  void operator()(cmark_parser* parser) const { cmark_parser_free(parser); }
};
struct FreeIterator {
  void operator()(cmark_iter* iterator) const { cmark_iter_free(iterator); }
};
using Node = std::unique_ptr<cmark_node, FreeNode>;
using Iterator = std::unique_ptr<cmark_iter, FreeIterator>;

constexpr int options = CMARK_OPT_UNSAFE | CMARK_OPT_VALIDATE_UTF8 | CMARK_OPT_FOOTNOTES;

std::unique_ptr<cmark_parser, FreeParser> parser_for_tables() {
  cmark_gfm_core_extensions_ensure_registered();
  std::unique_ptr<cmark_parser, FreeParser> parser(cmark_parser_new(options));
  for (const char* name : {"table", "autolink", "strikethrough"}) {
    cmark_syntax_extension* extension = cmark_find_syntax_extension(name);
    if (extension == nullptr) throw std::runtime_error("cmark-gfm lacks the extension " + std::string(name));
    cmark_parser_attach_syntax_extension(parser.get(), extension);
  }
  return parser;
}

// All text under a node, in the order of the page.
std::string text_of(cmark_node* node) {
  std::string text;
  const Iterator iterator(cmark_iter_new(node));
  for (cmark_event_type event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(iterator.get())) {
    if (event != CMARK_EVENT_ENTER) continue;
    cmark_node* part = cmark_iter_get_node(iterator.get());
    const cmark_node_type type = cmark_node_get_type(part);
    if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE) text += cmark_node_get_literal(part);
    if (type == CMARK_NODE_SOFTBREAK) text += ' ';
  }
  return text;
}

// Small letters, digits, hyphens for blanks; a number behind it where the id is taken.
std::string id_of(const std::string& text, std::set<std::string>& taken) {
  std::string id;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || std::isalnum(byte) != 0 || c == '-' || c == '_') {
      id += static_cast<char>(byte < 0x80 ? std::tolower(byte) : byte);
    } else if (c == ' ') {
      id += '-';
    }
  }
  std::string unique = id;
  for (int k = 1; !taken.insert(unique).second; ++k) unique = id + "-" + std::to_string(k);
  return unique;
}

cmark_node* raw_html(const std::string& html) {
  cmark_node* node = cmark_node_new(CMARK_NODE_HTML_INLINE);
  cmark_node_set_literal(node, html.c_str());
  return node;
}

void point_to(cmark_node* node, const std::function<std::string(const std::string&)>& address) {
  const std::string mapped = address(cmark_node_get_url(node));
  if (!mapped.empty() || cmark_node_get_type(node) == CMARK_NODE_IMAGE) {
    cmark_node_set_url(node, mapped.c_str());
    return;
  }
  for (cmark_node* child = cmark_node_first_child(node); child != nullptr; child = cmark_node_first_child(node)) {
    cmark_node_insert_before(node, child);
  }
  cmark_node_free(node);
}

// The renderer writes headings without ids: an empty anchor in front of the text carries it.
void mark_heading(cmark_node* node, RenderedPage& page, std::set<std::string>& taken) {
  Heading heading{cmark_node_get_heading_level(node), {}, text_of(node)};
  heading.id = id_of(heading.text, taken);
  cmark_node_prepend_child(node, raw_html("<a class=\"anchor\" id=\"" + escaped(heading.id) + "\"></a>"));
  page.headings.push_back(std::move(heading));
}

std::vector<cmark_node*> nodes_of(cmark_node* root, std::initializer_list<cmark_node_type> types) {
  std::vector<cmark_node*> nodes;
  const Iterator iterator(cmark_iter_new(root));
  for (cmark_event_type event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(iterator.get())) {
    cmark_node* node = cmark_iter_get_node(iterator.get());
    if (event != CMARK_EVENT_ENTER) continue;
    for (const cmark_node_type type : types) {
      if (cmark_node_get_type(node) == type) nodes.push_back(node);
    }
  }
  return nodes;
}

std::string replaced_each(std::string text, const std::string& what, const std::function<std::string(int)>& by) {
  int count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos;) {
    const std::string other = by(++count);
    text.replace(at, what.size(), other);
    at = text.find(what, at + other.size());
  }
  return text;
}

// Tables, equations and program text scroll by themselves where the page is narrower, and a keyboard reaches them. A
// head without text is no head.
std::string with_scrolling(std::string html) {
  html = replaced_each(std::move(html), "<table>", [](int k) {
    return "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Table " + std::to_string(k) + "\"><table>";
  });
  html = replaced_each(std::move(html), "</table>", [](int) { return "</table></div>"; });
  html = replaced_each(std::move(html), "<th></th>", [](int) { return "<td></td>"; });
  html = replaced_each(std::move(html), "<div class=\"equation\">", [](int k) {
    return "<div class=\"equation\" tabindex=\"0\" role=\"region\" aria-label=\"Equation " + std::to_string(k) + "\">";
  });
  return replaced_each(std::move(html), "<pre>", [](int) { return "<pre tabindex=\"0\">"; });
}

}  // namespace

RenderedPage rendered(const std::string& markdown, const std::function<std::string(const std::string&)>& address) {
  const auto parser = parser_for_tables();
  cmark_parser_feed(parser.get(), markdown.data(), markdown.size());
  const Node document(cmark_parser_finish(parser.get()));
  RenderedPage page;
  std::set<std::string> taken;
  for (cmark_node* node : nodes_of(document.get(), {CMARK_NODE_HEADING})) mark_heading(node, page, taken);
  for (cmark_node* node : nodes_of(document.get(), {CMARK_NODE_LINK, CMARK_NODE_IMAGE})) point_to(node, address);
  const std::unique_ptr<char, void (*)(void*)> html(
      cmark_render_html(document.get(), options, cmark_parser_get_syntax_extensions(parser.get())), std::free);
  page.html = with_scrolling(html.get());
  return page;
}

}  // namespace nsdbench::report
