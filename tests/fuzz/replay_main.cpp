// Runs a fuzz target over all files of the folders that are named: what libFuzzer does with a corpus, in any build.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <vector>

#include "support/json_file.hpp"
#include "tests/fuzz/target.hpp"

int main(int argc, char** argv) {
  std::vector<std::filesystem::path> files;
  for (int i = 1; i < argc; ++i) {
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path& file : files) {
    std::cerr << file.filename().string() << std::endl;  // the last one is the one that ends the program
    const std::string bytes = nsdbench::support::read_text(file);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
  std::cerr << files.size() << " inputs" << std::endl;
  return files.empty() ? 1 : 0;
}
