// A cooperative game (tests/conformance/lighthouse), typed, printed and seen by its players: hands hidden from their
// owners, statements about cards, acts that require a follow-up, values of the game, a shared end.
#include <capnp/message.h>

#include "engine/fold/history.h"
#include "engine/fold/reduce.h"
#include "engine/query/acts/outcome.h"
#include "engine/rules/compile_ruleset.h"
#include "engine/snapshot/keyframe_load.h"
#include "engine/snapshot/keyframe_save.h"
#include "engine/state/fingerprint_of.h"
#include "events/document.h"
#include "events/public.h"
#include "tests/places.h"
#include "tests/tools/round_trip.h"
#include "tests/tools/run.h"
#include "tools/notation/transcript_reader.h"

namespace docket::test::lighthouse_test {
namespace {

constexpr const char* kTyped = R"(game "lighthouse/1"
date "2026-03-01"
P1 "Ada"
P2 "Ben"
P3 "Cleo"
ruleset "lighthouse"
nobody starts 3 whistles

nobody registers store 9 cards
P1 draws "Red Lamp", "Blue Lamp"
P2 draws "Red Lamp", ?

== turn P2
  tells "Red" of #9
  game loses 1 whistles by P2
  P2 moves #7 to cellar as "put out"
    = "Red Lamp" #7
  P2 draws "Blue Lamp"
== turn P3
  P3 tells "Blue" of #8 for P2
  P3 tells "Red" of #8
  waives what follows 10 by "I. Vale"
  game gains 3 cracks
all lose as "the glass breaks"
)";

/// A text without its line breaks and margins.
std::string inOneLine(const std::string& text) {
  std::string line;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n';
    if (!blank || (!line.empty() && line.back() != ' ')) line += blank ? ' ' : c;
  }
  return line;
}

class Lighthouse : public testing::Test {
 protected:
  [[nodiscard]] static std::string document(const std::string& name) {
    return std::string(docket::test::sourceDir() + "/tests/conformance/lighthouse/") + name + ".json";
  }

  void SetUp() override {
    const Ran taken = docket(
        {"import", place_.file("1.txt", kTyped), "--ruleset", document("ruleset"), "--cards", document("cards")});
    ASSERT_EQ(taken.status, 0) << taken.out << taken.err;
  }

  [[nodiscard]] Ran docket(std::vector<std::string> typed) const {
    return test::runOn(place_.archive(), std::move(typed));
  }

  /// The game as a seat has it, in a separate archive; the answer to a question there.
  [[nodiscard]] Ran asSeenBy(const std::string& seat, std::vector<std::string> typed) const {
    const Ran view = docket({"export", "lighthouse/1", "--seat", seat});
    const TempDirectory seen;
    const Ran taken = run({"import", seen.file("seen.jsonl", view.out), "--ruleset", document("ruleset"), "--cards",
                           document("cards"), "--archive", seen.archive()});
    EXPECT_EQ(taken.status, 0) << taken.out << taken.err;
    typed.insert(typed.end(), {"--archive", seen.archive()});
    return run(typed);
  }

  TempDirectory place_;
};

TEST_F(Lighthouse, HidesAHandOnlyFromItsOwner) {
  const std::string log = docket({"log", "lighthouse/1"}).out;
  EXPECT_HAS(log, "= \"Red Lamp\" #9 to P2 P3\n");
  const std::string own = docket({"log", "lighthouse/1", "--seat", "P1"}).out;
  EXPECT_HAS(own, "P1 draws ? #9, ? #8 from store to hand");
  EXPECT_HAS(own, "P2 draws \"Red Lamp\" #7, ? #6");
  const std::string other = docket({"log", "lighthouse/1", "--seat", "P3"}).out;
  EXPECT_HAS(other, "P1 draws \"Red Lamp\" #9, \"Blue Lamp\" #8");
  const std::string watcher = docket({"log", "lighthouse/1", "--seat", "spectator"}).out;
  EXPECT_HAS(watcher, "P1 draws ? #9, ? #8") << "a spectator does not see what is hidden from a player";
}

TEST_F(Lighthouse, IsUndecidedForAPlayerAboutTheirOwnHand) {
  const std::vector<std::string> asked{"ask", "lighthouse/1", "--at", "12", "keyword(#9, \"Red\")", "legal(5)"};
  const std::string whole = docket(asked).out;
  const std::string other = asSeenBy("P3", asked).out;
  EXPECT_FALSE(has(whole, "unknown")) << whole;
  EXPECT_FALSE(has(other, "unknown")) << other;
  const std::string own = asSeenBy("P1", asked).out;
  EXPECT_HAS(own, "keyword(#9, \"Red\"): unknown");
  EXPECT_HAS(own, "legal(5): unknown");
}

TEST_F(Lighthouse, ShowsAStatementAboutACardToItsHearers) {
  const std::string board = inOneLine(docket({"replay", "lighthouse/1", "--at", "10"}).out);
  EXPECT_HAS(board, "told \"Red\"");
  EXPECT_HAS(board, "told \"Blue\" to P2 P3");
  const std::string own = inOneLine(docket({"replay", "lighthouse/1", "--at", "10", "--seat", "P1"}).out);
  EXPECT_HAS(own, "told \"Red\"");
  EXPECT_FALSE(has(own, "told \"Blue\"")) << own;
  EXPECT_HAS(own, "(told something to P2 P3)");
  EXPECT_HAS(docket({"replay", "lighthouse/1", "--at", "10", "--json"}).out,
             R"("told":[{"event":10,"seats":6,"says":"Blue"}])");
  const std::vector<std::string> asked{"ask", "lighthouse/1",       "--at",
                                       "10",  "told(#8, \"Blue\")", "told(P1, #8, \"Blue\")"};
  const std::string whole = docket(asked).out;
  EXPECT_HAS(whole, "told(#8, \"Blue\"): true");
  EXPECT_HAS(whole, "told(P1, #8, \"Blue\"): false");
  const std::string seen = asSeenBy("P1", asked).out;
  EXPECT_HAS(seen, "told(#8, \"Blue\"): unknown");
  EXPECT_HAS(seen, "it is not known what was said at event 10");
  EXPECT_FALSE(has(docket({"export", "lighthouse/1", "--seat", "P1"}).out, "\"says\":\"Blue\""));
}

TEST_F(Lighthouse, DescribesFollowUpsAndTheirOutcome) {
  const Ran why = docket({"explain", "lighthouse/1", "legal", "11"});
  EXPECT_HAS(why.out, "P3 Cleo had to do something else first: a whistle after a signal");
  EXPECT_HAS(why.out, "what it had to follow");
  EXPECT_HAS(why.out, "[lh.blow]");
  EXPECT_HAS(docket({"explain", "lighthouse/1", "legal", "11", "--json"}).out, "lh.blow");
  const std::string end = docket({"replay", "lighthouse/1"}).out;
  EXPECT_HAS(end, "The game is over; all have lost");
  EXPECT_HAS(end, "whistles 2");
  const std::string by_rules = docket({"replay", "lighthouse/1", "--at", "13"}).out;
  EXPECT_HAS(by_rules, "By the rules all have lost: the glass breaks");
  EXPECT_HAS(docket({"replay", "lighthouse/1", "--json"}).out, R"("everybody":"loses")");
  const std::string rules = docket({"rules", "show", document("ruleset")}).out;
  EXPECT_HAS(rules, "all players lose after");
  EXPECT_HAS(rules, "seen by all but its owner");
  EXPECT_HAS(rules, "of the game, begins at 2");
}

TEST_F(Lighthouse, DescribesAFollowUpThatNoPlayerOwes) {
  std::string typed(kTyped, std::string_view(kTyped).find("== turn P2"));
  typed.replace(typed.find("lighthouse/1"), 12, "lighthouse/2");
  typed += "== turn P2\n  nobody tells \"Red\" of #9\n  nobody tells \"Blue\" of #8\n";
  const Ran imported =
      docket({"import", place_.file("2.txt", typed), "--ruleset", document("ruleset"), "--cards", document("cards")});
  ASSERT_EQ(imported.status, 0) << imported.err;
  const std::string why = inOneLine(docket({"explain", "lighthouse/2", "legal", "6"}).out);
  EXPECT_TRUE(has(why, "something else had to happen first: a whistle after a signal")) << why;
}

TEST_F(Lighthouse, NotesUnlistedWordsOfAStatement) {
  const TempDirectory other;
  std::string slip = kTyped;
  slip.replace(slip.find("tells \"Red\""), 11, "tells \"Rde\"");
  const Ran taken = run({"import", other.file("1.txt", slip), "--ruleset", document("ruleset"), "--cards",
                         document("cards"), "--archive", other.archive()});
  EXPECT_EQ(taken.status, 0) << taken.err;
  EXPECT_HAS(taken.err, R"("Rde", what a player says about a card, is listed neither by the ruleset nor by the cards )"
                        R"((did you mean "Red"?))");
}

/// The game as the transcript gives it, under its documents.
class LighthouseRecord : public testing::Test {
 protected:
  static const Ruleset& ruleset() {
    static const Ruleset kRuleset = compile(
        readDocument<schema::Ruleset>(
            textOf(std::string(docket::test::sourceDir() + "/tests/conformance/lighthouse/ruleset.json")), "ruleset")
            .root(),
        "ruleset");
    return kRuleset;
  }
  static Rules rules() {
    static const Catalogue kCards = compile(
        readDocument<schema::Catalogue>(
            textOf(std::string(docket::test::sourceDir() + "/tests/conformance/lighthouse/cards.json")), "cards")
            .root(),
        ruleset(), "cards");
    return {.ruleset = ruleset(), .catalogue = kCards};
  }
  static Recording game() {
    return readTranscript(kTyped, "1.txt", [](schema::Header::Reader) { return rules(); });
  }
};

TEST_F(LighthouseRecord, SurvivesATranscriptForEachViewer) {
  const Recording whole = game();
  EXPECT_EQ(lostInTranscript(whole, rules()), "");
  for (const int viewer : {1, 2, 3, static_cast<int>(kSpectator)}) {
    Recording seen;
    seen.setHeader(whole.header());
    seen.header().setViewer(static_cast<Seat>(viewer));
    for (std::uint32_t number = 1; number <= whole.size(); ++number) {
      capnp::MallocMessageBuilder message;
      auto redacted = message.initRoot<schema::Event>();
      redact(*whole.event(number), number, Secret{}, static_cast<Seat>(viewer), redacted);
      seen.add(redacted.asReader());
    }
    EXPECT_EQ(lostInTranscript(seen, rules()), "") << "viewer " << viewer;
  }
}

TEST_F(LighthouseRecord, IsStoredInKeyframesWithStatementsObligationsAndWins) {
  Recording whole = game();
  State state = initialState(whole.header(), rules());
  bool heard = false;
  bool owed = false;
  for (EventNumber number = 1; number <= whole.size(); ++number) {
    Step step;
    reduce(state, rules(), number, *whole.event(number), step);
    const auto frame = saveKeyframe(state, rules());
    const State loaded = loadKeyframe({frame.begin(), frame.size()}, rules());
    EXPECT_EQ(toHex(loaded.fingerprint), toHex(state.fingerprint)) << "event " << number;
    EXPECT_EQ(toHex(fingerprintOf(state)), toHex(state.fingerprint)) << "event " << number;
    heard = heard || !loaded.statements->empty();
    owed = owed || !loaded.obligations.empty();
  }
  EXPECT_TRUE(heard && owed);
  EXPECT_TRUE(hasLost(gameEndOf(state, rules()), 2));
  EXPECT_FALSE(hasWon(gameEndOf(state, rules()), 2));
}

}  // namespace
}  // namespace docket::test::lighthouse_test
