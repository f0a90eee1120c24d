#include "events/quoted.h"

#include <fmt/format.h>

namespace docket {

std::string quoted(std::string_view text) {
  constexpr std::size_t kMostBytes = 60;
  const bool cut = text.size() > kMostBytes;
  if (cut) {
    std::size_t end = kMostBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // not within a character
    text = text.substr(0, end);
  }
  std::string result = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      result += fmt::format("\\x{:02x}", byte);
    } else {
      if (c == '"' || c == '\\') result += '\\';
      result += c;
    }
  }
  return result + (cut ? "...\"" : "\"");
}

}  // namespace docket
