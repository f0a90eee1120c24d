#include "tools/notation/titled_cards.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/query/cards/characteristics.h"
#include "events/text/quoted.h"
#include "events/text/trimmed.h"
#include "tools/notation/spelling.h"
#include "tools/notation/transcript.h"

namespace docket::notation {

TitleAndLabel titleAndLabel(std::string_view typed) {
  typed = trimmed(typed);
  const auto opens = typed.rfind('[');
  if (!typed.ends_with(']') || opens == std::string_view::npos || opens == 0) return {.title = typed};
  return {.title = trimmed(typed.substr(0, opens)),
          .label = trimmed(typed.substr(opens + 1, typed.size() - opens - 2))};
}

bool TitledCards::isKnown(CardIndex card) const {
  return state_.cards[card].exists() && state_.cards[card].definition != 0;
}

std::string_view TitledCards::titleOf(CardIndex card) const { return readTitle(state_, ruleset_, card).title; }

std::vector<CardIndex> TitledCards::titled(std::string_view title) const {
  const auto those = [&](auto&& are) {
    std::vector<CardIndex> cards;
    for (CardIndex card = 0; card < state_.cards.size(); ++card) {
      if (isKnown(card) && !titleOf(card).empty() && are(titleOf(card))) cards.push_back(card);
    }
    return cards;
  };
  if (auto exactly = those([&](std::string_view its) { return its == title; }); !exactly.empty()) return exactly;
  if (auto alike = those([of = folded(title)](std::string_view its) { return folded(its) == of; }); !alike.empty())
    return alike;
  return those([of = foldedWithoutArticle(title)](std::string_view its) { return foldedWithoutArticle(its) == of; });
}

std::vector<CardIndex> TitledCards::meantBy(std::string_view typed) const {
  if (auto cards = titled(typed); !cards.empty()) return cards;
  const auto [title, label] = titleAndLabel(typed);
  if (label.empty()) return {};
  auto cards = titled(title);
  cards.erase(
      std::remove_if(cards.begin(), cards.end(),
                     [&, of = folded(label)](CardIndex card) { return labels_.of(state_.cards[card].number) != of; }),
      cards.end());
  return cards;
}

CardIndex TitledCards::only(std::string_view typed, const Place& place) const {
  const auto cards = meantBy(typed);
  if (cards.size() == 1) return cards.front();
  if (cards.size() > 1)
    throw Mistake(place, fmt::format("which {}", docket::quoted(typed)), choices(cards), Mistake::Of::table);
  const auto [title, label] = titleAndLabel(typed);
  const auto others = label.empty() ? std::vector<CardIndex>{} : titled(title);
  throw Mistake(place, fmt::format("there is no card {} here", docket::quoted(typed)),
                others.empty() ? nearest(title) : choices(others), Mistake::Of::table);
}

std::string TitledCards::nameOf(CardIndex card) const {
  const std::string_view title = isKnown(card) ? titleOf(card) : std::string_view{};
  const std::uint32_t number = state_.cards[card].number;
  if (title.empty()) return fmt::format("#{}", number);
  if (titled(title).size() == 1) return notedString(title);
  const std::string label = labels_.of(number);
  return label.empty() ? fmt::format("{} #{}", notedString(title), number)
                       : notedString(fmt::format("{} [{}]", title, label));
}

std::string TitledCards::placeOf(CardIndex index) const {
  const Card& card = state_.cards[index];
  std::string place = card.zone_player == 0 ? "shared " : fmt::format("P{} ", card.zone_player);
  place += ruleset_.zones[card.zone].name;
  if (card.slot >= 0 && ruleset_.zones[card.zone].kind == schema::Zone::Kind::SLOTS)
    place += fmt::format(", slot {}", card.slot);
  if (card.host != kNone && state_.isCard(card.host)) place += ", on " + nameOf(card.host);
  return place;
}

std::vector<Choice> TitledCards::choices(const std::vector<CardIndex>& cards) const {
  std::vector<CardIndex> ordered = cards;
  std::sort(ordered.begin(), ordered.end(),
            [&](CardIndex one, CardIndex other) { return state_.cards[one].number < state_.cards[other].number; });
  std::vector<Choice> made;
  for (const CardIndex card : ordered) made.push_back({.text = nameOf(card), .about = placeOf(card)});
  std::sort(made.begin(), made.end(), [](const Choice& one, const Choice& other) {
    return std::pair(one.text.size(), one.text) < std::pair(other.text.size(), other.text);
  });
  return made;
}

std::vector<Choice> TitledCards::nearest(std::string_view typed) const {
  KnownNames names;
  for (CardIndex card = 0; card < state_.cards.size(); ++card) {
    if (isKnown(card)) names.add(titleOf(card));
  }
  const std::string_view near = names.nearest(typed);
  return near.empty() ? std::vector<Choice>{} : choices(titled(near));
}

}  // namespace docket::notation
