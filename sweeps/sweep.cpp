#include "sweeps/sweep.hpp"

#include <algorithm>
#include <boost/random/sobol.hpp>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <type_traits>

#include "solvers/elementary/elementary.hpp"
#include "support/json_file.hpp"
#include "support/numbers.hpp"
#include "sweeps/grid_refinement.hpp"

namespace nsdbench::sweeps {
namespace {

using nlohmann::ordered_json;
using support::JsonPlace;

// The place at `fraction` of an axis.
double between(const Axis& axis, double fraction) {
  if (axis.spacing == Axis::Spacing::logarithmic) {
    return axis.from * elementary::pow(axis.to / axis.from, fraction);
  }
  return axis.from + (axis.to - axis.from) * fraction;
}

void read_limits(const JsonPlace& place, Axis& axis) {
  axis.from = place.number("from");
  axis.to = place.number("to");
  if (!std::isfinite(axis.from)) place.refuse_value("from", "a finite number");
  if (!std::isfinite(axis.to)) place.refuse_value("to", "a finite number");
  if (axis.from == axis.to) place.refuse_value("to", "another number than from");
  if (!std::isfinite(axis.to - axis.from)) place.refuse("the difference of from and to is no finite number");
  if (!place.has("spacing")) return;
  const std::string spacing = place.text("spacing");
  if (spacing != "linear" && spacing != "logarithmic") place.refuse_value("spacing", "linear or logarithmic");
  if (spacing == "linear") return;
  axis.spacing = Axis::Spacing::logarithmic;
  if (!(axis.from > 0.0 && axis.to > 0.0)) {
    place.refuse("a logarithmic axis must begin and end above 0, not at " + support::shortest(axis.from) + " and " +
                 support::shortest(axis.to));
  }
  const double ratio = axis.to / axis.from;
  if (!(ratio > 0.0 && std::isfinite(ratio))) place.refuse("the ratio of from and to is no finite number");
}

// Whether neighbours may be so close that they are the same number: steps of a few roundings, and subnormal numbers.
bool has_small_steps(const Axis& axis) {
  using Limits = std::numeric_limits<double>;
  const double largest = std::max(std::abs(axis.from), std::abs(axis.to));
  const double step = std::abs(axis.to - axis.from) / static_cast<double>(axis.points - 1);
  return step <= std::max(16.0 * Limits::epsilon() * largest, Limits::min()) ||
         (axis.spacing == Axis::Spacing::logarithmic && std::min(axis.from, axis.to) < Limits::min());
}

Axis read_axis(const JsonPlace& place) {
  Axis axis;
  axis.input = place.text("input");
  if (!place.has("values")) {
    place.allow_only({"input", "from", "to", "points", "spacing"});
    read_limits(place, axis);
    axis.points = place.whole("points", 2, most_cases);
    if (!std::isfinite((axis.to - axis.from) * static_cast<double>(axis.points - 1))) {
      place.refuse("the difference of from and to, times the points less one, is no finite number");
    }
    for (long k = 1; k < axis.points && has_small_steps(axis); ++k) {
      if (axis.at(k) != axis.at(k - 1)) continue;
      place.refuse("the value " + support::shortest(axis.at(k)) + " is that of two of the " +
                   std::to_string(axis.points) + " points: there are too few numbers between from and to");
    }
    return axis;
  }
  place.allow_only({"input", "values"});
  axis.spacing = Axis::Spacing::listed;
  const std::size_t count = place.array("values").value().size();
  if (count == 0) place.refuse("the list of values is empty");
  axis.values = place.numbers("values", count, "values");
  axis.points = static_cast<long>(count);
  std::set<double> seen;
  for (const double value : axis.values) {
    if (!seen.insert(value).second) place.refuse("the value " + support::shortest(value) + " stands twice in the list");
  }
  return axis;
}

std::vector<Axis> read_axes(const JsonPlace& list, Axis (*read)(const JsonPlace&)) {
  std::vector<Axis> axes;
  for (std::size_t k = 0; k < list.value().size(); ++k) axes.push_back(read(list.entry(k)));
  if (axes.empty()) list.refuse("there is no axis");
  return axes;
}

Axis read_range(const JsonPlace& place) {
  place.allow_only({"input", "from", "to", "spacing"});
  Axis axis;
  axis.input = place.text("input");
  read_limits(place, axis);
  return axis;
}

ScatteredPoints read_scattered(const JsonPlace& place) {
  place.allow_only({"sequence", "count", "box"});
  if (place.text("sequence") != "sobol") place.refuse_value("sequence", "sobol");
  ScatteredPoints points;
  points.count = place.whole("count", 1, most_cases);
  points.box = read_axes(place.array("box"), read_range);
  return points;
}

Refinement read_refinement(const JsonPlace& place, const Sweep& sweep) {
  place.allow_only({"by", "coarsest"});
  Refinement refinement;
  refinement.by = place.text("by");
  refinement.coarsest = static_cast<int>(place.whole("coarsest", 1, 1 << 20));
  if (sweep.axes.size() != 2)
    place.refuse("a sweep that is refined must have two axes, not " + std::to_string(sweep.axes.size()));
  for (const Axis& axis : sweep.axes) {
    if (axis.spacing == Axis::Spacing::listed) {
      place.refuse("a sweep that is refined must have axes with from and to, and '" + axis.input + "' has a list");
    }
  }
  const auto fits = [&](const Axis& axis) { return GridRefinement::can_refine(axis.points, refinement.coarsest); };
  if (!std::ranges::all_of(sweep.axes, fits)) {
    place.refuse_value("coarsest", "a power of two that divides the points of both axes less one");
  }
  if (std::ranges::find(sweep.quantities, refinement.by) == sweep.quantities.end()) {
    place.refuse_value("by", "one of the quantities that are asked for");
  }
  return refinement;
}

// Numbers are written as they read back.
void put_axis(ordered_json& list, const Axis& axis, bool with_points) {
  ordered_json entry = {{"input", axis.input}};
  if (axis.spacing == Axis::Spacing::listed) {
    entry["values"] = axis.values;
  } else {
    entry["from"] = axis.from;
    entry["to"] = axis.to;
    if (with_points) entry["points"] = axis.points;
    entry["spacing"] = axis.spacing == Axis::Spacing::logarithmic ? "logarithmic" : "linear";
  }
  list.push_back(std::move(entry));
}

void refuse_doubles(const JsonPlace& root, const Sweep& sweep) {
  std::set<std::string> seen;
  const auto note = [&](const std::string& input) {
    if (!seen.insert(input).second) root.refuse("input '" + input + "' is given twice");
  };
  for (const auto& [input, value] : sweep.fixed) note(input);
  for (const std::string& input : sweep.varied()) note(input);
  std::set<std::string> quantities;
  for (const std::string& quantity : sweep.quantities) {
    if (!quantities.insert(quantity).second) root.refuse("quantity '" + quantity + "' is asked for twice");
  }
}

template <class Named>
std::vector<Named> read_named(const JsonPlace& list) {
  std::vector<Named> all;
  for (std::size_t k = 0; k < list.value().size(); ++k) {
    const JsonPlace entry = list.entry(k);
    Named& named = all.emplace_back();
    named.name = entry.text("name");
    named.unit = entry.text("unit");
    named.meaning = entry.text("meaning");
    if constexpr (std::is_same_v<Named, Input>) {
      entry.allow_only({"name", "unit", "meaning", "value"});
      named.value = entry.number("value");
    } else {
      entry.allow_only({"name", "unit", "meaning"});
    }
  }
  return all;
}

PlannedExperiment read_planned(const JsonPlace& place) {
  place.allow_only({"program", "files", "has_threads", "method", "inputs", "quantities"});
  PlannedExperiment planned;
  planned.program = place.text("program");
  planned.files = place.text("files");
  planned.has_threads = place.whole("has_threads", 0, 1) == 1;
  const JsonPlace method = place.object("method");
  for (const auto& [name, value] : method.value().items()) planned.method.emplace_back(name, value.dump());
  planned.inputs = read_named<Input>(place.array("inputs"));
  planned.quantities = read_named<Quantity>(place.array("quantities"));
  return planned;
}

ordered_json planned_json(const PlannedExperiment& planned) {
  ordered_json document = {{"program", planned.program},
                           {"files", planned.files},
                           {"has_threads", planned.has_threads ? 1 : 0},
                           {"method", ordered_json::object()},
                           {"inputs", ordered_json::array()},
                           {"quantities", ordered_json::array()}};
  for (const auto& [name, value] : planned.method) document["method"][name] = ordered_json::parse(value);
  for (const Input& input : planned.inputs) {
    document["inputs"].push_back(
        {{"name", input.name}, {"unit", input.unit}, {"meaning", input.meaning}, {"value", input.value}});
  }
  for (const Quantity& quantity : planned.quantities) {
    document["quantities"].push_back({{"name", quantity.name}, {"unit", quantity.unit}, {"meaning", quantity.meaning}});
  }
  return document;
}

// A file's and a folder's name comes of it.
bool is_name(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

enum class WrittenBy { user, plan };

Sweep read(const ordered_json& document, const std::string& file, WrittenBy written_by) {
  const JsonPlace root(document, file);
  if (!document.is_object()) root.refuse("must hold an object");
  if (written_by == WrittenBy::user && root.has("planned")) root.refuse("'planned' is what a plan adds");
  root.allow_only({"sweep", "map", "experiment", "fixed", "settings", "axes", "points", "quantities", "refine",
                   "cases_per_bundle", "planned"});
  Sweep sweep;
  sweep.name = root.text("sweep");
  if (!is_name(sweep.name)) root.refuse_value("sweep", "a name of letters, digits, - and _");
  if (root.has("map") == root.has("experiment")) root.refuse("there must be either a map or an experiment");
  if (root.has("map")) sweep.map = root.text("map");
  if (root.has("experiment")) {
    sweep.experiment = root.text("experiment");
    if (!is_name(sweep.experiment)) root.refuse_value("experiment", "a name of letters, digits, - and _");
  }
  if (root.has("planned")) sweep.planned = read_planned(root.object("planned"));
  if (root.has("fixed")) {
    const JsonPlace fixed = root.object("fixed");
    for (const auto& [input, value] : fixed.value().items()) sweep.fixed.emplace_back(input, fixed.number(input));
  }
  if (root.has("settings")) {
    const JsonPlace settings = root.object("settings");
    for (const auto& [name, value] : settings.value().items()) sweep.settings.emplace_back(name, settings.text(name));
  }
  if (root.has("axes") == root.has("points")) root.refuse("there must be either axes or points");
  if (root.has("axes")) sweep.axes = read_axes(root.array("axes"), read_axis);
  if (root.has("points")) sweep.scattered = read_scattered(root.object("points"));
  sweep.quantities = root.texts("quantities");
  if (sweep.quantities.empty()) root.refuse("no quantity is asked for");
  if (root.has("refine")) sweep.refinement = read_refinement(root.object("refine"), sweep);
  sweep.cases_per_bundle = root.has("cases_per_bundle") ? root.whole("cases_per_bundle", 1, 1'000'000)
                           : sweep.experiment.empty()   ? 256
                                                        : 1;
  refuse_doubles(root, sweep);
  double cases = 1.0;
  for (const Axis& axis : sweep.axes) cases *= static_cast<double>(axis.points);
  if (cases > static_cast<double>(most_cases)) {
    root.refuse("the axes have " + support::shortest(cases) + " cases together: not more than " +
                std::to_string(most_cases) + " are allowed");
  }
  return sweep;
}

}  // namespace

double Axis::at(long k) const {
  if (spacing == Spacing::listed) return values[static_cast<std::size_t>(k)];
  if (k == 0) return from;
  if (k == points - 1) return to;
  if (spacing == Spacing::linear) return from + (to - from) * static_cast<double>(k) / static_cast<double>(points - 1);
  return between(*this, static_cast<double>(k) / static_cast<double>(points - 1));
}

std::string Sweep::subject() const {
  return experiment.empty() ? "the map '" + map + "'" : "the experiment '" + experiment + "'";
}

std::vector<std::string> Sweep::varied() const {
  std::vector<std::string> names;
  for (const Axis& axis : scattered ? scattered->box : axes) names.push_back(axis.input);
  return names;
}

std::string column_name(std::string name) {
  name.erase(0, name.find_first_not_of('-'));
  std::ranges::replace_if(
      name, [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
}

std::vector<std::string> Sweep::columns() const {
  std::vector<std::string> names;
  for (const std::string& input : varied()) names.push_back(column_name(input));
  for (const std::string& quantity : quantities) names.push_back(column_name(quantity));
  return names;
}

long Sweep::cases() const {
  if (scattered) return scattered->count;
  long product = 1;
  for (const Axis& axis : axes) product *= axis.points;
  return product;
}

std::vector<double> Sweep::at(long number) const {
  std::vector<double> values;
  if (scattered) {
    const std::size_t dimension = scattered->box.size();
    boost::random::sobol sequence(dimension);
    sequence.discard(static_cast<std::uintmax_t>(number) * dimension);
    for (const Axis& axis : scattered->box) {
      constexpr double to_unit_interval = 0x1p-53;
      values.push_back(between(axis, static_cast<double>(sequence() >> 11U) * to_unit_interval));
    }
    return values;
  }
  values.resize(axes.size());
  for (std::size_t k = axes.size(); k-- > 0;) {
    values[k] = axes[k].at(number % axes[k].points);
    number /= axes[k].points;
  }
  return values;
}

std::vector<double> Sweep::corner(bool at_end) const {
  if (!scattered) return at(at_end ? cases() - 1 : 0);
  std::vector<double> values;
  for (const Axis& side : scattered->box) values.push_back(at_end ? side.to : side.from);
  return values;
}

std::string Sweep::as_json() const {
  ordered_json document;
  document["sweep"] = name;
  if (experiment.empty()) {
    document["map"] = map;
  } else {
    document["experiment"] = experiment;
  }
  document["fixed"] = ordered_json::object();
  for (const auto& [input, value] : fixed) document["fixed"][input] = value;
  document["settings"] = ordered_json::object();
  for (const auto& [setting, text] : settings) document["settings"][setting] = text;
  if (scattered) {
    ordered_json& points = document["points"] = {{"sequence", "sobol"}, {"count", scattered->count}};
    points["box"] = ordered_json::array();
    for (const Axis& axis : scattered->box) put_axis(points["box"], axis, false);
  } else {
    document["axes"] = ordered_json::array();
    for (const Axis& axis : axes) put_axis(document["axes"], axis, true);
  }
  document["quantities"] = quantities;
  if (refinement) document["refine"] = {{"by", refinement->by}, {"coarsest", refinement->coarsest}};
  document["cases_per_bundle"] = cases_per_bundle;
  if (planned) document["planned"] = planned_json(*planned);
  return document.dump();
}

Sweep parse_sweep(const std::string& text, const std::string& file) {
  return read(support::parse_json(text, file), file, WrittenBy::user);
}

Sweep parse_plan(const std::string& text, const std::string& file) {
  return read(support::parse_json(text, file), file, WrittenBy::plan);
}

Sweep read_sweep(const std::filesystem::path& file) {
  return parse_sweep(support::read_text(file, support::largest_json), file.string());
}

}  // namespace nsdbench::sweeps
