// The formats in which recorded games come: how each is recognised, where in a file its games begin, and what reads
// one. A further format is a folder with its reader and a line of the table in formats.cpp.
// Invariant: a format is recognised by what is in a file, never by its name.
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

/// What the reader of a format is given.
struct GameToRead {
  GameText of;
  const std::string& file;  ///< its name, for messages
  Seat seat = 0;            ///< take in only what that seat could see; 0: everything
  /// The rules that a header names. Asked at most once.
  std::function<Rules(schema::Header::Reader)> rules_of;
  /// The id that the game gets where nothing in the file says one.
  std::string id;
  /// The secret with which hidden fields are sealed, of a game that is sealed while it is read.
  std::function<Secret()> secret;
};

/// What of a source was passed over: nobody needs to understand it, or nobody does.
struct Skipped {
  std::string what;         ///< "unknown message 200"
  std::uint64_t count = 0;  ///< how often it came
};

struct ReadGame {
  Recording recording;
  std::optional<RecordEnd> end{};  ///< of a record that carries one
  GameLabel label{};               ///< what is said beside the record, where the file says it
  std::vector<Skipped> skipped{};
  std::vector<std::string> notes{};  ///< what people should know of how it was read: "it has no date, as ..."
};

struct GameFormat {
  std::string_view name;      ///< as a header says it (Header.source)
  std::string_view expected;  ///< in the message about a file that is of no format: "a transcript that begins with ..."
  bool has_end = false;       ///< a whole record says how many events it has and to which head they come
  bool (*recognises)(std::string_view first_bytes);
  /// Whether a file that is recognised surely is a game; null: all are. Other things are JSON too.
  bool (*surely)(std::string_view first_bytes) = nullptr;
  /// Whether a line begins a further game, where a line alone tells; else games_in says it of a whole file.
  bool (*begins_game)(std::string_view line) = nullptr;
  std::vector<GameText> (*games_in)(std::string_view bytes) = nullptr;
  ReadGame (*read)(const GameToRead& game);
};

/// Holds the events that a reader built without asking to what those of every record are held to. Throws BadInput.
void requireValid(const Recording& recording, const std::string& file);

/// Every format.
[[nodiscard]] std::span<const GameFormat> gameFormats();
/// The format of a file that begins so; null where it is none.
[[nodiscard]] const GameFormat* formatOf(std::string_view first_bytes);

/// Whether a file that nobody named, as one in a directory, is a game.
[[nodiscard]] bool looksLikeGame(std::string_view first_bytes);

}  // namespace docket
