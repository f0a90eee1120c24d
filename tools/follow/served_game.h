// The served files of a log's games (docket tiles --games), of which followers make their copies:
//
//   game/N            what the game of leaf N has more than at its leaf before: a heading (schemas/served.capnp);
//                     of its first leaf the header; the events; the end, with the head. JSON Lines, as docket
//                     export writes them
//   document/DIGEST   a ruleset or a catalogue that a leaf names, as it is stored
//   erased            the leaves whose files were replaced because a name was erased, a line each, in order
//   games             the number of leaves that have files
//
// N is written as tiles write it: x001/234. Files do not change, except that of a leaf in `erased`.
// Invariant: a file that is read gives the head of its leaf, or is refused with its place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "events/heads.h"
#include "events/log/leaf.h"
#include "events/recording.h"
#include "store/archive.h"

namespace docket::follow {

inline constexpr std::string_view kErasedPath = "erased";
inline constexpr std::string_view kGamesPath = "games";
/// The largest served game that is read, in bytes.
inline constexpr std::size_t kMaxGameBytes = 64U << 20;

[[nodiscard]] std::string gamePath(std::uint64_t leaf);
[[nodiscard]] std::string documentPath(const Digest& digest);

/// The file of a leaf of a game, which is open as the leaf has it (GameReader::asLogged). `after`: the events that its
/// earlier leaves cover. Throws DamagedArchive if the events do not give the game's head.
[[nodiscard]] std::string servedText(const Game& game, std::uint64_t leaf, std::uint32_t after);

/// The first line of a file.
struct ServedHeading {
  std::uint64_t leaf = 0;
  std::string game;
  std::uint32_t after = 0;
  std::string parent;  ///< of a branch; else empty
  std::uint32_t at = 0;
  std::uint8_t account = 0;
};
/// The heading of a file. Throws BadInput.
[[nodiscard]] ServedHeading headingOf(std::string_view text, const std::string& file);

/// A game by its first leaf.
struct ServedGame {
  ServedHeading heading;
  Recording recording;
  Digest first_head{};
  std::vector<Digest> heads{};  ///< as in ImportedGame
  Secrets secrets;              ///< new ones
  std::size_t bytes = 0;        ///< of the file
};
/// The game of a file. Throws BadInput if it is malformed, or is not what the leaf is about.
[[nodiscard]] ServedGame servedGame(const std::string& text, const std::string& file, std::uint64_t number,
                                    const GameLeaf& leaf);
/// The events of a file that continues a game, each with the head after it. Likewise.
[[nodiscard]] std::vector<NewEvent> servedEvents(const std::string& text, const std::string& file,
                                                 const ServedHeading& heading, const Game& game, const GameLeaf& leaf);

/// The seats (from 1) whose names are erased in the header of a file, and not in the game, whose file it is. Throws
/// BadInput if the header is not that of the game.
[[nodiscard]] std::vector<std::uint8_t> erasedSeats(const std::string& text, const std::string& file, const Game& game);

}  // namespace docket::follow
