// The transcript says all that a record says: generated games of every ruleset that has a play script, whole and as one
// player could see them, are written and read again, and are byte for byte the same JSON Lines.
// DOCKET_GENERATED_GAMES sets how many games of each ruleset (60).
#include <capnp/message.h>

#include <cstdlib>
#include <iostream>
#include <random>

#include "events/entity.h"
#include "events/public.h"
#include "events/validate.h"
#include "tests/generate/documents.h"
#include "tests/tools/round_trip.h"
#include "tools/rewriting.h"

namespace docket {
namespace {

using generate::Documents;

std::uint32_t gamesOfEach() {
  const char* set = std::getenv("DOCKET_GENERATED_GAMES");
  return set == nullptr ? 60 : static_cast<std::uint32_t>(std::strtoul(set, nullptr, 10));
}

/// The game as a seat could see it, with seals and cards that it does not know.
Recording seenBy(const Recording& game, std::uint8_t seat) {
  Recording seen;
  seen.setHeader(game.header());
  seen.header().setViewer(seat);
  const Secret secret{};
  for (std::uint32_t number = 1; number <= game.size(); ++number) {
    capnp::MallocMessageBuilder message;
    auto redacted = message.initRoot<schema::Event>();
    redact(game.event(number), number, secret, seat, redacted);
    seen.add(redacted.asReader());
  }
  return seen;
}

/// An event that can have happened at the end of the game instead of another; a concession where it is not one.
schema::Event::Reader replacementIn(capnp::MessageBuilder& message, schema::Event::Reader event) {
  message.setRoot(event);
  auto instead = message.getRoot<schema::Event>();
  instead.setGroup(0);
  if (instead.hasContext()) instead.disownContext();
  if (instead.hasBegins()) instead.disownBegins();
  // After a rewind no card need be there any more: only what happens to a player is sure to fit.
  const bool fits = instead.isValueChanged() &&
                    entityKindBits(instead.getValueChanged().getSubject()) == static_cast<unsigned>(EntityKind::player);
  if (!fits) instead.initConceded().setPlayer(2);
  return instead;
}

/// A game with what its play script leaves out: clocks and places on some events, rulings and decisions of judges
/// between them, among these rewinds to the table as it is, and after the last one judges who take back and correct at
/// random. Any of it may make no sense; a record can hold it all the same.
class Judging {
 public:
  Judging(const Recording& game, const Ruleset& ruleset, std::uint32_t seed)
      : game_(game), random_(seed), rewriting_(0, {.ruleset = ruleset, .names = &game.names()}) {}

  Recording run() {
    judged_.setHeader(game_.header());
    for (std::uint32_t number = 1; number <= game_.size(); ++number) {
      capnp::MallocMessageBuilder message;
      message.setRoot(game_.event(number));
      auto event = message.getRoot<schema::Event>();
      if (event.getGroup() == 0 && number > 1 && below(30) == 0) interrupt();
      rewriting_.event(number, judged_.size() + 1, true);
      EXPECT_EQ(rewriting_.rewrite(event), std::nullopt);
      if (below(8) == 0) event.getContext().setWallClock(1'300'000'000'000 + number);
      if (below(8) == 0) event.getContext().setSource(number * 100);
      if (below(16) == 0) event.getContext().setSeats(static_cast<std::uint8_t>(below(256)));
      if (below(16) == 0 && !event.hasBegins()) event.initBegins(0);
      judged_.add(event.asReader());
    }
    for (std::uint32_t i = 0; i < 3; ++i) {
      rule();
      correct(1 + below(judged_.size()));
      rewind(1 + below(judged_.size()));
      decide(judged_.name(below(3) == 0 ? "to" : "game loss"));
    }
    return std::move(judged_);
  }

 private:
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

  /// A judge is called: what is said then changes nothing on the table.
  void interrupt() {
    const std::uint32_t at = judged_.size();
    rule();
    if (below(2) == 0) decide(1);  // a name that there is: the game's own keep their numbers
    // After either the whole game is folded anew.
    if (below(4) == 0) correct(at);
    if (below(4) == 0) rewind(at);
  }

  void rule() {
    judged_.add([&](schema::Event::Builder event) {
      auto ruling = event.initRulingGiven();
      ruling.setJudge(below(3) == 0 ? "" : "Dana; \"the\" \\judge\n\u202e");
      ruling.setAt(1 + below(judged_.size()));
      ruling.setClaim("legal(" + std::to_string(1 + below(judged_.size())) + ") and not after(1, 2) = \"#3\"");
      if (below(3) == 0) ruling.initClauses(2).set(0, "a.b");
      if (below(3) == 0) ruling.setNote("as it is known: ? #4 {seats=1}");
      ruling.setSupersedes(last_ruling_ != 0 && below(3) == 0 ? last_ruling_ : 0);
    });
    last_ruling_ = judged_.size();
  }

  /// The ruling is corrected: whatever else could be needed by what came after it.
  void correct(std::uint32_t as_event) {
    judged_.add([&](schema::Event::Builder event) {
      auto corrected = event.initCorrected();
      corrected.setEvent(last_ruling_);
      capnp::MallocMessageBuilder instead;
      if (below(3) != 0) corrected.setReplacement(replacementIn(instead, judged_.event(as_event)));
      corrected.setNote("misread");
    });
  }

  void rewind(std::uint32_t to) {
    judged_.add([&](schema::Event::Builder event) { event.initRewound().setTo(to); });
  }

  void decide(std::uint16_t penalty) {
    judged_.add([&](schema::Event::Builder event) {
      auto given = event.initPenaltyGiven();
      given.setPlayer(1);
      given.setPenalty(penalty);
    });
    judged_.add([&](schema::Event::Builder event) { event.initTimeExtended().setMinutes(below(20)); });
    judged_.add(
        [&](schema::Event::Builder event) { event.setNote(below(3) == 0 ? "" : "P1 plays \"X\" #1 ; {actor=1}"); });
  }

  const Recording& game_;
  std::mt19937 random_;
  Rewriting rewriting_;
  Recording judged_;
  std::uint32_t last_ruling_ = 0;
};

class TranscriptOfGeneratedGames : public testing::TestWithParam<std::string> {};

/// What was in the records that came back.
struct Tally {
  std::size_t records = 0, events = 0, rulings = 0, rewinds = 0, corrections = 0, unknown = 0, sealed = 0;

  void add(const Recording& game) {
    ++records;
    events += game.size();
    for (std::uint32_t number = 1; number <= game.size(); ++number) {
      const auto event = game.event(number);
      rulings += event.isRulingGiven() ? 1 : 0;
      rewinds += event.isRewound() ? 1 : 0;
      corrections += event.isCorrected() ? 1 : 0;
      if (!event.hasContext()) continue;
      for (const auto seal : event.getContext().getSeals()) sealed += seal.hasCommitment() ? 1 : 0;
      for (const auto identity : event.getContext().getIdentities()) {
        unknown += !identity.hasDefinition() && !identity.hasPrinted() ? 1 : 0;
      }
    }
  }
};

TEST_P(TranscriptOfGeneratedGames, GivesTheSameRecordBack) {
  const Documents documents(GetParam());
  const generate::Order order{.seed = 19950901, .planted_percent = 10};
  Tally tally;
  for (std::uint32_t number = 1; number <= gamesOfEach(); ++number) {
    const auto made = makeGame(documents.sheet, documents.play.root(), order, number);
    const Recording judged = Judging(made.recording, documents.ruleset, number).run();
    ASSERT_EQ(test::lostInTranscript(judged, documents.rules()), "") << made.id;
    // Players and a spectator in turn.
    const auto viewer = number % 3 == 0 ? kSpectator : static_cast<std::uint8_t>(number % 3);
    const Recording seen = seenBy(judged, viewer);
    ASSERT_EQ(test::lostInTranscript(seen, documents.rules()), "")
        << made.id << " as viewer " << int{viewer} << " saw it";
    tally.add(judged);
    tally.add(seen);
  }
  std::cout << GetParam() << ": " << tally.records << " records of " << tally.events << " events with " << tally.rulings
            << " rulings, " << tally.rewinds << " rewinds, " << tally.corrections
            << " corrections; of whole and seen ones " << tally.unknown << " unknown identities, " << tally.sealed
            << " commitments\n";
  for (const std::size_t some : {tally.rulings, tally.rewinds, tally.corrections, tally.unknown, tally.sealed}) {
    EXPECT_GT(some, 0U);
  }
}

INSTANTIATE_TEST_SUITE_P(Rulesets, TranscriptOfGeneratedGames, testing::ValuesIn(generate::rulesetsWithScripts()),
                         [](const auto& of) { return generate::asTestName(of.param); });

}  // namespace
}  // namespace docket
