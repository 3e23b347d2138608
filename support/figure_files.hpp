// The gnuplot scripts that go with a run's data, so that a results folder can be drawn by itself.
#pragma once

#include <filesystem>
#include <vector>

#include "support/output_files.hpp"

namespace nsdbench::support {

// The scripts *.gp in `folder`, those that figures share included, and the common style.gp; nothing if there are no
// scripts. Each of `figures` must be among them: throws InputError if <figure>.gp is not there.
std::vector<TextFile> figure_scripts(const std::filesystem::path& folder, const std::vector<std::string>& figures = {});

}  // namespace nsdbench::support
