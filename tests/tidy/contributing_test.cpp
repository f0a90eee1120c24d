// docs/contributing.md checked against the tree: its table has every house rule and no other, and each command in it
// names a preset, a target and a script that exist. So is the table of tests/README.md: it has every folder.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "tests/places.h"
#include "tests/tidy/rules.h"

namespace docket::tidy::contributing_test {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = docket::test::sourceDir();

const Source& page() {
  static const Source kPage = [] {
    auto tree = readTree(docket::test::sourceDir());
    auto found =
        std::find_if(tree.begin(), tree.end(), [](const Source& s) { return s.path == "docs/contributing.md"; });
    return found == tree.end() ? Source{} : *found;
  }();
  return kPage;
}

/// The words of each line of its examples.
std::vector<std::vector<std::string>> documentedCommands() {
  std::vector<std::vector<std::string>> found;
  bool inside = false;
  for (const auto& line : page().lines) {
    if (line.starts_with("```")) {
      inside = !inside;
    } else if (inside) {
      std::istringstream words(line);
      found.emplace_back(std::istream_iterator<std::string>(words), std::istream_iterator<std::string>());
    }
  }
  return found;
}

std::string after(const std::vector<std::string>& words, std::string_view option) {
  auto at = std::find(words.begin(), words.end(), option);
  return at == words.end() || at + 1 == words.end() ? "" : *(at + 1);
}

TEST(TestsReadme, HasARowForEachFolderOfTests) {
  std::set<std::string> folders, rows;
  for (const auto& source : readTree(docket::test::sourceDir())) {
    const auto end = source.path.find('/', 6);
    if (source.path.starts_with("tests/") && end != std::string::npos) folders.insert(source.path.substr(6, end - 6));
    if (source.path != "tests/README.md") continue;
    for (const auto& line : source.lines)
      if (line.starts_with("| `")) rows.insert(line.substr(3, line.find('`', 3) - 3));
  }
  EXPECT_GT(folders.size(), 20U);
  EXPECT_EQ(rows, folders);
}

TEST(Contributing, ListsEveryHouseRuleAndNoOther) {
  std::set<std::string> listed;
  bool below = false;
  for (const auto& line : page().lines) {
    if (line == "## House rules") below = true;
    if (below && line.starts_with("| ")) listed.insert(line.substr(2, line.find(" | ") - 2));
  }
  listed.erase("---");
  listed.erase("rule");
  std::set<std::string> held;
  for (const auto& rule : rules()) held.emplace(rule.name);
  EXPECT_EQ(listed, held);
}

TEST(Contributing, NamesScriptsAndPresetsThatExist) {
  std::string presets;
  for (const auto& source : readTree(docket::test::sourceDir()))
    if (source.path == "CMakePresets.json") presets = source.text;
  ASSERT_FALSE(documentedCommands().empty());
  for (const auto& words : documentedCommands()) {
    ASSERT_FALSE(words.empty());
    const auto& program = words.front();
    SCOPED_TRACE(program);
    if (auto preset = after(words, "--preset"); !preset.empty()) {
      EXPECT_NE(presets.find("\"name\": \"" + preset + "\""), std::string::npos) << preset;
    }
    if (program.starts_with("./")) {
      auto permissions = fs::status(kRoot / program).permissions();
      EXPECT_NE(permissions & fs::perms::owner_exec, fs::perms::none);
    } else if (program.starts_with("build/")) {
      // The folder of the tests of the program build/PRESET/tests/FOLDER_tests.
      auto name = fs::path(program).filename().string();
      EXPECT_TRUE(fs::is_directory(kRoot / "tests" / name.substr(0, name.rfind("_tests")))) << name;
    } else {
      EXPECT_TRUE(program == "cmake" || program == "ctest") << program;
    }
  }
}

}  // namespace
}  // namespace docket::tidy::contributing_test
