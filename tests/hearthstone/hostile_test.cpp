// HSReplay files as they come from strangers: cut short, with entities, too deep, too long, made up. Each is refused
// with the place where it is wrong, or it is a game; nothing else happens.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "events/errors.h"
#include "tests/hearthstone/recorded_games.h"
#include "tools/import/hearthstone/import.h"
#include "tools/import/hearthstone/xml_reader.h"

namespace docket::hearthstone::hostile_test {
namespace {

const std::string kOpen = "<?xml version='1.0' encoding='utf-8'?>\n<HSReplay version=\"1.7\">\n<Game>\n";
const std::string kPlayers =
    "<GameEntity id=\"1\"/>\n"
    "<Player id=\"2\" playerID=\"1\" name=\"Ada\"/>\n"
    "<Player id=\"3\" playerID=\"2\" name=\"Ben\"/>\n";
const std::string kMinion =
    "<FullEntity id=\"4\" cardID=\"CS2_120\"><Tag tag=\"49\" value=\"1\"/><Tag tag=\"50\" value=\"1\"/>"
    "<Tag tag=\"202\" value=\"4\"/><Tag tag=\"45\" value=\"3\"/></FullEntity>\n";
const std::string kClose = "</Game>\n</HSReplay>\n";

Recording read(const std::string& text) {
  static const std::string kName = "made.xml";
  return importGame({.text = text, .name = kName, .read = readXml}).recording;
}

std::string refusalOf(const std::string& text) {
  try {
    read(text);
  } catch (const BadInput& refused) {
    return refused.what();
  }
  return "accepted";
}

std::string game(const std::string& inner) { return kOpen + kPlayers + kMinion + inner + kClose; }

struct Case {
  const char* what;
  std::string text;
  const char* expected;
};

TEST(HostileXml, IsRefusedWithItsPlaceWhereItIsNoXml) {
  const std::vector<Case> cases{
      {"nothing", "", "made.xml:1:1: the file is cut short"},
      {"no XML", "<?xml version='1.0'?>\n<HSReplay><Game a=b></Game></HSReplay>", "made.xml:2:19: this is no XML"},
      {"another document", "<?xml version='1.0'?>\n<svg/>", "made.xml:2:1: <svg> is not <HSReplay>"},
      {"no game", "<HSReplay></HSReplay>", "there is no game in it"},
      {"cut in a tag", kOpen + kPlayers + "<FullEntity id=", "made.xml:7:1: the file is cut short"},
      {"cut between tags", kOpen + kPlayers, "made.xml:7:1: the file is cut short"},
      {"crossed tags", kOpen + "<Block entity=\"1\" type=\"5\"></Game>", "mismatched tag"},
      {"no UTF-8", kOpen + "<Player id=\"2\" name=\"\xFF\xFE\"/>", "made.xml:4:"},
      {"text", kOpen + kPlayers + "hello" + kClose, "made.xml:7:1: text stands between the tags"},
      {"too deep",
       kOpen +
           [] {
             std::string deep;
             for (int i = 0; i < 200; ++i) deep += "<Block entity=\"1\" type=\"5\">\n";
             return deep;
           }(),
       "more than 128 deep"},
      {"a tag too long", kOpen + "<Player id=\"2\" name=\"" + std::string(3U << 20, 'x'), "a tag is longer than"},
      {"too many tags",
       kOpen + "<FullEntity id=\"4\">" +
           [] {
             std::string tags;
             for (int i = 0; i < 5000; ++i) tags += "<Tag tag=\"1\" value=\"1\"/>";
             return tags;
           }(),
       "more than 4096 tags"},
  };
  for (const Case& one : cases)
    EXPECT_NE(refusalOf(one.text).find(one.expected), std::string::npos) << one.what << ": " << refusalOf(one.text);
}

TEST(HostileXml, DeclaresNoEntitiesAndUsesNone) {
  const std::string bomb =
      "<?xml version='1.0'?>\n<!DOCTYPE HSReplay [\n<!ENTITY a \"aaaaaaaaaa\">\n<!ENTITY b \"&a;&a;&a;&a;\">\n]>\n"
      "<HSReplay><Game name=\"&b;\"/></HSReplay>";
  EXPECT_EQ(refusalOf(bomb), "made.xml:3:12: it declares the entity \"a\": a replay needs none, and none is taken");
  const std::string outside =
      "<?xml version='1.0'?>\n<!DOCTYPE HSReplay [<!ENTITY x SYSTEM "
      "\"file:///etc/passwd\">]>\n<HSReplay>&x;</HSReplay>";
  EXPECT_NE(refusalOf(outside).find("made.xml:2:59: it declares the entity \"x\""), std::string::npos)
      << refusalOf(outside);
  EXPECT_NE(refusalOf(kOpen + kPlayers + "&nothing;" + kClose).find("made.xml:7:1:"), std::string::npos);
  // Naming the DTD is what real files do; it is not fetched.
  EXPECT_EQ(refusalOf("<?xml version='1.0'?>\n<!DOCTYPE hsreplay SYSTEM \"no-such-file.dtd\">\n<HSReplay>\n<Game>\n" +
                      kPlayers + kMinion + "<TagChange entity=\"4\" tag=\"44\" value=\"1\"/>" + kClose),
            "accepted");
}

TEST(HostileXml, IsRefusedWithItsPlaceWhereItSaysWhatCannotBe) {
  const std::vector<Case> cases{
      {"a number that is none", game("<TagChange entity=\"x\" tag=\"1\" value=\"1\"/>"),
       "made.xml:8:1: entity=\"x\": a whole number"},
      {"a huge number", game("<TagChange entity=\"4\" tag=\"1\" value=\"99999999999999999999\"/>"),
       "made.xml:8:1: value="},
      {"a number larger than the server has", game("<TagChange entity=\"4\" tag=\"44\" value=\"2147483648\"/>"),
       "made.xml:8:1: value=\"2147483648\": a whole number of 32 bits"},
      {"an attribute that is missing", game("<TagChange entity=\"4\" value=\"1\"/>"),
       "made.xml:8:1: the tag has no tag="},
      {"an entity that nothing told of", game("<TagChange entity=\"9\" tag=\"1\" value=\"1\"/>"),
       "made.xml:8:1: nothing told of an entity 9"},
      {"a tag that nobody knows", game("<Meteor/>"), "made.xml:8:1: <Meteor> is no tag of a replay"},
      {"a tag of nothing", game("<Tag tag=\"1\" value=\"1\"/>"), "made.xml:8:1: <Tag> stands outside of an entity"},
      {"a zone that nobody knows", game("<TagChange entity=\"4\" tag=\"49\" value=\"77\"/>"),
       "in no zone that is known"},
      {"a third side", game("<TagChange entity=\"4\" tag=\"50\" value=\"3\"/>"), "the controller 3 in a game of two"},
      {"a third player", kOpen + kPlayers + "<Player id=\"5\" playerID=\"3\" name=\"Cleo\"/>" + kClose,
       "made.xml:7:1: player 3 in a game of two"},
      {"one player",
       kOpen + "<Player id=\"2\" playerID=\"1\" name=\"Ada\"/>\n" + kMinion + "<Block entity=\"2\" type=\"5\"/>" +
           kClose,
       "a game of two players was expected"},
      {"nothing happens", kOpen + kPlayers + kMinion + kClose, "the game ends before anything happened"},
      {"a game that goes back", game("<Block entity=\"1\" type=\"11\"/>"), "goes back to an earlier point"},
      {"a player shown as a card", game("<ShowEntity entity=\"2\" cardID=\"X\"/>"), "entity 2 is no card"},
      {"a game within a game", game("<Game/>"), "a game within a game"},
      {"outside of a game", "<HSReplay>\n<TagChange entity=\"1\" tag=\"1\" value=\"1\"/></HSReplay>",
       "made.xml:2:1: <TagChange> stands outside of a <Game>"},
  };
  for (const Case& one : cases)
    EXPECT_NE(refusalOf(one.text).find(one.expected), std::string::npos) << one.what << ": " << refusalOf(one.text);
  EXPECT_EQ(refusalOf(game("<TagChange entity=\"4\" tag=\"44\" value=\"1\"/>")), "accepted");
}

TEST(HostileXml, OfAnotherModeIsRefusedByItsName) {
  const auto of = [](const std::string& tag) {
    return refusalOf(kOpen + "<GameEntity id=\"1\"><Tag tag=\"" + tag + "\" value=\"1\"/></GameEntity>" + kClose);
  };
  EXPECT_NE(of("1199").find("this is a game of Battlegrounds"), std::string::npos) << of("1199");
  EXPECT_NE(of("1561").find("this is a game of Mercenaries"), std::string::npos) << of("1561");
}

TEST(HostileXml, GamesOfOneFileAreReadEachWithItsOwnLines) {
  const std::string one = "<Game>\n" + kPlayers + kMinion + "<TagChange entity=\"4\" tag=\"44\" value=\"1\"/>\n</Game>";
  const std::string wrong =
      "<Game>\n" + kPlayers + kMinion + "<TagChange entity=\"8\" tag=\"44\" value=\"1\"/>\n</Game>";
  const std::string file = "<HSReplay>\n" + one + "\n" + one + wrong + "\n</HSReplay>";
  const auto games = gamesOfXml(file);
  ASSERT_EQ(games.size(), 3U);
  EXPECT_EQ(refusalOf(std::string(games[0])), "accepted");
  EXPECT_EQ(refusalOf(std::string(games[1])), "accepted");
  EXPECT_EQ(refusalOf(std::string(games[2])), "made.xml:6:1: nothing told of an entity 8 before");
}

TEST(HostileXml, CutShortAnywhereIsRefused) {
  SKIP_WITHOUT_GAMES();
  const std::string& whole = gameFile("data-mulligans-10357.g2.xml");
  for (std::size_t length = 0; length + 12 < whole.size(); length += 97) {
    const std::string cut = whole.substr(0, length);
    EXPECT_NE(refusalOf(cut).find("made.xml:"), std::string::npos) << length;
  }
}

TEST(HostileXml, WithAByteChangedIsRefusedWithItsPlaceOrAGame) {
  SKIP_WITHOUT_GAMES();
  const std::string& whole = gameFile("data-mulligans-10357.g2.xml");
  std::size_t refused = 0;
  for (std::size_t byte = 0; byte < whole.size(); byte += 53) {
    std::string turned = whole;
    turned[byte] = static_cast<char>(turned[byte] ^ static_cast<char>(1U << byte % 7));
    const std::string answer = refusalOf(turned);
    if (answer == "accepted") continue;
    ++refused;
    EXPECT_EQ(answer.rfind("made.xml:", 0), 0U) << answer;
  }
  EXPECT_GT(refused, 50U);
}

}  // namespace
}  // namespace docket::hearthstone::hostile_test
