// Archives of every format so far, as written by the programs of that time: they open, are whole, and keep their heads.
#include <capnp/any.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <ostream>
#include <string_view>
#include <vector>

#include "events/errors.h"
#include "events/heads.h"
#include "store/archive.h"
#include "store/check/check.h"
#include "store/format.h"
#include "store/upgrade.h"
#include "tests/expect_error.h"
#include "tests/places.h"
#include "tests/store/games.h"

namespace docket::test::golden_test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFinishedHead = "2e962274965fa6fad7c2a2ec31dfd57efdd48867a2a32d8c8f70b4305a1824fa";
constexpr const char* kLiveHead = "99fff0f9ef3d7e8722a1832a436d50f32e65e449cee885232b6e8fb1808fac94";

// Reads by the offsets of rows that were read by columns, and as the library reads any message.
void expectHeads(const Game& game) {
  Head head(game.header(), game.secrets());
  Head by_library(game.header(), game.secrets());
  game.forEach([&](std::uint32_t number, const HeldEvent& event) {
    head.append(event, number);
    by_library.append(*event, number);
  });
  EXPECT_EQ(by_library.value(), head.value());
  if (head.value() != game.head()) throw DamagedArchive("game " + std::string(game.id()) + ": its head differs");
}

void expectGolden(const fs::path& path) {
  const auto archive = Archive::open(path, Access::read);
  EXPECT_EQ(archive.totals().games, 2U);
  EXPECT_EQ(archive.totals().events, 320U);
  const auto finished = archive.game("finished");
  const auto live = archive.game("live");
  EXPECT_EQ(hex(finished.head()), kFinishedHead);
  EXPECT_EQ(hex(live.head()), kLiveHead);
  EXPECT_EQ(finished.sealed(), 300U);
  EXPECT_EQ(live.sealed(), 12U);
  for (const auto* game : {&finished, &live}) {
    const MadeGame made(std::string(game->id()), game->count());
    game->forEach([&](std::uint32_t number, schema::Event::Reader event) {
      const auto expected = made.recording.event(number);
      const bool same = capnp::AnyStruct::Reader(event) == capnp::AnyStruct::Reader(schema::Event::Reader(expected));
      EXPECT_TRUE(same) << number;
    });
  }
  const auto documents = archive.documents().list("ruleset");
  ASSERT_EQ(documents.size(), 1U);
  EXPECT_EQ(archive.documents().get(documents[0].digest)->text, "a document of the golden archive");
  ASSERT_EQ(archive.list({.event = "Golden Cup"}).size(), 1U);
  const auto report = check(path, expectHeads);
  for (const auto& damage : report.damages) ADD_FAILURE() << damage.what;
  EXPECT_EQ(report.games, 2U);
}

fs::path goldenPath(std::string_view folder) {
  return fs::path(docket::test::sourceDir()) / "tests/store/archives" / folder;
}

/// An archive that is stored with the tests, and its format.
struct StoredArchive {
  const char* folder = "";
  std::uint32_t format = 0;
  friend void PrintTo(const StoredArchive& archive, std::ostream* out) { *out << archive.folder; }
};

class Golden : public testing::TestWithParam<StoredArchive> {
 protected:
  Golden() { fs::copy(goldenPath(GetParam().folder), directory_ / "a", fs::copy_options::recursive); }
  const TempDirectory directory_;
};

TEST_P(Golden, OpensAndIsWhole) { expectGolden(directory_ / "a"); }

TEST_P(Golden, IsUpgradedWithTheHeadsThatItHad) {
  const fs::path path = directory_ / "a";
  const auto before = GetParam().format;
  if (before != detail::kFormat) expectError<BadInput>([&] { Archive::open(path, Access::record); }, "docket upgrade");
  const auto done = upgrade(path);
  EXPECT_EQ(done.from, before);
  EXPECT_EQ(done.to, detail::kFormat);
  EXPECT_EQ(done.games, 2U);
  expectGolden(path);
  EXPECT_EQ(upgrade(path).from, detail::kFormat);
  auto recorder = Archive::open(path, Access::record);
  EXPECT_TRUE(recorder.seal("live"));
  EXPECT_EQ(hex(recorder.game("live").head()), kLiveHead);
}

INSTANTIATE_TEST_SUITE_P(Formats, Golden,
                         testing::Values(StoredArchive{"format_1", 1}, StoredArchive{"format_2", 2},
                                         StoredArchive{"format_3", 3}, StoredArchive{"format_3_recorded", 3}));

/// The heads of a game after each event from the first to the last, 0 before them.
std::vector<Digest> headsOf(const Game& game) {
  Head head(game.header(), game.secrets());
  std::vector<Digest> heads{head.value()};
  game.forEach([&](std::uint32_t number, schema::Event::Reader event) {
    head.append(event, number);
    heads.push_back(head.value());
  });
  return heads;
}

NewGame begunAs(const Game& game, const std::vector<Digest>& heads) {
  return {.header = game.header(), .secrets = game.secrets(), .head = heads.front()};
}

void takeInWhole(Archive& archive, const Game& game) {
  const MadeGame made(std::string(game.id()), game.count());
  const auto heads = headsOf(game);
  const std::vector<Digest> at_blocks{heads.at(256), heads.back()};
  archive.import({.game = begunAs(game, heads), .recording = &made.recording, .heads = at_blocks});
}

void recordOneByOne(Archive& archive, const Game& game) {
  const MadeGame made(std::string(game.id()), game.count());
  const auto heads = headsOf(game);
  archive.begin(begunAs(game, heads));
  for (std::uint32_t number = 1; number <= game.count(); ++number) {
    archive.append(game.id(), {.number = number, .event = made.recording.event(number), .head = heads[number]});
    if (number == game.sealed()) archive.seal(game.id());
  }
}

// Records of the same games by this program have the same heads. With DOCKET_GOLDEN=DIR the archive is left there, to
// make the golden archive of a further format.
TEST(GoldenWritten, ByThisProgramHasTheHeadsOfTheFirstFormat) {
  const TempDirectory directory;
  const char* kept = std::getenv("DOCKET_GOLDEN");
  const fs::path path = kept != nullptr ? kept : directory / "made";
  {
    fs::copy(goldenPath("format_1"), directory / "first", fs::copy_options::recursive);
    const auto first = Archive::open(directory / "first", Access::read);
    auto archive = Archive::open(path, Access::create);
    takeInWhole(archive, first.game("finished"));
    recordOneByOne(archive, first.game("live"));
    archive.documents().put("ruleset", "golden", "1", "a document of the golden archive");
  }
  expectGolden(path);
}

}  // namespace
}  // namespace docket::test::golden_test
