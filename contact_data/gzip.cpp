#include "contact_data/gzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>

#include "support/input_error.hpp"

namespace nsdbench::contact_data {

namespace {

constexpr int gzip_window = 15 + 16;  // zlib's largest window; 16 asks for gzip's header

// zlib's interface has no const.
Bytef* start_of(const std::string& bytes) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

uInt next_portion(std::size_t left) {
  return static_cast<uInt>(std::min<std::size_t>(left, std::numeric_limits<uInt>::max()));
}

class Inflation {
 public:
  Inflation() {
    if (inflateInit2(&stream_, gzip_window) != Z_OK) throw std::bad_alloc();
  }
  ~Inflation() { inflateEnd(&stream_); }
  Inflation(const Inflation&) = delete;
  Inflation& operator=(const Inflation&) = delete;

  z_stream& stream() { return stream_; }

 private:
  z_stream stream_{};
};

class Deflation {
 public:
  Deflation() {
    constexpr int default_memory = 8;
    if (deflateInit2(&stream_, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_window, default_memory, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~Deflation() { deflateEnd(&stream_); }
  Deflation(const Deflation&) = delete;
  Deflation& operator=(const Deflation&) = delete;

  z_stream& stream() { return stream_; }

 private:
  z_stream stream_{};
};

}  // namespace

bool gzip_available() { return true; }

std::string decompress(const std::string& bytes, const std::string& file) {
  constexpr std::size_t always = std::size_t{16} << 20U;
  constexpr std::size_t times = 50;
  const std::size_t most = std::max(always, times * bytes.size());
  std::string text;
  std::array<char, 1 << 16> buffer{};
  std::size_t used = 0;
  while (used < bytes.size()) {  // a gzip file may consist of several members
    if (used > 0 && !is_gzip(bytes.substr(used, 2))) {
      throw support::InputError(file + " has something after the end of its gzip data");
    }
    Inflation inflation;
    z_stream& stream = inflation.stream();
    int state = Z_OK;
    while (state == Z_OK) {
      stream.next_in = start_of(bytes) + used;
      stream.avail_in = next_portion(bytes.size() - used);
      stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
      stream.avail_out = static_cast<uInt>(buffer.size());
      const uInt offered = stream.avail_in;
      state = inflate(&stream, Z_NO_FLUSH);
      used += offered - stream.avail_in;
      text.append(buffer.data(), buffer.size() - stream.avail_out);
      if (text.size() > most) {
        throw support::InputError(file + " has more than " + std::to_string(most >> 20U) +
                                  " MiB when it is decompressed, too much for its size");
      }
    }
    if (state == Z_BUF_ERROR) throw support::InputError(file + " is cut off within its gzip data");
    if (state != Z_STREAM_END) throw support::InputError(file + " has damaged gzip data");
  }
  return text;
}

std::string compress(const std::string& text) {
  Deflation deflation;
  z_stream& stream = deflation.stream();
  std::string bytes;
  std::array<char, 1 << 16> buffer{};
  std::size_t used = 0;
  int state = Z_OK;
  while (state == Z_OK) {
    stream.next_in = start_of(text) + used;
    stream.avail_in = next_portion(text.size() - used);
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    const uInt offered = stream.avail_in;
    const bool last = offered == text.size() - used;
    state = deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH);
    used += offered - stream.avail_in;
    bytes.append(buffer.data(), buffer.size() - stream.avail_out);
  }
  if (state != Z_STREAM_END) throw std::runtime_error("compression failed");
  return bytes;
}

}  // namespace nsdbench::contact_data
