#include "benchmarks/disk_scale/tables.hpp"

#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <limits>
#include <map>
#include <utility>

#include "benchmarks/arena/power_law.hpp"
#include "support/numbers.hpp"

namespace nsdbench::disk_scale {

namespace {

using nlohmann::ordered_json;
using support::shortest;

constexpr double nanoseconds = 1e9;
constexpr double milliseconds = 1e3;

std::string line(const std::vector<std::string>& fields) {
  std::string text;
  for (const std::string& field : fields) text += (text.empty() ? "" : ",") + field;
  return text + '\n';
}

std::string field(double value) { return std::isfinite(value) ? shortest(value) : ""; }

ordered_json json_of(const arena::PowerLaw& law) {
  return {{"exponent", law.exponent}, {"standard_error", law.standard_error}};
}

// From a thousand disks on.
using Points = std::vector<std::pair<double, double>>;
constexpr int first_of_fits = 1000;

void add_fit(ordered_json& fits, const std::string& name, const Points& points) {
  const arena::PowerLaw law = arena::fit_power_law(points);
  if (std::isfinite(law.exponent)) fits[name] = json_of(law);
}

__attribute__((format(printf, 1, 2))) std::string text_of(const char* format, ...) {
  std::array<char, 256> buffer{};
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(buffer.data(), buffer.size(), format, arguments);
  va_end(arguments);
  return buffer.data();
}

std::string iterations_in_words(const Solve& solve) {
  return (solve.solved ? "" : ">") + std::to_string(solve.iterations);
}

}  // namespace

std::string csv_of_parts(const Study& study) {
  std::string csv =
      "scene,disks,contacts,threads,detection,assembly,residual,integration,sweep_a_contact,read_a_contact,"
      "read_and_write_a_contact\n";
  for (const PartRow& row : study.parts) {
    const double a_disk = nanoseconds / row.disks;
    const double a_contact = row.threads == 1 ? nanoseconds / row.contacts : std::numeric_limits<double>::quiet_NaN();
    csv +=
        line({row.scene, std::to_string(row.disks), std::to_string(row.contacts), std::to_string(row.threads),
              field(row.times.detection * a_disk), field(row.times.assembly * a_disk), field(row.times.solve * a_disk),
              field(row.times.integration * a_disk), field(row.sweep.sweep * a_contact),
              field(row.sweep.read * a_contact), field(row.sweep.read_and_write * a_contact)});
  }
  return csv;
}

std::string csv_of_methods(const Study& study) {
  std::string csv = "scene,disks,contacts,method,start,tolerance,iterations,solved,residual,seconds\n";
  for (const MethodRow& row : study.methods) {
    csv += line({row.scene, std::to_string(row.disks), std::to_string(row.contacts), row.method, row.start,
                 field(row.tolerance), std::to_string(row.solve.iterations), row.solve.solved ? "1" : "0",
                 field(row.solve.residual), field(row.solve.seconds)});
  }
  return csv;
}

std::string csv_of_quality(const Study& study) {
  std::string csv = "disks,contacts,threads,start,method,until,iterations,residual,solve_ms,step_ms,published_ms\n";
  for (const QualityRow& row : study.quality) {
    csv += line({std::to_string(row.disks), std::to_string(row.contacts), std::to_string(row.threads), row.start,
                 row.method, row.until, std::to_string(row.solve.iterations), field(row.solve.residual),
                 field(milliseconds * row.solve.seconds), field(milliseconds * row.step),
                 field(milliseconds * row.published)});
  }
  return csv;
}

ordered_json growth(const Study& study) {
  ordered_json fits = ordered_json::object();
  std::map<std::string, Points> points;
  for (const PartRow& row : study.parts) {
    if (row.disks < first_of_fits) continue;
    const std::string of = " " + row.scene + ", threads " + std::to_string(row.threads);
    const auto add = [&](const char* part, double seconds) { points[part + of].emplace_back(row.disks, seconds); };
    add("time of detection", row.times.detection);
    add("time of assembly", row.times.assembly);
    add("time of integration", row.times.integration);
    if (row.threads == 1) add("time of a sweep", row.sweep.sweep);
  }
  for (const MethodRow& row : study.methods) {
    if (row.disks < first_of_fits || !row.solve.solved || row.solve.iterations == 0) continue;
    points["iterations of " + row.method + " to " + shortest(row.tolerance) + " " + row.scene + ", " + row.start]
        .emplace_back(row.disks, row.solve.iterations);
  }
  for (const auto& [name, values] : points) add_fit(fits, name, values);
  return fits;
}

ordered_json json_of(const Study& study) {
  ordered_json json;
  for (const PartRow& row : study.parts) {
    ordered_json entry = {{"scene", row.scene},
                          {"disks", row.disks},
                          {"contacts", row.contacts},
                          {"threads", row.threads},
                          {"detection_s", row.times.detection},
                          {"assembly_s", row.times.assembly},
                          {"residual_s", row.times.solve},
                          {"integration_s", row.times.integration}};
    if (row.threads == 1) {
      entry["sweep_s"] = row.sweep.sweep;
      entry["read_same_bytes_s"] = row.sweep.read;
      entry["read_and_write_same_bytes_s"] = row.sweep.read_and_write;
    }
    json["parts"].push_back(entry);
  }
  for (const MethodRow& row : study.methods) {
    json["methods"].push_back({{"scene", row.scene},
                               {"disks", row.disks},
                               {"contacts", row.contacts},
                               {"method", row.method},
                               {"start", row.start},
                               {"tolerance", row.tolerance},
                               {"iterations", row.solve.iterations},
                               {"solved", row.solve.solved},
                               {"residual", row.solve.residual},
                               {"seconds", row.solve.seconds}});
  }
  for (const MemoryRow& row : study.memory) {
    ordered_json entry = {{"disks", row.disks},
                          {"containers_bytes_a_disk", row.bytes_a_disk},
                          {"process_bytes_a_disk", row.process_a_disk}};
    if (std::isfinite(row.portfolio_process_a_disk)) {
      entry["portfolio_process_bytes_a_disk"] = row.portfolio_process_a_disk;
    }
    json["memory"].push_back(entry);
  }
  for (const QualityRow& row : study.quality) {
    json["equal_quality"].push_back({{"disks", row.disks},
                                     {"contacts", row.contacts},
                                     {"threads", row.threads},
                                     {"start", row.start},
                                     {"method", row.method},
                                     {"until", row.until},
                                     {"iterations", row.solve.iterations},
                                     {"residual", row.solve.residual},
                                     {"solve_s", row.solve.seconds},
                                     {"step_s", row.step},
                                     {"published_s", row.published}});
  }
  json["growth"] = growth(study);
  return json;
}

namespace {

std::string parts_in_words(const Study& study) {
  std::string text =
      "Parts of a step, ns a disk (residual: one look at it; the sweep, ns a contact, and as a multiple of reading and "
      "of reading and writing the same bytes once)\n";
  text += "  scene       disks contacts threads  detection assembly residual integration    sweep  /read /write\n";
  for (const PartRow& row : study.parts) {
    const double a_disk = nanoseconds / row.disks;
    text += text_of("  %-9s %7d %8d %7d  %9.1f %8.1f %8.1f %11.1f", row.scene.c_str(), row.disks, row.contacts,
                    row.threads, row.times.detection * a_disk, row.times.assembly * a_disk, row.times.solve * a_disk,
                    row.times.integration * a_disk);
    if (row.threads == 1) {
      text += text_of(" %8.1f %6.1f %6.1f", row.sweep.sweep * nanoseconds / row.contacts,
                      row.sweep.sweep / row.sweep.read, row.sweep.sweep / row.sweep.read_and_write);
    }
    text += '\n';
  }
  for (const MemoryRow& row : study.memory) {
    text += text_of(
        "Memory, %6d disks: %5.0f bytes a disk in contacts, problem and percussions; a process grows by %5.0f without "
        "Newton's method",
        row.disks, row.bytes_a_disk, row.process_a_disk);
    if (std::isfinite(row.portfolio_process_a_disk)) {
      text += text_of(", by %5.0f with the portfolio, which has it", row.portfolio_process_a_disk);
    }
    text += '\n';
  }
  return text;
}

std::string methods_in_words(const Study& study) {
  std::string text =
      "\nIterations (and ms) to a residual of 1e-4, 1e-6 and 1e-8; > where so many did not suffice; warm: from the "
      "percussions of the step before\n";
  const MethodRow* last = nullptr;
  for (const MethodRow& row : study.methods) {
    const bool same = last != nullptr && last->scene == row.scene && last->disks == row.disks &&
                      last->method == row.method && last->start == row.start;
    if (!same) {
      text += text_of("%s  %-9s %7d disks %s %-20s", last == nullptr ? "" : "\n", row.scene.c_str(), row.disks,
                      row.start.c_str(), row.method.c_str());
    }
    text += text_of(" %10s (%.3g)", iterations_in_words(row.solve).c_str(), milliseconds * row.solve.seconds);
    last = &row;
  }
  return text + '\n';
}

// Sweeps that are counted reach no tolerance.
std::string tried_in_words(const QualityRow& row) {
  return row.until == "1e-6" ? iterations_in_words(row.solve) : std::to_string(row.solve.iterations);
}

std::string quality_in_words(const Study& study) {
  std::string text =
      "\nA step of a block beside Box2D's published times (one thread, single precision, no residual stated). Disks in "
      "a "
      "plane have\nfewer than three contacts each: its 2026 bodies and its 8823 contacts stand in two rows.\nheld: "
      "from what 60 steps of 8 sweeps leave while the block stands still; > where the budget did not suffice\n";
  text +=
      "  disks contacts threads start until     method                iterations  residual   solve    step  "
      "published\n";
  for (const QualityRow& row : study.quality) {
    text += text_of("  %5d %8d %7d %-5s %-9s %-20s %11s  %8.1e %7.2f %7.2f %7.1f ms\n", row.disks, row.contacts,
                    row.threads, row.start.c_str(), row.until.c_str(), row.method.c_str(), tried_in_words(row).c_str(),
                    row.solve.residual, milliseconds * row.solve.seconds, milliseconds * row.step,
                    milliseconds * row.published);
  }
  return text;
}

}  // namespace

std::string summary(const Study& study) {
  std::string text = parts_in_words(study) + methods_in_words(study) + quality_in_words(study);
  text += "\nGrowth with the number of disks n from 1000 on, as n^p: p with its standard error\n";
  const ordered_json fits = growth(study);
  for (const auto& [name, law] : fits.items()) {
    text += text_of("  %-60s %6.3f ± %.3f\n", name.c_str(), law.at("exponent").get<double>(),
                    law.at("standard_error").get<double>());
  }
  return text;
}

}  // namespace nsdbench::disk_scale
