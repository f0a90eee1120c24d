// Work over many machines: verify, regress, coverage, find and index by ranges of leaves, and the merging of their
// results. A merged report is that of one run, later events do not count, and results that do not fit are refused.
#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <set>

#include "events/digest.h"
#include "tests/tools/run.h"

namespace docket::test::leaf_ranges_test {
namespace {

using Words = std::vector<std::string>;

/// A command's words, and the part of its report that is not empty.
struct Asked {
  Words words;
  std::string says;
};
const std::vector<Asked> kAsked{
    {{"verify"}, "4 games: "},
    {{"verify", "--json"}, "\"items\":4"},
    {{"verify", "--under", "l5r-celestial@2009-06-01"}, "2 games of other rulesets left out"},
    {{"verify", "--under", "l5r-celestial@2009-06-01", "--json"}, "\"leftOut\":2"},
    {{"regress", "--from", "l5r-celestial@2009-06-01", "--to", "l5r-celestial@2011-06-06"}, "difference"},
    {{"regress", "--from", "l5r-celestial@2009-06-01", "--to", "l5r-celestial@2011-06-06", "--json"}, "\"skipped\":2"},
    {{"regress", "--to", "yugioh", "--again"}, "nothing differs"},
    {{"coverage"}, "exercised"},
    {{"coverage", "--json"}, "\"clauses\""},
    {{"coverage", "--ruleset", "yugioh"}, "yugioh"},
    {{"find", "--finding", "illegal"}, "4 games searched"},
    {{"find", "--finding", "illegal", "--json"}, "\"searched\":4"},
    {{"find", "count(in play) >= 2", "--csv"}, "state"},
    {{"find", "count(in play) >= 2", "--first"}, "in 4 games"},
    {{"find", "count(in play) >= 2", "--count", "--ruleset", "yugioh"}, "2 games searched"},
};

class Ranges : public ::testing::Test {
 protected:
  Ranges() {
    importSamples(place);
    const Ran ran = docket({"import", typed, "--cards", sample("catalogues/yugioh.json")});
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(docket({"keys", "new", "example.com/club", "-o", place / "key"}).status, 0);
    const Ran made = docket({"checkpoint", "--key", place / "key", "-o", checkpoint});
    EXPECT_EQ(made.status, 0) << made.err;
  }

  [[nodiscard]] Ran docket(Words words, const std::string& archive = {}) const {
    return test::runOn(archive.empty() ? place.archive() : archive, std::move(words));
  }
  [[nodiscard]] Words about(Words asked, const Words& more) const {
    asked.insert(asked.end(), {"--checkpoint", checkpoint, "--key", place / "key.pub"});
    asked.insert(asked.end(), more.begin(), more.end());
    return asked;
  }
  /// One run over all leaves.
  [[nodiscard]] Ran whole(const Words& asked) const { return docket(about(asked, {"--leaves", "0..99"})); }
  [[nodiscard]] Ran range(const Words& asked, const std::string& leaves, const std::string& to,
                          const std::string& archive = {}) const {
    return docket(about(asked, {"--leaves", leaves, "--results", to}), archive);
  }
  [[nodiscard]] Ran merged(const Words& asked, const std::string& folder) const {
    return docket(about(asked, {"--merge", folder}));
  }
  /// A copy of the archive, as another machine has it.
  [[nodiscard]] std::string copied() const {
    std::filesystem::copy(place.archive(), place / "copy", std::filesystem::copy_options::recursive);
    return place / "copy";
  }

  TempDirectory place;
  const std::string typed = docket::test::sourceDir() + "/tests/typed/friday-12.txt";
  const std::string checkpoint = place / "signed";
  const std::string results = place / "results";
};

std::vector<std::filesystem::path> filesIn(const std::filesystem::path& folder) {
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.insert(entry.path());
  return {files.begin(), files.end()};
}

TEST_F(Ranges, ReportTheSameTogetherAsOneRun) {
  for (const auto& [asked, says] : kAsked) {
    std::filesystem::remove_all(results);
    const Ran one = whole(asked);
    EXPECT_HAS(one.out, says) << one.err;
    for (const char* leaves : {"3..99", "0..0", "1..2"}) {
      const Ran ran = range(asked, leaves, results);
      EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
    }
    const Ran all = merged(asked, results);
    EXPECT_EQ(all.out, one.out) << asked[0];
    EXPECT_EQ(all.status, one.status) << asked[0];
  }
}

/// The lines of a text in the order of their bytes, without those that say so.
std::set<std::string> linesOf(const std::string& text, const std::function<bool(const std::string&)>& counts) {
  std::istringstream in(text);
  std::set<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (counts(line)) lines.insert(line);
  }
  return lines;
}

TEST_F(Ranges, ReportTheSameAsAnUndividedCommand) {
  const auto has_grades = [](const std::string& line) { return has(line, "EXACT") || has(line, "UNVERIFIED"); };
  EXPECT_EQ(linesOf(whole({"verify"}).out, has_grades),
            linesOf(docket({"verify", "--all", "--again"}).out, has_grades));
  const auto is_hit = [](const std::string& line) { return has(line, "@"); };
  const Words find{"find", "count(in play) >= 2"};
  EXPECT_EQ(linesOf(whole(find).out, is_hit), linesOf(docket(find).out, is_hit));
  const auto is_of_change = [](const std::string& line) { return line.starts_with("  ") && !has(line, " event "); };
  const Words regress{"regress", "--from", "l5r-celestial@2009-06-01", "--to", "l5r-celestial@2011-06-06"};
  const auto changes = linesOf(docket(regress).out, is_of_change);
  const auto in_ranges = linesOf(whole(regress).out, is_of_change);
  EXPECT_FALSE(changes.empty());
  for (const std::string& line : changes) EXPECT_TRUE(in_ranges.contains(line)) << line;
  const Ran covered = docket({"coverage"});
  EXPECT_HAS(whole({"coverage"}).out, covered.out.substr(covered.out.rfind("clauses exercised")));
}

TEST_F(Ranges, NameTheRootAndTheLeavesThatAreMissing) {
  EXPECT_EQ(range({"verify"}, "1..2", results).status, 0);
  const Ran some = merged({"verify"}, results);
  EXPECT_EQ(some.status, 1);
  EXPECT_HAS(some.out, "leaves 1..2 of the 5 leaves of example.com/club, with the root");
  EXPECT_HAS(some.out, "missing: leaves 0, 3..4");
  const Ran listed = docket({"checkpoint", "--list", "--json"});
  EXPECT_HAS(some.out, memberOf(listed.out, "root").substr(1, 64)) << listed.out;
  const Ran json = merged({"coverage", "--json"}, place / "results");
  EXPECT_EQ(json.status, 2) << "results of another command";
  EXPECT_HAS(json.err + json.out, "there is no result of this question") << json.err;
  EXPECT_EQ(docket(about({"coverage"}, {"--leaves", "1..2"})).status, 0) << "a single range has nothing missing";
}

TEST_F(Ranges, AreTheSameOnAnotherMachine) {
  const std::string copy = copied();
  for (const auto& [asked, says] : kAsked) {
    std::filesystem::remove_all(results);
    EXPECT_EQ(range(asked, "0..2", results).status, 0);
    EXPECT_EQ(range(asked, "0..2", results, copy).status, 0);
    EXPECT_EQ(range(asked, "3..4", place / "elsewhere", copy).status, 0);
    EXPECT_EQ(filesIn(results).size(), 1U) << "equal results have one name: " << asked[0];
    Words both = about(asked, {"--merge", results, "--merge", place / "elsewhere"});
    EXPECT_EQ(docket(both).out, whole(asked).out);
    EXPECT_EQ(range(asked, "3..4", results).status, 0);
    EXPECT_HAS(docket(both).err, "1 range done more than once, with equal results");
  }
}

TEST_F(Ranges, DoNotCountWhatIsRecordedAfterTheCheckpoint) {
  std::vector<Ran> before;
  for (const auto& [asked, says] : kAsked) before.push_back(whole(asked));
  const std::string game = "samples/yugioh-use-or-activate";
  EXPECT_LE(docket({"rule", game, "--at", "13", "--claim", "count(in play) > 90", "--judge", "J"}).status, 1);
  EXPECT_EQ(docket({"import", sample("huntik-drowned-orchard.jsonl")}).status, 0);
  std::string corrected = textOf(typed);
  corrected.replace(corrected.find("P2 draws 3"), 10, "P2 draws 4");
  const Ran replaced = docket({"import", "--replaces", "friday/12", place.file("corrected.txt", corrected), "--cards",
                               sample("catalogues/yugioh.json")});
  EXPECT_EQ(replaced.status, 0) << replaced.out << replaced.err;
  EXPECT_EQ(docket({"checkpoint", "--key", place / "key"}).status, 0);
  for (std::size_t i = 0; i < kAsked.size(); ++i) EXPECT_EQ(whole(kAsked[i].words).out, before[i].out) << i;
  EXPECT_NE(docket({"verify", "--all"}).out, before[0].out);
}

TEST_F(Ranges, ReportResultsThatDifferAndUseNeither) {
  EXPECT_EQ(range({"verify"}, "0..2", results).status, 0);
  EXPECT_EQ(range({"verify"}, "3..4", results).status, 0);
  // the second machine has another opinion of a game
  const auto file = filesIn(results).front();
  std::string text = textOf(file);
  const auto at = text.find("\"status\":0");
  ASSERT_NE(at, std::string::npos) << text;
  text.replace(at, 10, "\"status\":1");
  text.resize(text.rfind("{\"end\""));
  const auto lines = std::count(text.begin(), text.end(), '\n') - 1;
  text += fmt::format("{{\"end\":{{\"lines\":{},\"digest\":\"{}\"}}}}\n", lines, hex(digest(std::string_view(text))));
  std::filesystem::create_directory(place / "worker-2");
  static_cast<void>(place.file("worker-2/other.range", text));
  const Ran both = docket(about({"verify"}, {"--merge", results, "--merge", place / "worker-2"}));
  EXPECT_EQ(both.status, 1);
  EXPECT_HAS(both.out, "the results for leaves 0..2 differ, and none of them counts:");
  EXPECT_HAS(both.out, "worker-2/other.range");
  EXPECT_HAS(both.out, "leaves 3..4 of the 5 leaves");
  EXPECT_FALSE(has(both.out, "samples/l5r-paragon ")) << both.out;
}

TEST_F(Ranges, BuildAnIndexThatFindUses) {
  const std::string copy = copied();
  for (const char* leaves : {"0..1", "2..4"}) EXPECT_EQ(range({"index"}, leaves, results, copy).status, 0);
  EXPECT_EQ(docket({"find", "--finding", "illegal", "--json"}, copy).status, 0);
  const Words drop{"index", "--again"};
  const Ran stored = merged({"index"}, results);
  EXPECT_EQ(stored.status, 0) << stored.err;
  EXPECT_HAS(stored.out, "4 games, ");
  const Ran checked = docket({"index", "--check"});
  EXPECT_EQ(checked.status, 0) << checked.out;
  const Ran again = docket({"index", "--json"});
  EXPECT_EQ(memberOf(again.out, "added"), "0") << again.out;
  const Ran one = docket(about({"index"}, {"--leaves", "0..99", "--json"}), copy);
  EXPECT_EQ(memberOf(one.out, "games"), "4") << one.out << one.err;
  // a game that was written to since is not indexed
  EXPECT_LE(docket({"rule", "samples/l5r-paragon", "--at", "13", "--claim", "1 = 2", "--judge", "J"}).status, 1);
  const Ran later = merged({"index", "--json"}, results);
  EXPECT_EQ(memberOf(later.out, "games"), "4") << later.out;
  EXPECT_EQ(docket({"index", "--check"}).status, 0);
  EXPECT_NE(docket({"find", "--judge", "J", "--count"}).out.find("1 hit"), std::string::npos);
}

/// The first result for all leaves, with a text in place of another, and an end that fits.
std::string forged(const std::string& text, const std::string& part, const std::string& by) {
  std::string made = text.substr(0, text.rfind("{\"end\""));
  const auto at = made.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  made.replace(at, part.size(), by);
  const auto lines = std::count(made.begin(), made.end(), '\n') - 1;
  return made +
         fmt::format("{{\"end\":{{\"lines\":{},\"digest\":\"{}\"}}}}\n", lines, hex(digest(std::string_view(made))));
}

TEST_F(Ranges, RefuseResultsThatDoNotFitTheArchive) {
  struct Forgery {
    Words asked;
    std::string part, by, said;
  };
  const std::vector<Forgery> forgeries{
      {{"verify"}, "\"leaf\":0", "\"leaf\":1", ":2:1: leaf 1 is of the game"},
      {{"verify"}, "\"leaf\":0", "\"leaf\":77", ":2:1: no game begins at leaf 77 of the range"},
      {{"verify"}, "samples/l5r-paragon\"", "samples/other\"", ":2:1: leaf 0 is of the game"},
      {{"verify"}, "\"status\":1", "\"status\":7", ":2:1: expected the status 0, 1 or 3"},
      {{"verify"}, "\"grades\":[", "\"grades\":[0,", ":2:1: expected five grades, each 0, 1 or 2"},
      {{"verify"}, "{\"verdict\"", "{\"damaged\":\"x\"}\n{\"verdict\"", ":2:1: this is not the verdict on a game"},
      {{"verify"}, "\"status\":1", "\"stats\":1", "did you mean \"status\"?"},
      {{"verify", "--json"},
       "{\\\"game\\\":\\\"",
       "{\\\"game\\\":\\\"x",
       "is not about the game that the log has there"},
      {{"verify", "--json"}, "\\\"head\\\":\\\"", "\\\"head\\\":\\\"0", "is not about the game that the log has there"},
      {{"find", "--finding", "illegal"}, "\"games\":4", "\"games\":5", "the range has 4 games, and no more can be"},
      {{"find", "count(in play) >= 2"}, "\"kind\":\"state\"", "\"kind\":\"odd\"", "a hit has an unknown kind"},
      {{"coverage"}, "\"games\":1", "\"games\":9", "the range has only 4 games"},
      {{"coverage"}, "\"ruleset\":\"", "\"ruleset\":\"00", "expected the digests of a ruleset and of a catalogue"},
      {{"regress", "--to", "l5r-celestial@2011-06-06"},
       "sides\\u0009samples/l5r-paragon\"",
       "sides\\u0009samples/no\"",
       "the range has no game"},
      {{"regress", "--to", "l5r-celestial@2011-06-06"},
       "\"difference\":\"sides",
       "\"difference\":\"\\u001b[31msides",
       "the line has control characters"},
      {{"regress", "--to", "l5r-celestial@2011-06-06"}, "\"skipped\":2", "\"skipped\":9", "and these are more"},
      {{"index"}, "{\"facts\":{\"key\":\"", "{\"facts\":{\"key\":\"31", "this is not a row of the index"},
      {{"index"}, "{\"indexed\"", "{\"damaged\":\"x\"}\n{\"indexed\"", "this is not a row of the index"},
  };
  const std::string rows = memberOf(docket({"index", "--check", "--json"}).out, "rows");
  for (const auto& [asked, part, by, said] : forgeries) {
    std::filesystem::remove_all(results);
    ASSERT_EQ(range(asked, "0..99", results).status, 0) << asked[0];
    const auto file = filesIn(results).front();
    const std::string made = forged(textOf(file), part, by);
    std::filesystem::remove(file);
    static_cast<void>(place.file("results/forged.range", made));
    const Ran refused = merged(asked, results);
    EXPECT_EQ(refused.status, 2) << said << '\n' << refused.out << refused.err;
    EXPECT_HAS(refused.err + refused.out, said) << refused.out << refused.err;
    EXPECT_HAS(refused.err + refused.out, "forged.range") << refused.err;
  }
  EXPECT_EQ(docket({"index", "--check", "--json"}).status, 0) << "nothing of a forged index was stored";
  EXPECT_EQ(memberOf(docket({"index", "--check", "--json"}).out, "rows"), rows);
}

TEST_F(Ranges, RefuseIncompleteResults) {
  ASSERT_EQ(range({"verify"}, "0..99", results).status, 0);
  const auto file = filesIn(results).front();
  const std::string text = textOf(file);
  const auto refused = [&](const std::string& made) {
    std::ofstream(file, std::ios::binary) << made;
    return merged({"verify"}, results);
  };
  for (std::size_t cut = 0; cut < text.size() - 1; cut += 7) {
    const Ran ran = refused(text.substr(0, cut));
    EXPECT_EQ(ran.status, 2) << cut << ran.out;
    EXPECT_HAS(ran.err, ".range:");
  }
  for (std::size_t at = 0; at < text.size(); at += 5) {
    std::string flipped = text;
    flipped[at] = static_cast<char>(flipped[at] ^ 1);
    EXPECT_EQ(refused(flipped).status, 2) << at;
  }
  EXPECT_HAS(refused(text + "x\n").err, "the file continues after its end");
  EXPECT_HAS(refused("{\"range\":2}\n").err, "this is not the result of a range, version 1");
  EXPECT_HAS(refused("").err, ":1:1: the file is cut short");
  EXPECT_HAS(refused(std::string(20U << 20U, '[')).err, "the line is longer than");
  EXPECT_EQ(refused(text).status, whole({"verify"}).status);
  std::filesystem::create_directory(results + "/folder.range");
  EXPECT_HAS(merged({"verify"}, results).err, "folder.range: this is not a file");
}

TEST_F(Ranges, RefuseRangesThatOverlap) {
  EXPECT_EQ(range({"verify"}, "0..2", results).status, 0);
  EXPECT_EQ(range({"verify"}, "2..4", results).status, 0);
  const Ran ran = merged({"verify"}, results);
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, "the leaves 0..2 and 2..4 overlap: remove one of the two results");
}

TEST_F(Ranges, RefuseLeavesThatDoNotExist) {
  const auto said = [&](const std::string& leaves) {
    const Ran ran = docket(about({"verify"}, {"--leaves", leaves}));
    EXPECT_EQ(ran.status, 2) << leaves;
    return ran.err;
  };
  for (const char* leaves : {"", "3", "..", "a..b", "0..", "-1..2", "0..1..2"})
    EXPECT_HAS(said(leaves), "expected the first and the last leaf, as 0..99") << leaves;
  EXPECT_HAS(said("3..2"), "the first leaf comes after the last one");
  EXPECT_HAS(said("5..9"), "the log of the checkpoint has 5 leaves: the last one is 4");
}

TEST_F(Ranges, RefuseALogThatIsNotTheCheckpoints) {
  const TempDirectory other;
  importSamples(other);
  const Ran foreign = docket(about({"verify"}, {"--leaves", "0..1"}), other.archive());
  EXPECT_EQ(foreign.status, 2);
  EXPECT_HAS(foreign.err, "its log has 3 leaves and the checkpoint has 5");
  EXPECT_EQ(docket({"keys", "new", "example.com/other", "-o", place / "other"}).status, 0);
  const Ran unsigned_one =
      docket({"verify", "--leaves", "0..1", "--checkpoint", checkpoint, "--key", place / "other.pub"});
  EXPECT_EQ(unsigned_one.status, 2);
  EXPECT_HAS(unsigned_one.err, "this checkpoint is not signed by example.com/other");
}

}  // namespace
}  // namespace docket::test::leaf_ranges_test
