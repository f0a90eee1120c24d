// Games that two clients recorded: what both saw is the same in both records, and what only one saw is unknown in
// the other.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "engine/fold/reduce.h"
#include "tests/hearthstone/game_rules.h"
#include "tools/import/hearthstone/file_import.h"
#include "tools/import/hearthstone/xml_reader.h"

namespace docket::hearthstone::pairs_test {
namespace {

/// A record folded as far as it goes, or to `last` events.
struct SeenBySeat {
  ReadGame imported;
  Seat viewer = 0;
  State state;
};

SeenBySeat seenIn(const std::string& name, EventNumber last) {
  const GameFile file{.text = gameFile(name), .name = name, .read = readXml};
  const Rules rules = GameRules::get().rules();
  ReadGame imported = importGame(file);
  State state = initialState(imported.recording.header(), rules);
  Step step;
  for (EventNumber number = 1; number <= std::min(last, imported.recording.size()); ++number)
    reduce(state, rules, number, *imported.recording.event(number), step);
  return {.imported = std::move(imported), .viewer = viewerOf(file), .state = std::move(state)};
}

struct SeatAgreement {
  std::size_t cards = 0, both = 0, only_first = 0, only_second = 0, neither = 0;
};

SeatAgreement compareSeats(const SeenBySeat& first, const SeenBySeat& second) {
  const Rules rules = GameRules::get().rules();
  SeatAgreement agreement;
  EXPECT_EQ(first.state.cards.size(), second.state.cards.size());
  for (const Card& card : first.state.cards) {
    const CardIndex index = second.state.cardOf(card.number);
    EXPECT_NE(index, kNone) << card.number;
    if (index == kNone) continue;
    const Card& other = second.state.cards[index];
    ++agreement.cards;
    EXPECT_EQ(rules.ruleset.zones[card.zone].name, rules.ruleset.zones[other.zone].name) << card.number;
    EXPECT_EQ(card.zone_player, other.zone_player) << card.number;
    EXPECT_EQ(card.controller, other.controller) << card.number;
    const Definition* one = first.state.definitionOf(card);
    const Definition* two = second.state.definitionOf(other);
    if (one != nullptr && two != nullptr) {
      EXPECT_EQ(one->key, two->key) << card.number;
    }
    (one != nullptr && two != nullptr ? agreement.both
     : one != nullptr                 ? agreement.only_first
     : two != nullptr                 ? agreement.only_second
                                      : agreement.neither) += 1;
    // A card in a player's hand is known to the other only if it was shown, and then to both.
    if (rules.ruleset.zones[card.zone].name == "hand" && card.zone_player != first.viewer && one != nullptr) {
      EXPECT_NE(two, nullptr) << card.number;
    }
  }
  return agreement;
}

void expectAgreement(const std::string& first, const std::string& second, EventNumber last = 0xFFFFFFFFU) {
  const SeatAgreement found = compareSeats(seenIn(first, last), seenIn(second, last));
  fmt::print("{}: {} cards, {} known to both, {} to the first alone, {} to the second alone, {} to neither\n", first,
             found.cards, found.both, found.only_first, found.only_second, found.neither);
  EXPECT_GT(found.both, 10U);
}

TEST(TwoRecords, OfOneGameAgreeInWhatBothPlayersSaw) {
  SKIP_WITHOUT_GAMES();
  expectAgreement("symmetric_a.25770.xml", "symmetric_b.25770.xml");
  expectAgreement("data-same_game_both_sides-2016-06-27T223559.1336590000.xml",
                  "data-same_game_both_sides-2016-06-27T223559.1530400000.xml");
}

TEST(TwoRecords, OfASpectatorAgreeUpToTheEndOfTheShorterOne) {
  SKIP_WITHOUT_GAMES();
  const std::string part = "data-spectator_mode_same_game-partial.xml";
  const EventNumber events = seenIn(part, 0xFFFFFFFFU).imported.recording.size();
  expectAgreement(part, "data-spectator_mode_same_game-complete.xml", events);
}

}  // namespace
}  // namespace docket::hearthstone::pairs_test
