// A cache of the findings, limits, rulings and penalties of games, stored beside them, so that a second question about
// them judges no unchanged game again.
// Invariant: cached points belong to exactly this record, these documents and this program; malformed ones count as
// missing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/points.capnp.h"
#include "tools/find/points.h"
#include "tools/game/result_cache.h"

namespace docket::find {

/// The stored form of points, and its reader; empty if it is malformed.
[[nodiscard]] std::string bytesOf(const std::vector<FoundPoint>& points);
[[nodiscard]] std::optional<std::vector<FoundPoint>> readPoints(std::string_view bytes);

/// A point in its stored form; empty if it is malformed.
[[nodiscard]] std::optional<FoundPoint> pointOf(schema::GamePoints::Point::Reader from);

class PointCache {
 public:
  explicit PointCache(const Archive& archive) : archive_(archive), cache_(archive, DerivedStore::Result::points) {}

  /// The result of judgedPoints(), stored or computed; what was computed is queued to be stored if the game is
  /// complete. Thread-safe. Throws as judgedPoints() does.
  [[nodiscard]] std::vector<FoundPoint> of(const OpenGame& game);
  /// Stores the queued points, unless another process is recording.
  void store() { cache_.store(); }
  /// Stores the queued points once there are enough of them.
  void storeIfFull() { cache_.storeIfFull(); }

 private:
  const Archive& archive_;
  ResultCache cache_;
};

}  // namespace docket::find
