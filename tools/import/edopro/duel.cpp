#include "tools/import/edopro/duel.h"

#include <fmt/format.h>

#include "events/errors.h"
#include "events/seats.h"

namespace docket::edopro {

Duel::Duel(const Replay& from, const std::string& name, const Rules& known_rules, Recording& recording)
    : replay(from), file_name(name), rules(known_rules), writer(recording), observer(writer, known_rules) {}

std::uint8_t whoSees(const DuelCard& card) {
  const auto bit = [](std::uint8_t player) { return static_cast<std::uint8_t>(1U << player); };
  if ((card.place & kAttached) != 0) return kEveryone;
  switch (card.place) {
    case kDeck:
      return 0;
    case kHand:
      return bit(card.player);
    case kGraveyard:
      return kEveryone;
    case kBanished:
    case kExtraDeck:
      return card.faceUp() ? kEveryone : bit(card.owner);
    default:
      return card.faceUp() ? kEveryone : bit(card.player);
  }
}

void Duel::refuse(const std::string& message) const {
  throw BadInput(file_name, 0, 0,
                 fmt::format("byte {} of the body (packet {}, message {}): {}", packetAtHand().offset, packet,
                             packetAtHand().message, message));
}

CardId Duel::findAt(const Location& at, std::uint32_t code) const {
  if (!at.attached()) return table.at(at.player, at.place, at.sequence);
  const CardId holder = table.at(at.player, static_cast<std::uint8_t>(at.place & ~kAttached), at.sequence);
  if (holder == kNoCard) return kNoCard;
  const auto& materials = table[holder].materials;
  if (code == 0) return at.position < materials.size() ? materials[at.position] : kNoCard;
  return table.material(holder, at.position, code);
}

CardId Duel::cardAt(const Location& at, std::uint32_t code) const {
  const CardId id = findAt(at, code);
  if (id == kNoCard) {
    refuse(fmt::format("there is no card in {} {} of player {}", zoneName(at.place), at.sequence, at.player));
  }
  return id;
}

void Duel::learnCode(CardId id, std::uint32_t code) {
  DuelCard& card = table[id];
  if (code == 0 || card.code == code) return;
  if (card.code != 0) refuse(fmt::format("card {} is given as {}, but was {}", card.number, code, card.code));
  card.code = code;
}

void Duel::makeKnown(CardId id) {
  DuelCard& card = table[id];
  const auto fresh = static_cast<std::uint8_t>(whoSees(card) & ~card.known);
  if (fresh == 0 || card.code == 0) return;
  card.known = static_cast<std::uint8_t>(card.known | fresh);
  writer.identify(card.number, card.known, card.code);
}

Seat Duel::actor() const { return resolving != 0 ? seatOf(links[resolving - 1U].player) : Seat{0}; }

Link& Duel::link(std::uint8_t number) {
  if (number == 0 || number > links.size()) refuse(fmt::format("the chain has no link {}", number));
  return links[number - 1U];
}

}  // namespace docket::edopro
