// The stored form of an archive's rows: keyframes as they were given, rows by columns that are damaged, and archives of
// the first format, which knew neither columns nor a family of verdicts.
#include <capnp/message.h>
#include <capnp/serialize.h>
#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <rocksdb/env.h>

#include <memory>
#include <string>
#include <vector>

#include "events/errors.h"
#include "store/archive.h"
#include "store/check/check.h"
#include "store/database.h"
#include "store/database_options.h"
#include "store/format.h"
#include "store/rows/column_form.h"
#include "store/rows/columns_read.h"
#include "store/rows/packing.h"
#include "store/upgrade.h"
#include "tests/expect_error.h"
#include "tests/store/below.h"
#include "tests/store/games.h"

namespace docket::test::stored_forms_test {
namespace {

std::string flat(capnp::MessageBuilder& message) {
  std::string bytes;
  detail::appendMessage(bytes, message);
  return bytes;
}

std::span<const std::uint8_t> bytesOf(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

TEST(Keyframes, AreReadBackAsTheyWereStored) {
  capnp::MallocMessageBuilder one_segment(400, capnp::AllocationStrategy::FIXED_SIZE);
  auto events = one_segment.initRoot<schema::EventBlock>().initEvents(30);
  for (unsigned i = 0; i < events.size(); ++i) events[i].initCardTurned().setCard(i);
  capnp::MallocMessageBuilder more_segments(4, capnp::AllocationStrategy::FIXED_SIZE);
  more_segments.initRoot<schema::Event>().setNote("a text that lies in a segment of its own");
  const std::string form(detail::kColumnForm);
  const std::vector<std::string> given = {
      flat(one_segment),  flat(more_segments),           "",   "7",
      "seven and eight.", form + "begins as columns do", form, "\xff\xfe and so do these"};
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  archive.import(MadeGame("g", 40).imported());
  const Digest tag{};
  auto keyframes = archive.derivedStore();
  for (std::uint32_t i = 0; i < given.size(); ++i) keyframes.put(archive.game("g"), tag, i + 1, bytesOf(given[i]));
  for (std::uint32_t i = 0; i < given.size(); ++i) {
    const auto kept = keyframes.nearest(archive.game("g"), tag, i + 1);
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->number, i + 1);
    EXPECT_EQ(kept->bytes, given[i]) << i;
  }
}

TEST(Rows, OfManyEventsUseColumnsAndReportTheDamagedPlace) {
  const TempDirectory directory;
  {
    auto archive = Archive::open(directory / "a", Access::create);
    archive.import(MadeGame("g", 300).imported());
    archive.import(MadeGame("h", 300).imported());
  }
  const auto key = detail::eventsKey(1, 257);
  std::string row;
  {
    const Below below(directory / "a");
    row = below.get(Family::events, key);
  }
  ASSERT_TRUE(detail::isColumnForm(std::string_view(row).substr(sizeof(Digest))));
  {
    const auto archive = Archive::open(directory / "a", Access::read);
    const auto game = archive.game("g");
    Head by_offsets(game.header(), game.secrets());
    Head by_library(game.header(), game.secrets());
    game.forEach([&](std::uint32_t number, const HeldEvent& event) {
      EXPECT_NE(event.walked().end, nullptr) << number;
      by_offsets.append(event, number);
      by_library.append(*event, number);
    });
    EXPECT_EQ(by_offsets.value(), by_library.value());
  }
  const auto forms = sizeof(Digest) + detail::kColumnForm.size();
  const std::vector<std::string> damages = {
      row.substr(0, row.size() - 1), row.substr(0, forms), row + "more",
      row.substr(0, forms) + "\xff\xff\xff\xff\x07" + row.substr(forms + 1),  // claims to be huge
  };
  for (const auto& damaged : damages) {
    {
      const Below below(directory / "a");
      below.put(Family::events, key, damaged);
    }
    const auto archive = Archive::open(directory / "a", Access::read);
    std::uint32_t read = 0;
    expectError<DamagedArchive>([&] { archive.game("g").forEach([&](auto number, auto) { read = number; }); },
                                "game g, event 257");
    EXPECT_EQ(read, 256U);
    expectStored(archive.game("h"), 300);
    const auto report = check(directory / "a");
    ASSERT_EQ(report.damages.size(), 1U);
    EXPECT_EQ(report.damages.front().game, "g");
    EXPECT_EQ(report.damages.front().first_bad, 257U);
  }
}

std::string formatOf(const std::filesystem::path& archive) {
  std::string text;
  EXPECT_TRUE(rocksdb::ReadFileToString(rocksdb::Env::Default(), (archive / "ARCHIVE").string(), &text).ok());
  return text;
}

TEST(FirstFormat, IsReadAndUpgradedOnlyOnRequest) {
  const TempDirectory directory;
  const std::filesystem::path path = directory / "a";
  const MadeGame game("g", 40);
  const Digest tag{};
  {
    auto archive = Archive::open(path, Access::create);
    archive.begin(game.begins());
    for (std::uint32_t number = 1; number <= 20; ++number) archive.append("g", game.event(number));
  }
  const std::string first = "docket archive, format 1\n";
  {
    const Below below(path);
    below.put(Family::derived, std::string("v\0\0\0\1", 5), "a verdict, where it was kept then");
    for (const auto family : {Family::verdicts, Family::log})
      EXPECT_TRUE(below.rocks().DropColumnFamily(below.family(family)).ok());
    rocksdb::WriteStringToFile(rocksdb::Env::Default(), first, (path / "ARCHIVE").string());
  }
  {
    const auto archive = Archive::open(path, Access::read);
    expectStored(archive.game("g"), 20);
    EXPECT_FALSE(archive.derivedStore().result(archive.game("g"), DerivedStore::Result::verdict, tag));
    EXPECT_TRUE(check(path).whole());
    EXPECT_EQ(formatOf(path), first);
  }
  expectError<BadInput>([&] { Archive::open(path, Access::record); }, "docket upgrade");
  expectError<BadInput>([&] { Archive::open(path, Access::record_briefly); }, "docket upgrade");
  EXPECT_EQ(formatOf(path), first);
  const auto upgraded = upgrade(path);
  EXPECT_EQ(upgraded.from, 1U);
  EXPECT_EQ(upgraded.to, 3U);
  EXPECT_EQ(upgraded.games, 1U);
  {
    auto archive = Archive::open(path, Access::record);
    EXPECT_EQ(formatOf(path), "docket archive, format 3\n");
    appendTo(archive, game, 21, 40);
    EXPECT_TRUE(archive.seal("g"));
    archive.derivedStore().putResults(
        DerivedStore::Result::verdict,
        std::vector<DerivedStore::GameResult>{{.game = archive.game("g").number(), .tag = tag, .result = "a verdict"}});
  }
  const auto archive = Archive::open(path, Access::read);
  expectStored(archive.game("g"), 40);
  EXPECT_EQ(archive.derivedStore().result(archive.game("g"), DerivedStore::Result::verdict, tag), "a verdict");
  EXPECT_TRUE(check(path).whole());
  const Below below(path);
  std::string gone;
  EXPECT_TRUE(below.rocks().Get({}, below.family(Family::derived), std::string("v\0\0\0\1", 5), &gone).IsNotFound());
}

}  // namespace
}  // namespace docket::test::stored_forms_test
