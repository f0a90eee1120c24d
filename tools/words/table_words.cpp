#include "tools/words/table_words.h"

#include <fmt/format.h>

#include "tools/words/text.h"

namespace docket {
namespace {

/// "Kenji's graveyard", "the graveyard".
std::string placeWords(const Words& words, std::string_view zone, Seat player) {
  return player == 0 ? fmt::format("the {}", clipped(zone))
                     : fmt::format("{}'s {}", words.player(player), clipped(zone));
}

std::string whereWords(const Words& words, CardIndex index) {
  const Card& card = words.state().cards[index];
  if (!card.exists()) return "no longer in the game";
  return "in " + placeWords(words, words.rules().ruleset.zones[card.zone].name, card.zone_player);
}

std::string missingWords(const Words& words, const Finding& finding, const Finding::Impossible& what) {
  if (finding.card != kNone) return words.card(finding.card) + " is no longer in the game";
  return fmt::format("there is no card #{} now", what.missing);
}

std::string slotWords(const Words& words, const Finding::Impossible& what) {
  const Card& other = words.state().cards[what.subject];
  return fmt::format("place {} of {} holds {}", other.slot + 1,
                     placeWords(words, words.rules().ruleset.zones[other.zone].name, other.zone_player),
                     words.card(what.subject));
}

std::string fewerWords(const Words& words, const Finding& finding, const Finding::Impossible& what) {
  const auto [stated, actual] = what.amounts.value_or(Finding::Impossible::Amounts{});
  if (finding.player != 0) {
    return fmt::format("it takes {}, but there {} {} in {}", counted(static_cast<std::uint64_t>(stated), "card"),
                       actual == 1 ? "is" : "are", actual, placeWords(words, what.claimed, finding.player));
  }
  return fmt::format("{} {} are removed, but there are {}", stated, clipped(what.claimed), actual);
}

}  // namespace

std::string impossibleWords(const Words& words, const Finding& finding, const Finding::Impossible& what) {
  switch (what.assumption) {
    case schema::Assumption::GAME_IS_NOT_OVER:
      return "the game had ended";
    case schema::Assumption::CARDS_EXIST:
      return missingWords(words, finding, what);
    case schema::Assumption::CARDS_ARE_IN_ZONE:
      return fmt::format("{} is {}, not in {}", words.card(finding.card), whereWords(words, finding.card),
                         placeWords(words, what.claimed, finding.player));
    case schema::Assumption::SLOT_IS_FREE:
      return slotWords(words, what);
    case schema::Assumption::CARD_IS_IN_PLAY:
      return fmt::format("{} is {}, which is not in play", words.card(finding.card), whereWords(words, finding.card));
    case schema::Assumption::CARD_IS_ATTACHED:
      return fmt::format("{} was not attached to anything", words.card(finding.card));
    case schema::Assumption::HOST_IS_DISTINCT:
      return fmt::format("{} would be attached to itself", words.card(finding.card));
    case schema::Assumption::PERIOD_IS_UNDER_WAY:
      return fmt::format("no {} is under way", clipped(what.claimed));
    case schema::Assumption::ACTIVATION_IS_OPEN:
      return fmt::format("the use of {} had already resolved", words.card(finding.card));
    case schema::Assumption::ENOUGH_EXIST:
      return fewerWords(words, finding, what);
    case schema::Assumption::LINK_IS_NEXT: {
      const auto [stated, next] = what.amounts.value_or(Finding::Impossible::Amounts{});
      return fmt::format("it is recorded as link {} of the chain, but link {} is next", stated, next);
    }
    case schema::Assumption::HAS_CAUSE:
      break;  // an event without a cause is not impossible, but unexplained
  }
  return {};
}

}  // namespace docket
