// Importing games: what is stored, what is refused, and that a refused game leaves nothing behind.
#include <fmt/format.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ctime>
#include <random>

#include "tests/places.h"
#include "tests/tools/run.h"
#include "tools/game/game_loader.h"

namespace docket::import_test {
namespace {

using test::has;
using test::memberOf;
using test::run;
using test::TempDirectory;

constexpr const char* kHeader = R"({"game":{"id":"g","ruleset":"yugioh","players":[{"name":"A"},{"name":"B"}]}})";

std::string game(const std::string& events) { return fmt::format("{}\n{}", kHeader, events); }

TEST(Import, StoresNewGamesAndKeepsExistingOnes) {
  const TempDirectory place;
  test::importSamples(place);
  const auto again = run({"import", "--json", "--archive", place.archive(), "--cards",
                          test::sample("catalogues/l5r-celestial.json"), test::sample("l5r-paragon.jsonl")});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(memberOf(again.out, "status"), "\"unchanged\"");
  const auto games = run({"games", "--archive", place.archive(), "--json"});
  EXPECT_HAS(games.out, memberOf(again.out, "head"));
  const auto other = run({"import", "--archive", place.archive(), "--id", "samples/l5r-paragon", "--cards",
                          test::sample("catalogues/l5r-celestial.json"), test::sample("l5r-paragon-2010.jsonl")});
  EXPECT_EQ(other.status, 2);
  EXPECT_HAS(other.err, "a different game samples/l5r-paragon");
  EXPECT_EQ(run({"games", "--archive", place.archive(), "--json"}).out, games.out);
}

// Several are read at once: an id that comes twice among them, one that is wrong, one that another file has already.
TEST(Import, ReportsGamesReadInParallelInTheirOrder) {
  const TempDirectory place;
  const auto numbered = [](const std::string& id, const std::string& events) {
    return fmt::format(R"({{"game":{{"id":"{}","ruleset":"yugioh","players":[{{"name":"A"}},{{"name":"B"}}]}}}})", id) +
           '\n' + events;
  };
  const std::string deck = R"({"context":{"identities":[{"card":1,"definition":"a","seats":1}]},)"
                           R"("deckRegistered":{"player":1,"zone":"hand","first":1,"count":1}})"
                           "\n";
  std::string games, expected;
  for (int number = 0; number < 50; ++number) {
    const std::string id = fmt::format("g{}", number % 7 == 6 ? number - 3 : number);  // one of them again
    const bool is_wrong = number % 10 == 2, is_other = number % 14 == 13;
    games += numbered(id, deck) + (is_wrong ? "{\"drawn\":1}\n" : is_other ? "{\"note\":\"another\"}\n" : "");
    expected += is_wrong ? "refused\n" : is_other ? "refused\n" : number % 7 == 6 ? "unchanged\n" : "stored\n";
  }
  const auto statuses = [](const std::string& out) {
    std::string all;
    for (std::size_t at = out.find("\"status\":\""); at != std::string::npos; at = out.find("\"status\":\"", at + 1)) {
      const std::size_t begin = at + 10;
      all += out.substr(begin, out.find('"', begin) - begin) + '\n';
    }
    return all;
  };
  const std::string file = place.file("games.jsonl", games);
  const auto ran = run({"import", file, "--cut", "--json", "--archive", place.archive()});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(statuses(ran.out), expected);
  EXPECT_HAS(ran.out, "the archive has a different game g10: import this one under another id");
  const auto again = run({"import", file, "--cut", "--json", "--archive", place.archive()});
  EXPECT_FALSE(has(again.out, R"("status":"stored")"))
      << "with the salts that the stored games have, the heads are equal";
}

// Games of any length, with pieces that end anywhere, with and without a final newline.
TEST(Import, ReadsGamesOneByOneFromAPipe) {
  for (const std::size_t note : {10U, 3'000U, 30'000U, 65'000U}) {
    const TempDirectory place;
    std::string games = "\n";
    for (int number = 1; number <= 40; ++number)
      games += fmt::format(R"({{"game":{{"id":"g{}","ruleset":"yugioh","players":[{{}}]}}}}
{{"note":"{}"}}

{{"note":"{}"}}
)",
                           number, std::string(note + static_cast<std::size_t>(number), 'x'), number);
    games.pop_back();
    const auto piped = run({"import", "-", "--cut", "--archive", place / "piped"}, games);
    EXPECT_EQ(piped.status, 0) << piped.err;
    EXPECT_HAS(piped.out, "40 stored") << note << " " << piped.out.substr(0, 300);
    const auto of_file =
        run({"import", place.file("games.jsonl", games), "--cut", "--archive", place / "of-file", "--json"});
    EXPECT_EQ(of_file.status, 0) << of_file.err;
    for (const auto* archive : {"piped", "of-file"}) {
      const auto listed = run({"games", "--archive", place / archive, "--json"}).out;
      EXPECT_TRUE(listed.ends_with(R"("end":{"items":40}})"
                                   "\n"))
          << archive << listed.substr(0, 300);
      EXPECT_EQ(memberOf(listed, "events"), "2");
    }
  }
}

TEST(Import, NamesTheLineOfAMistakeInALaterPipedGame) {
  const TempDirectory place;
  const auto ran = run({"import", "-", "--cut", "--archive", place.archive()},
                       game("{\"note\":\"a\"}\n") +
                           "{\"game\":{\"id\":\"h\",\"ruleset\":\"yugioh\",\"players\":[{}]}}\n{\"nota\":\"b\"}\n");
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, "what was piped in:4:");
  EXPECT_HAS(ran.out, "1 stored");
  EXPECT_EQ(run({"import", "-", "--archive", place.archive()}, "").status, 2);
  EXPECT_HAS(run({"import", "-", "--archive", place.archive()}, "no game").err, "cannot read this as a game");
}

TEST(Import, AcceptsAByteOrderMark) {
  const TempDirectory place;
  const std::string mark = "\xEF\xBB\xBF";
  const std::string record = test::textOf(test::sample("yugioh-use-or-activate.jsonl"));
  const std::string catalogue = test::textOf(test::sample("catalogues/yugioh.json"));
  const auto taken = run({"import", "--archive", place.archive(), "--cards", place.file("c.json", mark + catalogue),
                          place.file("g.jsonl", mark + record),
                          place.file("t.txt", mark + "game \"t\"\nP1 \"A\"\nP2 \"B\"\nruleset \"yugioh\"\n")});
  EXPECT_EQ(taken.status, 0) << taken.err;
  EXPECT_HAS(taken.out, "2 stored");
}

TEST(Import, RefusesEachKindOfMistakeAndStoresNothing) {
  struct {
    std::string text, said;
  } const rows[] = {
      {"", "docket cannot read this as a game"},
      {"GIF89a", "docket cannot read this as a game"},
      {"{\"game\":", "f.jsonl:1:"},
      {R"({"game":{"id":"g","players":[]}})", "its header has no ruleset"},
      {R"({"game":{"id":"g","ruleset":"yugiho"}})", "did you mean \"yugioh\"?"},
      {R"({"game":{"id":"g","ruleset":"yugioh","rulesetVersion":"1999"}})", "yugioh@2022-06-22"},
      {R"({"game":{"id":"g","ruleset":"l5r-celestial","date":"2001-01-01"}})", "was valid on 2001-01-01"},
      {R"({"game":{"id":"no blanks","ruleset":"yugioh"}})", "id"},
      {R"({"game":{"id":"g","ruleset":"yugioh","semantics":99}})", "use a newer docket"},
      {R"({"game":{"id":"g","rulset":"yugioh"}})", "did you mean \"ruleset\"?"},
      {game(R"({"nothing":true})"), "f.jsonl:2:"},
      {game(R"({"cardMoved":{"card":1,"zone":"hand"}})"), "f.jsonl:2:"},
      {game(R"({"conceded":{"player":3}})"), "f.jsonl:2:"},
      {game(R"({"conceded":{"player":"1"}})"), "f.jsonl:2:"},
      {game(R"({"conceded":{"player":300}})"), "f.jsonl:2:"},
      {game(R"({"conceded":{"player":1,"player":1}})"), "f.jsonl:2:"},
      {game(R"({"concded":{"player":1}})"), "did you mean \"conceded\"?"},
      {game(R"({"valueChanged":{"subject":"P1","value":"life","amount":9007199254740993}})"), "f.jsonl:2:"},
      {game(R"({"n":2,"note":"x"})"), "expected event 1 next, found event 2"},
      {game(R"({"note":"x"} {})"), "f.jsonl:2:"},
      {game(R"({"deckRegistered":{"player":1,"zone":"dekc","first":1,"count":3}})"), "zone \"dekc\""},
  };
  for (const auto& row : rows) {
    const TempDirectory place;
    const auto file = place.file("f.jsonl", row.text);
    const auto ran = run({"import", "--archive", place.archive(), file});
    EXPECT_EQ(ran.status, 2) << row.text;
    EXPECT_HAS(ran.err, row.said) << row.text;
    EXPECT_FALSE(std::filesystem::exists(place.archive())) << row.text;
  }
}

TEST(Import, RefusesWrongDocumentsAndThoseOfAnotherGame) {
  const TempDirectory place;
  const auto file = place.file("f.jsonl", kHeader);
  struct {
    std::vector<std::string> options;
    std::string said;
  } const rows[] = {
      {{"--ruleset", place / "none.json"}, "there is no such file"},
      {{"--ruleset", place.file("r.json", "{\"name\":\"x\",\"zoens\":[]}")}, "did you mean \"zones\"?"},
      {{"--ruleset", place.file("s.json", "{\"name\":\"x\",\"periods\":[{\"name\":\"a\",\"within\":\"b\"}]}")},
       "\"b\""},
      {{"--cards", test::sample("catalogues/l5r-celestial.json")}, "are for the ruleset l5r-celestial"},
      {{"--cards", "nobody"}, "there is no catalogue \"nobody\""},
  };
  for (const auto& row : rows) {
    std::vector<std::string> typed{"import", "--archive", place.archive(), file};
    typed.insert(typed.end(), row.options.begin(), row.options.end());
    const auto ran = run(typed);
    EXPECT_EQ(ran.status, 2) << row.said;
    EXPECT_HAS(ran.err, row.said);
    EXPECT_FALSE(std::filesystem::exists(place.archive()));
  }
}

TEST(Import, LeavesOutTheCardsOfOtherRules) {
  const TempDirectory place;
  const auto file = place.file("f.jsonl", game("{\"note\":\"x\"}\n"));
  const std::string l5r = test::sample("catalogues/l5r-celestial.json"),
                    marvel = test::sample("catalogues/marvel-champions.json"),
                    yugioh = test::sample("catalogues/yugioh.json");
  const auto ran = run({"import", "--archive", place.archive(), file, "--cards", l5r, "--cards", marvel});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.err, l5r + ": left out: no game is played under their ruleset, l5r-celestial");
  EXPECT_HAS(ran.err, marvel + ": left out");
  const auto also = run({"import", "--archive", place.archive(), file, "--id=b", "--cards", l5r, "--cards", yugioh});
  EXPECT_EQ(also.status, 0) << also.err;
  EXPECT_HAS(also.err, l5r + ": left out");
  EXPECT_FALSE(has(also.err, yugioh + ": left out")) << also.err;
  // One that the archive has is not a mistake either.
  EXPECT_EQ(run({"cards", "import", l5r, "--archive", place.archive()}).status, 0);
  const auto stored = run({"import", "--archive", place.archive(), file, "--id=c", "--cards", "samples-l5r"});
  EXPECT_EQ(stored.status, 0) << stored.err;
  EXPECT_HAS(stored.err, "left out");
}

TEST(Import, ContinuesAfterABadFile) {
  const TempDirectory place;
  const auto bad = place.file("a.jsonl", game("{}"));
  const auto good = place.file("b.jsonl", game("{\"note\":\"x\"}"));
  const auto ran = run({"import", "--archive", place.archive(), bad, good});
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.out, "1 stored, 0 unchanged, 1 refused");
  EXPECT_HAS(run({"games", "--archive", place.archive()}).out, "1 game, 1 event");
}

TEST(Import, RefusesATruncatedReplay) {
  const std::string duel = docket::test::sharedDir() + "/data/games/edopro/0001.yrpX";
  if (!std::filesystem::exists(duel)) GTEST_SKIP() << "no recorded duels in " << docket::test::sharedDir();
  const auto whole = test::textOf(duel);
  const TempDirectory place;
  for (const std::size_t bytes : {std::size_t{4}, std::size_t{40}, whole.size() / 2, whole.size() - 1}) {
    const auto file = place.file("duel.yrpX", whole.substr(0, bytes));
    const auto ran = run({"import", "--archive", place.archive(), file});
    EXPECT_EQ(ran.status, 2) << bytes;
    EXPECT_HAS(ran.err, "duel.yrpX");
    EXPECT_FALSE(std::filesystem::exists(place.archive()));
  }
  EXPECT_EQ(run({"import", "--archive", place.archive(), duel}).status, 0);
  EXPECT_EQ(run({"import", "--archive", place.archive(), "--seat", "P2", "--id", "seen-by-2", duel}).status, 0);
}

TEST(Import, ReportsThatAnotherProcessRecords) {
  const TempDirectory place;
  test::importSamples(place);
  int ready[2], held[2];
  ASSERT_EQ(::pipe(ready) | ::pipe(held), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(held[1]);
    const GameLoader loader(place.archive(), Access::record);
    char byte = 1;
    if (::write(ready[1], &byte, 1) == 1) (void)!::read(held[0], &byte, 1);  // until the parent closes its end
    ::_exit(0);
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  const auto ran = run({"import", "--archive", place.archive(), place.file("f.jsonl", kHeader)});
  EXPECT_EQ(ran.status, 4);
  EXPECT_TRUE(has(ran.err, "another process is recording") && has(ran.err, std::to_string(child))) << ran.err;
  EXPECT_EQ(run({"games", "--archive", place.archive()}).status, 0) << "reading still works";
  ::close(held[1]);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(run({"import", "--archive", place.archive(), place / "f.jsonl"}).status, 0);
}

TEST(Import, ReportsAFullDiskAndStoresNoHalfGame) {
  const TempDirectory place;
  std::filesystem::create_directory(place / "small");
  if (::mount("none", (place / "small").c_str(), "tmpfs", 0, "size=3m") != 0)
    GTEST_SKIP() << "only root can mount a small disk";
  const auto archive = place / "small/archive";
  EXPECT_EQ(run({"import", "--archive", archive, place.file("first.jsonl", kHeader)}).status, 0);
  std::string events;
  std::minstd_rand random(1);  // notes that stay long when they are stored
  for (int i = 0; i < 30'000; ++i) {
    std::string note(200, 'x');
    for (char& letter : note) letter = static_cast<char>('a' + random() % 26);
    events += fmt::format("{{\"note\":\"{} {}\"}}\n", i, note);
  }
  auto text = game(events);
  text.replace(text.find("\"g\""), 3, "\"large\"");
  const auto ran = run({"import", "--archive", archive, place.file("large.jsonl", text)});
  EXPECT_EQ(ran.status, 4) << ran.out << ran.err;
  EXPECT_HAS(ran.err, "pace");  // "No space left on device"
  const auto games = run({"games", "--archive", archive});
  EXPECT_HAS(games.out, "1 game, 0 events") << games.err;
  ::umount((place / "small").c_str());
}

/// A line again and again.
std::string times(std::size_t many, const std::string& line) {
  std::string lines;
  for (std::size_t i = 0; i < many; ++i) lines += line + "\n";
  return lines;
}

// Input that would take quadratic time is refused before it is processed.
TEST(Import, HandlesRewindsAndManyCardsInBoundedTime) {
  const std::string begin = R"({"deckRegistered":{"player":1,"zone":"deck","first":1,"count":40}})"
                            "\n"
                            R"({"note":"said"})"
                            "\n";
  const std::string act = R"({"valueChanged":{"subject":"P1","value":"life","how":"lost","amount":1}})";
  const auto corrections = [](std::size_t first, std::size_t many) {
    std::string lines;
    for (std::size_t i = 0; i < many; ++i) lines += fmt::format(R"({{"corrected":{{"event":{}}}}})", first + i) + "\n";
    return lines;
  };
  std::string decks;
  for (int i = 0; i < 200; ++i) {
    decks +=
        fmt::format(R"({{"deckRegistered":{{"player":1,"zone":"deck","first":{},"count":10000}}}})", i * 10000 + 1);
    decks += "\n";
  }
  const struct {
    const char* name;
    std::string lines, refused;
  } games[] = {
      {"20,000 rewinds", begin + times(20'000, R"({"rewound":{"to":2}})"), ""},
      {"60,000 rewinds", begin + times(60'000, R"({"rewound":{"to":2}})"),
       "rewound.to: because of its rewinds and corrections, "},
      {"8,000 rewinds, each of an act", begin + times(8'000, act + "\n" + R"({"rewound":{"to":2}})"), ""},
      {"60,000 rewinds to what was taken back",
       begin + act + "\n" +
           times(30'000, R"({"rewound":{"to":2}})"
                         "\n"
                         R"({"rewound":{"to":3}})"),
       "rewound.to: because of its rewinds and corrections, "},
      {"4,000 corrections of one note", begin + times(4'000, R"({"corrected":{"event":2,"replacement":{"note":"x"}}})"),
       ""},
      {"4,000 corrections of one act", begin + act + "\n" + times(4'000, R"({"corrected":{"event":3}})"), ""},
      {"1,500 corrections of as many acts", begin + times(1'500, act) + corrections(3, 1'500), ""},
      {"40,000 corrections of as many acts", begin + times(40'000, act) + corrections(3, 40'000),
       "corrected.event: because of its rewinds and corrections, "},
      {"200 decks of 10,000", decks, "g.jsonl:12:"},
  };
  for (const auto& one : games) {
    const TempDirectory place;
    const auto ran = run({"import", place.file("g.jsonl", game(one.lines)), "--archive", place.archive()});
    EXPECT_EQ(ran.status, one.refused.empty() ? 0 : 2) << one.name << ran.err;
    EXPECT_HAS(ran.out + ran.err, one.refused) << one.name << ran.out << ran.err;
    if (one.refused.empty()) {
      EXPECT_EQ(run({"verify", "g", "--archive", place.archive()}).status, 0) << one.name;
    }
  }
}

// 64 MiB took 36 seconds when every piece was searched again with all that came before it.
TEST(Import, RefusesBlanksInLinearTime) {
  const TempDirectory place;
  const auto file = place.file("blank.jsonl", std::string(64U << 20, ' '));
  const std::clock_t begun = std::clock();
  const auto refused = run({"import", file, "--archive", place.archive()});
  EXPECT_LT((std::clock() - begun) / CLOCKS_PER_SEC, 10) << "seconds of the processor";
  EXPECT_EQ(refused.status, 2);
  EXPECT_HAS(refused.err, "cannot read this as a game");
}

}  // namespace
}  // namespace docket::import_test
