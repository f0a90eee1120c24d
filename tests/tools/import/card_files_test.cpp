// Card files of public sources, given to --cards: how the source is detected, what is read, what is unknown, and how
// several are merged. The texts are our own.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "events/text/split.h"
#include "tests/places.h"
#include "tests/tools/run.h"
#include "tools/import/edopro/database.h"
#include "tools/import/facts/sources.h"

namespace docket::test::card_files_test {
namespace {

/// A card of a catalogue, as JSON Lines write it: `docket cards show KEY --of FILE --json`.
std::string cardIn(const std::string& file, const std::string& key) {
  const Ran ran = run({"cards", "show", key, "--of", file, "--json"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  return ran.out;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The output of importing a game with these card files, and the value of an expression afterwards.
class Asked {
 public:
  Asked(const TempDirectory& place, const std::string& transcript, const std::vector<std::string>& cards)
      : place_(place) {
    std::vector<std::string> typed{"import", place.file("game.txt", transcript), "--archive", place.archive()};
    for (const std::string& one : cards) typed.insert(typed.end(), {"--cards", one});
    ran_ = run(typed);
    EXPECT_EQ(ran_.status, 0) << ran_.err;
  }
  [[nodiscard]] const std::string& told() const { return ran_.err; }
  [[nodiscard]] std::string ask(const std::string& expression) const {
    return run({"ask", "c/1", expression, "--archive", place_.archive()}).out;
  }

 private:
  const TempDirectory& place_;
  Ran ran_;
};

// ---- MarvelCDB

constexpr const char* kHero =
    R"({"code":"90001a","name":"Dock Warden","pack_code":"own","faction_code":"hero","type_code":"hero",)"
    R"("traits":"Avenger.","attack":2,"thwart":1,"defense":3,"health":10,"hand_size":5,"quantity":1})";
constexpr const char* kVillain =
    R"({"code":"90002","name":"Tide Baron","pack_code":"own","type_code":"villain","attack":2,"scheme":1,"health":14,)"
    R"("health_per_hero":true,"stage":"I"})";
constexpr const char* kMarvelGame =
    "game \"c/1\"\nP1 \"Ana\"\nruleset \"marvel-champions\"\nP1 registers \"play area\"\n  = \"Dock Warden\"\n"
    "  = \"Tide Baron\"\n== round\n";

TEST(CardFiles, OfMarvelAreArraysWithEveryStat) {
  const TempDirectory place;
  const Asked game(place, kMarvelGame, {place.file("own.json", fmt::format("[\n{},\n{}\n]", kHero, kVillain))});
  EXPECT_TRUE(has(game.ask("stat('Dock Warden','defense')"), "3"));
  EXPECT_TRUE(has(game.ask("stat('Dock Warden','hand size')"), "5"));
  EXPECT_TRUE(has(game.ask("stat('Tide Baron','scheme')"), "1"));
  EXPECT_TRUE(has(game.ask("stat('Tide Baron','scheme')"), "EXACT"));
  // The printed number is per player.
  EXPECT_TRUE(has(game.ask("stat('Tide Baron','hit points')"), "UNVERIFIED"));
}

TEST(CardFiles, LeaveAMissingStatUnknown) {
  const TempDirectory place;
  const std::string hero = R"({"code":"90001a","name":"Dock Warden","pack_code":"own","type_code":"hero","attack":2,)"
                           R"("thwart":null,"health":10})";
  const Asked game(place, kMarvelGame, {place.file("own.json", fmt::format("[{},{}]", hero, kVillain))});
  EXPECT_TRUE(has(game.ask("stat('Dock Warden','defense')"), "UNVERIFIED"));
  EXPECT_TRUE(has(game.ask("stat('Dock Warden','defense')"), "the catalogue has no printed value of"));
  EXPECT_FALSE(has(game.ask("stat('Dock Warden','thwart')"), "UNVERIFIED"));  // null: printed as a dash
}

TEST(CardFiles, OfAFolderFormOneCatalogue) {
  const TempDirectory place;
  std::filesystem::create_directory(place / "pack");
  const std::string copy = R"([{"code":"91001","duplicate_of":"90001a","pack_code":"more","position":1,"quantity":1},)"
                           R"({"code":"91002","duplicate_of":"99999","pack_code":"more","position":2,"quantity":1}])";
  std::ofstream(place / "pack/a.json") << copy;
  std::ofstream(place / "pack/b.json") << '[' << kHero << ']';
  const std::string card = cardIn(place / "pack", "91001");
  EXPECT_TRUE(has(card, R"("title":"Dock Warden")")) << card;
  EXPECT_TRUE(has(card, R"("defense")")) << card;
  EXPECT_EQ(run({"cards", "show", "91002", "--of", place / "pack"}).status, 2);
  const Ran stored = run({"cards", "import", place / "pack", "--archive", place.archive()});
  EXPECT_EQ(stored.status, 0) << stored.err;
  EXPECT_TRUE(has(stored.err, "1 reprint was left out")) << stored.err;
  EXPECT_TRUE(has(stored.err, "91002 (of 99999)")) << stored.err;
}

TEST(CardFiles, OfOneRulesetAreMergedAndDifferencesAreReported) {
  const TempDirectory place;
  const std::string other = R"([{"code":"90001a","name":"Dock Warden","pack_code":"own","type_code":"hero","attack":2,)"
                            R"("thwart":1,"defense":4,"health":10,"hand_size":5}])";
  const Asked game(place, kMarvelGame,
                   {place.file("a.json", fmt::format("[{},{}]", kHero, kVillain)), place.file("b.json", other)});
  EXPECT_TRUE(has(game.ask("stat('Dock Warden','defense')"), "4"));  // the last one's
  EXPECT_TRUE(has(game.ask("stat('Tide Baron','attack')"), "2"));
  EXPECT_TRUE(has(game.told(), "1 card differs between")) << game.told();
  EXPECT_TRUE(has(game.told(), "\"Dock Warden\" (keywords, stats")) << game.told();
}

TEST(CardFiles, CountUnknownFields) {
  const TempDirectory place;
  const Asked game(
      place, kMarvelGame,
      {place.file("own.json", fmt::format(R"([{},{}])", kHero, std::string(kVillain).insert(1, R"("glow":1,)")))});
  EXPECT_TRUE(has(game.told(), "skipped: 1 field \"glow\" of MarvelCDB")) << game.told();
}

// ---- Grand Archive

TEST(CardFiles, OfGrandArchiveHaveStatsElementCostAndSpeed) {
  const TempDirectory place;
  const std::string index =
      R"({"classes":["WARRIOR"],"cost_memory":null,"cost_reserve":2,"durability":null,"editions":[],"effect":)"
      R"("**On Enter:** Draw a card.","effect_raw":"On Enter: Draw a card.","element":"FIRE","level":null,"life":2,)"
      R"("name":"Tin Drummer","power":1,"slug":"tin-drummer","speed":false,"subtypes":["WARRIOR","HUMAN"],)"
      R"("types":["ALLY"],"uuid":"x1"})";
  const Asked game(place,
                   "game \"c/1\"\nP1 \"Ana\"\nP2 \"Bo\"\nruleset \"grand-archive\"\nP1 registers field\n"
                   "  = \"Tin Drummer\"\n== turn P1\n",
                   {place.file("index.json", index)});
  EXPECT_TRUE(has(game.ask("stat('Tin Drummer','power')"), "1"));
  EXPECT_TRUE(has(game.ask("stat('Tin Drummer','life')"), "2"));
  const std::string card = cardIn(place / "index.json", "tin-drummer");
  EXPECT_TRUE(has(card, R"({"name":"element","value":"FIRE"})")) << card;
  EXPECT_TRUE(has(card, R"({"name":"cost","value":"2"})")) << card;
  EXPECT_TRUE(has(card, R"({"name":"speed","value":"slow"})")) << card;
  EXPECT_TRUE(has(card, R"("text":"On Enter: Draw a card.")")) << card;
}

TEST(CardFiles, OfGrandArchiveWithoutStatsLeaveThemUnknown) {
  const TempDirectory place;
  const std::string card =
      cardIn(place.file("cards.jsonl", R"({"slug":"reed","name":"Reed","types":["ALLY"],"subtypes":[],"effect":""})"
                                       "\n"),
             "reed");
  EXPECT_TRUE(has(card, R"("unsaidStats":["power","life"])")) << card;
  EXPECT_TRUE(has(card, R"("unsaidCharacteristics":["element","cost","speed"])")) << card;
}

TEST(CardFiles, OfGabraryAreReadAsPythonLiterals) {
  const TempDirectory place;
  const std::string card = cardIn(
      place.file(
          "set.json",
          R"([{"name":"Reed Lantern","collector_number":4.1,"types":"['REGALIA', 'WEAPON']","classes":"['CLERIC']",)"
          R"("subtypes":"['LAMP']","element":"NORM","effect":"b'It isn\\xe2\\x80\\x99t lit.\\nRest it.'",)"
          R"("flavor_text":"b''","cost_memory":1,"cost_reserve":"","level":"","power":0,"life":"",)"
          R"("speed":"","legality":"","editions":[],"slug":"reed-lantern","durability":2}])"),
      "reed-lantern");
  EXPECT_TRUE(has(card, "It isn\xE2\x80\x99t lit.\\nRest it.")) << card;
  EXPECT_TRUE(has(card, R"("supertypes":["Regalia"])")) << card;
  EXPECT_TRUE(has(card, R"("subtypes":["Lamp","Cleric"])")) << card;
  EXPECT_TRUE(has(card, R"({"stat":"durability","amount":2})")) << card;
}

// ---- HearthstoneJSON

TEST(CardFiles, OfHearthstoneAreArraysAndLines) {
  const TempDirectory place;
  const std::string card =
      R"({"artist":"A","attack":2,"cardClass":"NEUTRAL","collectible":true,"cost":2,"dbfId":1,"flavor":"F","health":3,)"
      R"("id":"OWN_001","mechanics":["TAUNT"],"name":"Reed Sentry","race":"BEAST","rarity":"COMMON","set":"OWN",)"
      R"("text":"<b>Taunt</b>","type":"MINION"})";
  for (const std::string& text : {fmt::format("[{}]", card), card + "\n" + card.substr(0, 0)}) {
    const std::string shown = cardIn(place.file("cards.json", text), "OWN_001");
    EXPECT_TRUE(has(shown, R"({"stat":"Health","amount":3})")) << shown;
    EXPECT_TRUE(has(shown, R"("subtypes":["Beast"])")) << shown;
  }
}

// ---- Yu-Gi-Oh!

constexpr const char* kFox =
    R"({"id":90000001,"name":"Lantern Fox","type":"Effect Monster","desc":"Once per turn: You can draw 1 card.",)"
    R"("atk":1500,"def":1000,"level":4,"race":"Beast","attribute":"FIRE"})";

TEST(CardFiles, OfYgoprodeckAreAResponseOrLines) {
  const TempDirectory place;
  const std::string pendulum =
      R"({"id":90000005,"name":"Tide Envoy","type":"Pendulum Effect Monster","desc":"[ Pendulum Effect ]\r\nOnce per )"
      R"(turn: You can gain 500 LP.\r\n\r\n[ Monster Effect ]\r\nOnce per turn: You can draw 1 card.","atk":-1,)"
      R"("def":1600,"level":4,"scale":3,"race":"Spellcaster","attribute":"WATER"})";
  const std::string file = place.file("cards.json", fmt::format("{{\"data\": [\n {},\n {}]}}", kFox, pendulum));
  const std::string fox = cardIn(file, "90000001");
  EXPECT_TRUE(has(fox, R"("limits":[{"limit":"once-per-turn"}])")) << fox;
  const std::string envoy = cardIn(file, "90000005");
  EXPECT_TRUE(has(envoy, R"({"stat":"ATK","kind":"asterisk"})")) << envoy;
  EXPECT_TRUE(has(envoy, R"({"stat":"Right Scale","amount":3})")) << envoy;
  EXPECT_TRUE(has(envoy, R"("otherTexts":[{"of":"pendulum")")) << envoy;
  const Ran read = run({"cards", "read", "--ruleset", "yugioh", place.file("one.jsonl", std::string(kFox) + "\n")});
  EXPECT_EQ(read.status, 0) << read.err;
  EXPECT_TRUE(has(read.out, R"("ruleset":"yugioh")")) << read.out;
}

TEST(CardFiles, OfAnotherRulesetThanRequestedAreRefused) {
  const TempDirectory place;
  const Ran read =
      run({"cards", "read", "--ruleset", "marvel-champions", place.file("fox.json", fmt::format("[{}]", kFox))});
  EXPECT_EQ(read.status, 2);
  EXPECT_TRUE(has(read.err, "this is not a known source of cards:")) << read.err;
  EXPECT_TRUE(has(read.err, "MarvelCDB (\"type_code\")")) << read.err;
}

// ---- databases

std::string ownDatabase() { return sourceDir() + "/tests/edopro/samples/own-cards.cdb"; }

/// Makes a database by running SQL.
std::string databaseOf(const TempDirectory& place, const std::string& name, const std::string& sql) {
  sqlite3* opened = nullptr;
  EXPECT_EQ(sqlite3_open((place / name).c_str(), &opened), SQLITE_OK);
  char* wrong = nullptr;
  EXPECT_EQ(sqlite3_exec(opened, sql.c_str(), nullptr, nullptr, &wrong), SQLITE_OK) << (wrong == nullptr ? "" : wrong);
  sqlite3_free(wrong);
  sqlite3_close(opened);
  return place / name;
}

constexpr const char* kDatas =
    "CREATE TABLE datas(id integer primary key, ot integer, alias integer, setcode integer, type integer, atk integer, "
    "def integer, level integer, race integer, attribute integer, category integer);";
constexpr const char* kTexts = "CREATE TABLE texts(id integer primary key, name text, desc text, str1 text);";

TEST(CardFiles, OfEdoproAreDatabases) {
  const std::string fox = cardIn(ownDatabase(), "90000001");
  EXPECT_TRUE(has(fox, R"("types":["monster"],"subtypes":["Effect","FIRE","Beast"])")) << fox;
  EXPECT_TRUE(has(fox, R"("limits":[{"limit":"once-per-turn"}])")) << fox;
  const std::string golem = cardIn(ownDatabase(), "90000002");
  EXPECT_FALSE(has(golem, "same stone")) << "flavor text says nothing about the game";
  EXPECT_FALSE(has(golem, "unread")) << golem;
  const std::string envoy = cardIn(ownDatabase(), "90000005");
  EXPECT_TRUE(has(envoy, R"({"stat":"Left Scale","amount":3},{"stat":"Right Scale","amount":3})")) << envoy;
  EXPECT_TRUE(has(envoy, R"("otherTexts":[{"of":"pendulum","text":"Once per turn: You can gain 500 LP."}])")) << envoy;
  EXPECT_TRUE(has(envoy, "pendulum procedure")) << envoy;
  const std::string warden = cardIn(ownDatabase(), "90000006");
  EXPECT_TRUE(has(warden, R"({"stat":"Link","amount":2})")) << warden;
  EXPECT_FALSE(has(warden, "DEF")) << warden;
  EXPECT_TRUE(has(cardIn(ownDatabase(), "90000007"), R"({"stat":"Rank","amount":4})"));
  EXPECT_TRUE(has(cardIn(ownDatabase(), "90000008"), R"("alias":"90000001")"));
  EXPECT_TRUE(has(cardIn(ownDatabase(), "90000009"), R"({"stat":"ATK","kind":"asterisk"})"));
  EXPECT_TRUE(has(cardIn(ownDatabase(), "90000010"), "equip procedure"));
}

TEST(CardFiles, OfEdoproInTheRepositoryMatchTheirSql) {
  const TempDirectory place;
  const std::string sql = textOf(sourceDir() + "/tests/edopro/samples/own-cards.sql");
  const std::string made = databaseOf(place, "made.cdb", sql);
  for (int code = 90000001; code <= 90000010; ++code)
    EXPECT_EQ(cardIn(made, std::to_string(code)), cardIn(ownDatabase(), std::to_string(code)));
}

TEST(CardFiles, OfEdoproAreMerged) {
  const TempDirectory place;
  const std::string more = databaseOf(
      place, "more.cdb",
      std::string(kDatas) + kTexts +
          "INSERT INTO datas VALUES(90000002,3,0,0,0x11,1700,1500,4,0x100,1,0),(90000020,3,0,0,0x2,0,0,0,0,0,0);"
          "INSERT INTO texts VALUES(90000002,'Quarry Golem','It rests.',NULL),"
          "(90000020,'Low Tide','Draw 1 card.',NULL);");
  const std::string game =
      "game \"c/1\"\nP1 \"Ana\"\nP2 \"Bo\"\nruleset \"yugioh\"\nP1 registers \"monster zone\"\n"
      "  = \"Quarry Golem\"\n== turn P1\n";
  const Asked asked(place, game, {ownDatabase(), more});
  EXPECT_TRUE(has(asked.ask("stat('Quarry Golem','ATK')"), "1700")) << asked.told();
  EXPECT_TRUE(has(asked.told(), "; the latter is used")) << asked.told();
}

/// The message with which a file of cards is refused.
std::string refusalOf(const std::string& file) {
  const Ran ran = run({"cards", "show", "1", "--of", file});
  EXPECT_EQ(ran.status, 2) << ran.out;
  return ran.err;
}

TEST(CardFiles, ThatAreOtherDatabasesAreIdentified) {
  const TempDirectory place;
  EXPECT_TRUE(has(refusalOf(databaseOf(place, "other.cdb", "CREATE TABLE notes(id integer);")),
                  "this SQLite database has no table `datas`"));
  EXPECT_TRUE(has(refusalOf(databaseOf(place, "view.cdb",
                                       std::string(kTexts) + "CREATE VIEW datas AS SELECT 1 AS id, 1 AS alias;")),
                  "`datas` is not an ordinary table"));
  EXPECT_TRUE(has(refusalOf(databaseOf(place, "narrow.cdb", "CREATE TABLE datas(id integer);" + std::string(kTexts))),
                  "the table `datas` has no column `alias`"));
  EXPECT_TRUE(has(refusalOf(databaseOf(place, "word.cdb",
                                       std::string(kDatas) + kTexts +
                                           "INSERT INTO datas VALUES(7,3,0,0,1,'many',0,0,0,0,0);"
                                           "INSERT INTO texts VALUES(7,'Seven','',NULL);")),
                  "table `datas`, id 7, column `atk`: expected a whole number; this is \"many\""));
  EXPECT_TRUE(has(refusalOf(place.file("cut.cdb", textOf(ownDatabase()).substr(0, 5000))), "cannot be read"));
}

TEST(CardFiles, ThatAreHostileDatabasesAreRefusedQuickly) {
  const TempDirectory place;
  // A generated column that never ends to be computed.
  const std::string slow = databaseOf(
      place, "slow.cdb",
      std::string(kTexts) +
          "CREATE TABLE datas(id integer primary key, alias integer, type integer, atk integer, def integer, level "
          "integer, race integer, attribute integer, size text GENERATED ALWAYS AS (hex(zeroblob(100000000))));"
          "INSERT INTO datas(id) VALUES(1);");
  EXPECT_EQ(run({"cards", "show", "1", "--of", slow}).status, 2);
}

TEST(CardFiles, OfNoKnownSourceAreIdentified) {
  const TempDirectory place;
  const std::string other = refusalOf(place.file("other.json", R"([{"colour":"red","size":3}])"));
  EXPECT_TRUE(has(other, "the first object has \"colour\", \"size\"")) << other;
  EXPECT_TRUE(has(other, "YGOPRODeck")) << other;
  EXPECT_TRUE(has(refusalOf(place.file("broken.json", "[{\"code\":\"1\",\n \"name\" 3}]")), "broken.json:2:9"));
  EXPECT_TRUE(has(refusalOf(place.file("none.json", "[]")), "there is no card in it"));
  EXPECT_TRUE(has(refusalOf(place.file("kind.json", fmt::format("[{},\n{}]", kHero,
                                                                R"({"code":3,"name":"A",)"
                                                                R"("pack_code":"own","type_code":"ally"})"))),
                  "kind.json:2:9: \"code\": expected a text"));
}

// ---- docs

std::string inColumn(const std::vector<std::string_view>& fields) {
  std::string column;
  for (const std::string_view field : fields) column += fmt::format("{}`{}`", column.empty() ? "" : ", ", field);
  return column;
}

std::vector<std::string_view> wordsOf(std::string_view fields) {
  std::vector<std::string_view> words;
  eachWord(fields, [&](std::string_view word) { words.push_back(word); });
  return words;
}

TEST(CardFiles, HaveTheDocumentedFields) {
  std::string table =
      "| source | ruleset | fields that are read | known fields that are not used |\n"
      "| --- | --- | --- | --- |\n";
  for (const facts::Source& one : facts::sources()) {
    table += fmt::format("| {} | `{}` | {} | {} |\n", one.name, one.ruleset, inColumn(wordsOf(one.used)),
                         inColumn(wordsOf(one.not_used)));
  }
  table += fmt::format("| EDOPro's database | `yugioh` | {} | {} |\n", inColumn(edopro::usedColumns()),
                       inColumn(edopro::unusedColumns()));
  EXPECT_TRUE(has(textOf(sourceDir() + "/docs/rulesets_and_cards.md"), "CardFiles -->\n\n" + table + "\n<!-- ends -->"))
      << table;
}

// ---- published files

std::filesystem::path published(const std::string& name) {
  return std::filesystem::path(sharedDir()) / "data/real/cards" / name;
}

TEST(CardFiles, AsPublishedAreReadUnchanged) {
  if (!std::filesystem::exists(published(""))) GTEST_SKIP() << "NOT RUN: there is no " << published("");
  const TempDirectory place;
  struct Expected {
    const char *name, *cards;
  };
  for (const auto& [name, cards] :
       {Expected{"marvelsdb", "465 cards"}, Expected{"ygoprodeck-cardinfo.json", "162 cards"},
        Expected{"gabrary-alc.json", "214 cards"}, Expected{"ga-index-shape.jsonl", "1 card"},
        Expected{"goat-entries.cdb", "191 cards"}}) {
    const Ran ran = run({"cards", "import", published(name), "--archive", place / name});
    EXPECT_EQ(ran.status, 0) << name << ": " << ran.err;
    EXPECT_TRUE(has(ran.out, cards)) << name << ": " << ran.out;
    EXPECT_FALSE(has(ran.err, "skipped: ")) << name << ": " << ran.err;
  }
}

}  // namespace
}  // namespace docket::test::card_files_test
