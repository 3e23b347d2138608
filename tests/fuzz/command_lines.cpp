// Command lines: of nsdbench-solve, and of experiments with few and with all options. The first byte chooses, the rest
// are the arguments, each ended by a zero byte or a line break. Nothing is computed.
#include <iostream>
#include <streambuf>
#include <vector>

#include "experiments/support/command_line.hpp"
#include "experiments/support/integrator_settings.hpp"
#include "tests/fuzz/target.hpp"
#include "tools/solve/solve_command_line.hpp"

using namespace nsdbench;

namespace {

// Takes what --help and the lists print.
class Nowhere : public std::streambuf {
 protected:
  int_type overflow(int_type c) override { return traits_type::not_eof(c); }
};

experiments::ExperimentInfo with_few_options() {
  experiments::ExperimentInfo info;
  info.name = "toy";
  info.paper = "glocker2005";
  info.title = "A toy";
  info.description = "A toy.";
  return info;
}

experiments::ExperimentInfo with_all_options() {
  experiments::ExperimentInfo info = with_few_options();
  info.impacts = "the ball hits the table";
  info.default_dt = 1e-4;
  info.default_control = experiments::StepControl{1e-5, 1e-3, 0, 1e-8, 1e-8};
  info.default_end_time = 1.0;
  info.default_cycles = 3;
  info.default_tolerance = 1e-10;
  info.default_threads = 1;
  info.has_contact_export = true;
  info.has_full_resolution = true;
  info.figures = {{"toy_fig1", "A figure"}};
  return info;
}

void parse(std::uint8_t program, const std::vector<const char*>& arguments) {
  static const experiments::ExperimentInfo few = with_few_options();
  static const experiments::ExperimentInfo all = with_all_options();
  const int count = static_cast<int>(arguments.size());
  if (program % 3 == 0) {
    tools::parse_solve_command_line(count, arguments.data());
    return;
  }
  const auto options = experiments::parse_command_line(count, arguments.data(), program % 3 == 1 ? few : all);
  if (options) experiments::integrator_settings(*options);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Nowhere nowhere;
  static const auto silenced = std::cout.rdbuf(&nowhere);
  fuzz::require(silenced != nullptr, "there is no standard output");
  if (size == 0) return 0;
  std::string text(fuzz::as_text({data + 1, size - 1}));
  for (char& c : text) c = c == '\n' ? '\0' : c;
  std::vector<const char*> arguments = {"program"};
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\0', begin) + 1) {
    arguments.push_back(text.c_str() + begin);
    if (text.find('\0', begin) == std::string::npos) break;
  }
  fuzz::accepts([&] { parse(data[0], arguments); });
  return 0;
}
