// Reads a number in digits from a text or a file.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace docket {

/// The number in a text; empty if the text is not exactly a number, or the number does not fit the type.
template <class Number>
[[nodiscard]] std::optional<Number> wholeNumber(std::string_view text, int base = 10) {
  Number number{};
  const auto* const end = text.data() + text.size();
  const bool whole = std::from_chars(text.data(), end, number, base) == std::from_chars_result{end, std::errc{}};
  return whole ? std::optional(number) : std::nullopt;
}

}  // namespace docket
