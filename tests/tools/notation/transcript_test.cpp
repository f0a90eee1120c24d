// The transcript as it is typed: what a judge may omit, the message for each mistake, and untrusted input.
#include "tools/notation/transcript.h"

#include <fmt/format.h>

#include <random>
#include <regex>

#include "engine/rules/compile_ruleset.h"
#include "tests/fuzz/transcript_target.h"
#include "tests/tools/disputed_game.h"
#include "tests/tools/round_trip.h"
#include "tools/notation/phrases.h"
#include "tools/notation/transcript_reader.h"

namespace docket::transcript_test {
namespace {

using test::has;
using test::Ran;

Rules kitchen() { return KitchenTable::get().rules(); }

std::string recordOf(const std::string& text) {
  try {
    return test::linesOf(readTranscript(text, "game.txt", [](schema::Header::Reader) { return kitchen(); }));
  } catch (const BadInput& error) {
    return error.what();
  }
}

std::string recordOfJson(const std::string& text) {
  std::istringstream lines(text);
  return test::linesOf(readJsonLines(lines, "game.jsonl"));
}

// Two players, a shuffle of unknown result, two turns. Numbers are left out, titles stand for cards, the player whose
// turn it is is not repeated.
constexpr const char* kTyped = R"(; Table 4, written down at the table.
game "kitchen/1"
date "2026-03-01"
P1 "Ann"
P2 "Ben"
ruleset "kitchen"
P1 starts 20 life

P1 registers deck
  = 2 "Head Cook"
  = "Ladle"
P2 registers deck 3 cards
P1 shuffles
P2 shuffles deck
P1 draws "Head Cook", ?
P2 draw 2

== turn P1
-- draw
  draws "Ladle"               ; the last one
-- "main 1"
  plays "Head Cook" to table up
    + bonus Strength 2 on "Head Cook" until turn
  loses 3 life
  P2 plays "Pot Washer" to table
  attacks "Pot Washer" with "Head Cook"
  uses "Head Cook" ability 1 targeting "Pot Washer", P2
  P2 negates activation
  places sideways on P2       ; one counter
  discards
)";

TEST(TypedTranscript, IsTheSameRecordAsItsJsonLines) {
  std::string typed = kTyped;
  typed.replace(
      typed.find("  discards\n"), std::string::npos,
      "  mov \"Ladle\" to discard\n  nobody moves #12 to hand\n  ru \"legal(10)\" at 10 by \"Dana\"\n  P1 concedes\n");
  const std::string record = recordOfJson(
      R"json({"game":{"id":"kitchen/1","date":"2026-03-01","players":[{"name":"Ann"},{"name":"Ben"}],"ruleset":"kitchen","startingValues":[{"player":1,"value":"life","amount":20}]}}
{"context":{"identities":[{"card":1,"seats":1,"definition":"c1"},{"card":2,"seats":1,"definition":"c1"},{"card":3,"seats":1,"definition":"c3"}]},"deckRegistered":{"player":1,"zone":"deck","first":1,"count":3}}
{"deckRegistered":{"player":2,"zone":"deck","first":4,"count":3}}
{"actor":1,"shuffled":{"player":1,"zone":"deck","first":7,"count":3}}
{"actor":2,"shuffled":{"player":2,"zone":"deck","first":10,"count":3}}
{"actor":1,"context":{"identities":[{"card":9,"seats":1,"definition":"c1"}]},"cardsDrawn":{"player":1,"from":"deck","to":"hand","cards":[9,8]}}
{"actor":2,"cardsDrawn":{"player":2,"from":"deck","to":"hand","cards":[12,11]}}
{"began":{"period":"turn","player":1}}
{"began":{"period":"phase","name":"draw"}}
{"actor":1,"context":{"identities":[{"card":7,"seats":1,"definition":"c3"}]},"cardsDrawn":{"player":1,"from":"deck","to":"hand","cards":[7]}}
{"began":{"period":"phase","name":"main 1"}}
{"actor":1,"context":{"identities":[{"card":9,"definition":"c1"}]},"begins":[{"subject":"#9","kind":"bonus","name":"Strength","amount":2,"source":9,"last":"untilEnd","until":"turn"}],"cardPlayed":{"player":1,"card":9,"zone":"table","face":"up"}}
{"actor":1,"valueChanged":{"subject":"P1","value":"life","how":"lost","amount":3}}
{"actor":2,"context":{"identities":[{"card":11,"definition":"c2"}]},"cardPlayed":{"player":2,"card":11,"zone":"table"}}
{"actor":1,"attackDeclared":{"card":9,"target":"#11"}}
{"actor":1,"abilityActivated":{"player":1,"card":9,"ability":1,"targets":["#11","P2"]}}
{"actor":2,"activationNegated":{"activation":15}}
{"actor":1,"counterPlaced":{"subject":"P2","counter":"sideways","amount":1}}
{"actor":1,"context":{"identities":[{"card":7,"definition":"c3"}]},"cardMoved":{"card":7,"player":1,"zone":"discard"}}
{"cardMoved":{"card":12,"zone":"hand"}}
{"rulingGiven":{"judge":"Dana","at":10,"claim":"legal(10)"}}
{"actor":1,"conceded":{"player":1}}
)json");
  EXPECT_EQ(recordOf(typed), record);
}

/// The keys of the cards that become known in a game.
std::string keysOf(const Recording& game) {
  std::string keys;
  for (EventNumber number = 1; number <= game.size(); ++number) {
    const HeldEvent event = game.event(number);
    for (const auto identity : event->getContext().getIdentities())
      keys += std::string(keys.empty() ? "" : ", ") + identity.getDefinition().cStr();
  }
  return keys;
}

TEST(TypedTranscript, ReadsAnUnlistedTitleAsAnUnknownCardAndRefusesASlip) {
  const auto of = [](const std::string& title) {
    return keysOf(readTranscript("game \"x\"\nP1\nP2\nP1 registers deck\n  = \"" + title + "\"\n", "t",
                                 [](schema::Header::Reader) { return kitchen(); }));
  };
  EXPECT_EQ(of("Ladle of Rain"), "Ladle of Rain");
  EXPECT_EQ(of("Ladle 2"), "Ladle 2");
  EXPECT_EQ(of("Cradled"), "Cradled");
  EXPECT_THROW(of("Ladel"), BadInput);
  EXPECT_THROW(of("Ladles"), BadInput);
}

struct Mistake {
  const char* line;  ///< as the last line of the typed game
  std::size_t column;
  const char* words;
};

TEST(TypedTranscript, ReportsEachMistakeWithItsPlaceAndASuggestion) {
  const Mistake mistakes[] = {
      {"plaays #9 to table", 1, "no event begins with \"plaays\" (did you mean \"plays\"?)"},
      {"pl #9", 1, "\"pl\" is short for several verbs: \"plays\" or \"places\"?"},
      {"moves \"Ladel\" to discard", 7, "(did you mean \"Ladle\"?)"},
      {"moves \"Ladle\" to discrad", 18, "\"discrad\" is not a zone of the ruleset (did you mean \"discard\"?)"},
      {"moves \"Ladle\"", 14, "expected to a zone, found the end of the line"},
      {"moves \"Ladle\" #9 to discard", 7, "#9 is \"Head Cook\", not \"Ladle\""},
      {"moves #99 to discard", 1, "cardMoved.card: there is no card 99 (the last is 12)"},
      {"moves \"Ladle\" to discard into hand", 26, "found \"into\""},
      {"moves \"Ladle\" to discard slto 3", 26, "(did you mean \"slot\"?)"},
      {"P2 draws ?, \"Ladle\"", 13, "the pile has fewer cards (1 in all)"},
      {"P3 draws", 1, "cardsDrawn.player: there is no seat 3 (the game has 2)"},
      {"P1 plays \"Ladle", 10, "the closing \" of the text is missing"},
      {"99 P1 concedes", 1, "expected event 18 next, found event 99"},
      {"-- mian", 4, "\"mian\" is not a period of the ruleset: \"turn\", "},
      {"gains plenty life", 7, "expected a number (amount), found \"plenty\""},
      {"gains 3 lfie", 9, "(did you mean \"life\"?)"},
      {"P1 == turn", 1, "expected == or --, found \"P1\""},
      {"concedes {wallClok=3}", 11, "conceded has no field \"wallClok\""},
      {"concedes {wallClock=}", 21, "expected a number, found \"}\""},
      {"concedes {cardMoved={card=3}}", 11, "conceded has no field \"cardMoved\""},
      {"! cardMovd {card=9}", 3, "there is no event \"cardMovd\" (did you mean \"cardMoved\"?)"},
      {"note \"\\q\"", 7, "after \\ expected one of"},
      {"corrects 3: corrects 2: nothing", 25, "a correction cannot replace an event with another correction"},
      {"moves \"Twin\" to discard", 7,
       "the catalogue has several cards \"Twin\": which is it: \"Twin [d1]\" (Cook) or \"Twin [d2]\" (Cook)?"},
      {"takes part in it", 12, "found \"in\""},
      {"concedes because 40", 1, "event 40 is not an earlier event"},
      {"game \"another\"", 6, "expected a verb"},
  };
  std::string typed = kTyped;
  typed.erase(typed.find("  discards\n"));
  ASSERT_EQ(recordOf(typed).find("game.txt"), std::string::npos) << recordOf(typed);
  const auto line = 1 + std::count(typed.begin(), typed.end(), '\n');
  for (const auto& [text, column, words] : mistakes) {
    const std::string said = recordOf(typed + text + "\n");
    EXPECT_TRUE(said.starts_with(fmt::format("game.txt:{}:{}: ", line, column))) << text << "\n" << said;
    EXPECT_HAS(said, words) << text;
  }
}

TEST(TypedTranscript, AsksWhichOfSeveralCardsIsMeant) {
  std::string typed = kTyped;
  typed.replace(typed.find("  discards\n"), std::string::npos,
                "plays \"Head Cook\" to table\nturns \"Head Cook\" sideways\n");
  EXPECT_HAS(recordOf(typed), "which \"Head Cook\": \"Head Cook [a]\" (P1 table) or \"Head Cook [b]\" (P1 table)?");
}

/// Every field that the lines of phrases omit, once.
TEST(Transcript, WritesInBracesWhatItsLinesOmit) {
  constexpr const char* kOdd =
      R"json({"game":{"id":"odd","players":[{"name":"Ann"},{}],"ruleset":"kitchen","rulesetDigest":"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff","startingValues":[{"player":2,"amount":3}]}}
{"context":{"names":["zebra","deck"],"identities":[{"card":1,"definition":"none such","printed":{"title":"Made \"here\"","types":["Cook"],"stats":[{"stat":"Strength","amount":2,"kind":"asterisk"}]}},{"card":2,"definition":"d2"},{"card":3,"definition":"c1","seats":0}]},"deckRegistered":{"player":2,"zone":"deck","first":1,"count":3}}
{"actor":2,"deckRegistered":{"player":1,"zone":"deck","first":4,"count":1}}
{"context":{},"note":""}
{"group":4,"begins":[],"context":{"causes":[]},"note":"a\\\"; {x=1}\u0007\u202e"}
{"actor":1,"group":4,"context":{"source":7},"cardsDrawn":{"player":2,"from":"deck","to":"hand","cards":[]}}
{"cardMoved":{"card":1,"player":1,"zone":"hand","slot":-7,"face":"down","orientation":"sidewys","reason":"to"}}
{"actor":1,"cardPlayed":{"player":1,"card":2,"toPlayer":2,"targets":[],"costs":[]}}
{"actor":1,"cardPlayed":{"player":1,"card":2,"toPlayer":1,"zone":"hand","slot":-2}}
{"rulingGiven":null}
{"rulingGiven":{}}
{"replaced":{"card":1,"act":"KO","by":2}}
{"observed":{"reading":"Strength","subject":"#1","absent":true,"amount":4,"base":true}}
{"observed":{"expression":"a = \"b\"","value":"","amount":2}}
{"valueChanged":{"subject":"game","value":"lief","how":"set","amount":-9007199254740991}}
{"changeEnded":{"begun":3,"index":2,"all":true}}
{"begins":[{"subject":"P1","kind":"grantKeyword","name":"control","amount":2,"most":4,"keywords":["as","of"],"text":"\u0000"},{"subject":"place 3","kind":"grantTrait","name":"x"}],"changeBegan":true}
{"began":{"period":"turn","name":"end","place":"unit 2"}}
{"corrected":{"event":3,"replacement":{"context":{"wallClock":5,"identities":[]},"begins":[{"subject":"#1","kind":"negateEffects"}],"cardMoved":{"card":1,"zone":"deck","player":2}},"note":": nothing"}}
{"activationResolved":{"choices":["",";"],"number":-1}}
)json";
  std::istringstream lines(kOdd);
  const Recording game = readJsonLines(lines, "odd");
  std::ostringstream text;
  writeTranscript(game, kitchen(), text);
  EXPECT_EQ(test::lostInTranscript(game, kitchen()), "") << text.str();
  EXPECT_HAS(text.str(), "moves \"Made \\\"here\\\"\" #1");
}

TEST(TypedTranscript, NamesTheGrantedAbilityAndThePartiesOfAPeriod) {
  std::string typed = kTyped;
  typed.replace(typed.find("  discards\n"), std::string::npos,
                "  begins\n    + grant-ability \"Answer: Hide.\" on \"Head Cook\" #9\n    + grant-ability rest on P1\n"
                "-- \"end\" between \"Head Cook\" #9, P2\n"
                "  uses \"Head Cook\" #9 called \"Answer: Hide.\" as quick targeting P2\n  uses own rest\n");
  const Recording game = readTranscript(typed, "t", [](schema::Header::Reader) { return kitchen(); });
  const auto size = game.size();
  EXPECT_EQ(game.names().text((*game.event(size)).getAbilityActivated().getNamed()), "rest");
  EXPECT_EQ((*game.event(size)).getAbilityActivated().getCard(), 0U);
  EXPECT_EQ(game.names().text((*game.event(size - 1)).getAbilityActivated().getNamed()), "Answer: Hide.");
  ASSERT_EQ((*game.event(size - 2)).getBegan().getParties().size(), 2U);
  EXPECT_EQ((*game.event(size - 2)).getBegan().getParties()[0], 9U);
  EXPECT_EQ(test::lostInTranscript(game, kitchen()), "");
}

TEST(TypedTranscript, NamesCardsByTitleWithoutACatalogueToo) {
  static const Catalogue kNone{};
  const Rules rules{.ruleset = KitchenTable::get().ruleset, .catalogue = kNone};
  const Recording game = readTranscript(
      "game \"x\"\nP1\nP1 registers deck\n= 2 \"Old Hat\"\n= ?\nP1 shuffles\nP1 draws \"Old Hat\"\nP1 plays \"Old "
      "Hat\" to table\n",
      "x", [&](schema::Header::Reader) { return rules; });
  EXPECT_EQ((*game.event(4)).getCardPlayed().getCard(), 6U);
  std::ostringstream text;
  writeTranscript(game, rules, text);
  EXPECT_HAS(text.str(), "P1 plays \"Old Hat\" #6 to table");
  EXPECT_EQ(test::lostInTranscript(game, rules), "");
}

/// A game with piles that all share.
constexpr std::string_view kWell = R"({"name": "well", "version": "1",
  "zones": [{"name": "well", "kind": "pile", "owner": "shared", "seenBy": "nobody"},
            {"name": "spring", "kind": "pile", "owner": "shared"},
            {"name": "hand", "kind": "area", "seenBy": "owner"}]})";

TEST(TypedTranscript, DrawsByNameFromASharedPile) {
  const Ruleset ruleset = compile(readDocument<schema::Ruleset>(kWell, "well").root(), "well");
  static const Catalogue kNone{};
  const Rules rules{.ruleset = ruleset, .catalogue = kNone};
  const auto read = [&](const std::string& lines) {
    return readTranscript(
        "game \"x\"\nP1\nP2\nnobody registers well 4 cards\nnobody registers spring\n= \"Moss\"\n" + lines, "x",
        [&](schema::Header::Reader) { return rules; });
  };
  const Recording game = read("P1 draws \"Old Hat\", ?\nP2 draws \"Ladle\"\nP2 draws 1 from spring\n");
  const auto drawn = [&](EventNumber number) {
    const HeldEvent event = game.event(number);
    std::vector<std::uint32_t> cards;
    for (const std::uint32_t card : event->getCardsDrawn().getCards()) cards.push_back(card);
    return cards;
  };
  EXPECT_EQ(drawn(3), (std::vector{4U, 3U}));
  EXPECT_EQ(drawn(4), std::vector{2U}) << "the next card of the same pile, for any player";
  EXPECT_EQ(drawn(5), std::vector{5U});
  const HeldEvent titled = game.event(4);
  ASSERT_EQ(titled->getContext().getIdentities().size(), 1U);
  EXPECT_EQ(titled->getContext().getIdentities()[0].getSeats(), 2U) << "the player who drew it knows it";
  EXPECT_EQ(test::lostInTranscript(game, rules), "");
  EXPECT_THROW(read("P1 draws 4\nP1 draws \"Old Hat\"\n"), BadInput) << "no such card can be in that pile";
}

TEST(TypedTranscript, RecordsADrawOfMoreCardsThanThereAre) {
  const Ruleset ruleset = compile(readDocument<schema::Ruleset>(kWell, "well").root(), "well");
  const Catalogue none{};
  const Rules rules{.ruleset = ruleset, .catalogue = none};
  const Recording game = readTranscript("game \"x\"\nP1\nP2\nnobody registers well 4 cards\nP1 draws 5\nP2 draws 2\n",
                                        "x", [&](schema::Header::Reader) { return rules; });
  for (const auto& [number, cards, beyond] : {std::tuple{2U, 4U, 1U}, std::tuple{3U, 0U, 2U}}) {
    const HeldEvent event = game.event(number);
    EXPECT_EQ(event->getCardsDrawn().getCards().size(), cards);
    EXPECT_EQ(event->getCardsDrawn().getBeyond(), beyond);
  }
  EXPECT_EQ(test::lostInTranscript(game, rules), "");
}

TEST(Transcript, HasAPhraseForEveryEventAndNoFieldThatHidesAnother) {
  const Shape& context = shapeOf(capnp::Schema::from<schema::Context>());
  const Shape& event = shapeOf(capnp::Schema::from<schema::Event>());
  for (const FieldShape& payload : event.fields) {
    if (!payload.chosen || payload.name == "nothing") continue;
    const auto& phrases = notation::eventPhrases();
    EXPECT_TRUE(std::any_of(phrases.begin(), phrases.end(), [&](const notation::Phrase& phrase) {
      return &notation::payloadShape(phrase.payload) == &payload;
    })) << payload.name;
    if (payload.value.shape == nullptr) continue;
    for (const FieldShape& field : payload.value.shape->fields) {
      const int of_event = event.find(field.name);
      const bool hides = of_event >= 0 && !event.fields[static_cast<std::size_t>(of_event)].chosen;
      EXPECT_FALSE(hides || context.find(field.name) >= 0) << payload.name << '.' << field.name;
    }
  }
}

TEST(Transcript, SurvivesArbitraryInput) {
  std::mt19937 random(20260301);
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  std::string seed = kTyped;
  seed.erase(seed.find("  discards\n"));
  constexpr std::string_view kPieces[] = {
      "\"",  "#",       "{",   "}",  "[",    "= ", "+ ", ":",  ";", "-1", "99999999999999999999",
      "P1 ", "nobody ", "{a=", "\\", "\xff", "\n", " ",  "? ", "!", "..", "with 3"};
  std::size_t taken = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text = seed;
    for (std::size_t edits = 1 + below(3); edits > 0; --edits) {
      const std::size_t at = below(text.size());
      switch (below(4)) {
        case 0:
          text.insert(at, kPieces[below(std::size(kPieces))]);
          break;
        case 1:
          text.erase(at, 1 + below(12));
          break;
        case 2:
          text[at] = static_cast<char>(below(256));
          break;
        default:
          text.insert(at, text.substr(below(text.size()), below(40)));
      }
      if (text.empty()) text = "x";
    }
    taken += takeTranscript(text) ? 1 : 0;
  }
  EXPECT_GT(taken, 100U);  // else nothing of it was tried
}

TEST(Transcript, IsBoundedInItsDepthAndItsLists) {
  const std::string head = "game \"x\"\nP1\nruleset \"kitchen\"\nP1 registers deck 3 cards\n";
  const std::string many(100'000, '{');
  EXPECT_HAS(recordOf(head + "note \"x\" {identities=" + many), "expected") << "braces";
  std::string lists = "note \"x\" {causes=[1";
  for (int i = 0; i < 20'000; ++i) lists += ",1";
  EXPECT_HAS(recordOf(head + lists + "]}"), "at most 10000 values");
  EXPECT_HAS(recordOf(head + "P1 registers deck 4000000000 cards"), "is not from 1 to 10000");
  std::string corrections = "corrects 1";
  for (int i = 0; i < 50'000; ++i) corrections += ": corrects 1";
  EXPECT_HAS(recordOf(head + corrections), "a correction cannot replace an event with another");
}

class TypedGame : public test::DisputedGame {};

TEST_F(TypedGame, SurvivesARoundTripThroughDocketLog) {
  const Ran log = run({"log", "court/7"});
  ASSERT_TRUE(has(log.out, "; ILLEGAL"));
  ASSERT_TRUE(has(log.out, "; wrong"));
  const std::string exported = run({"export", "court/7"}).out;
  const std::string other = place / "other";
  const Ran took = test::run({"import", place.file("court.txt", log.out), "--cards",
                              place.file("cards.json", test::kCards), "--archive", other});
  ASSERT_EQ(took.status, 0) << took.err;
  // All but the salts of hidden values and the last line: each head is made with its own salts.
  const auto lines = [](const std::string& text) {
    static const std::regex kSalt(R"re("salt":"[0-9a-f]{32}")re");
    return std::regex_replace(text.substr(0, text.find("{\"end\"")), kSalt, "");
  };
  EXPECT_EQ(test::run({"log", "court/7", "--archive", other}).out, log.out);
  EXPECT_EQ(lines(test::run({"export", "court/7", "--archive", other}).out), lines(exported));
}

TEST_F(TypedGame, ReportsItsOwnLineInAFileOfSeveral) {
  const std::string two =
      "game \"a\"\nP1\nruleset \"l5r-celestial\"\nP1 registers hand 2 cards\n\ngame \"b\"\nP1\nruleset "
      "\"l5r-celestial\"\n"
      "P1 registers hnad\n";
  const Ran ran = run({"import", place.file("two.txt", two)});
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.out, "stored     a  1 event");
  EXPECT_HAS(ran.err, "two.txt:9:14: \"hnad\" is not a zone of the ruleset (did you mean \"hand\"?)");
}

}  // namespace
}  // namespace docket::transcript_test
