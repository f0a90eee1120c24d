// Acts that the server allowed are legal in every recorded game. Acts that it would not have allowed are found: each
// attack and each use of a hero power repeated at once, and acts out of turn.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <range/v3/algorithm/any_of.hpp>

#include "engine/judge/judge.h"
#include "tests/hearthstone/folded_game.h"
#include "tests/hearthstone/game_rules.h"

namespace docket::hearthstone::limits_test {
namespace {

struct Counts {
  std::size_t plays = 0, attacks = 0, powers = 0, certain = 0, undecided = 0;
  std::size_t repeats = 0, repeats_found = 0, second_of_two = 0, out_of_turn = 0, out_of_turn_found = 0;
};

bool finds(const std::vector<Finding>& findings, std::string_view clause) {
  return ranges::any_of(findings, [&](const Finding& one) { return one.clause == clause; });
}

class JudgedPlays : FoldedGame {
 public:
  JudgedPlays(const RecordedGame& game, const Rules& rules, Counts& counts)
      : FoldedGame(game, rules), counts_(counts) {}

  void run() {
    fold(
        [&](EventNumber number, schema::Event::Reader event) {
          if (event.isBegan() && nameOf(event.getBegan().getPeriod(), event) == "turn") used_.clear();
          allowed(number, event);
        },
        [&](EventNumber number, schema::Event::Reader event) {
          if (event.isAbilityActivated()) repeated(number, event);
        });
  }

 private:
  void allowed(EventNumber number, schema::Event::Reader event) {
    counts_.plays += event.isCardPlayed() ? 1U : 0U;
    if (event.isAbilityActivated()) {
      const bool attack = nameOf(event.getAbilityActivated().getDesignator(), event) == "attack";
      (attack ? counts_.attacks : counts_.powers) += 1;
    }
    for (const Finding& one : judge(pendingEvent(state_, rules_, number, event))) {
      if (one.certainty == Finding::Certainty::undecided) {
        ++counts_.undecided;
        continue;
      }
      ++counts_.certain;
      ADD_FAILURE() << name_ << " event " << number << ": " << one.clause;
    }
  }

  /// The same again, and by the other player.
  void repeated(EventNumber number, schema::Event::Reader event) {
    const auto activated = event.getAbilityActivated();
    const std::string designator = nameOf(activated.getDesignator(), event);
    const std::uint32_t card = activated.getCard();
    const bool attack = designator == "attack";
    if (!attack && designator != "hero power") return;
    const auto marked = [&](std::string_view counter) {
      return state_.countersOn(state_.cardOf(card), state_.vocabulary->names.find(counter));
    };
    const auto once = attack && marked("windfury") > 0 ? 2 : 1;
    const auto most =
        once * (1 + marked("made ready")) + (attack ? marked("extra attacks") : marked("additional uses"));
    const auto again = judge(pendingEvent(state_, rules_, number + 1, event));
    const bool found = finds(again, attack ? "hs.attack.once" : "hs.power.once");
    const bool too_often = ++used_[card] >= most;
    counts_.second_of_two += too_often ? 0U : 1U;
    counts_.repeats += too_often ? 1U : 0U;
    counts_.repeats_found += too_often && found ? 1U : 0U;
    EXPECT_EQ(found, too_often) << name_ << " event " << number << ": " << designator;
    capnp::MallocMessageBuilder message;
    message.setRoot(event);
    auto other = message.getRoot<schema::Event>();
    other.initContext();
    other.getAbilityActivated().setPlayer(static_cast<Seat>(3 - activated.getPlayer()));
    ++counts_.out_of_turn;
    counts_.out_of_turn_found +=
        finds(judge(pendingEvent(state_, rules_, number + 1, other.asReader())), "hs.turn") ? 1U : 0U;
  }

  Counts& counts_;
  std::map<std::uint32_t, std::int64_t> used_;  ///< by card, this turn
};

TEST(GameLimits, AllowWhatTheServerAllowedAndFindWhatIsRepeated) {
  SKIP_WITHOUT_GAMES();
  Counts counts;
  for (const RecordedGame& game : recordedGames()) {
    if (!game.isDuel()) continue;
    JudgedPlays(game, GameRules::get().rules(), counts).run();
  }
  fmt::print("{} plays, {} attacks, {} uses of hero powers: {} illegal, {} undecided\n", counts.plays, counts.attacks,
             counts.powers, counts.certain, counts.undecided);
  fmt::print("{} repeated, {} of them found; {} first attacks of two; {} by the other player, {} of them found\n",
             counts.repeats, counts.repeats_found, counts.second_of_two, counts.out_of_turn, counts.out_of_turn_found);
  EXPECT_EQ(counts.certain, 0U);
  EXPECT_EQ(counts.repeats, counts.repeats_found);
  EXPECT_EQ(counts.out_of_turn, counts.out_of_turn_found);
  EXPECT_GT(counts.repeats, 500U);
}

/// The record of one client has no facts about the other player's cards that the client was not shown.
TEST(HiddenCards, AreKnownOnlyToPlayersWhoSeeThem) {
  SKIP_WITHOUT_GAMES();
  std::size_t hidden = 0, shown = 0;
  for (const RecordedGame& game : recordedGames()) {
    if (!game.isDuel()) continue;
    const GameFile file{.text = gameFile(game.file), .name = game.file, .read = readXml};
    const Seat viewer = viewerOf(file);
    const ReadGame imported = importGame(file);
    const Rules rules = GameRules::get().rules();
    State state = initialState(imported.recording.header(), rules);
    Step step;
    for (EventNumber number = 1; number <= imported.recording.size(); ++number)
      reduce(state, rules, number, *imported.recording.event(number), step);
    for (const Card& card : state.cards) {
      if (!card.exists() || rules.ruleset.zones[card.zone].name != "hand") continue;
      const bool known = state.definitionOf(card) != nullptr;
      (known ? shown : hidden) += 1;
      if (card.zone_player == viewer || viewer == 0) continue;
      EXPECT_TRUE(!known || (card.known_to & (1U << (viewer - 1U))) != 0) << game.file << " card " << card.number;
    }
  }
  fmt::print("in hands at the ends: {} cards known, {} not\n", shown, hidden);
  EXPECT_GT(hidden, 0U);
  EXPECT_GT(shown, 0U);
}

}  // namespace
}  // namespace docket::hearthstone::limits_test
