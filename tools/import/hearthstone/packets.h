// The packets of a game that one client of Hearthstone received, whatever file has them: entities that are created,
// revealed, hidden or transformed, changes of single tags, and the blocks in which the server does this. The readers of
// files make packets; the rest of the import knows no files.
// Invariant: a packet is complete; a reader passes it on at once and keeps nothing of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace docket::hearthstone {

/// A place in a file; line and column count from 1.
struct FilePlace {
  std::size_t line = 0, column = 0;
};

/// A tag and its value. A value has 32 bits, as the server's have, so that two can be told apart by how much.
struct Tag {
  std::uint32_t tag = 0;
  std::int64_t value = 0;
};

/// Stands for an unknown word as the value of a tag.
inline constexpr std::int64_t kUnknownValue = INT64_MIN;

/// How many tags an entity may have at once; real ones have a few dozen.
inline constexpr std::size_t kMaxTags = 4096;

struct Packet {
  enum class Kind : std::uint8_t {
    game_entity,    ///< entity, tags
    player,         ///< entity, seat, text: the name; tags
    full_entity,    ///< entity, text: the card's id, or empty if it is not known; tags
    show_entity,    ///< entity, text, tags: it is known now
    change_entity,  ///< entity, text, tags: it is another card now
    hide_entity,    ///< entity, value: the zone that it goes into
    tag_change,     ///< entity, tag, value
    block_began,    ///< entity, block, target: 0 none
    block_ended,
    shuffled,  ///< seat: whose deck
    reset,     ///< the game goes back to an earlier point: later tables are void
    mode,      ///< value: the number of the mode in which it was played, by kModes
    note,      ///< text: a remark about the file, for people
    skipped,   ///< text: what could not be read; entity: what it is about, 0 for anything; value: how often; tag: of
               ///< what
    cut,       ///< the file ends here, incomplete
  };
  Kind kind = Kind::block_ended;
  FilePlace at;
  /// How much of the game was read up to it: XML elements, of which the game is the first; or lines.
  std::uint64_t ordinal = 0;
  std::uint32_t entity = 0;
  std::uint32_t seat = 0;
  std::uint32_t tag = 0;
  std::int64_t value = 0;
  std::uint32_t block = 0;
  std::uint32_t target = 0;
  std::string text;
  std::vector<Tag> tags;
  bool is_robot = false;     ///< of a player: the game itself plays for it
  bool is_harmless = false;  ///< the skipped item changes nothing
};

/// Receives packets in order; false when it needs no more.
using PacketSink = std::function<bool(const Packet&)>;

}  // namespace docket::hearthstone
