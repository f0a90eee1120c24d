// The events of a game that a judge or an archivist looks for: findings, limits that were reached, rulings, penalties,
// acts, and where a card first appears.
// Invariant: findings and rulings are those of `docket verify`, in effect at the end of the game unless they are marked
// otherwise.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tools/game/game_loader.h"

namespace docket::find {

struct FoundPoint {
  enum class Kind : std::uint8_t {
    finding,
    limit,  ///< an act that is the last one that a limit allows
    ruling,
    penalty,
    act,   ///< an event of the game
    card,  ///< the first event after which a card with the title is known
    count_
  };
  Kind kind{};
  EventNumber event = 0;
  bool is_certain = true;  ///< false: something unknown decides whether it is so
  bool is_undone = false;  ///< a judge took it back, corrected it, or replaced it on appeal
  Seat player = 0;         ///< the player that it is about; 0: none
  std::string what;        ///< in words
  /// The words that select it, all in lower case: of a finding, "illegal" or another grade and its kind; of a ruling
  /// "right", "wrong" or "undecided"; of a penalty its name; of an act its payload.
  std::vector<std::string> words{};
  std::vector<std::string> clauses{};  ///< the clauses that it cites
  std::string limit{};                 ///< the limit that is reached or exceeded; empty: none
  std::string card{};                  ///< the title of the card that it is about; empty: none, or unknown
  std::string judge{};
  friend bool operator==(const FoundPoint&, const FoundPoint&) = default;
};

/// "finding", "limit", ...
[[nodiscard]] std::string_view kindWord(FoundPoint::Kind kind);

/// A filter for points. Empty fields match all; comparisons ignore case.
struct PointFilter {
  std::string card, clause, finding, act, limit, ruling, judge, penalty;
  bool undone = false;  ///< points that were undone count too

  /// True if any field is set.
  [[nodiscard]] bool asks() const;
  /// The kinds of points that can pass; none if no point can.
  [[nodiscard]] std::vector<FoundPoint::Kind> kinds() const;
  /// True if judgedPoints() can pass.
  [[nodiscard]] bool asksJudge() const;
  [[nodiscard]] bool passes(const FoundPoint& point) const;
};

/// The findings, limits, rulings and penalties of a game, in the order of their events. Recomputes its verdict. Throws
/// DamagedArchive if it cannot be read or folded to its end.
[[nodiscard]] std::vector<FoundPoint> judgedPoints(const OpenGame& game, const DerivedStore& keyframes);

/// The acts, or the first appearances of cards, that pass the filter.
[[nodiscard]] std::vector<FoundPoint> playedPoints(const OpenGame& game, const PointFilter& filter);

/// The words that --finding takes.
[[nodiscard]] std::vector<std::string_view> findingWords();
/// The payloads that --act names. Throws BadInput for any other text, with the nearest.
void requireAct(const std::string& typed);

}  // namespace docket::find
