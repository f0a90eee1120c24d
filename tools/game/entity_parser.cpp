#include "tools/game/entity_parser.h"

#include <fmt/format.h>

#include "events/errors.h"
#include "events/text/quoted.h"
#include "events/text/whole_number.h"

namespace docket {

std::uint32_t numberIn(std::string_view text, std::string_view what) {
  if (const auto number = wholeNumber<std::uint32_t>(text)) return *number;
  throw BadInput(fmt::format("{}: expected {}", docket::quoted(text), what));
}

CardIndex cardIn(std::string_view text, const State& state) {
  const auto number = numberIn(text.starts_with('#') ? text.substr(1) : text, "the number of a card, such as #12");
  const CardIndex card = state.cardOf(number);
  if (card == kNone || !state.cards[card].exists()) {
    throw BadInput(
        fmt::format("there is no card #{} after event {} (docket replay shows the numbers)", number, state.event));
  }
  return card;
}

Entity subjectIn(std::string_view text, const State& state) {
  const auto rest = [&](std::string_view lead) { return text.substr(lead.size()); };
  if (text == "game") return entityOf(EntityKind::game, 0);
  if (text.starts_with('#')) return cardIn(text, state);
  if (text.starts_with("place ")) return entityOf(EntityKind::place, numberIn(rest("place "), "a place"));
  if (text.starts_with("unit ")) return entityOf(EntityKind::unit, numberIn(rest("unit "), "a unit"));
  if (text.size() == 2 && text[0] == 'P' && text[1] >= '1' && static_cast<unsigned>(text[1] - '0') <= state.seats) {
    return entityOf(EntityKind::player, static_cast<std::uint32_t>(text[1] - '0'));
  }
  return kNone;
}

}  // namespace docket
