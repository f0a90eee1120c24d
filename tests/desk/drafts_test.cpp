// The drafts of a desk: edits are on the disk and are read again after reopening.
#include "tools/desk/drafts.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/places.h"
#include "tests/tools/run.h"
#include "tools/desk/qr_code.h"
#include "tools/game/game_loader.h"

namespace docket::drafts_test {
namespace {

constexpr std::string_view kGame = "game \"friday/12\"\nP1 \"Gus\"\nP2 \"Hana\"\nruleset \"yugioh\"\n\n== turn P1\n";

class TheDrafts : public testing::Test {
 protected:
  test::TempDirectory place_;
  GameLoader loader_ = GameLoader::toRecord(place_ / "archive");
  desk::Drafts drafts_{place_ / "drafts", loader_.archive()};

  /// The file that another process would find.
  [[nodiscard]] std::string saved(std::uint32_t number) const {
    return test::textOf(std::filesystem::path(place_ / "drafts") / std::to_string(number) / "game.txt");
  }
};

TEST_F(TheDrafts, AreNumberedListedAndDiscarded) {
  EXPECT_TRUE(drafts_.list().empty());
  EXPECT_EQ(drafts_.begin(kGame, ""), 1U);
  EXPECT_EQ(drafts_.begin(kGame, ""), 2U);
  ASSERT_EQ(drafts_.list().size(), 2U);
  EXPECT_EQ(drafts_.list().front().game, "friday/12");
  drafts_.discard(1);
  ASSERT_EQ(drafts_.list().size(), 1U);
  EXPECT_THROW((void)drafts_.at(1), BadInput);
  EXPECT_EQ(drafts_.begin(kGame, ""), 1U);
}

TEST_F(TheDrafts, SaveEachEditBeforeItIsAcknowledged) {
  desk::Draft& draft = drafts_.at(drafts_.begin(kGame, ""));
  EXPECT_EQ(saved(1), kGame);
  draft.edit(draft.version(), 6, 1, {"-- \"main 1\"", ""});
  EXPECT_EQ(saved(1), std::string(kGame) + "-- \"main 1\"\n");
  EXPECT_TRUE(draft.undo(draft.version()));
  EXPECT_EQ(saved(1), kGame);
  EXPECT_TRUE(draft.redo(draft.version()));
  EXPECT_FALSE(draft.redo(draft.version()));
  EXPECT_EQ(saved(1), std::string(kGame) + "-- \"main 1\"\n");
  draft.edit(draft.version(), 0, 100, {});
  EXPECT_EQ(saved(1), "");
}

TEST_F(TheDrafts, RefuseAnEditOfAnOlderText) {
  desk::Draft& draft = drafts_.at(drafts_.begin(kGame, ""));
  const std::string older = draft.version();
  draft.edit(older, 6, 1, {"P1 shuffles"});
  EXPECT_THROW(draft.edit(older, 6, 1, {"P2 shuffles"}), desk::Outdated);
  EXPECT_THROW((void)draft.undo(older), desk::Outdated);
  EXPECT_EQ(saved(1), std::string(kGame) + "P1 shuffles\n");
}

TEST_F(TheDrafts, KeepTheTextIfItCannotBeSaved) {
  desk::Draft& draft = drafts_.at(drafts_.begin(kGame, ""));
  const std::string version = draft.version();
  EXPECT_THROW(draft.edit(version, 6, 1, {std::string(desk::Draft::kMaxBytes, 'x')}), BadInput);
  EXPECT_EQ(draft.version(), version);
  EXPECT_EQ(saved(1), kGame);
  std::filesystem::remove_all(draft.folder());
  EXPECT_ANY_THROW(draft.edit(version, 6, 1, {"P1 shuffles"}));
  EXPECT_EQ(draft.version(), version);
}

TEST_F(TheDrafts, ReportTheMeaningOfEachLine) {
  desk::Draft& draft = drafts_.at(drafts_.begin(kGame, ""));
  draft.edit(draft.version(), 6, 1, {"P1 drwas 2"});
  EXPECT_EQ(draft.mistakes(), 1U);
  const auto lines = draft.linesRead();
  ASSERT_EQ(lines.size(), 7U);
  EXPECT_NE(lines[5].find(R"("kind":"event","event":1,"mistake":null)"), std::string::npos) << lines[5];
  EXPECT_NE(lines[6].find(R"("mistake":{"column":4)"), std::string::npos) << lines[6];
  EXPECT_FALSE(draft.offers(6, "P1 shu").all.empty());
}

TEST_F(TheDrafts, CannotReachOtherFiles) {
  std::filesystem::create_directories(place_ / "drafts");
  (void)place_.file("drafts/secret.ydk", "#main\n89631139\n");
  for (const char* deck : {"../secret.ydk", "/etc/passwd", "..", ".hidden"}) {
    const std::string text = std::string(kGame.substr(0, kGame.find("\n\n"))) + "\nP1 deck \"" + deck + "\"\n\n";
    const auto number = drafts_.begin(text, "");
    EXPECT_FALSE(drafts_.at(number).game().hasGame()) << deck;
    EXPECT_NE(drafts_.at(number).linesRead()[4].find("is not a file of this draft"), std::string::npos) << deck;
  }
}

TEST(AQrCode, HasItsThreeCorners) {
  const auto rows = desk::qrCode("https://example.org/rulings/friday-12-21.certificate");
  ASSERT_GE(rows.size(), 21U);
  for (const std::string& row : rows) EXPECT_EQ(row.size(), rows.size());
  EXPECT_TRUE(rows.front().starts_with("1111111") && rows.front().ends_with("1111111"));
  EXPECT_TRUE(rows.back().starts_with("1111111"));
  EXPECT_FALSE(rows.back().ends_with("1111111"));
  EXPECT_THROW((void)desk::qrCode(std::string(5'000, 'x')), BadInput);
}

}  // namespace
}  // namespace docket::drafts_test
