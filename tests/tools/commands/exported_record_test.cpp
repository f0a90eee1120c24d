// Records exported from one archive and imported into another: whole, truncated, altered, of several games, with an
// expected head.
#include <fmt/format.h>

#include "tests/tools/disputed_game.h"

namespace docket::exported_record_test {
namespace {

using test::memberOf;
using test::Ran;
using test::TempDirectory;

class ExportedRecord : public test::DisputedGame {
 protected:
  [[nodiscard]] std::string exported(const std::vector<std::string>& options = {}) const {
    std::vector<std::string> typed{"export", "court/7"};
    typed.insert(typed.end(), options.begin(), options.end());
    const Ran ran = run(typed);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return ran.out;
  }
  /// Takes a text into another archive.
  [[nodiscard]] Ran takenIn(const TempDirectory& other, const std::string& text,
                            std::vector<std::string> options = {}) const {
    std::vector<std::string> typed{
        "import", other.file("taken.jsonl", text), "--cards", place / "cards.json", "--archive", other.archive(),
        "--json"};
    typed.insert(typed.end(), options.begin(), options.end());
    return test::run(typed);
  }
  static std::string withoutLastLine(const std::string& text) {
    return text.substr(0, text.rfind('\n', text.size() - 2) + 1);
  }
};

TEST_F(ExportedRecord, HasTheSameHeadInEveryArchive) {
  const std::string whole = exported();
  const std::string head = memberOf(run({"verify", "court/7", "--json"}).out, "head");
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{}, {"--seat", "P1"}, {"--seat", "P2"}, {"--seat", "spectator"}}) {
    const TempDirectory other;
    const std::string text = exported(options);
    const Ran taken = takenIn(other, text);
    ASSERT_EQ(taken.status, 0) << taken.out << taken.err;
    EXPECT_EQ(memberOf(taken.out, "head"), head);
    EXPECT_EQ(test::run({"export", "court/7", "--archive", other.archive()}).out, text);
  }
}

TEST_F(ExportedRecord, OfABranchKeepsItsHeadWithoutItsParent) {
  ASSERT_EQ(run({"branch", "court/7", "--at", "11", "--as", "first", "--add", "note \"otherwise\""}).status, 0);
  ASSERT_EQ(run({"branch", "first", "--at", "12", "--as", "second", "--add",
                 "cardsDrawn player=2 from=\"fate deck\" to=hand cards=[4]"})
                .status,
            0);
  for (const std::string game : {"first", "second"}) {
    const TempDirectory other;
    const Ran whole = run({"export", game});
    const Ran taken = takenIn(other, whole.out);
    ASSERT_EQ(taken.status, 0) << taken.out << taken.err;
    EXPECT_EQ(memberOf(taken.out, "head"), memberOf(run({"verify", game, "--json"}).out, "head"));
    EXPECT_EQ(test::run({"export", game, "--archive", other.archive()}).out, whole.out);
    EXPECT_EQ(test::run({"export", game, "--seat", "P2", "--archive", other.archive()}).out,
              run({"export", game, "--seat", "P2"}).out);
  }
}

TEST_F(ExportedRecord, IsRefusedIfTruncatedOrAltered) {
  const std::string whole = exported();
  struct {
    std::string text, said;
  } const rows[] = {
      {withoutLastLine(whole), "the record was cut short: its end is missing after event 18"},
      {withoutLastLine(withoutLastLine(whole)), "the record was cut short: its end is missing after event 17"},
      {whole.substr(0, whole.size() - 40), "taken.jsonl\",\"line\":20,"},
      {withoutLastLine(withoutLastLine(whole)) + whole.substr(withoutLastLine(whole).size()),
       "the record should have 18 events, but has 17"},
      {std::string(whole).replace(whole.find("\"amount\":5"), 10, "\"amount\":6"), "the record was altered"},
      {std::string(whole).replace(whole.find("Bastien"), 7, "Sebastian"), "the record was altered"},
  };
  for (const auto& row : rows) {
    const TempDirectory other;
    const Ran taken = takenIn(other, row.text);
    EXPECT_EQ(taken.status, 2) << row.said;
    EXPECT_HAS(taken.out, row.said);
    EXPECT_FALSE(std::filesystem::exists(other.archive())) << row.said;
  }
}

TEST_F(ExportedRecord, IsImportedAsFarAsPossibleOnRequest) {
  const TempDirectory other;
  const std::string cut = withoutLastLine(withoutLastLine(exported()));
  const Ran taken = takenIn(other, cut, {"--cut"});
  EXPECT_EQ(taken.status, 0) << taken.out;
  EXPECT_EQ(memberOf(taken.out, "events"), "17");
}

TEST_F(ExportedRecord, IsImportedOnlyWithTheExpectedHead) {
  const std::string text = exported({"--seat", "P2"});
  const std::string head = memberOf(run({"verify", "court/7", "--json"}).out, "head").substr(1, 64);
  const TempDirectory other;
  const Ran wrong = takenIn(other, text, {"--expect-head", std::string(64, 'a')});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_HAS(wrong.out, "this is not the expected record: it has the head " + head);
  EXPECT_FALSE(std::filesystem::exists(other.archive()));
  const Ran short_of = takenIn(other, text, {"--expect-head", head.substr(0, 16)});
  EXPECT_EQ(short_of.status, 2);
  EXPECT_HAS(short_of.err, "expected a head of 64 digits");
  const Ran two = takenIn(other, text + text, {"--expect-head", head});
  EXPECT_EQ(two.status, 2);
  EXPECT_HAS(two.out, "--expect-head is for one game, but the file has several");
  const Ran typed = takenIn(other, run({"log", "court/7"}).out, {"--expect-head", head});
  EXPECT_EQ(typed.status, 2);
  EXPECT_HAS(typed.out, "--expect-head works only for JSON Lines");
  EXPECT_EQ(takenIn(other, text, {"--expect-head", head}).status, 0);
  const TempDirectory whole;
  EXPECT_EQ(takenIn(whole, exported(), {"--expect-head", head}).status, 0);
}

TEST_F(ExportedRecord, OfFormat1IsRefusedByName) {
  std::string old = exported();
  const auto format = old.find("\"recordFormat\":2");
  old.replace(format, 16, "\"recordFormat\":1");
  const TempDirectory other;
  const Ran taken = takenIn(other, old);
  EXPECT_EQ(taken.status, 2);
  EXPECT_HAS(taken.out, "this record is of format 1");
  EXPECT_HAS(taken.out, "import the original file of the game again");
  // as the program that wrote format 1 did: without a word of the format, with a digest that has no salt
  std::string unsalted = exported();
  const auto member = unsalted.find(",\"recordFormat\":2");
  unsalted.erase(member, unsalted.find(",\"sourceSalt\"") - member);
  const auto salt = unsalted.find(",\"sourceSalt\"");
  unsalted.erase(salt, unsalted.find('}', salt) - salt);
  EXPECT_HAS(takenIn(other, unsalted).out, "this record is of format 1") << unsalted;
  const Ran recorded = test::run({"record", "--archive", other.archive()}, unsalted.substr(0, unsalted.find('\n') + 1));
  EXPECT_EQ(recorded.status, 2);
  EXPECT_HAS(recorded.out, "this record is of format 1");
}

TEST_F(ExportedRecord, SeveralInAFileAreSeparatedByTheirHeaders) {
  std::string file = "\n \n";
  std::size_t line = 2;
  for (std::size_t game = 0; game < 4; ++game) {
    const std::array<const char*, 4> begins{R"({"game":{)", R"({"game": {)", R"( { "game"  :  { )", "{\t\"game\" :\t{"};
    file += fmt::format(R"({}"id":"g{}","ruleset":"yugioh","players":[{{}},{{}}]}}}})", begins.at(game), game) +
            "\n\n{\"note\":\"x\"}\n";
    line += 3;
  }
  file += R"({ "game" :{"id":"bad","ruleset":"yugioh","players":[{}]}})"
          "\n{\"nte\":\"x\"}\n";
  const TempDirectory other;
  const Ran taken = test::run({"import", "--archive", other.archive(), other.file("several.jsonl", file)});
  EXPECT_EQ(taken.status, 2);
  EXPECT_HAS(taken.out, "4 stored, 0 unchanged, 1 refused") << taken.err;
  EXPECT_HAS(taken.err, fmt::format("several.jsonl:{}:", line + 2));
  // a directory is gone through for games by the same rule
  const TempDirectory directory;
  std::filesystem::create_directory(directory / "games");
  for (int blanks = 0; blanks < 3; ++blanks) {
    std::ignore = directory.file(fmt::format("games/{}.jsonl", blanks),
                                 std::string(static_cast<std::size_t>(blanks), ' ') + R"({"game" : {"id":"h)" +
                                     std::to_string(blanks) + R"(","ruleset":"yugioh","players":[{}]}})" + "\n");
  }
  EXPECT_EQ(test::run({"import", "--archive", other.archive(), directory / "games"}).status, 0);
  EXPECT_HAS(test::run({"games", "--archive", other.archive()}).out, "7 games");
}

}  // namespace
}  // namespace docket::exported_record_test
