// A game of an archive, to be read: its header, how far it has got, and its events as a stream.
// A game is a view of its archive and must not outlive it. It is used by one thread at a time.
// A branch is read like any other game: its events are 1 to count(), wherever they are stored.
// Invariant: count() and head() are those of the moment the game was opened; events 1 to count() stay readable
// while the recorder goes on, seals the game or adds a further segment.
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

#include "events/game_label.h"
#include "events/heads.h"
#include "events/held_event.h"
#include "schemas/event.capnp.h"
#include "store/rows/mentioned_names.h"
#include "store/types.h"

namespace docket {

namespace detail {
class Database;
class EventRows;
class OpenRow;
}  // namespace detail

/// What was sealed at once: the game's play, then each later round of rulings and appeals.
struct Segment {
  std::uint32_t last = 0;  ///< the number of its last event
  Bytes32 head{};          ///< the game's head after that event
};

/// Where a branch parts from its parent.
struct BranchPoint {
  std::string parent;        ///< the parent's id
  std::uint32_t at = 0;      ///< the last event that they share
  std::uint8_t account = 0;  ///< the seat of the player who tells it so; 0 nobody
};

class Game {
 public:
  Game(Game&&) noexcept;
  Game& operator=(Game&&) noexcept;
  ~Game();

  [[nodiscard]] std::string_view id() const;
  [[nodiscard]] schema::Header::Reader header() const;
  /// What is said of it beside its record; empty where nothing is.
  [[nodiscard]] GameLabel label() const;
  /// Its place in the order in which games came into the archive, from 1.
  [[nodiscard]] std::uint32_t number() const;
  /// How many events the game has; the last one's number.
  [[nodiscard]] std::uint32_t count() const;
  /// The head after the last event, as whoever recorded it gave it; head(0) where there is none.
  [[nodiscard]] const Bytes32& head() const;
  /// How many of the events are sealed. 0 where the game is live, count() where it is finished.
  [[nodiscard]] std::uint32_t sealed() const;
  [[nodiscard]] std::vector<Segment> segments() const;
  /// What it is hashed with, by event: those that a branch shares are under its parent's secret.
  [[nodiscard]] Secrets secrets() const;
  /// Where it parts from its parent, if it is a branch. Events up to there are read from the parent's rows.
  [[nodiscard]] std::optional<BranchPoint> branchPoint() const;
  /// The games whose events it has, the oldest first and itself last, each with the last event that is that one's.
  struct Ancestor {
    std::string id;
    std::uint32_t last = 0;
  };
  [[nodiscard]] std::vector<Ancestor> lineage() const;
  /// The number of the last event that is stored with another game; 0 where all are its own.
  [[nodiscard]] std::uint32_t shared() const;
  /// The head stored after event `number`, where one is: at every multiple of 256, at every seal, at the end. None
  /// within what a branch shares: the heads that are stored there are its parent's.
  [[nodiscard]] std::optional<Bytes32> headAt(std::uint32_t number) const;

  /// What its events name, where that is kept beside it: of games that are finished, and are no branches.
  [[nodiscard]] std::optional<MentionedNames> mentionedNames() const;

  /// Calls `see(number, event)` for each event from `from` to `to`, both included and clipped to 1..count(), in order.
  /// `see` gives nothing, or true to go on and false to stop; what it keeps of the events it keeps as HeldEvent. It may
  /// read other events of the game meanwhile. Memory: one block. Throws DamagedArchive at the first event that cannot
  /// be read, after those before it.
  template <class See>
  void forEach(std::uint32_t from, std::uint32_t to, See&& see) const;
  template <class See>
  void forEach(See&& see) const {
    forEach(1, count(), std::forward<See>(see));
  }

  /// Event `number`, 1 to count(). Throws std::out_of_range beyond, DamagedArchive where it cannot be read.
  [[nodiscard]] HeldEvent event(std::uint32_t number) const;

 private:
  friend class Archive;
  friend class GameReader;
  friend class Keyframes;
  friend class Log;
  friend class detail::Database;
  struct Impl;
  struct Block {
    std::uint32_t first = 0;  // the number of its first event
    std::uint32_t last = 0;   // and of the last one that is the game's
    capnp::List<schema::Event>::Reader events;
    std::shared_ptr<const detail::OpenRow> row;  // in which they lie
    WalkedWords walked;                          // in these of its words, where somebody went through them
  };
  explicit Game(std::unique_ptr<Impl> impl);
  [[nodiscard]] Block blockWith(std::uint32_t number) const;  // the block that holds that event
  [[noreturn]] void unreadable(std::uint32_t number, const kj::Exception& why) const;

  std::unique_ptr<Impl> impl_;
};

template <class See>
void Game::forEach(std::uint32_t from, std::uint32_t to, See&& see) const {
  if (from == 0) from = 1;
  if (to > count()) to = count();
  for (std::uint32_t number = from; number <= to && number != 0;) {
    const Block block = blockWith(number);
    const auto end = block.last + 1;
    HeldEvent event(block.row, {}, block.walked);
    try {
      for (; number < end && number <= to; ++number) {
        event.become(block.events[number - block.first]);
        if constexpr (std::is_void_v<decltype(see(number, std::as_const(event)))>) {
          see(number, std::as_const(event));
        } else if (!see(number, std::as_const(event))) {
          return;
        }
      }
    } catch (const kj::Exception& malformed) {
      unreadable(number, malformed);
    }
  }
}

}  // namespace docket
