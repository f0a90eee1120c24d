// An event of one record said anew in another that shares its past: what it says of events and cards is put into the
// numbers that these have there, names are said by their text.
// Invariant: what an event says of something that the other record does not have is never left out in silence: the
// event cannot be said there then, and why is reported.
#pragma once

#include <capnp/message.h>

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "engine/rules/expression/expression.h"
#include "engine/rules/ids.h"
#include "events/names.h"
#include "schemas/event.capnp.h"

namespace docket {

class EventRenumbering {
 public:
  /// Events up to `shared` and the cards that there were then have the same number in both. `scope` is that of the one
  /// record's claims; what it refers to must outlive this.
  EventRenumbering(EventNumber shared, const expression::Scope& scope) : shared_(shared), scope_(scope) {}

  /// Event `from` of the one record has the number `to` in the other. Where it is not there, a note stands in its
  /// place.
  void event(EventNumber from, EventNumber to, bool is_there) { events_[from] = {.number = to, .is_there = is_there}; }
  /// Where an event brings cards in: those that `event` numbers get the numbers from `next` on.
  void newCards(schema::Event::Reader event, std::uint32_t next);
  /// Where an event that brought cards in, or renumbered them, is not in the other record.
  void withoutCardsOf(schema::Event::Reader event);

  /// Puts an event into the other record's numbers. Gives why that cannot be, or nothing.
  [[nodiscard]] std::optional<std::string> rewrite(schema::Event::Builder event) const;

  /// The number that an event, or the note in its place, has in the other record.
  [[nodiscard]] EventNumber numberOf(EventNumber number) const;

 private:
  friend class Walk;
  struct Place {
    EventNumber number = 0;
    bool is_there = true;
  };
  [[nodiscard]] Place placeOf(EventNumber number) const;
  [[nodiscard]] std::uint32_t cardOf(std::uint32_t number) const;
  struct Claim {
    std::string text;
    std::optional<std::string> missing{};  ///< why it cannot be said
  };
  /// An expression with the numbers of the cards and of the events that it names outright.
  [[nodiscard]] Claim claim(std::string_view text) const;
  /// The expressions of an event: of a ruling, of an observation, of what a correction puts in its place. Gives why one
  /// cannot be said, or nothing.
  [[nodiscard]] std::optional<std::string> claims(schema::Event::Builder event) const;

  EventNumber shared_;
  expression::Scope scope_;
  std::map<EventNumber, Place> events_;
  std::map<std::uint32_t, std::uint32_t> cards_;
};

}  // namespace docket
