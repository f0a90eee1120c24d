// The tree checked against the house rules. Offences are reported as file:line, as by a compiler.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "tests/places.h"
#include "tests/tidy/rules.h"

namespace docket::tidy {

void PrintTo(const Rule& rule, std::ostream* out) { *out << rule.name; }

namespace {

const std::vector<Source>& tree() {
  static const std::vector<Source> kTree = readTree(docket::test::sourceDir());
  return kTree;
}

TEST(Tree, IsReadCompletely) {
  for (std::string_view path :
       {"CMakeLists.txt", ".ci/run", "events/names.h", "schemas/event.capnp", "tests/tidy/source.cpp"})
    EXPECT_TRUE(std::any_of(tree().begin(), tree().end(), [&](const Source& one) { return one.path == path; })) << path;
}

TEST(Tree, HasNoIncludeCycleOfMoreThanThreeFilesInTheEngine) {
  for (const auto& cycle : cyclesOf(tree())) {
    if (!cycle.front().starts_with("engine/") || cycle.size() <= 3) continue;
    std::string files;
    for (const auto& file : cycle) files += "\n  " + file;
    ADD_FAILURE() << cycle.size() << " files include each other:" << files;
  }
}

TEST(Tree, HasAHeaderForEachSourceOfTheProgram) {
  for (const auto& path : sourcesWithoutTheirHeader(tree())) {
    // Commands share command.h; evaluating.cpp is separate from evaluate.h, which the readings that it calls include.
    const bool shared = path.starts_with("tools/commands/") || path == "tools/main.cpp" || path.starts_with("tests/") ||
                        path == "engine/query/evaluation/evaluating.cpp";
    if (!shared) ADD_FAILURE() << path << " does not include a header of its own first";
  }
}

TEST(Tree, HasEachClassWrittenInOneFile) {
  for (const auto& [name, sources] : scatteredClassesOf(tree())) {
    std::string files;
    for (const auto& file : sources) files += "\n  " + file;
    ADD_FAILURE() << name << " is written in " << sources.size() << " files:" << files;
  }
}

TEST(Tree, HasNoLocalNameInTwoSourcesOfALibrary) {
  for (const auto& [name, sources] : repeatedLocalNamesOf(tree())) {
    std::string files;
    for (const auto& file : sources) files += "\n  " + file;
    ADD_FAILURE() << name << " is in the unnamed namespaces of " << sources.size() << " files:" << files;
  }
}

TEST(Tree, DefinesEachTypeOnce) {
  for (const auto& [name, sources] : typesDefinedTwiceIn(tree())) {
    std::string files;
    for (const auto& file : sources) files += "\n  " + file;
    ADD_FAILURE() << name << " is defined in " << sources.size() << " files:" << files;
  }
}

class EachRule : public testing::TestWithParam<Rule> {};

TEST_P(EachRule, HoldsForTheTree) {
  const auto& rule = GetParam();
  std::size_t read = 0;
  for (const auto& source : tree()) {
    if (!rule.applies(source.path)) continue;
    ++read;
    for (const auto& offence : rule.offences(source))
      ADD_FAILURE() << source.path << ":" << offence.line << ": " << offence.what << "  (" << rule.name << ")";
  }
  EXPECT_GT(read, 0U) << "the rule applies to no file";
}

/// A rule's sentence as the name of its test.
std::string nameOf(const testing::TestParamInfo<Rule>& info) {
  std::string name(info.param.name);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(House, EachRule, testing::ValuesIn(rules().begin(), rules().end()), nameOf);

}  // namespace
}  // namespace docket::tidy
