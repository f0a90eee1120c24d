// Continuous traits: what they give, what depends on them, what undoes itself, and that results do not depend on the
// order of events.
#include "engine/fold/computed.h"
#include "engine/rules/compile_ruleset.h"
#include "engine/state/computed_entries.h"

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "engine/query/acts/outcome.h"
#include "engine/query/cards/characteristics.h"
#include "engine/query/cards/traits.h"
#include "engine/snapshot/keyframe_load.h"
#include "engine/snapshot/keyframe_save.h"
#include "tests/engine/test_table.h"

namespace docket::computed_test {
namespace {

constexpr std::string_view kCards = R"json({
  "name": "continuous", "version": "1", "ruleset": "lab",
  "cards": [
    {"key": "Soldier", "title": "Soldier", "types": ["Fighter"], "keywords": ["Samurai"],
     "stats": [{"stat": "Force", "amount": 1}]},
    {"key": "Clerk", "title": "Clerk", "types": ["Fighter"], "stats": [{"stat": "Force", "amount": 1}]},
    {"key": "Banner", "title": "Banner", "types": ["Tool"], "abilities": [
      {"name": "Your Samurai have +1.", "kind": "continuous", "effects": [
        {"what": "bonus", "to": "cards(in play, keyword \"Samurai\", controller me)",
                           "name" : "Force", "amount" : "1"
}]
}]
},
    {"key": "School", "title": "School", "types": ["Tool"], "abilities": [
      {"name": "All are Samurai.", "kind": "continuous", "effects": [
        {"what": "grantKeyword", "to": "cards(in play, type \"Fighter\")", "name": "Samurai"}]}]},
    {"key": "Master", "title": "Master", "types": ["Tool"], "abilities": [
      {"name": "All have the trait.", "kind": "continuous", "effects": [
        {"what": "grantTrait", "to": "cards(in play, type \"Fighter\")", "name": "It has +5."}]},
      {"name": "It has +5.", "kind": "continuous", "zones": ["hand"], "effects": [
        {"what": "bonus", "name": "Force", "amount": "5"}]}]},
    {"key": "Liar", "title": "Liar", "types": ["Fighter"], "stats": [{"stat": "Force", "amount": 1}], "abilities": [
      {"name": "Weak, unless it is weak.", "kind": "continuous", "zones": ["bench"], "effects": [
        {"what": "bonus", "name": "Force", "amount": "-1", "if": "stat(this, \"Force\") > 0"}]}]},
    {"key": "Grower", "title": "Grower", "types": ["Fighter"], "stats": [{"stat": "Force", "amount": 1}], "abilities": [
      {"name": "As strong as it is.", "kind": "continuous", "zones": ["bench"], "effects": [
        {"what": "bonus", "name": "Force", "amount": "stat(this, \"Force\")"}]}]},
    {"key": "Lurker", "title": "Lurker", "types": ["Tool"], "abilities": [
      {"name": "Face-down, your Soldiers have +2.", "kind": "continuous", "face": "down", "effects": [
        {"what": "bonus", "to": "cards(in play, title \"Soldier\")", "name": "Force", "amount": "2"}]}]},
    {"key": "Drummer", "title": "Drummer", "types": ["Tool"], "abilities": [
      {"name": "Fighters have +1 for each Tool.", "kind": "continuous", "effects": [
        {"what": "bonus", "to": "cards(in play, type \"Fighter\")", "name": "Force",
         "amount": "count(in play, type \"Tool\")"}]}]},
    {"key": "Thief", "title": "Thief", "types": ["Fighter"], "abilities": [
      {"name": "You control Tools.", "kind": "continuous", "effects": [
        {"what": "control", "to": "cards(in play, type \"Tool\")"}]}]},
    {"key": "Setter", "title": "Setter", "types": ["Tool"], "abilities": [
      {"name": "Soldiers have 4.", "kind": "continuous", "effects": [
        {"what": "set", "to": "cards(in play, title \"Soldier\")", "name": "Force", "amount": "4"},
        {"what": "bonus", "to": "cards(in play, title \"Soldier\")", "name": "Force", "amount": "3", "most": "6",
         "mostOf": "value"}]}]}
  ]
})json";

/// A table with these cards, all in play in the order in which they are named, for player 1.
struct Computed {
  explicit Computed(const std::vector<std::string>& keys)
      : catalogue(compile(readDocument<schema::Catalogue>(std::string(kCards), "cards").root(),
                          TestRules::get().rules().ruleset, "cards")),
        table({.ruleset = TestRules::get().rules().ruleset, .catalogue = catalogue}) {
    table.turn(1);
    table.deck(1, keys);
    for (std::uint32_t card = 1; card <= keys.size(); ++card) play(card, 1);
  }
  void play(std::uint32_t card, Seat player) {
    table.move(card, "bench", player);
    cycles = ranges::any_of(table.findings, [](const Finding& one) { return one.is<Finding::Cycle>(); });
  }
  [[nodiscard]] Rules rules() const { return {.ruleset = TestRules::get().rules().ruleset, .catalogue = catalogue}; }

  Catalogue catalogue;
  TestTable table;
  bool cycles = false;  ///< the last card that came began one
};

using ChangeKind = schema::Change::Kind;

TEST(ComputedEntries, ApplyWhileTheirCardIsInPlayEvenToLaterCards) {
  Computed game({"Banner", "Soldier", "Clerk"});
  EXPECT_EQ(game.table.stat(2, "Force"), 2);
  EXPECT_EQ(game.table.stat(3, "Force"), 1);
  game.table.turn(2);
  EXPECT_EQ(game.table.stat(2, "Force"), 2);
  game.table.move(1, "discard", 1);
  EXPECT_EQ(game.table.stat(2, "Force"), 1);
  EXPECT_EQ(game.table.state.computed, nullptr);
}

/// A cached result of a trait is recomputed only for cards that moved, unless more of it can have changed.
TEST(ComputedEntries, AreUpdatedWhenCardsEnterOrLeave) {
  Computed game({"Drummer", "Clerk"});
  EXPECT_EQ(game.table.stat(2, "Force"), 2);
  game.table.deck(1, {"Lurker", "Soldier", "Lurker"});
  game.play(3, 1);
  EXPECT_EQ(game.table.stat(2, "Force"), 3) << "the trait counts a card that entered";
  game.play(4, 1);
  EXPECT_EQ(game.table.stat(4, "Force"), 3) << "a card that entered is changed too";
  game.table.move(3, "discard", 1);
  EXPECT_EQ(game.table.stat(2, "Force"), 2) << "the trait no longer counts a card that left";
  Computed banner({"Banner", "Soldier", "Soldier"});
  banner.table.move(2, "discard", 1);
  ASSERT_NE(banner.table.state.computed, nullptr);
  EXPECT_EQ(banner.table.state.computed->entries.size(), 1U) << "a card that left is no longer changed";
}

TEST(ComputedEntries, AGrantedKeywordAffectsOtherTraitsInEitherOrder) {
  for (const auto& order : {std::vector<std::string>{"Clerk", "School", "Banner"}, {"Clerk", "Banner", "School"}}) {
    const Computed game(order);
    EXPECT_EQ(game.table.stat(1, "Force"), 2);
    EXPECT_TRUE(hasCharacteristic(game.table.state, game.rules(), 0, Characteristic::keyword, "Samurai").has);
  }
}

TEST(ComputedEntries, AGrantedTraitAppliesAndEndsWhenItIsRemovedOrNegated) {
  Computed game({"Clerk", "Master"});
  // The Master's own trait says where it applies, so the Clerk has it without effect while it is on the bench.
  EXPECT_TRUE(hasTrait(game.table.state, game.rules(), 0, "It has +5.").has);
  EXPECT_EQ(game.table.stat(1, "Force"), 1);
  Computed banner({"Soldier", "Banner"});
  banner.table.change(2, ChangeKind::NEGATE_EFFECTS, "", 0, "turn");
  EXPECT_EQ(banner.table.stat(1, "Force"), 1);
  banner.table.turn(2);
  EXPECT_EQ(banner.table.stat(1, "Force"), 2);
  banner.table.change(2, ChangeKind::REMOVE_TRAIT, "Your Samurai have +1.", 0);
  EXPECT_EQ(banner.table.stat(1, "Force"), 1);
}

TEST(ComputedEntries, ApplyOnTheSideOnWhichTheirTextWorks) {
  Computed game({"Soldier", "Lurker", "Banner"});
  EXPECT_EQ(game.table.stat(1, "Force"), 2) << "the Banner's +1";
  const auto flip = [&](std::uint32_t card, schema::Face face) {
    game.table.play([&](schema::Event::Builder event) {
      auto flipped = event.initCardFlipped();
      flipped.setCard(card);
      flipped.setFace(face);
    });
  };
  flip(2, schema::Face::DOWN);
  EXPECT_EQ(game.table.stat(1, "Force"), 4);
  flip(3, schema::Face::DOWN);
  EXPECT_EQ(game.table.stat(1, "Force"), 3) << "a trait that names no side works only face-up";
  flip(2, schema::Face::UP);
  EXPECT_EQ(game.table.stat(1, "Force"), 1);
}

TEST(ComputedEntries, SetAndCapIncludeOlderChanges) {
  Computed game({"Soldier", "Setter"});
  EXPECT_EQ(game.table.stat(1, "Force"), 6);  // 1, set to 4, raised by 3 to no more than 6
  game.table.change(1, ChangeKind::BONUS, "Force", 2);
  EXPECT_EQ(game.table.stat(1, "Force"), 8);
}

TEST(ComputedEntries, ControlFollowsTheTraitAndReturns) {
  Computed game({"Banner", "Soldier"});
  game.table.deck(2, {"Thief", "Soldier"});
  game.play(3, 2);
  game.play(4, 2);
  EXPECT_EQ(game.table.state.cards[0].controller, 2);
  EXPECT_EQ(game.table.stat(2, "Force"), 1);
  EXPECT_EQ(game.table.stat(4, "Force"), 2);
  game.table.move(3, "discard", 2);
  EXPECT_EQ(game.table.state.cards[0].controller, 1);
  EXPECT_EQ(game.table.stat(2, "Force"), 2);
}

TEST(ComputedEntries, TraitsThatUndoThemselvesAreReportedAndIgnored) {
  for (const std::string& key : {std::string("Liar"), std::string("Grower")}) {
    Computed game({"Soldier", key});
    EXPECT_TRUE(game.cycles) << key;
    EXPECT_NE(game.table.findings.back().clause, "") << key;
    EXPECT_EQ(game.table.stat(2, "Force"), 1) << key;
    ASSERT_NE(game.table.state.computed, nullptr);
    EXPECT_EQ(game.table.state.computed->cycles.size(), 1U);
    game.play(1, 2);
    EXPECT_FALSE(game.cycles) << "the cycle began before";
  }
}

// A game that is won by strength, which a continuous trait raises to no more than its player's renown.
constexpr std::string_view kRulesOfRenown = R"json({
  "name": "renown", "version": "1", "from": "2020-01-01", "game": "Renown", "clauses": [{"id": "renown.strong"}],
  "zones": [{"name": "deck", "kind": "pile"}, {"name": "bench", "kind": "area", "inPlay": true, "location": "play"}],
  "readings": [{"reading": "a continuous trait applies while its card is in play"},
               {"reading": "a maximum caps what its ability does"}],
  "periods": [{"name": "turn"}],
  "stats": [{"name": "Force"}],
  "values": [{"name": "renown", "start": 0}],
  "types": [{"name": "Fighter", "stats": ["Force"]}],
  "calculation": {"computed": true},
  "wins": [{"name": "strong", "if": "any(in play, stat(it, \"Force\") >= 5)", "winner": "P1", "clause": "renown.strong",
            "atOnce": true}]
})json";
constexpr std::string_view kCardsOfRenown = R"json({
  "name": "renown", "version": "1", "ruleset": "renown",
  "cards": [{"key": "Hero", "title": "Hero", "types": ["Fighter"], "stats": [{"stat": "Force", "amount": 1}],
             "abilities": [{"name": "As strong as he is renowned.", "kind": "continuous", "effects": [
               {"what": "bonus", "name": "Force", "amount": "9", "most": "value(P1, \"renown\")",
                "mostOf": "value"}]}]}]
})json";

TEST(ComputedEntries, AChangedCapReevaluatesWhatDependsOnTheStat) {
  const TestRules documents(kRulesOfRenown, kCardsOfRenown);
  TestTable table(documents.rules());
  table.turn(1);
  table.deck(1, {"Hero"});
  table.move(1, "bench", 1);
  const auto gain = [&](std::int64_t renown) {
    table.play([&](schema::Event::Builder event) {
      auto changed = event.initValueChanged();
      changed.setSubject(entityOf(EntityKind::player, 1));
      changed.setValue(table.game.name("renown"));
      changed.setHow(schema::How::GAINED);
      changed.setAmount(renown);
    });
  };
  gain(4);
  EXPECT_EQ(table.stat(1, "Force"), 4);
  EXPECT_FALSE(gameEndOf(table.state, documents.rules()).over);
  gain(1);
  EXPECT_EQ(table.stat(1, "Force"), 5);
  EXPECT_TRUE(ranges::contains(table.step.cards, table.state.cardOf(1))) << "its Force changed";
  EXPECT_TRUE(gameEndOf(table.state, documents.rules()).over);
}

TEST(ComputedEntries, AreTheSameFromAKeyframe) {
  const Computed game({"Banner", "Clerk", "School", "Liar", "Soldier"});
  const auto frame = saveKeyframe(game.table.state, game.rules());
  const State loaded = loadKeyframe({frame.begin(), frame.size()}, game.rules());
  ASSERT_NE(loaded.computed, nullptr);
  ASSERT_EQ(loaded.computed->entries.size(), game.table.state.computed->entries.size());
  EXPECT_EQ(loaded.computed->cycles, game.table.state.computed->cycles);
  for (std::size_t i = 0; i < loaded.computed->entries.size(); ++i) {
    EXPECT_TRUE(isSame(loaded.computed->entries[i], game.table.state.computed->entries[i]));
  }
}

TEST(ComputedEntries, AreDoubtfulIfTheyDependOnSomethingUnknown) {
  Computed game({"Banner", "Soldier"});
  game.table.deck(1, {""});
  game.play(3, 1);
  EXPECT_EQ(game.table.stat(2, "Force"), 2);
  EXPECT_EQ(readStat(game.table.state, game.rules(), 2, 0).kind, StatReading::Kind::unknown);
}

}  // namespace
}  // namespace docket::computed_test
