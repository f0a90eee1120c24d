// The transcript says all that a record says: generated games of every ruleset that has a play script, whole and as one
// player could see them, are written and read again, and are byte for byte the same JSON Lines.
// DOCKET_GENERATED_GAMES sets how many games of each ruleset (300).
#include <capnp/message.h>

#include <cstdlib>
#include <iostream>
#include <random>

#include "events/entity.h"
#include "events/public.h"
#include "tests/generate/documents.h"
#include "tests/tools/round_trip.h"

namespace docket {
namespace {

using generate::Documents;

std::uint32_t gamesOfEach() {
  const char* set = std::getenv("DOCKET_GENERATED_GAMES");
  return set == nullptr ? 300 : static_cast<std::uint32_t>(std::strtoul(set, nullptr, 10));
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

/// The game with what its play script leaves out: clocks and places on some events, and after the last one what judges
/// do. Any of it may make no sense; a record can hold it all the same.
Recording withAJudge(const Recording& game, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t bound) { return static_cast<std::uint32_t>(random() % bound); };
  Recording judged;
  judged.setHeader(game.header());
  for (std::uint32_t number = 1; number <= game.size(); ++number) {
    capnp::MallocMessageBuilder message;
    message.setRoot(game.event(number));
    auto event = message.getRoot<schema::Event>();
    if (below(8) == 0) event.getContext().setWallClock(1'300'000'000'000 + number);
    if (below(8) == 0) event.getContext().setSource(number * 100);
    if (below(16) == 0) event.getContext().setSeats(static_cast<std::uint8_t>(below(256)));
    if (below(16) == 0 && !event.hasBegins()) event.initBegins(0);
    judged.add(event.asReader());
  }
  const auto point = [&] { return 1 + below(game.size()); };
  for (std::uint32_t i = 0; i < 3; ++i) {
    judged.add([&](schema::Event::Builder event) {
      auto ruling = event.initRulingGiven();
      ruling.setJudge(i == 0 ? "" : "Dana; \"the\" \\judge\n\u202e");
      ruling.setAt(point());
      ruling.setClaim("stat(#1, \"Force\") = 3");
      if (i == 1) ruling.initClauses(2).set(0, "a.b");
      ruling.setSupersedes(i == 2 ? judged.size() : 0);
    });
    judged.add([&](schema::Event::Builder event) {
      auto corrected = event.initCorrected();
      corrected.setEvent(judged.size());  // the ruling: whatever else could be needed by what came after it
      capnp::MallocMessageBuilder instead;
      if (i != 0) corrected.setReplacement(replacementIn(instead, judged.event(point())));
      corrected.setNote("misread");
    });
    judged.add([&](schema::Event::Builder event) { event.initRewound().setTo(point()); });
    judged.add([&](schema::Event::Builder event) {
      auto given = event.initPenaltyGiven();
      given.setPlayer(1);
      given.setPenalty(judged.name(i == 0 ? "to" : "game loss"));
    });
    judged.add([&](schema::Event::Builder event) { event.setNote(i == 0 ? "" : "P1 plays \"X\" #1 ; {actor=1}"); });
  }
  return judged;
}

class TranscriptOfGeneratedGames : public testing::TestWithParam<std::string> {};

TEST_P(TranscriptOfGeneratedGames, GivesTheSameRecordBack) {
  const Documents documents(GetParam());
  const generate::Order order{.seed = 19950901, .planted_percent = 10};
  std::size_t events = 0, rulings = 0, unknown = 0;
  for (std::uint32_t number = 1; number <= gamesOfEach(); ++number) {
    const auto made = makeGame(documents.sheet, documents.play.root(), order, number);
    const Recording judged = withAJudge(made.recording, number);
    ASSERT_EQ(test::lostInTranscript(judged, documents.rules()), "") << made.id;
    const Recording seen = seenBy(made.recording, static_cast<std::uint8_t>(number % 2 + 1));
    ASSERT_EQ(test::lostInTranscript(seen, documents.rules()), "") << made.id << " as a player saw it";
    events += judged.size() + seen.size();
    for (std::uint32_t event = 1; event <= judged.size(); ++event) {
      rulings += judged.event(event).isRulingGiven() ? 1 : 0;
    }
    for (std::uint32_t event = 1; event <= seen.size(); ++event) {
      unknown += seen.event(event).getContext().hasSeals() ? 1 : 0;
    }
  }
  std::cout << GetParam() << ": " << 2 * gamesOfEach() << " records of " << events << " events, " << rulings
            << " rulings; " << unknown << " events with something that the player could not see\n";
  EXPECT_GT(rulings, 0U);
  EXPECT_GT(unknown, 0U);
}

INSTANTIATE_TEST_SUITE_P(Rulesets, TranscriptOfGeneratedGames, testing::ValuesIn(generate::rulesetsWithScripts()),
                         [](const auto& of) { return generate::asTestName(of.param); });

}  // namespace
}  // namespace docket
