#include "tools/notation/drawn_cards.h"

#include <fmt/format.h>

#include "engine/query/cards/sight.h"
#include "tools/notation/name_resolution.h"

namespace docket::notation {

void dealDrawn(Attempt& attempt) {
  if (attempt.drawn.empty()) return;
  const auto event = attempt.event.getCardsDrawn().asReader();
  const std::string_view from = attempt.context.names.text(event.getFrom());
  const ZoneIndex zone = attempt.ruleset().zone(from);
  static const std::vector<CardIndex> kNoCards;
  const bool has_pile = zone != kUnbound && attempt.who <= attempt.state().seats;
  const Seat whose = ownerUnsaid(attempt.ruleset(), from, attempt.who);
  const auto& pile = has_pile ? attempt.state().piles[attempt.state().pile(zone, whose)] : kNoCards;
  std::size_t left = pile.size();
  std::vector<std::uint32_t> numbers;
  for (CardWords& words : attempt.drawn) {
    words.title = attempt.finder.asNew(words.title, attempt.revealed);
    if (words.number == 0) {
      if (left == 0 && !words.titled) continue;  // recorded as drawn beyond the pile's end
      if (left == 0)
        attempt.line.failAtTable(words.at, fmt::format("the pile has fewer cards ({} in all)", pile.size()));
      words.number = attempt.state().cards[pile[--left]].number;
    } else if (left > 0 && attempt.state().cards[pile[left - 1]].number == words.number) {
      --left;
    }
    numbers.push_back(words.number);
    if (!words.titled) continue;
    if (attempt.finder.isKnown(words.number) || attempt.in_correction) {
      if (attempt.finder.titleOf(words.number) != words.title)
        attempt.mentions.push_back({words.number, words.title, words.at});
    } else {
      const ZoneIndex to = attempt.ruleset().zone(attempt.context.names.text(event.getTo()));
      // The player who draws a card sees it, unless others hold it where the player cannot see it.
      using By = schema::Zone::SeenBy;
      const bool by_others = to != kUnbound && attempt.ruleset().zones[to].seen_by == By::OTHERS;
      const auto seats = seatsThatSee(by_others ? By::OTHERS : By::OWNER, attempt.who, false, attempt.state().seats);
      attempt.revealed.push_back({.card = words.number, .title = words.title, .at = words.at, .seats = seats});
    }
  }
  auto drawn = attempt.event.getCardsDrawn();
  auto cards = drawn.initCards(static_cast<unsigned>(numbers.size()));
  for (unsigned i = 0; i < cards.size(); ++i) cards.set(i, numbers[i]);
  if (numbers.size() < attempt.drawn.size()) {
    drawn.setBeyond(static_cast<std::uint32_t>(attempt.drawn.size() - numbers.size()));
  }
}

}  // namespace docket::notation
