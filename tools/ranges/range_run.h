// A command's work on the games of a range of leaves: each game is opened as the checkpoint has it, by several threads,
// and the lines about the games are written in the order of their leaves.
// Invariant: the leaves of the range are those of the checkpoint, so a game is what the checkpoint's signer sealed, and
// what was recorded later does not count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/log/checkpoint.h"
#include "store/archive.h"
#include "store/game_reader.h"
#include "tools/ranges/leaf_span.h"
#include "tools/ranges/result_file.h"

namespace docket::leaf_ranges {

/// True if one of the first `leaves` leaves of the archive's log is of a record that replaces this one.
[[nodiscard]] bool isReplacedWithin(const Archive& archive, std::string_view id, std::uint64_t leaves);

class RangeRun {
 public:
  /// Throws DamagedArchive if the archive's leaves are not those of the checkpoint, with whose root its log begins. The
  /// archive and the checkpoint must outlive it.
  RangeRun(const Archive& archive, const Checkpoint& checkpoint, LeafSpan leaves);

  [[nodiscard]] const Archive& archive() const { return archive_; }
  [[nodiscard]] LeafSpan leaves() const { return leaves_; }
  /// The games whose first leaf is in the range, by that leaf.
  [[nodiscard]] const std::vector<LoggedGame>& games() const { return games_; }
  /// The open game as the checkpoint has it. Throws DamagedArchive. Thread-safe.
  [[nodiscard]] Game asLogged(Game game, const LoggedGame& logged) const;
  /// True if another record that the checkpoint has replaces this one.
  [[nodiscard]] bool isReplaced(std::string_view id) const;
  /// A message without the path of this machine's archive, so that it is the same on all machines.
  [[nodiscard]] std::string withoutPath(std::string text) const;

  /// The line about a game; empty: there is none.
  using LineOf = std::function<std::string(const LoggedGame& game, GameReader& reader)>;
  /// Writes the line about each game. `between`: called by this thread with the number of games that are done.
  void writeLines(ResultWriter& writer, std::size_t threads, const LineOf& line_of,
                  const std::function<void(std::size_t)>& between) const;

 private:
  const Archive& archive_;
  const Log log_;
  const Checkpoint& checkpoint_;
  const LeafSpan leaves_;
  std::vector<LoggedGame> games_;
};

}  // namespace docket::leaf_ranges
