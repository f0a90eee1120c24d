// The pen of a table: the first page there has it until it is gone or another page takes over.
#include "tools/desk/pens.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <vector>

namespace docket::pens_test {
namespace {

using desk::BrowserPage;
using desk::Pens;
using std::chrono::seconds;

constexpr const char* kTable = "draft/1";

class ThePens : public testing::Test {
 protected:
  Pens::Clock::time_point now_{};
  Pens pens_{[this] { return now_; }};
  const BrowserPage erin_{.session = "1", .page = "a", .name = "Erin"},
      femi_{.session = "2", .page = "b", .name = "Femi"}, program_{.session = "3", .page = {}, .name = {}};
};

TEST_F(ThePens, BelongToTheFirstPageAtATable) {
  EXPECT_TRUE(pens_.visit(kTable, erin_).has_pen);
  const desk::PenStatus seen = pens_.visit(kTable, femi_);
  EXPECT_FALSE(seen.has_pen);
  EXPECT_EQ(seen.writer, "Erin");
  EXPECT_TRUE(pens_.visit("draft/2", femi_).has_pen);
  EXPECT_THROW(pens_.takeIfFree(kTable, femi_), desk::WithoutPen);
  EXPECT_NO_THROW(pens_.takeIfFree(kTable, erin_));
}

TEST_F(ThePens, AreTakenOver) {
  static_cast<void>(pens_.visit(kTable, erin_));
  pens_.take(kTable, femi_);
  EXPECT_THROW(pens_.takeIfFree(kTable, erin_), desk::WithoutPen);
  EXPECT_EQ(pens_.visit(kTable, erin_).writer, "Femi");
}

TEST_F(ThePens, AreReleasedWhenTheirPageIsGone) {
  static_cast<void>(pens_.visit(kTable, erin_));
  now_ += Pens::kGoneAfter - seconds(1);
  EXPECT_FALSE(pens_.visit(kTable, femi_).has_pen);
  now_ += seconds(1);
  EXPECT_EQ(pens_.writerAt(kTable), std::nullopt);
  EXPECT_TRUE(pens_.visit(kTable, femi_).has_pen);
  EXPECT_EQ(pens_.writerAt(kTable), "Femi");
}

TEST_F(ThePens, AreNotHeldByAProgramWithoutAPage) {
  EXPECT_NO_THROW(pens_.takeIfFree(kTable, program_));
  EXPECT_NO_THROW(pens_.takeIfFree(kTable, erin_));
  EXPECT_THROW(pens_.takeIfFree(kTable, program_), desk::WithoutPen);
}

TEST_F(ThePens, NameTheAuthorOfTheLastChange) {
  const auto before = pens_.visit(kTable, erin_);
  pens_.changed(kTable, erin_);
  EXPECT_EQ(pens_.visit(kTable, erin_).change, before.change + 1);
  EXPECT_TRUE(pens_.visit(kTable, erin_).changed_here);
  EXPECT_FALSE(pens_.visit(kTable, femi_).changed_here);
}

TEST_F(ThePens, DistinguishAFinishedTableFromANewOne) {
  const auto before = pens_.visit(kTable, erin_);
  pens_.ended(kTable, "friday/12");
  EXPECT_TRUE(pens_.visit(kTable, erin_).over);
  EXPECT_EQ(pens_.visit(kTable, erin_).became, "friday/12");
  pens_.began(kTable);
  EXPECT_FALSE(pens_.visit(kTable, femi_).over);
  EXPECT_NE(pens_.visit(kTable, femi_).table_number, before.table_number);
}

TEST_F(ThePens, AllowAFewFollowingPagesOfASession) {
  std::vector<std::shared_ptr<void>> places;
  for (std::size_t i = 0; i < Pens::kMaxFollowersOfSession; ++i) places.push_back(pens_.reservePlace("1"));
  EXPECT_NE(places.back(), nullptr);
  EXPECT_EQ(pens_.reservePlace("1"), nullptr);
  EXPECT_NE(pens_.reservePlace("2"), nullptr);
  places.pop_back();
  EXPECT_NE(pens_.reservePlace("1"), nullptr);
}

}  // namespace
}  // namespace docket::pens_test
