// A duel as one player could see it: the same events and numbers, and no wrong knowledge.
#include <gtest/gtest.h>

#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"
#include "events/public.h"
#include "events/public_header.h"
#include "events/validate.h"
#include "tests/edopro/duels.h"
#include "tests/witness/lines.h"
#include "tools/import/edopro/file_import.h"

namespace docket::edopro::seat_test {
namespace {

class SeatComparison {
 public:
  SeatComparison(const std::string& name, Seat seat, const Rules& rules)
      : name_(name),
        seat_(seat),
        rules_(rules),
        whole_(importReplay(replayFile(name), name, rules)),
        seen_(importReplay(replayFile(name), name, rules, {.game = {}, .seat = seat})) {}

  std::size_t known = 0, unknown = 0;

  void run() {
    ASSERT_EQ(whole_.recording.size(), seen_.recording.size()) << name_;
    State whole = initialState(whole_.recording.header(), rules_);
    State seen = initialState(seen_.recording.header(), rules_);
    Step step;
    for (EventNumber number = 1; number <= whole_.recording.size(); ++number) {
      const auto event = seen_.recording.event(number);
      for (const Finding& finding : judge(pendingEvent(seen, rules_, number, event))) {
        ASSERT_NE(finding.certainty, Finding::Certainty::certain)
            << name_ << " event " << number << " " << finding.clause;
      }
      reduce(whole, rules_, number, *whole_.recording.event(number), step);
      const std::vector<CardIndex> changed = step.cards;
      reduce(seen, rules_, number, event, step);
      for (const CardIndex index : changed) compare(whole, seen, index, number);
    }
    for (CardIndex index = 0; index < whole.cards.size(); ++index) compare(whole, seen, index, whole.event);
  }

 private:
  void compare(const State& whole, const State& seen, CardIndex index, EventNumber number) {
    const Card& is = whole.cards[index];
    // A shuffle gives the numbers to other cards in a record that does not give its order: cards go by number.
    if (!is.exists()) return;
    const CardIndex same = seen.cardOf(is.number);
    ASSERT_NE(same, kNone) << name_ << " event " << number << " card " << is.number;
    const Card& as_seen = seen.cards[same];
    ASSERT_EQ(as_seen.zone, is.zone) << name_ << " event " << number << " card " << is.number;
    ASSERT_EQ(as_seen.zone_player, is.zone_player);
    ASSERT_EQ(as_seen.slot, is.slot);
    ASSERT_EQ(as_seen.face, is.face);
    ASSERT_EQ(as_seen.orientation, is.orientation);
    ASSERT_EQ(as_seen.owner, is.owner);
    ASSERT_EQ(as_seen.controller, is.controller);
    const Definition* definition = seen.definitionOf(as_seen);
    if (definition == nullptr) {
      ++unknown;
      EXPECT_FALSE(sees(is)) << name_ << " event " << number << ": card " << is.number << " is face-up for the seat";
    } else {
      ++known;
      EXPECT_EQ(definition, whole.definitionOf(is)) << name_ << " event " << number << " card " << is.number;
    }
  }

  [[nodiscard]] bool sees(const Card& card) const {
    const auto by = rules_.ruleset.zones[card.zone].seen_by;
    if (by == schema::Zone::SeenBy::EVERYONE) return true;
    if (by == schema::Zone::SeenBy::FACE_UP) return card.face == Facing::up || card.zone_player == seat_;
    return by == schema::Zone::SeenBy::OWNER && card.zone_player == seat_;
  }

  std::string name_;
  Seat seat_;
  Rules rules_;
  ReadGame whole_, seen_;
};

TEST(SeatImport, KnowsAllPublicCardsAndNothingWrong) {
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  std::size_t known = 0;
  std::size_t unknown = 0;
  const auto names = duelNames();
  for (std::size_t i = 0; i < names.size(); ++i) {
    SeatComparison comparison(names[i], static_cast<Seat>(i % 2 + 1), rules);
    comparison.run();
    if (HasFatalFailure()) return;
    known += comparison.known;
    unknown += comparison.unknown;
  }
  if (!witness::isSharedData()) return;
  EXPECT_GT(known, 50000U);
  EXPECT_GT(unknown, 10000U);
}

TEST(SeatImport, OfASpectatorHasWhatLayFaceUp) {
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  std::size_t known = 0;
  const auto names = duelNames();
  for (std::size_t i = 0; i < names.size(); i += 8) {
    SeatComparison comparison(names[i], kSpectator, rules);
    comparison.run();
    if (HasFatalFailure()) return;
    known += comparison.known;
  }
  if (!witness::isSharedData()) return;
  EXPECT_GT(known, 1000U);
}

TEST(SeatImport, KeepsTheHeadOfTheWholeRecord) {
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  const auto names = duelNames();
  const auto file = replayFile(names.front());
  Secret secret{};
  secret.fill(7);
  const ReadGame whole = importReplay(file, names.front(), rules, {.game = {}, .seat = 0, .secret = secret});
  const ReadGame seen = importReplay(file, names.front(), rules, {.game = {}, .seat = 2, .secret = secret});
  ASSERT_EQ(whole.recording.size(), seen.recording.size());
  for (EventNumber number = 1; number <= whole.recording.size(); ++number) {
    ASSERT_EQ(publicBytes(*whole.recording.event(number), number, secret),
              publicBytes(*seen.recording.event(number), number, Secret{}))
        << "event " << number;
  }
}

}  // namespace
}  // namespace docket::edopro::seat_test
