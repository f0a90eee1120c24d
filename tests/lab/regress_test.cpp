// docket regress, docket rules diff and docket rules check as they are typed: what they say, what they write, and their
// exit status.
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "tests/generate/documents.h"
#include "tests/tools/run.h"

namespace docket::lab::test::regress_test {
namespace {

using docket::test::has;
using docket::test::Ran;
using docket::test::run;
using docket::test::TempDirectory;

/// The text of a ruleset that ships with a piece replaced.
std::string replaced(const std::string& ruleset, const std::string& was, const std::string& is) {
  std::string text = generate::rulesetText(ruleset);
  const auto at = text.find(was);
  EXPECT_NE(at, std::string::npos) << was;
  return at == std::string::npos ? text : text.replace(at, was.size(), is);
}

std::string twice() {
  const std::string was =
      R"({"name": "hard-use", "wording": "You can only use this effect of X once per turn", "clause": "ygo.hard.use",)";
  return replaced("yugioh", was, was + " \"max\": 2,");
}

class Regress : public testing::Test {
 protected:
  void SetUp() override { docket::test::importSamples(place_); }

  [[nodiscard]] Ran regress(std::vector<std::string> typed) const {
    typed.insert(typed.begin(), {"regress", "--archive", place_.archive()});
    return run(typed);
  }

  TempDirectory place_;
};

TEST_F(Regress, ReportsDifferencesByClauseWithTheFirstEvent) {
  const auto ran = regress({"--to", place_.file("twice.json", twice())});
  EXPECT_EQ(ran.status, 1);
  EXPECT_HAS(ran.out, "1 game, 72 events: 3 differences in 1 game");
  EXPECT_HAS(ran.out, "2 games of other rulesets left out");
  EXPECT_HAS(ran.out, "\nygo.hard.use\n  \"Use\": not again even if");
  EXPECT_HAS(ran.out, "\n  3 differences in 1 game: 1 of legality, 2 of ruling\n");
  EXPECT_HAS(ran.out, "event 45: Lantern Fox #17, limit hard-use");
}

TEST_F(Regress, NamesTheCaseOfTheContradictionForValuesAndRulings) {
  const auto ran = regress({"--from", "l5r-celestial@2009-06-01", "--to", "l5r-celestial@2011-06-06", "--json"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_HAS(ran.out, R"("causes":[{"cause":"l5r.calc.contradiction.above","gists":["While the highest minimum)");
  EXPECT_HAS(ran.out, R"("replaced":"l5r.minmax.first","differences":4,"games":2}])");
  EXPECT_HAS(ran.out, R"("unreached":[{"change":"l5r.calc.contradiction.ends","gist":"When the contradiction)");
}

TEST_F(Regress, ReportsThatNothingDiffers) {
  const auto ran = regress({"--to", "l5r-celestial@2011-06-06", "--from", "l5r-celestial@2011-06-06"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_TRUE(ran.out.starts_with("nothing differs\nfrom: ")) << ran.out;
}

TEST_F(Regress, WritesAPageByClauseCardAndEventWithLinks) {
  const std::string to = place_.file("twice.json", twice()), file = place_ / "page.html";
  EXPECT_EQ(regress({"--to", to, "-o", file}).status, 1);
  const std::string page = docket::test::textOf(file);
  EXPECT_HAS(page, "<h1>3 differences</h1>");
  EXPECT_HAS(page, "<tr><th scope=\"row\"><bdi>ygo.hard.use</bdi></th>");
  EXPECT_HAS(page, "<tr><th scope=\"row\"><bdi>Lantern Fox</bdi></th>");
  EXPECT_HAS(page, "<code>docket replay samples/yugioh-use-or-activate --at 45</code>");

  EXPECT_EQ(regress({"--to", to, "-o", file, "--site", "https://rules.example/archive"}).status, 1);
  EXPECT_HAS(docket::test::textOf(file), "<a href=\"https://rules.example/archive/games/");
  EXPECT_EQ(regress({"--to", "yugioh", "-o", file}).status, 0);
  EXPECT_HAS(docket::test::textOf(file), "<h1>Nothing differs</h1>");
  EXPECT_EQ(regress({"--to", to, "--site", "https://rules.example"}).status, 2);
}

// A draft says nothing about games of other catalogues of the same ruleset.
TEST_F(Regress, ComparesOnlyGamesOfTheDraftsCatalogue) {
  std::string cards = docket::test::textOf(docket::test::sample("catalogues/yugioh.json"));
  const auto replace = [&](const std::string& was, const std::string& is) {
    ASSERT_NE(cards.find(was), std::string::npos);
    for (auto at = cards.find(was); at != std::string::npos; at = cards.find(was, at + is.size()))
      cards.replace(at, was.size(), is);
  };
  replace("\"hard-use\"", "\"hard-activate\"");
  const std::string same = place_.file("same.json", cards);
  replace("\"samples-yugioh\"", "\"another\"");
  const std::string other = place_.file("other.json", cards);
  EXPECT_EQ(regress({"--to-cards", same}).status, 1);
  const auto ran = regress({"--to-cards", other});
  EXPECT_EQ(ran.status, 2) << ran.out;
  EXPECT_HAS(ran.err, "3 games");
  EXPECT_EQ(regress({"--to-cards", other, "--from-cards", "samples-yugioh"}).status, 1);
}

TEST_F(Regress, OmitsAcceptedDifferencesAndReportsNewOnes) {
  const std::string to = place_.file("twice.json", twice());
  const std::string accepted = place_ / "accepted.txt";
  EXPECT_EQ(regress({"--to", to, "--accept", accepted}).status, 0);
  const std::string baseline = docket::test::textOf(accepted);
  EXPECT_HAS(baseline, "ygo.hard.use\tsamples/yugioh-use-or-activate\t45\tlegality\t");
  const auto again = regress({"--to", to, "--baseline", accepted});
  EXPECT_EQ(again.status, 0);
  EXPECT_HAS(again.out, "3 differences in 1 game, 3 of them accepted");
  EXPECT_FALSE(has(again.out, "Lantern Fox")) << again.out;

  const auto line = baseline.find("ygo.hard.use\t");
  std::ignore = place_.file("accepted.txt", baseline.substr(0, line) + baseline.substr(baseline.find('\n', line) + 1));
  const auto fewer = regress({"--to", to, "--baseline", accepted});
  EXPECT_EQ(fewer.status, 1);
  EXPECT_HAS(fewer.out, "2 of them accepted");
  const auto gone = regress({"--to", "yugioh", "--baseline", accepted});
  EXPECT_EQ(gone.status, 1);
  EXPECT_HAS(gone.out, "2 lines of the baseline no longer found: check why");
}

TEST_F(Regress, CountsCardsThatOverrideAChange) {
  std::string cards = docket::test::textOf(docket::test::sample("catalogues/yugioh.json"));
  const std::string was = R"("limit": "hard-use")";
  ASSERT_NE(cards.find(was), std::string::npos);
  cards.replace(cards.find(was), was.size(), was + R"(, "max": 1)");
  const std::string numbered = place_.file("numbered.json", cards);
  const std::string to = place_.file("twice.json", twice());
  const auto ran = regress({"--to", to, "--from-cards", numbered, "--to-cards", numbered});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, "nothing differs");
  EXPECT_HAS(ran.out, "\nChanges without effect in these games\n  ygo.hard.use\n");
  EXPECT_HAS(ran.out, "    limits/hard-use/max: 1 -> 2\n");
  EXPECT_HAS(ran.out, "    1 card has this limit written on it and does not follow it\n");
  // A change that reaches a game gets no such remark.
  EXPECT_FALSE(has(regress({"--to", to}).out, "reach nothing"));
}

TEST_F(Regress, ReportsChangesWithoutEffectBesideTheOthers) {
  std::string both = twice();
  const std::string was = R"({"name": "once-per-chain",)";
  ASSERT_NE(both.find(was), std::string::npos);
  both.replace(both.find(was), was.size(), was + R"( "max": 3,)");
  const auto ran = regress({"--to", place_.file("both.json", both)});
  EXPECT_EQ(ran.status, 1);
  EXPECT_HAS(ran.out, "\nygo.hard.use\n");
  EXPECT_HAS(ran.out, "\nChanges without effect in these games\n  ygo.soft\n");
  EXPECT_HAS(ran.out, "    limits/once-per-chain/max: 1 -> 3\n");
}

TEST_F(Regress, IgnoresBaselineLinesOfGamesThatItDidNotCompare) {
  ASSERT_EQ(
      run({"branch", "--archive", place_.archive(), "samples/yugioh-use-or-activate", "--at", "72", "--as", "copy"})
          .status,
      0);
  const std::string to = place_.file("twice.json", twice());
  const std::string accepted = place_ / "accepted.txt";
  EXPECT_EQ(regress({"--to", to, "--accept", accepted}).status, 0);
  const auto part = regress({"--to", to, "--baseline", accepted, "copy"});
  EXPECT_EQ(part.status, 0) << part.out;
  EXPECT_FALSE(has(part.out, "no longer there")) << part.out;
  const auto filtered = regress({"--to", to, "--baseline", accepted, "--prefix", "samples"});
  EXPECT_EQ(filtered.status, 0) << filtered.out;
}

TEST_F(Regress, ContinuesFromAJournalWithTheSameOutput) {
  const std::string to = place_.file("twice.json", twice());
  const std::vector<std::string> typed{"--to", to, "--journal", place_ / "run.journal"};
  const auto first = regress(typed);
  const auto again = regress(typed);
  EXPECT_HAS(first.out, "\"Use\": not again");
  EXPECT_EQ(first.out, again.out);
}

TEST_F(Regress, ReimportsAnEditedCatalogue) {
  const std::string file = place_ / "wording.json";
  const auto cards = [&](std::vector<std::string> typed) {
    typed.insert(typed.begin(), {"cards", "--archive", place_.archive()});
    return run(typed);
  };
  ASSERT_EQ(cards({"export", "--game", "samples/yugioh-use-or-activate", "-o", file}).status, 0);
  const std::string text = docket::test::textOf(file);
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  EXPECT_EQ(lines, 8U) << text;  // a line for each of five cards, two before and one behind
  // Unchanged, it is the catalogue that was imported.
  const auto digest = [](const std::string& out) { return docket::test::memberOf(out, "digest"); };
  const auto before = cards({"list", "--of", "samples-yugioh", "--json"});
  EXPECT_EQ(digest(cards({"import", file, "--json"}).out), digest(before.out)) << before.out;
  // With other text, it is refused under the same version and accepted under a new one.
  std::string edited = text;
  const std::string was = R"("limit":"hard-use")";
  ASSERT_NE(edited.find(was), std::string::npos) << text;
  edited.replace(edited.find(was), was.size(), R"("limit":"hard-activate")");
  EXPECT_EQ(cards({"import", place_.file("same.json", edited)}).status, 2);
  const std::string version = R"("version":"1")";
  ASSERT_NE(edited.find(version), std::string::npos) << text;
  edited.replace(edited.find(version), version.size(), R"("version":"2")");
  ASSERT_EQ(cards({"import", place_.file("new.json", edited)}).status, 0);
  EXPECT_EQ(cards({"export"}).status, 2);  // which of them?
  const auto ran = regress({"samples/yugioh-use-or-activate", "--to-cards", "samples-yugioh@2"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_HAS(ran.out, "\ncard Lantern Fox\n");
}

TEST_F(Regress, RefusesAnInvalidBaseline) {
  const auto ran =
      regress({"--to", "yugioh", "--baseline", place_.file("baseline.txt", "# accepted\nygo.hard.use\tx\n")});
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, "baseline.txt:2:1: this is not a difference");
}

TEST_F(Regress, WritesAFailureForEachNewDifferenceAsJunit) {
  const std::string report = place_ / "report.xml";
  EXPECT_EQ(regress({"--to", place_.file("twice.json", twice()), "--junit", report}).status, 1);
  const std::string xml = docket::test::textOf(report);
  EXPECT_HAS(xml, "tests=\"3\" failures=\"3\" errors=\"0\" skipped=\"0\"");
  EXPECT_HAS(xml, "<testcase classname=\"ygo.hard.use\"");
  EXPECT_HAS(xml, "illegal [ygo.hard.use] -&gt; legal");
}

TEST_F(Regress, ComparesCardsTooAndNamesTheCard) {
  std::string cards = docket::test::textOf(docket::test::sample("catalogues/yugioh.json"));
  const std::string was = "\"hard-use\"";
  ASSERT_NE(cards.find(was), std::string::npos);
  for (auto at = cards.find(was); at != std::string::npos; at = cards.find(was, at + 1))
    cards.replace(at, was.size(), "\"hard-activate\"");
  const auto ran = regress({"samples/yugioh-use-or-activate", "--to-cards", place_.file("cards.json", cards)});
  EXPECT_EQ(ran.status, 1);
  EXPECT_HAS(ran.out, "\ncard Lantern Fox\n");
}

TEST_F(Regress, ComparesGamesRecordedWithoutCards) {
  const TempDirectory bare;
  ASSERT_EQ(run({"import", "--archive", bare.archive(), docket::test::sample("l5r-paragon.jsonl")}).status, 0);
  const auto ran = run({"regress", "--archive", bare.archive(), "--json", "--to-cards",
                        docket::test::sample("catalogues/l5r-celestial.json")});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_HAS(ran.out, R"("kind":"value")");
  EXPECT_HAS(ran.out, R"("cause":"card )");
}

TEST_F(Regress, CountsGamesWhoseCardsTheNewRulesCannotRead) {
  const std::string renamed = replaced("yugioh", R"({"name": "DEF"})", R"({"name": "GUARD"})");
  const auto ran = regress({"--to", place_.file("renamed.json", renamed)});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_HAS(ran.out, "Not compared\n  1 game: the cards") << ran.err;
  EXPECT_HAS(ran.out, "unknown stat");
}

TEST_F(Regress, RefusesTheJournalOfAnotherArchive) {
  const std::string journal = place_ / "run.journal";
  const std::string to = place_.file("twice.json", twice());
  EXPECT_EQ(regress({"--to", to, "--journal", journal}).status, 1);
  // The same numbers of games and events, but another note.
  const TempDirectory other;
  std::string game = docket::test::textOf(docket::test::sample("yugioh-use-or-activate.jsonl"));
  const auto at = game.find("Femi");
  ASSERT_NE(at, std::string::npos);
  game.replace(at, 4, "Gemi");
  ASSERT_EQ(run({"import", "--archive", other.archive(), "--cards", docket::test::sample("catalogues/yugioh.json"),
                 "--cards", docket::test::sample("catalogues/l5r-celestial.json"), other.file("game.jsonl", game),
                 docket::test::sample("l5r-paragon.jsonl"), docket::test::sample("l5r-paragon-2010.jsonl")})
                .status,
            0);
  const auto ran = run({"regress", "--archive", other.archive(), "--to", to, "--journal", journal});
  EXPECT_EQ(ran.status, 2) << ran.out;
  EXPECT_HAS(ran.err, "is the journal of another run");
}

TEST_F(Regress, RefusesContradictoryOptionsBeforeItBegins) {
  const std::string unswitched =
      place_.file("switch.json", replaced("yugioh", R"({"name": "gain",)", R"({"name": "got",)"));
  struct Case {
    std::vector<std::string> typed;
    const char* said;
  };
  const Case cases[] = {
      {{"--to", "yugioh", "--since", "2026-1-1"}, "expected a date, the year first, such as 2011-06-06"},
      {{"--to", "yugioh", "--until", "2026-13-99"}, "expected a date, the year first, such as 2011-06-06"},
      {{"--to", "yugioh", "--since", "2026-02-01", "--until", "2026-01-01"}, "comes after --until"},
      {{"--to", "yugioh", "--event", "x", "samples/yugioh-use-or-activate"}, "not both"},
      {{"--to", "yugioh", "--show", "x"}, "--show"},
      {{"--to", unswitched}, "nothing here is called"},
  };
  for (const Case& one : cases) {
    const auto ran = regress(one.typed);
    EXPECT_EQ(ran.status, 2) << one.said << ran.out;
    EXPECT_HAS(ran.err, one.said);
  }
  EXPECT_EQ(regress({"--to", "yugioh", "--accept", place_ / "none/there"}).status, 2);
}

TEST_F(Regress, NotesABaselineOfAnotherComparison) {
  const std::string accepted = place_ / "accepted.txt";
  EXPECT_EQ(regress({"--to", place_.file("twice.json", twice()), "--accept", accepted}).status, 0);
  const auto ran =
      regress({"--from", "l5r-celestial@2009-06-01", "--to", "l5r-celestial@2011-06-06", "--baseline", accepted});
  EXPECT_HAS(ran.err, "note: the baseline was written for the rules of each game to yugioh");
}

TEST_F(Regress, ReadsOnlyTheGamesThatAreSelected) {
  const auto ran =
      regress({"--from", "l5r-celestial@2009-06-01", "--to", "l5r-celestial@2011-06-06", "samples/l5r-paragon-2010"});
  EXPECT_HAS(ran.out, "1 game, 33 events: 2 differences in 1 game");
  const auto none = regress({"--to", "yugioh", "--prefix", "nothing"});
  EXPECT_EQ(none.status, 2);
  EXPECT_HAS(none.err, "no game is selected");
  const auto unknown = regress({"--to", "yugioh", "samples/yugioh"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_EQ(regress({"samples/l5r-paragon"}).status, 2);
}

TEST_F(Regress, ReportsARecordThatCannotBeFoldedWithoutItsZones) {
  std::string renamed = replaced("yugioh", R"({"name": "graveyard",)", R"({"name": "bin",)");
  const std::string said = " to graveyard as";  // by the verbs that are spoken
  for (auto at = renamed.find(said); at != std::string::npos; at = renamed.find(said))
    renamed.replace(at, said.size(), " to bin as");
  const auto ran = regress({"--to", place_.file("zone.json", renamed)});
  EXPECT_EQ(ran.status, 1);
  EXPECT_HAS(ran.out, "zones/graveyard");
}

TEST_F(Regress, ReportsTheSameWithOneThreadOrSeveral) {
  const std::vector<std::string> typed{"--from", "l5r-celestial@2009-06-01", "--to", "l5r-celestial@2011-06-06",
                                       "--json"};
  auto one = typed;
  one.insert(one.end(), {"--jobs", "1"});
  auto three = typed;
  three.insert(three.end(), {"--jobs", "3"});
  EXPECT_EQ(regress(one).out, regress(three).out);
}

// -- rulesets

TEST(RulesDiff, ShowsClausesPiecesAndVariants) {
  const auto ran = run({"rules", "diff", "l5r-celestial@2009-06-01", "l5r-celestial@2011-06-06"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_HAS(ran.out, "l5r.minmax.first  removed\n  calculation/contradiction: \"laterHasNoEffect\" -> \"byTotal\"\n");
  EXPECT_HAS(ran.out,
             "l5r.calc.contradiction.ends  added\n  calculation/afterContradiction: \"boundsStand\" -> "
             "\"ignoredStayIgnored\"\n");
  EXPECT_EQ(run({"rules", "diff", "huntik", "huntik"}).out,
            "left: huntik 2009-01-01 (shipped)\nright: huntik 2009-01-01 (shipped)\nThey say the same.\n");
  EXPECT_EQ(run({"rules", "diff", "huntik", "huntik"}).status, 0);
  EXPECT_EQ(run({"rules", "diff", "huntik"}).status, 2);
}

/// A change of a document, how it is reported, and under which clause.
struct Change {
  const char* what;
  const char* ruleset;
  const char* was;
  const char* is;
  const char* words;
};

TEST(RulesDiff, FindsTheClauseOfEachChange) {
  const Change changes[] = {
      {"a limit's number", "yugioh", R"("clause": "ygo.gain", "counted": "applications",)",
       R"("clause": "ygo.gain", "counted": "applications", "max": 3,)",
       "ygo.gain  changed\n  limits/gain/max: 1 -> 3\n"},
      {"what a limit is keyed by, which a clause of its own switches", "l5r-celestial", R"("calculation": {)",
       R"("limits": [{"name": "once-per-turn", "keyedBy": ["instance", "title", "ability"]}], "calculation": {)",
       "l5r.ability.source  changed\n  limits/once-per-turn/keyedBy: [\"instance\", \"ability\"] -> [\"instance\", "
       "\"title\",\n    \"ability\"]\n"},
      {"a floor, beside which its clause stands", "l5r-celestial", R"("calculation": {)",
       R"("stats": [{"name": "Chi", "floor": "none"}], "calculation": {)",
       "l5r.calc.floor  changed\n  stats/Chi/floor: \"zero\" -> \"none\"\n"},
      {"a reading that is gone", "grand-archive",
       "    {\"reading\": \"a set type keeps the subtypes\", \"clause\": \"ga.type.set\"},\n", "",
       "ga.type.set  changed\n  readings/a set type keeps the subtypes: removed:"},
      {"a condition of one of several requirements", "huntik",
       R"("that": "ownAct() and amount() = chosen(who, 'mulligan') and)", R"("that": ")",
       "ms.start.mulligan  changed\n  acts/cardsDrawn/requires/that/that:"},
      {"a variant of a clause", "l5r-celestial", R"("variants": [{"name": "the minimum stands",)",
       R"("variants": [{"name": "it stands",)", "l5r.calc.contradiction.ends  changed\n"},
      {"what is of no clause", "yugioh", R"({"name": "ATK"})", R"({"name": "ATK", "floor": "none"})",
       "\nwithout a clause\n  stats/ATK/floor: \"zero\" -> \"none\"\n"},
  };
  for (const Change& change : changes) {
    const TempDirectory place;
    const auto file = place.file("changed.json", replaced(change.ruleset, change.was, change.is));
    const auto ran = run({"rules", "diff", change.ruleset, file});
    EXPECT_EQ(ran.status, 1) << change.what << ran.err;
    EXPECT_HAS(ran.out, change.words) << change.what;
  }
}

TEST(RulesCheck, ReportsEachMistakeWithItsPlace) {
  const TempDirectory place;
  EXPECT_EQ(run({"rules", "check", place.file("good.json", generate::rulesetText("yugioh"))}).status, 0);
  const auto cited = place.file(
      "cited.json", replaced("yugioh", R"("clause": "ygo.gain", "counted")", R"("clause": "ygo.gian", "counted")"));
  const auto ran = run({"rules", "check", cited});
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.out, "cited.json:");
  EXPECT_HAS(ran.out, "unknown clause \"ygo.gian\" (did you mean \"ygo.gain\"?)");
  const auto json = run({"rules", "check", cited, "--json"});
  EXPECT_EQ(json.status, 2);
  EXPECT_HAS(json.out, "\"good\":false,\"findings\":[{\"file\":");
  EXPECT_EQ(run({"rules", "check", place.file("broken.json", "{\"name\": }")}).status, 2);
}

TEST(RulesCheck, NotesAnUnusedClauseWithoutFailing) {
  const TempDirectory place;
  const auto idle = place.file(
      "idle.json",
      replaced("yugioh", "\"clauses\": [", "\"clauses\": [\n    {\"id\": \"ygo.idle\", \"gist\": \"Nothing.\"},"));
  const auto ran = run({"rules", "check", idle});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_HAS(ran.out, "note: nothing in the document carries out the clause \"ygo.idle\"");
}

TEST_F(Regress, CountsGamesPerVersionAsRulesListDoes) {
  const auto ran = run({"rules", "list", "--json", "--archive", place_.archive()});
  EXPECT_HAS(ran.out, R"("version":"2009-06-01")");
  for (const auto& [version, games] :
       {std::pair("2009-06-01", "1"), {"2011-06-06", "1"}, {"2022-06-22", "1"}, {"2024-12", "0"}}) {
    const auto line = ran.out.find(std::string("\"version\":\"") + version);
    ASSERT_NE(line, std::string::npos) << version;
    EXPECT_EQ(docket::test::memberOf(ran.out.substr(line), "games"), games) << version;
  }
}

}  // namespace
}  // namespace docket::lab::test::regress_test
