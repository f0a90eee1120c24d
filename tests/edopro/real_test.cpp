// Duels that people saved with EDOPro 38.1 to 41.0: each is imported, and its events give the numbers that were
// counted independently from its packets (expected.jsonl).
#include <gtest/gtest.h>
#include <simdjson.h>

#include <fstream>
#include <string>

#include "engine/fold/events_of.h"
#include "engine/fold/running_state.h"
#include "engine/query/stats/amounts.h"
#include "tests/edopro/duels.h"
#include "tests/places.h"
#include "tools/import/edopro/file_import.h"

namespace docket::edopro::real_test {
namespace {

std::filesystem::path realDuels() { return std::filesystem::path(docket::test::sharedDir()) / "data/real/edopro"; }

/// The result of a duel.
struct Outline {
  std::int64_t turns = 0, activations = 0, attacks = 0, winner = -1;
  std::array<std::int64_t, 2> life{};
  friend bool operator==(const Outline&, const Outline&) = default;
};

std::ostream& operator<<(std::ostream& out, const Outline& one) {
  return out << one.turns << " turns, " << one.activations << " activations, " << one.attacks << " attacks, winner "
             << one.winner << ", life " << one.life[0] << " and " << one.life[1];
}

Outline outlineOf(const Recording& recording, const Rules& rules) {
  Outline outline;
  RunningState running(recording.header(), rules);
  const EventsOf events(recording);
  for (EventNumber number = 1; number <= recording.size(); ++number) {
    const HeldEvent event = recording.event(number);
    running.add(number, event, events);
    outline.turns += event->isBegan() && recording.names().text(event->getBegan().getPeriod()) == "turn" ? 1 : 0;
    outline.activations += event->isAbilityActivated() ? 1 : 0;
    outline.attacks += event->isAttackDeclared() ? 1 : 0;
    if (event->isGameEnded()) outline.winner = event->getGameEnded().getWinner() - 1;
  }
  for (Seat seat = 1; seat <= 2; ++seat) {
    const Entity player = entityOf(EntityKind::player, seat);
    outline.life[seat - 1U] = recordedValue(running.state(), rules.ruleset, player, rules.ruleset.value("life")).amount;
  }
  return outline;
}

TEST(RealDuels, MatchTheirPackets) {
  if (!std::filesystem::exists(realDuels())) GTEST_SKIP() << "NOT TESTED: the real duels are not at " << realDuels();
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  simdjson::dom::parser parser;
  std::size_t duels = 0;
  std::ifstream lines(realDuels() / "expected.jsonl");
  for (std::string text; std::getline(lines, text);) {
    const simdjson::dom::element line = parser.parse(text);
    const std::string name(line["file"].get_string().value());
    SCOPED_TRACE(name);
    const auto number = [&](const char* field) { return line[field].get_int64().value(); };
    Outline expected{.turns = number("turns"), .activations = number("activations"), .attacks = number("attacks")};
    expected.winner = number("winner");
    for (std::size_t i = 0; i < 2; ++i) expected.life[i] = line["life"].at(i).get_int64().value();
    const ReadGame import = importReplay(readFile(realDuels() / name), name, rules);
    EXPECT_EQ(outlineOf(import.recording, rules), expected);
    EXPECT_TRUE(import.skipped.empty()) << import.skipped.front().what;
    ++duels;
  }
  EXPECT_EQ(duels, 91U);
}

}  // namespace
}  // namespace docket::edopro::real_test
