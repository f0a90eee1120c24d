// The recorded end of a game: the last gameEnded that no judge took back or corrected. Folds nothing, so that the ends
// of all games of an archive can be listed.
#pragma once

#include <functional>
#include <optional>

#include "engine/fold/history.h"

namespace docket {

struct RecordedEnd {
  Seats winners = 0;              ///< empty: none, or as `everybody` says
  schema::Everybody everybody{};  ///< all players have won, or lost
  friend bool operator==(const RecordedEnd&, const RecordedEnd&) = default;
};

/// The end according to the first `count` events of a game; empty if they record none.
[[nodiscard]] std::optional<RecordedEnd> recordedEnd(const EventSource& events, EventNumber count);

}  // namespace docket
