// The keyframes of an archive.
#include "events/errors.h"
#include "store/archive.h"
#include "tests/expect_error.h"
#include "tests/store/games.h"

namespace docket::test::keyframes_test {
namespace {

TEST(Keyframes, AreFoundAtOrBeforeAnEventAndCanBeDropped) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  MadeGame made("g", 10);
  MadeGame next("h", 10);
  archive.import(made.imported());
  archive.import(next.imported());
  auto keyframes = archive.derivedStore();
  const auto game = archive.game("g");
  const auto other = archive.game("h");
  const auto tag = documentDigest("rules");
  const auto newer = documentDigest("newer rules");
  const auto bytes = [](std::string_view text) { return std::vector<std::uint8_t>(text.begin(), text.end()); };
  for (const std::uint32_t number : {0U, 4U, 8U})
    keyframes.put(game, tag, number, bytes(fmt::format("state {}", number)));
  keyframes.put(game, newer, 6, bytes("newer state 6"));
  const auto at = [&](const Game& of, const Digest& with, std::uint32_t number) {
    const auto found = keyframes.nearest(of, with, number);
    return found ? fmt::format("{}: {}", found->number, found->bytes) : std::string("none");
  };
  EXPECT_EQ(at(game, tag, 3), "0: state 0");
  EXPECT_EQ(at(game, tag, 4), "4: state 4");
  EXPECT_EQ(at(game, tag, 7), "4: state 4");
  EXPECT_EQ(at(game, tag, 4000000000U), "8: state 8");
  EXPECT_EQ(at(game, newer, 5), "none");
  EXPECT_EQ(at(game, newer, 6), "6: newer state 6");
  EXPECT_EQ(at(other, tag, 9), "none");
  EXPECT_EQ(keyframes.summary(game, tag).under_other_tags, 1U) << "the state under the newer rules";
  EXPECT_EQ(keyframes.summary(game, newer).under_other_tags, 3U);
  EXPECT_EQ(keyframes.summary(other, tag).under_other_tags, 0U);
  EXPECT_EQ(keyframes.summary(game, tag).keyframes_at, (std::vector<std::uint32_t>{0, 4, 8}));
  EXPECT_EQ(keyframes.summary(game, newer).keyframes_at, (std::vector<std::uint32_t>{6}));
  const auto whole = keyframes.summary(game, tag).digest;
  EXPECT_EQ(whole, keyframes.summary(game, newer).digest);
  EXPECT_NE(whole, keyframes.summary(other, tag).digest);
  keyframes.drop();
  EXPECT_EQ(at(game, tag, 8), "none");
  EXPECT_NE(keyframes.summary(game, tag).digest, whole);
  keyframes.put(game, tag, 2, bytes("again"));
  EXPECT_EQ(at(game, tag, 8), "2: again");
  expectStored(archive.game("g"), 10);
}

TEST(Keyframes, AreNotWrittenByAReader) {
  const TempDirectory directory;
  auto recorder = Archive::open(directory / "a", Access::create);
  recorder.import(MadeGame("g", 3).imported());
  const auto tag = documentDigest("rules");
  recorder.derivedStore().put(recorder.game("g"), tag, 2, std::vector<std::uint8_t>{7});
  auto reader = Archive::open(directory / "a", Access::read);
  EXPECT_EQ(reader.derivedStore().nearest(reader.game("g"), tag, 3)->bytes, "\7");
  expectError<EnvironmentError>([&] { reader.derivedStore().put(reader.game("g"), tag, 2, {}); }, "opened for reading");
  expectError<EnvironmentError>([&] { reader.derivedStore().drop(); }, "opened for reading");
}

}  // namespace
}  // namespace docket::test::keyframes_test
