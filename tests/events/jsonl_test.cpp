// JSON Lines is lossless and strict: written text reads back as the same bytes, and mistakes are refused with their
// place.
#include "events/json/jsonl.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "events/document.h"
#include "events/errors.h"
#include "tests/events/random_game.h"

namespace docket::jsonl_test {
namespace {

template <class Reader>
std::string canonical(Reader from) {
  const auto words = canonicalWords(from);
  const auto chars = words.asChars();
  return {chars.begin(), chars.size()};
}

std::string written(const Recording& recording) {
  std::ostringstream out;
  writeJsonLines(recording, out);
  return out.str();
}

Recording read(const std::string& text) {
  std::istringstream in(text);
  return readJsonLines(in, "game.jsonl");
}

std::string refusal(const std::string& text) {
  try {
    static_cast<void>(read(text));
  } catch (const BadInput& refused) {
    return refused.what();
  }
  return "taken";
}

class RandomGames : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomGames, AreTheSameBytesAfterTheyWereWrittenAndRead) {
  const Recording game = randomGame(GetParam(), 300);
  const std::string text = written(game);
  const Recording again = read(text);
  ASSERT_EQ(again.size(), game.size());
  EXPECT_EQ(canonical(again.header()), canonical(game.header()));
  for (std::uint32_t n = 1; n <= game.size(); ++n) {
    ASSERT_EQ(canonical(*again.event(n)), canonical(*game.event(n))) << "event " << n;
  }
  EXPECT_EQ(written(again), text);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomGames, testing::Range<std::uint64_t>(1, 21));

const std::string kHeader = R"({"game":{"id":"g/1","players":[{"name":"Ada"},{"name":"Ben"}]}})"
                            "\n";
const std::string kDeck = R"({"n":1,"deckRegistered":{"player":1,"zone":"deck","first":1,"count":40}})"
                          "\n";

TEST(JsonLines, OmitTheNamesThatTheirLineUsesInOrder) {
  const Recording game = read(kHeader + kDeck + R"({"cardMoved":{"card":1,"zone":"hand","reason":"draw"}})");
  ASSERT_EQ((*game.event(2)).getContext().getNames().size(), 2U);
  EXPECT_STREQ((*game.event(2)).getContext().getNames()[1].cStr(), "draw");
  EXPECT_EQ(written(game), kHeader + kDeck +
                               R"({"n":2,"cardMoved":{"card":1,"zone":"hand","reason":"draw"}})"
                               "\n");
}

TEST(JsonLines, WriteOutTheNamesThatAreInAnotherOrder) {
  const std::string line =
      R"({"n":1,"context":{"names":["hand","deck"]},"pileMoved":{"player":1,"from":"deck","to":"hand"}})"
      "\n";
  const Recording game = read(kHeader + line);
  EXPECT_EQ((*game.event(1)).getPileMoved().getFrom(), 2);
  EXPECT_EQ(written(game), kHeader + line);
}

TEST(JsonLines, KeepAnEmptyContext) {
  const std::string line = R"({"n":1,"context":{},"begins":[],"conceded":{"player":1}})"
                           "\n";
  EXPECT_EQ(written(read(kHeader + line)), kHeader + line);
}

TEST(JsonLines, KeepAChosenUnionMemberWithoutAValue) {
  for (const std::string line : {R"({"n":1,"note":null})", R"({"n":1,"note":""})", R"({"n":1,"rulingGiven":null})",
                                 R"({"n":1,"rulingGiven":{}})", R"({"n":1,"changeBegan":true})"}) {
    EXPECT_EQ(written(read(kHeader + line)), kHeader + line + "\n");
  }
}

TEST(JsonLines, SkipEmptyLinesAndAcceptWindowsLineEndings) {
  EXPECT_EQ(read("\r\n" + kHeader + "\n  \r\n" + R"({"note":"x"})" + "\r\n").size(), 1U);
}

struct Mistake {
  std::string event;
  std::string said;
};

class JsonLinesRefuse : public testing::TestWithParam<Mistake> {};

TEST_P(JsonLinesRefuse, WithThePlaceOfTheField) {
  EXPECT_EQ(refusal(kHeader + kDeck + GetParam().event), GetParam().said);
}

const Mistake kMistakes[] = {
    {R"({"cardMoved":{"zone":"hand","card":41}})",
     "game.jsonl:3:36: cardMoved.card: there is no card 41 (the last is 40)"},
    {R"({"cardMoved":{"zone":"hand"}})",
     "game.jsonl:3:14: cardMoved.card: there is no card 0: cards are numbered from 1"},
    {R"({"n":3,"conceded":{"player":1}})", "game.jsonl:3:6: expected event 2 next, found event 3"},
    {R"({"n":2,"n":2,"conceded":{"player":1}})", R"(game.jsonl:3:8: "n" appears here twice)"},
    {R"({"m":2,"conceded":{"player":1}})",
     R"json(game.jsonl:3:2: "m" is not a field of Event (did you mean "n"?))json"},
    {R"({"conceded":{"player":3}})", "game.jsonl:3:23: conceded.player: there is no seat 3 (the game has 2)"},
    {R"({"actor":9,"conceded":{"player":1}})", "game.jsonl:3:10: actor: there is no seat 9 (the game has 2)"},
    {R"({"n":2})", "game.jsonl:3:1: an event must say what happened"},
    {R"({"nothing":true})", "game.jsonl:3:1: an event must say what happened"},
    {R"({"effectNegated":{"activation":1,"by":2}})",
     "game.jsonl:3:39: effectNegated.by: event 2 is not an earlier event (the last is 1)"},
    {R"({"group":7,"conceded":{"player":1}})", "game.jsonl:3:10: group: event 7 is not an earlier event"},
    {R"({"context":{"causes":[1,2]},"conceded":{"player":1}})",
     "game.jsonl:3:25: context.causes[1]: event 2 is not an earlier event (the last is 1)"},
    {R"({"context":{"identities":[{"card":1},{"card":99}]},"note":"x"})",
     "game.jsonl:3:46: context.identities[1].card: there is no card 99 (the last is 40)"},
    {R"({"context":{"names":["deck"]},"note":"x"})", R"(game.jsonl:3:22: the name "deck" is already in use)"},
    {R"({"context":{"names":["a","a"]},"note":"x"})", R"(game.jsonl:3:26: the name "a" is already in use)"},
    {R"({"context":{"names":["a\u0007"]},"note":"x"})",
     R"(game.jsonl:3:22: context.names[0]: the name "a\x07" has a control character)"},
    {R"({"context":{"seals":[{"place":1}]},"note":"x"})",
     "game.jsonl:3:21: context.seals: in a complete record a seal has a salt of 16 bytes; only a record for one seat "
     "has commitments"},
    {R"({"deckRegistered":{"player":1,"first":40,"count":1}})",
     "game.jsonl:3:39: deckRegistered.first: new cards must start with 41, the next free number, not with 40"},
    {R"({"deckRegistered":{"player":1,"first":41,"count":10001}})",
     "game.jsonl:3:50: deckRegistered.count: 10001 is not from 1 to 10000"},
    {R"({"deckRegistered":{"player":1,"first":41}})",
     "game.jsonl:3:19: deckRegistered.count: 0 is not from 1 to 10000"},
    {R"({"shuffled":{"player":1,"first":41,"count":2,"order":[1]}})",
     "game.jsonl:3:54: shuffled.order: 1 listed, but count says 2"},
    {R"({"shuffled":{"player":1,"first":41,"count":1,"order":[41]}})",
     "game.jsonl:3:55: shuffled.order[0]: there is no card 41 (the last is 40)"},
    {R"({"valueChanged":{"subject":"P1","value":"life","how":"lost","amount":-1}})",
     "game.jsonl:3:70: valueChanged.amount: -1 is negative: only \"set\" can have a negative number"},
    {R"({"abilityActivated":{"player":1,"card":0,"ability":1}})",
     "game.jsonl:3:40: abilityActivated.card: an ability that is on no card needs a name: give it in \"named\""},
    {R"({"corrected":{"event":1,"replacement":{"abilityActivated":{"player":1,"card":0}}}})",
     "game.jsonl:3:78: corrected.replacement.abilityActivated.card: an ability that is on no card needs a name: "
     "give it in \"named\""},
    {R"({"traitTriggered":{"player":1,"card":0}})",
     "game.jsonl:3:38: traitTriggered.card: there is no card 0: cards are numbered from 1"},
    {R"({"valueChanged":{"subject":"P4","value":"life","amount":1}})",
     "game.jsonl:3:28: valueChanged.subject: there is no player P4 (the game has 2)"},
    {R"({"cardAttached":{"card":1,"host":"#77"}})",
     "game.jsonl:3:34: cardAttached.host: there is no card 77 (the last is 40)"},
    {R"({"corrected":{"event":1,"replacement":{"corrected":{"event":1}}}})",
     "game.jsonl:3:52: corrected.replacement.corrected: a correction cannot be a replacement"},
    {R"({"corrected":{"event":1,"replacement":{"valueChanged":{"how":"paid","amount":-2}}}})",
     "game.jsonl:3:78: corrected.replacement.valueChanged.amount: -2 is negative: only \"set\" can have a negative "
     "number"},
    {R"({"corrected":{"event":1,"replacement":{"cardCeased":{"card":41}}}})",
     "game.jsonl:3:61: corrected.replacement.cardCeased.card: there is no card 41 (the last is 40)"},
};

INSTANTIATE_TEST_SUITE_P(Events, JsonLinesRefuse, testing::ValuesIn(kMistakes));

TEST(JsonLines, RefuseAnInvalidHeader) {
  EXPECT_EQ(refusal(""), "game.jsonl: it contains no game");
  EXPECT_EQ(refusal(kDeck), R"(game.jsonl:1:2: expected "game" and nothing else, found "n")");
  EXPECT_EQ(refusal(R"({"game":{"id":"a b"}})"),
            R"(game.jsonl:1:15: id: "a b" is not a game id: use 1 to 128 of A-Z a-z 0-9 . _ - /)");
  EXPECT_EQ(refusal(R"({"game":{"id":"g","date":"2024-13-01"}})"),
            R"(game.jsonl:1:26: date: "2024-13-01" is not a date: expected YYYY-MM-DD)");
  EXPECT_EQ(refusal(R"({"game":{"id":"g","players":[{"salt":"00"}]}})"),
            "game.jsonl:1:38: players[0].salt: a salt has 16 bytes");
}

TEST(JsonLines, RefuseARecordOfFormat1WithAdvice) {
  const std::string digest(64, 'a');
  const std::string salt(32, 'b');
  const std::string commitment = R"("sourceCommitment":")" + digest + R"(")";
  const std::string unsalted = R"("sourceDigest":")" + digest + R"(")";
  const std::string salted = unsalted + R"(,"sourceSalt":")" + salt + R"(")";
  struct {
    std::string members, said;
  } const rows[] = {
      {R"("recordFormat":1)", "this record is of format 1"},
      {unsalted, "import the original file of the game again"},
      {R"("recordFormat":2,)" + unsalted, "this record is of format 1"},
      {R"("recordFormat":3)", "this record is of format 3, and this program reads format 2: use a newer docket"},
      {R"("recordFormat":2,)" + salted, "taken"},
      {R"("recordFormat":2,)" + commitment, "taken"},
      {R"("recordFormat":2)", "taken"},
      {R"("viewer":1,"players":[{}],)" + commitment, "taken"},
      {R"("viewer":1,"players":[{}],)" + salted, "hidden cards could be guessed from its digest"},
      {R"("viewer":255,)" + salted, "has only a commitment to what the game came from"},
      {salted + "," + commitment, "it replaces a sourceDigest that was left out"},
      {R"("sourceSalt":")" + salt + R"(")", "there is no sourceDigest that it could belong to"},
      {R"("sourceDigest":")" + digest + R"(","sourceSalt":"00")", "a salt has 16 bytes"},
      {R"("sourceCommitment":"00")", "a commitment has 32 bytes"},
  };
  for (const auto& row : rows) {
    const auto said = refusal(R"({"game":{"id":"g",)" + row.members + "}}");
    EXPECT_NE(said.find(row.said), std::string::npos) << row.members << ": " << said;
  }
}

/// Every mistake of a text, a line each.
std::string refusals(const std::string& text) {
  try {
    static_cast<void>(read(text));
  } catch (const BadText<>& bad) {
    std::string all;
    for (const BadInput& one : bad.mistakes()) all += std::string(one.what()) + '\n';
    return bad.more() == 0 ? all : all + std::to_string(bad.more()) + " more\n";
  }
  return "taken";
}

TEST(JsonLines, ReportAllMistakesWithoutTheirConsequences) {
  const std::string more = R"({"cardMoved":{"card":41,"player":1,"zone":"hand"}})"
                           "\n";
  const std::string told = "cardMoved.card: there is no card 41 (the last is 40)\n";
  EXPECT_EQ(refusals(kHeader + kDeck + more + more), "game.jsonl:3:22: " + told + "game.jsonl:4:22: " + told);
  // A line that may have brought the card.
  EXPECT_EQ(refusals(kHeader + kDeck +
                     R"({"cardCreated":{"card":41,"ownr":1}})"
                     "\n" +
                     more)
                .find("card 41"),
            std::string::npos);
  // One of several events that happen at the same time.
  const std::string group = refusals(kHeader + kDeck + R"({"note":"first","group":2}
{"note":3,"group":2}
{"note":"third","group":2}
{"note":"fourth","group":2}
)");
  EXPECT_EQ(std::count(group.begin(), group.end(), '\n'), 1) << group;
  // A number that comes a second time, and ones that are missing.
  const std::string numbers = refusals(kHeader + kDeck + R"({"n":1,"note":"again"}
{"n":2,"note":"second"}
{"n":4,"note":"fourth"}
{"n":5,"note":"fifth"}
)");
  EXPECT_EQ(std::count(numbers.begin(), numbers.end(), '\n'), 2) << numbers;
  std::string many = kHeader + kDeck;
  for (int i = 0; i < 70; ++i) many += "{}\n";
  EXPECT_TRUE(refusals(many).ends_with("\n20 more\n")) << refusals(many);
  EXPECT_EQ(refusals(kHeader + kDeck +
                     R"({"n":4000000000,"note":"x"})"
                     "\n{}\n"),
            "game.jsonl:3:6: expected event 2 next, found event 4000000000\n")
      << "nothing is read after a gap of that size";
}

TEST(JsonLines, RecogniseAHeaderWhateverItsWhitespace) {
  for (const std::string_view line : {R"({"game":{})", R"({"game": {"id":"g"}})", R"({ "game" : { "id" : "g" } })",
                                      "\t{\t\"game\"\t:\t{", "  {\"game\":{\r"}) {
    EXPECT_TRUE(isHeaderLine(line)) << line;
  }
  for (const std::string_view line : {R"({"game":"g","note":"x"})", R"({"note":"{\"game\":{"})", R"({"games":{}})",
                                      R"(["game",{}])", "", "{", R"({"game")"}) {
    EXPECT_FALSE(isHeaderLine(line)) << line;
  }
}

/// A game with hidden cards, as earlier programs exported it whole: without seals, but with its secrets.
struct Exported {
  std::string text;

  Exported() {
    const Recording game = randomGame(31, 20);
    Secrets secrets(testSecret());
    secrets.addPast(9, Secret{7});
    text = written(game) +
           fmt::format(R"({{"end":{{"events":{},"head":"{}","secret":"{}","past":[{{"last":9,"secret":"{}"}}]}}}})",
                       game.size(), hex(headOf(game, secrets)), hex(secrets.of(0)), hex(Secret{7})) +
           "\n";
  }

  /// The error in the text; "taken" if there is none.
  static std::string against(const std::string& text) {
    try {
      std::istringstream in(text);
      std::optional<RecordEnd> end;
      const Recording read = readJsonLines(in, "game.jsonl", 1, &end);
      requireEnd(read, end, "game.jsonl");
      return end ? "taken" : "taken without an end";
    } catch (const BadInput& refused) {
      return refused.what();
    }
  }
};

TEST(JsonLinesEnd, RequiresTheCountAndHeadOfTheRecord) {
  const Exported exported;
  EXPECT_EQ(Exported::against(exported.text), "taken");
  // cut after each of its lines, and within each
  for (std::size_t at = exported.text.find('\n') + 1; at + 1 < exported.text.size(); at += 41) {
    const auto said = Exported::against(exported.text.substr(0, at));
    EXPECT_NE(said, "taken") << at;
    EXPECT_NE(said, "taken without an end") << at;
  }
  const auto last = exported.text.rfind('\n', exported.text.size() - 2) + 1;
  EXPECT_NE(Exported::against(exported.text.substr(0, last))
                .find("the record was cut short: its end is missing after event 20"),
            std::string::npos);
  const auto before = exported.text.rfind('\n', last - 2) + 1;
  EXPECT_NE(Exported::against(exported.text.substr(0, before) + exported.text.substr(last))
                .find("the record should have 20 events, but has 19: it was cut"),
            std::string::npos);
  std::string altered = exported.text;
  altered.replace(altered.find("random/1"), 8, "random/2");
  EXPECT_NE(Exported::against(altered).find("the record was altered"), std::string::npos);
  EXPECT_NE(Exported::against(exported.text + "{\"note\":\"x\"}\n").find("there is text after the end"),
            std::string::npos);
}

TEST(JsonLinesEnd, IsNotRequiredOfHandWrittenRecords) {
  EXPECT_EQ(Exported::against(kHeader + kDeck), "taken without an end");
}

TEST(JsonLinesEnd, IsRefusedIfMalformed) {
  const std::string head(64, 'a');
  struct {
    std::string end, said;
  } const rows[] = {
      {R"({"end":{"events":1}})", "head: expected 32 bytes, found 0"},
      {R"({"end":{"events":1,"head":"00"}})", "head: expected 32 bytes, found 1"},
      {R"({"end":{"events":1,"head":")" + head + R"(","secret":"00"}})", "secret: expected 32 bytes, found 1"},
      {R"({"end":{"events":1,"heads":""}})", "did you mean \"head\"?"},
      {R"({"end":{"events":1,"head":")" + head + R"(","secret":")" + head + R"(","past":[{"last":1,"secret":")" + head +
           R"("},{"last":1,"secret":")" + head + R"("}]}})",
       "expected falling event numbers"},
      {R"({"end":{"events":1,"head":")" + head + R"("}})", "the record was altered"},
  };
  for (const auto& row : rows) {
    const auto said = Exported::against(kHeader + kDeck + row.end);
    EXPECT_NE(said.find(row.said), std::string::npos) << row.end << ": " << said;
  }
}

TEST(JsonLines, RefuseATextThatIsTooLong) {
  const std::string text(65'537, 'x');
  EXPECT_EQ(refusal(kHeader + R"({"note":")" + text + R"("})"),
            "game.jsonl:2:9: note: 65537 bytes; the maximum is 65536");
}

TEST(JsonLines, RefuseAGroupThatIsNotContiguous) {
  const std::string one = R"({"conceded":{"player":1}})"
                          "\n";
  const std::string of_one = R"({"group":1,"conceded":{"player":1}})"
                             "\n";
  EXPECT_EQ(read(kHeader + of_one + of_one + of_one).size(), 3U);
  EXPECT_EQ(
      refusal(kHeader + one + of_one),
      "game.jsonl:3:10: group: event 1 has no group; the first of several simultaneous events has its own number as "
      "its group (typed: \"with next\")");
  EXPECT_EQ(refusal(kHeader + one + one + of_one),
            "game.jsonl:4:10: group: the events of a group must be consecutive, and event 2 is not in group 1");
}

}  // namespace
}  // namespace docket::jsonl_test
