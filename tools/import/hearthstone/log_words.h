// The words of the client's log for those tags, zones, kinds of cards, steps and blocks that the import uses: facts of
// the protocol.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace docket::hearthstone {

/// The number of a tag by its word in the log, or by its number in digits; empty for a tag that the import does not
/// use.
[[nodiscard]] std::optional<std::uint32_t> tagNumber(std::string_view word);
/// The value of a tag: a number, or a word of that tag; empty for an unknown word.
[[nodiscard]] std::optional<std::int64_t> tagValue(std::uint32_t tag, std::string_view word);
/// The word of a tag that the import uses; empty for any other.
[[nodiscard]] std::string_view tagWord(std::uint32_t tag);
/// True if the import uses that tag.
[[nodiscard]] inline bool isRead(std::uint32_t tag) { return !tagWord(tag).empty(); }
/// True if the tag is known to have such a value: for a tag with words, one of these; otherwise any number.
[[nodiscard]] bool isKnownValue(std::uint32_t tag, std::int64_t value);
/// True if the server is known to have such a kind of block.
[[nodiscard]] bool isKnownBlock(std::uint32_t block);
/// The kind of a block by its word, or its number in digits.
[[nodiscard]] std::optional<std::uint32_t> blockNumber(std::string_view word);

/// A mode in which the game is played.
struct Mode {
  std::uint32_t number;
  std::string_view word;     ///< in the log
  std::string_view refused;  ///< its name, if its games are not imported; otherwise empty
  std::string_view note;     ///< a note for the user on its games; empty: none
};
[[nodiscard]] const Mode* modeOf(std::uint32_t number);
[[nodiscard]] const Mode* modeOf(std::string_view word);

}  // namespace docket::hearthstone
