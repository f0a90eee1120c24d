// docket verify: what it recomputes and reports, and its exit status.
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "events/digest.h"
#include "events/heads.h"
#include "events/recording.h"
#include "store/archive.h"
#include "tests/tools/disputed_game.h"

namespace docket::verify_test {
namespace {

using test::Ran;

class Verify : public test::DisputedGame {};

/// The head is made with the game's secret, which differs in each archive.
std::string withoutHead(std::string text, const std::string& json) {
  std::string head = test::memberOf(json, "head");
  head = head.substr(1, head.size() - 2);
  const auto at = text.find(head);
  return at == std::string::npos ? text : text.replace(at, head.size(), "HEAD");
}

constexpr const char* kInFull = R"text(court/7                                                                18 events
head HEAD

head          EXACT       2 stored heads recomputed
fold          EXACT       1 comparison, all equal
observations  DIVERGED    1 observation compared: 0 equal, 0 with nothing to
                          compare, 1 different
legality      DIVERGED    8 of 9 acts judged: 1 finding; no rule here covers 1
rulings       DIVERGED    3 rulings: 1 right, 1 wrong, 1 undecided

Observations that differ
  event 14, turn 1, action phase: Force of Steady Guard #2: 6 computed, 5
    observed

Findings
  P1 Aiko uses Steady Guard #2 beyond its limit: 1 of 1 used before
  │                                              [l5r.ability.once] event 12, T1
  └─ first use                                                      event 10, T1
     [l5r.ability.once] An ability is used at most once per turn.

Rulings
  event 15, Corin, about event 13, replaced by event 16                    WRONG
    claimed: stat(#2, "Personal Honor") = 0
    cites [l5r.calc.clamp] A value below the highest minimum or above the lowest
      maximum becomes that bound.
    the rules give a different result:
      stat(#2, "Personal Honor") = 0: false
      └─ stat(#2, "Personal Honor"): 4
         ├─ #2: Steady Guard #2
         ├─ printed value: 4
         ├─ A. no bonuses and no penalties: 4                     [l5r.calc.sum]
         ├─ B. not below 0, so it stays: 4                      [l5r.calc.floor]
         └─ C. minimum 4 and maximum 0 contradict each other: 4
            ├─ minimum 4 from Old Keep #1, while its source is in play: the
            │    highest minimum                                     event 7, T1
            ├─ maximum 0, while the card stays where it is: the lowest maximum
            │                                                       event 13, T1
            └─ case iii: the total of 4 is between them, or equal to one, so it
                 becomes the base value: 4      [l5r.calc.contradiction.between]
  event 16, Dana, about event 13, replaces event 15                        RIGHT
    claimed: stat(#2, "Personal Honor") = 4
    "It is equal to the minimum."
    cites [l5r.calc.contradiction.between] While the highest minimum is above
      the lowest maximum: a total between them, or equal to one, becomes the
      base value.
    the rules agree with the claim:
      stat(#2, "Personal Honor") = 4: true
      └─ stat(#2, "Personal Honor"): 4
         ├─ #2: Steady Guard #2
         ├─ printed value: 4
         ├─ A. no bonuses and no penalties: 4                     [l5r.calc.sum]
         ├─ B. not below 0, so it stays: 4                      [l5r.calc.floor]
         └─ C. minimum 4 and maximum 0 contradict each other: 4
            ├─ minimum 4 from Old Keep #1, while its source is in play: the
            │    highest minimum                                     event 7, T1
            ├─ maximum 0, while the card stays where it is: the lowest maximum
            │                                                       event 13, T1
            └─ case iii: the total of 4 is between them, or equal to one, so it
                 becomes the base value: 4      [l5r.calc.contradiction.between]
  event 17, Dana, about event 13                                       UNDECIDED
    claimed: stat(#4, "Force") > 1
    it is not known what card #4 is:
      stat(#4, "Force") > 1: unknown
      ├─ stat(#4, "Force"): unknown
      │  ├─ #4: unknown card #4
      │  └─ the card is not known, so neither is what is printed on it
      └─ because it is not known what card #4 is

What was judged
  deck registered, 2 times: judged in part (what has to hold for it, how many
    copies there are)
  cards drawn, once: no rule here covers it
  card moved, 2 times: judged in part (how many copies there are)
  card attached, once: judged in part (how many copies there are)
  card played, once: judged in part (whether it may be done, how many copies
    there are)
  ability activated, 2 times: judged in part (what has to hold for it, whether
    it may be done, how often it is done, what the text of cards says)
)text";

TEST_F(Verify, GradesAGameInFull) {
  const Ran ran = run({"verify", "court/7"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_EQ(withoutHead(ran.out, run({"verify", "court/7", "--json"}).out), kInFull);
}

TEST_F(Verify, PrintsATableForSeveralGames) {
  const Ran ran = run({"verify", "--all"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_EQ(ran.out, R"text(game     head        fold        observed    legality    rulings
court/7  EXACT       EXACT       DIVERGED    DIVERGED    DIVERGED

1 game: 0 agree, 1 differ, 0 damaged
docket check reads the rest of the archive.
)text");
}

TEST_F(Verify, ReportsFindingsInJson) {
  const Ran ran = run({"verify", "court/7", "--json"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_HAS(ran.out, R"("heads":{"grade":"EXACT","recomputed":2})");
  EXPECT_HAS(ran.out, R"("different":1,"first":[{"event":14,"subject":"Steady Guard #2","field":"Force",)"
                      R"("computed":"6","observed":"5"}])");
  EXPECT_HAS(ran.out, R"("restsOn":[10]},"takenBack":false)");
  EXPECT_HAS(ran.out, R"("supersededBy":16,"outcome":"overturned")");
  EXPECT_HAS(ran.out, R"("outcome":"undecided","why":"it is not known what card #4 is")");
}

TEST_F(Verify, NamesTheEventsWhoseLegalityIsUnknown) {
  std::string lines = test::kGame;
  lines.replace(lines.find("court/7"), 7, "court/9");
  lines += R"({"actor":2,"abilityActivated":{"player":2,"card":4,"ability":1}})"
           "\n";
  for (int i = 0; i < 6; ++i) {  // what an unknown card does
    lines += R"({"actor":2,"context":{"causes":[19]},"valueChanged":{"subject":"P2","value":"gold","how":"gained",)"
             R"("amount":1}})"
             "\n";
  }
  importGame("unknown.jsonl", lines);
  const Ran text = run({"verify", "court/9"});
  EXPECT_HAS(text.out, "\nNot known whether legal\n  event 19, ");
  EXPECT_HAS(text.out, ", and 6 events more");
  EXPECT_FALSE(test::has(text.out, "  event 20, ")) << "a doubt is reported once: " << text.out;
  const Ran json = run({"verify", "court/9", "--json"});
  EXPECT_HAS(json.out, R"("uncertain":[{"event":19,"why":"it is not known what card #4 is"},{"event":20,)");
  EXPECT_HAS(json.out, R"({"event":25,"why":"it is not known what card #4 is"}],"undefined")");
}

TEST_F(Verify, JudgesAnActByWhatWasShownLater) {
  std::string lines = test::kGame;
  lines.replace(lines.find("court/7"), 7, "court/8");
  lines += R"({"actor":2,"cardMoved":{"card":4,"player":2,"zone":"home","face":"up"}}
{"actor":2,"context":{"causes":[12]},"valueChanged":{"subject":"P2","value":"Family Honor","how":"gained","amount":1}}
)";
  importGame("hidden.jsonl", lines);
  const Ran hidden = run({"verify", "court/8", "--json"});
  EXPECT_HAS(hidden.out, R"({"event":20,"why":"it is not known what card #4 is)");
  lines.replace(lines.find("court/8"), 7, "court/6");
  lines += R"({"actor":2,"context":{"identities":[{"card":4,"definition":"Old Keep"}]},)"
           R"("cardsRevealed":{"player":2,"cards":[4]}})"
           "\n";
  importGame("shown.jsonl", lines);
  const Ran shown = run({"verify", "court/6", "--json"});
  EXPECT_HAS(shown.out, R"("uncertain":[],)");
}

TEST_F(Verify, IgnoresFindingsAgainstRewoundActs) {
  std::string lines = test::kGame;
  lines.replace(lines.find("court/7"), 7, "court/8");
  lines.resize(lines.find("\n{\"actor\":2,\"begins\"") + 1);  // up to the second use of the ability
  importGame("rewound.jsonl", lines + R"({"rewound":{"to":11,"judge":"Corin"}})" + "\n");
  const Ran ran = run({"verify", "court/8"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_HAS(ran.out, "a judge took this event back");
  EXPECT_HAS(ran.out, "legality      EXACT       8 of 9 acts judged: 1 finding");
}

/// Stores the game again, as "court/9", with heads that are not those of its events.
void storeWithWrongHead(const std::string& path) {
  Archive archive = Archive::open(path, Access::record);
  Recording recording;
  {
    const Game game = archive.game("court/7");
    game.forEach([&](std::uint32_t, schema::Event::Reader event) { recording.add(event); });
    capnp::MallocMessageBuilder message;
    message.setRoot(game.header());
    auto header = message.getRoot<schema::Header>();
    header.setId("court/9");
    const std::vector<Digest> wrong{Digest{}};
    const Secrets secrets = game.secrets();
    archive.import({.game = {.header = header, .secrets = secrets, .head = Head(header, secrets).value()},
                    .recording = &recording,
                    .heads = wrong});
  }
}

TEST_F(Verify, ReportsARecordWithAWrongHeadAsDamaged) {
  storeWithWrongHead(place.archive());
  const Ran ran = run({"verify", "court/9"});
  EXPECT_EQ(ran.status, 3) << ran.err;
  EXPECT_HAS(ran.out, "head          DIVERGED    the head after event 18 does not match the stored\n");
  EXPECT_EQ(run({"verify", "--all"}).status, 3);
}

/// The other games are in all tables, and the damaged one says why it is in none of the others.
TEST_F(Verify, OmitsADamagedRecordFromTheTablesForAnalysts) {
  storeWithWrongHead(place.archive());
  const Ran ran = run({"export", "--columns", place / "sheets", "--csv"});
  EXPECT_EQ(ran.status, 3) << ran.err;
  EXPECT_HAS(ran.err, "1 game cannot be read");
  std::size_t tables_with_it = 0, tables = 0;
  for (const auto& one : std::filesystem::recursive_directory_iterator(place / "sheets")) {
    if (one.path().extension() != ".csv") continue;
    const std::string text = test::textOf(one.path());
    ++tables;
    EXPECT_HAS(text, "\ncourt/7,") << one.path();
    if (!test::has(text, "\ncourt/9,")) continue;
    ++tables_with_it;
    EXPECT_EQ(one.path().filename(), "games.csv");
    EXPECT_HAS(text, "the head after event 18 does not match the stored head");
  }
  EXPECT_EQ(tables, 8U);
  EXPECT_EQ(tables_with_it, 1U);
}

/// The cards of a finding can enter the game with the event that it is against.
TEST_F(Verify, ReportsAnIllegalDeck) {
  const std::string cards = place.file("heirs.json", R"({"name": "heirs", "version": "1", "ruleset": "l5r-celestial",
    "cards": [{"key": "Lone Heir", "title": "Lone Heir", "types": ["Personality"], "keywords": ["Unique"]}]})");
  const std::string game = place.file("heirs.jsonl", R"({"game":{"id":"court/heirs","ruleset":"l5r-celestial",)"
                                                     R"("rulesetVersion":"2011-06-06","players":[{},{}]}})"
                                                     "\n"
                                                     R"({"context":{"identities":[{"card":1,"definition":"Lone Heir"},)"
                                                     R"({"card":2,"definition":"Lone Heir"}]},"deckRegistered":)"
                                                     R"({"player":1,"zone":"dynasty deck","first":1,"count":2}})"
                                                     "\n");
  ASSERT_EQ(run({"import", game, "--cards", cards}).status, 0);
  const std::string words = "Lone Heir #1 is a copy too many for P1";
  for (const auto& command : {std::vector<std::string>{"verify", "court/heirs"},
                              {"log", "court/heirs"},
                              {"explain", "court/heirs", "legal", "1"}}) {
    const Ran ran = run(command);
    EXPECT_HAS(ran.out, words) << command.front() << ran.err;
  }
  EXPECT_HAS(run({"verify", "court/heirs", "--json"}).out, R"("card":"#1","player":1)");
}

TEST_F(Verify, NotesResultsOfAnotherVersionWithoutComparingThem) {
  std::string lines = test::kGame;
  lines.replace(lines.find("court/7"), 7, "court/8");
  lines.replace(lines.find("\"players\""), 0, R"("semantics":1,)");
  importGame("earlier.jsonl", lines);
  {
    Archive archive = Archive::open(place.archive(), Access::record);
    auto keyframes = archive.derivedStore();
    const auto bytes = std::vector<std::uint8_t>{1, 2, 3};
    keyframes.put(archive.game("court/8"), documentDigest("version 1"), 18, bytes);
    keyframes.put(archive.game("court/8"), documentDigest("version 1"), 12, bytes);
  }
  const Ran ran = run({"verify", "court/8"});
  EXPECT_HAS(ran.out, "1 comparison, all equal; not compared: 2 states kept\n");
  EXPECT_HAS(ran.out, "recorded with version 1 of the rules engine, computed\n");
  EXPECT_EQ(test::memberOf(run({"verify", "court/8", "--json"}).out, "notCompared"), "2");
  EXPECT_FALSE(test::has(run({"verify", "court/7"}).out, "not compared"));
}

TEST_F(Verify, ReportsARecordedIllegalActAndWhetherTheRulingAgrees) {
  const std::string game = R"(game "shop/1"
P1 "Gus"
ruleset "yugioh"
P1 registers hand
  = "Lantern Fox"
== turn P1
-- "main 1"
plays "Lantern Fox" to "monster zone" slot 2 up turned attack
uses "Lantern Fox" ability 2
uses "Lantern Fox" ability 2
)";
  ASSERT_EQ(test::run({"import", place.file("shop.txt", game), "--cards", test::sample("catalogues/yugioh.json"),
                       "--archive", place.archive()})
                .status,
            0);
  EXPECT_HAS(run({"verify", "shop/1"}).out, "an illegal act is recorded: the record is sound, and there is no ruling");
  ASSERT_EQ(run({"rule", "shop/1", "--at", "6", "--claim", "not legal(6)", "--judge", "Ida"}).status, 0);
  const Ran ran = run({"verify", "shop/1"});
  EXPECT_EQ(ran.status, 1) << ran.out;
  EXPECT_HAS(ran.out, "an illegal act is recorded, and the ruling agrees: the record is sound");
}

/// A game of nothing but its beginning.
std::string shortGame(const std::string& id, const std::string& date) {
  return R"({"game":{"id":")" + id + R"(","date":")" + date +
         R"(","players":[{"name":"Aiko"},{"name":"Bastien"}],"ruleset":"l5r-celestial"}})" +
         "\n{\"began\":{\"period\":\"turn\",\"player\":1}}\n";
}

TEST_F(Verify, AcceptsManyGamesInOrder) {
  constexpr int kGames = 2'500;  // more than one batch
  std::string games;
  for (int number = 0; number < kGames; ++number) games += shortGame(fmt::format("many/{:04}", number), "2011-08-02");
  importGame("many.jsonl", games);
  const Ran table = run({"verify", "--all", "--again", "--jobs", "1"});
  EXPECT_EQ(table.status, 1) << table.err;
  std::size_t at = table.out.find("court/7    EXACT       EXACT       DIVERGED");
  EXPECT_NE(at, std::string::npos) << table.out.substr(0, 400);
  for (int number = 0; number < kGames; ++number) {
    at = table.out.find(fmt::format("\nmany/{:04}  EXACT ", number), at);
    ASSERT_NE(at, std::string::npos) << number;
  }
  EXPECT_HAS(table.out, "\n2501 games: 2500 agree, 1 differ, 0 damaged\n") << table.out.substr(at);
  EXPECT_EQ(run({"verify", "--all", "--again", "--jobs", "3"}).out, table.out);
  EXPECT_HAS(run({"verify", "--all"}).out, "2501 games unchanged since this program verified them");
  const Ran json = run({"verify", "--all", "--again", "--json", "--jobs", "1"});
  EXPECT_EQ(json.status, 1);
  EXPECT_EQ(run({"verify", "--all", "--again", "--json", "--jobs", "3"}).out, json.out);
}

TEST_F(Verify, UsesTheVersionOfOtherRulesInForceOnEachDay) {
  const std::vector<std::string> dates{"2010-03-01", "2010-03-02", "2011-08-02", "2010-03-01"};
  std::vector<std::string> all{"verify"};
  std::string each;
  const auto under = [&](std::vector<std::string> typed) {
    typed.insert(typed.end(), {"--under", "l5r-celestial", "--json"});
    std::string out = run(typed).out;
    return out.erase(out.find("{\"docket\":2,\"command\":\"verify\",\"end\""));
  };
  for (std::size_t i = 0; i < dates.size(); ++i) {
    const std::string id = fmt::format("day/{}", i);
    std::string game = test::kGame;
    game.replace(game.find("court/7"), 7, id).replace(game.find("2011-08-01"), 10, dates[i]);
    importGame(id.substr(4) + ".jsonl", game);
    all.push_back(id);
    const std::string one = under({"verify", id});
    // The earlier rules have no such clause, which a ruling cites.
    EXPECT_EQ(test::has(one, R"("unknownClauses":["l5r.calc.contradiction.between"])"), dates[i] < "2011") << one;
    each += one;
  }
  EXPECT_EQ(under(all), each);
}

TEST_F(Verify, OmitsGamesOfOtherRulesets) {
  std::string duel = shortGame("a/duel", "2026-10-10");
  duel.replace(duel.find("l5r-celestial"), 13, "yugioh");
  ASSERT_EQ(run({"import", place.file("duel.jsonl", duel)}).status, 0);
  importGame("court.jsonl", shortGame("court/8", "2011-08-02"));
  const Ran table = run({"verify", "--all", "--under", "l5r-celestial"});
  EXPECT_EQ(table.status, 1) << table.err;
  EXPECT_FALSE(test::has(table.out, "a/duel")) << table.out;
  EXPECT_HAS(table.out, "\n2 games: 1 agree, 1 differ, 0 damaged\n1 game of other rulesets left out\n");
  const Ran json = run({"verify", "--all", "--under", "l5r-celestial@2011-06-06", "--json"});
  EXPECT_EQ(json.status, 1) << json.err;
  EXPECT_HAS(json.out, R"("end":{"items":2,"sums":{"leftOut":1}})");
  EXPECT_HAS(run({"verify", "--all", "--json"}).out, R"("end":{"items":3}})");
  for (const bool in_words : {false, true}) {
    std::vector<std::string> typed{"verify", "--all", "--under", "huntik"};
    if (in_words) typed.emplace_back("--json");
    const Ran none = run(typed);
    EXPECT_EQ(none.status, 2);
    EXPECT_HAS(none.out + none.err, "the archive has no game with ruleset huntik; docket games lists the rulesets")
        << none.out;
  }
  const Ran asked = run({"verify", "a/duel", "court/8", "--under", "l5r-celestial"});
  EXPECT_EQ(asked.status, 2) << "a game that was named is not skipped";
  EXPECT_HAS(asked.err, "a/duel is a game of yugioh, but these rules are for l5r-celestial");
}

TEST_F(Verify, DoesNotAssumeThatAnAbilityWasGiven) {
  std::string lines =
      R"({"game":{"id":"given","date":"2011-08-01","players":[{"name":"Aiko"},{"name":"Bastien"}],"ruleset":"l5r-celestial"}}
{"context":{"identities":[{"card":1,"definition":"Steady Guard"}]},"deckRegistered":{"player":1,"zone":"hand","first":1,"count":1}}
{"began":{"period":"turn","player":1}}
{"actor":1,"cardMoved":{"card":1,"player":1,"zone":"home","face":"up"}}
{"actor":1,"begins":[{"subject":"#1","kind":"grantAbility","name":"Open: Gain 5 Honor.","last":"untilEnd","until":"turn"}],"changeBegan":true}
{"actor":1,"abilityActivated":{"player":1,"card":1,"named":"Open: Gain 5 Honor."}}
{"actor":1,"abilityActivated":{"player":1,"card":1,"named":"Open: Gain 6 Honor."}}
{"actor":1,"abilityActivated":{"player":1,"named":"Open: Gain 5 Honor."}}
{"actor":1,"begins":[{"subject":"#1","kind":"removeAbility","name":"strike","last":"untilEnd","until":"turn"}],"changeBegan":true}
{"actor":1,"abilityActivated":{"player":1,"card":1,"ability":1,"designator":"Battle"}}
{"began":{"period":"turn","player":1}}
{"actor":1,"abilityActivated":{"player":1,"card":1,"named":"Open: Gain 5 Honor."}}
{"actor":1,"abilityActivated":{"player":1,"card":1,"named":"strike"}}
)";
  importGame("given.jsonl", lines);
  const struct {
    int event;
    std::string said;  // empty: it is legal
  } rows[] = {{5, ""},
              {6, "it is not known whether anything gave Steady Guard #1 the ability that is used"},
              {7, "it is not known whether anything gave P1 Aiko the ability that is used"},
              {11, "it is not known whether anything gave Steady Guard #1 the ability that is used"},
              {12, ""}};
  for (const auto& row : rows) {
    const Ran ran = run({"ask", "given", fmt::format("legal({})", row.event)});
    const std::string grade = row.said.empty() ? ": true  " : ": unknown  ";
    EXPECT_HAS(ran.out, fmt::format("legal({}){}", row.event, grade)) << ran.err;
    EXPECT_HAS(ran.out, row.said);
  }
  EXPECT_HAS(run({"ask", "given", "legal(9)"}).out, "legal(9): false ") << "the granted ability was removed";
  const Ran verified = run({"verify", "given"});
  EXPECT_HAS(verified.out, "3 events may or may not be");
}

TEST_F(Verify, RequiresGamesOrAll) {
  EXPECT_EQ(run({"verify"}).status, 2);
  EXPECT_EQ(run({"verify", "court/7", "--all"}).status, 2);
  EXPECT_EQ(run({"verify", "court/none"}).status, 2);
}

}  // namespace
}  // namespace docket::verify_test
