// An erratum over recorded duels: the printed text of a card is changed, and `docket regress` names the duels whose
// results differ, and the words.
#include <gtest/gtest.h>

#include "tests/edopro/duels.h"
#include "tests/tools/run.h"
#include "tests/witness/lines.h"

namespace docket::edopro::errata_test {
namespace {

using test::has;
using test::Ran;
using test::run;

// In this duel two copies of this card were used in one turn, by the same player, each once as it may be.
constexpr const char* kDuel = "0047";
constexpr const char* kCard = "34029630";
constexpr const char* kOnce = "Once per turn, ";

class Errata : public testing::Test {
 protected:
  void SetUp() override {
    SKIP_WITHOUT_DUELS();
    if (!witness::isSharedData()) GTEST_SKIP() << "NOT TESTED: the duel with two copies is among the shared ones";
    printed_ = witness::bytesOf(duelFolder() / "cards.jsonl");
    const Ran taken = inArchive({"import", "--ruleset", "yugioh", "--cards", read("cards.json", printed_),
                                 duelFolder() / "0047.yrpX", duelFolder() / "0001.yrpX", duelFolder() / "0002.yrpX"});
    ASSERT_EQ(taken.status, 0) << taken.err;
  }

  [[nodiscard]] Ran inArchive(std::vector<std::string> typed) const {
    return test::runOn(place_.archive(), std::move(typed));
  }
  /// A catalogue read from these texts.
  [[nodiscard]] std::string read(const std::string& name, const std::string& printed) const {
    const Ran ran =
        run({"cards", "read", "--ruleset", "yugioh", place_.file(name + "l", printed), "-o", place_ / name});
    EXPECT_EQ(ran.status, 0) << ran.err;
    return place_ / name;
  }
  /// The printed cards, with that card's text changed: without "once per turn", and with more words at its end.
  [[nodiscard]] std::string without(const std::string& more) const {
    const std::size_t line = printed_.find(std::string("\"code\": ") + kCard);
    const std::size_t field = printed_.find("\"text\":", line);
    const std::size_t once = printed_.find(kOnce, field);
    EXPECT_LT(once, printed_.find('\n', line));
    std::size_t end = once;
    while (printed_[end] != '"' || printed_[end - 1] == '\\') ++end;
    const std::size_t words = once + std::string_view(kOnce).size();
    return printed_.substr(0, once) + printed_.substr(words, end - words) + more + printed_.substr(end);
  }

  test::TempDirectory place_;
  std::string printed_;
};

TEST_F(Errata, ALimitThatBecomesHardNamesTheDuelThatBreaksIt) {
  const std::string title = [&] {
    const Ran shown = run({"cards", "show", kCard, "--of", place_ / "cards.json"});
    return shown.out.substr(0, shown.out.find('\n'));
  }();
  const std::string hard =
      read("hard.json", without(" You can only use this effect of \\\"" + title + "\\\" once per turn."));
  const Ran ran = inArchive({"regress", "--to-cards", hard});
  EXPECT_EQ(ran.status, 1);
  EXPECT_HAS(ran.out, std::string("\ncard ") + kCard + "\n");
  EXPECT_HAS(ran.out, "4 differences in 1 game: 4 of legality");
  EXPECT_HAS(ran.out, std::string(kDuel) + " event 506: ");
  EXPECT_HAS(ran.out, "legal -> illegal [ygo.hard.use]");
  EXPECT_HAS(ran.out, ", was: ");
  EXPECT_HAS(ran.out, "You can only use this effect of");
  const Ran json = inArchive({"regress", "--to-cards", hard, "--json"});
  EXPECT_HAS(json.out, std::string("\"words\":[{\"change\":\"card ") + kCard + "\"");
}

TEST_F(Errata, ADroppedLimitNamesTheDuelThatExceededIt) {
  const std::string unlimited = read("unlimited.json", without(""));
  const Ran nothing = inArchive({"regress", "--to-cards", unlimited});
  EXPECT_FALSE(has(nothing.out, "illegal")) << "a legal act stays legal: " << nothing.out;
  const Ran planted = inArchive(
      {"branch", kDuel, "--at", "506", "--add", "abilityActivated player=2 card=179 ability=2", "--as", "twice"});
  EXPECT_EQ(planted.status, 0) << planted.err;
  EXPECT_HAS(planted.out, "[ygo.soft] event 507");
  const Ran ran = inArchive({"regress", "--to-cards", unlimited});
  EXPECT_EQ(ran.status, 1);
  EXPECT_HAS(ran.out, "twice event 507: ");
  EXPECT_HAS(ran.out, "illegal [ygo.soft] -> ");
  EXPECT_HAS(ran.out, std::string("\ncard ") + kCard + "\n");
}

}  // namespace
}  // namespace docket::edopro::errata_test
