#include "experiments/support/figure_scripts.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string_view>
#include <variant>

#include "solvers/integration/integrator_table.hpp"
#include "support/figure_files.hpp"
#include "support/numbers.hpp"
#include "support/reference_data.hpp"
#include "support/text_table.hpp"

namespace nsdbench::experiments {

bool names_contact_solver(const ExperimentInfo& info, const RunOptions& options) {
  return options.integrator == info.default_integrator || integrator_named(options.integrator).has_contact_solver;
}

namespace {

// With the parameters that are not the paper's, which every figure of the run has to say.
std::string run_name(const ExperimentInfo& info, const RunOptions& options) {
  std::string name = "nsdbench " + info.name + ": " + options.integrator;
  if (names_contact_solver(info, options)) name += ", " + options.solver;
  for (const auto& [parameter, value] : options.overrides) name += ", " + parameter + " = " + support::shortest(value);
  if (!options.papers_parameters_file) name += ", parameters from " + options.parameters.filename().string();
  return name;
}

std::string control_caption(const StepControl& control) {
  const std::string gap = control.activation_gap > 0.0
                              ? "activation gap " + support::shortest(control.activation_gap) + " m, "
                              : std::string();
  const std::string sizes =
      ", dt = " + support::shortest(control.dt_min) + " to " + support::shortest(control.dt_max) + " s, " + gap;
  if (control.order > 0) return sizes + "order " + std::to_string(control.order);
  return sizes + "atol = " + support::shortest(control.atol) +
         (control.rtol > 0.0 ? ", rtol = " + support::shortest(control.rtol) : "");
}

std::string step_caption(const RunOptions& options) {
  return options.dt ? ", dt = " + support::shortest(*options.dt) + " s" : "";
}

// For a reader: the twelve digits that a setting computed from others is meant to have. The record has all of them.
std::string brief(double value) {
  return support::shortest(support::parse_number(support::with_digits(value, 12)).value_or(value));
}

// As another integrator than the default one says it.
std::string settings_caption(const IntegratorSettingList& settings) {
  std::string caption;
  for (const auto& [name, value, unit] : settings) {
    caption += ", " + std::string(name) + " = ";
    if (const double* number = std::get_if<double>(&value)) {
      caption += brief(*number) + (unit == "1" ? "" : " " + std::string(unit));
    } else {
      caption += std::get<std::string_view>(value);
    }
  }
  return caption;
}

std::string run_caption(const ExperimentInfo& info, const RunOptions& options, const IntegratorSettingList& settings) {
  std::string caption = run_name(info, options);
  if (options.integrator == info.default_integrator) {
    caption += step_caption(options) + (options.control ? control_caption(*options.control) : "");
  } else {
    caption += settings_caption(settings);
  }
  if (options.end_time) caption += ", to t = " + support::shortest(*options.end_time) + " s";
  if (options.cycles) caption += ", " + std::to_string(*options.cycles) + (*options.cycles == 1 ? " cycle" : " cycles");
  if (options.tolerance) caption += ", tolerance " + support::shortest(*options.tolerance);
  if (options.quick) caption += ", quick";
  if (options.full) caption += ", full resolution";
  return caption;
}

// What of the caption is on steps and tolerances. Figures of experiments with adjusted steps say the fixed step beside
// it.
std::string run_control(const ExperimentInfo& info, const RunOptions& options, const IntegratorSettingList& settings) {
  if (options.integrator != info.default_integrator) return settings_caption(settings);
  return options.control ? control_caption(*options.control) : step_caption(options);
}

// In gnuplot's single quotes only the quote itself is special, and is doubled.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("''") : std::string(1, c);
  return result + "'";
}

// gnuplot takes a number without point or exponent for an integer, and divides it as one.
std::string real(double value) {
  const std::string text = support::shortest(value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

bool is_identifier(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

}  // namespace

std::vector<support::TextFile> figure_scripts(const ExperimentInfo& info) {
  std::vector<std::string> figures;
  std::transform(info.figures.begin(), info.figures.end(), std::back_inserter(figures),
                 [](const FigureInfo& figure) { return figure.id; });
  return support::figure_scripts(support::experiments_directory() / info.name / "figures", figures);
}

support::TextFile run_script(const ExperimentInfo& info, const RunOptions& options,
                             const IntegratorSettingList& settings, const Record& record) {
  std::string text =
      "# Written by the run; loaded by style.gp.\nrun_caption = " + quoted(run_caption(info, options, settings)) +
      "\n" + "run_name = " + quoted(run_name(info, options)) + "\n" + "run_integrator = " + quoted(options.integrator) +
      "\n" + "run_control = " + quoted(run_control(info, options, settings)) + "\n";
  if (options.dt) text += "run_dt = " + quoted(support::shortest(*options.dt)) + "\n";
  if (options.control) {
    text += "run_dt_min = " + real(options.control->dt_min) + "\nrun_dt_max = " + real(options.control->dt_max) + "\n";
  }
  if (options.end_time) text += "run_end_time = " + real(*options.end_time) + "\n";
  if (options.cycles) text += "run_cycles = " + std::to_string(*options.cycles) + "\n";
  for (const RecordedTable& table : record.tables) {
    if (table.rows > 0) text += "rows_" + table.name + " = " + std::to_string(table.rows) + "\n";
  }
  for (const RecordedQuantity& quantity : record.quantities) {
    if (is_identifier(quantity.key)) text += "q_" + quantity.key + " = " + support::shortest(quantity.value) + "\n";
  }
  return {"run.gp", text};
}

bool can_be_drawn(const support::TextFile& script, const support::TextFile& run) {
  constexpr std::string_view begin = "\nneeds = '";
  const std::size_t at = script.content.find(begin);
  if (at == std::string::npos) return true;
  const std::size_t from = at + begin.size();
  std::istringstream names(script.content.substr(from, script.content.find('\'', from) - from));
  return std::all_of(
      std::istream_iterator<std::string>(names), std::istream_iterator<std::string>(),
      [&](const std::string& name) { return run.content.find("\n" + name + " = ") != std::string::npos; });
}

}  // namespace nsdbench::experiments
