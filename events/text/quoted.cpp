#include "events/text/quoted.h"

#include "events/text/characters.h"
#include "events/text/printable.h"

namespace docket {

std::string quoted(std::string_view text) {
  constexpr std::size_t kMaxBytes = 60;
  const bool cut = text.size() > kMaxBytes;
  if (cut) {
    std::size_t end = kMaxBytes;
    while (end > 0 && continuesCharacter(text[end])) --end;  // not within a character
    text = text.substr(0, end);
  }
  std::string escaped;
  for (const char c : text) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return '"' + printable(escaped) + (cut ? "...\"" : "\"");
}

}  // namespace docket
