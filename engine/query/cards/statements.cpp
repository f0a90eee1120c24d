#include "engine/query/cards/statements.h"

#include <range/v3/algorithm/binary_search.hpp>

#include "engine/state/facts.h"
#include "events/validate.h"

namespace docket {

std::uint64_t hashOfStatement(std::string_view words) {
  constexpr std::size_t kBytesOfWord = sizeof(std::uint64_t);
  std::vector<std::uint64_t> packed{words.size()};
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i % kBytesOfWord == 0) packed.push_back(0);
    packed.back() |= std::uint64_t{static_cast<unsigned char>(words[i])} << 8U * (i % kBytesOfWord);
  }
  return hashWords(packed.data(), packed.size()).low;
}

Fingerprint factOf(const Statement& statement, std::size_t place) {
  return hashFact(FactKind::said, pack(statement.event, statement.cards[place]),
                  pack(statement.seats, statement.player), statement.hash);
}

bool isAbout(const Statement& statement, CardIndex card) { return ranges::binary_search(statement.cards, card); }

bool hasHeard(const Statement& statement, Seat seat) {
  return seat == 0 || seat == statement.player || hasSeat(statement.seats, seat);
}

StatementReading readStatement(const State& state, Seat seat, CardIndex card, std::string_view words) {
  StatementReading read;
  for (const Statement& statement : *state.statements) {
    if (!hasHeard(statement, seat) || !isAbout(statement, card)) continue;
    if (statement.words == words) {
      read = {.told = TriState::yes, .event = statement.event};
    } else if (statement.words.empty() && read.told != TriState::yes) {
      read = {.told = TriState::undecided, .event = statement.event};
    }
  }
  return read;
}

}  // namespace docket
