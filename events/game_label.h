// Data about a game, stored next to its record: the tournament, the match, the round, the table, the players, and who
// recorded which events. No head covers it, so names in it can be erased.
// Invariant: a label never changes a record. It can add what the record leaves open; if the two differ, the record is
// kept and the difference is reported.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/event.capnp.h"

namespace docket {

/// A person who recorded some events.
struct RecordedBy {
  std::string name;  ///< empty: it was erased
  std::uint32_t first = 0, last = 0;
  friend bool operator==(const RecordedBy&, const RecordedBy&) = default;
};

/// An empty text and 0 mean "not given". The fields are those of a header, but for `recorded_by`.
struct GameLabel {
  std::string event, match;
  std::uint32_t round = 0, table = 0, game_of_match = 0;
  std::vector<std::string> players{};
  std::uint8_t erased_seats = 0;          ///< a bit for each seat, from the first: its name was given and then erased
  std::vector<RecordedBy> recorded_by{};  ///< events that several people typed together are there for each of them

  [[nodiscard]] bool empty() const;
  /// Fills the fields that are not given here from `other`.
  void fillFrom(const GameLabel& other);
  friend bool operator==(const GameLabel&, const GameLabel&) = default;
};

/// A field that differs between a label and the record.
struct LabelConflict {
  std::string field;     ///< its name in a header: "event", "players[1]"; or "result"
  std::string recorded;  ///< in words
  std::string in_label;  ///< in words
};

/// The result of comparing a label with a game's header.
struct ComparedLabel {
  /// The fields that the record leaves open; players by seat, with an empty name if the label adds none.
  GameLabel adds;
  std::vector<LabelConflict> conflicts;
  /// The seats of the label's players, in their order; 0: there is no seat for that player.
  std::vector<std::uint8_t> seats;
  bool seated_by_order = false;  ///< the record names no player, so players are seated in the label's order
};

/// Matches names to their seats in any order. An erased name is not restored: giving one at that seat is a conflict.
[[nodiscard]] ComparedLabel compareLabel(schema::Header::Reader header, const GameLabel& label);

/// The data about a game from its header or, if the header leaves it open, its label. `seat`: from 1 to the last.
[[nodiscard]] std::string_view eventOf(schema::Header::Reader header, const GameLabel& label);
[[nodiscard]] std::string_view playerOf(schema::Header::Reader header, const GameLabel& label, unsigned seat);
/// True if the label repeats nothing from the header, and names only existing seats.
[[nodiscard]] bool addsOnly(schema::Header::Reader header, const GameLabel& label);
/// A game's label after adding `adds` (ComparedLabel::adds) to its label `kept`; fields in both are overwritten. An
/// erased name is not restored: giving one again is a conflict.
[[nodiscard]] GameLabel relabelled(const GameLabel& kept, GameLabel adds, std::vector<LabelConflict>& conflicts);
/// A game's label after merging the label of another copy: the fields of either; for fields in both, that of `kept`,
/// and the other is a conflict. A name that was erased here is not restored.
[[nodiscard]] GameLabel mergedLabel(schema::Header::Reader header, const GameLabel& kept, const GameLabel& other,
                                    std::vector<LabelConflict>& conflicts);
/// Removes the name of a seat, from 1, and notes that there was one.
void eraseFromLabel(GameLabel& label, unsigned seat);
/// Notes who recorded events `first` to `last`. The latest entry grows if it is the same person's and ends before them.
void addRecordedBy(GameLabel& label, const std::string& name, std::uint32_t first, std::uint32_t last);
/// Removes a name from `recorded_by`, and notes that there was one.
void eraseRecordedBy(GameLabel& label, std::string_view name);

/// Adds a label's additions (ComparedLabel::adds) to a header.
void addLabel(schema::Header::Builder header, const GameLabel& adds);

}  // namespace docket
