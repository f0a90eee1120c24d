// docket cases: published answers of a library, compared with the rules.
#include <fmt/format.h>

#include <set>

#include "tests/tools/run.h"

namespace docket::library_test {
namespace {

using test::has;
using test::Ran;
using test::run;

std::string conformance(const std::string& folder) {
  return docket::test::sourceDir() + "/tests/conformance/" + folder;
}

/// A record in which a card uses its once-per-turn ability so many times in a turn, after some turns without a use.
std::string record(const std::string& name, int turns, int uses) {
  std::string text = fmt::format(
      "record {}\n  deckRegistered player=1 zone=deck first=1 : Cask Wyrm\n"
      "  cardMoved card=1 player=1 zone=\"monster zone\" slot=0 face=up\n",
      name);
  for (int turn = 0; turn < turns; ++turn)
    text += fmt::format("  began period=turn player={}\n  ended period=turn\n", turn % 2 + 1);
  text += "  began period=turn player=1\n";
  for (int use = 0; use < uses; ++use) text += "  P1 abilityActivated player=1 card=1 ability=1\n";
  return text + "end\n";
}

/// A library of 30 answers about a second use in a turn, and 60 about a first and a third one.
std::string plantedLibrary() {
  std::string text = "rules yugioh 2022-06-22\ncards cards.json\nsource \"head judge\"\ndate 2024-05-01\n";
  for (int i = 0; i < 30; ++i) {
    const std::string name = fmt::format("r{}", i);
    text += record(name, i, 3);
    const int first = 2 + 2 * i + 2;
    text += fmt::format("check ygo.soft | {} | legal({}) | true | first {}\n", name, first, i);
    text += fmt::format("case ygo.soft | {} | legal({}) | false | second {}\n", name, first + 1, i);
    text += fmt::format("case ygo.soft | {} | legal({}) | false | third {}\n", name, first + 2, i);
  }
  return text;
}

class Library : public testing::Test {
 protected:
  Library() {
    std::filesystem::create_directories(place / "library");
    put("library/cards.json", test::textOf(conformance("yugioh/cards.json")));
    std::string rules = test::textOf(docket::test::sourceDir() + "/engine/rulesets/yugioh.json");
    const std::string limit = R"("wording": "Once per turn", "clause": "ygo.soft")";
    rules.insert(rules.find(limit) + limit.size(), R"(, "max": 2)");
    draft = place.file("draft.json", rules);
  }

  void put(const std::string& name, const std::string& text) const { static_cast<void>(place.file(name, text)); }
  /// The answers that a check shows by what they are about, from its JSON: those that differ, and those that change.
  std::set<std::string> flagged(const std::vector<std::string>& options, const std::string& flag) const {
    std::vector<std::string> typed{"cases", "check", place / "library", "--json"};
    typed.insert(typed.end(), options.begin(), options.end());
    std::set<std::string> found;
    std::istringstream lines(run(typed).out);
    for (std::string line; std::getline(lines, line);) {
      if (has(line, flag)) found.insert(test::memberOf(line, "shows"));
    }
    return found;
  }

  test::TempDirectory place;
  std::string draft;
};

TEST_F(Library, AgreesWithTheConformanceCasesOfEachGame) {
  for (const char* game : {"l5r", "yugioh", "marvel-champions", "grand-archive", "huntik", "hearthstone", "tidepool"}) {
    const Ran ran = run({"cases", "check", conformance(game)});
    EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
    EXPECT_HAS(ran.out, " agree, 0 differ, 0 undecided");
  }
}

TEST_F(Library, FlagsExactlyTheAnswersThatARulesChangeMadeStale) {
  put("library/planted.cases", plantedLibrary());
  std::set<std::string> planted;
  for (int i = 0; i < 30; ++i) planted.insert(fmt::format("\"second {}\"", i));
  EXPECT_EQ(flagged({}, R"("outcome":"differs")"), std::set<std::string>{});
  EXPECT_EQ(flagged({"--rules", draft}, R"("outcome":"differs")"), planted);
  EXPECT_EQ(flagged({"--to", draft}, R"("causes":["ygo.soft"])"), planted);
  EXPECT_EQ(flagged({"--to", draft}, R"("change":{)"), planted);
  const Ran ran = run({"cases", "check", place / "library", "--to", draft});
  EXPECT_EQ(ran.status, 1);
  EXPECT_HAS(ran.out, "\n30 answers changed: 30 by ygo.soft\n");
  EXPECT_HAS(ran.out, "  becomes true, by ygo.soft\n");
  EXPECT_HAS(ran.out, "second 7 (head judge, 2024-05-01)\n");
}

TEST_F(Library, ReportsWhatIsUndecidedAndWhy) {
  put("library/a.cases",
      "rules yugioh 2022-06-22\ncards cards.json\nrecord unseen\n"
      "  deckRegistered player=1 zone=deck first=1 : ?\nend\n"
      "check ygo.soft | unseen | stat(#1, \"ATK\") | 4 | nobody has seen the card\n"
      "check ygo.soft | unseen | zone(#1) | \"hand\" | it lies elsewhere\n"
      "check ygo.soft | unseen | stat(#1, \"ATC\") | 4 | no such stat\n");
  const Ran ran = run({"cases", "check", place / "library"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.out, "a.cases:6");
  EXPECT_HAS(ran.out, "undecided\n  stat(#1, \"ATK\"): unknown: ");
  EXPECT_HAS(ran.out, "differs\n  zone(#1): \"deck\"; published: \"hand\"\n");
  EXPECT_HAS(ran.out, "the ruleset has no stat \"ATC\" (did you mean \"ATK\"?)");
  EXPECT_HAS(ran.out, "1 file: 0 answers agree, 1 differs, 1 undecided, 1 cannot be asked\n");
}

TEST_F(Library, SkipsUnreadableCasesAndComputesTheOthers) {
  put("library/a.cases", "rules yugiho 2022-06-22\n");
  put("library/b.cases", "rules yugioh 2022-06-22\ncards cards.json\n" + record("r", 0, 1) +
                             "check ygo.soft | r | legal(4) | true | the first use\n"
                             "check ygo.soft | s | legal(4) | true | no such record\ndate 2024-5-1\n");
  const Ran ran = run({"cases", "check", place / "library"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, "a.cases:1:7: there is no ruleset yugiho (did you mean \"yugioh\"?)");
  EXPECT_HAS(ran.err, "there is no record s before this line");
  EXPECT_HAS(ran.err, "expected date YYYY-MM-DD");
  EXPECT_HAS(ran.out, "2 files: 1 answer agrees, 0 differ, 0 undecided; 3 parts cannot be read\n");
}

TEST_F(Library, LeavesOutFilesOfOtherGames) {
  const Ran ran = run({"cases", "check", conformance("marvel-champions"), "--rules", "yugioh"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, "0 undecided; 3 files of other games left out\n");
}

}  // namespace
}  // namespace docket::library_test
