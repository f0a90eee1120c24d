// Caching between events, and asking for an explanation, affect only what is computed, never the result. Generated
// games of every ruleset are folded with and without the cache, and every condition and amount of the documents is
// evaluated both ways. DOCKET_GENERATED_GAMES sets how many games of each ruleset there are.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/equal.hpp>
#include <range/v3/algorithm/none_of.hpp>
#include <utility>

#include "engine/derived/derived_values.h"
#include "engine/fold/events_of.h"
#include "engine/fold/learning.h"
#include "engine/fold/reduce.h"
#include "engine/fold/running_state.h"
#include "engine/judge/judge.h"
#include "engine/query/acts/requirements.h"
#include "engine/query/cards/characteristics.h"
#include "engine/query/evaluation/evaluate.h"
#include "engine/snapshot/digest.h"
#include "engine/snapshot/keyframe_load.h"
#include "engine/snapshot/keyframe_save.h"
#include "events/rewind_tree.h"
#include "tests/generate/documents.h"

namespace docket::generate::cache_test {
namespace {

std::uint32_t gamesOr(std::uint32_t usual) {
  const char* set = std::getenv("DOCKET_GENERATED_GAMES");
  return set == nullptr ? usual : static_cast<std::uint32_t>(std::strtoul(set, nullptr, 10));
}

/// Every condition and amount that the documents of a game ask.
std::vector<const expression::Expression*> expressionsOf(const Rules& rules) {
  std::vector<const expression::Expression*> all;
  const auto add = [&](const Condition& one) {
    if (one) all.push_back(&*one);
  };
  const auto add_ability = [&](const Ability& ability) {
    add(ability.trigger.if_);
    for (const AbilityCondition& one : ability.conditions) add(one.that);
    for (const Cost& one : ability.costs) {
      for (const Condition* asked : {&one.amount, &one.card, &one.can}) add(*asked);
    }
    for (const Effect& one : ability.effects) {
      for (const Condition* asked : {&one.to, &one.amount, &one.most, &one.if_}) add(*asked);
    }
  };
  const Ruleset& ruleset = rules.ruleset;
  for (const Stat& stat : ruleset.stats) add(stat.total);
  for (const Limit& limit : ruleset.limits) {
    add(limit.holds_for);
    add(limit.max_is);
  }
  for (const Act& act : ruleset.acts) {
    for (const Requirement& one : act.requirements) {
      add(one.that);
      add(one.if_);
    }
  }
  for (const Permission& permission : ruleset.permissions) {
    add(permission.if_);
    for (const Grant& grant : permission.grants) add(grant.to);
  }
  for (const NamedTrigger& trigger : ruleset.triggers) add(trigger.if_);
  for (const NamedTrait& trait : ruleset.traits) add_ability(*trait.text);
  for (const auto& ability : ruleset.abilities) add_ability(*ability);
  for (const WinRule& win : ruleset.wins) {
    add(win.if_);
    add(win.winner);
    add(win.winners);
  }
  for (const auto& definition : rules.catalogue.definitions()) {
    for (const Ability& ability : definition->abilities) add_ability(ability);
    for (const WinRule& win : definition->wins) {
      add(win.if_);
      add(win.winner);
      add(win.winners);
    }
  }
  return all;
}

class Caches : public testing::TestWithParam<std::string> {
 protected:
  void forEachGame(std::uint32_t games, const std::function<void(const Recording&)>& visit) const {
    for (std::uint32_t number = 1; number <= games; ++number) {
      visit(
          makeGame(documents_.summary, documents_.play.root(), {.seed = 13, .planted_percent = 10}, number).recording);
    }
  }

  const Documents documents_{GetParam()};
};

bool haveSame(const std::shared_ptr<const ComputedEntries>& one, const std::shared_ptr<const ComputedEntries>& other) {
  if (one == nullptr || other == nullptr) return one == other;
  const auto same = [&](const Entry& a, const Entry& b) {
    return a.event == b.event && a.index == b.index && a.kind == b.kind && a.subject == b.subject &&
           a.amount == b.amount && a.stated_amount == b.stated_amount && a.before == b.before && a.player == b.player &&
           a.source == b.source && a.cap == b.cap && a.doubtful == b.doubtful &&
           one->names.size() == other->names.size();
  };
  return ranges::equal(one->entries, other->entries, same) && one->cycles == other->cycles;
}

/// True if the indexes of cards by place agree with the cards.
bool liesAsCardsSay(const State& state, const Rules& rules) {
  const auto are = [&](const CardSets::Cards& told, auto&& lies) {
    std::vector<CardIndex> said;
    for (const CardIndex card : told) said.push_back(card);
    std::vector<CardIndex> found;
    for (CardIndex card = 0; card < state.cards.size(); ++card) {
      if (state.cards[card].exists() && lies(state.cards[card])) found.push_back(card);
    }
    return said == found;
  };
  const auto& zones = rules.ruleset.zones;
  for (std::size_t zone = 0; zone < zones.size(); ++zone) {
    const auto here = static_cast<ZoneIndex>(zone);
    if (!are(state.sets.in(here), [&](const Card& card) { return card.zone == here; })) return false;
  }
  for (unsigned seat = 0; seat <= state.seats; ++seat) {
    const auto by = static_cast<Seat>(seat);
    if (!are(state.sets.anywhere().controlledBy(by), [&](const Card& card) { return card.controller == by; }))
      return false;
  }
  const auto is_in_play = [&](const Card& card) { return zones[card.zone].in_play; };
  for (unsigned payload = 0; payload < 64; ++payload) {
    const std::uint64_t bit = std::uint64_t{1} << payload;
    const std::uint64_t asked = (rules.catalogue.triggers & bit) != 0 ? bit : ~std::uint64_t{0};
    const auto answers = [&](const Card& card) {
      const Definition* definition = state.definitionOf(card);
      return definition != nullptr && (definition->triggers & asked) != 0;
    };
    if (!are(state.sets.answering(payload), answers)) return false;
    if (!are(state.sets.answeringInPlay(payload), [&](const Card& card) { return is_in_play(card) && answers(card); }))
      return false;
  }
  return are(state.sets.inPlay(), is_in_play) && are(state.sets.anywhere(), [](const Card&) { return true; }) &&
         are(state.sets.attached(), [](const Card& card) { return card.host != kNone; });
}

/// True if a card that has a type is always among those that can have it, and those are fewer than all.
bool narrowsTypes(const State& state, const Rules& rules, bool& are_fewer) {
  if (state.computed != nullptr && state.computed->about_types) return true;
  const auto& types = rules.ruleset.types;
  for (std::size_t type = 0; type < std::min(types.size(), kMaxTypesOfSets); ++type) {
    std::vector<bool> told(state.cards.size());
    for (const CardIndex card : state.sets.anywhere().thatCanBe(static_cast<TypeIndex>(type))) told[card] = true;
    for (const CardIndex card : state.sets.anywhere()) {
      const HasReading has = hasCharacteristic(state, rules, card, Characteristic::type, types[type]);
      if (!told[card] && (has.has || !has.known)) return false;
      are_fewer = are_fewer || !told[card];
    }
  }
  return true;
}

TEST_P(Caches, AFoldWithoutThemGivesTheSameResult) {
  const Rules rules = documents_.rules();
  std::size_t stood = 0;
  bool are_fewer = false;
  forEachGame(gamesOr(12), [&](const Recording& game) {
    State state = initialState(game.header(), rules);
    State forgetful = state;
    RunningDigest digest;
    RunningDigest other;
    Step step;
    for (EventNumber n = 1; n <= game.size(); ++n) {
      const auto event = *game.event(n);
      const bool stands = state.derived.values().traits.holds();
      const auto computed = state.computed;
      reduce(state, rules, n, event, step);
      digest.add(state, rules, step, {});
      stood += stands && computed == state.computed ? 1U : 0U;
      forgetful.derived = {};
      reduce(forgetful, rules, n, event, step);
      other.add(forgetful, rules, step, {});
      ASSERT_EQ(state.fingerprint, forgetful.fingerprint) << "event " << n;
      ASSERT_TRUE(haveSame(state.computed, forgetful.computed)) << "event " << n;
      ASSERT_TRUE(liesAsCardsSay(state, rules)) << "event " << n;
      ASSERT_TRUE(n % 10 != 0 || narrowsTypes(state, rules, are_fewer)) << "event " << n;
      if (n % 50 == 0) {
        const auto frame = saveKeyframe(state, rules);
        ASSERT_TRUE(liesAsCardsSay(loadKeyframe({frame.begin(), frame.size()}, rules), rules)) << "event " << n;
      }
      ASSERT_EQ(state.play.win.is_won, forgetful.play.win.is_won) << "event " << n;
      ASSERT_EQ(state.play.undecided_at, forgetful.play.undecided_at) << "event " << n;
      for (CardIndex card = 0; card < state.cards.size(); ++card) {
        ASSERT_EQ(state.cards[card].controller, forgetful.cards[card].controller) << "event " << n << ", card " << card;
      }
    }
    ASSERT_EQ(toHex(digest.value()), toHex(other.value()));
  });
  EXPECT_TRUE(stood > 0 || !documents_.catalogue.continuous) << "nothing was cached";
  EXPECT_TRUE(are_fewer || documents_.ruleset.types.empty()) << "every set of a type contains all cards";
}

TEST_P(Caches, LearningNamesInPlaceEqualsLearningThemInACopy) {
  const Rules rules = documents_.rules();
  std::size_t learned = 0;
  forEachGame(gamesOr(12), [&](const Recording& game) {
    State state = initialState(game.header(), rules);
    State copied = state;
    RunningDigest digest;
    RunningDigest other;
    Step step;
    for (EventNumber n = 1; n <= game.size(); ++n) {
      const auto event = *game.event(n);
      const auto findings = judge(pendingEvent(copied, rules, n, event));
      reduce(copied, rules, n, event, step);
      other.add(copied, rules, step, findings);
      const std::size_t names = state.vocabulary->names.size();
      learnNames(state, rules, n, RecordedContext::of(event));
      learned += state.vocabulary->names.size() - names;
      const auto in_place = judge(pendingEvent(state, rules, n, event));
      reduce(state, rules, n, event, step, {.names = true});
      digest.add(state, rules, step, in_place);
      ASSERT_EQ(state.fingerprint, copied.fingerprint) << "event " << n;
      ASSERT_EQ(findings.size(), in_place.size()) << "event " << n;
    }
    ASSERT_EQ(toHex(digest.value()), toHex(other.value()));
  });
  EXPECT_GT(learned, 0U);
}

TEST_P(Caches, ACopyOfAStateIsIndependent) {
  const Rules rules = documents_.rules();
  std::size_t stood = 0;
  forEachGame(gamesOr(12), [&](const Recording& game) {
    State state = initialState(game.header(), rules);
    Step step;
    const EventNumber half = game.size() / 2;
    for (EventNumber n = 1; n <= half; ++n) reduce(state, rules, n, *game.event(n), step);
    State copied = state;
    // Computed entries that are still held must not change, although the storage of others is reused.
    std::vector<std::shared_ptr<const ComputedEntries>> held;
    std::vector<ComputedEntries> were;
    for (EventNumber n = half + 1; n <= game.size(); ++n) {
      reduce(copied, rules, n, *game.event(n), step);
      held.push_back(copied.computed);
      were.push_back(copied.computed == nullptr ? ComputedEntries{} : *copied.computed);
    }
    for (EventNumber n = half + 1; n <= game.size(); ++n) {
      const std::size_t which = n - half - 1;
      stood += state.derived.values().traits.holds() && state.computed != nullptr ? 1U : 0U;
      reduce(state, rules, n, *game.event(n), step);
      ASSERT_TRUE(haveSame(state.computed, held[which])) << "event " << n;
      if (held[which] == nullptr) continue;
      const auto as_it_was = std::make_shared<const ComputedEntries>(were[which]);
      ASSERT_TRUE(haveSame(held[which], as_it_was)) << "event " << n;
    }
    ASSERT_EQ(state.fingerprint, copied.fingerprint);
  });
  EXPECT_TRUE(stood > 0 || !documents_.catalogue.continuous) << "nothing was cached";
}

/// True if something is asked of the table as an event leaves it.
bool asksOfTableAfter(const Ruleset& ruleset) {
  return ruleset.counts(schema::Limit::Counted::COPIES_IN_DECK) || ranges::any_of(ruleset.acts, [](const Act& act) {
           return ranges::any_of(act.requirements, [](const Requirement& one) { return asksAfter(one); });
         });
}

TEST_P(Caches, OneFoldForJudgeAndStateMatchesAFoldWithoutThem) {
  const Rules rules = documents_.rules();
  std::size_t waited = 0;
  forEachGame(gamesOr(12), [&](const Recording& game) {
    const EventsOf<Recording> events(game);
    RunningState running(game.header(), rules);
    State forgetful = initialState(game.header(), rules);
    RunningDigest digest;
    RunningDigest other;
    Step step;
    for (EventNumber n = 1; n <= game.size(); ++n) {
      const auto event = *game.event(n);
      if (goesBack(event)) break;  // RunningState resumes from marks here
      const PendingEvent at = running.next(n, event);
      EventJudge event_judge(at);
      waited += event_judge.hasLaterChecks() ? 1U : 0U;
      running.add(n, event, at, events);
      const auto findings = std::move(event_judge).findings(running.state());
      digest.add(running.state(), rules, running.step(), findings);
      forgetful.derived = {};
      const PendingEvent hypothetical = pendingEvent(forgetful, rules, n, event);
      EventJudge judge_of_hypothetical(hypothetical);
      const State& after = judge_of_hypothetical.event().after();
      const auto found = std::move(judge_of_hypothetical).findings(after);
      reduce(forgetful, rules, n, event, step);
      other.add(forgetful, rules, step, found);
      ASSERT_EQ(after.fingerprint, forgetful.fingerprint) << "event " << n;
      ASSERT_EQ(running.state().fingerprint, forgetful.fingerprint) << "event " << n;
      ASSERT_EQ(running.step().cards, step.cards) << "event " << n;
      ASSERT_EQ(findings.size(), found.size()) << "event " << n;
      ASSERT_TRUE(haveSame(running.state().computed, forgetful.computed)) << "event " << n;
    }
    ASSERT_EQ(toHex(digest.value()), toHex(other.value()));
  });
  EXPECT_TRUE(waited > 0 || !asksOfTableAfter(rules.ruleset)) << "no question was about the table after an event";
}

TEST_P(Caches, AnExplanationChangesNoValue) {
  const Rules rules = documents_.rules();
  std::vector<expression::Expression> of_rulings;  // of the kinds that documents hardly contain
  for (const char* text :
       {"any(in anywhere, controller(it) = P1)", "count(in play, face up)", "cards(in play, not face up)"})
    of_rulings.push_back(expression::parse(text, {.ruleset = rules.ruleset}));
  for (const Permission& one : rules.ruleset.permissions) {
    for (const char* text : {R"(may(it, "{}"))", R"(must(it, "{}"))", R"(may(it, "{}", that))"}) {
      of_rulings.push_back(
          expression::parse(fmt::format(fmt::runtime(text), one.act), {.ruleset = rules.ruleset, .has_event = true}));
    }
  }
  auto expressions = expressionsOf(rules);
  for (const auto& one : of_rulings) expressions.push_back(&one);
  std::size_t asked = 0;
  forEachGame(gamesOr(3), [&](const Recording& game) {
    State state = initialState(game.header(), rules);
    Step step;
    for (EventNumber n = 1; n <= game.size(); ++n) {
      reduce(state, rules, n, *game.event(n), step);
      if (state.cards.empty()) continue;
      const auto card = [&](std::uint32_t turn) { return static_cast<CardIndex>((n * 7 + turn) % state.cards.size()); };
      for (std::size_t i = n % 3; i < expressions.size(); i += 3) {
        const expression::Expression& one = *expressions[i];
        const auto turn = static_cast<std::uint32_t>(i);
        const expression::Point point{.state = state,
                                      .rules = rules,
                                      .self = turn % 5 == 0 ? entityOf(EntityKind::player, 1) : card(turn),
                                      .it = card(turn * 3 + 1),
                                      .who = static_cast<Seat>(1 + n % 2),
                                      .that = turn % 4 == 0 ? kNone : card(turn + 2),
                                      .amount = static_cast<std::int64_t>(n % 9) - 2};
        ++asked;
        ASSERT_EQ(expression::valueAt(one, point), expression::evaluate(one, point).value)
            << one.source << " at event " << n;
      }
    }
  });
  EXPECT_GT(asked, 0U);
}

INSTANTIATE_TEST_SUITE_P(Rulesets, Caches, testing::ValuesIn(rulesetsWithScripts()),
                         [](const auto& one) { return asTestName(one.param); });

}  // namespace
}  // namespace docket::generate::cache_test
