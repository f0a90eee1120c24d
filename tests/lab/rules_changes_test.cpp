// A rules change in each of the rulesets over generated games with planted illegal acts: the differences are those
// that the test counts itself, in the recorded events or in the generator's list of planted acts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>

#include "tests/lab/generated_archive.h"

namespace docket::lab::test::rules_changes_test {
namespace {

constexpr std::uint32_t kSeed = 1'804;
constexpr std::uint32_t kPlanted = 12;

std::string nameIn(const MadeGame& made, std::uint16_t number) {
  return std::string(made.recording.names().text(number));
}

/// Lines of a kind as "game event from -> to [cause]".
std::multiset<std::string> linesOf(const RegressionResult& result, const std::string& kind) {
  std::multiset<std::string> lines;
  for (const DifferenceLine& line : result.differences) {
    if (line.kind != kind) continue;
    lines.insert(fmt::format("{} {}: {} -> {} [{}]", line.game, line.event, line.from, line.to, line.cause));
  }
  return lines;
}

std::size_t countOf(const RegressionResult& result) { return result.differences.size(); }

/// The cards' keys by number, as the record says them and as they move with shuffles.
class Keys {
 public:
  void add(schema::Event::Reader event) {
    if (event.hasContext()) {
      for (const auto identity : event.getContext().getIdentities()) {
        if (identity.getDefinition().size() != 0) keys_[identity.getCard()] = identity.getDefinition().cStr();
      }
    }
    if (!event.isShuffled()) return;
    const auto before = keys_;
    const auto shuffle = event.getShuffled();
    for (std::uint32_t i = 0; i < shuffle.getCount(); ++i) {
      const auto known = before.find(shuffle.getOrder()[i]);
      if (known != before.end()) keys_[shuffle.getFirst() + i] = known->second;
    }
  }
  [[nodiscard]] std::string of(std::uint32_t number) const {
    const auto known = keys_.find(number);
    return known == keys_.end() ? std::string{} : known->second;
  }

 private:
  std::map<std::uint32_t, std::string> keys_;
};

// -- a limit: how often an effect may be used in a turn

/// For each ability of each card the group of its limit of that name.
std::map<std::pair<std::string, unsigned>, std::string> groupsLimitedBy(const generate::Documents& documents,
                                                                        const std::string& limit) {
  std::map<std::pair<std::string, unsigned>, std::string> groups;
  for (const auto card : documents.catalogue_document.root().getCards()) {
    for (unsigned i = 0; i < card.getAbilities().size(); ++i) {
      for (const auto of : card.getAbilities()[i].getLimits()) {
        if (of.getLimit() == limit) groups[{card.getKey().cStr(), i + 1}] = of.getGroup().cStr();
      }
    }
  }
  return groups;
}

TEST(ARulesChange, OfALimitFreesEachSecondUseInATurn) {
  const auto limited = groupsLimitedBy(generate::Documents("yugioh"), "hard-use");
  std::multiset<std::string> expected;
  const GeneratedArchive made(
      "yugioh", gamesOr(150), {.seed = kSeed, .planted_percent = kPlanted}, [&](const MadeGame& game) {
        Keys keys;
        std::map<std::string, unsigned> uses;  // in this turn
        for (std::uint32_t number = 1; number <= game.recording.size(); ++number) {
          const auto event = game.recording.event(number);
          keys.add(event);
          ASSERT_FALSE(event->isRewound());
          if (event->isBegan() && nameIn(game, event->getBegan().getPeriod()) == "turn") uses.clear();
          if (!event->isAbilityActivated()) continue;
          const auto act = event->getAbilityActivated();
          const auto group = limited.find({keys.of(act.getCard()), act.getAbility()});
          if (group == limited.end()) continue;
          const unsigned before = uses[fmt::format("{} {} {}", group->first.first, group->second, act.getPlayer())]++;
          if (before == 1)
            expected.insert(fmt::format("{} {}: illegal [ygo.hard.use] -> legal [ygo.hard.use]", game.id, number));
        }
      });
  const std::string was =
      R"({"name": "hard-use", "wording": "You can only use this effect of X once per turn", "clause": "ygo.hard.use", "counted": "activations",)";
  const auto result = made.regress(shipped("yugioh"), amended("yugioh", was, was + " \"max\": 2,"));
  EXPECT_EQ(linesOf(result, "legality"), expected);
  EXPECT_EQ(countOf(result), expected.size());
  EXPECT_GT(expected.size(), 10U);
}

// -- "activate" but not "use": a negated activation is given back

TEST(ARulesChange, ThatReadsActivateAsUseCitesTheClauseOfActivate) {
  const GeneratedArchive made("yugioh", gamesOr(100), {.seed = kSeed + 1});
  const auto result = made.regress(shipped("yugioh"), amended("yugioh",
                                                              R"("clause": "ygo.hard.card", "counted": "activations",
     "keyedBy": ["title", "player", "group"], "within": "turn",
     "givenBack": [{"when": "activationNegated", "clause": "ygo.hard.activate"}]})",
                                                              R"("clause": "ygo.hard.card", "counted": "activations",
     "keyedBy": ["title", "player", "group"], "within": "turn"})"));
  const auto lines = linesOf(result, "legality");
  EXPECT_GT(lines.size(), 5U);
  EXPECT_EQ(countOf(result), lines.size());
  for (const std::string& line : lines)
    EXPECT_TRUE(line.ends_with(": legal -> illegal [ygo.hard.card] [ygo.hard.activate]")) << line;
}

// -- a rule of decks: how many copies

TEST(ARulesChange, OfADeckRuleMakesItsPlantedBreachesLegal) {
  std::multiset<std::string> expected;
  const GeneratedArchive made(
      "marvel-champions", gamesOr(30), {.seed = kSeed, .planted_percent = kPlanted}, [&](const MadeGame& game) {
        for (const auto& planted : game.planted) {
          if (planted.clause != "mc.max.deck") continue;
          expected.insert(fmt::format("{} {}: illegal [mc.max.deck] -> legal [mc.max.deck]", game.id, planted.event));
        }
      });
  const std::string was = R"({"name": "max-per-deck", "wording": "Max X per deck",)";
  const auto result =
      made.regress(shipped("marvel-champions"), amended("marvel-champions", was, was + " \"lifted\": true,"));
  EXPECT_EQ(linesOf(result, "legality"), expected);
  EXPECT_EQ(countOf(result), expected.size());
  EXPECT_GT(expected.size(), 5U);
}

TEST(ARulesChange, OfADeckConditionMakesItsPlantedBreachesLegal) {
  std::multiset<std::string> expected;
  const GeneratedArchive made(
      "huntik", gamesOr(150), {.seed = kSeed, .planted_percent = kPlanted}, [&](const MadeGame& game) {
        for (const auto& planted : game.planted) {
          if (planted.clause != "ms.deck.alignment") continue;
          expected.insert(
              fmt::format("{} {}: illegal [ms.deck.alignment] -> legal [ms.deck.alignment]", game.id, planted.event));
        }
      });
  const auto result = made.regress(
      shipped("huntik"),
      amended("huntik",
              R"~("that": "not (any(in deck of me, keyword 'Good') and any(in deck of me, keyword 'Evil'))")~",
              R"("that": "true")"));
  EXPECT_EQ(linesOf(result, "deck"), expected);
  EXPECT_EQ(countOf(result), expected.size());
  EXPECT_GT(expected.size(), 2U);
}

// -- a rule of typing: what becomes of supertypes

TEST(ARulesChange, OfATypingRuleReversesEachRulingOnADroppedSupertype) {
  std::multiset<std::string> rulings;
  std::multiset<std::string> types;
  const GeneratedArchive made(
      "grand-archive", gamesOr(150), {.seed = kSeed, .planted_percent = kPlanted}, [&](const MadeGame& game) {
        std::uint32_t dropped = 0;  // the card whose printed type the latest setting of a type replaced
        for (std::uint32_t number = 1; number <= game.recording.size(); ++number) {
          const auto event = game.recording.event(number);
          if (event->hasBegins()) {
            for (const auto change : event->getBegins()) {
              if (change.getKind() != schema::Change::Kind::SET_TYPE) continue;
              // Only the Guard is Unique and has its type set; a type named with a supertype keeps it.
              dropped = nameIn(game, change.getName()) == "Champion" ? change.getSubject() & 0x0FFF'FFFFU : 0;
              if (dropped != 0) types.insert(fmt::format("{} {}", game.id, number));
            }
          }
          if (!event->isRulingGiven() || dropped == 0) continue;
          const std::string claim = event->getRulingGiven().getClaim().cStr();
          if (claim.find(fmt::format("supertype(#{},", dropped)) == std::string::npos) continue;
          const bool denies = claim.starts_with("not ");
          rulings.insert(fmt::format("{} {}: {} -> {} [ga.type.set.super]", game.id, number,
                                     denies ? "upheld" : "overturned", denies ? "overturned" : "upheld"));
        }
      });
  const auto result = made.regress(
      shipped("grand-archive"),
      amended("grand-archive",
              "    {\"reading\": \"a set type drops the supertypes\", \"clause\": \"ga.type.set.super\"},\n", ""));
  EXPECT_EQ(linesOf(result, "ruling"), rulings);
  std::multiset<std::string> changed;
  for (const DifferenceLine& line : result.differences) {
    EXPECT_EQ(line.cause, "ga.type.set.super") << differenceText(line);
    if (line.kind != "value") continue;
    EXPECT_EQ(line.what, "types") << differenceText(line);
    changed.insert(fmt::format("{} {}", line.game, line.event));
  }
  EXPECT_EQ(changed, types);
  EXPECT_EQ(countOf(result), rulings.size() + types.size());
  EXPECT_GT(rulings.size(), 20U);
}

// -- a condition of winning: who wins by a concession

TEST(ARulesChange, OfAWinConditionReversesEachConcededGame) {
  std::multiset<std::string> outcomes;
  std::multiset<std::string> verdicts;
  const GeneratedArchive made(
      "huntik", gamesOr(150), {.seed = kSeed + 2, .planted_percent = kPlanted}, [&](const MadeGame& game) {
        std::optional<std::pair<std::uint32_t, unsigned>> conceded;  // the event, and who did
        for (std::uint32_t number = 1; number <= game.recording.size(); ++number) {
          const auto event = game.recording.event(number);
          if (event->isConceded()) {
            conceded = {number, event->getConceded().getPlayer()};
            outcomes.insert(
                fmt::format("{} {}: P{} wins after event {} by concession -> P{} wins after event {} by "
                            "concession [ms.win.concede]",
                            game.id, number, 3 - conceded->second, number, conceded->second, number));
          }
          if (!event->isGameEnded() || !conceded) continue;
          const bool by_the_other = event->getGameEnded().getWinner() != conceded->second;
          verdicts.insert(
              fmt::format("{} {}: {} [ms.win.concede]", game.id, number,
                          by_the_other ? "legal -> illegal [ms.win.concede]" : "illegal [ms.win.concede] -> legal"));
        }
      });
  const std::string was = R"~({"name": "concession", "on": "conceded", "if": "ownAct()", "winner": "opponent(who)",)~";
  const auto result = made.regress(
      shipped("huntik"),
      amended("huntik", was, R"~({"name": "concession", "on": "conceded", "if": "ownAct()", "winner": "who",)~"));
  EXPECT_EQ(linesOf(result, "outcome"), outcomes);
  EXPECT_EQ(linesOf(result, "legality"), verdicts);
  EXPECT_EQ(countOf(result), outcomes.size() + verdicts.size());
  EXPECT_GT(outcomes.size(), 20U);
}

}  // namespace
}  // namespace docket::lab::test::rules_changes_test
