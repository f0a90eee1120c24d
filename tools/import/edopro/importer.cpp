#include "tools/import/edopro/importer.h"

#include <algorithm>

#include "events/hidden.h"
#include "tools/import/edopro/deck_order.h"

namespace docket::edopro {

Importer::Importer(const Replay& replay, const std::string& file_name, const Rules& rules, Recording& recording)
    : replay_(replay), file_name_(file_name), rules_(rules), writer_(recording), observer_(writer_, rules) {}

void Importer::run() {
  for (packet_ = 0; packet_ < replay_.packets.size() && !over_; ++packet_) {
    const Packet& packet = replay_.packets[packet_];
    writer_.at(packet_);
    dispatch(packet, Bytes(packet.body, file_name_, "the body", packet.offset));
  }
}

void Importer::refuse(const std::string& message) const {
  throw BadInput(file_name_, 0, 0,
                 fmt::format("byte {} of the body (packet {}, message {}): {}", replay_.packets[packet_].offset,
                             packet_, replay_.packets[packet_].message, message));
}

void Importer::dispatch(const Packet& packet, Bytes bytes) {
  const auto message = static_cast<Message>(packet.message);
  if (message != Message::start && table_.size() == 0) refuse("a message before the start of the duel");
  if (message == Message::update_data || message == Message::update_card) return refresh(message, bytes);
  observer_.nextMoment();
  if (dispatchMoves(message, bytes)) return;
  const bool said = dispatchActs(message, bytes) || dispatchShown(message, bytes) || dispatchValues(message, bytes);
  if (!said) ++skipped_[packet.message];
  just_placed_ = kNoCard;
}

bool Importer::dispatchMoves(Message message, const Bytes& bytes) {
  switch (message) {
    case Message::move:
      move(readMove(bytes));
      return true;
    case Message::position_change: {
      const PositionChange change = readPositionChange(bytes);
      reposition(cardAt(change.at, change.code), change.after);
      return true;
    }
    case Message::swap:
      swap(readSwap(bytes));
      return true;
    case Message::draw:
      draw(readDraw(bytes));
      return true;
    case Message::shuffle_deck:
      shuffleDeck(readPlayer(bytes));
      return true;
    case Message::shuffle_hand:
      shuffleHand(readShuffledCodes(bytes));
      return true;
    case Message::shuffle_extra:
      shuffleExtra(readShuffledCodes(bytes));
      return true;
    case Message::shuffle_set_cards:
      shuffleSetCards(readSetCardShuffle(bytes));
      return true;
    case Message::remove_cards:
      for (const Location& at : readLocations(bytes)) cease(cardAt(at));
      return true;
    // These change the table in ways that are not imported; to go on without them would tell lies.
    case Message::swap_graveyard_deck:
      refuse("an exchange of deck and graveyard is not imported");
    case Message::reverse_deck:
      refuse("a deck turned over is not imported");
    case Message::tag_swap:
      refuse("a tag duel is not imported");
    case Message::reload_field:
      refuse("a puzzle is not imported");
    default:
      return false;
  }
}

bool Importer::dispatchActs(Message message, const Bytes& bytes) {
  switch (message) {
    case Message::set: {
      const CardAt set = readCardAt(bytes);
      if (resolving_ == 0) played(cardAt(set.at, set.code), "set");
      return true;
    }
    case Message::summoning: {
      const CardAt summoned = readCardAt(bytes);
      played(cardAt(summoned.at, summoned.code), "normal summon");
      return true;
    }
    case Message::special_summoning: {
      const CardAt summoned = readCardAt(bytes);
      if (resolving_ == 0) played(cardAt(summoned.at, summoned.code), "special summon");
      return true;
    }
    case Message::flip_summoning: {
      const CardAt summoned = readCardAt(bytes);
      const CardId id = cardAt(summoned.at, summoned.code);
      reposition(id, summoned.at.position);
      played(id, "flip summon");
      return true;
    }
    case Message::chaining:
      chaining(readChaining(bytes));
      return true;
    case Message::chain_solving:
      resolving(readLink(bytes));
      return true;
    case Message::chain_solved:
      resolved(readLink(bytes));
      return true;
    case Message::chain_negated:
      negated(readLink(bytes), false);
      return true;
    case Message::chain_disabled:
      negated(readLink(bytes), true);
      return true;
    case Message::chain_end:
      chainEnded();
      return true;
    case Message::become_target:
      targets(readLocations(bytes));
      return true;
    case Message::attack:
      attack(readPair(bytes));
      return true;
    case Message::battle:
      battle(readBattle(bytes));
      return true;
    default:
      return false;
  }
}

bool Importer::dispatchShown(Message message, const Bytes& bytes) {
  switch (message) {
    case Message::confirm_deck_top:
    case Message::confirm_extra_top:
      revealed(readConfirmed(bytes), kEveryone);
      return true;
    case Message::confirm_cards: {
      const PlayerCards confirmed = readConfirmed(bytes);
      revealed(confirmed, static_cast<std::uint8_t>(1U << confirmed.player));
      return true;
    }
    case Message::toss_coin:
      tossed(readTosses(bytes), "coin");
      return true;
    case Message::toss_dice:
      tossed(readTosses(bytes), "die");
      return true;
    case Message::random_selected:
      selectedAtRandom(readPlayerLocations(bytes));
      return true;
    case Message::hint:
      return hinted(readHint(bytes));
    default:
      return false;
  }
}

bool Importer::dispatchValues(Message message, const Bytes& bytes) {
  switch (message) {
    case Message::start:
      start(readStart(bytes));
      return true;
    case Message::win:
      win(readWin(bytes));
      return true;
    case Message::new_turn:
      turn(readPlayer(bytes));
      return true;
    case Message::new_phase:
      phase(readPhase(bytes));
      return true;
    case Message::damage_step_start:
      writer_.add(0, [&](schema::Event::Builder event) {
        auto began = event.initBegan();
        began.setPeriod(writer_.name("step"));
        began.setName(writer_.name("damage step"));
        began.setPlayer(seatOf(turn_player_));
      });
      return true;
    case Message::damage_step_end:
      writer_.add(0, [&](schema::Event::Builder event) { event.initEnded().setPeriod(writer_.name("step")); });
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
      life(amount.player, how, amount.amount);
      return true;
    }
    case Message::add_counter:
      counters(readCounterChange(bytes), true);
      return true;
    case Message::remove_counter:
      counters(readCounterChange(bytes), false);
      return true;
    case Message::equip: {
      const Pair pair = readPair(bytes);
      const CardId equipment = cardAt(pair.first);
      const CardId wearer = cardAt(pair.second);
      attachTo(equipment, wearer, "equip", 0);
      table_.equip(equipment, wearer);
      return true;
    }
    default:
      return false;
  }
}

void Importer::start(const Start& start) {
  if (table_.size() != 0) refuse("a second start of the duel");
  const std::span<const Packet> later = std::span(replay_.packets).subspan(packet_ + 1);
  for (std::uint8_t player = 0; player < 2; ++player) {
    const DeckList& listed = replay_.decks[player];
    const auto order = foreseePile(later, player, kDeck, start.deck[player], file_name_);
    std::vector<std::uint32_t> main = listed.main.size() == order.size() ? listed.main : order;
    if (main == order) std::sort(main.begin(), main.end());  // no list: what is registered tells no order
    registerPile(player, kDeck, main);
    auto extra = foreseePile(later, player, kExtraDeck, start.extra[player], file_name_);
    if (std::count(extra.begin(), extra.end(), 0U) != 0 && listed.extra.size() == extra.size()) extra = listed.extra;
    registerPile(player, kExtraDeck, extra);
  }
  for (std::uint8_t player = 0; player < 2; ++player) shuffleDeck(player);
}

void Importer::registerPile(std::uint8_t player, Place place, const std::vector<std::uint32_t>& codes) {
  if (codes.empty()) return;
  const std::uint32_t first = next_number_;
  const auto seats = static_cast<std::uint8_t>(1U << player);
  for (std::uint32_t i = 0; i < codes.size(); ++i) {
    const CardId id = table_.add(next_number_++, codes[i], player);
    if (!table_.put(id, {.player = player, .place = place, .sequence = i, .position = kFaceDown})) refuse("a pile");
    if (codes[i] == 0) continue;
    table_[id].known = seats;  // who built a deck knows what is in it
    writer_.identify(table_[id].number, seats, codes[i]);
  }
  writer_.add(seatOf(player), [&](schema::Event::Builder event) {
    auto registered = event.initDeckRegistered();
    registered.setPlayer(seatOf(player));
    registered.setZone(writer_.name(zoneName(place)));
    registered.setFirst(first);
    registered.setCount(static_cast<std::uint32_t>(codes.size()));
  });
}

void Importer::turn(std::uint8_t player) {
  turn_player_ = player;
  writer_.add(0, [&](schema::Event::Builder event) {
    auto began = event.initBegan();
    began.setPeriod(writer_.name("turn"));
    began.setPlayer(seatOf(player));
  });
}

void Importer::phase(std::uint16_t number) {
  const PhaseName name = phaseName(number);
  if (name.phase.empty() && name.step.empty()) refuse(fmt::format("phase {:#x} is not known", number));
  writer_.add(0, [&](schema::Event::Builder event) {
    auto began = event.initBegan();
    began.setPeriod(writer_.name(name.phase.empty() ? "step" : "phase"));
    began.setName(writer_.name(name.phase.empty() ? name.step : name.phase));
    began.setPlayer(seatOf(turn_player_));
  });
}

void Importer::win(const Win& win) {
  over_ = true;  // what the writer adds after it is its closing repeat
  writer_.add(0, [&](schema::Event::Builder event) {
    auto ended = event.initGameEnded();
    ended.setWinner(win.winner < 2 ? seatOf(win.winner) : Seat{0});
    ended.setReason(writer_.name(winReasonName(win.reason)));
  });
}

void Importer::life(std::uint8_t player, schema::How how, std::uint32_t amount) {
  writer_.add(0, [&](schema::Event::Builder event) {
    auto changed = event.initValueChanged();
    changed.setSubject(subjectOf(player));
    changed.setValue(writer_.name("life"));
    changed.setHow(how);
    changed.setAmount(amount);
  });
}

void Importer::counters(const CounterChange& change, bool placed) {
  const std::uint32_t card = table_[cardAt(change.at)].number;
  writer_.add(0, [&](schema::Event::Builder event) {
    const auto fill = [&](auto counter) {
      counter.setSubject(card);
      counter.setCounter(writer_.name(counterName(change.kind)));
      counter.setAmount(change.amount);
    };
    if (placed) {
      fill(event.initCounterPlaced());
    } else {
      fill(event.initCounterRemoved());
    }
  });
}

void Importer::refresh(Message message, Bytes bytes) {
  const Refresh refresh = readRefresh(bytes, message);
  Query query;
  if (message == Message::update_card) {
    readQuery(bytes, query);
    return refreshCard(refresh.player, refresh.place, refresh.sequence, query);
  }
  const auto body = replay_.packets[packet_].body;
  LastRefresh& last = refreshes_[refresh.player][refresh.place];
  const bool repeated =
      last.events == writer_.size() && std::equal(body.begin(), body.end(), last.body.begin(), last.body.end());
  if (!repeated) {
    for (std::uint32_t sequence = 0; !bytes.done(); ++sequence) {
      readQuery(bytes, query);
      if (!query.empty()) refreshCard(refresh.player, refresh.place, sequence, query);
    }
  }
  last = {body, writer_.size()};
}

void Importer::refreshCard(std::uint8_t player, std::uint8_t place, std::uint32_t sequence, const Query& query) {
  const CardId id = table_.at(player, place, sequence);
  if (id == kNoCard) {
    refuse(fmt::format("a refresh of a card in {} {} of player {}, where there is none", zoneName(place), sequence,
                       player));
  }
  if (query.has(Query::code)) learnCode(id, query.number(Query::code));
  const TableCard& card = table_[id];
  if (card.place == kMonsterZone && card.faceUp()) observer_.refreshed(id, card, query);
}

CardId Importer::findAt(const Location& at, std::uint32_t code) const {
  if (!at.attached()) return table_.at(at.player, at.place, at.sequence);
  const CardId holder = table_.at(at.player, static_cast<std::uint8_t>(at.place & ~kAttached), at.sequence);
  if (holder == kNoCard) return kNoCard;
  const auto& materials = table_[holder].materials;
  if (code == 0) return at.position < materials.size() ? materials[at.position] : kNoCard;
  return table_.material(holder, at.position, code);
}

CardId Importer::cardAt(const Location& at, std::uint32_t code) const {
  const CardId id = findAt(at, code);
  if (id == kNoCard) {
    refuse(fmt::format("there is no card in {} {} of player {}", zoneName(at.place), at.sequence, at.player));
  }
  return id;
}

void Importer::learnCode(CardId id, std::uint32_t code) {
  TableCard& card = table_[id];
  if (code == 0 || card.code == code) return;
  if (card.code != 0) refuse(fmt::format("card {} is given as {}, but was {}", card.number, code, card.code));
  card.code = code;
}

std::uint8_t Importer::whoSees(const TableCard& card) const {
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

void Importer::makeKnown(CardId id) {
  TableCard& card = table_[id];
  const auto fresh = static_cast<std::uint8_t>(whoSees(card) & ~card.known);
  if (fresh == 0 || card.code == 0) return;
  card.known = static_cast<std::uint8_t>(card.known | fresh);
  writer_.identify(card.number, card.known, card.code);
}

Seat Importer::actor() const { return resolving_ != 0 ? seatOf(links_[resolving_ - 1U].player) : Seat{0}; }

}  // namespace docket::edopro
