// A game with inserted data that no client writes today: it stays the same game, and what could matter is counted.
// And a game with data removed: it is refused or reports what is missing, and nothing crashes.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <range/v3/algorithm/find_if.hpp>
#include <sstream>
#include <vector>

#include "events/errors.h"
#include "events/json/jsonl.h"
#include "tests/hearthstone/log_writer.h"
#include "tests/hearthstone/plain_record.h"
#include "tests/hearthstone/recorded_games.h"
#include "tests/how_many.h"
#include "tests/places.h"
#include "tests/tools/run.h"
#include "tools/import/hearthstone/file_import.h"
#include "tools/import/hearthstone/log_reader.h"

namespace docket::hearthstone::unknown_test {
namespace {

std::size_t howMany() { return test::filesToTry(5000); }  // of each form

struct Form {
  PacketReader read;
  std::vector<std::string> lines;
  std::vector<std::string> harmless;  ///< between packets
  std::vector<std::string> unknown;   ///< likewise
};

Form xmlForm() {
  Form form{.read = readXml,
            .lines = {},
            .harmless = {"<Options id=\"9\"><Option index=\"0\" type=\"99\"><Weather/></Option></Options>",
                         "<MetaData meta=\"77\" data=\"x\"><Info entity=\"4\"/></MetaData>",
                         "<sendchoices id=\"2\" type=\"9\"><Entity id=\"4\"/>text</sendchoices>",
                         "<SubSpell spellPrefabGuid=\"?\" source=\"4\"><SubSpellTarget index=\"0\"/></SubSpell>",
                         "<TagChange entity=\"4\" tag=\"9999\" value=\"7\"/>",
                         "<TagChange entity=\"777\" tag=\"9998\" value=\"99999999999\"/>"},
            .unknown = {"<Meteor/>", "<Meteor entity=\"4\"><Crater/>deep</Meteor>",
                        "<TagChange entity=\"UNKNOWN HUMAN PLAYER\" tag=\"49\" value=\"1\"/>",
                        "<TagChange entity=\"777\" tag=\"49\" value=\"1\"/>", "between"}};
  std::istringstream in(test::textOf(test::sourceDir() + "/tests/hearthstone/samples/small-duel.xml"));
  for (std::string line; std::getline(in, line);) form.lines.push_back(line + "\n");
  return form;
}

Form logForm() {
  const std::string power = "D 10:00:00.0000000 GameState.DebugPrintPower() - ";
  Form form{.read = readLog,
            .lines = {},
            .harmless = {"D 10:00:00.0000000 PowerTaskList.DebugPrintPower() - METEOR Entity=4",
                         "D 10:00:00.0000000 GameState.DebugPrintWeather() - cloudy",
                         "E 10:00:00.0000000 [Power] something is wrong", "",
                         power + "META_DATA - Meta=WEATHER Data=0 InfoCount=0",
                         power + "TAG_CHANGE Entity=4 tag=WEATHER value=CLOUDY",
                         power + "TAG_CHANGE Entity=Nobody tag=9999 value=7"},
            .unknown = {power + "METEOR Entity=4 Size=2", power + "TAG_LIST_CHANGE Entity=4 tag=ZONE value=HAND",
                        power + "TAG_CHANGE Entity=777 tag=ZONE value=HAND", power + "TAG_CHANGE tag=ZONE",
                        power + "\xFF\xFE"}};
  const std::string xml = test::textOf(test::sourceDir() + "/tests/hearthstone/samples/small-duel.xml");
  std::istringstream in(written(xml, "small-duel.xml").counted());
  for (std::string line; std::getline(in, line);) form.lines.push_back(line + "\n");
  return form;
}

ReadGame read(const Form& form, const std::vector<std::string>& lines) {
  static const std::string kName = "unknown";
  std::string text;
  for (const std::string& line : lines) text += line;
  return importGame({.text = text, .name = kName, .read = form.read});
}

/// True if the record has an event `skipped`.
bool isInDoubt(const Recording& recording) {
  for (EventNumber number = 1; number <= recording.size(); ++number) {
    const HeldEvent event = recording.event(number);
    if (event->isSkipped()) return true;
  }
  return false;
}

/// The places between two packets, where the game is under way: in front of these lines.
std::vector<std::size_t> placesBetween(const Form& form) {
  std::vector<std::size_t> places;
  bool began = false;
  for (std::size_t i = 0; i < form.lines.size(); ++i) {
    const std::string& line = form.lines[i];
    const bool is_xml = line.starts_with('<');
    const bool is_packet = line.starts_with("<TagChange") || line.starts_with("<Block") ||
                           line.starts_with("</Block") || line.find("PowerList()") != std::string::npos;
    began = began || line.starts_with("<TagChange") || line.find("TAG_CHANGE") != std::string::npos;
    // A list of packets belongs to the log: its contents are counted.
    if (began && is_packet && (is_xml || i > 0)) places.push_back(i);
  }
  return places;
}

void staysTheSame(const Form& form) {
  const std::string plain = plainRecord(read(form, form.lines).recording);
  const auto places = placesBetween(form);
  ASSERT_GT(places.size(), 20U);
  std::mt19937 random(42);
  const auto any = [&](std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random); };
  for (std::size_t file = 0; file < howMany(); ++file) {
    const bool is_harmless = file % 2 == 0;
    const auto& additions = is_harmless ? form.harmless : form.unknown;
    std::vector<std::string> lines = form.lines;
    std::string added;
    for (std::size_t more = 1 + any(3); more > 0; --more) {
      const std::string& one = additions[any(additions.size())];
      lines[places[any(places.size())]].insert(0, one + "\n");
      added += one + "\n";
    }
    const ReadGame import = read(form, lines);
    ASSERT_EQ(plainRecord(import.recording), plain) << added;
    ASSERT_EQ(isInDoubt(import.recording), !is_harmless) << added;
    ASSERT_EQ(import.skipped.empty(), is_harmless) << added << (import.skipped.empty() ? "" : import.skipped[0].what);
  }
}

TEST(UnknownThings, InAReplayAreIgnored) { staysTheSame(xmlForm()); }
TEST(UnknownThings, InALogAreIgnored) { staysTheSame(logForm()); }

TEST(UnknownThings, InAnEntityAreIgnored) {
  const Form form = xmlForm();
  const std::string plain = plainRecord(read(form, form.lines).recording);
  std::size_t tried = 0;
  for (std::size_t i = 0; i < form.lines.size(); ++i) {
    if (!form.lines[i].starts_with("<Tag ")) continue;
    for (const bool is_harmless : {true, false}) {
      std::vector<std::string> lines = form.lines;
      lines[i].insert(0, is_harmless ? "<Tag tag=\"9999\" value=\"88888888888\"/>\n"
                                     : "<Meteor><Tag tag=\"49\" value=\"3\"/></Meteor>\n");
      const ReadGame import = read(form, lines);
      ASSERT_EQ(plainRecord(import.recording), plain) << i;
      ASSERT_EQ(import.skipped.empty(), is_harmless) << i;
      ASSERT_EQ(isInDoubt(import.recording), !is_harmless) << i;
      ++tried;
    }
  }
  EXPECT_GT(tried, 50U);
}

/// Whether card `card` is in doubt, at each mention in the record: '?' in doubt, '.' settled.
std::string doubtsOf(const std::string& packets) {
  const Form form = xmlForm();
  std::vector<std::string> lines = form.lines;
  lines[placesBetween(form)[10]].insert(0, packets);
  const ReadGame import = read(form, lines);
  std::string doubts;
  for (EventNumber number = 1; number <= import.recording.size(); ++number) {
    const HeldEvent event = import.recording.event(number);
    if (event->isSkipped()) doubts += event->getSkipped().getWhat().size() == 0 ? '.' : '?';
  }
  return doubts;
}

TEST(UnknownThings, AreInDoubtUntilTheStreamResolvesThem) {
  const std::string moon = "<TagChange entity=\"4\" tag=\"49\" value=\"77\"/>";
  const std::string huge = "<TagChange entity=\"4\" tag=\"47\" value=\"9999999999\"/>";
  EXPECT_EQ(doubtsOf(""), "");
  EXPECT_EQ(doubtsOf(huge), "?");
  EXPECT_EQ(doubtsOf(huge + huge), "?");
  EXPECT_EQ(doubtsOf(huge + "<TagChange entity=\"4\" tag=\"47\" value=\"2\"/>"), "?.");
  EXPECT_EQ(doubtsOf(huge + "<TagChange entity=\"4\" tag=\"48\" value=\"2\"/>"), "?");
  EXPECT_TRUE(doubtsOf(moon).starts_with("?."));  // the sample tells its zone again
  EXPECT_EQ(doubtsOf("<FullEntity id=\"99\"><Tag tag=\"49\" value=\"77\"/><Tag tag=\"50\" value=\"1\"/></FullEntity>"
                     "<TagChange entity=\"99\" tag=\"49\" value=\"6\"/>"),
            "?.");
  EXPECT_EQ(doubtsOf("<Block entity=\"1\" type=\"777\"></Block>"), "?");
}

TEST(MissingThings, InALogAreReported) {
  const Form form = logForm();
  const ReadGame whole = read(form, form.lines);
  const std::string plain = plainRecord(whole.recording);
  ASSERT_TRUE(whole.skipped.empty());
  std::size_t refused = 0, doubted = 0;
  for (std::size_t i = 0; i < form.lines.size(); ++i) {
    std::vector<std::string> lines = form.lines;
    const std::string line = lines[i];
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
    try {
      const ReadGame import = read(form, lines);
      const bool is_part = line.find("tag=") != std::string::npos && line.find("TAG_CHANGE") == std::string::npos;
      if (plainRecord(import.recording) == plain || is_part) continue;
      ++doubted;
      EXPECT_TRUE(isInDoubt(import.recording)) << "without " << line;
    } catch (const BadInput&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 2U);
  EXPECT_GT(doubted, 20U);
}

/// A kind of packet that the record is made from, and of how many that were left out something else in the file shows
/// that they are missing.
struct LeftOut {
  std::string_view attribute;  ///< of the packets
  unsigned least_percent;      ///< of its occurrences: the percentage that must be missed
  std::size_t count = 0, missed = 0;
};

TEST(MissingThings, InAReplayAreReported) {
  SKIP_WITHOUT_GAMES();
  constexpr std::size_t kGames = 6, kEvery = 40;
  std::array<LeftOut, 4> kinds{{{.attribute = " tag=\"20\" ", .least_percent = 100},    // the turn
                                {.attribute = " tag=\"44\" ", .least_percent = 100},    // damage
                                {.attribute = " tag=\"49\" ", .least_percent = 70},     // the zone of a card
                                {.attribute = " tag=\"263\" ", .least_percent = 80}}};  // its place there
  std::size_t games = 0;
  for (const RecordedGame& game : recordedGames()) {
    if (!game.isDuel() || !game.complete || games++ >= kGames) continue;
    Form form{.read = readXml, .lines = {}, .harmless = {}, .unknown = {}};
    std::istringstream in(gameFile(game.file));
    for (std::string line; std::getline(in, line);) form.lines.push_back(line + "\n");
    const ReadGame whole = read(form, form.lines);
    if (isInDoubt(whole.recording)) continue;
    const std::string plain = plainRecord(whole.recording);
    std::size_t candidates = 0;
    for (std::size_t i = 0; i < form.lines.size(); ++i) {
      const auto kind = ranges::find_if(kinds, [&](const LeftOut& one) {
        return form.lines[i].find("<TagChange") != std::string::npos &&
               form.lines[i].find(one.attribute) != std::string::npos;
      });
      if (kind == kinds.end() || candidates++ % kEvery != 0) continue;
      std::vector<std::string> lines = form.lines;
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
      try {
        const ReadGame import = read(form, lines);
        if (plainRecord(import.recording) == plain) continue;
        kind->missed += isInDoubt(import.recording) ? 1 : 0;
      } catch (const BadInput&) {
        ++kind->missed;
      }
      ++kind->count;
    }
  }
  for (const LeftOut& kind : kinds) {
    EXPECT_GT(kind.count, 5U) << kind.attribute;
    EXPECT_GE(kind.missed * 100, kind.count * kind.least_percent) << kind.attribute << kind.missed << "/" << kind.count;
  }
}

TEST(MissingThings, InAReplayDoNotCrash) {
  const Form form = xmlForm();
  std::mt19937 random(7);
  std::size_t taken = 0;
  for (std::size_t file = 0; file < howMany(); ++file) {
    std::vector<std::string> lines = form.lines;
    for (std::size_t change = 1 + file % 3; change > 0; --change) {
      const std::size_t at = std::uniform_int_distribution<std::size_t>(3, lines.size() - 4)(random);
      if (file % 2 == 0) {
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
      } else {
        std::swap(lines[at], lines[at + 1]);
      }
    }
    try {
      ReadGame import = read(form, lines);
      import.recording.header().setId("taken");
      requireValid(import.recording, "taken");
      ++taken;
    } catch (const BadInput& refused) {
      EXPECT_TRUE(std::string(refused.what()).starts_with("unknown:")) << refused.what();
    }
  }
  EXPECT_GT(taken, 1000U);
}

}  // namespace
}  // namespace docket::hearthstone::unknown_test
