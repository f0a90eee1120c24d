#include "tests/witness/lines.h"
#include "tests/places.h"

#include <lzma.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace docket::witness {

bool isSharedData() { return std::getenv("DOCKET_WITNESS_DATA") == nullptr; }

std::filesystem::path gamesFolder(std::string_view engine) {
  if (!isSharedData()) return std::filesystem::path(std::getenv("DOCKET_WITNESS_DATA")) / engine;
  return std::filesystem::path(docket::test::sharedDir()) / "data/games" / engine;
}

bool takesAll() {
  const char* asked = std::getenv("DOCKET_WITNESS");
  return asked != nullptr && std::string_view(asked) == "all";
}

std::string bytesOf(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string unpacked(const std::string& bytes) {
  lzma_stream stream = LZMA_STREAM_INIT;
  if (lzma_stream_decoder(&stream, UINT64_MAX, 0) != LZMA_OK) throw std::runtime_error("liblzma cannot start");
  stream.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
  stream.avail_in = bytes.size();
  std::string out;
  lzma_ret status = LZMA_OK;
  while (status == LZMA_OK) {
    const std::size_t had = out.size();
    out.resize(had + std::max<std::size_t>(had, std::size_t{1} << 20U));
    stream.next_out = reinterpret_cast<std::uint8_t*>(out.data() + had);
    stream.avail_out = out.size() - had;
    status = lzma_code(&stream, LZMA_FINISH);
    out.resize(out.size() - stream.avail_out);
  }
  lzma_end(&stream);
  if (status != LZMA_STREAM_END) throw std::runtime_error("packed data is damaged");
  return out;
}

void forEachLine(const std::string& lines, const std::function<void(const Object&)>& read) {
  simdjson::dom::parser parser;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    if (end > at) read(parser.parse(lines.data() + at, end - at).get_object());
    at = end + 1;
  }
}

std::int64_t number(const Object& object, std::string_view field) { return numberIfThere(object, field).value_or(0); }

std::string text(const Object& object, std::string_view field) {
  std::string_view value;
  return object[field].get(value) == simdjson::SUCCESS ? std::string(value) : std::string();
}

bool flag(const Object& object, std::string_view field) {
  bool value = false;
  return object[field].get(value) == simdjson::SUCCESS && value;
}

std::optional<std::int64_t> numberIfThere(const Object& object, std::string_view field) {
  std::int64_t value = 0;
  return object[field].get(value) == simdjson::SUCCESS ? std::optional(value) : std::nullopt;
}

}  // namespace docket::witness
