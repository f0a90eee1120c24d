// The formats of recorded games: how to recognise each, where a file's games begin, and the reader. To add a format,
// add a folder with its reader and a line to the table in formats.cpp.
// Invariant: a format is recognised by a file's content, never by its name.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/catalogue.h"
#include "events/game_label.h"
#include "events/json/jsonl.h"
#include "events/recording.h"

namespace docket {

/// One game within a file.
struct GameText {
  std::string_view text;
  std::size_t first_line = 1;  ///< the number of its first line in the file
};

/// The input of a format's reader.
struct GameToRead {
  GameText source;
  const std::string& file;  ///< its name, for messages
  Seat seat = 0;            ///< read only what that seat could see; 0: everything
  /// Returns the rules that a header names. Called at most once.
  std::function<Rules(schema::Header::Reader)> rules_of;
  /// The game's id if the file gives none.
  std::string id;
  /// Returns the secret that seals hidden fields, for a game that is sealed while it is read.
  std::function<Secret()> secret;
};

/// A kind of source data that the reader skipped, because it is irrelevant or not understood.
struct Skipped {
  std::string what;         ///< "unknown message 200"
  std::uint64_t count = 0;  ///< the number of occurrences
};

struct ReadGame {
  Recording recording;
  std::optional<RecordEnd> end{};  ///< set if the record has an end
  GameLabel label{};               ///< the labels that the file gives beside the record
  std::vector<Skipped> skipped{};
  std::vector<std::string> notes{};  ///< notes for the user on how it was read: "it has no date, as ..."
};

struct GameFormat {
  std::string_view name;      ///< as in Header.source
  std::string_view expected;  ///< for the message about an unrecognised file: "a transcript that begins with ..."
  bool has_end = false;       ///< a complete record states its number of events and its head
  bool (*recognises)(std::string_view first_bytes);
  /// True if a recognised file is certainly a game; null: every one is. Needed for JSON, which can be anything.
  bool (*is_game)(std::string_view first_bytes) = nullptr;
  /// True if a line begins another game. Null if a single line cannot tell; games_in then splits the whole file.
  bool (*begins_game)(std::string_view line) = nullptr;
  std::vector<GameText> (*games_in)(std::string_view bytes) = nullptr;
  ReadGame (*read)(const GameToRead& game);
};

/// Validates events that a reader built without validation, as those of any record. Throws BadInput.
void requireValid(const Recording& recording, const std::string& file);

/// Every format.
[[nodiscard]] std::span<const GameFormat> gameFormats();
/// The format of a file with these first bytes; null if there is none.
[[nodiscard]] const GameFormat* formatOf(std::string_view first_bytes);

/// True if a file that was not named explicitly, such as one in a directory, is a game.
[[nodiscard]] bool looksLikeGame(std::string_view first_bytes);

}  // namespace docket
