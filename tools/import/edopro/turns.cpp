#include "tools/import/edopro/turns.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/import/edopro/deck_order.h"
#include "tools/import/edopro/shuffles.h"

namespace docket::edopro {

void Turns::start(const Start& start) {
  if (table_.size() != 0) duel_.refuse("a second start of the duel");
  const std::span<const Packet> later = duel_.later();
  for (std::uint8_t player = 0; player < 2; ++player) {
    const DeckList& listed = duel_.replay.decks[player];
    const auto order = foreseePile(later, player, kDeck, start.deck[player], duel_.file_name);
    std::vector<std::uint32_t> main = listed.main.size() == order.size() ? listed.main : order;
    if (main == order) std::sort(main.begin(), main.end());  // no list: the registered order means nothing
    registerPile(player, kDeck, main);
    auto extra = foreseePile(later, player, kExtraDeck, start.extra[player], duel_.file_name);
    if (std::count(extra.begin(), extra.end(), 0U) != 0 && listed.extra.size() == extra.size()) extra = listed.extra;
    registerPile(player, kExtraDeck, extra);
  }
  for (std::uint8_t player = 0; player < 2; ++player) Shuffles(duel_).shuffleDeck(player);
}

void Turns::registerPile(std::uint8_t player, Place place, const std::vector<std::uint32_t>& codes) {
  if (codes.empty()) return;
  const std::uint32_t first = duel_.next_number;
  const auto seats = static_cast<std::uint8_t>(1U << player);
  for (std::uint32_t i = 0; i < codes.size(); ++i) {
    const CardId id = table_.add(duel_.next_number++, codes[i], player);
    if (!table_.put(id, {.player = player, .place = place, .sequence = i, .position = kFaceDown}))
      duel_.refuse("a pile");
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

void Turns::beginTurn(std::uint8_t player) {
  duel_.turn_player = player;
  duel_.has_summoned = {};
  duel_.phase = 0;
  writer_.add(0, [&](schema::Event::Builder event) {
    auto began = event.initBegan();
    began.setPeriod(writer_.name("turn"));
    began.setPlayer(seatOf(player));
  });
}

bool Turns::beginPhase(std::uint16_t number) {
  const PhaseName name = phaseName(number);
  duel_.phase = number;
  if (name.phase.empty() && name.step.empty()) return false;
  writer_.add(0, [&](schema::Event::Builder event) {
    auto began = event.initBegan();
    began.setPeriod(writer_.name(name.phase.empty() ? "step" : "phase"));
    began.setName(writer_.name(name.phase.empty() ? name.step : name.phase));
    began.setPlayer(seatOf(duel_.turn_player));
  });
  return true;
}

void Turns::endGame(const Win& win) {
  writer_.add(0, [&](schema::Event::Builder event) {
    auto ended = event.initGameEnded();
    ended.setWinner(win.winner < 2 ? seatOf(win.winner) : Seat{0});
    ended.setReason(writer_.name(winReasonName(win.reason)));
  });
}

void Turns::changeLife(std::uint8_t player, schema::How how, std::uint32_t amount) {
  writer_.add(0, [&](schema::Event::Builder event) {
    auto changed = event.initValueChanged();
    changed.setSubject(subjectOf(player));
    changed.setValue(writer_.name("life"));
    changed.setHow(how);
    changed.setAmount(amount);
  });
}

void Turns::changeCounters(const CounterChange& change, bool placed) {
  const std::uint32_t card = table_[duel_.cardAt(change.at)].number;
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

void Turns::setDamageStep(bool begins) {
  writer_.add(0, [&](schema::Event::Builder event) {
    if (!begins) return event.initEnded().setPeriod(writer_.name("step"));
    auto began = event.initBegan();
    began.setPeriod(writer_.name("step"));
    began.setName(writer_.name("damage step"));
    began.setPlayer(seatOf(duel_.turn_player));
  });
}

}  // namespace docket::edopro
