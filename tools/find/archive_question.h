// A question about the games of an archive, and its answer about one of them.
// Invariant: the answer about a game depends on the game, its documents and the question alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/find/point_cache.h"
#include "tools/find/points.h"
#include "tools/find/state_search.h"
#include "tools/game/game_loader.h"
#include "tools/game/grade.h"

namespace docket::find {

/// How a game ended, as far as its record says.
enum class GameEnding : std::uint8_t { won, drawn, unfinished };

struct ArchiveQuestion {
  StateQuestion state{};
  PointFilter points{};
  std::string winner{};                 ///< a part of a winner's name, in any case; empty: any
  std::optional<GameEnding> outcome{};  ///< empty: any
  std::optional<Grade> grade{};         ///< the grade of the game, as `docket verify` gives it; empty: any
  std::optional<std::string> under{};   ///< the ruleset to use instead of those of the games
  bool only_certain = false;            ///< leave out hits that are only possible

  /// True if it asks about what happened in a game, not only which game it was.
  [[nodiscard]] bool asksEvents() const { return state.asks() || points.asks(); }
};

/// A point of a game that answers a question.
struct Hit {
  EventNumber event = 0;  ///< it is the table after this event
  EventNumber last = 0;   ///< the last event up to which it stays so; of anything but a state, the same
  bool is_certain = true;
  std::string_view kind;           ///< "state", "game", or that of a point
  std::string when{};              ///< "turn 3, action phase"
  FoundPoint point{};              ///< if it is one
  std::vector<std::string> why{};  ///< if it is not certain
};

/// True if `part` is in `name`, whatever the case and the accents.
[[nodiscard]] bool isPartOfName(std::string_view part, std::string_view name);

/// The hits in a game, in order. If the question does not ask about events, the game itself is one, at its end. A
/// question about states and points gives the states, in games that have such a point. Throws BadInput if the question
/// makes no sense in that game, DamagedArchive if the game cannot be read. `cache`: of points under the game's own
/// rules.
[[nodiscard]] std::vector<Hit> hitsIn(const OpenGame& game, const ArchiveQuestion& question, const Archive& archive,
                                      PointCache& cache);

}  // namespace docket::find
