// How a game is named: by its id and, if a corrected record replaced an earlier one, the number of the record:
//
//   friday/12      the first record of the game; typed, the newest one
//   friday/12@2    the second, which replaces the first; @3 replaces @2
//   friday/12@1    typed only: the first
//
// Invariant: an id always names the same record. Typed names are resolved to ids in one place (store/naming.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace docket {

inline constexpr std::size_t kMaxIdBytes = 128;

/// The source in the header of a record that replaces another one; its source digest is the other record's head at the
/// time.
inline constexpr std::string_view kReplacementSource = "replacement";

/// The parts of a name.
struct GameName {
  std::string_view game;
  std::uint32_t record = 0;  ///< 0: none given
};
/// "friday/12@2" is record 2 of friday/12. A text without such an ending is the game's name as a whole.
[[nodiscard]] GameName gameNameOf(std::string_view text);

/// True if a text is an id: 1 to 128 of A-Z a-z 0-9 . _ - / and, for a record that replaces another one, @ and its
/// number, from 2.
[[nodiscard]] bool isGameId(std::string_view text);

/// The id of a record of a game, from 1.
[[nodiscard]] std::string recordId(std::string_view game, std::uint32_t record);
/// The id of the record that a record replaces; empty for the first record.
[[nodiscard]] std::string replacedId(std::string_view id);
/// The name that refers to exactly this record when typed.
[[nodiscard]] std::string exactName(std::string_view id);

}  // namespace docket
