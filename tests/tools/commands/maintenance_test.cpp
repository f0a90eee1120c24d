// The maintenance of an archive: check, backup, restore, salvage, upgrade.
#include <fmt/format.h>

#include <algorithm>

#include "store/archive.h"
#include "tests/flipped_byte.h"
#include "tests/places.h"
#include "tests/tools/disputed_game.h"

namespace docket::maintenance_test {
namespace {

namespace fs = std::filesystem;
using test::memberOf;
using test::Ran;

class Maintenance : public test::DisputedGame {
 protected:
  Ran on(const std::string& archive, std::vector<std::string> words) { return test::runOn(archive, std::move(words)); }
  static fs::path fileOf(const std::string& archive, const std::string& ending) {
    for (const auto& entry : fs::directory_iterator(fs::path(archive) / "db"))
      if (entry.path().extension() == ending && entry.file_size() != 0) return entry.path();
    throw std::runtime_error("no " + ending + " in " + archive);
  }
};

TEST_F(Maintenance, ChecksAWholeArchive) {
  const auto ran = on(place.archive(), {"check"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_HAS(ran.out, "1 of 1 game whole, with 18 events");
  EXPECT_HAS(ran.out, "Nothing is damaged.");
  const auto json = on(place.archive(), {"check", "--json"});
  EXPECT_EQ(memberOf(json.out, "whole"), "true") << json.out;
  EXPECT_EQ(on(place / "none", {"check"}).status, 2);
}

TEST_F(Maintenance, NamesTheDamageAndTheRemedy) {
  const auto table = fileOf(place.archive(), ".sst");
  test::flipByte(table, fs::file_size(table) / 3);
  const auto ran = on(place.archive(), {"check"});
  EXPECT_EQ(ran.status, 3);
  EXPECT_HAS(ran.out, "the checksum of");
  EXPECT_HAS(ran.out, "docket restore BACKUPS");
  const auto json = on(place.archive(), {"check", "--json"});
  EXPECT_EQ(json.status, 3);
  EXPECT_EQ(memberOf(json.out, "whole"), "false") << json.out;
}

TEST_F(Maintenance, RecomputesTheHeadsOfGames) {
  // A game with the head of another one: as stored all agrees.
  {
    auto from = Archive::open(place.archive(), Access::read);
    auto forged = Archive::open(place / "forged", Access::create);
    const auto game = from.game("court/7");
    Recording events;
    events.header().setId("court/7");
    forged.begin({.header = events.header(), .secrets = newSecret(), .head = game.head()});
  }
  const auto ran = on(place / "forged", {"check"});
  EXPECT_EQ(ran.status, 3) << ran.out;
  EXPECT_HAS(ran.out, "does not match the stored one");
}

TEST_F(Maintenance, NotesThatVerifyReadsLessThanCheck) {
  EXPECT_HAS(on(place.archive(), {"verify", "--all"}).out, "docket check reads the rest of the archive.");
}

TEST_F(Maintenance, BacksUpAndRestores) {
  const auto target = place / "backups";
  const auto made = on(place.archive(), {"backup", target});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_HAS(made.out, "backup 1, ");
  EXPECT_HAS(made.out, "1 game, 18 events");
  const auto again = on(place.archive(), {"backup", target, "--json"});
  EXPECT_EQ(memberOf(again.out, "number"), "2") << again.out;
  EXPECT_LT(std::stoul(memberOf(again.out, "newBytes")), std::stoul(memberOf(again.out, "bytes")));
  EXPECT_HAS(test::run({"backup", target, "--list"}).out, "2 backups");
  EXPECT_HAS(test::run({"backup", target, "--verify"}).out, "2 backups, every byte read");
  const auto restored = test::run({"restore", target, place / "restored"});
  EXPECT_EQ(restored.status, 0) << restored.out << restored.err;
  EXPECT_HAS(restored.out, "Backup 2 was restored to");
  EXPECT_EQ(on(place / "restored", {"show", "court/7"}).out, on(place.archive(), {"show", "court/7"}).out);
  EXPECT_EQ(on(place / "restored", {"check"}).status, 0);
  const auto kept = on(place.archive(), {"backup", target, "--keep", "1"});
  EXPECT_HAS(kept.out, "2 older backups removed");
  EXPECT_HAS(test::run({"backup", target, "--list"}).out, "1 backup\n");
}

TEST_F(Maintenance, RefusesFoldersThatAreNotEmpty) {
  const auto target = place / "backups";
  EXPECT_EQ(on(place.archive(), {"backup", target}).status, 0);
  const auto over = test::run({"restore", target, place.archive()});
  EXPECT_EQ(over.status, 2);
  EXPECT_HAS(over.err, "new or an empty directory");
  EXPECT_EQ(test::run({"restore", target, place / "x", "--backup", "7"}).status, 2);
  EXPECT_EQ(test::run({"restore", place.archive(), place / "x"}).status, 2);
  EXPECT_EQ(on(place.archive(), {"backup", place.archive()}).status, 2);
  EXPECT_EQ(test::run({"backup", place / "nowhere", "--list"}).status, 2);
  EXPECT_FALSE(fs::exists(place / "x"));
}

TEST_F(Maintenance, OffersAnOlderBackupIfOneIsDamaged) {
  const auto target = place / "backups";
  EXPECT_EQ(on(place.archive(), {"backup", target}).status, 0);
  EXPECT_EQ(on(place.archive(), {"import", test::sample("yugioh-use-or-activate.jsonl"), "--cards",
                                 test::sample("catalogues/yugioh.json")})
                .status,
            0);
  EXPECT_EQ(on(place.archive(), {"backup", target}).status, 0);
  for (const auto& entry : fs::directory_iterator(fs::path(target) / "files/private/2"))
    if (entry.file_size() > 100) test::flipByte(entry.path(), entry.file_size() / 2);
  const auto ran = test::run({"restore", target, place / "r"});
  EXPECT_EQ(ran.status, 3) << ran.out;
  EXPECT_HAS(ran.err, "backup 2 is damaged");
  EXPECT_HAS(ran.err, "--backup 1");
  EXPECT_FALSE(fs::exists(place / "r"));
  const auto verified = test::run({"backup", target, "--verify"});
  EXPECT_EQ(verified.status, 3);
  EXPECT_HAS(verified.out, "DAMAGED");
  EXPECT_EQ(test::run({"restore", target, place / "r", "--backup", "1"}).status, 0);
}

TEST_F(Maintenance, NotesAnArchiveThatWasRolledBack) {
  const auto target = place / "backups";
  EXPECT_EQ(on(place.archive(), {"backup", target}).status, 0);
  EXPECT_EQ(test::run({"record", "--archive", place.archive()}, R"({"game":"court/7","note":"later"})").status, 0);
  EXPECT_EQ(on(place.archive(), {"backup", target}).status, 0);
  EXPECT_EQ(test::run({"restore", target, place / "old", "--backup", "1"}).status, 0);
  const auto ran = on(place / "old", {"backup", target, "--keep", "1"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_HAS(ran.err, "no backup was removed");
  EXPECT_HAS(test::run({"backup", target, "--list"}).out, "3 backups");
}

TEST_F(Maintenance, SalvagesOnlyOnRequest) {
  const auto lost = place / "lost";
  {
    auto recorder = Archive::open(place.archive(), Access::record);
    Recording more;
    more.header().setId("live");
    recorder.begin({.header = more.header(), .secrets = newSecret(), .head = {}});
    for (std::uint32_t number = 1; number <= 9; ++number) {
      more.add([&](schema::Event::Builder event) { event.setNote("a note"); });
      recorder.append("live", {.number = number, .event = more.event(number), .head = {}});
    }
    fs::copy(place.archive(), lost, fs::copy_options::recursive);
  }
  const auto log = fileOf(lost, ".log");
  fs::resize_file(log, fs::file_size(log) * 3 / 4);
  EXPECT_EQ(on(place.archive(), {"salvage"}).status, 0);
  const auto shown = on(lost, {"salvage"});
  EXPECT_EQ(shown.status, 3);
  EXPECT_HAS(shown.out, "game live: events ");
  EXPECT_HAS(shown.out, "Nothing was changed.");
  EXPECT_EQ(test::run({"record", "--archive", lost}, "").status, 3);
  for (const auto& [words, missing] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"salvage", "--accept-loss"}, "say who decides that"},
           {{"salvage", "--accept-loss", "--by", "Ana"}, "say why"},
           {{"salvage", "--accept-loss", "--by", "Ana\nReis", "--why", "so"}, "without control characters"}}) {
    const auto refused = on(lost, words);
    EXPECT_EQ(refused.status, 2) << refused.out;
    EXPECT_HAS(refused.err, missing);
  }
  EXPECT_EQ(test::run({"record", "--archive", lost}, "").status, 3) << "nothing was accepted";
  const auto accepted =
      on(lost, {"salvage", "--accept-loss", "--by", "Ana Reis, archivist", "--why", "no backup has it", "--json"});
  EXPECT_EQ(accepted.status, 0) << accepted.err;
  EXPECT_EQ(memberOf(accepted.out, "accepted"), "true");
  EXPECT_HAS(accepted.out, R"("by":"Ana Reis, archivist","why":"no backup has it")");
  EXPECT_EQ(test::run({"record", "--archive", lost}, "").status, 0);
  const auto told = on(lost, {"check"}).out;
  EXPECT_HAS(told, "by Ana Reis, archivist (\"no backup has it\")");
  EXPECT_HAS(told, "these losses were accepted: game live: events");
}

TEST_F(Maintenance, UpgradesAnArchiveOfTheFirstFormat) {
  const auto old = place / "old";
  fs::copy(fs::path(docket::test::sourceDir()) / "tests/store/archives/format_1", old, fs::copy_options::recursive);
  EXPECT_EQ(on(old, {"games"}).status, 0);
  EXPECT_EQ(on(old, {"check"}).status, 0);
  const auto refused = test::run({"record", "--archive", old}, "");
  EXPECT_EQ(refused.status, 2);
  EXPECT_HAS(refused.err, "docket upgrade");
  EXPECT_EQ(on(old, {"backup", place / "b"}).status, 2);
  const auto games = on(old, {"games", "--json"}).out;
  const auto ran = on(old, {"upgrade"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, "Upgraded from format 1 to format");
  EXPECT_HAS(ran.out, "The heads of 2 games are unchanged.");
  EXPECT_EQ(on(old, {"games", "--json"}).out, games);
  EXPECT_HAS(on(old, {"upgrade"}).out, "nothing to do");
  EXPECT_EQ(on(old, {"check"}).status, 0);
}

}  // namespace
}  // namespace docket::maintenance_test
