// A game during its import: its entities, the open blocks, and the writer of its events, with the operations that all
// parts of the import share. Internal to the import.
// Invariant: `recorded` of an entity has what the record contains, and no event repeats it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/ids.h"
#include "events/recording.h"
#include "tools/import/hearthstone/entities.h"

namespace docket::hearthstone {

/// A block of the server's, within which one thing follows from another.
struct OpenBlock {
  BlockKind kind = BlockKind::power;
  std::uint32_t entity = 0;
  EventNumber event = 0;  ///< its recorded event, which causes the events in it; 0: none yet
  EventNumber group = 0;  ///< the first of its simultaneous events; 0: none yet, or they are done
};

class Game {
 public:
  Game(const std::string& file_name, Seat seat_of_viewer, Recording& into)
      : file(file_name), viewer(seat_of_viewer), recording(into) {}

  const std::string& file;
  const Seat viewer;  ///< the seat that received this; 0: unknown
  Recording& recording;
  Entities entities;
  std::vector<std::uint32_t> players;  ///< their entities
  std::vector<OpenBlock> blocks;
  std::uint32_t next_number = 1;                              ///< of a card
  FilePlace place;                                            ///< of the current packet
  std::uint64_t ordinal = 0;                                  ///< of the packet that the next events come from
  std::map<std::uint32_t, std::set<std::uint32_t>> attached;  ///< by host: the entities attached to it
  std::array<std::int64_t, 3> in_hand{};                      ///< how many cards each seat holds
  std::vector<std::uint32_t> made_ready;                      ///< entities, in this turn
  bool acting = false;                                        ///< the part of a turn in which its player acts
  bool began = false;                                         ///< its initial cards are registered
  bool is_over = false;                                       ///< the record says how it ended
  std::optional<std::int64_t> mode;                           ///< as log_words.h numbers them
  std::vector<std::string> notes;                             ///< notes for the user on how it was read

  /// The entity of a packet. Refuses one that was never reported.
  [[nodiscard]] HsEntity& entity(std::uint32_t id);
  /// The entity as the record names it: a card, a player, the game; kNone if the record has no name for it.
  [[nodiscard]] Entity subject(std::uint32_t id) const;

  /// Counts something that was not read; its entity is in doubt. 0: everything.
  void skip(const std::string& what, std::uint32_t about, std::uint64_t count = 1);
  /// Counts something that changes nothing.
  void skipHarmless(const std::string& what, std::uint64_t count = 1) { skipped_[what] += count; }
  /// Ends the doubt about an entity.
  void settle(std::uint32_t entity);
  /// Adds to the record what was skipped and is settled, except about the entity of the next packet.
  void addDoubts(std::uint32_t next = 0);
  /// The skipped items, with counts.
  [[nodiscard]] const std::map<std::string, std::uint64_t>& skipped() const { return skipped_; }

  std::uint16_t name(std::string_view text) { return recording.name(text); }
  /// The next event reveals to the players of `seats` (bit n-1: seat n) what the card is.
  void identify(std::uint32_t number, std::uint8_t seats, std::string_view card) {
    known_.push_back({number, seats, std::string(card)});
  }

  /// Adds an event that `actor` did, caused by the open block; deaths are simultaneous. Returns its number.
  template <class Fill>
  EventNumber add(Seat actor, Fill&& fill) {
    const EventNumber cause = causeOfNext();
    const EventNumber group = groupOfNext();
    return recording.add([&](schema::Event::Builder event) {
      event.setActor(actor);
      event.setGroup(group);
      fill(event);
      fillContext(event.initContext(), cause);
    });
  }

  /// Throws BadInput for the current packet.
  [[noreturn]] void refuse(const std::string& message) const;

 private:
  struct RevealedCard {
    std::uint32_t number;
    std::uint8_t seats;
    std::string card;
  };
  struct Doubt {
    std::string what;  ///< empty: it is settled
    std::uint32_t about;
  };
  /// The event that the innermost block caused; recorded now if a card's text did it.
  EventNumber causeOfNext();
  EventNumber groupOfNext();
  void fillContext(schema::Context::Builder context, EventNumber cause);

  std::vector<RevealedCard> known_;
  std::map<std::string, std::uint64_t> skipped_;
  std::vector<Doubt> doubts_;  ///< doubts that are not in the record yet
  std::set<Entity> open_;      ///< the entities in doubt in the record; kNone: anything
};

}  // namespace docket::hearthstone
