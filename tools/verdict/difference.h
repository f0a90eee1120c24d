// The differences between two tables, and the events that caused them: two points of a game, two games, a game and its
// branch, or one game under two rulesets.
// Invariant: the records agree in every event before `first`. Every difference has, for each side, the event that set
// its value, if that event is not shared.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/game/game_loader.h"
#include "tools/verdict/state_fields.h"

namespace docket {

/// A table to compare: a game after an event. The game must outlive it.
struct Side {
  const OpenGame* game = nullptr;
  EventNumber at = 0;
};

/// One side of a difference.
struct SideOf {
  std::string value;      ///< empty: this side has no such value
  EventNumber event = 0;  ///< the event that set this value; 0: it is in the shared past
  std::string what;       ///< that event, as the transcript says it
  std::string clause;     ///< of the ruleset; empty if no single clause decides it
};

struct Difference {
  std::string subject, field;  ///< "Steady Guard #2", "Force"
  SideOf left, right;
};

/// An event of one side, and the rules that it breaks.
struct SideEvent {
  EventNumber number = 0;               ///< 0: the side has no further event
  std::string what;                     ///< as the transcript says it
  std::vector<std::string> clauses{};   ///< the clauses that it certainly breaks
  std::vector<std::string> readings{};  ///< under two rulesets: how the cards that it touched read differently after it
};

struct Comparison {
  EventNumber shared = 0;  ///< the sides have the events up to this one in common
  /// The first event in which they differ; empty if neither goes on.
  std::optional<std::pair<SideEvent, SideEvent>> first{};
  std::vector<Difference> differences{};
  std::uint32_t compared = 0;  ///< events that had to be compared to find out

  [[nodiscard]] bool equal() const { return differences.empty() && !first; }
};

/// Compares two tables. Games of one archive or of two; under one ruleset or two.
[[nodiscard]] Comparison differenceOf(const Side& left, const Side& right);

}  // namespace docket
