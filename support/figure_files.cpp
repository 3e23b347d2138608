#include "support/figure_files.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <system_error>

#include "support/json_file.hpp"
#include "support/reference_data.hpp"

namespace nsdbench::support {

std::vector<TextFile> figure_scripts(const std::filesystem::path& folder, const std::vector<std::string>& figures) {
  namespace fs = std::filesystem;
  std::vector<fs::path> paths;
  paths.reserve(figures.size());
  for (const std::string& figure : figures) paths.push_back(folder / (figure + ".gp"));
  std::error_code no_folder;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, no_folder)) {
    const bool listed = std::find(paths.begin(), paths.end(), entry.path()) != paths.end();
    if (entry.path().extension() == ".gp" && !listed) paths.push_back(entry.path());
  }
  // The folder lists them in an order of its own.
  std::sort(paths.begin() + static_cast<std::ptrdiff_t>(figures.size()), paths.end());
  if (!paths.empty()) paths.push_back(figure_style_file());

  std::vector<TextFile> files;
  files.reserve(paths.size());
  for (const fs::path& path : paths) files.push_back({path.filename().string(), read_text(path)});
  return files;
}

}  // namespace nsdbench::support
