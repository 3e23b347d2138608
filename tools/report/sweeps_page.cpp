#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/json_file.hpp"
#include "support/numbers.hpp"
#include "support/text_table.hpp"
#include "tools/report/figures_html.hpp"
#include "tools/report/html.hpp"
#include "tools/report/pages.hpp"
#include "tools/report/settings_html.hpp"

namespace nsdbench::report {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using sweeps::Axis;
using sweeps::Sweep;

constexpr std::size_t most_values = 12;   // of a list of values
constexpr std::size_t most_reasons = 20;  // of failures

bool is_plain(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

// The mark of a section: the folder's name; its place among the sweeps where a mark cannot have that name.
std::string mark_of(const AuditedSweep& sweep, std::size_t place) {
  const std::string name = sweep.folder_name();
  return is_plain(name) ? "sweep-" + name : "sweep." + std::to_string(place + 1);
}

// As one word of a shell.
std::string shell_word(const std::string& text) {
  if (is_plain(text)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// What is evaluated at each case: the plan's own word for it, and its name.
std::string evaluated(const AuditedSweep& sweep) {
  for (const char* key : {"map", "experiment"}) {
    const auto found = sweep.document.at("plan").find(key);
    if (found != sweep.document.at("plan").end() && found->is_string()) {
      return std::string(key) + " " + code(found->get<std::string>());
    }
  }
  return "–";
}

long count_of(const AuditedSweep& sweep, const char* key) { return sweep.document.at("cases").at(key).get<long>(); }

std::string points_text(const Sweep& sweep) {
  if (sweep.scattered) {
    return std::to_string(sweep.cases()) + " points of Sobol's sequence in a box of " +
           std::to_string(sweep.scattered->box.size()) + " dimensions";
  }
  std::string text;
  for (const Axis& axis : sweep.axes) text += (text.empty() ? "" : " × ") + std::to_string(axis.points);
  return text + (sweep.axes.size() > 1 ? " combinations" : " values");
}

std::string refinement_text(const Sweep& sweep) {
  if (!sweep.refinement) return "none: all cases are computed";
  return "points at a distance of " + std::to_string(sweep.refinement->coarsest) +
         " on both axes at first, halved where " + code(sweep.refinement->by) + " differs between neighbours";
}

std::string counts_text(const AuditedSweep& sweep) {
  const long all = count_of(sweep, "all");
  const long computed = count_of(sweep, "computed");
  std::string text = std::to_string(all);
  if (computed < all) {
    const double percent = 100.0 * static_cast<double>(computed) / static_cast<double>(all);
    text += ": " + std::to_string(computed) + " computed (" + support::with_digits(percent, 3) + " %) in " +
            std::to_string(count_of(sweep, "stages")) + " stages, " + std::to_string(all - computed) +
            " filled from the cells in which they lie";
  } else {
    text += ", all computed";
  }
  return text + "; " + std::to_string(count_of(sweep, "failed")) + " failed";
}

std::string values_text(const Axis& axis, bool scattered) {
  if (axis.spacing != Axis::Spacing::listed) {
    return support::shortest(axis.from) + " to " + support::shortest(axis.to) +
           (scattered ? "" : ", " + std::to_string(axis.points) + " values") +
           (axis.spacing == Axis::Spacing::logarithmic ? ", logarithmic" : "");
  }
  std::string text;
  for (std::size_t k = 0; k < std::min(axis.values.size(), most_values); ++k) {
    text += (k == 0 ? "" : ", ") + support::shortest(axis.values[k]);
  }
  if (axis.values.size() > most_values) text += ", ... (" + std::to_string(axis.values.size()) + " values)";
  return text;
}

// Unit and meaning of an input or a quantity, from its column of the table; nothing if there is no such column.
std::pair<std::string, std::string> column_texts(const AuditedSweep& sweep, const std::string& name) {
  const std::string wanted = sweeps::column_name(name);
  for (const ordered_json& column : sweep.document.at("table").at("columns")) {
    if (column.at("name").get<std::string>() != wanted) continue;
    return {column.at("unit").get<std::string>(), column.at("meaning").get<std::string>()};
  }
  return {"–", "–"};
}

std::string axes_table(const AuditedSweep& sweep) {
  HtmlTable html;
  html.caption = "What varies: " + sweep.folder_name();
  html.columns = {"Input", "Values", "Unit", "Meaning"};
  const bool scattered = sweep.sweep->scattered.has_value();
  for (const Axis& axis : scattered ? sweep.sweep->scattered->box : sweep.sweep->axes) {
    const auto [unit, meaning] = column_texts(sweep, axis.input);
    html.rows.push_back({code(axis.input), escaped(values_text(axis, scattered)), escaped(unit), escaped(meaning)});
  }
  return table(html);
}

std::string shares_table(const AuditedSweep& sweep) {
  HtmlTable html;
  html.caption = "Shares of classes: " + sweep.folder_name();
  html.columns = {"Quantity", "Class", "Share", "Uncertainty", "Binomial", "Edge"};
  html.numbers = {2, 3, 4, 5};
  for (const auto& [quantity, classes] : sweep.document.at("shares").items()) {
    for (const auto& [name, share] : classes.items()) {
      const auto value = share.at("value").get<double>();
      const auto uncertainty = share.at("uncertainty").get<double>();
      std::vector<std::string> row = {code(quantity), escaped(words(name)),
                                      escaped(support::readable(value, uncertainty))};
      for (const char* key : {"uncertainty", "binomial", "edge"}) {
        row.push_back(share.contains(key) ? escaped(support::with_digits(share.at(key).get<double>(), 2)) : "–");
      }
      html.rows.push_back(std::move(row));
    }
    const auto without = sweep.document.at("shares_without_class").at(quantity).get<double>();
    if (without > 0.0) {
      html.rows.push_back({code(quantity), "no class", escaped(support::with_digits(without, 3)), "–", "–", "–"});
    }
  }
  std::string text = html.rows.empty() ? std::string() : table(html);
  if (const auto without = sweep.document.find("without_shares"); without != sweep.document.end()) {
    for (const auto& [quantity, why] : without->items()) {
      text += "<p>" + code(quantity) + " has no shares: " + escaped(why.get<std::string>()) + ".</p>\n";
    }
  }
  return text;
}

// Counts, as whole numbers.
std::string of_range(double value) {
  const bool is_whole = value == std::trunc(value) && std::abs(value) < 1e9;
  return is_whole ? std::to_string(static_cast<long>(value)) : support::readable(value);
}

std::string ranges_table(const AuditedSweep& sweep) {
  HtmlTable html;
  html.caption = "Ranges of quantities: " + sweep.folder_name();
  html.columns = {"Quantity", "Least", "Greatest", "Unit", "Meaning"};
  html.numbers = {1, 2};
  const auto number = [](const ordered_json& value) {
    return value.is_number() ? escaped(of_range(value.get<double>())) : std::string("nowhere");
  };
  for (const auto& [quantity, range] : sweep.document.at("ranges").items()) {
    const auto [unit, meaning] = column_texts(sweep, quantity);
    html.rows.push_back({code(quantity), number(range.value("min", ordered_json())),
                         number(range.value("max", ordered_json())), escaped(unit), escaped(meaning)});
  }
  return html.rows.empty() ? std::string() : table(html);
}

// By reason, the most frequent first.
std::string failures_table(const AuditedSweep& sweep) {
  struct Reason {
    std::string text;
    long cases = 0;
    ordered_json first;
  };
  std::vector<Reason> reasons;
  std::map<std::string, std::size_t> places;
  for (const ordered_json& failure : sweep.document.at("failures")) {
    const auto text = failure.at("reason").get<std::string>();
    const auto [found, is_new] = places.emplace(text, reasons.size());
    if (is_new) reasons.push_back({text, 0, failure});
    ++reasons[found->second].cases;
  }
  if (reasons.empty()) return {};
  std::stable_sort(reasons.begin(), reasons.end(), [](const Reason& a, const Reason& b) { return a.cases > b.cases; });
  HtmlTable html;
  html.caption = "Why cases failed: " + sweep.folder_name();
  html.columns = {"Reason", "Cases", "The first of them"};
  html.numbers = {1};
  for (std::size_t k = 0; k < std::min(reasons.size(), most_reasons); ++k) {
    std::string first = "case " + std::to_string(reasons[k].first.at("case").get<long>());
    for (const auto& [input, value] : reasons[k].first.at("inputs").items()) {
      first += ", " + input + " = " + support::shortest(value.get<double>());
    }
    html.rows.push_back({escaped(reasons[k].text), std::to_string(reasons[k].cases), escaped(first)});
  }
  std::string rest;
  if (reasons.size() > most_reasons) {
    rest = paragraph(std::to_string(reasons.size() - most_reasons) + " more reasons are in record.json.");
  }
  const auto listed = static_cast<long>(sweep.document.at("failures").size());
  const long failed = count_of(sweep, "failed");
  if (failed > listed) {
    rest += paragraph("Of the " + std::to_string(failed) + " cases the record lists the first " +
                      std::to_string(listed) + ", which are counted here.");
  }
  return details(std::to_string(failed) + " cases failed", table(html) + rest);
}

std::string folder_word(const AuditedSweep& sweep) {
  const std::string folder = "results/sweeps/" + sweep.folder_name();
  return is_plain(sweep.folder_name()) ? folder : shell_word(folder);
}

std::string sweep_commands(const AuditedSweep& sweep) {
  const std::string name = sweep.sweep->name;
  const std::string out = folder_word(sweep);
  if (sweep.is_of_the_suite) {
    return copied("make sweep SWEEP=" + name + (name == sweep.folder_name() ? "" : " OUT=" + out));
  }
  const std::string program = "build/bin/nsdbench-sweep ";
  return paragraph("The sweep file is the value of plan in plan.json" +
                   std::string(sweep.sweep->planned ? ", without planned" : "") + ", here as " + name + ".json.") +
         copied(program + "plan " + name + ".json --out " + out + "\n" + program + "run " + out + "\n" + program +
                "merge " + out);
}

std::string sweep_figure(const Sources& sources, const AuditedSweep& sweep) {
  const std::string& name = sweep.sweep->name;
  if (support::is_missing(sweep.folder / (name + ".svg"))) return {};
  const std::string caption = words(name) + ": " + std::to_string(count_of(sweep, "computed")) + " of " +
                              std::to_string(count_of(sweep, "all")) + " cases computed";
  return "<div class=\"figures\">\n<figure class=\"drawn\">\n" + picture(sources, sweep.folder, name, caption) +
         element("figcaption",
                 "<p>" + element("strong", escaped(caption)) + "</p><p>" +
                     file_links(sources, sweep.folder, {name + ".svg", name + ".pdf", name + ".png", name + ".gp"}) +
                     "</p>") +
         "</figure>\n</div>\n";
}

// The experiment as it was when the plan was made: its parameters, and the settings of the first case.
std::string planned_html(const AuditedSweep& sweep) {
  if (!sweep.sweep->planned) return {};
  const std::vector<std::string> varied = sweep.sweep->varied();
  HtmlTable html;
  html.caption = "Parameters of the experiment: " + sweep.folder_name();
  html.columns = {"Input", "Value", "Unit", "Meaning"};
  for (const sweeps::Input& input : sweep.sweep->planned->inputs) {
    const bool varies = std::find(varied.begin(), varied.end(), input.name) != varied.end();
    double value = input.value;
    for (const auto& [name, fixed] : sweep.sweep->fixed) value = name == input.name ? fixed : value;
    html.rows.push_back({code(input.name), varies ? "varies" : escaped(support::shortest(value)), escaped(input.unit),
                         escaped(input.meaning)});
  }
  std::string text = details(std::to_string(html.rows.size()) + " parameters of the experiment", table(html));
  const ordered_json& method = sweep.document.at("plan").at("planned").at("method");
  if (!method.empty()) text += settings_html("Method of the first case", "Method: " + sweep.folder_name(), method);
  return text;
}

// Of a map: first those to which the sweep gives another value than they have by themselves.
std::string fixed_html(const AuditedSweep& sweep) {
  if (sweep.sweep->planned || sweep.sweep->fixed.empty()) return {};
  HtmlTable html;
  html.caption = "Fixed inputs: " + sweep.folder_name();
  html.columns = {"Input", "Value", "The map's own value", "Unit", "Meaning"};
  html.numbers = {1, 2};
  std::ptrdiff_t changed = 0;
  for (const auto& [name, value] : sweep.sweep->fixed) {
    const auto input = std::find_if(sweep.inputs.begin(), sweep.inputs.end(),
                                    [&wanted = name](const sweeps::Input& any) { return any.name == wanted; });
    std::vector<std::string> row = {code(name), escaped(support::shortest(value)), "–", "–", "–"};
    const bool is_known = input != sweep.inputs.end();
    if (is_known) {
      if (input->replaces.empty()) {  // others have a value where a sweep gives it alone
        row[2] = input->value == value ? "the same" : escaped(support::shortest(input->value));
      }
      row[3] = escaped(input->unit);
      row[4] = escaped(input->meaning);
    }
    const bool is_changed = is_known && input->value != value;
    html.rows.insert(is_changed ? html.rows.begin() + changed++ : html.rows.end(), std::move(row));
  }
  return details(std::to_string(html.rows.size()) + " fixed inputs, " + std::to_string(changed) +
                     " of them with another value than the map's own",
                 table(html));
}

std::string inputs_html(const AuditedSweep& sweep) {
  std::string html = planned_html(sweep) + fixed_html(sweep);
  ordered_json settings = ordered_json::object();
  for (const auto& [setting, value] : sweep.sweep->settings) settings[setting] = value;
  if (!settings.empty()) html += settings_html("Settings", "Settings: " + sweep.folder_name(), settings);
  return html;
}

std::string section_of(const Sources& sources, const AuditedSweep& sweep, const std::string& mark) {
  std::string html = heading(2, mark, words(sweep.folder_name()));
  const auto list = [&](const char* style, const std::vector<std::string>& sentences) {
    std::string items;
    for (const std::string& sentence : sentences) items += element("li", escaped(sentence)) + "\n";
    if (!items.empty()) html += element("div", {{"class", style}}, element("ul", items)) + "\n";
  };
  list("faults", sweep.faults);
  list("note", sweep.warnings);
  const std::string files =
      file_links(sources, sweep.folder, {"merged.csv", "record.json", "plan.json", "provenance.json"});
  if (!sweep.sweep) return html + definitions({{"Files", files}});
  if (!sweep.is_merged) {
    const std::string out = folder_word(sweep);
    html += definitions(
        {{"Sweep", code(sweep.sweep->name)}, {"Points", escaped(points_text(*sweep.sweep))}, {"Files", files}});
    return html + paragraph("Not merged yet. This goes on with it:") +
           copied("build/bin/nsdbench-sweep run " + out + " && build/bin/nsdbench-sweep merge " + out);
  }
  std::vector<std::pair<std::string, std::string>> entries = {
      {"Sweep", code(sweep.sweep->name)},
      {"Evaluated", evaluated(sweep)},
      {"Points", escaped(points_text(*sweep.sweep))},
      {"Refinement", refinement_text(*sweep.sweep)},
      {"Cases", escaped(counts_text(sweep))},
      {"Program", code(sweep.document.at("program").get<std::string>())}};
  if (const auto& planned = sweep.sweep->planned) {
    entries.emplace_back("Experiment's program", code(planned->program));
    entries.emplace_back("Its file", code(planned->files));
  }
  entries.emplace_back("Files", files);
  html += definitions(entries);
  html += axes_table(sweep) + shares_table(sweep) + ranges_table(sweep) + failures_table(sweep);
  html += sweep_figure(sources, sweep) + inputs_html(sweep);
  return html + details("Run it again", sweep_commands(sweep));
}

}  // namespace

Page sweeps_page(const Sources& sources) {
  Page page;
  page.file = "sweeps.html";
  page.title = "Sweeps";
  page.content = heading(1, "sweeps", "Sweeps: many cases of one kind");
  page.content +=
      "<p>Each of these is one computation at many points of its inputs (" +
      link_to("docs-sweeps.html", "how sweeps work") +
      "). Unless it says otherwise below, the tables have the hashes that the merges left, and counts, failed "
      "cases, shares with their uncertainties and ranges follow from plans and tables. Reasons of failures, "
      "and units, meanings and names of classes of maps, are taken from the records.</p>\n";
  HtmlTable html;
  html.caption = "All sweeps";
  html.columns = {"Sweep", "Evaluated", "Cases", "Computed", "Failed"};
  html.numbers = {2, 3, 4};
  std::string sections;
  for (std::size_t k = 0; k < sources.sweeps().size(); ++k) {
    const AuditedSweep& sweep = sources.sweeps()[k];
    const std::string mark = mark_of(sweep, k);
    std::vector<std::string> row = {link_to("#" + mark, sweep.folder_name())};
    if (sweep.sweep && !sweep.is_merged) {
      row.insert(row.end(), {"not merged yet", std::to_string(sweep.sweep->cases()), "–", "–"});
    } else if (sweep.sweep) {
      row.push_back(evaluated(sweep));
      for (const char* key : {"all", "computed", "failed"}) row.push_back(std::to_string(count_of(sweep, key)));
    } else {
      row.insert(row.end(), {sweep.is_merged ? "its record cannot be read" : "its plan cannot be read", "–", "–", "–"});
    }
    html.rows.push_back(std::move(row));
    sections += section_of(sources, sweep, mark);
  }
  page.content += table(html) + sections;
  page.content += element(
      "p", {{"class", "muted"}},
      "A share's binomial uncertainty is twice the standard error of as many points at random as were computed at "
      "first, and three of those points' share at least (the rule of three); the one of its edge, which only grids of "
      "two axes with from and to have, is half of the share of the cells in which the class meets another one. The "
      "larger one counts, and the share of cases without a class on top, since any of them may be of this one.");
  return page;
}

}  // namespace nsdbench::report
