// Text boxes: a table of texts and their parts, read with test_ruleset.json; then hostile ones.
#include "engine/rules/text_box.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>

#include "tests/engine/generated.h"
#include "tests/engine/test_table.h"
#include "tests/fuzz/text_target.h"

namespace docket::text_box_test {
namespace {

TextBox read(std::string_view text) { return readTextBox(text, TestRules::get().rules().ruleset); }

std::string joined(const std::vector<std::string>& parts) { return fmt::format("{}", fmt::join(parts, "|")); }

/// The parts of a box in a line: keywords / traits / abilities / flavor text; empty ones are left out.
std::string partsInWords(const TextBox& box) {
  std::string text;
  const auto tell = [&](const char* name, const std::string& what) {
    if (!what.empty()) text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", name, what);
  };
  tell("keywords", joined(box.keywords));
  tell("traits", joined(box.traits));
  for (const auto& one : box.abilities) {
    tell("ability", fmt::format("[{}] <{}> {} => {}", joined(one.keywords), joined(one.designators), one.constraints,
                                one.effects));
  }
  tell("flavor", box.flavor);
  tell("reminders", joined(box.reminders));
  tell("quoted", joined(box.quoted));
  tell("granted", joined(box.granted));
  return text;
}

struct Case {
  const char* text;
  const char* parts;
};
void PrintTo(const Case& one, std::ostream* out) { *out << one.text; }

class Box : public testing::TestWithParam<Case> {};
TEST_P(Box, HasTheExpectedParts) { EXPECT_EQ(partsInWords(read(GetParam().text)), GetParam().parts); }

INSTANTIATE_TEST_SUITE_P(
    Texts, Box,
    testing::Values(
        Case{"", ""},                                                                              //
        Case{"Fox • Night Fox\n---", "keywords: Fox|Night Fox"},                                   //
        Case{"Fox · Hare\nOwl\n---\n", "keywords: Fox|Hare|Owl"},                                  //
        Case{"Half-\nFox • Hare\n---\n", "keywords: Half-Fox|Hare"},                               //
        Case{"**Fox** • **Hare**\nFoxes run.", "keywords: Fox|Hare; traits: Foxes run."},          //
        Case{"Foxes run. Hares hide.", "traits: Foxes run.|Hares hide."},                          //
        Case{"Foxes\nrun. Hares hide", "traits: Foxes run.|Hares hide"},                           //
        Case{"Choose a fox. It runs. Hares hide.", "traits: Choose a fox. It runs.|Hares hide."},  //
        Case{"It runs. Hares hide.", "traits: It runs.|Hares hide."},                              //
        Case{"Gain 1.5 gold. e.g. a coin.", "traits: Gain 1.5 gold. e.g. a coin."},                //
        Case{"Your fox has \"Run. Hide.\" Hares hide.",                                            //
             "traits: Your fox has \"Run. Hide.\"|Hares hide.; quoted: Run. Hide."},               //
        Case{"**Action:** Run.", "ability: [] <Action>  => Run."},                                 //
        Case{"**Action**: Run.", "ability: [] <Action>  => Run."},                                 //
        Case{"**Action/Answer:** Run.", "ability: [] <Action|Answer>  => Run."},                   //
        Case{"**Sly Quick Action:** Bow: Run.", "ability: [Sly|Quick] <Action> Bow => Run."},      //
        Case{"**Sly** **Action:** Bow: Run: far.", "ability: [Sly] <Action> Bow => Run: far."},    //
        Case{"**Action:** Run.\n**Answer:** Hide.", "ability: [] <Action>  => Run.; ability: [] <Answer>  => Hide."},
        Case{"**Upkeep:** Eat. **Action:** Run.", "traits: Upkeep: Eat.; ability: [] <Action>  => Run."},     //
        Case{"**Action:** Run.\n**Upkeep:** Eat.", "traits: Upkeep: Eat.; ability: [] <Action>  => Run."},    //
        Case{"**Actions:** Run.", "traits: Actions: Run."},                                                   //
        Case{"**Action:** Make a **Fox • Red\nFox** card.",                                                   //
             "ability: [] <Action>  => Make a Fox • Red Fox card.; granted: Fox|Red Fox"},                    //
        Case{"**Action:** Give it \"**Sly Answer:** Bow: Hide.\"",                                            //
             "ability: [] <Action>  => Give it \"Sly Answer: Bow: Hide.\"; quoted: Sly Answer: Bow: Hide."},  //
        Case{"Give it \xE2\x80\x9C**Answer:** Hide.\xE2\x80\x9D",                                             //
             "traits: Give it \xE2\x80\x9C"
             "Answer: Hide.\xE2\x80\x9D; quoted: Answer: Hide."},                     //
        Case{"Foxes run. _(Fast.)_\n_Old foxes._",                                    //
             "traits: Foxes run.; flavor: Old foxes.; reminders: Fast."},             //
        Case{"_Old foxes_\n_run._", "flavor: Old foxes run."},                        //
        Case{"Foxes run. _(They\ndo.)_", "traits: Foxes run.; reminders: They do."},  //
        Case{"a_fox_b runs.", "traits: a_fox_b runs."},                               //
        Case{"\xFF\xFE \x01", "traits: \xFF\xFE \x01"}, Case{"**", ""}, Case{"\"", "traits: \""}, Case{"---", ""}));

TEST(Phrases, AreTheSameWhateverTheirLineBreaks) {
  EXPECT_TRUE(samePhrase("Red Fox", "Red\n Fox"));
  EXPECT_FALSE(samePhrase("Red Fox", "RedFox"));
  EXPECT_FALSE(samePhrase("Red", "Red Fox"));
  EXPECT_TRUE(samePhrase("", ""));
}

TEST(Phrases, MatchWholeWordsOfAText) {
  EXPECT_TRUE(holdsPhrase("A red fox runs.", "red fox"));
  EXPECT_FALSE(holdsPhrase("Foxes run.", "Fox"));
  EXPECT_FALSE(holdsPhrase("Foxes run.", ""));
}

TEST(HostileTexts, LoseAndGainNoLetter) {
  const std::vector<std::string_view> pieces{
      "**", "_", "\"", "\xE2\x80\x9C", "\xE2\x80\x9D", "\n", "---", "•",    ":",    "(",
      ")",  ".", " ",  "Action",       "Upkeep",       "it", "/",   "\xE2", "\x01", "**Action:** "};
  Dice random(7);
  std::map<std::string, int> read;
  for (int round = 0; round < 2'000; ++round) {
    std::string text;
    for (auto left = random.below(40); left > 0; --left) text += pieces[random.below(pieces.size())];
    TextBox box;
    ASSERT_NO_THROW(box = takeText(text)) << "a letter is lost, or comes from nowhere: " << text;
    for (const auto& [part, has] :
         {std::pair("keywords", !box.keywords.empty()), std::pair("traits", !box.traits.empty()),
          std::pair("abilities", !box.abilities.empty()), std::pair("flavor", !box.flavor.empty()),
          std::pair("reminders", !box.reminders.empty()), std::pair("quoted", !box.quoted.empty())}) {
      read[part] += has ? 1 : 0;
    }
  }
  for (const auto& [part, times] : read) EXPECT_GE(times, 10) << part;
  EXPECT_EQ(read.size(), 6U);
}

TEST(HostileTexts, AreReadInLinearTime) {
  for (const std::string_view piece :
       {"**Action:** ", "**a** ", "\"a\" ", "_(a)_ ", "it. ", "a:\n", "**a\n", "• \n", "-\n"}) {
    std::string text;
    while (text.size() < 1U << 17) text += piece;
    const auto start = std::chrono::steady_clock::now();
    takeText(text);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10)) << piece;
  }
}

}  // namespace
}  // namespace docket::text_box_test
