// A test document with a mark at the position that a message must name.
#pragma once

#include <algorithm>
#include <string>
#include <utility>

namespace docket::test {

struct Marked {
  std::string text;
  std::string place;  ///< "line:column"
};

/// The text without its mark, which is <>, and where that stood; 1:1 if there is none.
inline Marked marked(std::string text) {
  const std::size_t at = text.find("<>");
  if (at == std::string::npos) return {.text = std::move(text), .place = "1:1"};
  text.erase(at, 2);
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  const std::size_t start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  return {.text = text, .place = std::to_string(line) + ":" + std::to_string(at - start + 1)};
}

}  // namespace docket::test
