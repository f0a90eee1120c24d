// What a typed line leaves unsaid: taken from the table where only one thing can be meant.
#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/count_if.hpp>
#include <range/v3/algorithm/find_if.hpp>

#include "engine/query/sight.h"
#include "events/validate.h"
#include "tools/notation/filling.h"
#include "tools/notation/name_resolution.h"

namespace docket::notation {
namespace {

/// The zone that players draw from, a pile that nobody sees: each has one, or else all have one in common. Null where
/// it can be several.
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

/// Whether an item that has no word of its own can be passed by.
bool Filling::canSupply(const Item& item) const {
  const Part& part = item.parts.back();
  if (!of_event_ || item.isClause()) return false;
  if (part.kind == Part::Kind::range) return true;
  if (phrase_.payload == schema::Event::SHUFFLED) return drawPile(table_.rules.ruleset) != nullptr;
  const bool counters =
      phrase_.payload == schema::Event::COUNTER_PLACED || phrase_.payload == schema::Event::COUNTER_REMOVED;
  return part.field.shape->name == "activation" || (counters && part.field.shape->name == "amount");
}

void Filling::supply(const Item& item) {
  const Part& part = item.parts.back();
  if (part.kind == Part::Kind::range) return supplyRange(part);
  if (of_event_ && part.kind == Part::Kind::value) {
    const std::string_view name = part.field.shape->name;
    if (supplyZone(part)) return;
    if (name == "activation") {
      if (const EventNumber latest = latestActivation(); latest != 0) return set(part.field, latest);
    }
    const bool counters =
        phrase_.payload == schema::Event::COUNTER_PLACED || phrase_.payload == schema::Event::COUNTER_REMOVED;
    if (counters && name == "amount") return set(part.field, 1);
  }
  failMissing(item);
}

// The deck, and of a draw the hand that the cards come to.
bool Filling::supplyZone(const Part& part) {
  const bool draws = phrase_.payload == schema::Event::CARDS_DRAWN;
  const bool to_hand = draws && part.field.shape->name == "to";
  const bool from_deck = (draws && part.field.shape->name == "from") ||
                         (phrase_.payload == schema::Event::SHUFFLED && part.field.shape->name == "zone");
  if (!to_hand && !from_deck) return false;
  const Zone* zone = to_hand ? handOf(table_.rules.ruleset) : drawPile(table_.rules.ruleset);
  if (zone == nullptr) return false;
  set(part.field, table_.names.number(zone->name));
  return true;
}

// What is resolved is the last link; what a player negates is the last one of another.
EventNumber Filling::latestActivation() const {
  const bool resolves = phrase_.payload == schema::Event::ACTIVATION_RESOLVED;
  const auto& chain = table_.state.chain;
  const auto link = std::find_if(chain.rbegin(), chain.rend(), [&](const Link& each) {
    const Use* const use = table_.state.useOf(each.activation);
    return !each.resolved && (resolves || use == nullptr || use->player != who_);
  });
  return link != chain.rend() ? link->activation : table_.state.latest_activation;
}

void Filling::supplyRange(const Part& part) {
  std::size_t count = table_.listed;
  if (phrase_.payload == schema::Event::SHUFFLED) {
    const auto shuffled = event_.getShuffled().asReader();
    count = shuffled.getCards().size();
    const ZoneIndex zone = table_.rules.ruleset.zone(table_.names.text(shuffled.getZone()));
    if (count == 0 && zone != kUnbound && who_ <= table_.state.seats)
      count = table_.state.piles[table_.state.pile(zone, who_)].size();
  }
  if (count < 1 || count > kMostCards) {
    line_.failExpected(line_.peek(), phrase_.payload == schema::Event::SHUFFLED
                                         ? "the numbers that the cards get, as #41..#80"
                                         : "how many cards, as \"40 cards\", or a line = \"Title\" for each");
  }
  set(part.field, table_.cards + 1);
  set(part.other, static_cast<std::uint32_t>(count));
}

void Filling::draw() {
  if (drawn_.empty()) return;
  const auto event = event_.getCardsDrawn().asReader();
  const std::string_view from = table_.names.text(event.getFrom());
  const ZoneIndex zone = table_.rules.ruleset.zone(from);
  static const std::vector<CardIndex> kNoCards;
  const bool there = zone != kUnbound && who_ <= table_.state.seats;
  const Seat whose = ownerUnsaid(table_.rules.ruleset, from, who_);
  const auto& pile = there ? table_.state.piles[table_.state.pile(zone, whose)] : kNoCards;
  std::size_t left = pile.size();
  auto cards = event_.getCardsDrawn().initCards(static_cast<unsigned>(drawn_.size()));
  for (unsigned i = 0; i < cards.size(); ++i) {
    CardWords& words = drawn_[i];
    if (words.number == 0) {
      if (left == 0) line_.fail(words.at, fmt::format("the pile has no more cards: it has {} in all", pile.size()));
      words.number = table_.state.cards[pile[--left]].number;
    } else if (left > 0 && table_.state.cards[pile[left - 1]].number == words.number) {
      --left;
    }
    cards.set(i, words.number);
    if (!words.titled) continue;
    if (finder_.isKnown(words.number) || within_) {
      if (finder_.titleOf(words.number) != words.title) mentions.push_back({words.number, words.title, words.at});
    } else {
      const ZoneIndex to = table_.rules.ruleset.zone(table_.names.text(event.getTo()));
      // What is drawn is seen by who draws it, but for where others hold it before his eyes.
      using By = schema::Zone::SeenBy;
      const bool by_others = to != kUnbound && table_.rules.ruleset.zones[to].seen_by == By::OTHERS;
      const auto seats = seatsThatSee(by_others ? By::OTHERS : By::OWNER, who_, false, table_.state.seats);
      revealed.push_back({.card = words.number, .title = words.title, .at = words.at, .seats = seats});
    }
  }
}

}  // namespace docket::notation
