// nsdbench-solve PROBLEM [options]
//
// Solves a linear complementarity or frictional contact problem from a file with any of the suite's contact solvers,
// recomputes the residuals from the file's numbers, and writes the answer as JSON; or converts the file. See --help.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "contact_data/encode.hpp"
#include "contact_data/read.hpp"
#include "support/output_files.hpp"
#include "support/program.hpp"
#include "support/reference_data.hpp"
#include "tools/solve/solve_command_line.hpp"
#include "tools/solve/solve_problem.hpp"

namespace {

using namespace nsdbench;
using namespace nsdbench::tools;
namespace fs = std::filesystem;

// Devices and pipes are written to as they are; they must not be replaced.
bool is_special(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored) && !fs::is_regular_file(file, ignored);
}

[[noreturn]] void refuse_to_write(const fs::path& file, int error) {
  throw support::OutputError("cannot write " + file.string() + ": " + std::generic_category().message(error));
}

// Under a name such as /dev/stdout: it is written to where it stands.
std::optional<int> open_output(const fs::path& file) {
  const std::optional<int> descriptor = support::open_descriptor(support::behind_links(file));
  if (!descriptor) return std::nullopt;
  const int flags = ::fcntl(*descriptor, F_GETFL);
  if (flags < 0) refuse_to_write(file, errno);
  if ((flags & O_ACCMODE) == O_RDONLY) refuse_to_write(file, EBADF);
  return descriptor;
}

// Refuses what could not be written, before the time for solving is spent.
void check_destination(const fs::path& file, const std::string& option, const fs::path& problem) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) {
    throw std::invalid_argument("option " + option + ": " + file.string() + " is a directory");
  }
  if (support::same_file(file, problem)) {
    throw std::invalid_argument("option " + option + ": " + file.string() + " is the problem itself");
  }
  if (support::lies_among_own_files(file)) {
    throw std::invalid_argument("option " + option + ": " + file.string() + " lies among the suite's own files");
  }
  if (open_output(file) || is_special(file)) return;
  support::OutputFiles probe;
  probe.add(support::behind_links(file), "");
}

void write_special(const fs::path& file, const std::string& content) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) refuse_to_write(file, errno);
  const support::Descriptor owner(descriptor);
  support::write_all(descriptor, content, file);
}

void write(const fs::path& file, const std::string& content) {
  if (const std::optional<int> descriptor = open_output(file)) {
    support::write_all(*descriptor, content, file);
    return;
  }
  if (is_special(file)) {
    write_special(file, content);
    return;
  }
  support::write_file(support::behind_links(file), content);
}

// One key per line. A residual that is not finite has no JSON number and becomes null.
std::string solution_text(const contact_data::ContactData& data, const SolveRequest& request, const Answer& answer) {
  nlohmann::ordered_json solution;
  solution["status"] = to_string(answer.status);
  if (answer.status == SolverStatus::infeasible) {
    solution["infeasible_means"] =
        "proven with bounds for every rounding, but for solutions with a normal percussion beyond 1e13 max|q| max r_i, "
        "1/r_i being the diagonal entry of W or M";
  }
  solution["solver"] = request.solver;
  solution["iterations"] = answer.iterations;
  solution["residual"] = answer.residuals.scaled;
  solution["component_residual"] = answer.residuals.component;
  solution["natural_residual"] = answer.residuals.natural;
  if (answer.residuals.relative) solution["relative_residual"] = *answer.residuals.relative;
  solution["prox_residual"] = answer.prox_residual;
  solution["time_s"] = answer.time;
  solution["problem"] = data.name;
  solution["kind"] = contact_data::to_string(data.kind);
  solution["tolerance"] = request.options.tolerance;
  solution["residual_definition"] = "scaled residual of the contact-data format, from the numbers of the file";
  solution["solution"] = answer.solution;
  std::string text = "{";
  for (const auto& [key, value] : solution.items()) {
    constexpr auto replace = nlohmann::ordered_json::error_handler_t::replace;
    text += (text.size() == 1 ? "\n  \"" : ",\n  \"") + key + "\": " + value.dump(-1, ' ', false, replace);
  }
  return text + "\n}\n";
}

std::vector<double> first_guess(const contact_data::ContactData& data, const SolveRequest& request) {
  if (!request.from_start) return std::vector<double>(data.q.size(), 0.0);
  if (data.start.empty() && data.size() > 0) {
    throw std::invalid_argument("option --start: " + request.problem.string() + " has no start");
  }
  return data.start;
}

int convert(const contact_data::ContactData& data, const fs::path& destination) {
  write(destination, contact_data::encode(data, contact_data::format_of(destination)));
  return 0;
}

int run(const SolveRequest& request) {
  const contact_data::ContactData data = contact_data::read_contact_data(request.problem);
  if (request.convert) {
    check_destination(*request.convert, "--convert", request.problem);
    return convert(data, *request.convert);
  }
  if (request.out) check_destination(*request.out, "--out", request.problem);
  const Answer answer = solve(data, request.solver, request.options, first_guess(data, request));
  const std::string text = solution_text(data, request, answer);
  if (request.out) {
    write(*request.out, text);
  } else {
    std::cout << text;
    support::flush_standard_output();
  }
  return answer.status == SolverStatus::solved ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return support::run_program("nsdbench-solve", [&] {
    const std::optional<SolveRequest> request = parse_solve_command_line(argc, argv);
    return request ? run(*request) : 0;
  });
}
