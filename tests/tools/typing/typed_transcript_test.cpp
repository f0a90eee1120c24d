// Typed text read as a game: the meaning of each line, its mistakes and findings, independent of the order of edits.
#include <random>

#include "engine/fold/events_of.h"
#include "events/json/jsonl.h"
#include "tests/tools/terrains.h"
#include "tests/tools/typed_friday.h"
#include "tools/notation/transcript_reader.h"
#include "tools/typing/typed_text.h"

namespace docket::typed_transcript_test {
namespace {

using typing::ReadLine;
using typing::TypedText;
using typing::TypedTranscript;

/// Reads all of a text.
void readAll(TypedTranscript& game, TypedText& text) {
  game.take(text.lines(), text.takeChanged());
  while (game.work(3)) {
  }
}

std::string jsonOf(const Recording& game) {
  std::ostringstream out;
  writeJsonLines(game, out);
  return out.str();
}

/// The kind of each line, as a text to compare.
std::string told(const TypedTranscript& game) {
  std::string all;
  for (std::size_t i = 0; i < game.lines(); ++i) {
    const ReadLine& line = game.line(i);
    all += std::to_string(i) + ' ' + std::to_string(static_cast<int>(line.kind)) + ' ' + std::to_string(line.event);
    if (line.mistake) all += " x " + std::to_string(line.mistake->column) + ' ' + line.mistake->message;
    for (const std::string& comment : line.comments) all += " ; " + comment;
    all += '\n';
  }
  return game.hasGame() ? all + jsonOf(game.game()) : all;
}

TEST(TypedTranscript, IsReadAsByTheImport) {
  const std::string friday = test::textOf(test::kFriday);
  TypedText text(friday);
  TypedTranscript game(test::rulesWith(test::kFridayCards));
  readAll(game, text);
  ASSERT_TRUE(game.hasGame());
  const auto rules_of = test::rulesWith(test::kFridayCards);
  std::shared_ptr<const GameRules> rules;
  const Recording read = readTranscript(friday, "friday", [&](schema::Header::Reader header) {
    rules = rules_of(header);
    return rules->rules();
  });
  EXPECT_EQ(jsonOf(game.game()), jsonOf(read));
  EXPECT_EQ(game.line(0).kind, ReadLine::Kind::blank);
  EXPECT_EQ(game.line(1).kind, ReadLine::Kind::header);
  EXPECT_EQ(game.line(7).kind, ReadLine::Kind::event);
  EXPECT_EQ(game.line(8).kind, ReadLine::Kind::below);
  const std::size_t last = game.lineOf(20);
  ASSERT_EQ(game.line(last).comments.size(), 1U);
  EXPECT_TRUE(game.line(last).comments[0].starts_with("ILLEGAL [ygo.hard.use]")) << game.line(last).comments[0];
  ASSERT_EQ(game.line(game.lineOf(21)).comments.size(), 1U);
  EXPECT_TRUE(game.line(game.lineOf(21)).comments[0].starts_with("wrong")) << told(game);
}

TEST(TypedTranscript, SkipsAnUnreadableLine) {
  TypedText text(test::textOf(test::kFriday));
  TypedTranscript game(test::rulesWith(test::kFridayCards));
  readAll(game, text);
  const std::size_t line = game.lineOf(9);  // moves ? to "spell zone" ...
  text.moveTo({.line = line, .column = text.lines()[line].find("spell")});
  text.erase();  // "pell zone"
  readAll(game, text);
  ASSERT_TRUE(game.line(line).mistake);
  EXPECT_EQ(game.line(line).mistake->column, 14U);
  EXPECT_HAS(game.line(line).mistake->message, "spell zone");
  EXPECT_EQ(game.game().size(), 19U);  // and the card that was not set is not there to be used
  text.undo();
  readAll(game, text);
  EXPECT_FALSE(game.line(line).mistake);
  EXPECT_EQ(game.game().size(), 21U);
}

TEST(TypedTranscript, ReportsMistakesInAHeader) {
  TypedText text("game \"x\"\nP1 \"A\"\nP2 \"B\"\nruleset \"yugiho\"\n\nP1 concedes\n");
  TypedTranscript game(test::rulesWith(test::kFridayCards));
  readAll(game, text);
  EXPECT_FALSE(game.hasGame());
  ASSERT_TRUE(game.line(3).mistake);
  EXPECT_HAS(game.line(3).mistake->message, "yugioh");
  EXPECT_EQ(game.line(5).kind, ReadLine::Kind::unread);
  text.moveTo({.line = 3, .column = 15});
  text.backspace();
  text.backspace();
  text.insert("oh");
  readAll(game, text);
  ASSERT_TRUE(game.hasGame()) << told(game);
  EXPECT_EQ(game.game().size(), 1U);
}

TEST(TypedTranscript, GivesTheTableAfterAnyEvent) {
  TypedText text(test::textOf(test::kFriday));
  TypedTranscript game(test::rulesWith(test::kFridayCards));
  readAll(game, text);
  RunningState running(game.game().header(), game.rules()->rules());
  const EventsOf events(game.game());
  EXPECT_EQ(game.tableAfter(0)->fingerprint, running.state().fingerprint);
  for (EventNumber number = 1; number <= game.game().size(); ++number) {
    const HeldEvent event = game.game().event(number);
    running.add(number, event, events);
    EXPECT_EQ(game.tableAfter(number)->fingerprint, running.state().fingerprint) << number;
  }
}

TEST(TypedTranscript, JudgesAGroupTogetherIfOnlyItsLaterEventsNameIt) {
  const test::TempDirectory place;
  TypedText text(test::kTerrainsChangePlaces);
  TypedTranscript game(test::rulesWith(place.file("terrains.json", test::kTerrains)));
  readAll(game, text);
  const std::size_t first = game.lineOf(4);
  EXPECT_TRUE(game.line(first).comments.empty()) << told(game);
  EXPECT_TRUE(game.line(game.lineOf(5)).comments.empty()) << told(game);
  const HeldEvent opens = game.game().event(4);
  EXPECT_EQ(opens->getGroup(), 4U);
  text.moveTo({.line = game.lineOf(5), .column = text.lines()[game.lineOf(5)].find(" with")});
  text.eraseToEnd();
  readAll(game, text);
  ASSERT_EQ(game.line(first).comments.size(), 1U) << told(game);
  EXPECT_HAS(game.line(first).comments[0], "ILLEGAL [l5r.keyword.terrain]") << told(game);
}

TEST(TypedTranscript, IsTheSameHoweverItWasTyped) {
  const std::string friday = test::textOf(test::kFriday);
  std::mt19937 random(12);
  const auto below = [&](std::size_t limit) { return random() % std::max<std::size_t>(limit, 1); };
  TypedText text(friday);
  TypedTranscript typed(test::rulesWith(test::kFridayCards));
  const std::vector<std::string> pieces{"\n",
                                        "P2 draws 1\n",
                                        "x",
                                        "\"",
                                        "=",
                                        " = \"Iron Bell\"\n",
                                        "rewinds to 9\n",
                                        "corrects 12: nothing\n",
                                        "; ",
                                        "game \"other\"\n",
                                        "P1 starts 3 life\n",
                                        " with last",
                                        " "};
  for (int step = 0; step < 400; ++step) {
    text.moveTo({.line = below(text.lines().size()), .column = below(40)});
    switch (below(6)) {
      case 0:
      case 1:
        text.insert(pieces[below(pieces.size())]);
        break;
      case 2:
        text.backspace();
        break;
      case 3:
        text.eraseToEnd();
        break;
      default:
        text.undo();
    }
    typed.take(text.lines(), text.takeChanged());
    const bool in_the_midst = typed.work(below(9));
    if (in_the_midst && step % 3 == 0) continue;  // changed before everything was read
    while (typed.work(5)) {
    }
    std::string whole;
    for (const std::string& line : text.lines()) whole += line + '\n';
    whole.pop_back();
    TypedText again(whole);
    TypedTranscript reread(test::rulesWith(test::kFridayCards));
    readAll(reread, again);
    ASSERT_EQ(told(typed), told(reread)) << "step " << step << "\n" << whole;
  }
}

}  // namespace
}  // namespace docket::typed_transcript_test
