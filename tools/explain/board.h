// The board: the table at a point as data, before it becomes text (board_text.cpp) or JSON (board_json.cpp).
// Invariant: every card that exists is on it exactly once in full: in its zone, or nested under its host.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/query/stats/amounts.h"
#include "tools/explain/counts_of_limits.h"
#include "tools/game/grade.h"
#include "tools/words/words.h"

namespace docket {

struct BoardStat {
  StatIndex stat = kUnbound;
  AmountReading reading{};
  std::optional<std::int64_t> printed{};  ///< on the card
};

struct BoardValue {
  std::uint32_t key;  ///< of State::values
  AmountReading reading;
};

/// A statement about a card, as far as the viewer may know it.
struct BoardStatement {
  EventNumber event = 0;
  std::uint8_t seats = 0;
  std::string says{};  ///< empty: the viewer did not hear it, or the record does not say
};

struct BoardCard {
  CardIndex card = kNone;
  bool elsewhere = false;          ///< it is shown in full under its host; here only its place
  std::vector<BoardStat> stats{};  ///< those that it has or may have, of a card in play; else those observed
  std::vector<Counter> counters{};
  std::vector<BoardStatement> statements{};
  std::vector<EntryIndex> changes{};  ///< entries about it that are neither about stats nor control
  std::vector<BoardCard> attached{};
};

struct BoardZone {
  ZoneIndex zone = kUnbound;
  bool counted_only = false;       ///< a hidden pile with a known size
  std::uint32_t count = 0;         ///< the cards in it, including attached ones
  std::vector<BoardCard> cards{};  ///< those of a pile from the top
};

struct BoardSide {
  Seat seat = 0;  ///< 0: everything that belongs to no player
  std::vector<BoardValue> values{};
  std::vector<Counter> counters{};
  std::vector<BoardZone> zones{};
};

/// A place, a unit or the game, if the board has anything about it.
struct BoardOther {
  Entity subject = kNone;
  std::vector<BoardValue> values{};
  std::vector<BoardStat> stats{};
  std::vector<Counter> counters{};
};

struct BoardGrade {
  Grade overall = Grade::exact;
  std::uint32_t unknown = 0;    ///< unidentified cards in play
  std::uint32_t observed = 0;   ///< readings that depend on observations
  std::uint32_t stale = 0;      ///< of these, those that something happened since
  std::uint32_t printed = 0;    ///< readings that are as printed, without an observation
  std::uint32_t uncertain = 0;  ///< other readings that something unknown decides about
  std::uint32_t uncertain_limits = 0;
  std::vector<std::string> diverged{};  ///< "Force of X #2: computed 5, observed 4 at event 31"
};

struct Board {
  EventNumber at = 0, last = 0;
  std::vector<BoardSide> sides{};  ///< the players by seat, then what is shared
  std::vector<BoardOther> others{};
  CountsOfLimits limits{};
  BoardGrade grade{};
};

/// A cache of cards as the last board showed them, by index: the next board shows cards that are not due as they were.
/// Ignore BoardCard::changes of such a card, because it refers to entries of an earlier table.
struct CachedCards {
  struct CachedCard {
    BoardCard card{};    ///< without its attachments
    BoardGrade grade{};  ///< the contribution of its readings to the board's grade
  };
  std::vector<CachedCard> cards;
  std::vector<bool> due;  ///< cards that may have changed; makeBoard() shows them again and clears this
};

/// The statements about a card, oldest first, without those that `viewer` did not hear; seat 0 hears all.
[[nodiscard]] std::vector<BoardStatement> statementsAbout(const State& state, CardIndex card, Seat viewer);

/// The table of `words`; `last` is the last event of the record. With `cached`, which has a place for each card, cards
/// that are not due are taken from there.
[[nodiscard]] Board makeBoard(const Words& words, EventNumber last, CachedCards* cached = nullptr);

}  // namespace docket
