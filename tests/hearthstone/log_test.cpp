// The client's log: the recorded games, written as the client would log them, are the same games; and lines that are
// not what it writes are refused with their place.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

#include "events/errors.h"
#include "events/jsonl.h"
#include "tests/hearthstone/log_writer.h"
#include "tests/hearthstone/recorded_games.h"
#include "tools/import/hearthstone/import.h"
#include "tools/import/hearthstone/log_reader.h"
#include "tools/import/hearthstone/xml_reader.h"

namespace docket::hearthstone::log_test {
namespace {

Recording read(std::string_view text, PacketReader reader) {
  static const std::string kName = "Power.log";
  return importGame({.text = text, .name = kName, .read = reader}).recording;
}

/// A record without the places in its file, which are lines in one and elements in the other.
std::string recordOf(const Recording& recording) {
  Recording without;
  without.setHeader(recording.header());
  for (std::uint32_t number = 1; number <= recording.size(); ++number) {
    capnp::MallocMessageBuilder message;
    message.setRoot(*recording.event(number));
    message.getRoot<schema::Event>().getContext().setSource(0);
    without.add(message.getRoot<schema::Event>().asReader());
  }
  std::ostringstream out;
  writeJsonLines(without, out);
  return out.str();
}

TEST(ClientLog, OfEachRecordedGameIsTheSameGame) {
  SKIP_WITHOUT_GAMES();
  std::size_t games = 0;
  for (const RecordedGame& game : recordedGames()) {
    if (game.mode == "battlegrounds" || game.mode == "mercenaries") continue;
    const std::string log = logOf(gameFile(game.file), game.file);
    EXPECT_TRUE(looksLikeLog(log)) << log.substr(0, 200);
    EXPECT_EQ(recordOf(read(log, readLog)), recordOf(read(gameFile(game.file), readXml))) << game.file;
    ++games;
  }
  EXPECT_GT(games, 50U);
}

const std::string kBegin =
    "D 10:00:00.0000000 GameState.DebugPrintPower() - CREATE_GAME\n"
    "D 10:00:00.0000000 GameState.DebugPrintPower() -     GameEntity EntityID=1\n"
    "D 10:00:00.0000000 GameState.DebugPrintPower() -         tag=CARDTYPE value=GAME\n"
    "D 10:00:00.0000000 GameState.DebugPrintPower() -     Player EntityID=2 PlayerID=1 GameAccountId=[hi=0 lo=0]\n"
    "D 10:00:00.0000000 GameState.DebugPrintPower() -     Player EntityID=3 PlayerID=2 GameAccountId=[hi=0 lo=0]\n"
    "D 10:00:00.0000000 GameState.DebugPrintPower() -     FULL_ENTITY - Creating ID=4 CardID=CS2_120\n"
    "D 10:00:00.0000000 GameState.DebugPrintPower() -         tag=ZONE value=PLAY\n"
    "D 10:00:00.0000000 GameState.DebugPrintPower() -         tag=CONTROLLER value=1\n"
    "D 10:00:00.0000000 GameState.DebugPrintPower() -         tag=CARDTYPE value=MINION\n"
    "D 10:00:00.0000000 GameState.DebugPrintGame() - PlayerID=1, PlayerName=Ada\n"
    "D 10:00:00.0000000 GameState.DebugPrintGame() - PlayerID=2, PlayerName=UNKNOWN HUMAN PLAYER\n"
    "D 10:00:00.0000000 PowerTaskList.DebugPrintPower() -     TAG_CHANGE Entity=GameEntity tag=STEP value=nonsense\n";

std::string line(const std::string& said) { return "D 10:00:01.0000000 GameState.DebugPrintPower() - " + said + "\n"; }

std::string refusalOf(const std::string& log) {
  try {
    read(log, readLog);
  } catch (const BadInput& refused) {
    return refused.what();
  }
  return "accepted";
}

TEST(ClientLog, WithALineThatTheClientDoesNotWriteIsRefusedWithItsPlace) {
  const std::string minion = "[entityName=A Crab [cardType=INVALID] id=4 zone=PLAY zonePos=1 cardId=CS2_120 player=1]";
  EXPECT_EQ(refusalOf(kBegin + line("TAG_CHANGE Entity=" + minion + " tag=DAMAGE value=1 ")), "accepted");
  EXPECT_EQ(refusalOf(kBegin + line("TAG_CHANGE Entity=Ben The Second tag=RESOURCES value=1 ")), "accepted");
  const std::vector<std::pair<std::string, const char*>> cases{
      {"TAG_CHANGE Entity=" + minion + " tag=ZONE value=MOON ", "Power.log:13:1: value=\"MOON\""},
      {"TAG_CHANGE Entity=[entityName=A Crab] tag=ZONE value=HAND ", "no id=... is in it"},
      {"TAG_CHANGE Entity=77 tag=ZONE value=HAND ", "Power.log:13:1: nothing told of an entity 77"},
      {"TAG_CHANGE tag=ZONE value=HAND ", "\"Entity=\" was expected in the line"},
      {"BLOCK_START BlockType=DANCE Entity=GameEntity EffectCardId= EffectIndex=0 Target=0 SubOption=-1 ",
       "no kind of block that is known here"},
      {"FULL_ENTITY - Creating ID=x CardID=", "a whole number was expected"},
      {"BLOCK_END", "a block ends that never began"},
      {"TAG_CHANGE Entity=" + minion + " tag=DAMAGE value=" + std::string(70'000, '1'), "the line is longer than"},
      {"RESET_GAME", "goes back to an earlier point"},
  };
  for (const auto& [said, expected] : cases)
    EXPECT_NE(refusalOf(kBegin + line(said)).find(expected), std::string::npos)
        << said.substr(0, 80) << ": " << refusalOf(kBegin + line(said));
  EXPECT_NE(refusalOf("D 10 GameState.DebugPrintOptions() - id=1\n").find("no game begins in it"), std::string::npos);
  const std::string two = kBegin + line("TAG_CHANGE Entity=Ben tag=RESOURCES value=1 ") +
                          line("TAG_CHANGE Entity=Cleo tag=RESOURCES value=1 ");
  EXPECT_NE(refusalOf(two).find("Power.log:14:1: the log does not say which player is called \"Cleo\""),
            std::string::npos)
      << refusalOf(two);
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
