// The words that the client's log has for tags, zones, kinds of cards, steps and blocks, where the import asks for
// them: facts of the protocol.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace docket::hearthstone {

/// The number of a tag by its word in the log, or by its number in digits; nothing for a tag that the import never asks
/// for.
[[nodiscard]] std::optional<std::uint32_t> tagNumber(std::string_view word);
/// The value of a tag: a number, or a word of that tag; nothing for a word that it does not have.
[[nodiscard]] std::optional<std::int64_t> tagValue(std::uint32_t tag, std::string_view word);
/// The kind of a block by its word, or its number in digits.
[[nodiscard]] std::optional<std::uint32_t> blockNumber(std::string_view word);

/// A whole number in digits.
template <class Number>
[[nodiscard]] std::optional<Number> wholeNumber(std::string_view text);
extern template std::optional<std::uint32_t> wholeNumber(std::string_view text);
extern template std::optional<std::int64_t> wholeNumber(std::string_view text);

}  // namespace docket::hearthstone
