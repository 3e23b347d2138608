// Programs run as a user runs them: from a folder of their own, with the toy's reference data.
#pragma once

#include <filesystem>
#include <string>

namespace nsdbench::testing {

struct ProgramResult {
  int exit_code = -1;
  std::string output;
  std::string errors;
};

// A folder that vanishes with the object, holding reference data for the toy experiment and its figure
// scripts. Its files may be replaced before a run.
class Sandbox {
 public:
  Sandbox();
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  std::string text(const std::string& name) const;  // empty if there is no such file
  void write(const std::string& name, const std::string& content) const;
  bool exists(const std::string& name) const;

  // `arguments` as a shell reads them. The current directory is the sandbox.
  ProgramResult run(const std::string& program, const std::string& arguments) const;
  ProgramResult toy(const std::string& arguments) const;

 private:
  std::filesystem::path folder_;
};

inline constexpr char parameters_name[] = "reference/toy2000/parameters.json";
inline constexpr char claims_name[] = "reference/toy2000/claims.json";

// Reference data of the toy: m = 2 kg, g = 9.81 m/s^2, epsilon = 0.5.
std::string toy_parameters();

// A claims file with one claim on `quantity`, expected within [min, max].
std::string toy_claims(const std::string& quantity, double min, double max,
                       const std::string& expected_verdict = "reproduced");

}  // namespace nsdbench::testing
