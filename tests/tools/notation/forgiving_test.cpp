// Accepted variants of lines: other quotation marks, another case, written-out phases, an article more or less,
// words instead of signs. Each gives the same event as the line next to it, and for ambiguous ones the program asks.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "engine/fold/events_of.h"
#include "engine/fold/running_state.h"
#include "events/text/split.h"
#include "tests/fuzz/transcript_target.h"
#include "tests/tools/round_trip.h"
#include "tests/tools/run.h"
#include "tools/notation/header.h"
#include "tools/notation/titled_cards.h"
#include "tools/notation/typed_game.h"

namespace docket::forgiving_test {
namespace {

using test::has;

// Two players, known and unknown cards in both hands, three cards on the table.
constexpr const char* kBegun = R"(game "kitchen/2"
P1 "Ann"
P2 "Ben"
ruleset "kitchen"
P1 registers deck
  = 4 "Head Cook"
  = 3 "Ladle"
  = "The Iron Pot"
P2 registers deck 6 cards
P1 shuffles
P2 shuffles
P1 draws "Head Cook", "Head Cook", "Ladle", "The Iron Pot", ?
P2 draws 4
== turn P1
-- "main 1"
plays "Head Cook" to table up
P2 plays "Pot Washer" to table up
P2 plays "Head Cook" to table up
)";

Recording read(const std::string& lines) {
  return readTranscript(kBegun + lines, "t", [](schema::Header::Reader) { return KitchenTable::get().rules(); });
}

/// The events of lines, as JSON Lines; or the message.
std::string madeOf(const std::string& lines) {
  try {
    const std::string all = test::linesOf(read(lines));
    std::size_t at = 0;
    for (int line = 0; line < 12; ++line) at = all.find('\n', at) + 1;
    return all.substr(at);
  } catch (const BadInput& error) {
    return error.what();
  }
}

struct Same {
  const char* typed;
  const char* exactly;
};

TEST(ForgivingLines, AreReadIfUnambiguous) {
  const Same lines[] = {
      // quotation marks, dashes and blanks of word processors
      {"plays “Ladle” to table", "plays \"Ladle\" to table"},
      {"plays „Ladle“ to table", "plays \"Ladle\" to table"},
      {"plays «Ladle» to table", "plays \"Ladle\" to table"},
      {"plays “Ladle\" to table", "plays \"Ladle\" to table"},
      {"plays\u00a0\"Ladle\" to table", "plays \"Ladle\" to table"},
      {"— \"end\"", "-- \"end\""},
      {"observes Strength −2 of \"Pot Washer\"", "observes Strength -2 of \"Pot Washer\""},
      // case
      {"P1 PLAYS \"ladle\" TO Table", "P1 plays \"Ladle\" to table"},
      {"p1 Plays Ladle To TABLE", "P1 plays \"Ladle\" to table"},
      {"Gains 2 LIFE", "gains 2 life"},
      {"turns \"Pot Washer\" Sideways", "turns \"Pot Washer\" sideways"},
      // titles without quotation marks, with an article more or less
      {"plays Iron Pot to table", "plays \"The Iron Pot\" to table"},
      {"plays the iron pot to the table", "plays \"The Iron Pot\" to table"},
      {"plays the Ladle to table", "plays \"Ladle\" to table"},
      {"moves a Ladle to discard", "moves \"Ladle\" to discard"},
      // from the named place: a card there, or an unseen one there
      {"moves Head Cook from table to discard", "moves \"Head Cook [a]\" from table to discard"},
      {"moves Head Cook from Ben's table to discard", "moves \"Head Cook [c]\" from P2 table to discard"},
      {"moves Head Cook from hand to discard", "moves \"Head Cook [b]\" from hand to discard"},
      {"moves Head Cook from deck to table up", "moves \"Head Cook\" #15 from deck to table up"},
      {"P2 turns the Pot Washer sideways", "P2 turns \"Pot Washer\" sideways"},
      // players by name, possessives
      {"Ann plays Ladle to table", "P1 plays \"Ladle\" to table"},
      {"ben loses 2 life", "P2 loses 2 life"},
      {"moves Ladle to Ann's hand", "moves \"Ladle\" to P1 hand"},
      {"moves Ladle to her hand", "moves \"Ladle\" to hand"},
      {"uses Head Cook ability 1 targeting Ben", "uses \"Head Cook\" ability 1 targeting P2"},
      // periods
      {"== Ben's turn", "== turn P2"},
      {"== turn Ben", "== turn P2"},
      {"== Turn 2: Ben", "== turn \"2\" P2"},
      {"== TURN p2", "== turn P2"},
      {"-- main phase 1", "-- phase \"main 1\""},
      {"-- Main Phase 1", "-- phase \"main 1\""},
      {"-- draw phase", "-- phase draw"},
      {"-- the draw phase", "-- phase draw"},
      {"-- main 1", "-- phase \"main 1\""},
      {"-- phase main 1", "-- phase \"main 1\""},
      {"-- end of the chain", "-- end chain"},
      // counts and filler words
      {"P2 draws two cards", "P2 draws 2"},
      {"P2 draws a card", "P2 draws 1"},
      {"P2 draws", "P2 draws 1"},
      {"P2 draws from deck", "P2 draws 1"},
      {"attacks the opponent with Head Cook [a]", "attacks P2 with \"Head Cook [a]\""},
      {"P2 draw 1 card from his deck to his hand", "P2 draws 1"},
      {"gains three life", "gains 3 life"},
      {"activates \"Head Cook\" ability 1", "uses \"Head Cook\" ability 1"},
      {"puts Ladle into discard", "moves \"Ladle\" to discard"},
      {"plays Ladle to table face up", "plays \"Ladle\" to table up"},
      {"plays Ladle onto the table face-down", "plays \"Ladle\" to table down"},
      {"attacks Pot Washer with Head Cook", "attacks \"Pot Washer\" with \"Head Cook\""},
      {"uses Head Cook ability 1 targeting Pot Washer and Ben",
       "uses \"Head Cook\" ability 1 targeting \"Pot Washer\", P2"},
      // fields, as programs write them
      {"P1 valueChanged subject=P1 value=life how=lost amount=2", "P1 loses 2 life"},
      {"P2 cardMoved card=#27 player=P2 zone=discard", "P2 moves #27 to discard"},
  };
  for (const auto& [typed, exactly] : lines) EXPECT_EQ(madeOf(typed), madeOf(exactly)) << typed;
}

TEST(ForgivingLines, PreferAPhaseOverAPlayerOfThatName) {
  std::string text = kBegun;
  text.replace(text.find("Ann"), 3, "Draw");
  const auto last = [&](const std::string& line) {
    const Recording game =
        readTranscript(text + line, "t", [](schema::Header::Reader) { return KitchenTable::get().rules(); });
    const std::string all = test::linesOf(game);
    return all.substr(all.rfind('\n', all.size() - 2) + 1);
  };
  EXPECT_EQ(last("-- draw"), last("-- phase draw"));
  EXPECT_EQ(last("== draw turn"), last("== turn P1"));
}

TEST(ForgivingLines, CallCardsByTitleAndLabel) {
  EXPECT_HAS(madeOf("attacks Head Cook [c] with Head Cook [a]"), R"("attackDeclared")");
  EXPECT_NE(madeOf("turns \"Head Cook [a]\" sideways"), madeOf("turns \"Head Cook [c]\" sideways"));
  EXPECT_EQ(madeOf("turns \"Head Cook\" [a] sideways"), madeOf("turns \"Head Cook [a]\" sideways"));
  // An unseen hand: the next label is that of the card that is played.
  const std::string two =
      "P2 plays \"Ladle [b]\" to table\nP2 plays \"Ladle [c]\" to table\nturns \"Ladle [c]\" sideways\n";
  EXPECT_HAS(madeOf(two), R"("cardTurned")");
  EXPECT_HAS(madeOf("P2 plays \"Ladle [f]\" to table"), "there is no card \"Ladle [f]\" here");
}

TEST(TitledCards, ResolveToOneCardOrAsk) {
  const Recording game = read("");
  const Rules rules = KitchenTable::get().rules();
  RunningState running(game.header(), rules);
  notation::CardLabels labels(rules);
  for (EventNumber number = 1; number <= game.size(); ++number) {
    const HeldEvent event = game.event(number);
    running.add(number, event, EventsOf(game));
    labels.add(event, game.names());
  }
  const notation::TitledCards cards(running.state(), rules.ruleset, labels);
  const auto place_of = [&](const std::string& typed) -> std::string {
    try {
      return cards.placeOf(cards.only(typed, {}));
    } catch (const notation::Mistake& mistake) {
      return mistake.message();
    }
  };
  EXPECT_EQ(place_of("pot washer"), "P2 table");
  EXPECT_EQ(place_of("Iron Pot"), "P1 hand");
  EXPECT_EQ(place_of("Head Cook [a]"), "P1 table");
  EXPECT_EQ(place_of("Head Cook [c]"), "P2 table");
  EXPECT_EQ(place_of("Head Cook"),
            "which \"Head Cook\": \"Head Cook [a]\" (P1 table), \"Head Cook [b]\" (P1 hand) or \"Head Cook [c]\" (P2 "
            "table)?");
  EXPECT_EQ(place_of("Pot Wosher"), "there is no card \"Pot Wosher\" here (did you mean \"Pot Washer\" (P2 table)?)");
}

TEST(ForgivingLines, TreatReprintsOfATitleAsOneCard) {
  EXPECT_HAS(madeOf("P2 plays \"The Iron Pot\" to table"), R"("definition":"p1")");
}

/// The mistakes of a line as the next one of the game.
std::vector<notation::Mistake> mistakesOf(const std::string& line) {
  try {
    read(line);
  } catch (const notation::BadTranscript& bad) {
    return bad.mistakes();
  }
  return {};
}

TEST(MistypedLines, OfferChoicesThatAreAllAccepted) {
  const struct {
    const char* line;
    const char* wrong;
    std::size_t choices;
  } mistakes[] = {
      {"plaays Ladle to table", "no event begins with \"plaays\"", 1},
      {"pl Ladle to table", "is short for several verbs", 2},
      {"plays Laddle to table", "the catalogue has no card \"Laddle\"", 1},
      {"plays \"Ladel\" to table", "the catalogue has no card \"Ladel\"", 1},
      {"plays Ladle to tabel", "\"tabel\" is not a zone of the ruleset", 1},
      {"plays Ladle to xyzzy", "\"xyzzy\" is not a zone of the ruleset", 5},
      {"plays Ladle to table slto 2", "found \"slto\"", 1},
      {"turns Head Cook sidewise", "\"sidewise\" is not a orientation", 1},
      {"gains 2 lief", "\"lief\" is not a value of the ruleset", 1},
      {"gains 2 prestige", "\"prestige\" is not a value of the ruleset", 2},
      {"-- mian 1", "is not a period of the ruleset", 1},
      {"-- end phase", "does the phase end, or does the period called \"end\" begin", 2},
      {"P2 plays Twin to table", "the catalogue has several cards \"Twin\"", 2},
      {"attacks Head Cook with \"Pot Washr\"", "the catalogue has no card \"Pot Washr\"", 1},
      {"turns \"Head Cook [x]\" sideways", "there is no card \"Head Cook [x]\" here", 3},
      {"! cardMovd {card=9}", "there is no event \"cardMovd\"", 1},
      {"concedes {wallClok=3}", "conceded has no field \"wallClok\"", 0},
      {"valueChangd subject=P1 value=life how=lost amount=2", "no event begins with \"valueChangd\"", 1},
      {"valueChanged subjct=P1 value=life how=lost amount=2", "valueChanged has no field \"subjct\"", 1},
      {"valueChanged subject=P1 value=life how=lsot amount=2", "found \"lsot\"", 1},
      {"uses Head Cook ability 1\nnegates activation", "the last activation is an act of P1: which one", 1},
      {"plays Ladle to market slot 0\nplays \"The Iron Pot\" to market slot 0", "slot 0 of the market is taken", 1},
      {"moves Ladle from table to discard", "there is no card \"Ladle\" there: where does it come from", 1},
      {"moves Pot Washer from P1 table to discard", "there is no card \"Pot Washer\" there", 1},
      {"loses 91999 life", "that would leave P1", 1},
      {"P2 has −91999 life", "that would leave P2", 1},
  };
  for (const auto& [typed, wrong, choices] : mistakes) {
    const auto found = mistakesOf(typed);
    ASSERT_FALSE(found.empty()) << typed << ": nothing is asked";
    EXPECT_HAS(found.front().message(), wrong) << typed;
    EXPECT_GE(found.front().choices().size(), choices) << typed << "\n" << found.front().message();
    const std::string text = typed;
    const auto last = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
    for (const notation::Choice& choice : found.front().choices()) {
      EXPECT_HAS(found.front().message(), choice.text) << typed;
      const std::string again = text.substr(0, last) + notation::corrected(text.substr(last), found.front(), choice);
      for (const notation::Mistake& mistake : mistakesOf(again))
        EXPECT_FALSE(mistake.line() == found.front().line() && mistake.column() <= found.front().column())
            << typed << "\n"
            << again << "\n"
            << mistake.message();
    }
  }
}

TEST(MistypedLines, AreAllReportedWithoutTheirConsequences) {
  const auto found = mistakesOf(
      "plaays Ladel to tabel\n"                // three in one line, mended
      "turns Ladle sidewise\n"                 // rests on the first, which was mended
      "P2 plays \"No Such Thing\" to table\n"  // a card that the catalogue need not have
      "P2 turns \"No Such Thing\" sideways\n"
      "gains 2 lief\n");
  std::string all;
  for (const auto& mistake : found)
    all += fmt::format("{}:{} {}\n", mistake.line() - 18, mistake.column(), mistake.message());
  EXPECT_EQ(all,
            "1:1 no event begins with \"plaays\" (did you mean \"plays\"?)\n"
            "1:8 the catalogue has no card \"Ladel\" (did you mean \"Ladle\"?)\n"
            "1:17 \"tabel\" is not a zone of the ruleset (did you mean \"table\"?)\n"
            "2:13 \"sidewise\" is not a orientation of the ruleset: \"upright\" or \"sideways\"?\n"
            "5:9 \"lief\" is not a value of the ruleset (did you mean \"life\"?)\n");
}

TEST(MistypedLines, AreReportedUpToALimit) {
  std::string lines;
  for (int i = 0; i < 60; ++i) lines += "gains lots life\n";
  try {
    read(lines);
    FAIL() << "it is not a transcript";
  } catch (const notation::BadTranscript& bad) {
    EXPECT_EQ(bad.mistakes().size(), 50U);
    EXPECT_EQ(bad.more(), 10U);
  }
}

/// The offers at the end of a line, each in its place.
std::string offered(const std::string& line) {
  const Recording game = read("");
  notation::TypedGame typed(game.header(), KitchenTable::get().rules(), "stdin");
  std::istringstream begun(kBegun);
  std::vector<std::string> lines;
  for (std::string each; std::getline(begun, each);) lines.push_back(each);
  std::optional<notation::EventLines> of;
  for (std::size_t i = 4; i <= lines.size(); ++i) {
    const bool more = i < lines.size() && notation::EventLines::belongsToEvent({lines[i], "stdin", i});
    if (more) of->add({lines[i], "stdin", i});
    if (!more && of) typed.add(*of);
    if (!more && i < lines.size()) of.emplace(notation::Cursor(lines[i], "stdin", i), &typed.players());
  }
  const auto offers = typed.offersAt(line, line.size());
  std::string all;
  for (const auto& offer : offers.all) all += line.substr(0, offers.from) + offer.text + "\n";
  return "\n" + all;
}

TEST(TypedGames, OfferThePossibleContinuations) {
  EXPECT_TRUE(has(offered(""), "\nplays\n") && has(offered(""), "\nP2\n")) << offered("");
  EXPECT_EQ(offered("P2 pla"), "\nP2 plays\nP2 places\n");
  const std::string cards = offered("turns ");
  EXPECT_TRUE(has(cards, "\nturns \"Pot Washer\"\n") && has(cards, "\nturns \"Head Cook [c]\"\n")) << cards;
  EXPECT_EQ(offered("turns \"Pot Washer\" s"), "\nturns \"Pot Washer\" sideways\n");
  EXPECT_EQ(offered("plays Ladle t"), "\nplays Ladle to\nplays Ladle turned\nplays Ladle targeting\n");
  EXPECT_EQ(offered("plays Ladle to d"), "\nplays Ladle to deck\nplays Ladle to discard\n");
  EXPECT_EQ(offered("plays \"La"), "\nplays \"Ladle\"\n");
  EXPECT_EQ(offered("-- m"), "\n-- \"main 1\"\n");
  EXPECT_EQ(offered("gains 2 l"), "\ngains 2 life\n");
  EXPECT_EQ(offered("uses \"Head Cook [a]\" ability 1 targeting P"),
            "\nuses \"Head Cook [a]\" ability 1 targeting P1\nuses \"Head Cook [a]\" ability 1 targeting P2\n"
            "uses \"Head Cook [a]\" ability 1 targeting \"Pot Washer\"\n");
}

/// The table after each event of a typed game, and after the same event when its record is folded.
TEST(TypedGames, KnowTheirRecordAfterEachEvent) {
  const Recording game = read("");
  notation::TypedGame typed(game.header(), KitchenTable::get().rules(), "stdin");
  const std::string begun = kBegun + std::string("plays Ladle to discard\n");
  std::vector<notation::EventLines> events;
  eachLine(begun, [&](std::string_view line, std::size_t number) {
    const notation::Cursor cursor(line, "stdin", number);
    if (cursor.peek().isEnd() || notation::isOfHeader(cursor)) return;
    if (notation::EventLines::belongsToEvent(cursor)) return events.back().add(cursor);
    events.emplace_back(cursor, &typed.players());
  });
  for (const auto& event : events) {
    const EventNumber number = typed.add(event);
    RunningState folded(std::as_const(typed).recording().header(), KitchenTable::get().rules());
    EventsOf(typed.recording()).forEach(1, number, [&](EventNumber at, const HeldEvent& one) {
      folded.add(at, one, EventsOf(typed.recording()));
    });
    EXPECT_TRUE(typed.table().state.fingerprint == folded.state().fingerprint) << number;
  }
  const HeldEvent last = typed.recording().event(typed.recording().size());
  EXPECT_EQ(last->getContext().getIdentities().size(), 1U) << "the play reveals a card that one player knew";
}

}  // namespace
}  // namespace docket::forgiving_test
