// Untrusted HSReplay files: truncated, with entities, nested too deeply, too long, made up. Each is refused with the
// place of the error, or it is a game without the unreadable parts; nothing else happens.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "events/errors.h"
#include "tests/hearthstone/recorded_games.h"
#include "tools/import/hearthstone/file_import.h"
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

std::vector<schema::Event::Which> kinds(const Recording& recording) {
  std::vector<schema::Event::Which> kinds;
  for (std::uint32_t number = 1; number <= recording.size(); ++number) {
    const HeldEvent event = recording.event(number);
    kinds.push_back(event->which());
  }
  return kinds;
}

ReadGame read(const std::string& text) {
  static const std::string kName = "made.xml";
  return importGame({.text = text, .name = kName, .read = readXml});
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

TEST(HostileXml, IsRefusedWithItsPlaceIfItIsNotXml) {
  const std::vector<Case> cases{
      {"nothing", "", "made.xml:1:1: the file is cut short"},
      {"no XML", "<?xml version='1.0'?>\n<HSReplay><Game a=b></Game></HSReplay>", "made.xml:2:19: this is not XML:"},
      {"another document", "<?xml version='1.0'?>\n<svg/>", "made.xml:2:1: <svg> is not <HSReplay>"},
      {"no game", "<HSReplay></HSReplay>", "it contains no game: a <Game> was"},
      {"cut in a tag", kOpen + kPlayers + "<FullEntity id=", "made.xml:7:1: the file is cut short"},
      {"cut between tags", kOpen + kPlayers, "made.xml:7:1: the file is cut short"},
      {"crossed tags", kOpen + "<Block entity=\"1\" type=\"5\"></Game>", "mismatched tag"},
      {"no UTF-8", kOpen + "<Player id=\"2\" name=\"\xFF\xFE\"/>", "made.xml:4:"},
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
             for (int i = 0; i < 5000; ++i) tags += "<Tag tag=\"48\" value=\"1\"/>";
             return tags;
           }(),
       "more than 4096 tags"},
  };
  for (const Case& one : cases)
    EXPECT_NE(refusalOf(one.text).find(one.expected), std::string::npos) << one.what << ": " << refusalOf(one.text);
}

TEST(HostileXml, MayNotDeclareOrUseEntities) {
  const std::string bomb =
      "<?xml version='1.0'?>\n<!DOCTYPE HSReplay [\n<!ENTITY a \"aaaaaaaaaa\">\n<!ENTITY b \"&a;&a;&a;&a;\">\n]>\n"
      "<HSReplay><Game name=\"&b;\"/></HSReplay>";
  EXPECT_EQ(refusalOf(bomb), "made.xml:3:12: it declares the entity \"a\"; entities are not accepted");
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

TEST(HostileXml, IsRefusedWithItsPlaceIfImpossible) {
  const std::vector<Case> cases{
      {"a third side", game("<TagChange entity=\"4\" tag=\"50\" value=\"3\"/>"), "the controller 3 in a game of two"},
      {"a third player", kOpen + kPlayers + "<Player id=\"5\" playerID=\"3\" name=\"Cleo\"/>" + kClose,
       "made.xml:7:1: player 3 in a game of two"},
      {"one player",
       kOpen + "<Player id=\"2\" playerID=\"1\" name=\"Ada\"/>\n" + kMinion + "<Block entity=\"2\" type=\"5\"/>" +
           kClose,
       "expected a game of two players"},
      {"nothing happens", kOpen + kPlayers + kMinion + kClose, "the game ends before anything happened"},
      {"a game that goes back", game("<Block entity=\"1\" type=\"11\"/>"), "goes back to an earlier point"},
      {"a game within a game", game("<Game/>"), "a game within a game"},
      {"outside of a game", "<HSReplay>\n<TagChange entity=\"1\" tag=\"1\" value=\"1\"/></HSReplay>",
       "made.xml:2:1: <TagChange> is outside of a <Game>"},
  };
  for (const Case& one : cases)
    EXPECT_NE(refusalOf(one.text).find(one.expected), std::string::npos) << one.what << ": " << refusalOf(one.text);
  EXPECT_EQ(refusalOf(game("<TagChange entity=\"4\" tag=\"44\" value=\"1\"/>")), "accepted");
}

TEST(HostileXml, UnreadableElementsAreSkipped) {
  const std::vector<Case> cases{
      {"a number that is none", "<TagChange entity=\"x\" tag=\"44\" value=\"1\"/>", "<TagChange> that cannot be read"},
      {"a huge number", "<TagChange entity=\"4\" tag=\"44\" value=\"99999999999999999999\"/>",
       "DAMAGE=99999999999999999999"},
      {"a number larger than the server has", "<TagChange entity=\"4\" tag=\"47\" value=\"2147483648\"/>",
       "ATK=2147483648"},
      {"an attribute that is missing", "<TagChange entity=\"4\" value=\"1\"/>", "<TagChange> that cannot be read"},
      {"an entity that nothing told of", "<TagChange entity=\"9\" tag=\"44\" value=\"1\"/>",
       "packet about an entity that was never introduced"},
      {"a tag that nobody knows", "<Meteor/>", "unknown element <meteor>"},
      {"one with others in it", "<Meteor><Crater entity=\"4\"/>stone</Meteor>", "unknown element <crater>"},
      {"a tag of nothing", "<Tag tag=\"1\" value=\"1\"/>", "<Tag> outside of an entity"},
      {"text", "hello", "text between the tags"},
      {"a zone that nobody knows", "<TagChange entity=\"4\" tag=\"49\" value=\"77\"/>", "ZONE=77"},
      {"a block that nobody knows", "<Block entity=\"4\" type=\"77\"></Block>", "block of unknown type 77"},
      {"a block of nobody", "<Block type=\"7\"><TagChange entity=\"4\" tag=\"48\" value=\"2\"/></Block>",
       "<Block> that cannot be read"},
      {"a player shown as a card", "<ShowEntity entity=\"2\" cardID=\"X\"/>", "player shown as a card"},
      {"a turn that comes too early",
       "<TagChange entity=\"1\" tag=\"20\" value=\"1\"/>"
       "<TagChange entity=\"1\" tag=\"20\" value=\"4\"/>",
       "turns between 1 and 4"},
  };
  for (const Case& one : cases) {
    const ReadGame import = read(game(one.text + "<TagChange entity=\"2\" tag=\"26\" value=\"1\"/>"));
    EXPECT_TRUE(ranges::contains(import.skipped, one.expected, &Skipped::what)) << one.what;
    EXPECT_TRUE(ranges::any_of(kinds(import.recording), [](auto kind) { return kind == schema::Event::VALUE_CHANGED; }))
        << one.what << ": the lines after it are lost";
  }
}

TEST(HostileXml, IrrelevantElementsAreIgnored) {
  const std::string damage = "<TagChange entity=\"4\" tag=\"44\" value=\"1\"/>";
  const ReadGame plain = read(game(damage));
  const std::vector<std::string> additions{
      "<sendchoices id=\"2\" type=\"1\"><Choice entity=\"4\" index=\"0\"/><Entity id=\"9\"/>text</sendchoices>",
      "<Options id=\"3\"><Option index=\"0\"><target entity=\"4\"/><Weather/></Option></Options>",
      "<MetaData meta=\"99\"><Info entity=\"4\"/></MetaData>",
      "<VOSpell/>",
      "<TagChange entity=\"4\" tag=\"9999\" value=\"99999999999\"/>",
      "<TagChange entity=\"UNKNOWN HUMAN PLAYER\" tag=\"9999\" value=\"1\"/>",
  };
  for (const std::string& one : additions) {
    const ReadGame more = read(game(one + damage));
    EXPECT_EQ(kinds(more.recording), kinds(plain.recording)) << one;
    EXPECT_EQ(more.skipped.size(), plain.skipped.size()) << one << ": " << more.skipped.front().what;
  }
}

TEST(HostileXml, UsesAPlayersFirstNameByDefault) {
  const auto name = [](const std::string& attribute) {
    const ReadGame import =
        read(kOpen + "<GameEntity id=\"1\"/><Player id=\"2\" playerID=\"1\"" + attribute +
             "><InitialName>Ada\n</InitialName></Player><Player id=\"3\" playerID=\"2\" name=\"Ben\"/>" + kMinion +
             "<TagChange entity=\"4\" tag=\"44\" value=\"1\"/>" + kClose);
    return std::string(import.recording.header().getPlayers()[0].getName());
  };
  EXPECT_EQ(name(""), "Ada");
  EXPECT_EQ(name(" name=\"UNKNOWN HUMAN PLAYER\""), "Ada");
  EXPECT_EQ(name(" name=\"Cleo\""), "Cleo");
}

TEST(HostileXml, OfAnotherGameModeIsRefused) {
  const auto of = [](const std::string& tag) {
    return refusalOf(kOpen + "<GameEntity id=\"1\"><Tag tag=\"" + tag + "\" value=\"1\"/></GameEntity>" + kClose);
  };
  EXPECT_NE(of("1199").find("this is a game of Battlegrounds"), std::string::npos) << of("1199");
  EXPECT_NE(of("1561").find("this is a game of Mercenaries"), std::string::npos) << of("1561");
  const auto stated = [](const std::string& attributes, const std::string& hero, const std::string& account) {
    return refusalOf("<HSReplay><Game" + attributes +
                     "><GameEntity id=\"1\"/><Player id=\"2\" playerID=\"1\" name=\"Ada\" " +
                     "accountLo=\"7\"/><Player id=\"3\" playerID=\"2\" name=\"Ben\" accountLo=\"" + account +
                     "\"/><FullEntity id=\"4\" cardID=\"" + hero +
                     "\"><Tag tag=\"49\" value=\"1\"/><Tag tag=\"50\" value=\"2\"/><Tag tag=\"202\" value=\"3\"/>" +
                     "</FullEntity><TagChange entity=\"4\" tag=\"44\" value=\"1\"/></Game></HSReplay>");
  };
  EXPECT_NE(stated(" gameType=\"23\" type=\"0\"", "HERO_01", "8").find("this is a game of Battlegrounds"),
            std::string::npos);
  EXPECT_NE(stated(" type=\"30\"", "HERO_01", "8").find("this is a game of Mercenaries"), std::string::npos);
  EXPECT_NE(stated(" type=\"4\"", "HERO_01", "8").find("this is the tutorial"), std::string::npos);
  EXPECT_NE(stated(" type=\"1\"", "NAX1_01", "0").find("this is an adventure, with the hero NAX1_01"),
            std::string::npos);
  EXPECT_NE(stated("", "NAX1_01", "0").find("this is an adventure"), std::string::npos);
  EXPECT_EQ(stated(" type=\"1\"", "HERO_01", "0"), "accepted");
  EXPECT_EQ(stated(" type=\"16\"", "TB_Boss", "0"), "accepted");
  EXPECT_EQ(stated("", "NAX1_01", "8"), "accepted");
}

TEST(HostileXml, ReportsWhatItLacks) {
  const auto notes = [](const std::string& text) {
    std::string all;
    for (const std::string& one : read(text).notes) all += one + "\n";
    return all;
  };
  const std::string won =
      "<TagChange entity=\"2\" tag=\"17\" value=\"4\"/><TagChange entity=\"3\" tag=\"17\" value=\"5\"/>"
      "<TagChange entity=\"1\" tag=\"204\" value=\"3\"/>";
  EXPECT_EQ(notes(game(won)), "the file does not state the game mode\n");
  EXPECT_NE(
      notes(game("<TagChange entity=\"4\" tag=\"44\" value=\"1\"/>")).find("the file does not say how the game ended"),
      std::string::npos);
  std::string from_the_middle = game(won);
  from_the_middle.replace(from_the_middle.find("<GameEntity id=\"1\"/>"), 20,
                          "<GameEntity id=\"1\"><Tag tag=\"20\" value=\"7\"/></GameEntity>");
  EXPECT_NE(notes(from_the_middle).find("the file begins in turn 7"), std::string::npos);
  const std::string whole = game("<TagChange entity=\"4\" tag=\"44\" value=\"1\"/>" + won);
  EXPECT_NE(notes(whole.substr(0, whole.find("<TagChange entity=\"2\""))).find("the file is cut short at line 8"),
            std::string::npos);
}

TEST(HostileXml, SeveralGamesInAFileHaveTheirOwnLines) {
  const std::string one = "<Game>\n" + kPlayers + kMinion + "<TagChange entity=\"4\" tag=\"44\" value=\"1\"/>\n</Game>";
  const std::string wrong =
      "<Game>\n" + kPlayers + kMinion + "<TagChange entity=\"4\" tag=\"50\" value=\"8\"/>\n</Game>";
  const std::string file = "<HSReplay>\n" + one + "\n" + one + wrong + "\n</HSReplay>";
  const auto games = gamesOfXml(file);
  ASSERT_EQ(games.size(), 3U);
  EXPECT_EQ(refusalOf(std::string(games[0])), "accepted");
  EXPECT_EQ(refusalOf(std::string(games[1])), "accepted");
  EXPECT_EQ(refusalOf(std::string(games[2])), "made.xml:6:1: entity 4 has the controller 8 in a game of two");
}

TEST(HostileXml, TruncatedAnywhereIsRefusedOrMarkedAsIncomplete) {
  SKIP_WITHOUT_GAMES();
  const std::string& whole = gameFile("data-mulligans-10357.g2.xml");
  std::size_t games = 0;
  for (std::size_t length = 0; length + 12 < whole.size(); length += 97) {
    const std::string cut = whole.substr(0, length);
    try {
      const ReadGame import = read(cut);
      ++games;
      EXPECT_TRUE(ranges::any_of(import.notes, [](const std::string& one) {
        return one.find("cut short") != std::string::npos;
      })) << length;
    } catch (const BadInput& refused) {
      EXPECT_EQ(std::string(refused.what()).rfind("made.xml:", 0), 0U) << length;
    }
  }
  EXPECT_GT(games, 10U);
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
