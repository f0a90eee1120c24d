// Splits a text at separators, or into lines.
// Invariant: each part points into the original text, and the parts come in its order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace docket {

/// Passes each part between separators to `take`, including empty parts and surrounding blanks. If several separators
/// match at the same position, the last one given splits there.
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

/// Passes each word to `take`: the non-empty parts between separators.
template <class Take>
void eachWord(std::string_view text, Take&& take, char separator = ' ') {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end != 0) take(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// Passes each line, without its line break, and its number, from 1, to `take`.
template <class Take>
void eachLine(std::string_view text, Take&& take) {
  for (std::size_t at = 0, number = 1; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    take(text.substr(at, end - at), number);
    at = end + 1;
  }
}

}  // namespace docket
