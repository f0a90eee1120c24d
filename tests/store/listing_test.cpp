// The index of the games of an archive.
#include "store/archive.h"
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

TEST(Index, ListsFilteredGamesByDateAndId) {
  const TempDirectory directory;
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

}  // namespace
}  // namespace docket::test::listing_test
