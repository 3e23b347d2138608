#include "support/option_texts.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

#include "support/numbers.hpp"
#include "support/output_files.hpp"
#include "support/provenance.hpp"

namespace nsdbench::support {

namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw std::invalid_argument(sentence); }

[[noreturn]] void refuse_no_value(const std::string& option) { refuse("option " + option + " needs a value"); }

// CLI11 would mark every option that may be given twice with dots, which here is a means to refuse it.
class HelpFormat : public CLI::Formatter {
 public:
  explicit HelpFormat(std::string usage) : usage_(std::move(usage)) {}

  std::string make_option_opts(const CLI::Option* option) const override {
    return option->get_type_name().empty() ? "" : " " + option->get_type_name();
  }
  std::string make_usage(const CLI::App* app, std::string name) const override {
    if (usage_.empty()) return CLI::Formatter::make_usage(app, std::move(name));
    std::string command = app->get_name();
    for (const CLI::App* above = app->get_parent(); above != nullptr; above = above->get_parent()) {
      command.insert(0, above->get_name() + " ");
    }
    return "Usage: " + command + " " + usage_ + "\n";
  }

 private:
  std::string usage_;
};

// "--dt: 1 required S missing", "--dt: At Most 1 required but received 2"
[[noreturn]] void refuse_count(const std::string& sentence) {
  const std::string option = sentence.substr(0, sentence.find(':'));
  if (sentence.find("At Most") != std::string::npos) refuse("option " + option + " is given more than once");
  refuse_no_value(option);
}

}  // namespace

void refuse_option(const std::string& name, const std::string& complaint) {
  refuse("option " + name + ": " + complaint);
}

OptionTexts::OptionTexts(CLI::App& app, std::string name, const std::string& placeholder, const std::string& meaning)
    : name_(std::move(name)) {
  app.add_option(name_, values_, meaning)->type_name(placeholder)->allow_extra_args(false)->take_all();
}

const std::vector<std::string>& OptionTexts::all() const {
  const bool swallowed = std::any_of(values_.begin(), values_.end(), [](const auto& v) { return v.starts_with("--"); });
  if (swallowed) refuse_no_value(name_);
  return values_;
}

std::optional<std::string> OptionTexts::only_one() const {
  const std::vector<std::string>& values = all();
  if (values.empty()) return std::nullopt;
  if (values.size() > 1) refuse("option " + name_ + " is given more than once");
  return values.front();
}

std::optional<std::string> OptionTexts::file_name(std::string_view what) const {
  std::optional<std::string> name = only_one();
  if (name && name->empty()) refuse_option(name_, "the name of the " + std::string(what) + " is empty");
  return name;
}

// `parse` gives nothing for a text that is not `what`.
template <class Value, class Parse>
std::optional<Value> OptionTexts::parsed(const Parse& parse, std::string_view what) const {
  const std::optional<std::string> text = only_one();
  if (!text) return std::nullopt;
  const std::optional<Value> value = parse(*text);
  if (value) return value;
  const bool is_long = std::is_same_v<Value, int> && text->size() >= std::numeric_limits<int>::digits10;
  if (is_long && std::ranges::all_of(*text, [](char c) { return c >= '0' && c <= '9'; })) {
    refuse_option(name_, *text + " is more than " + std::to_string(std::numeric_limits<int>::max()));
  }
  refuse_option(name_, "'" + *text + "' is not a " + std::string(what));
}

std::optional<double> OptionTexts::number() const { return parsed<double>(parse_number, "finite decimal number"); }

std::optional<int> OptionTexts::integer() const { return parsed<int>(parse_integer, "whole number"); }

std::optional<double> OptionTexts::positive_number() const {
  const auto parse = [](const std::string& text) {
    const std::optional<double> value = parse_number(text);
    return value && *value > 0.0 ? value : std::nullopt;
  };
  return parsed<double>(parse, "positive finite number");
}

std::optional<int> OptionTexts::positive_integer() const {
  const auto parse = [](const std::string& text) {
    const std::optional<int> value = parse_integer(text);
    return value && *value > 0 ? value : std::nullopt;
  };
  return parsed<int>(parse, "positive whole number");
}

void use_common_style(CLI::App& app, std::string usage) {
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.allow_extras();
  app.formatter(std::make_shared<HelpFormat>(std::move(usage)));
}

bool parse_options(CLI::App& app, int argc, const char* const* argv, std::string_view after_help) {
  app.set_version_flag("--version", version_line(), "Print version and commit, and exit");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    std::cout << app.help() << after_help;
    flush_standard_output();
    return false;
  } catch (const CLI::CallForVersion& version) {
    std::cout << version.what() << '\n';
    flush_standard_output();
    return false;
  } catch (const CLI::ArgumentMismatch& error) {
    refuse_count(error.what());
  } catch (const CLI::ParseError& error) {
    refuse(error.what());
  }
  // Those after a command are kept by the command.
  for (const std::string& argument : app.remaining(true)) {
    refuse((argument.starts_with("-") ? "unknown option '" : "unexpected argument '") + argument + "' (see --help)");
  }
  return true;
}

std::string named_list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace nsdbench::support
