// What an organiser says of a game beside its record: the tournament, the match, the round, the table, who played.
// Invariant: a record is never changed by it. It can say what the record leaves open; where the two differ, the record
// is kept and the difference is told.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/event.capnp.h"

namespace docket {

/// An empty text and 0 say nothing. The fields are those of a header.
struct GameLabel {
  std::string event, match;
  std::uint32_t round = 0, table = 0, game_of_match = 0;
  std::vector<std::string> players{};
  std::uint8_t erased_seats = 0;  ///< a bit for each seat, from the first: a name was said there, and was erased

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

/// What is known of a game by its header and, where that leaves it open, by its label. `seat`: from 1 to the last.
[[nodiscard]] std::string_view eventOf(schema::Header::Reader header, const GameLabel& label);
[[nodiscard]] std::string_view playerOf(schema::Header::Reader header, const GameLabel& label, unsigned seat);
/// Whether the label says nothing of what the header says, and only of seats that there are.
[[nodiscard]] bool addsOnly(schema::Header::Reader header, const GameLabel& label);
/// The label that a game has when `adds` (ComparedLabel::adds) is said of it, beside what `kept` says; what both say is
/// said anew. A name that was erased is not brought back: where one is said again, that is a conflict.
[[nodiscard]] GameLabel relabelled(const GameLabel& kept, GameLabel adds, std::vector<LabelConflict>& conflicts);
/// The label that a game has where another copy of it has one: what either says, and of what both say what `kept` says,
/// while the other is a conflict. A name that was erased here is not brought back.
[[nodiscard]] GameLabel mergedLabel(schema::Header::Reader header, const GameLabel& kept, const GameLabel& other,
                                    std::vector<LabelConflict>& conflicts);
/// Takes away the name of a seat, from 1, so that it is known that there was one.
void eraseFromLabel(GameLabel& label, unsigned seat);

/// Sets in a header what the label adds to it (ComparedLabel::adds).
void addLabel(schema::Header::Builder header, const GameLabel& adds);

}  // namespace docket
