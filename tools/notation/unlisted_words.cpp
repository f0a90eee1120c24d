#include "tools/notation/unlisted_words.h"

#include <fmt/format.h>

#include <map>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find_if.hpp>

#include "events/text/text_view.h"

namespace docket::notation {
namespace {

/// The word that says as what an event is done; empty if it says nothing, and of events that can say nothing.
std::string_view saidAs(schema::Event::Reader event, const Names& names) {
  switch (event.which()) {
    case schema::Event::CARD_MOVED:
      return names.text(event.getCardMoved().getReason());
    case schema::Event::CARD_PLAYED:
      return names.text(event.getCardPlayed().getMethod());
    case schema::Event::CARD_ATTACHED:
      return names.text(event.getCardAttached().getKind());
    case schema::Event::ABILITY_ACTIVATED:
      return names.text(event.getAbilityActivated().getDesignator());
    case schema::Event::GAME_ENDED:
      return names.text(event.getGameEnded().getReason());
    case schema::Event::TOLD:
      return view(event.getTold().getSays());
    default:
      return {};
  }
}

std::string_view whatItSays(schema::Event::Which payload) {
  switch (payload) {
    case schema::Event::CARD_MOVED:
      return "why a card moves";
    case schema::Event::CARD_PLAYED:
      return "how a card is played";
    case schema::Event::CARD_ATTACHED:
      return "as what a card is attached";
    case schema::Event::ABILITY_ACTIVATED:
      return "as what an ability is used";
    case schema::Event::TOLD:
      return "what a player says about a card";
    default:
      return "how the game ended";
  }
}

/// The names listed for each payload, looked up when first needed.
class ListedWords {
 public:
  explicit ListedWords(const Rules& rules) : rules_(rules) {}

  /// True if the word is listed, or if no words are listed for the payload.
  [[nodiscard]] bool has(schema::Event::Which payload, std::string_view word) {
    const auto& listed = of(payload);
    return listed.empty() || ranges::contains(listed, word);
  }
  [[nodiscard]] std::string nearest(schema::Event::Which payload, std::string_view word) {
    return std::string(KnownNames(of(payload)).nearest(word));
  }

 private:
  const std::vector<std::string_view>& of(schema::Event::Which payload) {
    const auto [found, is_new] = listed_.try_emplace(payload);
    if (is_new) found->second = knownNames(rules_, *vocabularyField(payload), payload);
    return found->second;
  }

  const Rules& rules_;
  std::map<schema::Event::Which, std::vector<std::string_view>> listed_;
};

}  // namespace

std::vector<UnlistedWord> unlistedWords(const Rules& rules, const EventSource& events, EventNumber last,
                                        const Names& names) {
  std::vector<UnlistedWord> unlisted;
  ListedWords listed(rules);
  events.forEach(1, last, [&](EventNumber number, schema::Event::Reader event) {
    const std::string_view word = saidAs(event, names);
    if (word.empty() || listed.has(event.which(), word)) return;
    const auto known = ranges::find_if(
        unlisted, [&](const UnlistedWord& one) { return one.payload == event.which() && one.word == word; });
    if (known != unlisted.end()) {
      ++known->events;
      return;
    }
    unlisted.push_back({.payload = event.which(),
                        .word = std::string(word),
                        .first = number,
                        .events = 1,
                        .near = listed.nearest(event.which(), word)});
  });
  return unlisted;
}

std::string wordsFor(const UnlistedWord& unlisted) {
  const std::string more = unlisted.events == 1 ? "" : fmt::format(" (and {} more)", unlisted.events - 1);
  const std::string slip = unlisted.near.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", unlisted.near);
  return fmt::format("event {}{}: \"{}\", {}, is listed neither by the ruleset nor by the cards{}", unlisted.first,
                     more, unlisted.word, whatItSays(unlisted.payload), slip);
}

}  // namespace docket::notation
