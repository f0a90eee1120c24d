// Limits on cards: how many copies there may be in play, on a host, in a deck, and how often a title is played.
#include "engine/judge/doubt.h"
#include "engine/query/limits/applicable_limits.h"
#include "engine/rules/catalogue.h"
#include "engine/rules/compile_ruleset.h"
#include "engine/rules/ruleset.h"
#include "events/document.h"
#include "events/errors.h"
#include "tests/engine/test_table.h"

namespace docket::copies_test {
namespace {

std::string rulesText(const std::string& more_limits = "") {
  return R"({
  "name": "copies", "version": "1",
  "clauses": [{"id": "unique"}, {"id": "three"}, {"id": "blade"}, {"id": "own"}, {"id": "taken"}, {"id": "plays"}],
  "orientations": ["ready"],
  "zones": [{"name": "deck", "kind": "pile"}, {"name": "hand"}, {"name": "bench", "inPlay": true},
            {"name": "field", "inPlay": true}],
  "periods": [{"name": "turn"}, {"name": "phase", "within": "turn"}],
  "acts": [{"act": "cardPlayed", "void": true}],
  "limits": [
    {"name": "unique", "clause": "unique", "counted": "copiesInPlay", "keyedBy": ["title"], "within": "game",
     "everyCard": true, "holdsFor": "keyword \"Unique\""},
    {"name": "three", "clause": "three", "counted": "copiesInDeck", "keyedBy": ["title", "version"], "within": "game",
     "everyCard": true, "max": 2},
    {"name": "blade", "clause": "blade", "counted": "copiesAttached", "keyedBy": ["host"], "within": "game",
     "everyCard": true, "holdsFor": "keyword \"Blade\"", "maxIs": "if keyword(it, \"Master\") then 2 else 1"},
    {"name": "own", "clause": "own", "counted": "copiesInPlay", "keyedBy": ["title", "player"], "within": "game",
     "judged": [{"act": "cardPlayed", "clause": "own"}, {"act": "controlChanged", "clause": "taken"}]},
    {"name": "plays", "clause": "plays", "counted": "plays", "keyedBy": ["title"], "within": "turn"})" +
         more_limits + "]}";
}

constexpr std::string_view kCards = R"({"name": "copies", "version": "1", "cards": [
  {"key": "Crown", "title": "Crown", "keywords": ["Unique"]},
  {"key": "Hound", "title": "Hound", "version": "a", "limits": [{"limit": "own"}]},
  {"key": "Hound b", "title": "Hound", "version": "b", "limits": [{"limit": "own"}]},
  {"key": "Sword", "title": "Sword", "keywords": ["Blade"]},
  {"key": "Fencer", "title": "Fencer", "keywords": ["Master"]},
  {"key": "Cheer", "title": "Cheer", "limits": [{"limit": "plays", "max": 2}]}
]})";

/// The documents, which outlive the table.
struct DocumentsOfCopies {
  Ruleset ruleset = compile(readDocument<schema::Ruleset>(rulesText(), "copies.json").root(), "copies.json");
  Catalogue catalogue = compile(readDocument<schema::Catalogue>(kCards, "cards.json").root(), ruleset, "cards.json");
};

struct Copies : ::testing::Test {
  std::string put(std::uint32_t card, Seat player) {
    table.move(card, "field", player);
    return table.against();
  }
  std::string attach(std::uint32_t card, std::uint32_t host) {
    table.play([&](schema::Event::Builder event) {
      event.initCardAttached().setCard(card);
      event.getCardAttached().setHost(host);
    });
    return table.against();
  }
  std::string play(std::uint32_t card, Seat player, const std::string& zone = "") {
    table.play([&](schema::Event::Builder event) {
      auto played = event.initCardPlayed();
      played.setCard(card);
      played.setPlayer(player);
      played.setZone(table.game.name(zone));
    });
    return table.against();
  }

  DocumentsOfCopies documents;
  TestTable table{Rules{.ruleset = documents.ruleset, .catalogue = documents.catalogue}};
};

TEST_F(Copies, InPlayCiteTheEventsThatBroughtThem) {
  const auto crown = table.deck(1, {"Crown"});
  const auto other = table.deck(2, {"Crown"});
  EXPECT_EQ(put(crown, 1), "");
  EXPECT_EQ(put(other, 2), "unique <- 3");
}

TEST_F(Copies, AreCountedInAZoneThatTheEventNamesFirst) {
  const auto crown = table.deck(1, {"Crown"});
  const auto other = table.deck(2, {"Crown", "Crown"});
  EXPECT_EQ(put(crown, 1), "");
  table.move(other, "bench", 2);
  EXPECT_EQ(table.against(), "unique <- 3");
  EXPECT_EQ(play(other + 1, 2, "bench"), "unique <- 3 4");
}

TEST_F(Copies, ThatMoveWithinPlayEnterOnce) {
  const auto crown = table.deck(1, {"Crown"});
  EXPECT_EQ(put(crown, 1), "");
  table.move(crown, "bench", 1);
  EXPECT_EQ(table.against(), "");
}

TEST_F(Copies, OfAnUnknownCardAreUndecided) {
  const auto crown = table.deck(1, {"Crown"});
  const std::uint32_t hidden = table.deck(2, {"Hound"}) + 1;
  table.play([&](schema::Event::Builder event) {
    auto registered = event.initDeckRegistered();
    registered.setPlayer(2);
    registered.setZone(table.game.name("deck"));
    registered.setFirst(hidden);
    registered.setCount(1);
  });
  EXPECT_EQ(put(hidden, 2), "") << "its limits are unknown";
  const State before = table.state;
  EXPECT_EQ(put(crown, 1), "") << "possibly one too many is a doubt, not a finding";
  const HeldEvent event = table.game.event(table.state.event);
  const auto doubt = doubtOf(pendingEvent(before, TestRules::get().rules(), table.state.event, event));
  ASSERT_TRUE(doubt.has_value());
  EXPECT_EQ(doubt->kind, expression::Reason::Kind::text_unknown);
}

TEST_F(Copies, CreatedByAnEventAreKnownAtIt) {
  const auto crown = table.deck(1, {"Crown"});
  EXPECT_EQ(put(crown, 1), "");
  table.play([&](schema::Event::Builder event) {
    auto identity = event.initContext().initIdentities(1)[0];
    identity.setCard(crown + 1);
    identity.setDefinition("Crown");
    auto created = event.initCardCreated();
    created.setCard(crown + 1);
    created.setPlayer(2);
    created.setOwner(2);
    created.setZone(table.game.name("field"));
  });
  EXPECT_EQ(table.against(), "unique <- 2");
}

TEST_F(Copies, InADeckAreCountedByTitleAndVersion) {
  table.deck(1, {"Hound", "Hound", "Hound b", "Sword", "Sword", "Hound b"});
  EXPECT_EQ(table.against(), "");
  table.deck(2, {"Hound", "Hound", "Hound b"});
  EXPECT_EQ(table.against(), "") << "another player's deck is another deck";
  table.deck(1, {"Hound"});
  EXPECT_EQ(table.against(), "three <- 1 1");
}

TEST_F(Copies, OnAHostAreLimitedByAnAmountOfTheHost) {
  const auto first = table.deck(1, {"Sword", "Sword", "Hound", "Fencer"});
  const auto more = table.deck(2, {"Sword", "Sword"});
  EXPECT_EQ(attach(first, first + 2), "");
  EXPECT_EQ(attach(more, first + 2), "blade <- 3");
  EXPECT_EQ(attach(first, first + 3), "");
  EXPECT_EQ(attach(first + 1, first + 3), "");
  EXPECT_EQ(attach(more + 1, first + 3), "blade <- 5 6");
}

TEST_F(Copies, AreJudgedAtEachActThatTheLimitNames) {
  const auto hound = table.deck(1, {"Hound", "Hound b"});
  const auto other = table.deck(2, {"Hound"});
  EXPECT_EQ(play(hound, 1, "field"), "");
  EXPECT_EQ(put(hound + 1, 1), "") << "a move is not among them";
  table.move(hound + 1, "hand", 1);
  EXPECT_EQ(play(other, 2, "field"), "");
  table.control(other, 1);
  EXPECT_EQ(table.against(), "taken <- 3");
  table.play([&](schema::Event::Builder event) {
    auto change = event.initBegins(1)[0];
    change.setSubject(hound);
    change.setKind(schema::Change::Kind::CONTROL);
    change.setPlayer(1);
    event.setChangeBegan();
  });
  EXPECT_EQ(table.against(), "taken <- 6") << "for any kind of event that begins it";
}

TEST_F(Copies, TooManyMakeAPlayVoidIfTheRulesetSaysSo) {
  const auto crown = table.deck(1, {"Crown", "Crown"});
  EXPECT_EQ(play(crown, 1, "field"), "");
  EXPECT_EQ(play(crown + 1, 1, "field"), "unique <- 2");
  EXPECT_TRUE(table.step.is_void);
  EXPECT_EQ(documents.ruleset.zones[table.card(crown + 1).zone].name, "deck");
}

TEST_F(Copies, PlaysOfATitleCountAndACardMayRaiseTheirLimit) {
  const auto cheer = table.deck(1, {"Cheer", "Cheer", "Cheer"});
  const auto of_the_other = table.deck(2, {"Cheer"});
  table.turn(1);
  EXPECT_EQ(play(cheer, 1), "");
  EXPECT_EQ(play(cheer + 1, 1), "");
  EXPECT_EQ(play(cheer + 2, 1), "plays <- 4 5");
  table.turn(2);
  EXPECT_EQ(play(of_the_other, 2), "");
}

TEST_F(Copies, LimitsOfAPlayAreKnownIfNoCardCanChangeThem) {
  const auto sword = table.deck(1, {"Sword"});
  const State& state = table.state;
  const UseQuestion play{.card = state.cardOf(sword), .counted = schema::Limit::Counted::PLAYS};
  const UseQuestion use{.card = state.cardOf(sword), .counted = schema::Limit::Counted::ACTIVATIONS};
  const Rules rules{.ruleset = documents.ruleset, .catalogue = documents.catalogue};
  EXPECT_FALSE(limitsOf(state, rules, play).known) << "the card is unidentified";
  EXPECT_TRUE(limitsOf(state, rules, use).known) << "nothing limits activations here";
}

TEST(CopiesDocument, ThatCountsUsesInACopyLimitIsRefused) {
  for (const std::string condition :
       {R"x("holdsFor": "used(it, 1, \"plays\") = 0")x", R"x("maxIs": "max(this, 1, \"plays\")")x"}) {
    const std::string text = rulesText(R"(, {"name": "odd", "within": "game", "everyCard": true, )" + condition + "}");
    EXPECT_THROW((void)compile(readDocument<schema::Ruleset>(text, "odd.json").root(), "odd.json"), BadInput)
        << condition;
  }
}

}  // namespace
}  // namespace docket::copies_test
