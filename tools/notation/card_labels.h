// Labels for cards of one title: [a], [b], ... in the order in which they became known while they could be told apart,
// not while they lay in a pile that no player sees. "Ash Blossom [b]" is the second one that the table got to know.
// Invariant: a label never changes to another card; later cards only get further letters. Labels are a function of the
// events, the ruleset and the catalogue.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/catalogue.h"
#include "events/names.h"

namespace docket::notation {

class CardLabels {
 public:
  explicit CardLabels(const Rules& rules) : rules_(rules) {}

  /// Notes the identities and cards in an event; call it once for each event of a game, in order. `names`: of the game,
  /// with those of the event.
  void add(schema::Event::Reader event, const Names& names);

  /// The label of a card: "a" for the first of its title; empty if it has none.
  [[nodiscard]] std::string of(std::uint32_t card) const;
  /// The number of the card with that label among those of a title as it is printed; 0: there is none.
  [[nodiscard]] std::uint32_t card(std::string_view printed_title, std::string_view label) const;
  /// The label that the next card of that title will get, or the one after `after` more cards.
  [[nodiscard]] std::string next(std::string_view printed_title, std::size_t after = 0) const;

 private:
  void label(std::uint32_t card);
  [[nodiscard]] bool isOutOfSight(schema::Event::Reader event, const Names& names) const;

  Rules rules_;
  std::map<std::uint32_t, std::string> titles_;  // of cards that are known, by their numbers
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> labelled_;
};

}  // namespace docket::notation
