// The folder in which a sweep is computed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sweeps/case_files.hpp"
#include "sweeps/sweep.hpp"
#include "sweeps/swept_map.hpp"

namespace nsdbench::sweeps {

// <folder>/plan.json holds the sweep and the program that is to compute it, <folder>/cases the results. They belong
// together: a folder is refused whose plan was made by another build of the program, and so are results of another
// plan.
class SweepFolder {
 public:
  // Writes the plan, with the inputs of its map for those who read it. If the same plan is there already, it stays with
  // its results. Throws std::invalid_argument, and writes nothing, if another one is; support::OutputError if it cannot
  // be written.
  static SweepFolder create(const std::filesystem::path& folder, const Sweep& sweep,
                            const std::vector<Input>& inputs = {});

  // Throws support::OutputError if create() could write no plan there. Leaves nothing behind.
  static void probe(const std::filesystem::path& folder);

  // Reads the plan. Throws support::InputError, naming the file, if there is none, if it cannot be read, or if another
  // build of the program made it.
  explicit SweepFolder(std::filesystem::path folder);

  const std::filesystem::path& path() const { return path_; }
  const Sweep& sweep() const { return sweep_; }
  CaseFiles files() const { return {path_ / "cases", sweep_, key_}; }

 private:
  std::filesystem::path path_;
  Sweep sweep_;
  std::string key_;
};

}  // namespace nsdbench::sweeps
