// What a player may do at a point of a game: every candidate act with the verdict of the judge.
// Invariant: each verdict is the one that `docket ask --act` gives on the same line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "events/json/json_writer.h"
#include "tools/explain/candidate_acts.h"
#include "tools/explain/hypothetical.h"

namespace docket {

/// The most acts that are tried.
inline constexpr std::size_t kMaxMovesTried = 2000;

struct Move {
  CandidateAct act;
  schema::Event::Which kind{};
  ActVerdict verdict{};
};

struct PossibleMoves {
  WhoseActs whose{};
  std::vector<Move> moves{};                                  ///< in the order in which they were tried
  std::map<schema::Event::Which, std::uint32_t> uncovered{};  ///< acts that no rule here is about; 0: none was tried
  std::uint32_t tried = 0;
  bool cut = false;  ///< there are more than were tried

  [[nodiscard]] std::uint32_t count(Standing standing) const;
};

/// The player or card meant if no player is named: the card's controller (out of play: its owner), else the player
/// whose turn it is. Throws BadInput if it is no player's turn.
[[nodiscard]] WhoseActs whoseActs(const State& state, const Ruleset& ruleset, CardIndex card);

/// The acts of a player on the table of `table`, without hypothetical events so far.
[[nodiscard]] PossibleMoves possibleMoves(const Hypothetical& table, const Words& words, const WhoseActs& whose);

/// Moves with the same verdict for the same reasons; variants of an act share a line.
struct MoveGroup {
  struct Line {
    std::string text;
    CardIndex card = kNone;
  };
  ActVerdict verdict{};
  std::vector<Line> lines{};
};
/// The groups, in the order in which the first move of each was tried.
[[nodiscard]] std::vector<MoveGroup> groupedMoves(const PossibleMoves& moves, Standing standing);

/// Whether illegal acts are listed too.
enum class Listed : std::uint8_t { possible, all };

/// Prints them by verdict, and what was not judged.
void printMoves(std::ostream& out, const PossibleMoves& moves, const Words& words, Listed listed, bool colour);
/// Writes them as members of the object that is open.
void writeMoves(JsonWriter& json, const PossibleMoves& moves, const Words& words, Listed listed);

}  // namespace docket
