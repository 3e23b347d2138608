// Options of command lines. CLI11 finds them; what they mean is checked here, so that every refusal names the option
// and the text that was given. Everything here throws std::invalid_argument with one sentence.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace nsdbench::support {

// Throws, with option and complaint in one sentence.
[[noreturn]] void refuse_option(const std::string& name, const std::string& complaint);

// An option with a value, as the texts that the user gave for it. The command line parser holds its address.
class OptionTexts {
 public:
  // `placeholder` stands for the value in --help.
  OptionTexts(CLI::App& app, std::string name, const std::string& placeholder, const std::string& meaning);
  OptionTexts(const OptionTexts&) = delete;
  OptionTexts& operator=(const OptionTexts&) = delete;

  const std::string& name() const { return name_; }
  bool given() const { return !values_.empty(); }

  // All the texts. Throws if one begins with two dashes: "--out --quick" would otherwise write to a folder of that
  // name.
  const std::vector<std::string>& all() const;

  // The following functions return nothing if the option is not given. They throw if it is given more than once, or if
  // its text is not such a value.
  std::optional<std::string> only_one() const;
  // `what` says what the name is of.
  std::optional<std::string> file_name(std::string_view what) const;
  std::optional<double> number() const;
  std::optional<int> integer() const;
  std::optional<double> positive_number() const;
  std::optional<int> positive_integer() const;

 private:
  template <class Value, class Parse>
  std::optional<Value> parsed(const Parse& parse, std::string_view what) const;

  std::string name_;
  std::vector<std::string> values_;
};

// How --help looks, and that unknown arguments are refused by parse_options. `usage` stands after the program's name;
// where it is empty CLI11 writes one.
void use_common_style(CLI::App& app, std::string usage = {});

// False if the program is done: the help, followed by `after_help`, or by --version version and commit were asked for
// and printed.
bool parse_options(CLI::App& app, int argc, const char* const* argv, std::string_view after_help = {});

// The names in one line, separated by commas.
std::string named_list(const std::vector<std::string>& names);

}  // namespace nsdbench::support
