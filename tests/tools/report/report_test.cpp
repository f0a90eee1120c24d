// docket report: what the page contains, what it does not, and that its story of boards is the game's.
#include <simdjson.h>

#include <ctime>
#include <deque>
#include <map>
#include <regex>
#include <set>

#include "engine/fold/running_state.h"
#include "tests/generate/documents.h"
#include "tests/places.h"
#include "tests/tools/disputed_game.h"
#include "tests/tools/hidden_from.h"
#include "tools/report/board_story.h"
#include "tools/report/markup.h"

namespace docket::report_test {
namespace {

using test::has;
using test::memberOf;
using test::Ran;
using test::TempDirectory;
using test::timesIn;
using test::withoutCode;

class Report : public test::DisputedGame {
 protected:
  [[nodiscard]] std::string page(const std::string& game) const {
    const Ran ran = run({"report", game});
    EXPECT_EQ(ran.status, 0) << ran.err;
    return ran.out;
  }
};

TEST_F(Report, IsOneFileThatLoadsNothing) {
  const std::string html = page("court/7");
  for (const char* outward : {"://", " src=", "url(", "@import", "<link", "<iframe", "<img", "fetch(", "XMLHttpRequest",
                              "WebSocket", "import(", "sendBeacon", "innerHTML", "eval("}) {
    EXPECT_FALSE(has(html, outward)) << outward;
  }
  EXPECT_HAS(html, "default-src 'none'");
  const std::regex links("href=\"([^\"]*)\"");
  std::size_t seen = 0;
  for (std::sregex_iterator link(html.begin(), html.end(), links), end; link != end; ++link, ++seen) {
    EXPECT_EQ((*link)[1].str().front(), '#') << (*link)[0];
  }
  EXPECT_GT(seen, 20U);
}

TEST_F(Report, ShowsTranscriptFindingsAndRulingsWithoutScripts) {
  const std::string html = withoutCode(page("court/7"));
  for (int event = 1; event <= 18; ++event) {
    EXPECT_EQ(timesIn(html, "<li id=\"e" + std::to_string(event) + "\""), 1U) << event;
  }
  const std::string heard = html.substr(0, html.find("id=\"data\""));
  for (const char* said :
       {"P1 uses &quot;Steady Guard&quot; #2 ability 1 as Battle", "P1 Aiko uses Steady Guard #2 beyond its limit",
        "l5r.ability.once", "<span class=\"tag\">wrong</span>", "<span class=\"tag\">right</span>",
        "It is equal to the minimum.", "<span class=\"grade diverged\">DIVERGED</span>", "Winter Court",
        "Steady Guard #2, controlled by P2 Bastien: Force ? (5 observed at 14,"}) {
    EXPECT_HAS(heard, said);
  }
  const Ran shown = run({"show", "court/7", "--json"});
  EXPECT_HAS(heard, "<code>" + memberOf(shown.out, "head").substr(1, 64) + "</code>") << shown.out;
}

/// The part of a page from one text to another.
std::string between(const std::string& html, const std::string& from, const std::string& to) {
  const auto begin = html.find(from);
  return begin == std::string::npos ? std::string() : html.substr(begin, html.find(to, begin) - begin);
}

TEST_F(Report, ShowsClaimsInWordsAndTheirNotationFolded) {
  ASSERT_NE(run({"rule", "court/7", "--at", "13", "--claim", "not legal(12)", "--judge", "Eve"}).status, 2);
  const std::string html = page("court/7");
  const std::string rulings = between(html, "<section id=\"rulings\"", "</section>");
  for (const char* said :
       {"<b dir=\"auto\">Personal Honor of Steady Guard #2 = 4</b>",
        "event 12 (Aiko uses Steady Guard: ability 1 &quot;strike&quot; (Battle)) is not legal</b>",
        "<code dir=\"auto\">stat(#2, &quot;Personal Honor&quot;) = 4</code>",
        "Replaced by <bdi>Dana</bdi>, <a href=\"#e16\">event 16</a>", "<span class=\"tag\">wrong</span>",
        "minimum 4, while its source is in play, from Old Keep #1"}) {
    EXPECT_HAS(rulings, said);
  }
  const std::string transcript = between(html, "<li id=\"e17\"", "</li>");
  EXPECT_HAS(transcript, "Dana rules about event 13</p>");
  EXPECT_HAS(transcript, "undecided</span> Force of unknown card #4 &gt; 1: ");
  for (auto at = rulings.find("<code"); at != std::string::npos; at = rulings.find("<code", at + 1)) {
    const auto unfolded = rulings.rfind("</details>", at), folded = rulings.rfind("<details>", at);
    EXPECT_TRUE(folded != std::string::npos && (unfolded == std::string::npos || unfolded < folded)) << rulings;
  }
}

TEST(ReportOfSamples, DescribesPermissionsAndGreysOnlyPastDifferences) {
  const TempDirectory place;
  test::importSamples(place);
  ASSERT_EQ(test::run({"import", "--archive", place.archive(), "--cards", test::sample("catalogues/huntik.json"),
                       test::sample("huntik-drowned-orchard.jsonl")})
                .status,
            0);
  const auto page_of = [&](const char* game) { return test::run({"report", game, "--archive", place.archive()}).out; };
  const std::string hunt = page_of("samples/huntik-drowned-orchard");
  EXPECT_HAS(hunt, "<b dir=\"auto\">Lane Watcher #35 may be KO&#39;d</b>");
  const std::string war = between(page_of("samples/l5r-paragon"), "<section id=\"grades\"", "</section>");
  EXPECT_HAS(war, "grade exact\">EXACT");
  EXPECT_HAS(war, "grade diverged past\">DIVERGED");
  EXPECT_FALSE(has(war, "exact past")) << war;
}

TEST_F(Report, ShowsVerdictGradeAndReplacedRulings) {
  ASSERT_EQ(
      run({"rule", "court/7", "--penalty", "warning", "--player", "P1", "--judge", "Eve", "--note", "slow"}).status, 0);
  ASSERT_NE(run({"rule", "court/7", "--at", "13", "--claim", "legal(10)", "--judge", "Eve"}).status, 2);
  ASSERT_NE(run({"rule", "court/7", "--at", "13", "--claim", "not legal(10)", "--judge", "Gina", "--supersedes", "20"})
                .status,
            2);
  const std::string verdict = between(page("court/7"), "<section id=\"verdict\"", "</section>");
  for (const char* said :
       {"<span class=\"tag\">wrong, and it still stands</span>",
        "Eve</bdi> ruled: <span dir=\"auto\">event 10 (Aiko uses",
        "That was right. Replaced by <bdi>Gina</bdi>, <a href=\"#e21\">event 21</a>.",
        "Penalty: <b dir=\"auto\">P1 Aiko, warning</b>",
        "It was given before this ruling, and counts until a judge corrects it.",
        "<b>Wrong</b> describes this ruling: the rules give a different result.",
        "DIVERGED</span> describes the whole record: ", "an act was played that the rules do not allow",
        "the rules give a different result than a ruling in it that still stands"}) {
    EXPECT_HAS(verdict, said);
  }
  ASSERT_EQ(
      run({"rule", "court/7", "--at", "13", "--claim", "legal(10)", "--judge", "Ida", "--supersedes", "21"}).status, 0);
  const std::string right = between(page("court/7"), "<section id=\"verdict\"", "</section>");
  EXPECT_HAS(right, "<b>Right</b> describes this ruling: the rules agree with it.");
  EXPECT_HAS(right, "an earlier ruling in it was wrong, and was replaced");
}

TEST_F(Report, ShowsTheRemedyAndListsRulingsInForceFirst) {
  ASSERT_NE(run({"rule", "court/7", "--at", "13", "--claim", "legal(10)", "--judge", "Eve"}).status, 2);
  ASSERT_EQ(run({"rule", "court/7", "--rewind", "12", "--judge", "Femi", "--note", "Back up."}).status, 0);
  const std::string html = page("court/7");
  const std::string verdict = between(html, "<section id=\"verdict\"", "</section>");
  EXPECT_HAS(verdict, "Then <b><bdi>Femi</bdi> backed the game up to <a href=\"#e12\">event 12");
  const std::string rulings = between(html, "<section id=\"rulings\"", "</section>");
  EXPECT_LT(rulings.find("<li data-event=\"16\""), rulings.find("<li data-event=\"15\"")) << rulings;
}

TEST(ReportOfSamples, ShowsARulingAboutItsOwnEventAtTheJudgedAct) {
  const TempDirectory place;
  ASSERT_EQ(test::run({"import", "--archive", place.archive(), "--cards", test::sample("catalogues/yugioh.json"),
                       test::sourceDir() + "/tests/typed/friday-12.txt"})
                .status,
            0);
  const std::string html = test::run({"report", "friday/12", "--archive", place.archive()}).out;
  const std::string verdict = between(html, "<section id=\"verdict\"", "</section>");
  EXPECT_HAS(verdict, "The ruling about <a href=\"#e20\">event 20</a>");
  EXPECT_HAS(html, "\"opens\":20,") << verdict;
}

TEST_F(Report, IsTheSameBytesEachTime) { EXPECT_EQ(page("court/7"), page("court/7")); }

TEST_F(Report, NamesTheWrittenFile) {
  const std::string file = place / "game.html";
  const Ran ran = run({"report", "court/7", "-o", file, "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(test::textOf(file), page("court/7"));
  EXPECT_EQ(memberOf(ran.out, "events"), "18");
  EXPECT_EQ(memberOf(ran.out, "bytes"), std::to_string(test::textOf(file).size()));
  EXPECT_EQ(memberOf(ran.out, "grade"), "\"DIVERGED\"");
  EXPECT_EQ(memberOf(ran.out, "findings"), "1");
  EXPECT_EQ(memberOf(ran.out, "rulings"), "3");
  EXPECT_EQ(memberOf(ran.out, "seat"), "null");
  const Ran seen = run({"report", "court/7", "-o", file, "--seat", "spectator"});
  EXPECT_HAS(seen.out, ", as a spectator may see them");
}

TEST_F(Report, ShowsWhenAndWhyATracedExpressionChanged) {
  const std::string expression = R"(value(P1, "Family Honor") > 0)";
  const Ran ran = run({"report", "court/7", "--trace", expression});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, "<code>value(P1, &quot;Family Honor&quot;) &gt; 0</code>");
  EXPECT_HAS(ran.out, R"("trace":[[0,0],[11,1]])");
  EXPECT_HAS(withoutCode(ran.out), R"(<td><a href="#e11">event 11, T1</a></td><td dir="auto"><b>true</b>)");
  EXPECT_FALSE(has(withoutCode(page("court/7")), "traced"));
  const Ran wrong = run({"report", "court/7", "--trace", "value(P1", "-o", place / "none.html"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_HAS(wrong.err, "question:1:");
  EXPECT_FALSE(std::filesystem::exists(place / "none.html"));
}

TEST_F(Report, RefusesInvalidOptionsAndWritesNothing) {
  const std::string file = place / "game.html";
  struct {
    std::vector<std::string> typed;
    int status;
    std::string said;
  } const rows[] = {
      {{"report", "-o", file}, 2, "expected GAME"},
      {{"report", "court/8", "-o", file}, 2, "did you mean"},
      {{"report", "court/7", "--seat", "P3", "-o", file}, 2, "expected a seat of the game, P1 to P2"},
      {{"report", "court/7", "--under", "chess", "-o", file}, 2, "chess"},
      {{"report", "court/7", "-o", place / "no/such/folder/game.html"}, 2, "folder"},
  };
  for (const auto& row : rows) {
    const Ran ran = run(row.typed);
    EXPECT_EQ(ran.status, row.status) << row.said;
    EXPECT_HAS(ran.err, row.said);
    EXPECT_FALSE(std::filesystem::exists(file)) << row.said;
  }
}

/// A game in which so many cards come into play, one by one: each a Lantern Fox, or an unidentified one.
std::string gameOfManyCards(const std::string& id, int cards, bool known) {
  std::string game =
      R"({"game":{"id":")" + id + R"(","ruleset":"yugioh","players":[{"name":"A"},{"name":"B"}]}})" + "\n";
  for (int card = 1; card <= cards; ++card) {
    const std::string what =
        known ? fmt::format(R"("context":{{"identities":[{{"card":{},"definition":"Lantern Fox"}}]}},)", card) : "";
    game += fmt::format(R"({{{}"cardCreated":{{"card":{},"owner":1,"player":1,"zone":"monster zone","face":"up"}}}})"
                        "\n",
                        what, card);
  }
  return game;
}

// Each event repeated all cards of the zone in the page, and each further unidentified card had all of them explained
// again.
TEST(ReportOfManyCards, GrowsWithTheCardsKnownOrUnknown) {
  struct Cost {
    std::size_t bytes;
    std::clock_t time;  // of the processor
  };
  const TempDirectory place;
  const auto cost_of = [&](int cards, bool known) {
    const std::string id = fmt::format("cards-{}-{}", cards, known);
    const std::string file = place.file(id + ".jsonl", gameOfManyCards(id, cards, known));
    EXPECT_EQ(
        test::run({"import", file, "--cards", test::sample("catalogues/yugioh.json"), "--archive", place.archive()})
            .status,
        0);
    const std::clock_t begun = std::clock();
    const std::size_t bytes = test::run({"report", id, "--archive", place.archive()}).out.size();
    return Cost{.bytes = bytes, .time = std::clock() - begun};
  };
  const Cost shell = cost_of(1, false), some = cost_of(500, false), many = cost_of(1000, false);
  EXPECT_LT(many.bytes - shell.bytes, 3 * (some.bytes - shell.bytes));
  EXPECT_LT(many.time, 4 * cost_of(1000, true).time);
}

TEST_F(Report, EscapesForeignText) {
  const std::string markup = "</script><script>alert(1)</script><img src=x>";
  std::string cards(test::kCards);
  const std::string title = R"("title": "Steady Guard")";
  cards.replace(cards.find(title), title.size(),
                R"("title": ")" + markup + "\u202e\u2028" + std::string(10'000, 'A') + '"');
  cards.replace(cards.find("disputed"), 8, "hostiles");
  std::string game(test::kGame);
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"court/7", "court/8"},
                                 {"Aiko", markup},
                                 {"Winter Court", markup},
                                 {"Corin", markup}}) {
    game.replace(game.find(from), from.size(), to);
  }
  const Ran taken = run({"import", place.file("h.jsonl", game), "--cards", place.file("h.json", cards)});
  ASSERT_EQ(taken.status, 0) << taken.err;
  const std::string html = page("court/8");
  EXPECT_EQ(timesIn(html, "<script"), 2U);
  EXPECT_EQ(timesIn(html, "</script"), 2U);
  EXPECT_FALSE(has(html, "<img"));
  EXPECT_FALSE(has(html, "\u202e"));
  EXPECT_FALSE(has(html, "\u2028"));
  EXPECT_FALSE(has(html, std::string(1000, 'A'))) << "unreadably long text is cut";
  EXPECT_HAS(html, "&lt;script&gt;alert(1)") << "it is shown as text";
}

TEST(ReportMarkup, EscapesTheEndOfAnElementOrAScript) {
  EXPECT_EQ(report::escaped("a<b>&\"'c"), "a&lt;b&gt;&amp;&quot;&#39;c");
  EXPECT_EQ(report::embedded("\"</script>&\u2028\u2029\u2027\""),
            "\"\\u003c/script\\u003e\\u0026\\u2028\\u2029\u2027\"");
}

// -- the story of the boards

namespace dom = simdjson::dom;

/// A story as the page has it, read back.
class ParsedStory {
 public:
  explicit ParsedStory(const std::function<void(JsonWriter&)>& write) {
    JsonWriter json;
    json.object();
    write(json);
    text_ = simdjson::padded_string(json.end().text());
    root_ = parser_.parse(text_);
  }

  /// Takes the step of an event into the items.
  void apply(EventNumber event, std::map<std::string, dom::element>& items) const {
    for (const auto [key, item] : dom::object(root_["steps"].at(event))) {
      if (item.is_null()) {
        EXPECT_EQ(items.erase(std::string(key)), 1U) << "event " << event << " ends " << key << ", which is not there";
      } else if (key.starts_with('+')) {
        auto& zone = items.at(std::string(key.substr(1)));
        zone = changed(zone, item);
      } else {
        items[std::string(key)] = item;
      }
    }
  }
  [[nodiscard]] std::string textOf(dom::element number) const {
    return std::string(std::string_view(root_["texts"].at(std::uint64_t(number))));
  }
  /// A statement with everything below it; a stale one without its age, which only the latest event would give.
  [[nodiscard]] std::string statement(std::uint64_t number) const {
    const dom::array parts = root_["statements"].at(number);
    std::string what = textOf(parts.at(0));
    const bool dated = !what.starts_with("stale:");
    what += "=" + textOf(parts.at(1)) + "[" + textOf(parts.at(2)) + "]";
    if (dated) what += std::to_string(std::uint64_t(parts.at(3)));
    for (std::size_t i = 4; i < parts.size(); ++i) what += "(" + statement(std::uint64_t(parts.at(i))) + ")";
    return what;
  }
  [[nodiscard]] const dom::element& root() const { return root_; }

 private:
  /// A zone after what an event changed of it (board_story.h).
  [[nodiscard]] dom::element changed(dom::element zone, dom::element change) const {
    std::vector<std::int64_t> cards;
    for (const dom::element card : dom::array(zone.at(2))) cards.push_back(std::int64_t(card));
    const auto from = cards.begin() + std::int64_t(change.at(2));
    auto place = cards.erase(from, from + std::int64_t(change.at(3)));
    for (const dom::element card : dom::array(change.at(4))) place = cards.insert(place, std::int64_t(card)) + 1;
    const auto text =
        fmt::format("[{},{},[{}]]", std::int64_t(change.at(0)), std::int64_t(change.at(1)), fmt::join(cards, ","));
    return changed_.emplace_back().parse(text);
  }

  simdjson::padded_string text_;
  dom::parser parser_;
  dom::element root_;
  mutable std::deque<dom::parser> changed_;  // the container of the zones that were put together
};

/// An item in full: texts and statements instead of their numbers.
std::string inFull(const ParsedStory& story, const std::string& key, dom::element item) {
  std::string full = simdjson::minify(item);
  if (key[0] == 'e') {
    full.clear();
    for (const dom::element why : dom::array(item.at(0))) full += story.statement(std::uint64_t(why)) + ';';
    full += story.statement(std::uint64_t(item.at(1))) + story.textOf(item.at(2));
  } else if (key[0] == 's' || key[0] == 'o') {
    // The number of a value's history is its own matter.
    full = std::regex_replace(full, std::regex("\\[(\\d+,[^,\\]]+,\\d),\\d+\\]"), "[$1]");
  }
  return full;
}

/// Compares every board of a game, reached step by step, with the one made from its state alone.
void expectStoryIsOf(const OpenGame& game) {
  const Rules rules = game.rules();
  const TurnLabels turn_labels(rules.ruleset, game.names(), game.events(), game.last());
  report::Texts texts;
  report::ExplanationTable explanations(texts);
  report::BoardStory story(game, turn_labels, texts, explanations);
  std::vector<State> states;
  RunningState running(game.header(), rules);
  story.begin(running.state());
  states.push_back(running.state());
  game.events().forEach(1, game.last(), [&](EventNumber number, schema::Event::Reader event) {
    running.add(number, event, game.events());
    story.add(running.state(), number, event, running.step());
    states.push_back(running.state());
  });
  // With the same tables, so that the same texts have the same numbers.
  std::vector<std::unique_ptr<report::BoardStory>> alone;
  for (const State& state : states) {
    alone.push_back(std::make_unique<report::BoardStory>(game, turn_labels, texts, explanations));
    alone.back()->begin(state);
  }
  const ParsedStory seen([&](JsonWriter& json) {
    story.write(json);
    texts.write(json);
    explanations.write(json);
  });
  std::map<std::string, dom::element> items;
  for (EventNumber event = 0; event <= game.last(); ++event) {
    seen.apply(event, items);
    const ParsedStory one([&](JsonWriter& json) { alone[event]->write(json); });
    std::map<std::string, dom::element> expected;
    one.apply(0, expected);
    std::set<std::string> keys;
    for (const auto& [key, item] : items) keys.insert(key);
    for (const auto& [key, item] : expected) keys.insert(key);
    for (const std::string& key : keys) {
      ASSERT_TRUE(items.contains(key) && expected.contains(key)) << game.id() << " event " << event << ": " << key;
      ASSERT_EQ(inFull(seen, key, items[key]), inFull(seen, key, expected[key]))
          << game.id() << " event " << event << ": " << key;
    }
  }
}

TEST(ReportStory, IsEveryBoardOfTheSampleGames) {
  const TempDirectory place;
  test::importSamples(place);
  GameLoader loader(place.archive());
  const auto games = loader.archive().list();
  EXPECT_FALSE(games.empty());
  for (const GameEntry& game : games) expectStoryIsOf(loader.game(game.id));
}

TEST_F(Report, IsEveryBoardOfTheDisputedGame) {
  GameLoader loader(place.archive());
  expectStoryIsOf(loader.game("court/7"));
  expectStoryIsOf(loader.game("court/7").seenBy(2));
}

class ReportStoryOfGenerated : public testing::TestWithParam<std::string> {};

TEST_P(ReportStoryOfGenerated, IsEveryBoard) {
  const TempDirectory place;
  const auto file = place / "games.jsonl";
  ASSERT_EQ(test::run({"generate", GetParam(), "--games", "2", "--seed", "5", "--planted", "10", "-o", file}).status,
            0);
  const Ran taken = test::run({"import", "--archive", place.archive(), "--cards", file + ".cards.json", file});
  ASSERT_EQ(taken.status, 0) << taken.err;
  GameLoader loader(place.archive());
  const auto games = loader.archive().list();
  EXPECT_FALSE(games.empty());
  for (const GameEntry& game : games) expectStoryIsOf(loader.game(game.id));
}

INSTANTIATE_TEST_SUITE_P(Rulesets, ReportStoryOfGenerated, testing::ValuesIn(generate::rulesetsWithScripts()),
                         [](const auto& of) { return generate::asTestName(of.param); });

TEST(ReportStory, IsEveryBoardOfARealDuel) {
  const std::string duels = docket::test::sharedDir() + "/data/games/edopro/";
  const std::string cards = duels + "cards.jsonl";
  const std::string duel = duels + "0001.yrpX";
  if (!std::filesystem::exists(duel)) GTEST_SKIP() << "no recorded duels in " << docket::test::sharedDir();
  const TempDirectory place;
  ASSERT_EQ(test::run({"import", "--ruleset", "yugioh", "--archive", place.archive(), "--cards", cards, duel}).status,
            0);
  GameLoader loader(place.archive());
  expectStoryIsOf(loader.game("0001"));
}

}  // namespace
}  // namespace docket::report_test
