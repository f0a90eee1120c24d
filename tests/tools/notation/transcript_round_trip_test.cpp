// The transcript is lossless: generated games of every ruleset that has a play script, whole and as one player could
// see them, are written and read again, and are byte for byte the same JSON Lines. DOCKET_GENERATED_GAMES sets how
// many games of each ruleset (60).
#include <capnp/message.h>

#include <cstdlib>
#include <iostream>

#include "events/public.h"
#include "events/validate.h"
#include "tests/generate/documents.h"
#include "tests/tools/judged_game.h"
#include "tests/tools/round_trip.h"

namespace docket::transcript_round_trip_test {
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
    redact(*game.event(number), number, secret, seat, redacted);
    seen.add(redacted.asReader());
  }
  return seen;
}

class TranscriptOfGeneratedGames : public testing::TestWithParam<std::string> {};

/// Counts of the records' contents.
struct Tally {
  std::size_t records = 0, events = 0, rulings = 0, rewinds = 0, corrections = 0, unknown = 0, sealed = 0;

  void add(const Recording& game) {
    ++records;
    events += game.size();
    for (std::uint32_t number = 1; number <= game.size(); ++number) {
      const auto event = game.event(number);
      rulings += event->isRulingGiven() ? 1 : 0;
      rewinds += event->isRewound() ? 1 : 0;
      corrections += event->isCorrected() ? 1 : 0;
      if (!event->hasContext()) continue;
      for (const auto seal : event->getContext().getSeals()) sealed += seal.hasCommitment() ? 1 : 0;
      for (const auto identity : event->getContext().getIdentities()) {
        unknown += !identity.hasDefinition() && !identity.hasPrinted() ? 1 : 0;
      }
    }
  }
};

TEST_P(TranscriptOfGeneratedGames, SurvivesARoundTrip) {
  const Documents documents(GetParam());
  const generate::Order order{.seed = 19950901, .planted_percent = 10};
  Tally tally;
  for (std::uint32_t number = 1; number <= gamesOfEach(); ++number) {
    const auto made = makeGame(documents.summary, documents.play.root(), order, number);
    const Recording judged = JudgedGame(made.recording, documents.ruleset, number).run();
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
}  // namespace docket::transcript_round_trip_test
