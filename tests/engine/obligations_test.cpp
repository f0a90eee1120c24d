// Obligations from texts: an ant puts two counters on itself when the second phase begins, a bee is spent
// to put one on everything when a counter is placed on something else. The deadline is the last phase.
#include "engine/query/acts/obligations.h"

#include "events/overload.h"
#include "tests/engine/test_table.h"

namespace docket::obligations_test {
namespace {

using Status = Obligation::Status;

class OwedByTexts : public testing::Test {
 protected:
  void SetUp() override {
    ant_ = table_.deck(1, {"Ant", "Bee", "Ant"});
    table_.turn(1);
    table_.move(ant_, "field", 1);
  }
  std::uint32_t bee() const { return ant_ + 1; }

  EventNumber trigger(std::uint32_t card, EventNumber by, const std::vector<EventNumber>& costs = {}) {
    return table_.play([&](schema::Event::Builder event) {
      auto triggered = event.initTraitTriggered();
      triggered.setPlayer(1);
      triggered.setCard(card);
      triggered.setTrait(4);
      triggered.setTrigger(by);
      triggered.setCosts(kj::arrayPtr(costs.data(), costs.size()));
    });
  }
  EventNumber place(std::uint32_t card, std::uint32_t amount, EventNumber cause) {
    return table_.play([&](schema::Event::Builder event) {
      if (cause != 0) event.initContext().initCauses(1).set(0, cause);
      auto placed = event.initCounterPlaced();
      placed.setSubject(card);
      placed.setCounter(table_.game.name("charge"));
      placed.setAmount(amount);
    });
  }
  EventNumber turn(std::uint32_t card) {
    return table_.play([&](schema::Event::Builder event) {
      event.initCardTurned().setCard(card);
      event.getCardTurned().setOrientation(table_.game.name("spent"));
    });
  }
  Status status(EventNumber trigger, std::uint32_t card) const {
    const CardIndex index = table_.state.cardOf(card);
    Status latest = Status::waiting;
    for (const Obligation& owed : table_.state.obligations) {
      const bool is_it = owed.card == index && owed.trait == 4 && owed.trigger == trigger;
      if (is_it && owed.effect == 0 && owed.follow_up_rule == 0) latest = owed.status;
    }
    return latest;
  }
  std::string faults() const {
    constexpr std::array kOfText = {"twice",  "no trigger", "place", "condition", "cost",
                                    "target", "designator", "lost",  "trait"};
    constexpr std::array kOfEffect = {"missing", "surplus", "different", "early", "lasting"};
    std::string text;
    for (const Finding& finding : table_.findings) {
      text += text.empty() ? "" : ", ";
      text += std::visit(
          Overload{
              [&](const Finding::AgainstText& by_text) { return kOfText.at(static_cast<std::size_t>(by_text.fault)); },
              [&](const Finding::OtherEffect& effect) { return kOfEffect.at(static_cast<std::size_t>(effect.fault)); },
              [](const auto&) { return "-"; },
          },
          finding.what);
    }
    return text;
  }

  TestTable table_;
  std::uint32_t ant_ = 0;
};

TEST_F(OwedByTexts, ACopiedStatIsNotComparedWithTheText) {
  const EventNumber act = trigger(ant_, table_.phase("second"));
  place(ant_, 2, act);
  table_.play([&](schema::Event::Builder event) {
    event.initContext().initCauses(1).set(0, act);
    event.setChangeBegan();
    auto copied = event.initBegins(1)[0];
    copied.setSubject(entityOf(EntityKind::player, 1));
    copied.setKind(schema::Change::Kind::COPY);
    copied.setName(table_.game.name("Force"));
    copied.setSource(ant_);
  });
  EXPECT_EQ(faults(), "") << "no document can express a copy, so a copy is not compared with the text";
}

TEST_F(OwedByTexts, ATraitThatHappensDischargesItsObligation) {
  const EventNumber second = table_.phase("second");
  EXPECT_EQ(status(second, ant_), Status::open);
  const EventNumber act = trigger(ant_, second);
  EXPECT_EQ(table_.against(), "");
  EXPECT_EQ(status(second, ant_), Status::discharged);
  place(ant_, 2, act);
  EXPECT_EQ(table_.against(), "");
  table_.phase("last");
  EXPECT_EQ(table_.against(), "");
}

TEST_F(OwedByTexts, AMissedOneNamesItsTriggerAtTheDeadline) {
  const EventNumber second = table_.phase("second");
  table_.phase("last");
  EXPECT_EQ(table_.against(), "lab.must <- " + std::to_string(second));
  const auto* missed = table_.findings.front().as<Finding::TraitMissed>();
  ASSERT_NE(missed, nullptr);
  EXPECT_EQ(missed->trait, 4);
  EXPECT_EQ(status(second, ant_), Status::missed);
  table_.turn(2);
  table_.phase("last");
  EXPECT_EQ(faults(), "") << "only once";
}

TEST_F(OwedByTexts, AJudgeCanWaiveIt) {
  const EventNumber second = table_.phase("second");
  table_.play([&](schema::Event::Builder event) {
    auto waived = event.initObligationWaived();
    waived.setCard(ant_);
    waived.setTrait(4);
    waived.setTrigger(second);
    waived.setJudge("Ito");
  });
  EXPECT_EQ(status(second, ant_), Status::waived);
  table_.phase("last");
  EXPECT_EQ(table_.against(), "");
}

TEST_F(OwedByTexts, ItHappensOnceForEachOccurrenceAndOnlyFromPlay) {
  const EventNumber second = table_.phase("second");
  trigger(ant_, second);
  trigger(ant_, second);
  EXPECT_EQ(faults(), "twice");
  trigger(ant_, 1);
  EXPECT_EQ(faults(), "no trigger");
  trigger(ant_ + 2, second);
  EXPECT_EQ(faults(), "place");
}

struct EffectCase {
  const char* what;
  std::vector<std::uint32_t> placed;  ///< amounts, one event each
  std::string faults;                 ///< at the last of them, or at the deadline where it is the last
  bool at_deadline;
};

TEST_F(OwedByTexts, EffectsAreComparedWithWhatTheRecordHas) {
  const EffectCase cases[] = {
      {"as the text says", {2}, "", true},
      {"nothing", {}, "missing", true},
      {"another amount", {3}, "different", false},
      {"twice", {2, 2}, "surplus", false},
  };
  for (const EffectCase& one : cases) {
    table_.turn(1);
    const EventNumber act = trigger(ant_, table_.phase("second"));
    for (const std::uint32_t amount : one.placed) place(ant_, amount, act);
    if (one.at_deadline) table_.phase("last");
    EXPECT_EQ(faults(), one.faults) << one.what;
  }
}

/// A cub gets a charge when the turn begins, if anything has one.
constexpr const char* kCubRules = R"json({"name": "cubs",
  "clauses": [{"id": "cub.must", "gist": "It happens."}, {"id": "cub.does", "gist": "It does what it says."}],
  "zones": [{"name": "deck", "kind": "pile"}, {"name": "field", "kind": "area", "inPlay": true}],
  "periods": [{"name": "turn"}, {"name": "phase", "within": "turn"}],
  "types": [{"name": "Animal"}], "vocabulary": {"counters": ["charge"]},
  "obligations": {"clause": "cub.must", "effectsClause": "cub.does", "deadlines": [{"act": "began"}],
                  "places": [{"zone": "play"}]}})json";
constexpr const char* kCubs = R"json({"name": "cubs", "ruleset": "cubs", "cards": [
  {"key": "Log", "types": ["Animal"]},
  {"key": "Cub", "types": ["Animal"], "abilities": [
    {"kind": "triggered", "name": "charge", "trigger": {"on": "began", "named": "turn"}, "effects": [
      {"what": "placeCounters", "name": "charge", "amount": "1", "if": "any(in play, counters 'charge' > 0)"}]}]}]})json";

TEST(ConditionOfAnEffect, ThatWasFalseAtTheTriggerMakesNoEffectCertainlyMissing) {
  const TestRules rules(kCubRules, kCubs);
  for (const bool charged_before : {true, false}) {
    TestTable table(rules.rules());
    const std::uint32_t log = table.deck(1, {"Log", "Cub"});
    for (const std::uint32_t card : {log, log + 1}) table.move(card, "field", 1);
    const auto charge = [&] {
      table.play([&](schema::Event::Builder event) {
        auto placed = event.initCounterPlaced();
        placed.setSubject(log);
        placed.setCounter(table.game.name("charge"));
        placed.setAmount(1);
      });
    };
    if (charged_before) charge();
    const EventNumber turn = table.turn(1);
    table.play([&](schema::Event::Builder event) {
      auto triggered = event.initTraitTriggered();
      triggered.setPlayer(1);
      triggered.setCard(log + 1);
      triggered.setTrait(1);
      triggered.setTrigger(turn);
    });
    if (!charged_before) charge();
    table.phase("first");
    ASSERT_EQ(table.findings.size(), 1U);
    EXPECT_TRUE(table.findings.front().is<Finding::OtherEffect>());
    EXPECT_EQ(table.findings.front().certainty == Finding::Certainty::certain, charged_before);
  }
}

TEST_F(OwedByTexts, EffectsOfAChainLinkWaitForItsResolution) {
  enum class After : std::uint8_t { nothing, resolved, negated, resolved_and_done };
  const std::pair<After, const char*> cases[] = {
      {After::nothing, ""}, {After::resolved, "missing"}, {After::negated, ""}, {After::resolved_and_done, ""}};
  for (const auto& [after, expected] : cases) {
    table_.turn(1);
    const EventNumber act = table_.play([&](schema::Event::Builder event) {
      auto activated = event.initAbilityActivated();
      activated.setPlayer(1);
      activated.setCard(ant_);
      activated.setAbility(3);
      activated.setLink(1);
    });
    if (after == After::negated) table_.negate(act);
    if (after == After::resolved || after == After::resolved_and_done) {
      const EventNumber resolved =
          table_.play([&](schema::Event::Builder event) { event.initActivationResolved().setActivation(act); });
      if (after == After::resolved_and_done) {
        table_.play([&](schema::Event::Builder event) {
          event.initContext().initCauses(1).set(0, resolved);
          auto changed = event.initValueChanged();
          changed.setSubject(entityOf(EntityKind::player, 1));
          changed.setValue(table_.game.name("points"));
          changed.setAmount(1);
        });
        EXPECT_EQ(faults(), "");
      }
    }
    table_.phase("last");
    EXPECT_EQ(faults(), expected) << static_cast<int>(after);
  }
}

TEST_F(OwedByTexts, ANamedEventPaysOneCostOnly) {
  table_.move(bee(), "field", 1, 1);
  const EventNumber first = place(ant_, 1, 0);
  const EventNumber also = place(ant_, 1, 0);
  trigger(bee(), first);
  EXPECT_EQ(faults(), "cost");
  const EventNumber spent = turn(bee());
  trigger(bee(), also, {spent});
  EXPECT_EQ(faults(), "");
  const EventNumber later = place(ant_, 1, 0);
  EXPECT_EQ(status(later, bee()), Status::impossible) << "it is already used up";
  trigger(bee(), later, {spent});
  EXPECT_EQ(faults(), "cost");
}

TEST_F(OwedByTexts, AnEffectOnASetAppliesToEachCard) {
  table_.move(bee(), "field", 1, 1);
  const EventNumber placed = place(ant_, 1, 0);
  const EventNumber act = trigger(bee(), placed, {turn(bee())});
  place(bee(), 1, act);
  EXPECT_EQ(faults(), "");
  table_.phase("last");
  EXPECT_EQ(faults(), "missing");
  EXPECT_EQ(table_.findings.front().as<Finding::OtherEffect>()->subject, table_.state.cardOf(ant_));
}

TEST_F(OwedByTexts, ClosedOnesAreForgottenWithThePeriodOfTheLimits) {
  for (int i = 0; i < 200; ++i) {
    table_.turn(1);
    const EventNumber second = table_.phase("second");
    place(ant_, 2, trigger(ant_, second));
    EXPECT_LT(table_.state.obligations.size(), 8U);
  }
  EXPECT_LE(table_.state.remembered.size(), kMaxRemembered);
}

TEST_F(OwedByTexts, MoreThanTheMaximumIsRefusedAndNotStored) {
  for (int i = 0; i < 40; ++i) table_.move(table_.deck(2, {"Ant"}), "bench", 2);
  EXPECT_THROW(
      {
        for (std::size_t i = 0; i <= kMaxObligations / 40; ++i) table_.phase("second");
      },
      DamagedArchive);
  EXPECT_LE(table_.state.obligations.size(), kMaxObligations);
}

}  // namespace
}  // namespace docket::obligations_test
