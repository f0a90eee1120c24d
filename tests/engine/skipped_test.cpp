// Skipped events: answers and verdicts until their effect is known.
#include "engine/judge/doubt.h"
#include "engine/query/stats/amounts.h"
#include "engine/snapshot/keyframe_load.h"
#include "engine/snapshot/keyframe_save.h"
#include "engine/state/fingerprint_of.h"
#include "tests/engine/test_table.h"

namespace docket::skipped_test {
namespace {

constexpr std::string_view kRules = R"x({"name": "t", "version": "1", "clauses": [{"id": "once"}],
 "zones": [{"name": "deck", "kind": "pile"}, {"name": "field", "inPlay": true}],
 "periods": [{"name": "turn"}],
 "stats": [{"name": "Might"}],
 "limits": [{"name": "once", "clause": "once", "counted": "activations", "keyedBy": ["instance", "ability"], "within": "turn"}],
 "acts": [{"act": "abilityActivated", "void": true}],
 "calculation": {"computed": true}})x";

constexpr std::string_view kCards = R"x({"name": "c", "ruleset": "t", "cards": [
 {"key": "Ox", "title": "Ox", "stats": [{"stat": "Might", "amount": 2}], "abilities": [{"name": "push", "limits": [{"limit": "once"}]}]}]})x";

class Skipped : public testing::Test {
 protected:
  Skipped() {
    table_.deck(1, {"Ox", "Ox"});
    table_.move(1, "field", 1);
    table_.move(2, "field", 1);
    table_.turn(1);
  }

  EventNumber skip(const char* what, Entity subject = 0) {
    return table_.play([&](schema::Event::Builder event) {
      event.initSkipped().setWhat(what);
      event.getSkipped().setSubject(subject);
    });
  }
  [[nodiscard]] expression::Grade gradeOf(std::uint32_t card) const {
    const AmountOf might{.subject = table_.state.cardOf(card), .stat = rules_.ruleset.stat("Might")};
    return readAmount(table_.state, rules_, might).value.grade;
  }

  const TestRules documents_{kRules, kCards};
  const Rules rules_ = documents_.rules();
  TestTable table_{rules_};
};

TEST_F(Skipped, MakesEveryAnswerUncertainUntilItIsResolved) {
  EXPECT_EQ(gradeOf(1), expression::Grade::exact);
  const EventNumber at = skip("message 200");
  EXPECT_EQ(gradeOf(1), expression::Grade::unverified);
  const auto doubt = doubtOf(pendingEvent(table_.state, rules_, at + 1, *table_.game.event(3)));
  ASSERT_TRUE(doubt.has_value());
  EXPECT_EQ(doubt->kind, expression::Reason::Kind::skipped);
  EXPECT_EQ(doubt->event, at);
  skip("");
  EXPECT_EQ(gradeOf(1), expression::Grade::exact);
  EXPECT_EQ(table_.state.fingerprint, fingerprintOf(table_.state));
}

TEST_F(Skipped, OfOneCardIsResolvedSeparately) {
  skip("zone MOON", 1);
  skip("zone SUN", 2);
  skip("", 1);
  ASSERT_EQ(table_.state.skipped.size(), 1U);
  EXPECT_EQ(table_.state.skipped.front().subject, table_.state.cardOf(2));
  skip("", 2);
  EXPECT_TRUE(table_.state.skipped.empty());
}

TEST_F(Skipped, MakesNoActCertainlyIllegalOrVoid) {
  table_.activate(1, 1, 1);
  skip("message 200");
  table_.activate(1, 1, 1);
  ASSERT_EQ(table_.findings.size(), 1U);
  EXPECT_EQ(table_.findings.front().certainty, Finding::Certainty::undecided);
  EXPECT_TRUE(table_.state.void_events.empty()) << "the card's use may have been given back";
  skip("");
  table_.activate(1, 1, 1);
  ASSERT_EQ(table_.findings.size(), 1U);
  EXPECT_EQ(table_.findings.front().certainty, Finding::Certainty::certain);
  EXPECT_EQ(table_.state.void_events.size(), 1U);
}

TEST_F(Skipped, IsBoundedAndStoredInKeyframes) {
  for (std::uint32_t i = 0; i < 2 * kMaxSkips; ++i) skip("more", entityOf(EntityKind::player, 1 + i % 2));
  EXPECT_EQ(table_.state.skipped.size(), 2U) << "only the first skip of a subject is kept";
  skip("anything");
  const auto frame = saveKeyframe(table_.state, rules_);
  const State loaded = loadKeyframe({frame.begin(), frame.size()}, rules_);
  EXPECT_EQ(loaded.skipped.size(), 3U);
  EXPECT_EQ(loaded.fingerprint, table_.state.fingerprint);
  EXPECT_EQ(fingerprintOf(loaded), loaded.fingerprint);
}

}  // namespace
}  // namespace docket::skipped_test
