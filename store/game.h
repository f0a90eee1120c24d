// Reads a game of an archive: its header, its length, and its events as a stream. A game is a view of its archive and
// must not outlive it. Only one thread may use it at a time. A branch is read like any other game: its events are 1 to
// count(), wherever they are stored.
// Invariant: count() and head() do not change after the game is opened; events 1 to count() stay readable while the
// recorder continues, seals the game or adds a further segment.
#pragma once

#include <capnp/list.h>
#include <kj/exception.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "events/digest.h"
#include "events/game_label.h"
#include "events/heads.h"
#include "events/held_event.h"
#include "schemas/event.capnp.h"
#include "store/rows/mentioned_names.h"

namespace docket {

namespace detail {
class Database;
class EventRows;
class OpenRow;
}  // namespace detail

/// Events that were sealed together: the game's play, then each later round of rulings and appeals.
struct Segment {
  std::uint32_t last = 0;  ///< the number of its last event
  Digest head{};           ///< the game's head after that event
};

/// The point at which a branch leaves its parent.
struct BranchPoint {
  std::string parent;        ///< the parent's id
  std::uint32_t at = 0;      ///< the last shared event
  std::uint8_t account = 0;  ///< the seat of the player whose account it is; 0: none
};

class Game {
 public:
  Game(Game&&) noexcept;
  Game& operator=(Game&&) noexcept;
  ~Game();

  [[nodiscard]] std::string_view id() const;
  [[nodiscard]] schema::Header::Reader header() const;
  /// The label stored next to its record; empty if there is none.
  [[nodiscard]] GameLabel label() const;
  /// The hall that records it and sends it here, by the name of its key; empty: it was recorded here, or imported.
  [[nodiscard]] std::string hall() const;
  /// Its number in the order in which games were added to the archive, from 1.
  [[nodiscard]] std::uint32_t number() const;
  /// The number of events, which is the number of the last one.
  [[nodiscard]] std::uint32_t count() const;
  /// The head after the last event, as the recorder gave it; head(0) if there are no events.
  [[nodiscard]] const Digest& head() const;
  /// The number of sealed events: 0 if the game is live, count() if it is finished.
  [[nodiscard]] std::uint32_t sealed() const;
  [[nodiscard]] std::vector<Segment> segments() const;
  /// The secrets of its events: those that a branch shares use its parent's secret.
  [[nodiscard]] Secrets secrets() const;
  /// The point where it leaves its parent, for a branch. Events up to there are read from the parent's rows.
  [[nodiscard]] std::optional<BranchPoint> branchPoint() const;
  /// The games that its events are stored with, oldest first and itself last, each with its last event.
  struct Ancestor {
    std::string id;
    std::uint32_t last = 0;
  };
  [[nodiscard]] std::vector<Ancestor> lineage() const;
  /// The number of the last event that is stored with another game; 0 if all are its own.
  [[nodiscard]] std::uint32_t shared() const;
  /// The head stored after event `number`, if any: at every multiple of 256, every seal, and the end. None within the
  /// shared part of a branch: the heads stored there are the parent's.
  [[nodiscard]] std::optional<Digest> headAt(std::uint32_t number) const;

  /// The names that its events mention, if stored: for finished games that are not branches.
  [[nodiscard]] std::optional<MentionedNames> mentionedNames() const;

  /// Calls `visit(number, event)` for each event from `from` to `to`, inclusive and clipped to 1..count(), in order.
  /// `visit` returns nothing, or true to continue and false to stop; to keep an event it keeps the HeldEvent. It may
  /// read other events of the game meanwhile. Memory: one block. Throws DamagedArchive at the first event that cannot
  /// be read, after the events before it.
  template <class Visit>
  void forEach(std::uint32_t from, std::uint32_t to, Visit&& visit) const;
  template <class Visit>
  void forEach(Visit&& visit) const {
    forEach(1, count(), std::forward<Visit>(visit));
  }

  /// Event `number`, 1 to count(). Throws std::out_of_range beyond, DamagedArchive if it cannot be read.
  [[nodiscard]] HeldEvent event(std::uint32_t number) const;

 private:
  friend class Archive;
  friend class GameReader;
  friend class DerivedStore;
  friend class Log;
  friend class detail::Database;
  struct Impl;
  struct Block {
    std::uint32_t first = 0;  // the number of its first event
    std::uint32_t last = 0;   // the number of its last event that belongs to the game
    capnp::List<schema::Event>::Reader events;
    std::shared_ptr<const detail::OpenRow> row;  // the row that holds them
    WalkedWords walked;                          // the words of it that were walked, if any
  };
  explicit Game(std::unique_ptr<Impl> impl);
  [[nodiscard]] Block blockWith(std::uint32_t number) const;  // the block that holds an event
  [[noreturn]] void throwUnreadable(std::uint32_t number, const kj::Exception& why) const;

  std::unique_ptr<Impl> impl_;
};

template <class Visit>
void Game::forEach(std::uint32_t from, std::uint32_t to, Visit&& visit) const {
  if (from == 0) from = 1;
  if (to > count()) to = count();
  for (std::uint32_t number = from; number <= to && number != 0;) {
    const Block block = blockWith(number);
    const auto end = block.last + 1;
    HeldEvent event(block.row, {}, block.walked);
    try {
      for (; number < end && number <= to; ++number) {
        event.rebind(block.events[number - block.first]);
        if constexpr (std::is_void_v<decltype(visit(number, std::as_const(event)))>) {
          visit(number, std::as_const(event));
        } else if (!visit(number, std::as_const(event))) {
          return;
        }
      }
    } catch (const kj::Exception& malformed) {
      throwUnreadable(number, malformed);
    }
  }
}

}  // namespace docket
