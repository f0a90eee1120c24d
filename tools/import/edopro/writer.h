// Writes the events of an import, and sets what they have in common: their place in the file, their cause, what they
// reveal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/ids.h"
#include "events/hidden.h"
#include "events/recording.h"
#include "events/seats.h"

namespace docket::edopro {

/// A player of EDOPro (0 or 1) as a seat, and as a subject.
inline Seat seatOf(std::uint8_t player) { return static_cast<Seat>(player + 1); }
inline Entity subjectOf(std::uint8_t player) { return entityOf(EntityKind::player, seatOf(player)); }

/// Copies numbers into a list of an event that has the same length.
template <class List>
void fillWith(List list, const std::vector<std::uint32_t>& numbers) {
  for (unsigned i = 0; i < numbers.size(); ++i) list.set(i, numbers[i]);
}

class Writer {
 public:
  explicit Writer(Recording& recording) : recording_(recording) {}

  /// The next events come from that packet.
  void at(std::size_t packet) { packet_ = packet; }
  /// The next events are caused by that activation, which is being resolved; 0: by none.
  void causedBy(EventNumber activation) { cause_ = activation; }
  /// The next event reveals to the players of `seats` (bit n: seat n + 1) that the card is `code`.
  void identify(std::uint32_t card, std::uint8_t seats, std::uint32_t code) { known_.push_back({card, seats, code}); }
  /// Only these seats may see the hidden fields of the next event.
  void seenBy(std::uint8_t seats) { seats_ = seats; }

  std::uint16_t name(std::string_view text) { return recording_.name(text); }

  /// Adds an event that `actor` did; in the group of event `group`, or alone if that is 0. Returns its number.
  template <class Fill>
  EventNumber add(Seat actor, EventNumber group, Fill&& fill) {
    bool happens = true;
    const EventNumber number = recording_.add([&](schema::Event::Builder event) {
      event.setActor(actor);
      event.setGroup(group);
      fill(event);
      happens = !event.isObserved() && !event.isSkipped();
      fillContext(event.initContext());
    });
    if (happens) latest_table_event_ = number;
    return number;
  }
  template <class Fill>
  EventNumber add(Seat actor, Fill&& fill) {
    return add(actor, 0, std::forward<Fill>(fill));
  }

  /// The last event that is neither an observation nor `skipped`.
  [[nodiscard]] EventNumber latestTableEvent() const { return latest_table_event_; }
  [[nodiscard]] std::uint32_t size() const { return recording_.size(); }

 private:
  struct RevealedCard {
    std::uint32_t card;
    std::uint8_t seats;
    std::uint32_t code;
  };

  void fillContext(schema::Context::Builder context) {
    context.setSource(packet_);
    context.setSeats(seats_);
    seats_ = kEveryone;
    if (cause_ != 0) context.initCauses(1).set(0, cause_);
    if (known_.empty()) return;
    auto identities = context.initIdentities(static_cast<unsigned>(known_.size()));
    for (unsigned i = 0; i < known_.size(); ++i) {
      identities[i].setCard(known_[i].card);
      identities[i].setSeats(known_[i].seats);
      identities[i].setDefinition(std::to_string(known_[i].code));
    }
    known_.clear();
  }

  Recording& recording_;
  std::size_t packet_ = 0;
  EventNumber latest_table_event_ = 0;
  EventNumber cause_ = 0;
  std::uint8_t seats_ = kEveryone;
  std::vector<RevealedCard> known_;
};

}  // namespace docket::edopro
