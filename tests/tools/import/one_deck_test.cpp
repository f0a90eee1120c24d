// Every command agrees whether a deck is legal: `docket deck` about a list, `docket verify` about the record in
// which it is registered, `deckLegal` about the table. Compared over made-up rulesets, catalogues and decks.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <random>
#include <set>
#include <sstream>

#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"
#include "engine/query/limits/decks.h"
#include "engine/rules/compile_ruleset.h"
#include "events/document.h"
#include "events/json/jsonl.h"
#include "events/recording.h"
#include "tests/tools/json.h"
#include "tests/tools/run.h"

namespace docket::test::one_deck_test {
namespace {

/// Draws of a test: the same for the same seed on every machine.
class Draws {
 public:
  explicit Draws(std::uint32_t seed) : source_(seed) {}
  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(source_() % end); }
  bool one(std::uint32_t in) { return below(in) == 0; }
  std::string of(const std::vector<std::string>& choices) {
    return choices[below(static_cast<std::uint32_t>(choices.size()))];
  }

 private:
  std::mt19937 source_;
};

std::string joined(const std::vector<std::string>& parts, std::string_view with = ", ") {
  return fmt::format("{}", fmt::join(parts, with));
}

/// A limit on copies in a deck, keyed and bounded somehow.
std::string limit(Draws& draws, std::size_t number) {
  std::vector<std::string> keys;
  for (const char* key : {"\"title\"", "\"version\"", "\"player\""}) {
    if (draws.one(2)) keys.emplace_back(key);
  }
  std::string text = fmt::format(R"({{"name": "l{0}", "clause": "c{0}", "counted": "copiesInDeck", "within": "game",
   "keyedBy": [{1}])",
                                 number, joined(keys));
  std::string max = fmt::format(R"(, "max": {})", 1 + draws.below(3));
  if (draws.one(2)) {
    text += R"(, "everyCard": true)";
    if (draws.one(2)) text += R"(, "holdsFor": "keyword \"Rare\"")";
    if (draws.one(3)) max = R"(, "maxIs": "if keyword(this, \"Common\") then 3 else 1")";
  }
  text += max;
  if (draws.one(3)) text += fmt::format(R"(, "format": "{}")", draws.of({"open", "sealed"}));
  return text + "}";
}

std::string ruleset(Draws& draws, std::size_t limits) {
  std::vector<std::string> clauses{R"({"id": "proxies"})", R"({"id": "red"})", R"({"id": "size"})"};
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < limits; ++i) {
    clauses.push_back(fmt::format(R"({{"id": "c{}"}})", i));
    lines.push_back(limit(draws, i));
  }
  std::vector<std::string> required;
  if (draws.one(2)) {
    required.emplace_back(
        R"x({"what": "that", "that": "not any(in anywhere of who, created(it))", "after": true, "clause": "proxies"})x");
  }
  if (draws.one(3)) {
    required.emplace_back(R"x({"what": "that", "that": "count(in side of who, keyword \"Rare\") = 0", "after": true,
   "if": "1 = 1", "named": "side", "clause": "red"})x");
  }
  const std::string decks =
      draws.one(2)
          ? R"x("decks": [{"that": "count(in deck of me) >= 4", "clause": "size", "gist": "it is too small"}],)x"
          : "";
  return fmt::format(R"x({{"name": "made", "version": "1", "clauses": [{}],
 "zones": [{{"name": "deck", "kind": "pile"}}, {{"name": "side", "kind": "pile"}}],
 "vocabulary": {{"keywords": ["Rare", "Common"], "formats": ["sealed", "open"]}},
 "readings": [{{"reading": "a proxy is a created card"}}], {}
 "acts": [{{"act": "deckRegistered", "requires": [{}]}}],
 "limits": [{}]}})x",
                     joined(clauses), decks, joined(required), joined(lines));
}

/// The text of a limit in a ruleset.
std::string limitOf(const std::string& rules, std::size_t limit) {
  const std::size_t begin = rules.find(fmt::format("\"name\": \"l{}\"", limit));
  return rules.substr(begin, rules.find('}', begin) - begin);
}

/// True if a limit counts by title: only then does a card name the title.
bool isByTitle(const std::string& rules, std::size_t limit) {
  return limitOf(rules, limit).find("\"title\"") != std::string::npos;
}

/// Six cards of three titles, some in two versions, some under limits of their own, perhaps a proxy.
std::string catalogue(Draws& draws, std::size_t limits, const std::string& rules) {
  std::vector<std::string> cards;
  for (int i = 0; i < 6; ++i) {
    std::vector<std::string> own, keywords;
    for (std::size_t l = 0; l < limits; ++l) {
      if (!draws.one(3)) continue;
      std::string line = fmt::format(R"({{"limit": "l{}")", l);
      const bool computed = limitOf(rules, l).find("maxIs") != std::string::npos;
      if (draws.one(2) && !computed) line += fmt::format(R"(, "max": {})", 1 + draws.below(3));
      if (draws.one(4) && isByTitle(rules, l)) line += fmt::format(R"(, "title": "k{}")", draws.below(6));
      own.push_back(line + "}");
    }
    for (const char* keyword : {"Rare", "Common"}) {
      if (draws.one(2)) keywords.push_back(fmt::format("\"{}\"", keyword));
    }
    cards.push_back(fmt::format(
        R"({{"key": "k{}", "title": "Title {}", "version": "{}", "keywords": [{}], "limits": [{}], "proxy": {}}})", i,
        i / 2, draws.of({"", "a", "b"}), joined(keywords), joined(own), draws.one(8) ? "true" : "false"));
  }
  return fmt::format(R"({{"name": "cards", "version": "1", "ruleset": "made", "cards": [{}]}})", joined(cards, ",\n"));
}

struct Deck {
  std::vector<std::string> deck, side;  ///< keys
  [[nodiscard]] std::string list() const {
    std::string text;
    for (const std::string& key : deck) text += "1 " + key + "\n";
    if (!side.empty()) text += "[side]\n";
    for (const std::string& key : side) text += "1 " + key + "\n";
    return text;
  }
};

Deck deckOf(Draws& draws) {
  Deck made;
  for (std::uint32_t left = 1 + draws.below(7); left > 0; --left)
    made.deck.push_back(fmt::format("k{}", draws.below(6)));
  for (std::uint32_t left = draws.below(4); left > 0; --left) made.side.push_back(fmt::format("k{}", draws.below(6)));
  return made;
}

/// The clauses that are found, with a mark if something unknown decides.
using Found = std::set<std::string>;

struct Made {
  explicit Made(std::uint32_t seed) : draws(seed) {
    const std::size_t limits = 1 + draws.below(3);
    ruleset_text = ruleset(draws, limits);
    cards_text = catalogue(draws, limits, ruleset_text);
    deck = deckOf(draws);
    // One that the ruleset knows: without a format, the limits of a game are unknown.
    std::vector<std::string> formats;
    for (const char* one : {"open", "sealed"}) {
      if (has(ruleset_text, fmt::format(R"("format": "{}")", one))) formats.emplace_back(one);
    }
    if (!formats.empty()) format = draws.of(formats);
  }
  [[nodiscard]] std::string inWords() const {
    return fmt::format("{}\n{}\n{}format {}", ruleset_text, cards_text, deck.list(), format);
  }
  Draws draws;
  std::string ruleset_text, cards_text, format;
  Deck deck;
};

/// The game in which the deck is registered by player 1, a zone an event.
Recording record(const Made& made) {
  Recording game;
  game.header().setId("deck");
  game.header().setFormat(made.format);
  game.header().initPlayers(2)[0].setName("A");
  std::uint32_t next = 1;
  for (const auto& [zone, keys] : {std::pair{"deck", &made.deck.deck}, std::pair{"side", &made.deck.side}}) {
    if (keys->empty()) continue;
    game.add([&, zone = zone, keys = keys](schema::Event::Builder event) {
      auto registered = event.initDeckRegistered();
      registered.setPlayer(1);
      registered.setZone(game.name(zone));
      registered.setFirst(next);
      registered.setCount(static_cast<std::uint32_t>(keys->size()));
      auto identities = event.initContext().initIdentities(static_cast<unsigned>(keys->size()));
      for (unsigned i = 0; i < keys->size(); ++i) {
        identities[i].setCard(next++);
        identities[i].setDefinition((*keys)[i]);
      }
    });
  }
  return game;
}

/// The findings against the events, and those of the deck check against the table.
struct Answers {
  Found judged, checked;
};

Answers answersOf(const Made& made) {
  const auto rules_document = readDocument<schema::Ruleset>(made.ruleset_text, "made.json");
  const auto ruleset = compile(rules_document.root(), "made.json");
  const auto cards_document = readDocument<schema::Catalogue>(made.cards_text, "cards.json");
  const auto catalogue = compile(cards_document.root(), ruleset, "cards.json");
  const Rules rules{.ruleset = ruleset, .catalogue = catalogue};
  const Recording game = record(made);
  State state = initialState(game.header(), rules);
  Step step;
  Answers answers;
  for (EventNumber number = 1; number <= game.size(); ++number) {
    const HeldEvent event = game.event(number);
    for (const Finding& one : judge(pendingEvent(state, rules, number, event))) {
      answers.judged.insert(one.clause + (one.certainty == Finding::Certainty::certain ? "" : "?"));
    }
    reduce(state, rules, number, event, step);
  }
  for (const DeckFinding& one : checkDeck(state, rules, 1, made.format)) {
    // The conditions of a whole deck are asked of it alone: an event may register a part.
    if (one.clause != "size") answers.checked.insert(one.clause + (one.certain ? "" : "?"));
  }
  // A requirement on one zone's event is judged only when the event happens.
  answers.judged.erase("red");
  return answers;
}

TEST(OneDeck, IsJudgedTheSameWhenRegisteredAsByDocketDeck) {
  std::size_t broken = 0;
  for (std::uint32_t seed = 1; seed <= 3'000; ++seed) {
    const Made made(seed);
    const Answers answers = answersOf(made);
    broken += answers.judged.empty() ? 0 : 1;
    ASSERT_EQ(answers.judged, answers.checked) << "seed " << seed << '\n' << made.inWords();
  }
  EXPECT_GT(broken, 500U) << "too few of the decks are illegal";
}

/// Every clause that findings in a JSON answer name, except those about a whole deck.
Found clausesIn(const std::string& json) {
  Found found;
  constexpr std::string_view kMember = "\"clause\":\"";
  for (auto at = json.find(kMember); at != std::string::npos; at = json.find(kMember, at)) {
    at += kMember.size();
    found.insert(json.substr(at, json.find('"', at) - at));
  }
  found.erase("size");
  return found;
}

TEST(OneDeck, WithoutAFormatIsUndecidedIfOnlyAFormatForbidsIt) {
  Made made(1);
  made.ruleset_text = R"({"name": "made", "version": "1", "clauses": [{"id": "sealed"}, {"id": "ever"}],
 "zones": [{"name": "deck", "kind": "pile"}, {"name": "side", "kind": "pile"}],
 "limits": [{"name": "two", "clause": "sealed", "counted": "copiesInDeck", "within": "game", "keyedBy": ["title"],
   "max": 1, "everyCard": true, "format": "sealed"},
  {"name": "three", "clause": "ever", "counted": "copiesInDeck", "within": "game", "keyedBy": ["title"], "max": 2,
   "everyCard": true}]})";
  made.cards_text =
      R"({"name": "cards", "version": "1", "ruleset": "made", "cards": [{"key": "k0", "title": "Title"}]})";
  made.deck = {.deck = {"k0", "k0"}, .side = {}};
  made.format = "";
  EXPECT_EQ(answersOf(made).judged, Found{"sealed?"});
  made.format = "sealed";
  EXPECT_EQ(answersOf(made).judged, Found{"sealed"});
  made.format = "open";
  EXPECT_EQ(answersOf(made).judged, Found{});
  made.deck.side = {"k0"};
  EXPECT_EQ(answersOf(made).judged, Found{"ever"});
}

TEST(OneDeck, IsJudgedAlikeByEveryCommand) {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    const Made made(seed);
    const TempDirectory place;
    const std::string rules = place.file("made.json", made.ruleset_text);
    const std::string cards = place.file("cards.json", made.cards_text);
    const std::string list = place.file("deck.txt", made.deck.list());
    std::vector<std::string> typed{"deck", list, "--ruleset", rules, "--cards", cards, "--json"};
    if (!made.format.empty()) typed.insert(typed.end(), {"--format", made.format});
    const Ran deck = run(typed);
    ASSERT_NE(deck.status, 2) << deck.err << made.inWords();
    std::ostringstream text;
    writeJsonLines(record(made), text);
    const Ran imported = run({"import", place.file("game.jsonl", text.str()), "--ruleset", rules, "--cards", cards,
                              "--archive", place.archive()});
    ASSERT_EQ(imported.status, 0) << imported.err;
    const Ran verified = run({"verify", "deck", "--archive", place.archive(), "--json"});
    EXPECT_EQ(clausesIn(verified.out), clausesIn(deck.out)) << "seed " << seed << '\n' << made.inWords();
    // This is about one event of the registration, which the table does not know.
    if (clausesIn(deck.out).contains("red")) continue;
    const Ran asked =
        run({"ask", "deck", fmt::format("deckLegal(P1, \"{}\")", made.format), "--archive", place.archive(), "--json"});
    const Json answer = Json::of(asked.out)["answers"].items().front();
    const std::string legal = Json::of(deck.out)["legal"].text();
    const bool known = answer["presence"].text() == "known";
    EXPECT_EQ(known ? answer["value"].text() : "null", legal) << "seed " << seed << '\n' << made.inWords() << deck.out;
  }
}

}  // namespace
}  // namespace docket::test::one_deck_test
