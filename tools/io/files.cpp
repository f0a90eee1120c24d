#include "tools/io/files.h"

#include <fmt/format.h>

#include <fstream>

#include "events/errors.h"
#include "events/text/letters.h"
#include "tools/io/open_file.h"

namespace docket {

std::string readFile(const std::filesystem::path& path, std::size_t max_bytes) {
  std::ifstream file = openFile(path);
  std::string bytes;
  constexpr std::size_t kPiece = 1U << 16;
  while (file) {
    const std::size_t had = bytes.size();
    bytes.resize(had + kPiece);
    file.read(bytes.data() + had, kPiece);
    bytes.resize(had + static_cast<std::size_t>(file.gcount()));
    if (bytes.size() > max_bytes)
      throw BadInput(fmt::format("{}: larger than {} MiB, the maximum", path.string(), max_bytes >> 20U));
  }
  if (file.bad()) throw EnvironmentError(fmt::format("{}: reading it failed", path.string()));
  return bytes;
}

std::string readText(const std::filesystem::path& path, std::size_t max_bytes) {
  std::string text = readFile(path, max_bytes);
  eraseByteOrderMark(text);
  return text;
}

std::string gameIdFrom(const std::filesystem::path& file) {
  std::string id = file.stem().string();
  for (char& c : id) {
    if (!isLetter(c) && !isDigit(c) && c != '.' && c != '_') c = '-';
  }
  return id.empty() ? "game" : id.substr(0, 128);
}

}  // namespace docket
