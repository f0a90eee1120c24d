// The tree checked against words.tsv, and the files and functions that comments and pages name against those that
// exist. Each check is also tried on a made-up offender and on its innocent look-alike.
#include "tests/tidy/wording.h"
#include "tests/places.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

namespace docket::tidy::wording_test {
namespace {

const std::vector<Source>& tree() {
  static const std::vector<Source> kTree = readTree(docket::test::sourceDir());
  return kTree;
}

const RuledOut& words() {
  static const RuledOut kOut = [] {
    std::ifstream file(docket::test::sourceDir() + "/tests/tidy/words.tsv");
    return ruledOut(std::string(std::istreambuf_iterator<char>(file), {}));
  }();
  return kOut;
}

const std::set<std::string>& fields() {
  static const std::set<std::string> kFields = [] {
    std::set<std::string> all;
    for (const auto& source : tree())
      if (source.path.ends_with(".capnp"))
        for (auto& field : fieldsOfSchema(source.text)) all.insert(std::move(field));
    return all;
  }();
  return kFields;
}

/// Sources of the program; of tests only the names in TEST() are checked.
bool isOfTheProgram(const Source& source) { return isCpp(source.path) && moduleOf(source.path) != "tests"; }

/// Every file that can be named.
std::vector<std::string> pathsOfTheTree() {
  std::vector<std::string> paths;
  for (const auto& source : tree()) paths.push_back(source.path);
  return paths;
}

/// Only the lines that name a test.
Source testNamesOf(const Source& source) {
  Source names{.path = source.path, .text = {}, .lines = {}, .code = {}};
  bool within = false;
  for (const auto& line : source.code) {
    within = within || line.starts_with("TEST");
    names.code.push_back(within ? line : std::string{});
    within = within && line.find(')') == std::string::npos;
  }
  return names;
}

TEST(RuledOutWords, AreReadFromTheirTable) {
  EXPECT_GT(words().names.size(), 15U);
  EXPECT_GT(words().phrases.size(), 15U);
  EXPECT_GT(fields().size(), 100U);
}

TEST(RuledOutWords, AreInNoName) {
  for (const auto& source : tree()) {
    if (!isCpp(source.path)) continue;
    const auto wrong = wrongNames(isOfTheProgram(source) ? source : testNamesOf(source), words(), fields());
    for (const auto& one : wrong) ADD_FAILURE() << source.path << ":" << one;
  }
}

/// Sources, schemas, documents, tables, cases, scripts and pages. The JSON schemas repeat words of their types, and the
/// made-up offenders of this folder have all that is ruled out.
bool hasTexts(const Source& source) {
  constexpr std::array kEndings{".h",  ".cpp",   ".capnp",         ".js", ".mjs",  ".css", ".py",
                                ".sh", ".cmake", "CMakeLists.txt", ".md", ".json", ".tsv", ".cases"};
  if (source.path.starts_with("tests/tidy/") || source.path.starts_with("docs/schemas/")) return false;
  return std::any_of(kEndings.begin(), kEndings.end(), [&](const char* end) { return source.path.ends_with(end); });
}

TEST(RuledOutPhrases, AreInNoMessageCommentOrPage) {
  for (const auto& source : tree()) {
    if (!hasTexts(source)) continue;
    for (const auto& wrong : wrongPhrases(source, words())) ADD_FAILURE() << source.path << ":" << wrong;
  }
}

TEST(Types, AreUniqueIfNamedByAnOverusedWord) {
  for (const std::string name :
       {"Table", "Reading", "Ledger", "Obligation", "Finding", "Ruling", "Standing", "Point", "Answer"}) {
    std::string places;
    std::size_t types = 0;
    for (const auto& source : tree()) {
      if (!isOfTheProgram(source)) continue;
      for (const auto& line : typesCalled(source, name)) {
        ++types;
        places += " " + source.path + ":" + line;
      }
    }
    EXPECT_LE(types, 1U) << name << " is" << places;
  }
}

TEST(Comments, NameFilesThatExist) {
  const auto paths = pathsOfTheTree();
  for (const auto& source : tree()) {
    if (!isCpp(source.path) || source.path.starts_with("tests/tidy/")) continue;
    for (const auto& dead : deadReferences(source, paths)) ADD_FAILURE() << source.path << ":" << dead;
  }
}

TEST(Comments, NameMembersThatExist) {
  for (const auto& source : tree()) {
    if (!isOfTheProgram(source)) continue;
    for (const auto& dead : deadMembers(source, tree())) ADD_FAILURE() << source.path << ":" << dead;
  }
}

TEST(Pages, NameFunctionsThatExist) {
  std::size_t pages = 0;
  for (const auto& source : tree()) {
    // Elsewhere in docs/ a name with brackets is a function of expressions, or of Python.
    const bool names_ours = source.path == "docs/architecture.md" || source.path == "docs/contributing.md" ||
                            source.path == "docs/determinism_and_faults.md" ||
                            source.path == "docs/life_of_an_event.md" || source.path == "docs/performance.md";
    if (!names_ours) continue;
    ++pages;
    for (const auto& dead : deadFunctions(source, tree())) ADD_FAILURE() << source.path << ":" << dead;
  }
  EXPECT_EQ(pages, 5U);
}

constexpr std::string_view kWords =
    "# A comment\twith\ttabs\ndone act\tdeed Doing takeUp\n"
    "does not match\t\tis not the one, Comes to something else\n";

TEST(RuledOutWords, AreSeparatedByBlanksAndPhrasesByCommas) {
  const auto out = ruledOut(kWords);
  EXPECT_EQ(out.names, (std::vector<std::string>{"deed", "Doing", "takeUp"}));
  EXPECT_EQ(out.phrases, (std::vector<std::string>{"is not the one", "comes to something else"}));
}

TEST(RuledOutWords, AreFoundInCamelCaseAndSnakeCase) {
  const auto wrong = [](std::string_view code) {
    return wrongNames(readSource("tools/a.cpp", std::string(code)), ruledOut(kWords), {"deed"});
  };
  EXPECT_EQ(wrong("int x;\nstruct FirstDeed {};\n"), std::vector<std::string>{"2: FirstDeed"});
  EXPECT_EQ(wrong("auto y = last_deed_;\n"), std::vector<std::string>{"1: last_deed_"});
  EXPECT_EQ(wrong("void takeUp(); Doing x;\n"), (std::vector<std::string>{"1: takeUp", "1: Doing"}));
  EXPECT_EQ(wrong("int take_up;\n"), std::vector<std::string>{"1: take_up"});
  EXPECT_TRUE(wrong("int indeed, doing, taken, up;  // a deed\nauto z = \"deed\"; event.getDeed();\n").empty());
}

TEST(RuledOutPhrases, AreFoundInUpperAndLowerCase) {
  const auto wrong = [](std::string_view code) {
    return wrongPhrases(readSource("tools/a.cpp", std::string(code)), ruledOut(kWords));
  };
  EXPECT_EQ(wrong("\nfail(\"it is not the one there\");\n"), std::vector<std::string>{"2: is not the one"});
  EXPECT_EQ(wrong("auto help = R\"(Usage:\n  Comes to something else.\n)\";\n"),
            std::vector<std::string>{"2: comes to something else"});
  EXPECT_EQ(wrong("f();  // It Is Not the one\n"), std::vector<std::string>{"1: is not the one"});
  EXPECT_EQ(wrong("int x;  ///< it is\n        ///< not the one\n"), std::vector<std::string>{"1: is not the one"});
  EXPECT_TRUE(wrong("// it is\nint y;  // not the one\n").empty());
  EXPECT_TRUE(wrong("f(\"https://is\");\ng(\"is not the oneself\");\n").empty());
}

TEST(Types, OfOneNameAreCountedByDefinition) {
  const auto types = [](std::string_view code) { return typesCalled(readSource("a.h", std::string(code)), "Table"); };
  EXPECT_EQ(types("class Table {\n};\n\n  struct Table : Base {\n"), (std::vector<std::string>{"1", "4"}));
  EXPECT_TRUE(types("class Table;\nclass GameTable {\nstruct TableCard {  // a class Table\n").empty());
}

TEST(References, InCommentsAreDeadIfNoFileHasTheName) {
  const std::vector<std::string> paths{"engine/fold/ledger.h", "tools/report/story.js"};
  const auto dead = [&](std::string_view code) { return deadReferences(readSource("a.h", std::string(code)), paths); };
  EXPECT_EQ(dead("// As control.h says.\n"), std::vector<std::string>{"1: control.h"});
  EXPECT_EQ(dead("int x;  ///< (query/ledger.h)\n"), std::vector<std::string>{"1: query/ledger.h"});
  EXPECT_TRUE(
      dead("// See ledger.h, fold/ledger.h and story.js.\n#include \"gone.h\"\nauto x = \"gone.h\";\n").empty());
}

TEST(References, ToMembersAreDeadIfNoSourceUsesThem) {
  const std::vector<Source> sources{readSource("engine/fold/ledger.h", "struct Ledger { int entries; };\n"),
                                    readSource("engine/fold/other.cpp", "int size;\n")};
  const auto dead = [&](std::string_view code) { return deadMembers(readSource("a.h", std::string(code)), sources); };
  EXPECT_EQ(dead("// As Ledger::size says.\n"), std::vector<std::string>{"1: Ledger::size"});
  EXPECT_TRUE(dead("// As Ledger::entries says.\nint x = Ledger::size;\n").empty());
}

TEST(References, OfPagesAreDeadIfNoSourceHasTheFunction) {
  const std::vector<Source> sources{readSource("engine/fold/ledger.h", "void addEntry(int);\n"),
                                    readSource("engine/fold/ledger.cpp", "void f() { foldEntry(1); }  // gone()\n"),
                                    readSource("engine/fold/other.cpp", "int renew = 1;\n")};
  const auto dead = [&](std::string_view text) {
    return deadFunctions(readSource("docs/a.md", std::string(text)), sources);
  };
  EXPECT_EQ(dead("Text.\nIt calls `gone()`, then `renew()`.\n"), (std::vector<std::string>{"2: gone()", "2: renew()"}));
  EXPECT_EQ(dead("`addEntry()` (`fold/other.cpp`) adds.\n"), std::vector<std::string>{"1: addEntry()"});
  EXPECT_TRUE(
      dead("`Ledger::addEntry()` (`ledger.cpp`), `foldEntry()` (`engine/fold/ledger.h`), gone(), `gone`\n").empty());
}

}  // namespace
}  // namespace docket::tidy::wording_test
