// Every command over short and long games of each ruleset, with and without rulings and corrections. The answers are
// the same from the archive, from a branch that shares the whole game, and from an archive into which the export was
// imported. DOCKET_WHOLE=1 adds games of 40 and 1,000 events; under the address sanitizer it detects use of freed rows.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <cstdlib>
#include <range/v3/algorithm/contains.hpp>
#include <regex>
#include <sstream>
#include <tuple>

#include "engine/fold/events_of.h"
#include "engine/fold/running_state.h"
#include "events/json/jsonl.h"
#include "tests/generate/documents.h"
#include "tests/tools/game_of_size.h"
#include "tests/tools/judged_game.h"
#include "tests/tools/run.h"

namespace docket::matrix_test {
namespace {

using generate::Documents;
using generate::gameOf;
using test::Ran;
using test::run;
using test::TempDirectory;

bool isWhole() { return std::getenv("DOCKET_WHOLE") != nullptr; }

std::vector<std::uint32_t> sizes() {
  return isWhole() ? std::vector<std::uint32_t>{40, 300, 1000} : std::vector<std::uint32_t>{270};
}

/// The numbers of the cards that are there after each event.
std::vector<std::vector<std::uint32_t>> cardsThere(const Recording& game, const Rules& rules) {
  RunningState running(game.header(), rules);
  const EventsOf events(game);
  std::vector<std::vector<std::uint32_t>> all(1);
  for (EventNumber number = 1; number <= game.size(); ++number) {
    running.add(number, *game.event(number), events);
    auto& there = all.emplace_back();
    for (const Card& card : running.state().cards) {
      if (card.exists()) there.push_back(card.number);
    }
  }
  return all;
}

struct Question {
  std::vector<std::string> typed;  ///< without the archive
  std::string input{};
  bool comparable = true;  ///< the same through another archive and a branch, except for ids and heads
};

/// The questions of every command about a game whose cards are known.
std::vector<Question> questionsAbout(const std::string& id, const std::vector<std::vector<std::uint32_t>>& cards,
                                     const Ruleset& ruleset) {
  const auto last = static_cast<EventNumber>(cards.size() - 1);
  std::vector<Question> all{
      {.typed = {"show", id, "--json"}, .comparable = false},
      {.typed = {"log", id, "--json"}},
      {.typed = {"log", id, "--from", std::to_string(last / 2), "--to", "end"}},
      {.typed = {"rulings", id, "--json"}},
      {.typed = {"verify", id, "--json"}, .comparable = false},
      {.typed = {"verify", id}, .comparable = false},
      {.typed = {"export", id}, .comparable = false},
      {.typed = {"export", id, "--seat", "P1"}, .comparable = false},
      {.typed = {"diff", id + "@1", id + "@" + std::to_string(last)}, .comparable = false},
      {.typed = {"replay", id, "--seat", "P1", "--json"}},
  };
  std::string script = "next\n";
  for (int i = 0; i < 3; ++i) script += "finding\nevent\nboard\nexplain legal\n";
  script += "end\nfinding back\nlimits\nlog 5\n";
  for (const EventNumber at : {EventNumber{1}, last / 10 + 1, last / 2, last}) {
    const std::string point = std::to_string(at);
    all.push_back({.typed = {"replay", id, "--at", point, "--json"}});
    all.push_back({.typed = {"limits", id, "--at", point, "--json"}});
    all.push_back({.typed = {"explain", id, "legal", "--at", point, "--json"}});
    all.push_back({.typed = {"explain", id, "legal", "--at", point, "--why-not", "--json"}});
    const std::string other = std::to_string(last - at + 1);
    all.push_back({.typed = {"ask", id, "--at", point, "--json", "legal(" + other + ")", "clause(" + other + ")",
                             "actor(" + other + ")", "before(" + other + ", count(in play))",
                             "effectKeyword(" + other + ", \"Maho\")", "effectKeyword(" + point + ", \"Maho\")",
                             "after(" + point + ", count(in play))"}});
    if (cards[at].empty()) continue;
    const std::string card = "#" + std::to_string(cards[at][cards[at].size() / 2]);
    script += "to " + point + "\ncard " + card.substr(1) + "\ncard back\n";
    all.push_back({.typed = {"explain", id, card, "controller", "--at", point, "--json"}});
    all.push_back({.typed = {"explain", id, "limit", card, "--at", point, "--json"}});
    for (const Stat& stat : ruleset.stats) {
      if (stat.of == schema::Stat::Holder::CARD && stat.delta == schema::Stat::Delta::NONE) {
        all.push_back({.typed = {"explain", id, card, stat.name, "--at", point, "--json"}});
        break;
      }
    }
  }
  all.push_back({.typed = {"step", id, "--json"}, .input = script});
  all.push_back({.typed = {"step", id}, .input = script, .comparable = false});  // its lines are filled to the id
  return all;
}

/// Ids and heads differ between archives, so they are not compared.
std::string withoutNames(std::string text, const std::string& id) {
  for (auto at = text.find(id); at != std::string::npos; at = text.find(id)) text.replace(at, id.size(), "GAME");
  static const std::regex kHead("[0-9a-f]{64}");
  return std::regex_replace(text, kHead, "HEAD");
}

/// The first item of a list that a command answered in JSON.
simdjson::dom::element firstItem(simdjson::dom::parser& parser, const std::string& json) {
  return parser.parse(json.substr(0, json.find('\n')))["item"];
}

/// The verdict of `verify --json` on the play, without the archive's parts: heads and stored digests.
std::string verdictIn(const std::string& json) {
  simdjson::dom::parser parser;
  const simdjson::dom::element verdict = firstItem(parser, json);
  std::ostringstream text;
  for (const char* part : {"observations", "legality", "rulings"}) text << verdict[part] << '\n';
  text << verdict["fold"]["digest"];
  return text.str();
}

std::string typedAs(const std::vector<std::string>& typed) {
  std::string line = "docket";
  for (const std::string& word : typed) line += " " + word;
  return line;
}

class Matrix : public testing::TestWithParam<std::tuple<std::string, std::uint32_t>> {
 protected:
  void import(const std::string& archive, const std::string& file) const {
    const Ran ran = run({"import", "--archive", archive, "--cards", cards_, file});
    ASSERT_EQ(ran.status, 0) << ran.out << ran.err;
  }

  /// The answer of a command: agreement or a difference, and no damage.
  [[nodiscard]] std::string answer(const std::string& archive, Question question) const {
    question.typed.insert(question.typed.end(), {"--archive", archive});
    const Ran ran = run(question.typed, question.input);
    EXPECT_TRUE(ran.status == 0 || ran.status == 1) << typedAs(question.typed) << "\n" << ran.status << ran.err;
    for (const char* word : {"damaged", "DAMAGED", "out-of-bounds", "malformed"}) {
      EXPECT_FALSE(test::has(ran.err, word)) << typedAs(question.typed) << "\n" << ran.err;
    }
    if (ranges::contains(question.typed, "--json")) expectJson(ran.out, typedAs(question.typed));
    return ran.out;
  }

  static void expectJson(const std::string& text, const std::string& typed) {
    simdjson::dom::parser parser;
    std::istringstream lines(text);
    bool all = true;
    for (std::string line; std::getline(lines, line);) all = all && parser.parse(line).error() == simdjson::SUCCESS;
    EXPECT_TRUE(all || parser.parse(text).error() == simdjson::SUCCESS) << typed << "\n" << text.substr(0, 2000);
  }

  void ask(const std::string& id, const Recording& game, const Documents& documents) const {
    const auto cards = cardsThere(game, documents.rules());
    const std::string branch = id + "/whole";
    const Ran branched = run({"branch", id, "--as", branch, "--at", "end", "--archive", here_});
    ASSERT_EQ(branched.status, 0) << branched.err;
    const std::string exported = answer(here_, {.typed = {"export", id}});
    import(there_, place_.file("exported.jsonl", exported));
    for (const Question& question : questionsAbout(id, cards, documents.ruleset)) {
      const std::string one = answer(here_, question);
      Question of_branch = question;
      if (question.typed[0] == "diff") continue;
      of_branch.typed[1] = branch;
      const std::string shared = answer(here_, of_branch);
      const std::string taken_in = answer(there_, question);
      if (question.typed[0] == "verify" && question.typed.back() == "--json") {
        EXPECT_EQ(withoutNames(verdictIn(one), id), withoutNames(verdictIn(shared), branch));
        EXPECT_EQ(verdictIn(one), verdictIn(taken_in));
      }
      if (!question.comparable) continue;
      EXPECT_EQ(withoutNames(one, id), withoutNames(shared, branch)) << typedAs(of_branch.typed);
      EXPECT_EQ(withoutNames(one, id), withoutNames(taken_in, id)) << typedAs(question.typed);
    }
  }

  /// A clause that the rules say an event breaks for certain, if there is one.
  [[nodiscard]] static std::string brokenClause(const std::string& verdict) {
    simdjson::dom::parser parser;
    const simdjson::dom::element read = firstItem(parser, verdict);
    for (const auto found : read["legality"]["findings"]) {
      const std::string_view clause = found["finding"]["clause"];
      if (!clause.empty() && !bool(found["takenBack"])) return std::string(clause);
    }
    return {};
  }

  /// Commands that derive something from a whole game: a page, a minimised game with a finding, contradictions in
  /// players' accounts.
  void make(const std::string& id, EventNumber last) const {
    std::ignore = answer(here_, {.typed = {"report", id, "-o", place_ / "report.html", "--json"}});
    const std::string broken = brokenClause(answer(here_, {.typed = {"verify", id, "--json"}}));
    if (!broken.empty() && last <= 300) {
      std::ignore = answer(here_, {.typed = {"minimise", id, "--finding", broken, "--json"}});
    }
    for (const char* player : {"P1", "P2"}) {
      const Ran telling = run({"branch", id, "--at", std::to_string(last / 2), "--account", player, "--add",
                               std::string("note \"as told by ") + player + "\"", "--archive", here_});
      ASSERT_EQ(telling.status, 0) << telling.err;
    }
    std::ignore =
        answer(here_, {.typed = {"accounts", id, "--claim", "legal(" + std::to_string(last / 3) + ")", "--json"}});
  }

  /// Commands that write: a judge's decisions after the end, a branch that continues differently, and then all
  /// questions again.
  void decide(const std::string& id, EventNumber last) const {
    const std::string middle = std::to_string(last / 2);
    for (const std::vector<std::string>& words : {
             std::vector<std::string>{"--claim", "not legal(" + middle + ")", "--at", middle},
             {"--claim",
              "before(" + middle + ", count(in play)) = after(1, count(in play)) or effectKeyword(2, \"Maho\")"},
             {"--penalty", "warning", "--player", "P1", "--judge", "Femi"},
             {"--rewind", std::to_string(last * 2 / 3)},
             {"--claim", "legal(" + middle + ")", "--at", std::to_string(last)},
         }) {
      std::vector<std::string> typed{"rule", id, "--judge", "Erin", "--archive", here_};
      typed.insert(typed.end(), words.begin(), words.end());
      const Ran ran = run(typed);
      EXPECT_TRUE(ran.status == 0 || ran.status == 1) << typedAs(typed) << "\n" << ran.err;
    }
    const Ran without = run({"branch", id, "--without", middle, "--archive", here_});
    EXPECT_EQ(without.status, 0) << without.err;
    const std::string to_game = "{\"game\":\"" + id + "\",";
    const std::string lines = to_game + "\"rulingGiven\":{\"at\":1,\"claim\":\"not legal(" + middle + ")\"}}\n" +
                              to_game + "\"rewound\":{\"to\":" + middle + "}}\n";
    const Ran live = run({"record", "--archive", here_}, lines);
    EXPECT_EQ(live.status, 0) << live.out << live.err;
  }

  /// Commands about all games at once.
  void goThrough(const std::string& ruleset) const {
    const std::string rules = generate::rulesetText(ruleset);
    for (const Question& question : {
             Question{.typed = {"games", "--json"}},
             Question{.typed = {"verify", "--all", "--json"}},
             Question{.typed = {"coverage", "--json"}},
             Question{.typed = {"regress", "--json", "--to", place_.file("rules.json", "// as it is\n" + rules)}},
         }) {
      std::ignore = answer(here_, question);
    }
  }

  TempDirectory place_;
  std::string here_ = place_ / "here", there_ = place_ / "there";
  std::string cards_ = place_.file("cards.json", generate::sampleText(std::get<0>(GetParam()) + ".cards.json"));
};

TEST_P(Matrix, EachCommandAnswersAlikeThroughTheArchiveABranchAndAnExport) {
  const auto& [ruleset, size] = GetParam();
  const Documents documents(ruleset);
  const Recording played = gameOf(documents, ruleset, size);
  const Recording judged = JudgedGame(played, documents.ruleset, size).run();
  const auto record = [&](const std::string& id, const Recording& game) {
    std::ostringstream lines;
    Recording named;
    named.setHeader(game.header());
    named.header().setId(id);
    for (std::uint32_t number = 1; number <= game.size(); ++number) named.add(*game.event(number));
    writeJsonLines(named, lines);
    import(here_, place_.file(id + ".jsonl", lines.str()));
  };
  record("played", played);
  record("game-judged", judged);
  record("ruled", played);
  ask("played", played, documents);
  ask("game-judged", judged, documents);
  make("played", size);
  make("game-judged", judged.size());
  decide("ruled", size);
  decide("game-judged", judged.size());
  std::istringstream exported(answer(here_, {.typed = {"export", "ruled"}}));
  ask("ruled", readJsonLines(exported, "ruled"), documents);
  goThrough(ruleset);
}

INSTANTIATE_TEST_SUITE_P(
    Games, Matrix, testing::Combine(testing::ValuesIn(generate::rulesetsWithScripts()), testing::ValuesIn(sizes())),
    [](const auto& of) {
      return generate::asTestName(std::get<0>(of.param)) + "_" + std::to_string(std::get<1>(of.param));
    });

}  // namespace
}  // namespace docket::matrix_test
