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
/// The word of a tag that the import asks for; empty for any other.
[[nodiscard]] std::string_view tagWord(std::uint32_t tag);
/// Whether the import asks for that tag.
[[nodiscard]] inline bool isRead(std::uint32_t tag) { return !tagWord(tag).empty(); }
/// Whether that tag has such a value, as far as is known: any number, but of those that the server has words for.
[[nodiscard]] bool isKnownValue(std::uint32_t tag, std::int64_t value);
/// Whether the server has such a kind of block, as far as is known.
[[nodiscard]] bool isKnownBlock(std::uint32_t block);
/// The kind of a block by its word, or its number in digits.
[[nodiscard]] std::optional<std::uint32_t> blockNumber(std::string_view word);

/// A mode in which the game is played.
struct Mode {
  std::uint32_t number;
  std::string_view word;     ///< in the log
  std::string_view refused;  ///< what it is called, where its games are not imported; else empty
  std::string_view note;     ///< what people should know of its games; empty: nothing
};
[[nodiscard]] const Mode* modeOf(std::uint32_t number);
[[nodiscard]] const Mode* modeOf(std::string_view word);

}  // namespace docket::hearthstone
