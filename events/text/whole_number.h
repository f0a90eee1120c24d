// A number in digits, as it is written in texts and files.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace docket {

/// The number that a text is; empty if it is not one, has anything else in it, or does not fit the type.
template <class Number>
[[nodiscard]] std::optional<Number> wholeNumber(std::string_view text, int base = 10) {
  Number number{};
  const auto* const end = text.data() + text.size();
  const bool whole = std::from_chars(text.data(), end, number, base) == std::from_chars_result{end, std::errc{}};
  return whole ? std::optional(number) : std::nullopt;
}

}  // namespace docket
