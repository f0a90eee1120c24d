// How a game ended, as its record says: the last gameEnded that no judge took back or corrected. Nothing is folded, so
// that the ends of all games of an archive can be listed.
#pragma once

#include <functional>
#include <optional>

#include "engine/fold/history.h"

namespace docket {

struct RecordedEnd {
  Seat winner = 0;                ///< 0 nobody, or all as `everybody` says
  schema::Everybody everybody{};  ///< all players have won, or lost
  friend bool operator==(const RecordedEnd&, const RecordedEnd&) = default;
};

/// The end that the first `count` events of a game say; nothing where they say none.
[[nodiscard]] std::optional<RecordedEnd> recordedEnd(const EventSource& events, EventNumber count);

}  // namespace docket
