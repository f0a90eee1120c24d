#include "engine/said.h"

#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>

#include "engine/facts.h"
#include "events/text_view.h"

namespace docket {
namespace {

constexpr std::size_t kBytesOfWord = sizeof(std::uint64_t);

}  // namespace

Fingerprint factOf(const Said& said, std::size_t place) {
  std::vector<std::uint64_t> words{static_cast<std::uint64_t>(FactKind::said), pack(said.event, said.cards[place]),
                                   pack(said.seats, said.player), said.words.size()};
  for (std::size_t i = 0; i < said.words.size(); ++i) {
    if (i % kBytesOfWord == 0) words.push_back(0);
    words.back() |= std::uint64_t{static_cast<unsigned char>(said.words[i])} << 8U * (i % kBytesOfWord);
  }
  return hashWords(words.data(), words.size());
}

TellingOf readTold(const State& state, Seat seat, CardIndex card, std::string_view words) {
  TellingOf read;
  for (const Said& said : state.said) {
    const bool heard = seat == 0 || (said.seats >> (seat - 1U) & 1U) != 0;
    if (!heard || !ranges::contains(said.cards, card)) continue;
    if (said.words == words) return {.told = Met::yes, .event = said.event};
    if (said.words.empty()) read = {.told = Met::undecided, .event = said.event};
  }
  return read;
}

void keepSaid(Fold& fold, schema::Event::Reader event) {
  const auto told = event.getTold();
  Said said{.event = fold.now,
            .player = told.getPlayer(),
            .seats = event.hasContext() ? event.getContext().getSeats() : std::uint8_t{0xFF},
            .words = textOf(told.getSays())};
  for (const std::uint32_t number : told.getCards()) {
    const CardIndex card = fold.card(number);
    if (card == kNone || ranges::contains(said.cards, card)) continue;
    said.cards.push_back(card);
    fold.note(card);
    fold.state.fingerprint += factOf(said, said.cards.size() - 1);
  }
  if (!said.cards.empty()) fold.state.said.push_back(std::move(said));
}

void forgetSaid(Fold& fold, CardIndex card) {
  auto& all = fold.state.said;
  if (all.empty()) return;
  for (Said& said : all) {
    const auto found = ranges::find(said.cards, card);
    if (found == said.cards.end()) continue;
    fold.state.fingerprint -= factOf(said, static_cast<std::size_t>(found - said.cards.begin()));
    said.cards.erase(found);
  }
  std::erase_if(all, [](const Said& said) { return said.cards.empty(); });
}

}  // namespace docket
