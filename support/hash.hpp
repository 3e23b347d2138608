// A hash that tells texts apart, the same on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nsdbench::support {

// 16 digits.
inline std::string hexadecimal(std::uint64_t number) {
  std::string digits(16, '0');
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, number >>= 4U)
    *digit = "0123456789abcdef"[number & 15U];
  return digits;
}

// FNV-1a with 64 bits, of a text that comes in pieces. It protects against mistakes, not against intent.
class TextHash {
 public:
  void add(std::string_view text) {
    for (const char c : text) {
      hash_ ^= static_cast<unsigned char>(c);
      hash_ *= 0x100000001b3U;
    }
  }
  // 16 hexadecimal digits.
  std::string as_text() const { return hexadecimal(hash_); }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

// The same of a text that is there as a whole.
inline std::string hash_as_text(std::string_view text) {
  TextHash hash;
  hash.add(text);
  return hash.as_text();
}

// With the name of the method in front, as records hold it.
inline std::string named_hash(std::string_view text) { return "FNV-1a-64 " + hash_as_text(text); }

}  // namespace nsdbench::support
