// Derived data about games, stored to save time: keyframes (states), results about a game (of verifying it, of reading
// its rules), and an index over the games. All are opaque bytes, under a tag that identifies everything that they were
// computed from.
// Invariant: everything here can be dropped at any time. It is the one part of an archive that is not synced when it is
// written.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "events/digest.h"
#include "store/game.h"

namespace docket {

/// Bytes stored for the point after an event of a game.
struct Keyframe {
  std::uint32_t number = 0;  ///< it is the state after this event; 0: before the first
  std::string bytes;
};

class DerivedStore {
 public:
  /// Stores a keyframe of the state after event `number`. Only for a recorder; a reader gets an EnvironmentError.
  void put(const Game& game, const Digest& tag, std::uint32_t number, std::span<const std::uint8_t> bytes);
  /// The latest one at or before event `number`, or nothing.
  [[nodiscard]] std::optional<Keyframe> nearest(const Game& game, const Digest& tag, std::uint32_t number) const;

  /// Which keyframes are stored for a game and for the games whose past it shares, without the keyframes themselves.
  struct KeyframeSummary {
    std::vector<std::uint32_t> keyframes_at;  ///< the events of the keyframes under the tag, in order
    std::uint32_t under_other_tags = 0;       ///< the number of keyframes under other tags
    Digest digest{};                          ///< identifies all keyframes, whatever their tag
  };
  [[nodiscard]] KeyframeSummary summary(const Game& game, const Digest& tag) const;

  /// Results about a game as a whole.
  enum class Result : std::uint8_t {
    verdict,    ///< the full result of verifying it, in words
    footprint,  ///< the parts of its rules that it consulted
    grades,     ///< the result of verifying it, as grades only
    decisions,  ///< the rulings and findings in it, with the shapes of their derivations
    points,     ///< its findings, limits, rulings and penalties
    receipt,    ///< what the receiving archive confirms that it has stored (tools/relay)
  };
  /// The stored result with that tag; empty if there is none.
  [[nodiscard]] std::optional<std::string> result(const Game& game, Result kind, const Digest& tag) const;
  /// A result of a game (Game::number()).
  struct GameResult {
    std::uint32_t game = 0;
    Digest tag{};
    std::string result;
  };
  /// Stores results in one write; each replaces the previous one of its game and kind.
  void putResults(Result kind, std::span<const GameResult> found);

  /// A row of the index over the games: the value of a key for the games of a segment. The same key can have a row in
  /// several segments. A key has no zero bytes.
  struct IndexRow {
    std::string key;
    std::uint32_t segment = 0;
    std::string bytes;
  };
  /// Stores rows in one write; with `replaces`, in place of all others.
  void putIndex(std::span<const IndexRow> rows, bool replaces = false);
  /// Calls `visit` with each row of a key, or of all keys that begin with `prefix`, in their order, until it returns
  /// false.
  using VisitIndexRow = std::function<bool(std::string_view key, std::uint32_t segment, std::string_view bytes)>;
  void forEachIndexRow(std::string_view key, const VisitIndexRow& visit) const;
  void forEachIndexRowFrom(std::string_view prefix, const VisitIndexRow& visit) const;

  /// Deletes all keyframes of the archive and frees their disk space.
  void drop();

 private:
  friend class Archive;
  explicit DerivedStore(std::shared_ptr<detail::Database> database) : database_(std::move(database)) {}
  std::shared_ptr<detail::Database> database_;
};

}  // namespace docket
