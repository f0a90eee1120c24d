#include "tools/notation/card_labels.h"

#include <algorithm>

#include "events/text/text_view.h"
#include "tools/notation/card_references.h"

namespace docket::notation {
namespace {

constexpr std::size_t kLetters = 26;

/// a to z, then aa, ab, ...
std::string letters(std::size_t place) {
  std::string text;
  for (std::size_t left = place + 1; left > 0; left = (left - 1) / kLetters)
    text.insert(text.begin(), static_cast<char>('a' + (left - 1) % kLetters));
  return text;
}

}  // namespace

void CardLabels::add(schema::Event::Reader event, const Names& names) {
  if (event.isCorrected() && event.getCorrected().hasReplacement()) add(event.getCorrected().getReplacement(), names);
  const bool out_of_sight = isOutOfSight(event, names);
  for (const auto identity : event.getContext().getIdentities()) {
    const std::string_view key = view(identity.getDefinition());
    const Definition* definition = rules_.catalogue.find(key);
    std::string title(definition != nullptr ? std::string_view(definition->title)
                                            : view(identity.getPrinted().getTitle()));
    if (title.empty()) title = key;
    if (title.empty()) continue;
    titles_.emplace(identity.getCard(), std::move(title));
    if (!out_of_sight) label(identity.getCard());
  }
  if (out_of_sight) return;
  // A card known from a list gets its label when something happens to it.
  for (const std::uint32_t card : cardsNamedBy(event)) label(card);
}

void CardLabels::label(std::uint32_t card) {
  const auto known = titles_.find(card);
  if (known == titles_.end()) return;
  auto& cards = labelled_[known->second];
  if (std::find(cards.begin(), cards.end(), card) == cards.end()) cards.push_back(card);
}

bool CardLabels::isOutOfSight(schema::Event::Reader event, const Names& names) const {
  if (event.isShuffled()) return true;
  if (!event.isDeckRegistered()) return false;
  const ZoneIndex zone = rules_.ruleset.zone(names.text(event.getDeckRegistered().getZone()));
  return zone != kUnbound && rules_.ruleset.zones[zone].kind == schema::Zone::Kind::PILE &&
         rules_.ruleset.zones[zone].seen_by == schema::Zone::SeenBy::NOBODY;
}

std::string CardLabels::of(std::uint32_t card) const {
  const auto known = titles_.find(card);
  if (known == titles_.end()) return {};
  const auto cards = labelled_.find(known->second);
  if (cards == labelled_.end()) return {};
  const auto found = std::find(cards->second.begin(), cards->second.end(), card);
  return found == cards->second.end() ? std::string{}
                                      : letters(static_cast<std::size_t>(found - cards->second.begin()));
}

std::uint32_t CardLabels::card(std::string_view printed_title, std::string_view label) const {
  const auto cards = labelled_.find(printed_title);
  if (cards == labelled_.end()) return 0;
  for (std::size_t i = 0; i < cards->second.size(); ++i) {
    if (letters(i) == label) return cards->second[i];
  }
  return 0;
}

std::string CardLabels::next(std::string_view printed_title, std::size_t after) const {
  const auto cards = labelled_.find(printed_title);
  return letters(after + (cards == labelled_.end() ? 0 : cards->second.size()));
}

}  // namespace docket::notation
