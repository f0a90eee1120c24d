// What holds for every game, tried on generated ones.
#include <cstring>

#include "engine/digest.h"
#include "engine/history.h"
#include "engine/recorded_events.h"
#include "tests/engine/generated.h"

namespace docket {
namespace {

constexpr std::uint64_t kGames = 60;
constexpr std::uint32_t kEvents = 400;

TEST(Properties, a_fingerprint_kept_up_to_date_is_the_one_counted_anew) {
  const Rules rules = Lab::get().rules();
  for (std::uint64_t seed = 0; seed < kGames; ++seed) {
    const GeneratedGame generated(seed, kEvents);
    State state = begin(generated.table.game.header(), rules);
    Step step;
    for (EventNumber n = 1; n <= kEvents; ++n) {
      reduce(state, rules, n, *generated.table.game.event(n), step);
      ASSERT_EQ(state.fingerprint, fingerprintOf(state)) << "seed " << seed << ", event " << n;
    }
  }
}

TEST(Properties, a_keyframe_and_its_tail_are_the_full_fold) {
  const Rules rules = Lab::get().rules();
  for (std::uint64_t seed = 0; seed < kGames; ++seed) {
    const GeneratedGame generated(seed, kEvents);
    const Recording& game = generated.table.game;
    State full = begin(game.header(), rules);
    State tail = full;
    RunningDigest one;
    RunningDigest other;
    Step step;
    for (EventNumber n = 1; n <= kEvents; ++n) {
      const auto findings = judge(full, rules, n, *game.event(n));
      reduce(full, rules, n, *game.event(n), step);
      one.add(full, rules, step, findings);
      const auto same_findings = judge(tail, rules, n, *game.event(n));
      reduce(tail, rules, n, *game.event(n), step);
      other.add(tail, rules, step, same_findings);
      if (n % (1 + seed) == 0) {
        const auto frame = saveKeyframe(tail, rules);
        tail = loadKeyframe({frame.begin(), frame.size()}, rules);
      }
      ASSERT_EQ(toHex(full.fingerprint), toHex(tail.fingerprint)) << "seed " << seed << ", event " << n;
      ASSERT_EQ(toHex(one.value()), toHex(other.value())) << "seed " << seed << ", event " << n;
    }
  }
}

TEST(Properties, a_rewind_is_the_table_as_it_stood) {
  const Rules rules = Lab::get().rules();
  for (std::uint64_t seed = 0; seed < kGames; ++seed) {
    const GeneratedGame generated(seed, kEvents);
    Recording game;
    game.header().setPlayers(generated.table.game.header().getPlayers());
    for (EventNumber n = 1; n <= kEvents; ++n) game.add(*generated.table.game.event(n));
    const EventNumber to = 30 + static_cast<EventNumber>(seed * 5);
    game.add([&](schema::Event::Builder event) { event.initRewound().setTo(to); });
    // What comes after the rewind is what came after the point the first time.
    for (EventNumber n = to + 1; n <= kEvents; ++n) game.add(*generated.table.game.event(n));
    History history;
    for (EventNumber n = 1; n <= game.size(); ++n) history.add(n, *game.event(n));
    State rewound = begin(game.header(), rules);
    foldAlong(rewound, rules, RecordedEvents(game), history.pathTo(kEvents + 1));
    State stood = begin(game.header(), rules);
    Path straight{.stretches = {{.first = 1, .last = to}}};
    foldAlong(stood, rules, RecordedEvents(game), straight);
    ASSERT_EQ(rewound.fingerprint, stood.fingerprint) << "seed " << seed;
    ASSERT_EQ(history.pathTo(kEvents).stretches, (std::vector<Stretch>{{1, kEvents}}));
    ASSERT_EQ(history.pathTo(kEvents + 3).stretches, (std::vector<Stretch>{{1, to}, {kEvents + 1, kEvents + 3}}));
  }
}

TEST(Properties, the_predicate_that_voids_acts_is_the_judges) {
  const Rules rules = Lab::get().rules();
  std::size_t illegal = 0;
  for (std::uint64_t seed = 0; seed < 3 * kGames; ++seed) {
    const GeneratedGame generated(seed, kEvents);
    State state = begin(generated.table.game.header(), rules);
    Step step;
    for (EventNumber n = 1; n <= kEvents; ++n) {
      const auto event = generated.table.game.event(n);
      const auto findings = judge(state, rules, n, event);
      const bool certain = std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
        using Kind = Finding::Kind;
        // An order, something missed and effects that differ are no reason against the act itself.
        const bool about_act =
            finding.kind != Kind::order && finding.kind != Kind::missed && finding.kind != Kind::effect;
        return finding.grade == Finding::Grade::certain && about_act;
      });
      ASSERT_EQ(isIllegal(state, rules, event), certain) << "seed " << seed << ", event " << n;
      illegal += certain ? 1U : 0U;
      reduce(state, rules, n, event, step);
    }
  }
  EXPECT_GT(illegal, 100U);
}

TEST(Properties, a_keyframe_with_a_changed_byte_is_refused_or_is_the_same_state) {
  const Rules rules = Lab::get().rules();
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
}  // namespace docket
