// Data stored beside the events: the index of games, the documents, keyframes.
#include "events/errors.h"
#include "store/archive.h"
#include "tests/expect_error.h"
#include "tests/store/games.h"

namespace docket::test::listing_test {
namespace {

MadeGame gameOf(const std::string& id, const char* event, const char* date, std::vector<const char*> players,
                const char* ruleset, const char* version) {
  MadeGame game(id, 3);
  auto header = game.recording.header();
  header.setEvent(event);
  header.setDate(date);
  header.setRuleset(ruleset);
  header.setRulesetVersion(version);
  auto list = header.initPlayers(static_cast<unsigned>(players.size()));
  for (unsigned i = 0; i < players.size(); ++i) list[i].setName(players[i]);
  return game;
}

TEST(Index, ListsTheGamesThatAFilterLetsThroughByDateAndId) {
  const Directory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  for (const auto& game : {gameOf("cup/1", "Cup", "2011-05-01", {"Ann", "Bob"}, "l5r", "1"),
                           gameOf("open/1", "Open", "2012-01-01", {"Ann", "Cid"}, "l5r", "2"),
                           gameOf("cup/2", "Cup", "2011-04-30", {"Bob", "Ann"}, "l5r", "1"),
                           gameOf("duel/b", "", "", {"Annabel", "Bob"}, "yugioh", "1"),
                           gameOf("duel/a", "", "", {"Ann", "Ann"}, "yugioh", "1"),
                           gameOf("cup/0", "Cup", "2011-05-01", {"Dot", "Eve"}, "l5r", "2")})
    archive.import(game.imported());
  struct Case {
    const char* what;
    GameFilter filter;
    std::vector<std::string> ids;
  };
  const auto with = [](auto&& set) {
    GameFilter filter;
    set(filter);
    return filter;
  };
  const std::vector<Case> cases{
      {"all", {}, {"duel/a", "duel/b", "cup/2", "cup/0", "cup/1", "open/1"}},
      {"player", with([](auto& f) { f.player = "Ann"; }), {"duel/a", "cup/2", "cup/1", "open/1"}},
      {"no such player", with([](auto& f) { f.player = "An"; }), {}},
      {"event", with([](auto& f) { f.event = "Cup"; }), {"cup/2", "cup/0", "cup/1"}},
      {"ruleset", with([](auto& f) { f.ruleset = "yugioh"; }), {"duel/a", "duel/b"}},
      {"version", with([](auto& f) { f.ruleset = "l5r", f.ruleset_version = "2"; }), {"cup/0", "open/1"}},
      {"from", with([](auto& f) { f.date_from = "2011-05-01"; }), {"cup/0", "cup/1", "open/1"}},
      {"to", with([](auto& f) { f.date_to = "2011-05-01"; }), {"cup/2", "cup/0", "cup/1"}},
      {"one day", with([](auto& f) { f.date_from = f.date_to = "2011-04-30"; }), {"cup/2"}},
      {"prefix", with([](auto& f) { f.id_prefix = "cup/"; }), {"cup/2", "cup/0", "cup/1"}},
      {"max_games", with([](auto& f) { f.max_games = 2; }), {"duel/a", "duel/b"}},
      {"player and event", with([](auto& f) { f.player = "Bob", f.event = "Cup"; }), {"cup/2", "cup/1"}},
      {"player and from", with([](auto& f) { f.player = "Ann", f.date_from = "2011-05-01"; }), {"cup/1", "open/1"}},
  };
  for (const auto& test : cases) {
    std::vector<std::string> ids;
    for (const auto& entry : archive.list(test.filter)) ids.push_back(entry.id);
    EXPECT_EQ(ids, test.ids) << test.what;
  }
  const auto entry = archive.list(with([](auto& f) { f.id_prefix = "open"; })).at(0);
  EXPECT_EQ(entry.event, "Open");
  EXPECT_EQ(entry.players, (std::vector<std::string>{"Ann", "Cid"}));
  EXPECT_EQ(entry.ruleset_version, "2");
  EXPECT_EQ(entry.count, 3U);
  EXPECT_EQ(entry.sealed, 3U);
  EXPECT_EQ(entry.head, headOf("open/1", 3));
}

TEST(Documents, AreKeptOnceByTheirDigest) {
  const Directory directory;
  const std::string text(100000, 'x');
  Bytes32 digest{};
  {
    auto archive = Archive::open(directory / "a", Access::create);
    auto documents = archive.documents();
    digest = documents.put("ruleset", "l5r", "2", text);
    EXPECT_EQ(digest, documentDigest(text));
    EXPECT_EQ(documents.put("ruleset", "l5r", "2", text), digest);
    EXPECT_EQ(documents.put("ruleset", "l5r", "2-again", text), digest);
    documents.put("ruleset", "l5r", "1", "older");
    documents.put("catalogue", std::string("z\0y", 3), "", "cards");
  }
  const auto archive = Archive::open(directory / "a", Access::read);
  const auto documents = archive.documents();
  const auto document = documents.get(digest);
  ASSERT_TRUE(document);
  EXPECT_EQ(document->text, text);
  EXPECT_EQ(document->entry.version, "2");
  EXPECT_FALSE(documents.get(documentDigest("other")));
  std::vector<std::string> listed;
  for (const auto& entry : documents.list("ruleset")) listed.push_back(entry.name + " " + entry.version);
  EXPECT_EQ(listed, (std::vector<std::string>{"l5r 1", "l5r 2", "l5r 2-again"}));
  ASSERT_EQ(documents.list().size(), 4U);
  EXPECT_EQ(documents.list()[0].name, std::string("z\0y", 3));
  expectError<EnvironmentError>([&] { Documents(documents).put("ruleset", "n", "1", "new"); }, "opened for reading");
}

TEST(Keyframes, AreFoundAtOrBeforeAnEventAndCanBeDropped) {
  const Directory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  MadeGame made("g", 10);
  MadeGame next("h", 10);
  archive.import(made.imported());
  archive.import(next.imported());
  auto keyframes = archive.derivedStore();
  const auto game = archive.game("g");
  const auto other = archive.game("h");
  const auto tag = documentDigest("rules");
  const auto newer = documentDigest("newer rules");
  const auto bytes = [](std::string_view text) { return std::vector<std::uint8_t>(text.begin(), text.end()); };
  for (const std::uint32_t number : {0U, 4U, 8U})
    keyframes.put(game, tag, number, bytes(fmt::format("state {}", number)));
  keyframes.put(game, newer, 6, bytes("newer state 6"));
  const auto at = [&](const Game& of, const Bytes32& with, std::uint32_t number) {
    const auto found = keyframes.nearest(of, with, number);
    return found ? fmt::format("{}: {}", found->number, found->bytes) : std::string("none");
  };
  EXPECT_EQ(at(game, tag, 3), "0: state 0");
  EXPECT_EQ(at(game, tag, 4), "4: state 4");
  EXPECT_EQ(at(game, tag, 7), "4: state 4");
  EXPECT_EQ(at(game, tag, 4000000000U), "8: state 8");
  EXPECT_EQ(at(game, newer, 5), "none");
  EXPECT_EQ(at(game, newer, 6), "6: newer state 6");
  EXPECT_EQ(at(other, tag, 9), "none");
  EXPECT_EQ(keyframes.beside(game, tag).otherwise, 1U) << "the state of the newer rules";
  EXPECT_EQ(keyframes.beside(game, newer).otherwise, 3U);
  EXPECT_EQ(keyframes.beside(other, tag).otherwise, 0U);
  EXPECT_EQ(keyframes.beside(game, tag).keyframes_at, (std::vector<std::uint32_t>{0, 4, 8}));
  EXPECT_EQ(keyframes.beside(game, newer).keyframes_at, (std::vector<std::uint32_t>{6}));
  const auto whole = keyframes.beside(game, tag).digest;
  EXPECT_EQ(whole, keyframes.beside(game, newer).digest);
  EXPECT_NE(whole, keyframes.beside(other, tag).digest);
  keyframes.drop();
  EXPECT_EQ(at(game, tag, 8), "none");
  EXPECT_NE(keyframes.beside(game, tag).digest, whole);
  keyframes.put(game, tag, 2, bytes("again"));
  EXPECT_EQ(at(game, tag, 8), "2: again");
  expectStored(archive.game("g"), 10);
}

TEST(Keyframes, AreNotWrittenByAReader) {
  const Directory directory;
  auto recorder = Archive::open(directory / "a", Access::create);
  recorder.import(MadeGame("g", 3).imported());
  const auto tag = documentDigest("rules");
  recorder.derivedStore().put(recorder.game("g"), tag, 2, std::vector<std::uint8_t>{7});
  auto reader = Archive::open(directory / "a", Access::read);
  EXPECT_EQ(reader.derivedStore().nearest(reader.game("g"), tag, 3)->bytes, "\7");
  expectError<EnvironmentError>([&] { reader.derivedStore().put(reader.game("g"), tag, 2, {}); }, "opened for reading");
  expectError<EnvironmentError>([&] { reader.derivedStore().drop(); }, "opened for reading");
}

}  // namespace
}  // namespace docket::test::listing_test
