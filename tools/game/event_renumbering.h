// Rewrites an event of one record for another record that shares its past: maps event and card numbers to those of the
// other record, and writes names as text.
// Invariant: a reference to something that the other record lacks is never dropped silently. The event is then refused,
// with the reason.
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
  /// Events up to `shared`, and the cards that existed then, have the same number in both records. `scope` is that of
  /// the first record's claims; what it refers to must outlive this object.
  EventRenumbering(EventNumber shared, const expression::Scope& scope) : shared_(shared), scope_(scope) {}

  /// Maps event `from` of the first record to `to` in the other. If the other record lacks the event, a note is in
  /// its place.
  void event(EventNumber from, EventNumber to, bool is_there) { events_[from] = {.number = to, .is_there = is_there}; }
  /// Maps the new cards of `event` to consecutive numbers from `next`.
  void newCards(schema::Event::Reader event, std::uint32_t next);
  /// Marks the cards that `event` introduced or renumbered as missing from the other record.
  void withoutCardsOf(schema::Event::Reader event);

  /// Rewrites an event with the other record's numbers. Returns the reason if that is impossible, else empty.
  [[nodiscard]] std::optional<std::string> rewrite(schema::Event::Builder event) const;

  /// The number in the other record of an event or of the note in its place.
  [[nodiscard]] EventNumber numberOf(EventNumber number) const;

 private:
  struct Place {
    EventNumber number = 0;
    bool is_there = true;
  };
  [[nodiscard]] Place placeOf(EventNumber number) const;
  [[nodiscard]] std::uint32_t cardOf(std::uint32_t number) const;
  struct Claim {
    std::string text;
    std::optional<std::string> missing{};  ///< why it cannot be rewritten
  };
  /// Rewrites the card and event numbers that an expression names directly.
  [[nodiscard]] Claim claim(std::string_view text) const;
  /// Rewrites the expressions of an event: a ruling's, an observation's, those in a correction's replacement. Returns
  /// the reason if one cannot be rewritten, else empty.
  [[nodiscard]] std::optional<std::string> claims(schema::Event::Builder event) const;

  EventNumber shared_;
  expression::Scope scope_;
  std::map<EventNumber, Place> events_;
  std::map<std::uint32_t, std::uint32_t> cards_;
};

}  // namespace docket
