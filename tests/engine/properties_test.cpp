// Properties of every game, tried on generated ones.
#include <capnp/message.h>

#include <cstring>
#include <optional>
#include <range/v3/algorithm/count_if.hpp>
#include <string>

#include "engine/fold/events_of.h"
#include "engine/fold/history.h"
#include "engine/fold/reduce.h"
#include "engine/fold/running_state.h"
#include "engine/judge/is_illegal.h"
#include "engine/judge/judge.h"
#include "engine/query/cards/undefined.h"
#include "engine/snapshot/digest.h"
#include "engine/snapshot/keyframe_load.h"
#include "engine/snapshot/keyframe_save.h"
#include "engine/state/fingerprint_of.h"
#include "events/rewind_tree.h"
#include "tests/engine/generated.h"

namespace docket::properties_test {
namespace {

constexpr std::uint64_t kGames = 60;
constexpr std::uint32_t kEvents = 400;

/// A game folded and judged event by event, with the digest of all results.
class JudgedRecording {
 public:
  JudgedRecording(const Recording& game, const Rules& rules)
      : state(initialState(game.header(), rules)), game_(&game), rules_(&rules) {}

  /// `forgets`: the cache of the state is dropped before it is queried.
  void fold(EventNumber n, bool forgets = false) {
    if (forgets) state.derived = {};
    const auto findings = judge(pendingEvent(state, *rules_, n, *game_->event(n)));
    if (forgets) state.derived = {};
    Step step;
    reduce(state, *rules_, n, *game_->event(n), step);
    digest_.add(state, *rules_, step, findings);
  }
  [[nodiscard]] std::string digest() const { return toHex(digest_.value()); }

  State state;

 private:
  const Recording* game_;
  const Rules* rules_;
  RunningDigest digest_;
};

TEST(Properties, AnUpdatedFingerprintEqualsARecomputedOne) {
  const Rules rules = TestRules::get().rules();
  for (std::uint64_t seed = 0; seed < kGames; ++seed) {
    const GeneratedGame generated(seed, kEvents);
    State state = initialState(generated.table.game.header(), rules);
    Step step;
    for (EventNumber n = 1; n <= kEvents; ++n) {
      reduce(state, rules, n, *generated.table.game.event(n), step);
      ASSERT_EQ(state.fingerprint, fingerprintOf(state)) << "seed " << seed << ", event " << n;
    }
  }
}

TEST(Properties, AKeyframeAndItsTailAreTheFullFold) {
  const Rules rules = TestRules::get().rules();
  std::size_t seen = 0;
  std::size_t doubted = 0;
  for (std::uint64_t seed = 0; seed < kGames; ++seed) {
    const GeneratedGame generated(seed, kEvents);
    const Recording& game = generated.table.game;
    JudgedRecording full(game, rules);
    JudgedRecording tail = full;
    for (EventNumber n = 1; n <= kEvents; ++n) {
      full.fold(n);
      tail.fold(n);
      if (n % (1 + seed) == 0) {
        const auto frame = saveKeyframe(tail.state, rules);
        tail.state = loadKeyframe({frame.begin(), frame.size()}, rules);
      }
      ASSERT_EQ(toHex(full.state.fingerprint), toHex(tail.state.fingerprint)) << "seed " << seed << ", event " << n;
      ASSERT_EQ(full.digest(), tail.digest()) << "seed " << seed << ", event " << n;
      MatterCounts unread{};
      for (const Card& card : full.state.cards) count(unread, unreadInPlayOf(full.state, rules, card), true);
      ASSERT_EQ(full.state.unread_in_play, unread) << "seed " << seed << ", event " << n;
      ASSERT_EQ(tail.state.unread_in_play, unread) << "seed " << seed << ", event " << n;
      seen += unread != MatterCounts{} ? 1U : 0U;
      doubted += full.state.doubted.empty() ? 0U : 1U;
    }
  }
  EXPECT_GT(seen, 0U) << "no unidentified card in play";
  EXPECT_GT(doubted, 0U) << "no observation that differs from the rules";
}

TEST(Properties, TheCacheOfAStateChangesNoResult) {
  const Rules rules = TestRules::get().rules();
  for (std::uint64_t seed = 0; seed < kGames; ++seed) {
    const GeneratedGame generated(seed, kEvents);
    const Recording& game = generated.table.game;
    JudgedRecording keeping(game, rules);
    JudgedRecording forgetful = keeping;
    for (EventNumber n = 1; n <= kEvents; ++n) {
      keeping.fold(n);
      forgetful.fold(n, true);
      ASSERT_EQ(keeping.digest(), forgetful.digest()) << "seed " << seed << ", event " << n;
    }
  }
}

TEST(Properties, ARewindRestoresTheTable) {
  const Rules rules = TestRules::get().rules();
  for (std::uint64_t seed = 0; seed < kGames; ++seed) {
    const GeneratedGame generated(seed, kEvents);
    Recording game;
    game.header().setPlayers(generated.table.game.header().getPlayers());
    for (EventNumber n = 1; n <= kEvents; ++n) game.add(*generated.table.game.event(n));
    const EventNumber to = 30 + static_cast<EventNumber>(seed * 5);
    game.add([&](schema::Event::Builder event) { event.initRewound().setTo(to); });
    // The events after the rewind repeat those after the point.
    for (EventNumber n = to + 1; n <= kEvents; ++n) game.add(*generated.table.game.event(n));
    History history;
    for (EventNumber n = 1; n <= game.size(); ++n) history.add(n, *game.event(n));
    State rewound = initialState(game.header(), rules);
    foldAlong(rewound, rules, EventsOf(game), history.pathTo(kEvents + 1));
    State stood = initialState(game.header(), rules);
    Path straight{.stretches = {{.first = 1, .last = to}}};
    foldAlong(stood, rules, EventsOf(game), straight);
    ASSERT_EQ(rewound.fingerprint, stood.fingerprint) << "seed " << seed;
    ASSERT_EQ(history.pathTo(kEvents).stretches, (std::vector<EventRange>{{1, kEvents}}));
    ASSERT_EQ(history.pathTo(kEvents + 3).stretches, (std::vector<EventRange>{{1, to}, {kEvents + 1, kEvents + 3}}));
  }
}

/// Events in order; the last one can be removed again.
class Events : public EventSource {
 public:
  void forEach(EventNumber first, EventNumber last, const Visit& visit) const override {
    for (EventNumber n = first; n <= last; ++n) visit(n, all.at(n - 1));
  }
  template <class Fill>
  void add(Fill&& fill) {
    auto message = std::make_shared<capnp::MallocMessageBuilder>();
    fill(message->initRoot<schema::Event>());
    all.emplace_back(std::move(message));
  }
  [[nodiscard]] EventNumber size() const { return static_cast<EventNumber>(all.size()); }
  std::vector<HeldEvent> all;
};

/// The table after the last event by the whole way to it; null if it cannot be folded.
std::optional<State> byTheWholeWay(schema::Header::Reader header, const Rules& rules, const Events& events) {
  try {
    History history;
    events.forEach(1, events.size(), [&](EventNumber n, const HeldEvent& event) { history.add(n, event); });
    State state = initialState(header, rules);
    foldAlong(state, rules, events, history.pathTo(events.size()));
    return state;
  } catch (const DamagedArchive&) {
    return std::nullopt;
  }
}

/// An event by which a judge goes back, or one that is repeated unchanged.
void addNext(Events& events, Dice& dice) {
  const EventNumber other = dice.below(events.size() + std::size_t{1});
  if (dice.chance(30)) return events.add([&](schema::Event::Builder event) { event.initRewound().setTo(other); });
  const HeldEvent& like = events.all[dice.below(events.size())];
  const schema::Event::Reader said = like;
  const bool brings = said.isShuffled() || said.isCardCreated() || said.isDeckRegistered() ||
                      (said.hasContext() && said.getContext().getNames().size() != 0);
  const bool goes_back = goesBack(said);
  if (other != 0 && dice.chance(50)) {
    return events.add([&](schema::Event::Builder event) {
      auto corrected = event.initCorrected();
      corrected.setEvent(other);
      if (dice.chance(30)) return corrected.initReplacement().setNote("something else");
      if (!brings && !goes_back && dice.chance(70)) corrected.setReplacement(said);
    });
  }
  if (!brings && !goes_back && dice.chance(70)) return events.all.push_back(HeldEvent::copyOf(said));
  events.add([&](schema::Event::Builder event) { event.setNote("said at the table"); });
}

TEST(Properties, RewindingByMarksEqualsRefolding) {
  const Rules rules = TestRules::get().rules();
  std::size_t went_back = 0;
  for (std::uint64_t seed = 0; seed < kGames; ++seed) {
    const GeneratedGame generated(seed, kEvents);
    const auto header = generated.table.game.header();
    Dice dice(seed + 1000);
    Events events;
    RunningState running(header, rules);
    for (EventNumber n = 1; n <= kEvents + 60; ++n) {
      if (n <= kEvents) {
        events.all.push_back(generated.table.game.event(n));
      } else {
        addNext(events, dice);
        while (!byTheWholeWay(header, rules, events)) {
          events.all.pop_back();
          addNext(events, dice);
        }
      }
      const HeldEvent& event = events.all.back();
      running.add(n, event, events);
      if (n <= kEvents) continue;
      went_back += goesBack(event) ? 1U : 0U;
      const auto whole = byTheWholeWay(header, rules, events);
      ASSERT_EQ(toHex(running.state().fingerprint), toHex(whole->fingerprint)) << "seed " << seed << ", event " << n;
      ASSERT_EQ(running.state().numbers, whole->numbers) << "seed " << seed << ", event " << n;
      ASSERT_EQ(running.state().vocabulary->names.size(), whole->vocabulary->names.size());
    }
  }
  EXPECT_GT(went_back, kGames * 20);
}

TEST(Properties, ActsAreVoidedByTheSamePredicateAsTheJudges) {
  const Rules rules = TestRules::get().rules();
  std::size_t illegal = 0;
  for (std::uint64_t seed = 0; seed < 3 * kGames; ++seed) {
    const GeneratedGame generated(seed, kEvents);
    State state = initialState(generated.table.game.header(), rules);
    Step step;
    for (EventNumber n = 1; n <= kEvents; ++n) {
      const auto event = generated.table.game.event(n);
      const auto findings = judge(pendingEvent(state, rules, n, event));
      const bool certain = std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
        // Order, missed obligations and different effects are not findings against the act itself, and an impossible
        // event is not a void act.
        const bool missed = finding.is<Finding::TraitMissed>() || finding.is<Finding::FollowUpMissed>();
        const bool about_act = !missed && !finding.is<Finding::OutOfOrder>() && !finding.is<Finding::OtherEffect>() &&
                               !finding.is<Finding::Impossible>();
        return finding.certainty == Finding::Certainty::certain && about_act;
      });
      ASSERT_EQ(isIllegal(pendingEvent(state, rules, n, event)), certain) << "seed " << seed << ", event " << n;
      illegal += certain ? 1U : 0U;
      reduce(state, rules, n, event, step);
    }
  }
  EXPECT_GT(illegal, 100U);
}

TEST(Properties, AKeyframeWithAChangedByteIsRefusedOrUnchanged) {
  const Rules rules = TestRules::get().rules();
  const GeneratedGame generated(7, kEvents);
  const auto words = saveKeyframe(generated.table.state, rules);
  std::size_t refused = 0;
  for (std::size_t byte = 0; byte < words.size() * sizeof(capnp::word); byte += 3) {
    auto damaged = kj::heapArray<capnp::word>(words.size());
    std::memcpy(damaged.begin(), words.begin(), words.asBytes().size());
    damaged.asBytes()[byte] ^= 0x11U;
    try {
      const State state = loadKeyframe({damaged.begin(), damaged.size()}, rules);
      EXPECT_EQ(state.fingerprint, fingerprintOf(state));
    } catch (const DamagedArchive&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, words.size());
}

}  // namespace
}  // namespace docket::properties_test
