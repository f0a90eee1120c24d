// Mistaken command lines: each in the table is refused with its message and its exit status, with --json too, and
// changes nothing; each suggested correction does what was intended.
#include "tests/tools/wrong_usages.h"

#include <fmt/format.h>

#include <filesystem>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <regex>
#include <set>

#include "tests/tools/disputed_game.h"
#include "tools/commands/command.h"
#include "tools/commands/subcommands.h"

namespace docket::wrong_usages_test {
namespace {

using test::has;
using test::kWrongUsages;
using test::Ran;
using test::WrongUsage;

/// The words of a line, those between 'quotation marks' as one.
std::vector<std::string> wordsOf(std::string_view line) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == ' ') {
      ++at;
      continue;
    }
    const bool is_quoted = line[at] == '\'';
    const std::size_t from = is_quoted ? at + 1 : at;
    const std::size_t to = std::min(line.find(is_quoted ? '\'' : ' ', from), line.size());
    words.emplace_back(line.substr(from, to - from));
    at = to + 1;
  }
  return words;
}

/// The suggestions of a message: each text in quotation marks after "did you mean", without the remark in brackets.
std::vector<std::string> suggestedBy(const std::string& message) {
  std::vector<std::string> suggested;
  const auto from = message.find("did you mean ");
  if (from == std::string::npos) return suggested;
  int depth = 0;
  bool inside = false;
  for (std::size_t i = from; i < message.size() && message[i] != '?'; ++i) {
    const char c = message[i];
    if (c == '"' && depth == 0) {
      if (!inside) suggested.emplace_back();
      inside = !inside;
    } else if (c == '#' && depth == 0) {  // a title with the number of its card behind it
      const auto end = message.find_first_not_of("0123456789", i + 1);
      suggested.back() += " " + message.substr(i, end - i);
    } else if (inside) {
      suggested.back() += c;
    } else if (c == '(' || c == ')') {
      depth += c == '(' ? 1 : -1;
    }
  }
  return suggested;
}

std::string replaced(std::string text, std::string_view wrong, const std::string& right) {
  const auto at = text.find(wrong);
  return at == std::string::npos ? text : text.replace(at, wrong.size(), right);
}

/// A folder with all files that the table names, in which the program runs.
class WrongUsages : public test::DisputedGame {
 protected:
  void SetUp() override {
    before_ = std::filesystem::current_path();
    DisputedGame::SetUp();
    test::importSamples(place);
    std::filesystem::current_path(place / "");
    static_cast<void>(place.file("text.txt", "hello\n"));
    static_cast<void>(place.file("empty", ""));
    static_cast<void>(place.file("bad.jsonl",
                                 "{\"game\":{\"id\":\"bad\",\"players\":[{},{}],\"ruleset\":\"yugioh\"}}\n"
                                 "{\"cardMoved\":{\"card\":9,\"zone\":\"hand\"}}\n"
                                 "{\"began\":{\"period\":\"turn\",\"player\":7}}\n"));
    std::filesystem::create_directory("folder");
    std::filesystem::create_directory("next-archive");
    static_cast<void>(place.file("next-archive/ARCHIVE", "docket archive, format 99\n"));
    ASSERT_EQ(typed("backup backups").status, 0);
    ASSERT_EQ(typed("keys new example.com/archive -o archive.key").status, 0);
    ASSERT_EQ(typed("keys new example.com/witness --witness -o witness.key").status, 0);
    static_cast<void>(place.file("folder/text.txt", "hello\n"));
  }
  void TearDown() override { std::filesystem::current_path(before_); }

  /// The program with the words after "docket" on a line; the archive is named before it.
  [[nodiscard]] static Ran typed(std::string_view line, bool json = false) {
    std::vector<std::string> words{"--archive", "archive"};
    if (json) words.emplace_back("--json");
    for (std::string& word : wordsOf(line)) words.push_back(std::move(word));
    return test::run(words);
  }

 private:
  std::filesystem::path before_;
};

TEST_F(WrongUsages, AreReportedWithTheirStatusAndChangeNothing) {
  const std::string games = typed("games --replaced --json").out;
  for (const WrongUsage& row : kWrongUsages) {
    const Ran ran = typed(row.typed);
    EXPECT_EQ(ran.status, row.status) << row.typed << '\n' << ran.err << ran.out;
    EXPECT_HAS(ran.err + ran.out, std::string(row.said)) << row.typed << '\n' << ran.err << ran.out;
    EXPECT_EQ(has(ran.err, "did you mean"), !row.wrong.empty() || has(std::string(row.said), "did you mean"))
        << row.typed << '\n'
        << ran.err;
    EXPECT_EQ(typed(row.typed, true).status, row.status) << row.typed << " with --json";
  }
  EXPECT_EQ(typed("games --replaced --json").out, games);
  EXPECT_GE(std::size(kWrongUsages), 100U);
}

TEST_F(WrongUsages, SucceedWithTheSuggestedCorrection) {
  for (const WrongUsage& row : kWrongUsages) {
    if (row.wrong.empty()) continue;
    const Ran wrong = typed(row.typed);
    const auto suggested = suggestedBy(wrong.err);
    EXPECT_FALSE(suggested.empty()) << row.typed << '\n' << wrong.err;
    for (const std::string& one : suggested) {
      const std::string line = replaced(std::string(row.typed), row.wrong, one);
      EXPECT_NE(line, row.typed);
      const Ran right = typed(line);
      EXPECT_LE(right.status, 1) << line << '\n' << right.err;
      EXPECT_FALSE(has(right.err, "did you mean")) << line << '\n' << right.err;
    }
  }
}

TEST_F(WrongUsages, SuggestOnlyExistingCommands) {
  static const std::regex kNamed("docket (help [a-z-]+)\\)|docket ([a-z-]+) lists");
  std::set<std::string> led;
  for (const WrongUsage& row : kWrongUsages) {
    const Ran ran = typed(row.typed);
    for (auto found = std::sregex_iterator(ran.err.begin(), ran.err.end(), kNamed); found != std::sregex_iterator();
         ++found) {
      led.insert((*found)[1].matched ? (*found)[1].str() : (*found)[2].str());
    }
  }
  EXPECT_GE(led.size(), 8U);
  for (const std::string& line : led) {
    const Ran ran = typed(line);
    EXPECT_LE(ran.status, 1) << "docket " << line << '\n' << ran.err;
  }
}

TEST_F(WrongUsages, CoverEveryCommand) {
  std::set<std::string_view> covered;
  for (const WrongUsage& row : kWrongUsages) {
    for (const Command& command : commands()) {
      if (row.typed.starts_with(command.name)) covered.insert(command.name);
    }
  }
  for (const Command& command : commands()) {
    if (command.name == "complete") continue;  // the words after it are the line being typed
    EXPECT_EQ(covered.count(command.name), 1U) << command.name;
  }
}

TEST_F(WrongUsages, OfAnOptionOfAnotherUseAreRefused) {
  std::size_t tried = 0;
  for (const Command& command : commands()) {
    for (const Option& option : command.options) {
      for (const std::string& owner : ownersOf(option)) {
        const auto uses = subcommandsOf(command);
        const auto goes_with = [&](const Option& other) { return owner == fmt::format("--{}", other.name); };
        EXPECT_TRUE(ranges::contains(uses, owner) || ranges::any_of(command.options, goes_with))
            << command.name << " has no " << owner;
      }
      for (const std::string& use : subcommandsOf(command)) {
        if (belongsToSubcommand(option, use)) continue;
        const std::string name(option.name.substr(0, option.name.find(',')));
        std::vector<std::string> line{"--archive", "archive", std::string(command.name), use, "x", "--" + name};
        if (!option.value.empty()) line.emplace_back("1");
        const Ran ran = test::run(line);
        EXPECT_EQ(ran.status, 2) << command.name << ' ' << use << " --" << name;
        EXPECT_HAS(ran.err, fmt::format("--{} belongs to ", name));
        ++tried;
      }
    }
  }
  EXPECT_GT(tried, 20U);
}

TEST_F(WrongUsages, QuoteVeryLongWordsShortened) {
  const std::string endless(100'000, 'a');
  for (const std::string before :
       {"", "help ", "show ", "log court/7 --seat ", "replay court/7 --at ", "games --since ", "rules show ",
        "cards show ", "explain court/7 ", "ask court/7 ", "import ", "rule court/7 --judge J --claim '1 = 1' --cite ",
        "branch court/7 --without ", "export --", "slip court/7 --ruling ", "limits court/7 --card "}) {
    const Ran ran = typed(before + endless);
    EXPECT_EQ(ran.status, 2) << before;
    EXPECT_LT(ran.err.size(), 1000U) << before << '\n' << ran.err.substr(0, 300);
  }
}

}  // namespace
}  // namespace docket::wrong_usages_test
