#include "contact_data/encode.hpp"

#include <stdexcept>

#include "contact_data/fclib.hpp"
#include "contact_data/gzip.hpp"
#include "contact_data/json_format.hpp"

namespace nsdbench::contact_data {

Format format_of(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  if (name.ends_with(".json")) return Format::json;
  if (name.ends_with(".json.gz")) return Format::json_gz;
  if (name.ends_with(".hdf5") || name.ends_with(".h5")) return Format::hdf5;
  throw std::invalid_argument("the name " + file.string() +
                              " does not say the format: it must end in .json, .json.gz, .hdf5 or .h5");
}

std::string encode(const ContactData& data, Format format) {
  switch (format) {
    case Format::json_gz:
      return compress(format_json(data));
    case Format::hdf5:
      return encode_fclib(data);
    case Format::json:
      break;
  }
  return format_json(data);
}

}  // namespace nsdbench::contact_data
