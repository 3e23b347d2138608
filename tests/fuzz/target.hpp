// What all fuzz targets share. A target is the function below in a file of its own; libFuzzer calls it with inputs that
// it makes up, and replay_main.cpp with those of corpus/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

// The input is a find if this crashes, throws, or does not return.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace nsdbench::fuzz {

// Ends the program with the sentence, unless the condition holds.
void require(bool condition, const std::string& sentence);

inline std::string_view as_text(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// A file that exists in memory alone, for readers that want a path.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view content);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::filesystem::path path() const;

 private:
  int descriptor_;
};

// Wrong input may be refused in one way only: by std::invalid_argument with a sentence. Returns whether it was
// accepted.
template <class Read>
bool accepts(const Read& read) {
  try {
    read();
    return true;
  } catch (const std::invalid_argument& error) {
    require(*error.what() != '\0', "wrong input is refused without a sentence");
    return false;
  }
}

}  // namespace nsdbench::fuzz
