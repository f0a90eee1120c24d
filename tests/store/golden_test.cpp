// Archives of each format there ever was, as programs of then wrote them: they open, are whole, and keep their heads.
#include <capnp/any.h>
#include <gtest/gtest.h>

#include "events/errors.h"
#include "events/heads.h"
#include "store/archive.h"
#include "store/check.h"
#include "store/format.h"
#include "store/upgrade.h"
#include "tests/expect_error.h"
#include "tests/places.h"
#include "tests/store/games.h"

namespace docket::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFinishedHead = "2e962274965fa6fad7c2a2ec31dfd57efdd48867a2a32d8c8f70b4305a1824fa";
constexpr const char* kLiveHead = "99fff0f9ef3d7e8722a1832a436d50f32e65e449cee885232b6e8fb1808fac94";

void expectHeads(const Game& game) {
  Head head(game.header(), game.secrets());
  game.forEach([&](std::uint32_t number, schema::Event::Reader event) { head.append(event, number); });
  if (head.value() != game.head()) throw DamagedArchive("game " + std::string(game.id()) + ": its head is another");
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

class Golden : public testing::TestWithParam<std::uint32_t> {
 protected:
  Golden() {
    fs::copy(fs::path(docket::test::sourceDir()) / "tests/store/archives" / fmt::format("format_{}", GetParam()),
             directory_ / "a", fs::copy_options::recursive);
  }
  const Directory directory_;
};

TEST_P(Golden, OpensAndIsWhole) { expectGolden(directory_ / "a"); }

TEST_P(Golden, IsUpgradedWithTheHeadsThatItHad) {
  const auto path = directory_ / "a";
  const auto before = GetParam();
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

INSTANTIATE_TEST_SUITE_P(Formats, Golden, testing::Range(1U, detail::kFormat + 1));

}  // namespace
}  // namespace docket::test
