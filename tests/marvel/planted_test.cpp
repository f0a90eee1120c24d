// Each use that the simulator counted, repeated: by the same card, another player, another copy, at the end of the
// period, in the next one, after leaving play. The text decides what is right: "max" is over all copies by title and
// over all players, "limit" is of one copy as long as it stays in play, "per player" is of each player.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "tests/marvel/games.h"
#include "tests/marvel/hypothetical_table.h"
#include "tests/marvel/simulated_table.h"

namespace docket::marvel::planted_test {
namespace {

struct Counts {
  std::map<std::string, std::size_t> illegal, legal;
};

/// A use that the simulator counted, and the words that limit it.
struct Used {
  RecordedAct act;
  const Face* face = nullptr;
  const PrintedLimit* words = nullptr;
  bool of_play = false;
  bool moved = false;  ///< its card went elsewhere since

  [[nodiscard]] bool isMax() const { return words->words.starts_with("Max"); }
  [[nodiscard]] bool isOfEachPlayer() const { return words->limit.ends_with("-per-player"); }
  [[nodiscard]] bool isOfInstance() const { return !words->instance.empty(); }
};

class PlantedGame : public SimulatedTable {
 public:
  PlantedGame(const GameRules& rules, const Object& game, std::set<std::int64_t> skipped, Counts& counts)
      : SimulatedTable(rules, game, std::move(skipped)), counts_(counts) {}

  void line(const Object& line) {
    const std::string kind = witness::text(line, "e");
    if (kind == "use") return use(line);
    if (kind == "mv") noteMove(witness::number(line, "c"));
    if (kind == "reset") ends(witness::text(line, "w"));
    take(line);
  }

 private:
  void use(const Object& line) {
    const std::int64_t number = witness::number(line, "c");
    const Face& face = *game_rules_.face(witness::text(line, "k"));
    const RecordedAct* act = this->act(witness::numberIfThere(line, "by").value_or(-1));
    if (act == nullptr || act->card != number) return;
    Used used{.act = *act, .face = &face};
    const auto& of_ability = face.abilities[act->ability].limits;
    if (!of_ability.empty()) {
      used.words = &of_ability.front();
    } else if (const RecordedAct* play = this->play(number); play != nullptr && !face.limits.empty()) {
      used.act = *play;
      used.words = &face.limits.front();
      used.of_play = true;
    }
    if (used.words == nullptr || wasUsed([&](const Used& one) { return one.act.event == used.act.event; })) return;
    used_.push_back(used);
    plant(used);
  }

  void plant(const Used& used) {
    expect(HypotheticalTable(state(), rules()), used, used.act.card, used.act.player, false, "the same again");
    if (players() > 1) byOther(used);
    anotherCopy(used);
    if (used.isOfInstance()) return otherInstance(used);
    HypotheticalTable next(state(), rules());
    next.begins(used.words->period, used.words->period == "phase" ? "villain" : "");
    expect(next, used, used.act.card, used.act.player, true, "in the next " + used.words->period);
    if (!used.of_play) leaveAndReturn(used);
  }

  void byOther(const Used& used) {
    const Seat other = used.act.player == 1 ? Seat{2} : Seat{1};
    const bool used_too = wasUsed([&](const Used& one) {
      return one.act.player == other && one.act.card == used.act.card && one.words == used.words;
    });
    if (used.isOfEachPlayer() && used_too) return;
    const bool legal = used.isOfEachPlayer();
    expect(HypotheticalTable(state(), rules()), used, used.act.card, other, legal,
           legal ? "another player, where each has a count" : "another player");
  }

  /// Another card of the same title, wherever it lies.
  void anotherCopy(const Used& used) {
    for (const Card& card : state().cards) {
      const Definition* definition = state().definitionOf(card);
      const std::int64_t number = static_cast<std::int64_t>(card.number) - 1;
      if (definition == nullptr || number == used.act.card || definition->title != used.face->name) continue;
      const bool same_words = definition->key == used.face->code || used.isMax();
      const Face* face = game_rules_.face(definition->key);
      const bool has_them =
          used.of_play ? !face->limits.empty()
                       : used.act.ability < face->abilities.size() && !face->abilities[used.act.ability].limits.empty();
      if (!same_words || !has_them) continue;
      if (!used.isMax() && wasUsed([&](const Used& one) { return one.act.card == number; })) continue;
      return expect(HypotheticalTable(state(), rules()), used, number, used.act.player, !used.isMax(),
                    used.isMax() ? "another copy, of a maximum" : "another copy, of a limit");
    }
  }

  void otherInstance(const Used& used) {
    Used later = used;
    later.act.trigger = state().event;
    expect(HypotheticalTable(state(), rules()), later, used.act.card, used.act.player, true, "another instance");
  }

  void leaveAndReturn(const Used& used) {
    const Card& there = *card(used.act.card);
    if (!isInPlay(there)) return;
    HypotheticalTable returned(state(), rules());
    returned.moves(there.number, there.owner, there.owner == 0 ? "encounter discard" : "discard");
    returned.moves(there.number, there.zone_player, rules().ruleset.zones[there.zone].name);
    expect(returned, used, used.act.card, used.act.player, !used.isMax(),
           used.isMax() ? "left play and returned, of a maximum" : "left play and returned, of a limit");
  }

  /// A period ends: its uses were used up until then.
  void ends(const std::string& period) {
    for (const Used& used : used_) {
      if (used.isOfInstance() || used.moved || used.words->period != period) continue;
      HypotheticalTable table(state(), rules());
      const bool turned = !used.of_play && state().definitionOf(*card(used.act.card))->key != used.act.code;
      if (turned) table.turnsOver(numberOfCard(used.act.card), used.act.code);
      expect(table, used, used.act.card, used.act.player, false,
             fmt::format("at the end of the {}{}", period, turned ? ", turned over and back" : ""));
    }
    std::erase_if(used_, [&](const Used& one) { return one.isOfInstance() || one.words->period == period; });
  }
  void noteMove(std::int64_t card) {
    for (Used& one : used_) one.moved = one.moved || (one.act.card == card && !one.of_play);
  }
  template <class Is>
  [[nodiscard]] bool wasUsed(Is&& is) const {
    return ranges::any_of(used_, is);
  }

  void expect(const HypotheticalTable& table, const Used& used, std::int64_t card, Seat player, bool legal,
              const std::string& what) {
    ++(legal ? counts_.legal : counts_.illegal)[what];
    const auto findings = used.of_play ? table.played(numberOfCard(card), player, 0, "")
                                       : table.used(numberOfCard(card), used.act.ability, player, used.act.trigger);
    const Finding* found = beyondLimit(findings);
    const std::string at = fmt::format("{}: {} {}, {}", where(), used.face->code, used.face->name, what);
    if (legal) {
      EXPECT_EQ(found, nullptr) << at << ": a false alarm, " << found->clause;
      return;
    }
    ASSERT_NE(found, nullptr) << at << ": not found";
    EXPECT_EQ(found->certainty, Finding::Certainty::certain) << at;
    EXPECT_EQ(found->clause, rules().ruleset.limits[rules().ruleset.limit(used.words->limit)].clause) << at;
    EXPECT_TRUE(ranges::contains(found->rests_on, used.act.event)) << at << ": the finding does not rest on the use";
  }

  Counts& counts_;
  std::vector<Used> used_;  ///< in the periods that are under way
};

TEST(PlantedUses, AreFoundOnlyIfTheTextForbidsThem) {
  SKIP_WITHOUT_GAMES();
  Counts counts;
  playEachGame<PlantedGame>(GameRules::get(), counts);
  for (const auto& [what, count] : counts.illegal) fmt::print("{:6} illegal  {}\n", count, what);
  for (const auto& [what, count] : counts.legal) fmt::print("{:6} legal    {}\n", count, what);
  EXPECT_GT(counts.illegal["the same again"], 0U);
  EXPECT_GT(counts.legal["left play and returned, of a limit"], 0U);
}

}  // namespace
}  // namespace docket::marvel::planted_test
