#include "tools/render/table_words.h"

#include <fmt/format.h>

namespace docket {
namespace {

/// "Kenji's graveyard", "the graveyard".
std::string placeWords(const Words& words, std::string_view zone, Seat player) {
  return player == 0 ? fmt::format("the {}", clipped(zone))
                     : fmt::format("{}'s {}", words.player(player), clipped(zone));
}

/// Where a card is.
std::string whereWords(const Words& words, CardIndex index) {
  const Card& card = words.state().cards[index];
  if (!card.exists()) return "no longer in the game";
  return "in " + placeWords(words, words.rules().ruleset.zones[card.zone].name, card.zone_player);
}

std::string missingWords(const Words& words, const Finding& finding) {
  if (finding.card != kNone) return words.card(finding.card) + " is no longer in the game";
  return fmt::format("no card of the game has the number #{} now", finding.number);
}

std::string slotWords(const Words& words, const Finding& finding) {
  const Card& other = words.state().cards[finding.subject];
  return fmt::format("place {} of {} holds {}", other.slot + 1,
                     placeWords(words, words.rules().ruleset.zones[other.zone].name, other.zone_player),
                     words.card(finding.subject));
}

std::string fewerWords(const Words& words, const Finding& finding) {
  const std::int64_t said = finding.recorded.value_or(0);
  const std::int64_t there = finding.expected.value_or(0);
  if (finding.player != 0) {
    return fmt::format("{} are shuffled, but {} are in {}", said, there,
                       placeWords(words, finding.claimed, finding.player));
  }
  return fmt::format("{} {} are removed, but there are {}", said, clipped(finding.claimed), there);
}

}  // namespace

std::string tableWords(const Words& words, const Finding& finding) {
  switch (finding.assumption) {
    case schema::Assumption::THE_GAME_GOES_ON:
      return "the game had ended";
    case schema::Assumption::CARDS_ARE_THERE:
      return missingWords(words, finding);
    case schema::Assumption::CARDS_LIE_THERE:
      return fmt::format("{} is {}, not in {}", words.card(finding.card), whereWords(words, finding.card),
                         placeWords(words, finding.claimed, finding.player));
    case schema::Assumption::THE_SLOT_IS_FREE:
      return slotWords(words, finding);
    case schema::Assumption::CARD_IS_IN_PLAY:
      return fmt::format("{} is {}, which is not in play", words.card(finding.card), whereWords(words, finding.card));
    case schema::Assumption::CARD_IS_ATTACHED:
      return fmt::format("{} was attached to nothing", words.card(finding.card));
    case schema::Assumption::HOST_IS_ANOTHER:
      return fmt::format("{} would be attached to itself", words.card(finding.card));
    case schema::Assumption::PERIOD_IS_UNDER_WAY:
      return fmt::format("no {} is under way", clipped(finding.claimed));
    case schema::Assumption::ACTIVATION_IS_OPEN:
      return fmt::format("what {} was used for had resolved already", words.card(finding.card));
    case schema::Assumption::THERE_ARE_SO_MANY:
      return fewerWords(words, finding);
    case schema::Assumption::LINK_IS_NEXT:
      return fmt::format("it is recorded as link {} of the chain, but link {} is next", finding.recorded.value_or(0),
                         finding.expected.value_or(0));
    case schema::Assumption::SOMETHING_CAUSES_IT:
      return fmt::format("{} changes its controller, and the record does not say by what", words.card(finding.card));
  }
  return {};
}

}  // namespace docket
