#include "tools/ranges/leaf_span.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "events/errors.h"
#include "events/log/note_lines.h"
#include "events/text/quoted.h"

namespace docket::leaf_ranges {

LeafSpan leafSpanOf(std::string_view text, std::uint64_t size) {
  const auto dots = std::min(text.find(".."), text.size());
  const auto first = numberOf(text.substr(0, dots));
  const auto last = dots == text.size() ? std::nullopt : numberOf(text.substr(dots + 2));
  const auto refuse = [&](const std::string& expected) {
    throw BadInput(fmt::format("--leaves {}: {}", docket::quoted(text), expected));
  };
  if (!first || !last) refuse("expected the first and the last leaf, as 0..99");
  if (*first > *last) refuse("the first leaf comes after the last one");
  if (*first >= size)
    refuse(fmt::format("the log of the checkpoint has {} leaves: the last one is {}", size, size == 0 ? 0 : size - 1));
  return {.first = *first, .last = std::min(*last, size - 1)};
}

std::string wordsOf(std::span<const LeafSpan> spans) {
  if (spans.empty()) return "no leaf";
  std::string words = spans.size() == 1 && spans[0].first == spans[0].last ? "leaf" : "leaves";
  for (const LeafSpan& span : spans.first(std::min(spans.size(), kMaxSpansShown))) {
    if (words.back() != 'f' && words.back() != 's') words += ',';
    words += span.first == span.last ? fmt::format(" {}", span.first) : fmt::format(" {}..{}", span.first, span.last);
  }
  if (spans.size() > kMaxSpansShown) words += fmt::format(" and {} more runs", spans.size() - kMaxSpansShown);
  return words;
}

}  // namespace docket::leaf_ranges
