#include "tools/import/edopro/moves.h"

#include <fmt/format.h>

namespace docket::edopro {
namespace {

schema::Face faceOf(const DuelCard& card) {
  if (card.place == kDeck || card.place == kHand || card.place == kGraveyard) return schema::Face::UNCHANGED;
  return card.faceUp() ? schema::Face::UP : schema::Face::DOWN;
}

/// The slot as the record says it: piles from the bottom, with -1 for the top; a hand has no order.
std::int16_t slotOf(std::uint8_t place, std::uint32_t sequence, std::size_t cards) {
  if (place == kHand || ((place & kField) == 0 && sequence + 1 == cards)) return -1;
  return static_cast<std::int16_t>(sequence);
}

}  // namespace

void Moves::move(const Move& move) {
  duel_.just_placed = kNoCard;
  if (move.from.nowhere()) return create(move);
  const CardId id = duel_.cardAt(move.from, move.code);
  duel_.learnCode(id, move.code);
  if (move.to.nowhere()) return cease(id);
  // A move from the hand to the field outside a resolution is a play. The reason in the packet is left over from an
  // earlier move.
  const bool by_hand = table_[id].place == kHand && (move.to.place & kField) != 0 && duel_.resolving == 0;
  const std::string_view reason = by_hand ? std::string_view{} : reasonName(move.reason);
  if (move.to.attached()) return becomeMaterial(id, move.to, reason);
  relocate(id, move.to, reason);
  if (move.to.place == kSpellZone && table_[id].faceUp()) duel_.just_placed = id;
}

void Moves::create(const Move& move) {
  // Its owner is who summons it, on whichever side.
  const std::uint8_t owner = duel_.resolving != 0 ? duel_.links[duel_.resolving - 1U].player : move.to.player;
  const CardId id = table_.add(duel_.next_number++, move.code, owner);
  if (!table_.put(id, move.to)) duel_.refuse("a card is created where there is no room for it");
  duel_.makeKnown(id);
  const DuelCard& card = table_[id];
  writer_.add(duel_.actor(), [&](schema::Event::Builder event) {
    auto created = event.initCardCreated();
    created.setCard(card.number);
    created.setOwner(seatOf(card.owner));
    created.setPlayer(seatOf(card.player));
    created.setZone(writer_.name(zoneName(card.place)));
    created.setSlot(static_cast<std::int16_t>(move.to.sequence));
    created.setFace(faceOf(card));
    if (card.place == kMonsterZone) created.setOrientation(writer_.name(orientationName(card.position)));
  });
}

void Moves::cease(CardId id) {
  table_.take(id);
  table_.unequip(id);
  duel_.observer.forget(id);
  writer_.add(duel_.actor(), [&](schema::Event::Builder event) { event.initCardCeased().setCard(table_[id].number); });
}

void Moves::relocate(CardId id, const Location& to, std::string_view reason) {
  const DuelCard before = table_[id];
  table_.take(id);
  if (!table_.put(id, to)) {
    duel_.refuse(fmt::format("a card moves to {} {} of player {}, where there is no room for it", zoneName(to.place),
                             to.sequence, to.player));
  }
  placed(id, before, to.sequence, reason, 0);
}

/// Sets the place of a moved card before the move. For a material the owner is left out, as it does not say in whose
/// zone it was.
void Moves::comesFrom(schema::Event::CardMoved::Builder moved, const DuelCard& before) {
  if (before.place == 0) return;
  moved.setFrom(writer_.name(zoneName(before.place)));
  if ((before.place & kAttached) == 0) moved.setFromPlayer(seatOf(before.player));
}

/// The activation that makes the control of a card change; 0 if it is not certain. It is the one that resolves or has
/// just resolved; if the card returns to the player who had it, the one that took it, whose effect has ended. `from`:
/// who controlled the card.
EventNumber Moves::causeOfControl(CardId id, std::uint8_t from) {
  const Taken taken = duel_.taken[id];
  if (duel_.resolving != 0 || duel_.resolved.last == writer_.latestTableEvent()) {
    const EventNumber cause = duel_.resolving != 0 ? duel_.link(duel_.resolving).activation : duel_.resolved.activation;
    duel_.taken[id] = {.by = cause, .from = from};
    return cause;
  }
  duel_.taken.erase(id);
  return taken.from == table_[id].player ? taken.by : 0;
}

/// Says that a card, which was in another place `before`, is where the table has it now. `group`: the first event of
/// those that happen at the same time; 0: it moves alone.
void Moves::placed(CardId id, const DuelCard& before, std::uint32_t sequence, std::string_view reason,
                   EventNumber group) {
  duel_.makeKnown(id);
  const DuelCard& card = table_[id];
  const bool changes_control = before.onField() && card.onField() && before.player != card.player;
  const bool by_resolved = duel_.resolved.last == writer_.latestTableEvent();
  if (changes_control) {
    writer_.causedBy(causeOfControl(id, before.player));
    const EventNumber changed = writer_.add(duel_.actor(), group, [&](schema::Event::Builder event) {
      auto to = event.initControlChanged();
      to.setCard(card.number);
      to.setPlayer(seatOf(card.player));
    });
    if (group == 0) group = changed;
  }
  const EventNumber moved = writer_.add(duel_.actor(), group, [&](schema::Event::Builder event) {
    auto to = event.initCardMoved();
    to.setCard(card.number);
    to.setPlayer(seatOf(card.player));
    to.setZone(writer_.name(zoneName(card.place)));
    to.setSlot(slotOf(card.place, sequence, table_.in(card.player, card.place).size()));
    to.setFace(faceOf(card));
    if (card.place == kMonsterZone) to.setOrientation(writer_.name(orientationName(card.position)));
    to.setReason(writer_.name(reason));
    comesFrom(to, before);
  });
  if (changes_control && duel_.resolving == 0) {
    writer_.causedBy(0);
    if (by_resolved) duel_.resolved.last = moved;
  }
  // The field is one location, so what is recorded about the card remains; but a card that moves to another zone of it
  // loses its equipment, and no longer equips another.
  if (before.onField() && card.onField()) {
    if (before.place == card.place) return;
    for (const CardId off : table_.unequip(id)) {
      writer_.add(duel_.actor(),
                  [&](schema::Event::Builder event) { event.initCardDetached().setCard(table_[off].number); });
    }
    return;
  }
  table_.unequip(id);
  duel_.observer.forget(id);
  duel_.taken.erase(id);
  if (card.onField()) attachMaterials(id, group != 0 ? group : moved);
}

void Moves::becomeMaterial(CardId id, const Location& under, std::string_view reason) {
  const CardId host = table_.at(under.player, static_cast<std::uint8_t>(under.place & ~kAttached), under.sequence);
  if (host == kNoCard || host == id) duel_.refuse("a card becomes the material of a card that is not there");
  const DuelCard before = table_[id];
  table_.take(id);
  table_.unequip(id);
  table_.attach(id, host);
  duel_.observer.forget(id);
  duel_.makeKnown(id);
  const DuelCard& card = table_[id];
  const EventNumber moved = writer_.add(duel_.actor(), [&](schema::Event::Builder event) {
    auto to = event.initCardMoved();
    to.setCard(card.number);
    to.setPlayer(seatOf(card.player));
    to.setZone(writer_.name(kMaterialZone));
    to.setReason(writer_.name(reason));
    comesFrom(to, before);
  });
  // The materials of a summoned monster are listed before it arrives; they are attached once it is there.
  if (table_[host].onField()) attachTo(id, host, "material", moved);
}

void Moves::attachMaterials(CardId host, EventNumber group) {
  for (const CardId material : table_[host].materials) attachTo(material, host, "material", group);
}

void Moves::attachTo(CardId id, CardId host, std::string_view kind, EventNumber group) {
  if (id == host) duel_.refuse("a card is attached to itself");
  writer_.add(duel_.actor(), group, [&](schema::Event::Builder event) {
    auto attached = event.initCardAttached();
    attached.setCard(table_[id].number);
    attached.setHost(table_[host].number);
    attached.setKind(writer_.name(kind));
  });
}

void Moves::reposition(CardId id, std::uint32_t position) {
  DuelCard& card = table_[id];
  const bool was_up = card.faceUp();
  const bool was_defense = (card.position & kDefense) != 0;
  card.position = position;
  const Seat by = duel_.resolving != 0 ? duel_.actor() : seatOf(card.player);
  duel_.just_placed = card.place == kSpellZone && card.faceUp() ? id : kNoCard;
  const auto orientation = [&] {
    return card.place == kMonsterZone ? writer_.name(orientationName(position)) : std::uint16_t{0};
  };
  if (was_up != card.faceUp()) {
    duel_.makeKnown(id);
    const EventNumber flipped = writer_.add(by, [&](schema::Event::Builder event) {
      auto to = event.initCardFlipped();
      to.setCard(card.number);
      to.setFace(card.faceUp() ? schema::Face::UP : schema::Face::DOWN);
      to.setOrientation(orientation());
    });
    if (card.faceUp()) return;
    table_.unequip(id);
    duel_.observer.forget(id);
    attachMaterials(id, flipped);  // equipment falls off a card that is turned face-down, materials do not
  } else if (card.place == kMonsterZone && was_defense != ((position & kDefense) != 0)) {
    writer_.add(by, [&](schema::Event::Builder event) {
      auto to = event.initCardTurned();
      to.setCard(card.number);
      to.setOrientation(orientation());
    });
  }
}

void Moves::swap(const Swap& swap) {
  const CardId first = duel_.cardAt(swap.first.at, swap.first.code);
  const CardId second = duel_.cardAt(swap.second.at, swap.second.code);
  if (first == second) duel_.refuse("a card trades places with itself");
  const DuelCard first_before = table_[first];
  const DuelCard second_before = table_[second];
  Location to_first = swap.second.at;
  Location to_second = swap.first.at;
  to_first.position = first_before.position;
  to_second.position = second_before.position;
  table_.take(first);
  table_.take(second);
  if (!table_.put(first, to_first) || !table_.put(second, to_second)) duel_.refuse("two cards cannot trade places");
  const EventNumber group = writer_.size() + 1;  // at the same time: neither takes a place that is taken
  placed(first, first_before, to_first.sequence, "swapped", group);
  placed(second, second_before, to_second.sequence, "swapped", group);
}

void Moves::draw(const PlayerCodes& draw) {
  std::vector<std::uint32_t> numbers;
  for (const std::uint32_t code : draw.codes) {
    const auto& deck = table_.in(draw.player, kDeck);
    if (deck.empty()) duel_.refuse("a draw from an empty deck");
    const CardId id = deck.back();
    duel_.learnCode(id, code);
    table_.take(id);
    const auto hand = static_cast<std::uint32_t>(table_.in(draw.player, kHand).size());
    if (!table_.put(id, {.player = draw.player, .place = kHand, .sequence = hand, .position = kFaceDown}))
      duel_.refuse("a draw");
    duel_.makeKnown(id);
    numbers.push_back(table_[id].number);
  }
  if (numbers.empty()) return;
  writer_.add(seatOf(draw.player), [&](schema::Event::Builder event) {
    auto drawn = event.initCardsDrawn();
    drawn.setPlayer(seatOf(draw.player));
    drawn.setFrom(writer_.name(zoneName(kDeck)));
    drawn.setTo(writer_.name(zoneName(kHand)));
    auto cards = drawn.initCards(static_cast<unsigned>(numbers.size()));
    for (unsigned i = 0; i < numbers.size(); ++i) cards.set(i, numbers[i]);
  });
}

void Moves::equip(const Pair& pair) {
  const CardId equipment = duel_.cardAt(pair.first);
  const CardId wearer = duel_.cardAt(pair.second);
  attachTo(equipment, wearer, "equip", 0);
  table_.equip(equipment, wearer);
}

}  // namespace docket::edopro
