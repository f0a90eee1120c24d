// Real duels from the view of their players contain nothing that a player could not see.
#include <iostream>

#include "engine/fold/reduce.h"
#include "tests/edopro/duels.h"
#include "tests/places.h"
#include "tests/tools/hidden_from.h"
#include "tests/witness/lines.h"
#include "tools/import/edopro/file_import.h"

namespace docket::edopro::secrets_test {
namespace {

/// Every hundredth duel; all of them if DOCKET_WHOLE is set.
TEST(SecretsOfDuels, AreInNoOutputForPlayersWhoCouldNotSeeThem) {
  SKIP_WITHOUT_DUELS();
  const auto names = duelNames();
  const std::size_t step = std::getenv("DOCKET_WHOLE") == nullptr ? 100 : 1;
  const test::TempDirectory place;
  const std::string cards = docket::test::sharedDir() + "/data/cards/yugioh.jsonl";
  std::vector<std::string> taking{"import", "--ruleset", "yugioh", "--archive", place.archive(), "--cards", cards};
  for (std::size_t i = 0; i < names.size(); i += step) {
    taking.push_back((duelFolder() / (names[i] + ".yrpX")).string());
  }
  const auto taken = test::run(taking);
  ASSERT_EQ(taken.status, 0) << taken.err;
  std::size_t looked_for = 0;
  const auto stored = Archive::open(place.archive(), Access::read).list();
  for (const GameEntry& game : stored) test::expectNothingLeaks(place.archive(), game.id, looked_for);
  std::cout << stored.size() << " duels searched for " << looked_for << " hidden keys, titles and orders\n";
  EXPECT_GT(looked_for, 0U);
}

/// Observed facts about a card are not hidden fields, so they must not be recorded for a card that one of the players
/// cannot see.
TEST(SecretsOfDuels, AreNotObserved) {
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  const auto names = duelNames();
  std::size_t observed = 0;
  for (std::size_t i = 0; i < names.size(); i += 10) {
    const ReadGame duel = importReplay(replayFile(names[i]), names[i], rules);
    State state = initialState(duel.recording.header(), rules);
    Step step;
    for (EventNumber number = 1; number <= duel.recording.size(); ++number) {
      const auto event = duel.recording.event(number);
      reduce(state, rules, number, event, step);
      if (!event->isObserved() || !state.isCard(event->getObserved().getSubject())) continue;
      const Card& card = state.cards[state.cardOf(event->getObserved().getSubject())];
      ++observed;
      EXPECT_EQ(card.known_to & 3U, 3U) << names[i] << " event " << number << ": card " << card.number;
    }
  }
  if (!witness::isSharedData()) return;
  EXPECT_GT(observed, 100U);
}

}  // namespace
}  // namespace docket::edopro::secrets_test
