// The house rules tested: each catches a made-up offender, on the right line, and ignores its innocent look-alike.
#include "tests/tidy/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace docket::tidy::rules_test {
namespace {

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

struct Case {
  std::string_view rule;
  std::string path;
  std::string text;
  std::optional<std::size_t> line;  // of the only offence; empty if the text is innocent
};

// Includes, and what the engine must not use.
std::vector<Case> casesOfCode() {
  return {
      {"schemas <- events <- {engine, store} <- tools", "engine/a.cpp", "#include \"store/log/log.h\"\n", 1},
      {"schemas <- events <- {engine, store} <- tools", "store/a.h", "\n#include \"engine/state/state.h\"\n", 2},
      {"schemas <- events <- {engine, store} <- tools", "events/a.h", "#include \"tools/commands/log.h\"\n", 1},
      {"schemas <- events <- {engine, store} <- tools", "tools/a.h", "#include \"tests/log.h\"\n", 1},
      {"schemas <- events <- {engine, store} <- tools", "events/a.h", "#include \"names.h\"\n", 1},
      {"schemas <- events <- {engine, store} <- tools", "events/a.h", "#include <events/names.h>\n", 1},
      {"schemas <- events <- {engine, store} <- tools", "tools/a.h", "#include \"store/a.h\"\n", {}},
      {"schemas <- events <- {engine, store} <- tools", "tests/store/a.h", "#include \"tools/a.h\"\n", {}},
      {"rules <- state <- query <- derived <- judge <- fold <- snapshot, in engine", "engine/query/a.cpp",
       "\n#include \"engine/judge/b.h\"\n", 2},
      {"rules <- state <- query <- derived <- judge <- fold <- snapshot, in engine", "engine/rules/check/a.h",
       "#include \"engine/state/b.h\"\n", 1},
      {"rules <- state <- query <- derived <- judge <- fold <- snapshot, in engine", "engine/a.cpp",
       "// A file outside the listed folders.\n", 1},
      {"rules <- state <- query <- derived <- judge <- fold <- snapshot, in engine",
       "engine/judge/a.cpp",
       "#include \"engine/rules/b.h\"\n",
       {}},
      {"rules <- state <- query <- derived <- judge <- fold <- snapshot, in engine",
       "engine/fold/a.cpp",
       "#include \"engine/fold/b.h\"\n",
       {}},
      {"io <- words <- notation <- game <- explain <- verdict <- render <- report <- commands, in tools",
       "tools/game/a.cpp", "#include \"tools/explain/b.h\"\n", 1},
      {"io <- words <- notation <- game <- explain <- verdict <- render <- report <- commands, in tools",
       "tools/import/a.cpp", "#include \"tools/lab/b.h\"\n", 1},
      {"io <- words <- notation <- game <- explain <- verdict <- render <- report <- commands, in tools",
       "tools/elsewhere/a.cpp", "// A file outside the listed folders.\n", 1},
      {"io <- words <- notation <- game <- explain <- verdict <- render <- report <- commands, in tools",
       "tools/commands/a.cpp",
       "#include \"tools/game/b.h\"\n#include \"tools/commands/c.h\"\n",
       {}},
      {"the generator does not know the judge", "tools/generate/a.cpp", "#include \"engine/judge/judge.h\"\n", 1},
      {"the generator does not know the judge", "tools/generate/a.h", "#include \"tools/words/text.h\"\n", 1},
      {"the generator does not know the judge", "tools/generate/a.h", "#include \"events/recording.h\"\n", {}},
      {"the generator does not know the judge", "tools/a.h", "#include \"engine/judge/judge.h\"\n", {}},
      {"a library has one owner", "tools/a.cpp", "#include <rocksdb/db.h>\n", 1},
      {"a library has one owner", "engine/a.cpp", "#include <simdjson.h>\n", 1},
      {"a library has one owner", "tools/a.cpp", "#include <xxhash.h>\n", 1},
      {"a library has one owner", "store/a.cpp", "#include <gtest/gtest.h>\n", 1},
      {"a library has one owner", "events/a.cpp", "#include <utf8proc.h>\n", 1},
      {"a library has one owner", "tools/step/a.cpp", "#include <curses.h>\n", 1},
      {"a library has one owner", "engine/rules/a.cpp", "#include <tao/pegtl.hpp>\n", 1},
      {"a library has one owner", "events/parse.h", "#include <tao/pegtl.hpp>\n", {}},
      {"a library has one owner", "store/a.cpp", "#include <rocksdb/db.h>\n", {}},
      {"the engine includes nothing that varies", "engine/a.h", "// Time.\n#include <chrono>\n", 2},
      {"the engine includes nothing that varies", "engine/a.h", "#include <map>\n", {}},
      {"the engine names nothing that varies", "engine/a.h", "int x;\nconst double y = 1;\n", 2},
      {"the engine names nothing that varies", "engine/a.h", "std::unordered_map<int, int> y;\n", 1},
      {"the engine names nothing that varies", "engine/a.h", "int double_strike;  // no double\n", {}},
      {"the engine names nothing that varies", "engine/a.h", "auto x = \"float\", y = R\"(rand)\"; /* float */\n", {}},
      {"the engine orders nothing by address", "engine/a.h", "std::map<const Card*, int> x;\n", 1},
      {"the engine orders nothing by address", "engine/a.h", "std::set<std::shared_ptr<Card>> x;\n", 1},
      {"the engine orders nothing by address", "engine/a.h", "std::map<int, const Card*> x;\n", {}},
      {"the engine orders nothing by address", "engine/a.h", "std::map<std::pair<int, int>, Card*> x;\n", {}},
      {"the engine knows no game by name", "engine/a.cpp", "// As KONAMI rules\n", 1},
      {"the engine knows no game by name", "engine/a.cpp", "auto x = \"l5r\";\n", 1},
      {"the engine knows no game by name", "engine/a.cpp", "int bowl5rest;\n", {}},
  };
}

// Cases about files, names and texts.
std::vector<Case> casesOfTexts() {
  static const std::string kOpen = std::string("// TO") + "DO: later\n";
  static const std::string kInvariant = "Invariant: it ends.\n";
  static const std::string kPath = std::string("\"/wo") + "rk/main/x\"\n";
  return {
      {"quoted() is named in full", "tools/a.cpp", "\nf(quoted(name));\n", 2},
      {"quoted() is named in full", "tools/a.cpp", "f(docket::quoted(name));\naddQuoted(name);\n", {}},
      {"a file is read in one sitting", "tools/a.cpp", repeated("\n", 701), 701},
      {"a file is read in one sitting", "tools/a.cpp", repeated("\n", 700), {}},
      {"a function is seen at one glance", "tools/a.cpp", "\nint f() {\n" + repeated("  g();\n", 69) + "}\n", 2},
      {"a function is seen at one glance", "tools/a.cpp", "int f() {\n" + repeated("  g();\n", 68) + "}\n", {}},
      {"a function is seen at one glance", "tools/a.cpp", "int k[] = {f(1),\n" + repeated("  1,\n", 90) + "};\n", {}},
      {"a file opens with what it is", "store/a.cpp", "#include <map>\n", 1},
      {"a file opens with what it is", "a.sh", "#!/bin/sh\nset -e\n", 2},
      {"a file opens with what it is", "schemas/a.capnp", "@0xf7;\nusing A = B;\n", 2},
      {"a file opens with what it is", "schemas/a.capnp", "@0xf7;\n# What it is.\n", {}},
      {"a header is read once", "store/a.h", "// What it is.\n#include <map>\n#pragma once\n", 1},
      {"a header is read once", "store/a.h", "// What it is.\n#pragma once\n", {}},
      {"a declaration's comment is `///`, a remark is `//`", "store/a.h", "// File.\n\n// Opens.\nvoid open();\n", 3},
      {"a declaration's comment is `///`, a remark is `//`", "store/a.cpp", "/// Opens.\nvoid open() {\n  // x\n", {}},
      {"an invariant begins a line", "store/a.h", "// A file.\n// It is open. " + kInvariant, 2},
      {"an invariant begins a line", "store/a.h", "// It is open. Invariants:\n// it ends.\n", 1},
      {"an invariant begins a line", "store/a.h", "// A file.\n// " + kInvariant, {}},
      {"nothing is left open", "docs/a.md", "\n" + kOpen, 2},
      {"nothing is left open", "docs/a.md", "mastodon, autodo\n", {}},
      {"no path of a machine", "tests/a.cpp", kPath, 1},
      {"no path of a machine", "tests/a.cpp", "\"../home/x\", <a/root/b>, \"at home/here\"\n", {}},
      {"names say something", "store/a.h", std::string("class Key") + "Manager {\n", 1},
      {"names say something", std::string("store/string_") + "util.h", "class Key {\n", 1},
      {"names say something", "store/a.h", "class Utterance : public Speech {\n", {}},
      {"a variable is named by a noun", "engine/a.cpp", "\nconst auto of = f();\n", 2},
      {"a variable is named by a noun", "tools/a.cpp", "for (const Card& there : cards) g(there);\n", 1},
      {"a variable is named by a noun", "tools/a.cpp", "const auto found = of(there);\n", {}},
      {"a test is named by a sentence", "tests/a_test.cpp", "TEST(Replay, stops_at_the_asked_event) {}\n", 1},
      {"a test is named by a sentence", "tests/a_test.cpp", "\nTEST_F(Replay, Test1) {}\n", 2},
      {"a test is named by a sentence", "tests/a_test.cpp", "TEST_P(Replay, ReadingItWorks) {}\n", 1},
      {"a test is named by a sentence", "tests/a_test.cpp", "TEST(replay_of, StopsAtTheAskedEvent) {}\n", 1},
      {"a test is named by a sentence", "tests/a_test.cpp", "TEST_F(ReplayTest, StopsAtTheAskedEvent) {}\n", 1},
      {"a test is named by a sentence", "tests/a_test.cpp", "TEST(Replay, Stops) {}\n", 1},
      {"a test is named by a sentence", "tests/a_test.cpp",
       "TEST(Replay, OneTwoThreeFourFiveSixSevenEightNineTenAAB) {}\n", 1},
      {"a test is named by a sentence",
       "tests/a_test.cpp",
       "TEST(Replay, OneTwoThreeFourFiveSixSevenEightNineTenAA) {}\n",
       {}},
      {"a test is named by a sentence",
       "tests/a_test.cpp",
       "TEST(Replay, StopsAtTheAskedEvent) {}\nTEST_F(Replay,\n       TestifiesToEvent12AndWhatItWorks) {}\n",
       {}},
      {"texts end with one newline and have no ragged lines", "docs/a.md", "one", 1},
      {"texts end with one newline and have no ragged lines", "store/a.h", "int a;\nint b; \n", 2},
      {"texts end with one newline and have no ragged lines", "docs/a.md", "one\r\n", 1},
      {"texts end with one newline and have no ragged lines", "docs/a.md", "one\n", {}},
      {"prose is wrapped", "docs/a.md", "Short.\n" + std::string(143, 'a') + "\n", 2},
      {"prose is wrapped", "docs/a.md", "| " + std::string(150, 'a') + " |\n" + std::string(142, 'a') + "\n", {}},
      {"an example in the documentation is a test", "docs/a.md", "Say:\n```console\n$ x\n```\n", 2},
      {"an example in the documentation is a test", "docs/a.md", "```console tested\n$ x\n```\n", {}},
  };
}

const std::vector<Case>& cases() {
  static const std::vector<Case> kCases = [] {
    auto all = casesOfCode();
    const auto texts = casesOfTexts();
    all.insert(all.end(), texts.begin(), texts.end());
    return all;
  }();
  return kCases;
}

TEST(HouseRules, CatchOffendersAndNothingElse) {
  for (const auto& one : cases()) {
    SCOPED_TRACE(std::string(one.rule) + "\n" + one.path + ":\n" + one.text.substr(0, 200));
    auto rule = std::find_if(rules().begin(), rules().end(), [&](const Rule& r) { return r.name == one.rule; });
    ASSERT_NE(rule, rules().end()) << "no such rule";
    ASSERT_TRUE(rule->applies(one.path));
    auto found = rule->offences(readSource(one.path, one.text));
    ASSERT_EQ(found.size(), one.line ? 1U : 0U);
    EXPECT_EQ(one.line.value_or(0), found.empty() ? 0 : found.front().line);
  }
}

TEST(HouseRules, HaveAnOffenderAndACounterexampleEach) {
  for (const auto& rule : rules()) {
    auto count = [&](bool offends) {
      return std::count_if(cases().begin(), cases().end(),
                           [&](const Case& one) { return one.rule == rule.name && one.line.has_value() == offends; });
    };
    EXPECT_GT(count(true), 0) << rule.name;
    EXPECT_GT(count(false), 0) << rule.name;
  }
}

TEST(FunctionsOf, FindsOutermostBodies) {
  struct Shape {
    std::string text;
    std::vector<std::size_t> lengths;
  };
  const std::vector<Shape> shapes = {
      {"int f() {\n  if (a) {\n    b();\n  }\n}\n", {5}},
      {"template <class T>\nauto f(T t) -> int {\n}\n", {3}},
      {"namespace a {\nstruct B {\n  int c() const noexcept {\n  }\n  int d() { return 1; }\n};\n}  // namespace a\n",
       {2, 1}},
      {"A::A(int b)\n    : b_{b}, c_(b) {\n  d();\n}\n", {4}},
      {"A::A(int b) noexcept : b_{b} {\n}\nint x;\n", {2}},
      {"bool operator==(A a, A b) {\n}\n", {2}},
      {"TEST(A, B) {\n  for (auto c : {1, 2}) d([] {\n    e();\n  });\n}\n", {5}},
      {"enum class A { b, c };\nconst auto k = f({.a = 1, .b = {2}});\nint x{3};\n", {}},
      {"#define F(x) \\\n  void x() {   \\\n  }\nint f() {\n}\n", {2}},
      {"char f() { return '{'; }\nauto g() { return \"}}\"; }\n", {1, 1}},
  };
  for (const auto& shape : shapes) {
    SCOPED_TRACE(shape.text);
    std::vector<std::size_t> lengths;
    for (const auto& function : functionsOf(readSource("a.cpp", shape.text))) lengths.push_back(function.lines);
    EXPECT_EQ(lengths, shape.lengths);
  }
}

TEST(IncludeCycles, AreFoundThroughHeadersAndTheirSources) {
  const std::vector<Source> sources{
      readSource("engine/a.h", "#include \"engine/b.h\"\n"), readSource("engine/b.h", "#pragma once\n"),
      readSource("engine/b.cpp", "#include \"engine/b.h\"\n#include \"engine/c.h\"\n"),
      readSource("engine/c.h", "#include \"engine/a.h\"\n"), readSource("engine/d.h", "#include \"engine/a.h\"\n")};
  const auto cycles = cyclesOf(sources);
  ASSERT_EQ(cycles.size(), 1U);
  EXPECT_EQ(cycles[0].size(), 3U) << "a, b and c; d is outside";
  EXPECT_TRUE(cyclesOf({sources[0], sources[1], sources[3]}).empty()) << "without b's source there is no cycle";
}

TEST(SourcesWithoutTheirHeader, AreThoseWithAnotherFirstInclude) {
  const std::vector<Source> sources{
      readSource("engine/a.cpp", "// Why.\n#include \"engine/a.h\"\n\n#include <string>\n"),
      readSource("engine/b.cpp", "#include \"engine/a.h\"\n#include \"engine/b.h\"\n"),
      readSource("engine/c.cpp", "int c;\n"), readSource("engine/d.h", "#include \"engine/a.h\"\n")};
  EXPECT_EQ(sourcesWithoutTheirHeader(sources), (std::vector<std::string>{"engine/b.cpp", "engine/c.cpp"}));
}

TEST(ScatteredClasses, AreThoseWithMembersInSeveralSources) {
  const std::string plain = "namespace docket::a {\n\nvoid Walk::step(int by) {\n}\n\n}  // namespace docket::a\n";
  const std::vector<Source> sources{
      readSource("tools/one.cpp", plain),
      readSource("tools/two.cpp",
                 "namespace docket::a {\nWalk::Inner& Walk::operator=(int) {\n}\nTurn::Turn() : a_(1) {}\n"),
      readSource("tools/three.cpp", "namespace docket::a {\nstd::vector<int>\nTurn::all(const Turn& other) {\n}\n")};
  const auto scattered = scatteredClassesOf(sources);
  ASSERT_EQ(scattered.size(), 2U);
  EXPECT_EQ(scattered[0].name, "docket::a::Turn");
  EXPECT_EQ(scattered[0].sources, (std::vector<std::string>{"tools/two.cpp", "tools/three.cpp"}));
  EXPECT_EQ(scattered[1].name, "docket::a::Walk");

  const std::vector<Source> innocent{
      sources[0], readSource("tools/other.cpp", "namespace docket::b {\nvoid Walk::step(int by) {\n}\n"),
      readSource("tools/own.cpp", "namespace docket::a {\nnamespace {\nvoid Walk::step() {\n}\n}  // namespace\n"),
      readSource("tools/calls.cpp", "namespace docket::a {\nconst int kStep = Walk::step(2);\nint f(Walk::Inner);\n"),
      readSource("tools/walk.h", plain)};
  EXPECT_TRUE(scatteredClassesOf(innocent).empty()) << "of another namespace, of one source, called, in a header";
}

TEST(RepeatedLocalNames, AreThoseInTwoSourcesOfALibrary) {
  const auto local = [](const std::string& path, const std::string& in, const std::string& code) {
    return readSource(
        path, "namespace " + in + " {\nnamespace {\n\n" + code + "\n}  // namespace\n}  // namespace " + in + "\n");
  };
  const std::string all =
      "using Key = int;\nstruct Row {\n  int key;\n};\nconstexpr std::array<int, 2> kSizes{1, 2};\n"
      "std::vector<int> sizesOf(const Row& row) {\n  return sizesOf(row);\n}\n";
  const auto repeated =
      repeatedLocalNamesOf({local("store/a.cpp", "docket", all), local("store/b.cpp", "docket", all)});
  std::string names;
  for (const auto& [name, sources] : repeated) {
    names += name + " ";
    EXPECT_EQ(sources, (std::vector<std::string>{"store/a.cpp", "store/b.cpp"}));
  }
  EXPECT_EQ(names, "docket::Key docket::Row docket::kSizes docket::sizesOf ");

  EXPECT_TRUE(
      repeatedLocalNamesOf({local("store/a.cpp", "docket", all), local("engine/b.cpp", "docket", all)}).empty());
  EXPECT_TRUE(
      repeatedLocalNamesOf({local("tools/a.cpp", "docket::lab", all), local("tools/b.cpp", "docket", all)}).empty());
  EXPECT_TRUE(repeatedLocalNamesOf({readSource("store/a.cpp", all), local("store/b.cpp", "docket", all)}).empty());
  EXPECT_TRUE(repeatedLocalNamesOf({local("store/a.cpp", "docket", "TEST(A, B) {\n  f();\n}\n"),
                                    local("store/b.cpp", "docket", "TEST(A, C) {\n  f();\n}\n")})
                  .empty());
}

TEST(TypesDefinedTwice, AreThoseWithExternalLinkageInOneNamespace) {
  const auto in = [](const std::string& path, const std::string& space, const std::string& code) {
    return readSource(path, "namespace " + space + " {\n" + code + "}  // namespace " + space + "\n");
  };
  const std::string row = "struct Row {\n  int key;\n};\n";
  const auto twice = typesDefinedTwiceIn({in("store/a.h", "docket", row), in("tools/b.h", "docket", row)});
  ASSERT_EQ(twice.size(), 1U);
  EXPECT_EQ(twice.front().name, "docket::Row");
  EXPECT_TRUE(typesDefinedTwiceIn({in("store/a.h", "docket", row), in("tools/b.h", "docket::b", row)}).empty());
  EXPECT_TRUE(
      typesDefinedTwiceIn({in("store/a.h", "docket", row), in("tools/b.h", "docket", "struct Row;\n")}).empty());
  EXPECT_TRUE(typesDefinedTwiceIn({in("store/a.h", "docket", row),
                                   in("tools/b.cpp", "docket", "namespace {\n" + row + "}  // namespace\n")})
                  .empty());
}

}  // namespace
}  // namespace docket::tidy::rules_test
