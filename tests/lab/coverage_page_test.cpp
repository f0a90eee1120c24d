// docket coverage -o: the page agrees with --json about each clause, limit and card, and a file is written only if it
// is complete.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <regex>
#include <sstream>

#include "events/heads.h"
#include "events/recording.h"
#include "tests/lab/generated_archive.h"
#include "tests/places.h"
#include "tests/shipped_rulesets.h"
#include "tools/report/coverage_page.h"

namespace docket::lab::test::coverage_page_test {
namespace {

using docket::test::has;
using docket::test::run;
using docket::test::textOf;
using docket::test::timesIn;

/// The part of a page from that heading to the next one of a table, or to the end of the ruleset's part.
std::string tableAt(const std::string& page, const std::string& id) {
  const auto from = page.find("<h3 id=\"" + id + "\"");
  if (from == std::string::npos) return {};
  return page.substr(from, std::min(page.find("<h3 ", from + 1), page.find("</section>", from)) - from);
}

/// A clause, limit or card: whether games exercise it, and its counts.
struct CoverageRow {
  std::string name;
  bool exercised;
  std::vector<std::string> counts;
  friend bool operator==(const CoverageRow&, const CoverageRow&) = default;
  friend void PrintTo(const CoverageRow& row, std::ostream* out) {
    *out << row.name << (row.exercised ? " exercised" : " NEVER");
    for (const auto& count : row.counts) *out << ' ' << count;
  }
};

/// The rows of a table of the page; `name` matches a name with the text around it.
std::vector<CoverageRow> rowsOf(const std::string& table, const std::string& name) {
  std::vector<CoverageRow> rows;
  const std::regex called(name), counted("data-of=\"[a-z ]+\">(\\d+)<");
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (!line.starts_with("<tr")) continue;
    EXPECT_TRUE(std::regex_search(line, found, called)) << line;
    const bool never = has(line, "<span class=\"tag\">NEVER</span>");
    EXPECT_NE(never, has(line, "<span class=\"tag\">exercised</span>")) << line;
    EXPECT_EQ(never, line.starts_with("<tr class=\"never\">")) << line;
    // The only escaped characters in the titles of the samples are apostrophes.
    CoverageRow row{
        .name = std::regex_replace(found[1].str(), std::regex("&#39;"), "'"), .exercised = !never, .counts = {}};
    for (std::sregex_iterator count(line.begin(), line.end(), counted), end; count != end; ++count)
      row.counts.push_back((*count)[1]);
    rows.push_back(std::move(row));
  }
  return rows;
}

/// The clauses, limits or cards of a ruleset in --json: objects of that first member.
std::vector<CoverageRow> rowsOfJson(const std::string& json, const std::string& member) {
  std::vector<CoverageRow> all;
  const std::regex object("\\{\"" + member + "\":\"([^\"]+)\",([^}]+)\\}"), number(":(\\d+)");
  for (std::sregex_iterator one(json.begin(), json.end(), object), end; one != end; ++one) {
    CoverageRow row{.name = (*one)[1], .exercised = false, .counts = {}};
    const std::string members = (*one)[2];
    for (std::sregex_iterator count(members.begin(), members.end(), number); count != end; ++count)
      row.counts.push_back((*count)[1]);
    const auto some = [](const std::string& count) { return count != "0"; };
    // A card must come into play or be used; having been in a game is not enough.
    row.exercised = member == "clause"
                        ? has(members, "\"exercised\":true")
                        : std::any_of(row.counts.begin() + (member == "card" ? 1 : 0), row.counts.end(), some);
    all.push_back(std::move(row));
  }
  return all;
}

/// The numbers of clauses and limits of a shipped ruleset, as text.
struct Of {
  explicit Of(const std::string& ruleset) {
    const auto read =
        docket::test::readWholeRuleset(textOf(docket::test::sourceDir() + "/engine/rulesets/" + ruleset), ruleset);
    clauses = std::to_string(read.root().getClauses().size());
    limits = std::to_string(read.root().getLimits().size());
    never = std::to_string(read.root().getClauses().size() - 3);
  }
  std::string clauses, limits, never;  ///< never: where games exercise three
};

/// The sample games, and their coverage.
struct Samples {
  Samples() {
    docket::test::importSamples(place);
    const std::string file = place / "samples.html";
    const auto ran = run({"coverage", "--archive", place.archive(), "-o", file});
    EXPECT_EQ(ran.status, 0) << ran.err;
    page = textOf(file);
    json = run({"coverage", "--archive", place.archive(), "--json"}).out;
  }

  docket::test::TempDirectory place;
  std::string page, json;
};

class CoveragePage : public testing::Test {
 protected:
  static void SetUpTestSuite() { samples = std::make_unique<Samples>(); }
  static void TearDownTestSuite() { samples.reset(); }
  [[nodiscard]] static docket::test::Ran coverage(std::vector<std::string> typed) {
    typed.insert(typed.begin(), {"coverage", "--archive", samples->place.archive()});
    return run(typed);
  }

  static inline std::unique_ptr<Samples> samples;
  const std::string file = samples->place / "coverage.html";
};

TEST_F(CoveragePage, AgreesWithTheJsonAboutEachClauseLimitAndCard) {
  const std::string& page = samples->page;
  const std::string code = "<th scope=\"row\"><code><bdi>([^<]+)</bdi></code></th>";
  struct {
    const char *member, *table, *name;
  } const tables[] = {
      {"clause", "clauses", code.c_str()},
      {"limit", "limits", code.c_str()},
      {"card", "cards", "<td class=\"about\"><code><bdi>([^<]+)</bdi></code></td>"},
  };
  std::size_t never = 0, ruleset = 0;
  for (auto at = samples->json.find("{\"ruleset\""); at != std::string::npos;) {
    const auto next = samples->json.find("{\"ruleset\"", at + 1);
    const std::string json = samples->json.substr(at, next - at);
    at = next;
    ++ruleset;
    for (const auto& table : tables) {
      const auto row = rowsOfJson(json, table.member);
      EXPECT_GT(row.size(), 3U) << ruleset << ' ' << table.member;
      EXPECT_EQ(rowsOf(tableAt(page, "r" + std::to_string(ruleset) + "-" + table.table), table.name), row)
          << ruleset << ' ' << table.member;
      never += static_cast<std::size_t>(
          std::count_if(row.begin(), row.end(), [](const CoverageRow& one) { return !one.exercised; }));
    }
  }
  EXPECT_EQ(ruleset, 3U);
  EXPECT_EQ(timesIn(page, "NEVER"), never);
  EXPECT_GT(never, 10U);
}

TEST_F(CoveragePage, ShowsPlaceAndGistOfAClauseAndHowMuchIsExercised) {
  ASSERT_EQ(coverage({"-o", file, "--ruleset", "yugioh"}).status, 0);
  const std::string page = textOf(file);
  const Of of("yugioh.json");
  for (const std::string& said : std::initializer_list<std::string>{
           "<bdi>A negated activation has still been used.</bdi><small><bdi>Once per turn</bdi></small>",
           "<a href=\"#r1-clauses\">Clauses</a> <b>3 of " + of.clauses + "</b>", "viewBox=\"0 0 " + of.clauses + " 1\"",
           "<rect width=\"3\" height=\"1\"/>", "Games under <bdi>yugioh</bdi>",
           "3 of " + of.clauses + " exercised, " + of.never + " never", "Games exercise all of them."})
    EXPECT_HAS(page, said);
  EXPECT_FALSE(has(page, "<nav")) << "with one ruleset there is nothing to choose";
}

TEST_F(CoveragePage, LoadsNothingFromElsewhere) {
  const std::string& page = samples->page;
  EXPECT_HAS(page, "content=\"default-src 'none'; style-src 'sha256-");
  for (const char* outward : {"://", " src=", "url(", "@import", "<link", "<script", "<img", " style=", "{{"})
    EXPECT_FALSE(has(page, outward)) << outward;
  const std::regex links("href=\"#([^\"]*)\"");
  std::size_t seen = 0;
  for (std::sregex_iterator link(page.begin(), page.end(), links), end; link != end; ++link, ++seen)
    EXPECT_EQ(timesIn(page, " id=\"" + (*link)[1].str() + "\""), 1U) << (*link)[1];
  EXPECT_EQ(seen, 1U + 3U + 3U * 3U) << "to the tables, to each ruleset, to each of its tables";
  EXPECT_EQ(timesIn(page, "href="), seen) << "every link stays on the page";
}

TEST_F(CoveragePage, ReportsWhatWasWritten) {
  const auto row = coverage({"-o", file, "--ruleset", "yugioh", "--json"});
  ASSERT_EQ(row.status, 0) << row.err;
  const Of of("yugioh.json");
  EXPECT_EQ(row.out, "{\"docket\":2,\"command\":\"coverage\",\"answer\":{\"file\":\"" + file +
                         "\",\"bytes\":" + std::to_string(textOf(file).size()) +
                         ",\"rulesets\":[{\"ruleset\":\"yugioh\",\"version\":\"2022-06-22\",\"games\":1,\"events\":72,"
                         "\"clauses\":{\"exercised\":3,\"of\":" +
                         of.clauses + "},\"limits\":{\"exercised\":3,\"of\":" + of.limits +
                         "},"
                         "\"cards\":{\"exercised\":5,\"of\":5}}]}}\n");
  const auto printed = coverage({"-o", file, "--ruleset", "yugioh"});
  EXPECT_TRUE(printed.out.starts_with("yugioh 2022-06-22: 3 of " + of.clauses + " clauses, 3 of " + of.limits +
                                      " limits, 5 of 5 cards exercised\nto " + file + " ("))
      << printed.out;
}

/// Stores a game of a ruleset that does not exist.
void storeWithoutItsRuleset(const std::string& path) {
  Archive archive = Archive::open(path, Access::record);
  Recording recording;
  const Game game = archive.game("samples/yugioh-use-or-activate");
  game.forEach([&](std::uint32_t, schema::Event::Reader event) { recording.add(event); });
  capnp::MallocMessageBuilder message;
  message.setRoot(game.header());
  auto header = message.getRoot<schema::Header>();
  header.setId("lost-rules");
  const std::vector<kj::byte> nowhere(32, 7);
  header.setRulesetDigest(kj::arrayPtr(nowhere.data(), nowhere.size()));
  const Secrets secrets = game.secrets();
  Head head(header, secrets);
  const Digest first = head.value();
  game.forEach([&](std::uint32_t number, schema::Event::Reader event) { head.append(event, number); });
  const std::vector<Digest> heads{head.value()};
  archive.import(
      {.game = {.header = header, .secrets = secrets, .head = first}, .recording = &recording, .heads = heads});
}

TEST(CoveragePageOf, ADamagedOrEmptyArchiveIsNotWritten) {
  const docket::test::TempDirectory place;
  docket::test::importSamples(place);
  storeWithoutItsRuleset(place.archive());
  const std::string file = place / "coverage.html";
  const auto coverage = [&](std::vector<std::string> typed) {
    typed.insert(typed.begin(), {"coverage", "--archive", place.archive()});
    return run(typed);
  };
  const std::string before = "what stood there before";
  struct {
    std::vector<std::string> typed;
    int status;
    std::string said;
  } const rows[] = {
      {{"-o", file, "--prefix", "nothing"}, 2, "no game is selected"},
      {{"-o", file, "--ruleset", "yugioh"}, 3, "lost-rules: the ruleset with the digest 0707"},
      {{"-o", file, "--prefix", "lost-rules", "--json"}, 3, "lost-rules"},
      {{"-o", file, "--jobs", "none"}, 2, "jobs"},
      {{"-o", place / "no/such/folder/coverage.html"}, 2, "folder"},
  };
  for (const bool stood : {false, true}) {
    if (stood) std::ofstream(file) << before;
    for (const auto& row : rows) {
      const auto ran = coverage(row.typed);
      EXPECT_EQ(ran.status, row.status) << row.said << ran.err;
      EXPECT_HAS(ran.err, row.said);
      EXPECT_EQ(ran.out.empty(), row.typed.back() != "--json") << ran.out;
      EXPECT_EQ(std::filesystem::exists(file), stood) << row.said;
      EXPECT_EQ(textOf(file), stood ? before : "") << row.said;
      for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(file).parent_path()))
        EXPECT_FALSE(has(entry.path().filename().string(), ".part-")) << entry.path();
    }
  }
  // The table still covers the games that can be read.
  const auto table = coverage({"--ruleset", "yugioh"});
  EXPECT_EQ(table.status, 3);
  EXPECT_HAS(table.out, "3 of " + Of("yugioh.json").clauses + " clauses exercised");
  EXPECT_HAS(table.err, "lost-rules");
}

TEST(CoveragePageOf, GamesInSeveralPartsIsTheSameWithTwoThreads) {
  const GeneratedArchive made("yugioh", 130, {.seed = 3, .planted_percent = 10});
  const auto page_by = [&](const std::string& jobs) {
    const std::string file = made.place() / ("by-" + jobs + ".html");
    const auto ran =
        run({"coverage", "--archive", made.place().archive(), "--prefix", "yugioh-3-1", "-o", file, "--jobs", jobs});
    EXPECT_EQ(ran.status, 0) << ran.err;
    return textOf(file);
  };
  const std::string one = page_by("1");
  EXPECT_HAS(one, "<h1>Rules exercised by 42 games</h1>");  // 1, 10 to 19, 100 to 130
  EXPECT_EQ(one, page_by("2"));
}

TEST(CoveragePageOf, HostileDocumentsEscapesTheirMarkup) {
  const std::string markup = "</style></table><script>alert(1)</script><img src=x onerror=\"alert(2)\">'&";
  const std::string hostile = markup + "\u202e\u2066\x1b[2J";
  const std::string huge = std::string(10'000, 'A');
  const auto one = [](const auto& set) {
    RulesCovered rules{.name = "n", .version = "v"};
    rules.clauses.push_back({.id = "c"});
    rules.limits["l"] = {};
    rules.cards["k"] = {};
    GameFilter filter;
    set(rules, filter);
    std::ostringstream out;
    report::writeCoveragePage(out, {rules, rules}, filter);
    return out.str();
  };
  const std::string plain = one([](auto&, auto&) {});
  const std::pair<const char*, std::function<void(RulesCovered&, GameFilter&, const std::string&)>> fields[] = {
      {"name", [](auto& rules, auto&, auto& text) { rules.name = text; }},
      {"version", [](auto& rules, auto&, auto& text) { rules.version = text; }},
      {"clause", [](auto& rules, auto&, auto& text) { rules.clauses[0].id = text; }},
      {"place", [](auto& rules, auto&, auto& text) { rules.clauses[0].place = text; }},
      {"gist", [](auto& rules, auto&, auto& text) { rules.clauses[0].gist = text; }},
      {"limit",
       [](auto& rules, auto&, auto& text) {
         rules.limits = {{text, {}}};
       }},
      {"wording", [](auto& rules, auto&, auto& text) { rules.limits["l"].wording = text; }},
      {"key",
       [](auto& rules, auto&, auto& text) {
         rules.cards = {{text, {}}};
       }},
      {"title", [](auto& rules, auto&, auto& text) { rules.cards["k"].title = text; }},
      {"ruleset asked for", [](auto&, auto& filter, auto& text) { filter.ruleset = text; }},
      {"player", [](auto&, auto& filter, auto& text) { filter.player = text; }},
      {"event", [](auto&, auto& filter, auto& text) { filter.event = text; }},
      {"prefix", [](auto&, auto& filter, auto& text) { filter.id_prefix = text; }},
  };
  for (const auto& [name, set] : fields) {
    const std::string page = one([&, &set = set](auto& rules, auto& filter) { set(rules, filter, hostile); });
    EXPECT_HAS(page, "&lt;script&gt;alert(1)&lt;/script&gt;") << name << ": it is shown as text";
    for (const char* tag : {"<script", "</style", "<img", "</table"})
      EXPECT_EQ(timesIn(page, tag), timesIn(plain, tag)) << name << ' ' << tag;
    for (const char* mark : {"\u202e", "\u2066", "\x1b"}) EXPECT_FALSE(has(page, mark)) << name;
    const std::string long_page = one([&, &set = set](auto& rules, auto& filter) { set(rules, filter, huge); });
    EXPECT_FALSE(has(long_page, std::string(1'000, 'A'))) << name << ": unreadably long text is cut";
  }
}

}  // namespace
}  // namespace docket::lab::test::coverage_page_test
