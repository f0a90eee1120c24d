// The tree checked against the words of docs/glossary.md, and the files named in comments against the files that exist.
// Each check is held against a made-up offender and its innocent look-alike too.
#include "tests/tidy/wording.h"
#include "tests/places.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace docket::tidy::wording_test {
namespace {

const std::vector<Source>& tree() {
  static const std::vector<Source> kTree = readTree(docket::test::sourceDir());
  return kTree;
}

const RuledOut& glossary() {
  static const RuledOut kOut = [] {
    const auto page =
        std::find_if(tree().begin(), tree().end(), [](const Source& one) { return one.path == "docs/glossary.md"; });
    return page == tree().end() ? RuledOut{} : ruledOut(page->text);
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

/// Sources of the program: what tests are called is a sentence, with whatever words it needs.
bool isOfTheProgram(const Source& source) { return isCpp(source.path) && moduleOf(source.path) != "tests"; }

/// Every file that can be named, scripts of the report among them, which are no texts that the tree is read for.
std::vector<std::string> pathsOfTheTree() {
  std::vector<std::string> paths;
  for (const auto& source : tree()) paths.push_back(source.path);
  const std::filesystem::path root(docket::test::sourceDir());
  for (const auto& entry : std::filesystem::directory_iterator(root / "tools" / "report"))
    paths.push_back("tools/report/" + entry.path().filename().string());
  return paths;
}

TEST(Glossary, HasWordsAndPhrasesThatAreRuledOut) {
  EXPECT_GT(glossary().names.size(), 15U);
  EXPECT_GT(glossary().phrases.size(), 15U);
  EXPECT_GT(fields().size(), 100U);
}

TEST(Glossary, RulesOutWordsThatNoNameHas) {
  for (const auto& source : tree()) {
    if (!isOfTheProgram(source)) continue;
    for (const auto& wrong : wrongNames(source, glossary(), fields())) ADD_FAILURE() << source.path << ":" << wrong;
  }
}

bool isPage(const Source& source) {
  return source.path == "README.md" || (source.path.starts_with("docs/") && source.path.ends_with(".md"));
}

TEST(Glossary, RulesOutPhrasesThatNoMessageCommentOrPageHas) {
  for (const auto& source : tree()) {
    const bool is_read = isOfTheProgram(source) || (isPage(source) && source.path != "docs/glossary.md");
    if (!is_read) continue;
    for (const auto& wrong : wrongPhrases(source, glossary())) ADD_FAILURE() << source.path << ":" << wrong;
  }
}

TEST(Glossary, HasOneThingForEachOfItsWorstWords) {
  for (const std::string name : {"Table", "Reading", "Ledger", "Obligation", "Finding", "Ruling"}) {
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

TEST(Comments, NameFilesThatAreThere) {
  const auto paths = pathsOfTheTree();
  for (const auto& source : tree()) {
    if (!isCpp(source.path) || source.path.starts_with("tests/tidy/")) continue;
    for (const auto& dead : deadReferences(source, paths)) ADD_FAILURE() << source.path << ":" << dead;
  }
}

constexpr std::string_view kPage =
    "Text.\n\n| say | in no name | in no text |\n| --- | --- | --- |\n"
    "| done act | `deed` `Doing` `takeUp` | |\n| does not match | | is not the one, comes to something else |\n\n| a | "
    "`b` | c |\n";

TEST(Wording, IsRuledOutByTheTableOfTheGlossaryAlone) {
  const auto out = ruledOut(kPage);
  EXPECT_EQ(out.names, (std::vector<std::string>{"deed", "Doing", "takeUp"}));
  EXPECT_EQ(out.phrases, (std::vector<std::string>{"is not the one", "comes to something else"}));
}

TEST(Wording, OfNamesIsFoundWordByWordWhateverTheirStyle) {
  const auto wrong = [](std::string_view code) {
    return wrongNames(readSource("tools/a.cpp", std::string(code)), ruledOut(kPage), {"deed"});
  };
  EXPECT_EQ(wrong("int x;\nstruct FirstDeed {};\n"), std::vector<std::string>{"2: FirstDeed"});
  EXPECT_EQ(wrong("auto y = last_deed_;\n"), std::vector<std::string>{"1: last_deed_"});
  EXPECT_EQ(wrong("void takeUp(); Doing x;\n"), (std::vector<std::string>{"1: takeUp", "1: Doing"}));
  EXPECT_EQ(wrong("int take_up;\n"), std::vector<std::string>{"1: take_up"});
  EXPECT_TRUE(wrong("int indeed, doing, taken, up;  // a deed\nauto z = \"deed\"; event.getDeed();\n").empty());
}

TEST(Wording, OfTextsIsFoundInUpperAndLowerCase) {
  const auto wrong = [](std::string_view code) {
    return wrongPhrases(readSource("tools/a.cpp", std::string(code)), ruledOut(kPage));
  };
  EXPECT_EQ(wrong("\nfail(\"it is not the one there\");\n"), std::vector<std::string>{"2: is not the one"});
  EXPECT_EQ(wrong("auto help = R\"(Usage:\n  Comes to something else.\n)\";\n"),
            std::vector<std::string>{"2: comes to something else"});
  EXPECT_EQ(wrong("f();  // It Is Not the one\n"), std::vector<std::string>{"1: is not the one"});
  EXPECT_EQ(wrong("int x;  ///< it is\n        ///< not the one\n"), std::vector<std::string>{"1: is not the one"});
  EXPECT_TRUE(wrong("// it is\nint y;  // not the one\n").empty());
  EXPECT_TRUE(wrong("f(\"https://is\");\ng(\"is not the oneself\");\n").empty());
}

TEST(Types, OfOneNameAreCountedWhereTheyAreDefined) {
  const auto types = [](std::string_view code) { return typesCalled(readSource("a.h", std::string(code)), "Table"); };
  EXPECT_EQ(types("class Table {\n};\n\n  struct Table : Base {\n"), (std::vector<std::string>{"1", "4"}));
  EXPECT_TRUE(types("class Table;\nclass GameTable {\nstruct TableCard {  // a class Table\n").empty());
}

TEST(References, InCommentsAreDeadWhereNoFileIsCalledSo) {
  const std::vector<std::string> paths{"engine/fold/ledger.h", "tools/report/story.js"};
  const auto dead = [&](std::string_view code) { return deadReferences(readSource("a.h", std::string(code)), paths); };
  EXPECT_EQ(dead("// As control.h says.\n"), std::vector<std::string>{"1: control.h"});
  EXPECT_EQ(dead("int x;  ///< (query/ledger.h)\n"), std::vector<std::string>{"1: query/ledger.h"});
  EXPECT_TRUE(
      dead("// See ledger.h, fold/ledger.h and story.js.\n#include \"gone.h\"\nauto x = \"gone.h\";\n").empty());
}

}  // namespace
}  // namespace docket::tidy::wording_test
