// Every command on archives that are empty, incomplete or damaged in shared parts: an answer or a refusal that says
// what to do, and never a crash.
#include <fmt/format.h>

#include <set>

#include "store/archive.h"
#include "tests/tools/disputed_game.h"
#include "tests/tools/every_command.h"

namespace docket::odd_archives_test {
namespace {

namespace fs = std::filesystem;
using test::has;
using test::Ran;

std::string wordsOf(const test::Typed& typed) { return fmt::format("{}", fmt::join(typed.words, " ")); }

Ran on(const std::string& archive, test::Typed typed) {
  typed.words.insert(typed.words.end(), {"--archive", archive});
  return test::run(typed.words, typed.input);
}

/// Standard error, for commands that end well there too.
void expectUsefulAnswer(const Ran& ran, const std::string& typed) {
  EXPECT_GE(ran.status, 0) << typed;
  EXPECT_LE(ran.status, 4) << typed;
  EXPECT_TRUE(ran.status < 2 || !(ran.out + ran.err).empty()) << typed;
}

TEST(OddArchives, AreHandledByEveryCommand) {
  const test::TempDirectory place;
  std::set<std::string> walked;
  for (const auto& typed : test::everyCommand(place, "g")) walked.insert(typed.words.front());
  for (const Command& command : commands()) EXPECT_TRUE(walked.contains(std::string(command.name))) << command.name;
}

TEST(OddArchives, AnEmptyOneIsValid) {
  const test::TempDirectory place;
  for (const auto& typed : test::everyCommand(place, "g")) {
    fs::remove_all(place.archive());
    std::ignore = Archive::open(place.archive(), Access::create);
    const Ran ran = on(place.archive(), typed);
    expectUsefulAnswer(ran, wordsOf(typed));
    EXPECT_NE(ran.status, 3) << wordsOf(typed) << ": " << ran.err;
  }
  std::ignore = Archive::open(place / "empty", Access::create);
  const Ran all = on(place / "empty", {{"verify", "--all"}});
  EXPECT_EQ(all.status, 0) << all.err;
  EXPECT_HAS(all.out, "0 games: 0 agree, 0 differ, 0 damaged");
  EXPECT_EQ(on(place / "empty", {{"verify", "--all", "--json"}}).out,
            "{\"docket\":2,\"command\":\"verify\",\"end\":{\"items\":0}}\n");
}

TEST(OddArchives, AnInterruptedCreationIsFinishedByTheNextRecorder) {
  const test::TempDirectory place;
  const auto half_made = [&] {
    fs::remove_all(place.archive());
    std::ignore = Archive::open(place.archive(), Access::create);
    fs::remove(fs::path(place.archive()) / "ARCHIVE");
  };
  for (const auto& typed : test::everyCommand(place, "g")) {
    half_made();
    const Ran ran = on(place.archive(), typed);
    expectUsefulAnswer(ran, wordsOf(typed));
    EXPECT_NE(ran.status, 3) << wordsOf(typed) << ": " << ran.err;
  }
  const auto command = [&](const std::string& name) {
    for (const auto& typed : test::everyCommand(place, "further"))
      if (typed.words.front() == name) return typed;
    throw std::logic_error(name);
  };
  half_made();
  const Ran reads = on(place.archive(), command("games"));
  EXPECT_EQ(reads.status, 2);
  EXPECT_HAS(reads.err, "creating this archive was interrupted");
  const Ran imports = on(place.archive(), command("import"));
  EXPECT_EQ(imports.status, 0) << imports.err;
  EXPECT_EQ(on(place.archive(), command("games")).status, 0);
  half_made();
  const Ran records = on(place.archive(), {{"record"}, R"({"game":{"id":"g","ruleset":"yugioh","players":[{}]}})"});
  EXPECT_EQ(records.status, 0) << records.err;
}

TEST(OddArchives, AForeignFileIsLeftAlone) {
  const test::TempDirectory place;
  fs::create_directories(place.archive() + "/db");
  std::ignore = place.file("archive/letter.txt", "x");
  for (const auto& typed : test::everyCommand(place, "g")) {
    const Ran ran = on(place.archive(), typed);
    expectUsefulAnswer(ran, wordsOf(typed));
  }
  EXPECT_EQ(test::textOf(place.archive() + "/letter.txt"), "x");
  EXPECT_EQ(std::distance(fs::recursive_directory_iterator(place.archive()), {}), 2);
}

/// Three games that share one catalogue, which has a damaged byte.
TEST(OddArchives, ADamagedSharedDocumentIsReported) {
  const test::TempDirectory place;
  const std::string cards = place.file("cards.json", test::kCards);
  for (const std::string id : {"one", "two", "three"}) {
    std::string lines = test::kGame;
    lines.replace(lines.find("court/7"), 7, id);
    ASSERT_EQ(on(place / "whole", {{"import", place.file("g.jsonl", lines), "--cards", cards}}).status, 0);
  }
  std::size_t damaged = 0;
  for (const auto& entry : fs::recursive_directory_iterator(place / "whole")) {
    if (entry.path().extension() != ".sst") continue;
    for (const auto at : {entry.file_size() / 8, entry.file_size() / 4, entry.file_size() / 2}) {
      fs::remove_all(place.archive());
      fs::copy(place / "whole", place.archive(), fs::copy_options::recursive);
      {
        std::fstream file(place.archive() / fs::relative(entry.path(), place / "whole"),
                          std::ios::in | std::ios::out | std::ios::binary);
        file.seekg(static_cast<std::streamoff>(at));
        const auto byte = static_cast<char>(file.get() ^ 0x20);
        file.seekp(static_cast<std::streamoff>(at));
        file.put(byte);
      }
      for (const std::string jobs : {"1", "4"}) {
        const Ran ran = on(place.archive(), {{"verify", "--all", "--jobs", jobs}});
        EXPECT_TRUE(ran.status == 1 || ran.status == 3) << ran.status << ran.out << ran.err;
        damaged += ran.status == 3 ? 1U : 0U;
      }
    }
  }
  EXPECT_GT(damaged, 4U) << "no damaged byte matters";
}

TEST(OddArchives, OneThatCannotBeOpenedPromisesNoGames) {
  const test::TempDirectory place;
  const std::string cards = place.file("cards.json", test::kCards);
  ASSERT_EQ(on(place / "whole", {{"import", place.file("g.jsonl", test::kGame), "--cards", cards}}).status, 0);
  for (const std::string damaged : {"db/CURRENT", "ARCHIVE"}) {
    fs::remove_all(place.archive());
    fs::copy(place / "whole", place.archive(), fs::copy_options::recursive);
    std::ofstream(place.archive() + "/" + damaged) << "x";
    const Ran games = on(place.archive(), {{"games"}});
    EXPECT_EQ(games.status, 3) << damaged << games.err;
    EXPECT_HAS(games.err, "docket check says what is damaged, what can still be read");
    const Ran check = on(place.archive(), {{"check"}});
    EXPECT_EQ(check.status, 3) << damaged << check.out << check.err;
    EXPECT_FALSE(has(check.out, "0 of 0")) << check.out;
  }
}

}  // namespace
}  // namespace docket::odd_archives_test
