// The context of an event, before and after it: a card that the event creates exists only after it, and a
// requirement on the state after is about that card.
#include "engine/query/acts/pending_event.h"

#include <stdexcept>

#include "tests/engine/test_table.h"

namespace docket::pending_event_test {
namespace {

constexpr std::string_view kRules = R"x({"name": "t", "version": "1",
 "clauses": [{"id": "t.red"}, {"id": "t.moved"}, {"id": "t.first"}, {"id": "t.then"}, {"id": "t.last"}],
 "zones": [{"name": "deck", "kind": "pile"}, {"name": "field", "inPlay": true}],
 "types": [{"name": "Stone"}],
 "keywordKinds": [{"name": "colour", "keywords": ["Red"]}],
 "acts": [
  {"act": "cardCreated", "requires": [
   {"what": "that", "that": "keyword(it, \"Red\")", "after": true, "clause": "t.red"}]},
  {"act": "cardMoved", "requires": [
   {"what": "that", "that": "keyword(it, \"Red\")", "after": true, "clause": "t.moved"}]},
  {"act": "cardFlipped", "requires": [
   {"what": "that", "that": "keyword(it, \"Red\")", "clause": "t.first"},
   {"what": "that", "that": "keyword(it, \"Red\")", "after": true, "clause": "t.then"},
   {"what": "that", "that": "keyword(it, \"Red\")", "clause": "t.last"}]}]})x";

constexpr std::string_view kCards = R"x({"name": "c", "ruleset": "t", "cards": [
 {"key": "Ruby", "title": "Ruby", "types": ["Stone"], "keywords": ["Red"]},
 {"key": "Flint", "title": "Flint", "types": ["Stone"]}]})x";

class AnEventBeforeItHappens : public testing::Test {
 protected:
  static Rules rules() {
    static const TestRules kDocuments(kRules, kCards);
    return kDocuments.rules();
  }

  /// The next free number becomes a card of that key on the field.
  void create(const std::string& key) {
    const auto number = static_cast<std::uint32_t>(table_.state.numbers.size());
    table_.play([&](schema::Event::Builder event) {
      auto identity = event.initContext().initIdentities(1)[0];
      identity.setCard(number);
      identity.setDefinition(key);
      auto created = event.initCardCreated();
      created.setCard(number);
      created.setOwner(1);
      created.setPlayer(1);
      created.setZone(table_.game.name("field"));
    });
  }

  TestTable table_{rules()};
};

TEST_F(AnEventBeforeItHappens, AQuestionAfterTheEventIsAboutItsNewCard) {
  table_.deck(1, {"Ruby", "Ruby"});
  create("Ruby");
  EXPECT_EQ(table_.against(), "");
  create("Flint");
  EXPECT_EQ(table_.against(), "t.red <-");
}

TEST_F(AnEventBeforeItHappens, WithoutANewCardAQuestionAfterItKeepsItsCard) {
  table_.deck(1, {"Ruby", "Flint"});
  table_.move(1, "field", 1);
  EXPECT_EQ(table_.against(), "");
  table_.move(2, "field", 1);
  EXPECT_EQ(table_.against(), "t.moved <-");
}

TEST_F(AnEventBeforeItHappens, ARevealedCardIsJudgedByItsIdentityAndLearnedOnce) {
  table_.play([&](schema::Event::Builder event) {
    auto registered = event.initDeckRegistered();
    registered.setPlayer(1);
    registered.setZone(table_.game.name("deck"));
    registered.setFirst(1);
    registered.setCount(2);
  });
  const auto show = [&](std::uint32_t card, const std::string& key) {
    table_.play([&](schema::Event::Builder event) {
      auto identity = event.initContext().initIdentities(1)[0];
      identity.setCard(card);
      identity.setDefinition(key);
      identity.initPrinted().setTitle(key);
      auto moved = event.initCardMoved();
      moved.setCard(card);
      moved.setZone(table_.game.name("field"));
    });
  };
  show(1, "Ruby");
  EXPECT_EQ(table_.against(), "");
  show(2, "Flint");
  EXPECT_EQ(table_.against(), "t.moved <-");
  EXPECT_EQ(table_.state.definitions->known.size(), 3U) << "an unknown card, and each of the two";
  EXPECT_EQ(table_.step.cards, std::vector<CardIndex>{1});
}

TEST_F(AnEventBeforeItHappens, FindingsAfterAnEventKeepTheOrderOfRequirements) {
  table_.deck(1, {"Ruby", "Flint"});
  table_.move(1, "field", 1);
  table_.move(2, "field", 1);
  table_.flip(1, schema::Face::DOWN);
  EXPECT_TRUE(table_.findings.empty());
  table_.flip(2, schema::Face::DOWN);
  std::string clauses;
  for (const Finding& one : table_.findings) clauses += one.clause + " ";
  EXPECT_EQ(clauses, "t.first t.then t.last ");
}

TEST_F(AnEventBeforeItHappens, ANewCardIsOnlyInTheStateAfter) {
  table_.deck(1, {"Ruby"});
  const EventNumber number = table_.game.add([&](schema::Event::Builder event) {
    auto created = event.initCardCreated();
    created.setCard(2);
    created.setOwner(1);
    created.setPlayer(1);
    created.setZone(table_.game.name("field"));
  });
  const HeldEvent event = table_.game.event(number);
  const PendingEvent at = pendingEvent(table_.state, rules(), number, event);
  EXPECT_EQ(at.context().card, kNone);
  const State& after = at.after();
  EXPECT_EQ(at.contextIn(after).card, after.cardOf(2));
  EXPECT_EQ(at.contextIn(after).subject, after.cardOf(2));
  EXPECT_EQ(at.contextIn(table_.state).card, kNone) << "before the event the card does not exist";
  EXPECT_EQ(at.contextIn(after).player, 1);
  Step step;
  reduce(table_.state, at, step);
  EXPECT_EQ(at.context().card, kNone) << "the context is not read again";
  EXPECT_THROW(static_cast<void>(at.limits()), std::logic_error);
}

}  // namespace
}  // namespace docket::pending_event_test
