// What an organiser says of a game beside its record: the tournament, the match, the round, the table, who played.
// Invariant: a record is never changed by it. It can say what the record leaves open; where the two differ, the record
// is kept and the difference is told.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "schemas/event.capnp.h"

namespace docket {

/// An empty text and 0 say nothing. The fields are those of a header.
struct GameLabel {
  std::string event, match;
  std::uint32_t round = 0, table = 0, game_of_match = 0;
  std::vector<std::string> players{};

  [[nodiscard]] bool empty() const;
  /// What `other` says where this one says nothing.
  void fillFrom(const GameLabel& other);
  friend bool operator==(const GameLabel&, const GameLabel&) = default;
};

/// A field of which a label and the record say different things.
struct LabelConflict {
  std::string field;     ///< as a header has it: "event", "players[1]"; or "result"
  std::string recorded;  ///< in words
  std::string said;      ///< in words
};

/// A label held against the header of a game.
struct ComparedLabel {
  GameLabel adds;  ///< what the record leaves open; players by seat, an empty name where the label adds none
  std::vector<LabelConflict> conflicts;
  std::vector<std::uint8_t> seats;  ///< of the label's players, by their order; 0: there is no seat for that one
  bool seated_by_order = false;     ///< the record names no player, so the first is taken to sit at the first seat
};

/// Names find their seats in whatever order they stand. A name that was erased is not brought back: saying one at that
/// seat is a conflict.
[[nodiscard]] ComparedLabel compareLabel(schema::Header::Reader header, const GameLabel& label);

/// Sets in a header what the label adds to it (ComparedLabel::adds).
void addLabel(schema::Header::Builder header, const GameLabel& adds);

}  // namespace docket
