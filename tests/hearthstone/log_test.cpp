// The client's log: the recorded games, written as the client would log them, give the same games; unknown lines are
// skipped and counted, and a file that is not a game is refused with its place.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>

#include "events/errors.h"
#include "tests/hearthstone/log_writer.h"
#include "tests/hearthstone/plain_record.h"
#include "tests/hearthstone/recorded_games.h"
#include "tools/import/hearthstone/file_import.h"
#include "tools/import/hearthstone/format_entry.h"
#include "tools/import/hearthstone/log_reader.h"
#include "tools/import/hearthstone/xml_reader.h"

namespace docket::hearthstone::log_test {
namespace {

Recording read(std::string_view text, PacketReader reader) {
  static const std::string kName = "Power.log";
  return importGame({.text = text, .name = kName, .read = reader}).recording;
}

TEST(ClientLog, GivesTheSameGameAsTheRecording) {
  SKIP_WITHOUT_GAMES();
  std::size_t games = 0;
  for (const RecordedGame& game : recordedGames()) {
    if (!game.isDuel()) continue;
    const std::string log = logOf(gameFile(game.file), game.file);
    EXPECT_TRUE(looksLikeLog(log)) << log.substr(0, 200);
    EXPECT_EQ(plainRecord(read(log, readLog)), plainRecord(read(gameFile(game.file), readXml))) << game.file;
    ++games;
  }
  EXPECT_GT(games, 50U);
}

const std::string kBegin =
    "D 10:00:00.0000000 GameState.DebugPrintPower() - CREATE_GAME\n"
    "D 10:00:00.0000000 GameState.DebugPrintPower() -     GameEntity EntityID=1\n"
    "D 10:00:00.0000000 GameState.DebugPrintPower() -         tag=CARDTYPE value=GAME\n"
    "D 10:00:00.0000000 GameState.DebugPrintPower() -     Player EntityID=2 PlayerID=1 GameAccountId=[hi=7 lo=1]\n"
    "D 10:00:00.0000000 GameState.DebugPrintPower() -     Player EntityID=3 PlayerID=2 GameAccountId=[hi=7 lo=2]\n"
    "D 10:00:00.0000000 GameState.DebugPrintPower() -     FULL_ENTITY - Creating ID=4 CardID=CS2_120\n"
    "D 10:00:00.0000000 GameState.DebugPrintPower() -         tag=ZONE value=PLAY\n"
    "D 10:00:00.0000000 GameState.DebugPrintPower() -         tag=CONTROLLER value=1\n"
    "D 10:00:00.0000000 GameState.DebugPrintPower() -         tag=CARDTYPE value=MINION\n"
    "D 10:00:00.0000000 GameState.DebugPrintGame() - PlayerID=1, PlayerName=Ada\n"
    "D 10:00:00.0000000 GameState.DebugPrintGame() - PlayerID=2, PlayerName=UNKNOWN HUMAN PLAYER\n"
    "D 10:00:00.0000000 PowerTaskList.DebugPrintPower() -     TAG_CHANGE Entity=GameEntity tag=STEP value=nonsense\n";

std::string line(const std::string& said) { return "D 10:00:01.0000000 GameState.DebugPrintPower() - " + said + "\n"; }

const std::string kMinion = "[entityName=A Crab [cardType=INVALID] id=4 zone=PLAY zonePos=1 cardId=CS2_120 player=1]";
/// The same without the lines that name the players.
const std::string kNameless = kBegin.substr(0, kBegin.find("D 10:00:00.0000000 GameState.DebugPrintGame()"));

ReadGame imported(const std::string& log) {
  static const std::string kName = "Power.log";
  return importGame({.text = log, .name = kName, .read = readLog});
}

std::string refusalOf(const std::string& log) {
  try {
    read(log, readLog);
  } catch (const BadInput& refused) {
    return refused.what();
  }
  return "accepted";
}

TEST(ClientLog, ThatIsNotAGameIsRefusedWithItsPlace) {
  EXPECT_EQ(refusalOf(kBegin + line("TAG_CHANGE Entity=" + kMinion + " tag=DAMAGE value=1 ")), "accepted");
  EXPECT_EQ(refusalOf(kBegin + line("TAG_CHANGE Entity=Ben The Second tag=RESOURCES value=1 ")), "accepted");
  EXPECT_NE(refusalOf(kBegin + line("RESET_GAME")).find("goes back to an earlier point"), std::string::npos);
  EXPECT_NE(refusalOf("D 10 GameState.DebugPrintOptions() - id=1\n").find("it contains no game: a line"),
            std::string::npos);
  const std::string two = kBegin + line("TAG_CHANGE Entity=Ben tag=RESOURCES value=1 ") +
                          line("TAG_CHANGE Entity=Cleo tag=RESOURCES value=1 ");
  EXPECT_NE(refusalOf(two).find("Power.log:13:1: the log does not say which player is called \"Ben\""),
            std::string::npos)
      << refusalOf(two);
}

TEST(ClientLog, UnreadableLinesAreSkipped) {
  const std::string damage = line("TAG_CHANGE Entity=4 tag=DAMAGE value=1 ");
  const std::vector<std::pair<std::string, const char*>> cases{
      {"TAG_CHANGE Entity=" + kMinion + " tag=ZONE value=MOON ", "ZONE=MOON"},
      {"TAG_CHANGE Entity=" + kMinion + " tag=ATK value=99999999999 ", "ATK=99999999999"},
      {"TAG_CHANGE Entity=[entityName=A Crab] tag=ZONE value=HAND ", "TAG_CHANGE that cannot be read"},
      {"TAG_CHANGE Entity=77 tag=ZONE value=HAND ", "packet about an entity that was never introduced"},
      {"TAG_CHANGE tag=ZONE value=HAND ", "TAG_CHANGE that cannot be read"},
      {"BLOCK_START BlockType=DANCE Entity=GameEntity EffectCardId= EffectIndex=0 Target=0 SubOption=-1 ",
       "block of unknown type DANCE"},
      {"FULL_ENTITY - Creating ID=x CardID=", "FULL_ENTITY that cannot be read"},
      {"BLOCK_END", "BLOCK_END without its start"},
      {"TAG_CHANGE Entity=" + kMinion + " tag=DAMAGE value=" + std::string(70'000, '1'), "line that is not text"},
      {"TAG_CHANGE Entity=\xFF tag=DAMAGE value=1", "line that is not text"},
      {"METEOR Entity=4", "unknown packet METEOR"},
  };
  for (const auto& [said, expected] : cases) {
    const ReadGame import =
        imported(kBegin + damage + line(said) + line("TAG_CHANGE Entity=GameEntity tag=TURN value=1 "));
    EXPECT_TRUE(ranges::contains(import.skipped, expected, &Skipped::what)) << said.substr(0, 80);
    EXPECT_GE(import.recording.size(), imported(kBegin + damage).recording.size() + 1) << said.substr(0, 80);
  }
}

// 34 of 47 logs of clients name players nowhere else.
TEST(ClientLog, NamesPlayersAtTheirChoices) {
  const std::string choices =
      "D 10:00:00.0000000 GameState.DebugPrintEntityChoices() - id=1 Player=Ada Lovelace TaskList=4 "
      "ChoiceType=MULLIGAN CountMin=0 CountMax=3\n"
      "D 10:00:00.0000000 GameState.DebugPrintEntityChoices() -   Source=GameEntity\n"
      "D 10:00:00.0000000 GameState.DebugPrintEntityChoices() -   Entities[0]=[name=UNKNOWN ENTITY "
      "[cardType=INVALID] id=12 zone=DECK zonePos=0 cardId= player=2]\n";
  const std::string chosen =
      "D 10:00:00.0000000 GameState.DebugPrintEntitiesChosen() - id=2 Player=Ben#1234 EntitiesCount=1\n"
      "D 10:00:00.0000000 GameState.DebugPrintEntitiesChosen() -   Entities[0]=[id=24 cardId= type=INVALID "
      "zone=HAND zonePos=2 player=1]\n";
  const std::string mana = line("TAG_CHANGE Entity=Ada Lovelace tag=RESOURCES value=1 ") +
                           line("TAG_CHANGE Entity=Ben tag=RESOURCES value=2 ");
  for (const std::string& names : {choices, choices + chosen}) {
    const ReadGame import = imported(kNameless + mana + names);
    const auto players = import.recording.header().getPlayers();
    EXPECT_EQ(std::string(players[1].getName()), "Ada Lovelace");
    EXPECT_TRUE(std::string(players[0].getName()).starts_with("Ben"));
  }
  EXPECT_NE(refusalOf(kNameless + mana).find("does not say which player is called \"Ada Lovelace\""),
            std::string::npos);
}

TEST(ClientLog, MayNameTheGameEntityInTwoWays) {
  std::string log = kNameless;
  log.replace(log.find("lo=2]"), 5, "lo=0]");
  EXPECT_EQ(refusalOf(log + line("TAG_CHANGE Entity=The Innkeeper tag=RESOURCES value=1 ") +
                      line("TAG_CHANGE Entity=The Bartender tag=RESOURCES value=2 ")),
            "accepted");
}

// The client announces the number of packets. A smaller list is reported as incomplete, not refused.
TEST(ClientLog, WithoutAnnouncedPacketsIsIncomplete) {
  const auto list = [](int count) { return fmt::format("D 10 GameState.DebugPrintPowerList() - Count={}\n", count); };
  const std::string two = line("TAG_CHANGE Entity=4 tag=DAMAGE value=1 ") + line("BLOCK_END");
  const ReadGame whole = imported(kBegin + list(2) + two);
  const ReadGame cut = imported(kBegin + list(5) + two);
  const std::string_view lacks = "packet announced but missing from the log";
  EXPECT_FALSE(ranges::contains(whole.skipped, lacks, &Skipped::what));
  const auto found = ranges::find(cut.skipped, lacks, &Skipped::what);
  ASSERT_NE(found, cut.skipped.end());
  EXPECT_EQ(found->count, 3U);
}

TEST(ClientLog, WithoutTheEndOfABlockKeepsTheLaterPackets) {
  const std::string block =
      "BLOCK_START BlockType=ATTACK Entity=4 EffectCardId= EffectIndex=0 Target=0 SubOption=-1 TriggerKeyword=0";
  const std::string list = "D 10 GameState.DebugPrintPowerList() - Count=5\n";
  const std::string damage = line("    TAG_CHANGE Entity=4 tag=DAMAGE value=1 ");
  const auto attacks = [&](const std::string& end) {
    const ReadGame import = imported(kBegin + list + line(block) + damage + end + line(block) + line("BLOCK_END"));
    std::size_t chosen = 0;
    for (std::uint32_t number = 1; number <= import.recording.size(); ++number) {
      const HeldEvent event = import.recording.event(number);
      chosen += event->isAbilityActivated() ? 1U : 0U;
    }
    return chosen;
  };
  EXPECT_EQ(attacks(line("BLOCK_END")), 2U);
  EXPECT_EQ(attacks(""), 2U);
}

TEST(ClientLog, MayBeginWithEmptyLines) {
  EXPECT_TRUE(looksLikeLog("\n\r\nD 10:00:00.0 PowerTaskList.DebugPrintPower() -     TAG_CHANGE Entity=1\n"));
  EXPECT_TRUE(looksLikeLog("D 00:05:34.4949490 GameState.OnEntityChoices() - id=1 playerId=1 queued\n"));
  EXPECT_FALSE(looksLikeLog("\n\ngame \"D\"\n"));
}

TEST(ClientLog, OfASpectatorIsMarked) {
  const std::string watched = "D 10:00:00.0 ================== Start Spectator Game ==================\n";
  const std::string file = kBegin + line("TAG_CHANGE Entity=4 tag=DAMAGE value=1 ") + watched + kBegin +
                           line("TAG_CHANGE Entity=4 tag=DAMAGE value=1 ");
  const auto games = gamesOfLog(file);
  ASSERT_EQ(games.size(), 2U);
  const auto is_watched = [](std::string_view game) {
    const auto notes = imported(std::string(game)).notes;
    return ranges::any_of(notes, [](const std::string& one) { return one.find("spectator") != std::string::npos; });
  };
  EXPECT_FALSE(is_watched(games[0]));
  EXPECT_TRUE(is_watched(games[1]));
}

TEST(ClientLog, OfSeveralGamesIsReadGameByGame) {
  const std::string one = kBegin + line("TAG_CHANGE Entity=4 tag=DAMAGE value=1 ");
  const std::string file = line("TAG_CHANGE Entity=9 tag=ZONE value=HAND ") + one + one;
  const auto games = gamesOfLog(file);
  ASSERT_EQ(games.size(), 2U);
  for (const std::string_view game : games) EXPECT_EQ(refusalOf(std::string(game)), "accepted");
}

}  // namespace
}  // namespace docket::hearthstone::log_test
