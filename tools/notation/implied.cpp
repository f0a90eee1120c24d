#include "tools/notation/implied.h"

#include <range/v3/algorithm/any_of.hpp>
#include <string_view>

#include "engine/query/cards/places.h"
#include "tools/notation/name_resolution.h"

namespace docket::notation {
namespace {

/// The slots of the part of a zone in which cards usually lie, which is its first; none if they are not listed.
std::vector<std::int16_t> usualSlots(const Zone& zone) {
  if (zone.kind != schema::Zone::Kind::SLOTS || zone.several || zone.parts.empty()) return {};
  return {zone.parts.front().slots.begin(), zone.parts.front().slots.end()};
}

/// Puts an arriving card into the only free slot, unless the slot of a card there is unknown.
void fillOnlyFreeSlot(schema::Event::Builder event, const State& before, const Ruleset& ruleset, const Names& names) {
  const auto arrival = arrivalOf(event.asReader());
  const ZoneIndex index = arrival && arrival->slot == -1 ? ruleset.zone(names.text(arrival->zone)) : kUnbound;
  if (index == kUnbound) return;
  const bool unplaced = ranges::any_of(before.cards, [&](const Card& card) {
    return card.exists() && card.zone == index && card.zone_player == arrival->player && card.slot < 0;
  });
  std::vector<std::int16_t> free;
  for (const std::int16_t slot : usualSlots(ruleset.zones[index])) {
    if (inSlot(before, ruleset, {.zone = index, .player = arrival->player, .number = slot}, kNone) == kNone)
      free.push_back(slot);
  }
  if (unplaced || free.size() != 1) return;
  if (event.isCardMoved()) event.getCardMoved().setSlot(free.front());
  if (event.isCardPlayed()) event.getCardPlayed().setSlot(free.front());
  if (event.isCardCreated()) event.getCardCreated().setSlot(free.front());
}

/// The only trait of a card, from 1; 0 if it has none or several.
std::uint16_t onlyTrait(const Definition& definition) {
  std::uint16_t only = 0;
  for (std::size_t i = 0; i < definition.abilities.size(); ++i) {
    if (definition.abilities[i].kind == Ability::Kind::ABILITY) continue;
    if (only != 0) return 0;
    only = static_cast<std::uint16_t>(i + 1);
  }
  return only;
}

}  // namespace

const Definition* KnownTexts::of(std::uint32_t number) const {
  const CardIndex card = before.cardOf(number);
  const Definition* definition =
      card == kNone || before.cards[card].definition == 0 ? nullptr : before.definitionOf(before.cards[card]);
  for (const auto& [revealed_card, says] : revealed) {
    if (revealed_card == number) definition = says;
  }
  return definition == nullptr || definition->unread.any() || definition->of_record ? nullptr : definition;
}

std::optional<SlotArrival> arrivalOf(schema::Event::Reader event) {
  if (event.getGroup() != 0) return std::nullopt;  // the slot may become free in the same group
  if (event.isCardMoved()) {
    const auto moved = event.getCardMoved();
    return SlotArrival{moved.getCard(), moved.getZone(), moved.getPlayer(), moved.getSlot()};
  }
  if (event.isCardPlayed()) {
    const auto played = event.getCardPlayed();
    const Seat to = played.getToPlayer() != 0 ? played.getToPlayer() : played.getPlayer();
    return SlotArrival{played.getCard(), played.getZone(), to, played.getSlot()};
  }
  if (event.isCardCreated()) {
    const auto created = event.getCardCreated();
    return SlotArrival{created.getCard(), created.getZone(), created.getPlayer(), created.getSlot()};
  }
  return std::nullopt;
}

std::vector<std::uint16_t> abilitiesMeant(const KnownTexts& texts, schema::Event::AbilityActivated::Reader used,
                                          const Names& names) {
  std::vector<std::uint16_t> meant;
  const Definition* const definition = texts.of(used.getCard());
  if (definition == nullptr || used.getAbility() != 0 || used.getNamed() != 0) return meant;
  const std::string_view as = names.text(used.getDesignator());
  for (std::size_t i = 0; i < definition->abilities.size(); ++i) {
    const Ability& one = definition->abilities[i];
    const auto fits = [&](std::string_view designator) { return designator == as; };
    if (one.kind != Ability::Kind::ABILITY) continue;
    if (as.empty() || ranges::any_of(designatorsOf(one), fits)) meant.push_back(static_cast<std::uint16_t>(i + 1));
  }
  return meant;
}

void fillImplied(schema::Event::Builder event, const KnownTexts& texts, const Ruleset& ruleset, const Names& names) {
  if (event.isAbilityActivated()) {
    const auto meant = abilitiesMeant(texts, event.getAbilityActivated().asReader(), names);
    if (meant.size() == 1) event.getAbilityActivated().setAbility(meant.front());
  }
  if (event.isTraitTriggered()) {
    const auto triggered = event.getTraitTriggered().asReader();
    const Definition* const definition = texts.of(triggered.getCard());
    if (definition != nullptr && triggered.getTrait() == 0 && triggered.getNamed() == 0)
      event.getTraitTriggered().setTrait(onlyTrait(*definition));
  }
  fillOnlyFreeSlot(event, texts.before, ruleset, names);
}

}  // namespace docket::notation
