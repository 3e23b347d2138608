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

// FNV-1a with 64 bits, as 16 hexadecimal digits. It protects against mistakes, not against intent.
inline std::string hash_as_text(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3U;
  }
  return hexadecimal(hash);
}

// With the name of the method in front, as records hold it.
inline std::string named_hash(std::string_view text) { return "FNV-1a-64 " + hash_as_text(text); }

}  // namespace nsdbench::support
