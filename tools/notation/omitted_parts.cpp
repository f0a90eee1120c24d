#include "tools/notation/omitted_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/count_if.hpp>
#include <range/v3/algorithm/find_if.hpp>

#include "events/validate.h"
#include "tools/notation/transcript.h"

namespace docket::notation {
namespace {

constexpr std::size_t kMaxChoices = 6;

/// The zone that players draw from, a pile hidden from all players: one for each player, or one that they share. Null
/// if several zones fit.
const Zone* drawPile(const Ruleset& ruleset) {
  for (const auto owner : {schema::Zone::Owner::EACH, schema::Zone::Owner::SHARED}) {
    const auto is_one = [&](const Zone& zone) {
      return zone.owner == owner && zone.kind == schema::Zone::Kind::PILE &&
             zone.seen_by == schema::Zone::SeenBy::NOBODY;
    };
    const auto found = ranges::find_if(ruleset.zones, is_one);
    if (found == ranges::end(ruleset.zones)) continue;
    return ranges::count_if(ruleset.zones, is_one) == 1 ? &*found : nullptr;
  }
  return nullptr;
}

const Zone* handOf(const Ruleset& ruleset) {
  const ZoneIndex hand = ruleset.zone("hand");
  return hand == kUnbound ? nullptr : &ruleset.zones[hand];
}

}  // namespace

bool OmittedParts::canSkip(const Item& item) const {
  const Part& part = item.parts.back();
  if (!attempt_.of_event || item.hasKeyword()) return false;
  if (part.kind == Part::Kind::range) return true;
  if (attempt_.phrase.payload == schema::Event::SHUFFLED) return drawPile(attempt_.ruleset()) != nullptr;
  const bool counters = attempt_.phrase.payload == schema::Event::COUNTER_PLACED ||
                        attempt_.phrase.payload == schema::Event::COUNTER_REMOVED;
  if (attempt_.phrase.payload == schema::Event::CARDS_DRAWN) return line_.isLoose() && part.field.shape->list;
  return part.field.shape->name == "activation" || (counters && part.field.shape->name == "amount");
}

bool OmittedParts::supply(const Item& item) {
  const Part& part = item.parts.back();
  if (part.kind == Part::Kind::range) return supplyRange(part);
  if (attempt_.of_event && part.kind == Part::Kind::value) {
    const std::string_view name = part.field.shape->name;
    if (supplyZone(part)) return true;
    if (attempt_.phrase.payload == schema::Event::CARDS_DRAWN && part.field.shape->list && line_.isLoose()) {
      attempt_.drawn.push_back({.at = line_.peek()});  // "draws" alone is one card
      return true;
    }
    if (name == "activation") {
      if (const EventNumber latest = latestActivation(); latest != 0) {
        attempt_.set(part.field, latest);
        return true;
      }
    }
    const bool counters = attempt_.phrase.payload == schema::Event::COUNTER_PLACED ||
                          attempt_.phrase.payload == schema::Event::COUNTER_REMOVED;
    if (counters && name == "amount") {
      attempt_.set(part.field, 1);
      return true;
    }
  }
  return false;
}

/// The deck, and for a draw the hand that receives the cards.
bool OmittedParts::supplyZone(const Part& part) {
  const bool draws = attempt_.phrase.payload == schema::Event::CARDS_DRAWN;
  const bool to_hand = draws && part.field.shape->name == "to";
  const bool from_deck = (draws && part.field.shape->name == "from") ||
                         (attempt_.phrase.payload == schema::Event::SHUFFLED && part.field.shape->name == "zone");
  if (!to_hand && !from_deck) return false;
  const Zone* zone = to_hand ? handOf(attempt_.ruleset()) : drawPile(attempt_.ruleset());
  if (zone == nullptr) return false;
  attempt_.set(part.field, attempt_.context.names.number(zone->name));
  return true;
}

/// A resolution is of the last link; a player negates the last link of another player.
EventNumber OmittedParts::latestActivation() const {
  const bool resolves = attempt_.phrase.payload == schema::Event::ACTIVATION_RESOLVED;
  const State& state = attempt_.state();
  const auto link = std::find_if(state.chain.rbegin(), state.chain.rend(), [&](const Link& each) {
    const Use* const use = state.useOf(each.activation);
    return !each.resolved && (resolves || use == nullptr || use->player != attempt_.who);
  });
  const EventNumber latest = link != state.chain.rend() ? link->activation : state.latest_activation;
  const Use* const use = state.useOf(latest);
  const bool own = !resolves && use != nullptr && use->player == attempt_.who && attempt_.who != 0;
  if (own && line_.isLoose()) {
    std::vector<Choice> choices;
    for (auto each = state.uses.rbegin(); each != state.uses.rend() && choices.size() < kMaxChoices; ++each) {
      if (each->card == kNone || each->negated || each->resolved || !state.cards[each->card].exists()) continue;
      Choice choice{.text = "of " + attempt_.finder.nameOf(each->card), .about = fmt::format("of P{}", each->player)};
      const bool again =
          std::any_of(choices.begin(), choices.end(), [&](const Choice& other) { return other.text == choice.text; });
      if (!again) choices.push_back(std::move(choice));
    }
    line_.failAtTable(line_.peek(), fmt::format("the last activation is an act of P{}: which one", attempt_.who),
                      std::move(choices));
  }
  return latest;
}

bool OmittedParts::supplyRange(const Part& part) {
  std::size_t count = attempt_.context.listed;
  if (attempt_.phrase.payload == schema::Event::SHUFFLED) {
    const auto shuffled = attempt_.event.getShuffled().asReader();
    count = shuffled.getCards().size();
    const ZoneIndex zone = attempt_.ruleset().zone(attempt_.context.names.text(shuffled.getZone()));
    if (count == 0 && zone != kUnbound && attempt_.who <= attempt_.state().seats)
      count = attempt_.state().piles[attempt_.state().pile(zone, attempt_.who)].size();
    if (count == 0 && line_.isLoose() && zone != kUnbound) {
      const std::string name = notedName(attempt_.ruleset().zones[zone].name);
      line_.failAtTable(line_.peek(),
                        fmt::format("the record has no card in that {0}: register its cards in a line above, such as "
                                    "P{1} registers {0} 40 cards",
                                    name, attempt_.who));
    }
  }
  if (count < 1 || count > kMaxCards) {
    line_.failExpected(line_.peek(), attempt_.phrase.payload == schema::Event::SHUFFLED
                                         ? "the numbers that the cards get, such as #41..#80"
                                         : "how many cards, such as \"40 cards\", or a line = \"Title\" for each");
  }
  attempt_.set(part.field, attempt_.context.cards + 1);
  attempt_.set(part.other, static_cast<std::uint32_t>(count));
  return true;
}

}  // namespace docket::notation
