#include "tests/experiments/program_run.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/helpers/paths.hpp"

namespace nsdbench::testing {

namespace fs = std::filesystem;

Sandbox::Sandbox() {
  static std::atomic<int> counter{0};
  folder_ =
      fs::temp_directory_path() / ("nsdbench-test-" + std::to_string(::getpid()) + "-" + std::to_string(counter++));
  fs::create_directories(path("reference/toy2000"));
  fs::create_directories(path("experiments/toy"));
  const fs::path source = source_directory();
  fs::copy(source / "tests/experiments/toy/figures", path("experiments/toy/figures"));
  write(parameters_name, toy_parameters());
  write(claims_name, toy_claims("final_height", -5.0, -4.8));
}

Sandbox::~Sandbox() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::string Sandbox::text(const std::string& name) const {
  std::ifstream file(path(name), std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

void Sandbox::write(const std::string& name, const std::string& content) const {
  fs::create_directories(path(name).parent_path());
  std::ofstream(path(name), std::ios::binary) << content;
}

bool Sandbox::exists(const std::string& name) const { return fs::exists(path(name)); }

ProgramResult Sandbox::toy(const std::string& arguments) const {
  return run((binary_directory() / "tests" / "toy").string(), arguments);
}

ProgramResult Sandbox::run(const std::string& program, const std::string& arguments) const {
  const std::string command = "cd '" + folder_.string() +
                              "' && NSDBENCH_REFERENCE_DATA_DIR=reference NSDBENCH_EXPERIMENTS_DIR=experiments '" +
                              program + "' " + arguments + " >stdout.txt 2>stderr.txt </dev/null";
  const int status = std::system(command.c_str());
  ProgramResult result;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.output = text("stdout.txt");
  result.errors = text("stderr.txt");
  return result;
}

std::string toy_parameters() {
  return R"({"paper": "Toy", "problems": {"free_fall": {"source": "Table I", "parameters": {
    "m": {"value": 2, "unit": "kg", "meaning": "mass", "source": "Table I"},
    "g": {"value": 9.81, "unit": "m/s^2", "meaning": "gravity", "source": "Table I"},
    "epsilon": {"value": 0.5, "unit": "1", "meaning": "restitution", "source": "assumed"}}}}})";
}

std::string toy_claims(const std::string& quantity, double min, double max, const std::string& expected_verdict) {
  std::ostringstream text;
  text
      << R"({"paper": "Toy", "claims": [{"id": "toy2000-height", "experiment": "toy", "origin": "paper", "where": "sec. 1",
    "statement": "After a second it is 4.9 m down.", "quantity": ")"
      << quantity << R"(", "expected": {"min": )" << min << R"(, "max": )" << max
      << R"(}, "tolerance_reason": "one step of 0.01 s", "expected_verdict": ")" << expected_verdict
      << R"(", "reason": "Newton"}]})";
  return text.str();
}

}  // namespace nsdbench::testing
