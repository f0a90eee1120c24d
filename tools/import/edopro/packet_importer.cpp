#include "tools/import/edopro/packet_importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "events/seats.h"

namespace docket::edopro {
namespace {

bool areSame(std::span<const std::byte> one, std::span<const std::byte> other) {
  return one.size() == other.size() && (one.empty() || std::memcmp(one.data(), other.data(), one.size()) == 0);
}

/// True if a card in one position can be in another at a refresh. A Flip Summoned monster is refreshed before the
/// message about its summon.
bool isAsRefreshed(std::uint32_t was, std::uint32_t is) {
  constexpr std::uint32_t kFaceDownDefense = kFaceDown & kDefense, kFaceUpAttack = kFaceUp & ~kDefense;
  return was == is || (was == kFaceDownDefense && is == kFaceUpAttack);
}

}  // namespace

PacketImporter::PacketImporter(const Replay& replay, const std::string& file_name, const Rules& rules,
                               Recording& recording)
    : duel_(replay, file_name, rules, recording) {}

void PacketImporter::run() {
  for (duel_.packet = 0; duel_.packet < duel_.replay.packets.size() && !over_; ++duel_.packet) {
    const Packet& packet = duel_.replay.packets[duel_.packet];
    duel_.writer.at(duel_.packet);
    dispatch(packet, Bytes(packet.body, duel_.file_name, "the body", packet.offset));
  }
  skipMissing(missing_.beforeEnd());
}

void PacketImporter::dispatch(const Packet& packet, Bytes bytes) {
  const auto message = static_cast<Message>(packet.message);
  if (message != Message::start && duel_.table.size() == 0) duel_.refuse("a message before the start of the duel");
  if (message == Message::update_data || message == Message::update_card) return refresh(message, bytes);
  skipMissing(missing_.before(message, bytes));
  duel_.observer.nextMoment();
  const bool read = dispatchAny(message, bytes);
  if (!read && !isOnlyShown(packet.message)) return skip(fmt::format("unknown message {}", packet.message));
  // The third byte of a win message does not affect who won.
  if (read && !bytes.done() && message != Message::win && message != Message::hint)
    skip(fmt::format("unknown trailing bytes in message {}", packet.message));
}

bool PacketImporter::dispatchAny(Message message, Bytes& bytes) {
  if (dispatchMoves(message, bytes)) return true;
  const bool read = dispatchActs(message, bytes) || dispatchShown(message, bytes) || dispatchValues(message, bytes);
  duel_.just_placed = kNoCard;
  return read;
}

void PacketImporter::skip(const std::string& what) {
  ++skipped_[what];
  if (std::exchange(in_doubt_, true)) return;
  duel_.writer.add(0, [&](schema::Event::Builder event) { event.initSkipped().setWhat(what); });
}

void PacketImporter::skipMissing(std::string_view what) {
  if (!what.empty()) skip(fmt::format("missing {}", what));
}

bool PacketImporter::dispatchMoves(Message message, Bytes& bytes) {
  switch (message) {
    case Message::move:
      moves_.move(readMove(bytes));
      return true;
    case Message::position_change: {
      const PositionChange change = readPositionChange(bytes);
      moves_.reposition(duel_.cardAt(change.at, change.code), change.after);
      return true;
    }
    case Message::swap:
      moves_.swap(readSwap(bytes));
      return true;
    case Message::draw:
      moves_.draw(readDraw(bytes));
      return true;
    case Message::shuffle_deck:
      shuffles_.shuffleDeck(readPlayer(bytes));
      return true;
    case Message::shuffle_hand:
      shuffles_.shuffleHand(readShuffledCodes(bytes));
      return true;
    case Message::shuffle_extra:
      shuffles_.shuffleExtraDeck(readShuffledCodes(bytes));
      return true;
    case Message::shuffle_set_cards:
      shuffles_.shuffleSetCards(readSetCardShuffle(bytes));
      return true;
    case Message::remove_cards:
      for (const Location& at : readLocations(bytes)) moves_.cease(duel_.cardAt(at));
      return true;
    // These change the table in ways that are not imported; continuing would record falsehoods.
    case Message::swap_graveyard_deck:
      duel_.refuse("an exchange of deck and graveyard is not imported");
    case Message::reverse_deck:
      duel_.refuse("a deck turned over is not imported");
    case Message::tag_swap:
      duel_.refuse("a tag duel is not imported");
    case Message::reload_field:
      duel_.refuse("a puzzle is not imported");
    default:
      return false;
  }
}

bool PacketImporter::dispatchActs(Message message, Bytes& bytes) {
  switch (message) {
    case Message::set: {
      const CardAt set = readCardAt(bytes);
      if (duel_.resolving == 0) acts_.addPlay(duel_.cardAt(set.at, set.code), "set");
      return true;
    }
    case Message::summoning: {
      const CardAt summoned = readCardAt(bytes);
      acts_.addPlay(duel_.cardAt(summoned.at, summoned.code), "normal summon");
      return true;
    }
    case Message::special_summoning: {
      const CardAt summoned = readCardAt(bytes);
      if (duel_.resolving == 0) acts_.addPlay(duel_.cardAt(summoned.at, summoned.code), "special summon");
      return true;
    }
    case Message::flip_summoning: {
      const CardAt summoned = readCardAt(bytes);
      const CardId id = duel_.cardAt(summoned.at, summoned.code);
      moves_.reposition(id, summoned.at.position);
      acts_.addPlay(id, "flip summon");
      return true;
    }
    case Message::chaining:
      chain_.addLink(readChaining(bytes));
      return true;
    case Message::chain_solving:
      chain_.beginResolution(readLink(bytes));
      return true;
    case Message::chain_solved:
      chain_.endResolution(readLink(bytes));
      return true;
    case Message::chain_negated:
      chain_.negate(readLink(bytes), false);
      return true;
    case Message::chain_disabled:
      chain_.negate(readLink(bytes), true);
      return true;
    case Message::chain_end:
      chain_.end();
      return true;
    case Message::become_target:
      chain_.addTargets(readLocations(bytes));
      return true;
    case Message::attack:
      acts_.addAttack(readPair(bytes));
      return true;
    case Message::battle:
      acts_.addBattle(readBattle(bytes));
      return true;
    default:
      return false;
  }
}

bool PacketImporter::dispatchShown(Message message, Bytes& bytes) {
  switch (message) {
    case Message::confirm_deck_top:
    case Message::confirm_extra_top:
      acts_.addReveal(readConfirmed(bytes), kEveryone);
      return true;
    case Message::confirm_cards: {
      const PlayerCards confirmed = readConfirmed(bytes);
      acts_.addReveal(confirmed, static_cast<std::uint8_t>(1U << confirmed.player));
      return true;
    }
    case Message::toss_coin:
      acts_.addToss(readTosses(bytes), "coin");
      return true;
    case Message::toss_dice:
      acts_.addToss(readTosses(bytes), "die");
      return true;
    case Message::random_selected:
      acts_.addRandomSelection(readPlayerLocations(bytes));
      return true;
    case Message::hint: {
      constexpr std::uint8_t kLastKnown = 11;
      const Hint hint = readHint(bytes);
      if (hint.type > kLastKnown) ++skipped_["hint of unknown type"];
      acts_.addChoice(hint);
      return true;
    }
    default:
      return false;
  }
}

bool PacketImporter::dispatchValues(Message message, Bytes& bytes) {
  switch (message) {
    case Message::start:
      turns_.start(readStart(bytes));
      if (lacksLifeChange(duel_.replay.packets, duel_.file_name)) skipMissing("change of life points");
      return true;
    case Message::win:
      turns_.endGame(readWin(bytes));
      over_ = true;  // what the writer adds after it is its closing repeat
      return true;
    case Message::new_turn:
      turns_.beginTurn(readPlayer(bytes));
      return true;
    case Message::new_phase: {
      const std::uint16_t phase = readPhase(bytes);
      if (!turns_.beginPhase(phase)) skip(fmt::format("unknown phase {:#x}", phase));
      return true;
    }
    case Message::damage_step_start:
      turns_.setDamageStep(true);
      return true;
    case Message::damage_step_end:
      turns_.setDamageStep(false);
      return true;
    case Message::damage:
    case Message::recover:
    case Message::pay_life:
    case Message::life_update: {
      const PlayerAmount amount = readPlayerAmount(bytes);
      const auto how = message == Message::damage     ? schema::How::LOST
                       : message == Message::recover  ? schema::How::GAINED
                       : message == Message::pay_life ? schema::How::PAID
                                                      : schema::How::SET;
      turns_.changeLife(amount.player, how, amount.amount);
      return true;
    }
    case Message::add_counter:
      turns_.changeCounters(readCounterChange(bytes), true);
      return true;
    case Message::remove_counter:
      turns_.changeCounters(readCounterChange(bytes), false);
      return true;
    case Message::equip:
      moves_.equip(readPair(bytes));
      return true;
    default:
      return false;
  }
}

void PacketImporter::refresh(Message message, Bytes bytes) {
  const Refresh refresh = readRefresh(bytes, message);
  if (message == Message::update_card) {
    Query query;
    readQuery(bytes, query);
    countUnknown(query);
    return refreshCard(refresh.player, refresh.place, refresh.sequence, query);
  }
  if (refresh.place == kMonsterZone && refresh.player == 0) {
    duel_.granted_by = 0;
    if (++duel_.refreshes > 1) duel_.after_chain = {};
  }
  const auto body = duel_.replay.packets[duel_.packet].body;
  LastRefresh& last = refreshes_[refresh.player][refresh.place];
  if (last.events != duel_.writer.size() || !areSame(body, last.body)) {
    std::size_t sequence = 0;
    for (; !bytes.done(); ++sequence) {
      const Query& query = nextQuery(bytes, last, sequence);
      if (!query.empty()) refreshCard(refresh.player, refresh.place, static_cast<std::uint32_t>(sequence), query);
    }
    last.cards.resize(std::min(sequence, LastRefresh::kMaxCards));
  }
  last.body = body;
  last.events = duel_.writer.size();
}

/// Unknown fields do not affect the known ones.
void PacketImporter::countUnknown(const Query& query) {
  if (query.unknown != 0) skipped_["unknown card field"] += query.unknown;
}

const Query& PacketImporter::nextQuery(Bytes& bytes, LastRefresh& last, std::size_t sequence) {
  if (sequence >= LastRefresh::kMaxCards) {
    readQuery(bytes, last.other);
    countUnknown(last.other);
    return last.other;
  }
  if (sequence >= last.cards.size()) last.cards.resize(sequence + 1);
  LastRefresh::OfCard& card = last.cards[sequence];
  const auto left = bytes.rest();
  if (!card.bytes.empty() && card.bytes.size() <= left.size() && areSame(card.bytes, left.first(card.bytes.size()))) {
    bytes.take(card.bytes.size());
    return card.query;
  }
  readQuery(bytes, card.query);
  countUnknown(card.query);
  card.bytes = left.first(left.size() - bytes.left());
  return card.query;
}

void PacketImporter::refreshCard(std::uint8_t player, std::uint8_t place, std::uint32_t sequence, const Query& query) {
  const CardId id = duel_.table.at(player, place, sequence);
  if (id == kNoCard) {
    duel_.refuse(fmt::format("a refresh of a card in {} {} of player {}, where there is none", zoneName(place),
                             sequence, player));
  }
  if (query.has(Query::code)) duel_.learnCode(id, query.number(Query::code));
  const DuelCard& card = duel_.table[id];
  if (card.onField() && query.has(Query::position) && !isAsRefreshed(card.position, query.number(Query::position)))
    skipMissing("change of position");
  if (card.place == kMonsterZone && card.faceUp()) duel_.observer.refreshed(id, card, query);
}

}  // namespace docket::edopro
