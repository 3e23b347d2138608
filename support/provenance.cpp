#include "support/provenance.hpp"

#include <sys/utsname.h>

#include <CLI/Version.hpp>
#include <Eigen/Core>
#include <algorithm>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>

#include "support/build_info.hpp"
#include "support/hash.hpp"
#include "support/json_file.hpp"

namespace nsdbench::support {

namespace {

using nlohmann::ordered_json;

// The value of the first line "key<separator>value" of a system file, without quotes; `fallback` if there is
// none.
std::string value_in(const char* file, const std::string& key, char separator, const std::string& fallback) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(separator);
    if (!line.starts_with(key) || at == std::string::npos) continue;
    const std::size_t begin = line.find_first_not_of(" \t\"", at + 1);
    if (begin == std::string::npos) return fallback;
    return line.substr(begin, line.find_last_not_of(" \t\"") + 1 - begin);
  }
  return fallback;
}

struct Revision {
  std::string commit, state;
};

Revision read_revision() {
  std::ifstream file(build_info::source_revision_file);
  Revision revision;
  std::getline(file, revision.commit);
  std::getline(file, revision.state);
  return revision;
}

// As the program starts: a build that goes on in the meantime writes another one into the file.
const Revision revision_at_start = read_revision();

ordered_json revision() {
  const auto& [commit, state] = revision_at_start;
  if (commit.empty() || commit == "unknown") return {{"commit", "unknown"}, {"dirty", nullptr}};
  return {{"commit", commit}, {"dirty", state == "dirty"}};
}

std::string source_text() {
  const ordered_json source = revision();
  return "commit " + source["commit"].get<std::string>() + (source["dirty"] == true ? " with changes" : "");
}

template <class... Numbers>
std::string version(int first, Numbers... rest) {
  std::ostringstream text;
  text << first;
  ((text << '.' << rest), ...);
  return text.str();
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return std::string(text, length);
}

// The names of the shared libraries that the process has loaded, sorted. Their names end in the version.
std::set<std::string> loaded_libraries() {
  std::set<std::string> names;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::string name = line.substr(line.rfind('/') + 1);
    if (line.find('/') != std::string::npos && name.find(".so") != std::string::npos) names.insert(name);
  }
  return names;
}

// So that it can be pasted into a shell.
std::string quoted(const std::vector<std::string>& command) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  std::string line;
  for (const std::string& argument : command) {
    if (!line.empty()) line += ' ';
    if (!argument.empty() && argument.find_first_not_of(plain) == std::string::npos) {
      line += argument;
      continue;
    }
    line += '\'';
    for (const char c : argument) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += '\'';
  }
  return line;
}

// A hash of it. Where a system does not show the file (only Linux has /proc), it is taken for another one in each run.
const std::string& executable() {
  static const std::string hash = [] {
    try {
      return hash_as_text(read_text("/proc/self/exe"));
    } catch (const InputError&) {
      return "unknown, run " + std::to_string(std::chrono::system_clock::now().time_since_epoch().count());
    }
  }();
  return hash;
}

}  // namespace

std::string program_identity() { return source_text() + ", executable " + executable(); }

std::string version_line() { return std::string("nsdbench ") + build_info::version + ", " + source_text(); }

std::string executable_identity() { return std::string(build_info::version) + ", executable " + executable(); }

ordered_json provenance(const std::vector<std::string>& command, std::chrono::duration<double> wall_time) {
  utsname host{};
  ::uname(&host);
  const std::string kernel = std::string(host.sysname) + " " + host.release + " " + host.machine;

  ordered_json block = revision();
  block["nsdbench_version"] = build_info::version;
  block["compiler"] = build_info::compiler;
  block["flags"] = build_info::flags;
  block["build_type"] = build_info::build_type;
  block["cpu"] = value_in("/proc/cpuinfo", "model name", ':', host.machine);
  block["threads"] = std::max(1U, std::thread::hardware_concurrency());
  block["libraries"] = {
      {"eigen", version(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
      {"nlohmann_json", version(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH)},
      {"cli11", CLI11_VERSION},
      {"gnuplot", build_info::gnuplot}};
  block["shared_libraries"] = loaded_libraries();
  block["date"] = utc_now();
  block["wall_time"] = {{"value", wall_time.count()}, {"unit", "s"}};
  block["command"] = quoted(command);
  block["host_os"] = value_in("/etc/os-release", "PRETTY_NAME", '=', "unknown system") + ", " + kernel;
  return block;
}

}  // namespace nsdbench::support
