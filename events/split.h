// A text taken apart: at separators, into lines.
// Invariant: each part points into the text that was given, and the parts come in its order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace docket {

/// Gives each part between separators to `take`: the empty ones too, with the blanks that stand around them. Of
/// separators that begin at the same place the last one named parts.
template <class Take>
void eachPart(std::string_view text, const std::vector<std::string_view>& separators, Take&& take) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t separator = 0;
    for (const std::string_view one : separators) {
      if (text.substr(i).starts_with(one)) separator = one.size();
    }
    if (separator == 0) {
      ++i;
      continue;
    }
    take(text.substr(begin, i - begin));
    begin = i += separator;
  }
  take(text.substr(begin));
}

/// Gives each word to `take`: what `separator` parts, nothing empty.
template <class Take>
void eachWord(std::string_view text, Take&& take, char separator = ' ') {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end != 0) take(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// Gives each line to `take`, without its line break, and its number from 1.
template <class Take>
void eachLine(std::string_view text, Take&& take) {
  for (std::size_t at = 0, number = 1; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    take(text.substr(at, end - at), number);
    at = end + 1;
  }
}

}  // namespace docket
