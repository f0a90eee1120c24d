// A ruleset and a catalogue that have one of everything, and a table at which tests play events and ask questions.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/fold/events_of.h"
#include "engine/fold/reduce.h"
#include "engine/fold/running_state.h"
#include "engine/judge/judge.h"
#include "engine/query/stats/stats.h"
#include "engine/rules/compile_ruleset.h"
#include "events/document.h"
#include "events/recording.h"
#include "events/rewind_tree.h"
#include "tests/games/rules_of_game.h"
#include "tests/places.h"

namespace docket {

/// A ruleset and a catalogue, compiled.
class TestRules {
 public:
  TestRules(std::string_view rules, std::string_view cards)
      : ruleset_(compile(readDocument<schema::Ruleset>(rules, "rules").root(), "rules")),
        catalogue_(compile(readDocument<schema::Catalogue>(cards, "cards").root(), ruleset_, "cards")) {}
  /// Those of test_ruleset.json and test_catalogue.json.
  static const TestRules& get() {
    static const std::string kFolder = docket::test::sourceDir() + "/tests/engine/";
    static const TestRules kRules(readFile(kFolder + "test_ruleset.json"), readFile(kFolder + "test_catalogue.json"));
    return kRules;
  }
  [[nodiscard]] Rules rules() const { return {.ruleset = ruleset_, .catalogue = catalogue_}; }

 private:
  Ruleset ruleset_;
  Catalogue catalogue_;
};

/// A game that a test plays: each event is recorded, judged and folded at once.
class TestTable {
 public:
  explicit TestTable(Rules rules = TestRules::get().rules(), unsigned players = 2) : rules_(rules) {
    auto seats = game.header().initPlayers(players);
    for (unsigned i = 0; i < players; ++i) seats[i].setName("player " + std::to_string(i + 1));
    state = initialState(game.header().asReader(), rules_);
  }

  /// Adds an event, folds it, and gives its number. `findings` are then those against it. Also checks that EventJudge,
  /// which shares one fold with the state, gives the findings of judge().
  template <class Fill>
  EventNumber play(Fill&& fill) {
    const EventNumber number = game.add(fill);
    findings = judge(pendingEvent(state, rules_, number, *game.event(number)));
    expectEventJudgeAgrees(number);
    reduce(state, rules_, number, *game.event(number), step);
    return number;
  }

  // Shortcuts for frequent events, in the words of the schema.
  EventNumber turn(Seat player) { return began("turn", "", player); }
  EventNumber phase(const std::string& name) { return began("phase", name, 0); }
  EventNumber began(const std::string& period, const std::string& name, Seat player) {
    return play([&](schema::Event::Builder event) {
      auto began = event.initBegan();
      began.setPeriod(game.name(period));
      began.setName(game.name(name));
      began.setPlayer(player);
    });
  }
  EventNumber ended(const std::string& period) {
    return play([&](schema::Event::Builder event) { event.initEnded().setPeriod(game.name(period)); });
  }
  /// Registers cards of these keys in the player's deck and gives the number of the first.
  std::uint32_t deck(Seat player, const std::vector<std::string>& keys) {
    const auto first = static_cast<std::uint32_t>(state.numbers.size());
    play([&](schema::Event::Builder event) {
      auto identities = event.initContext().initIdentities(static_cast<unsigned>(keys.size()));
      for (unsigned i = 0; i < keys.size(); ++i) {
        identities[i].setCard(first + i);
        identities[i].setDefinition(keys[i]);
      }
      auto registered = event.initDeckRegistered();
      registered.setPlayer(player);
      registered.setZone(game.name("deck"));
      registered.setFirst(first);
      registered.setCount(static_cast<std::uint32_t>(keys.size()));
    });
    return first;
  }
  EventNumber move(std::uint32_t card, const std::string& zone, Seat player, std::int16_t slot = -1,
                   schema::Face face = schema::Face::UNCHANGED) {
    return play([&](schema::Event::Builder event) {
      auto moved = event.initCardMoved();
      moved.setCard(card);
      moved.setZone(game.name(zone));
      moved.setPlayer(player);
      moved.setSlot(slot);
      moved.setFace(zone == "field" && face == schema::Face::UNCHANGED ? schema::Face::UP : face);
    });
  }
  EventNumber flip(std::uint32_t card, schema::Face face, EventNumber cause = 0) {
    return play([&](schema::Event::Builder event) {
      if (cause != 0) event.initContext().initCauses(1).set(0, cause);
      auto flipped = event.initCardFlipped();
      flipped.setCard(card);
      flipped.setFace(face);
    });
  }
  EventNumber activate(Seat player, std::uint32_t card, std::uint16_t ability, EventNumber trigger = 0) {
    return play([&](schema::Event::Builder event) {
      auto activated = event.initAbilityActivated();
      activated.setPlayer(player);
      activated.setCard(card);
      activated.setAbility(ability);
      activated.setTrigger(trigger);
    });
  }
  EventNumber negate(EventNumber activation) {
    return play([&](schema::Event::Builder event) { event.initActivationNegated().setActivation(activation); });
  }
  EventNumber change(std::uint32_t card, schema::Change::Kind kind, const std::string& name, std::int32_t amount,
                     const std::string& until = "") {
    return play([&](schema::Event::Builder event) {
      auto change = event.initBegins(1)[0];
      change.setSubject(card);
      change.setKind(kind);
      change.setName(game.name(name));
      change.setAmount(amount);
      if (!until.empty()) {
        change.setLast(schema::Change::Last::UNTIL_END);
        change.setUntil(game.name(until));
      }
      event.setChangeBegan();
    });
  }
  /// Caused by the event before it.
  EventNumber control(std::uint32_t card, Seat player, const std::string& until = "") {
    return play([&](schema::Event::Builder event) {
      if (state.event != 0) event.initContext().initCauses(1).set(0, state.event);
      auto changed = event.initControlChanged();
      changed.setCard(card);
      changed.setPlayer(player);
      changed.setUntil(game.name(until));
    });
  }
  EventNumber attach(std::uint32_t card, std::uint32_t host, std::int32_t force) {
    return play([&](schema::Event::Builder event) {
      event.initCardAttached().setCard(card);
      event.getCardAttached().setHost(host);
      auto change = event.initBegins(1)[0];
      change.setSubject(host);
      change.setName(game.name("Force"));
      change.setAmount(force);
      change.setSource(card);
      change.setLast(schema::Change::Last::WHILE_ATTACHED);
    });
  }

  [[nodiscard]] const Card& card(std::uint32_t number) const { return state.cards.at(state.cardOf(number)); }
  [[nodiscard]] std::int64_t stat(std::uint32_t number, const std::string& name) const {
    return readStat(state, rules_, state.cardOf(number), rules_.ruleset.stat(name)).amount;
  }
  /// The findings on the latest event: "clause <- events that it rests on", joined.
  [[nodiscard]] std::string against() const {
    std::string text;
    for (const Finding& finding : findings) {
      text += (text.empty() ? "" : "; ") + finding.clause +
              (finding.certainty == Finding::Certainty::undecided ? "?" : "") + " <-";
      for (const EventNumber event : finding.rests_on) text += " " + std::to_string(event);
    }
    return text;
  }

  Recording game;
  State state;
  Step step;
  std::vector<Finding> findings;

 private:
  /// EventJudge gives the findings of judge() in the same order, except for cycles of traits, which are found
  /// separately.
  void expectEventJudgeAgrees(EventNumber number) {
    const HeldEvent event = game.event(number);
    if (goesBack(event)) return;
    RunningState folded(std::as_const(game).header(), rules_, state);
    const PendingEvent at = folded.next(number, event);
    EventJudge event_judge(at);
    folded.add(number, event, at, EventsOf<Recording>(game));
    const auto found = std::move(event_judge).findings(folded.state());
    State alone = state;
    Step step_alone;
    reduce(alone, rules_, number, event, step_alone);
    EXPECT_EQ(folded.state().fingerprint, alone.fingerprint) << "event " << number;
    EXPECT_EQ(folded.step().cards, step_alone.cards) << "event " << number;
    const PendingEvent hypothetical = pendingEvent(state, rules_, number, event);
    EXPECT_EQ(hypothetical.informed().after().fingerprint, alone.fingerprint) << "event " << number;
    ASSERT_LE(found.size(), findings.size()) << "event " << number;
    for (std::size_t i = 0; i < findings.size(); ++i) {
      if (i >= found.size()) {
        EXPECT_TRUE(findings[i].is<Finding::Cycle>()) << "event " << number << ": " << findings[i].clause;
        continue;
      }
      EXPECT_EQ(found[i].clause, findings[i].clause) << "event " << number;
      EXPECT_EQ(found[i].certainty, findings[i].certainty) << "event " << number;
      EXPECT_EQ(found[i].card, findings[i].card) << "event " << number;
      EXPECT_EQ(found[i].rests_on, findings[i].rests_on) << "event " << number;
      EXPECT_EQ(found[i].what.index(), findings[i].what.index()) << "event " << number;
    }
  }

  Rules rules_;
};

}  // namespace docket
