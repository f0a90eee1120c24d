// The spoken verbs that rulesets define: each is read as its line, and output uses only the verbs of the transcript.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/tools/round_trip.h"
#include "tests/tools/typed_friday.h"
#include "tools/game/documents.h"
#include "tools/game/rulesets.h"
#include "tools/notation/transcript_reader.h"
#include "tools/notation/typed_game.h"

namespace docket::declared_verbs_test {
namespace {

using test::has;

/// A duel at the point at which a player has cards in hand, on the table and in the deck.
constexpr const char* kDuel = R"(game "verbs/1"
date "2026-10-10"
P1 "Gus"
P2 "Hana"
ruleset "yugioh"
P1 registers deck 6 cards
P2 registers hand
  = 2 "Marsh Ogre"
P1 registers hand
  = 2 "Lantern Fox"
  = "Iron Bell"
== turn P2
P2 plays "Marsh Ogre" to "monster zone" slot 1 up turned attack
== turn P1
-- "main 1"
)";

/// The events of lines after the duel's, as JSON Lines; or the message.
std::string madeOf(const std::string& lines) {
  const auto rules_of = test::rulesWith(test::kFridayCards);
  std::shared_ptr<const GameRules> rules;
  try {
    const std::string all = test::linesOf(readTranscript(kDuel + lines, "t", [&](schema::Header::Reader header) {
      rules = rules_of(header);
      return rules->rules();
    }));
    constexpr int kBegun = 8;  // lines: the header and seven events
    std::size_t at = 0;
    for (int line = 0; line < kBegun; ++line) at = all.find('\n', at) + 1;
    return all.substr(at);
  } catch (const BadInput& error) {
    return error.what();
  }
}

TEST(SpokenVerbs, AreReadAsTheirLines) {
  struct {
    const char *spoken, *meant;
  } const lines[] = {
      {"normal summons \"Lantern Fox\"",
       "plays \"Lantern Fox\" to \"monster zone\" up turned attack as \"normal summon\""},
      {"Normal Summon Lantern Fox slot 2",
       "plays \"Lantern Fox\" to \"monster zone\" slot 2 up turned attack as \"normal summon\""},
      {"special summons Lantern Fox turned defense",
       "moves \"Lantern Fox\" to \"monster zone\" up turned defense as \"special summon\""},
      {"Gus discards the Iron Bell", "P1 moves \"Iron Bell\" to graveyard as discarded"},
      {"discards Iron Bell as cost", "moves \"Iron Bell\" to graveyard as cost"},
      {"discards Iron Bell {reason=banana}", "moves \"Iron Bell\" to graveyard {reason=banana}"},
      {"destroys Marsh Ogre", "moves \"Marsh Ogre\" to P2 graveyard as destroyed"},
      {"banishes #7 because 7", "moves #7 to P2 banished up as banished because 7"},
      {"P2 attacks directly with \"Marsh Ogre\" because 7", "P2 attacks P1 with \"Marsh Ogre\" because 7"},
      {"P2 attacks the opponent with Marsh Ogre", "P2 attacks P1 with \"Marsh Ogre\""},
      {"P2 attacks P1 with Marsh Ogre", "P2 attacks P1 with \"Marsh Ogre\""},
      {"chains Iron Bell as \"card activation\"", "uses \"Iron Bell\" as \"card activation\""},
      {"draws", "draws 1"},
      {"P1 draw from deck", "P1 draws 1"},
  };
  for (const auto& [spoken, meant] : lines) {
    EXPECT_HAS(madeOf(meant), "{\"n\":8");
    EXPECT_EQ(madeOf(spoken), madeOf(meant)) << spoken;
  }
}

TEST(SpokenVerbs, MoveACardThatIsNotThereYet) {
  const std::string first = "normal summons Lantern Fox\n";
  EXPECT_EQ(madeOf(first + "special summons Lantern Fox turned defense"),
            madeOf(first + "moves #10 to \"monster zone\" up turned defense as \"special summon\""));
  const std::string second = "discards #9\n";
  EXPECT_EQ(madeOf(second + "discards Lantern Fox"), madeOf(second + "discards #10"));
}

TEST(SpokenVerbs, TakeControlOnlyOfAnotherPlayersCard) {
  const std::string both = "takes control of #7\nP2 plays #8 to \"monster zone\" slot 2 up turned attack\n";
  EXPECT_HAS(madeOf(both + "takes control of Marsh Ogre"), "\"card\":8");
  EXPECT_EQ(madeOf(both + "takes control of Marsh Ogre"), madeOf(both + "takes control of #8"));
}

TEST(SpokenVerbs, AreShownByExamplesIfNoneIsSimilar) {
  EXPECT_HAS(madeOf("frobnicates Iron Bell"),
             "no event begins with \"frobnicates\"; verbs are draws, plays, moves, uses, attacks, ");
}

TEST(SpokenVerbs, AreFollowedByFourWaysToGoOnAtMost) {
  const std::string said = madeOf("uses Lantern Fox trgeting Iron Bell");
  EXPECT_HAS(said,
             "found \"trgeting\", expected the end of the line or one of: targeting a card, P1, place N, unit N or "
             "game, ability a number (ability), ");
  EXPECT_HAS(said, ", or 9 more");
}

TEST(SpokenVerbs, AreOfferedForAMisspeltOne) {
  EXPECT_HAS(madeOf("discrads Iron Bell"), "no event begins with \"discrads\" (did you mean \"discards\"?)");
  EXPECT_HAS(madeOf("exhausts Iron Bell"), "no event begins with \"exhausts\"") << "it is of other games";
  EXPECT_HAS(madeOf("normal summons Lantern Fox bowed"), "found \"bowed\"") << madeOf("normal summons Fox bowed");
}

/// A line with the verb, about card 1 of an unknown kind; of a verb that depends on the card, a line for each meaning.
std::vector<std::string> linesWith(const DeclaredVerb& verb) {
  constexpr std::string_view kCard = "...";
  std::vector<std::string> lines;
  for (const VerbMeaning& meaning : verb.meanings) {
    if (!meaning.types.empty()) {
      std::string line = meaning.line;
      lines.push_back("P1 " + line.replace(line.find(kCard), kCard.size(), "#1"));
    } else if (verb.meanings.size() == 1) {
      const bool aims = meaning.line.find("opponent") != std::string::npos;
      lines.push_back(fmt::format("P1 {} {}#1", verb.says, aims ? "with " : ""));
    }
  }
  return lines;
}

TEST(SpokenVerbs, OfEveryShippedRulesetMeanALine) {
  std::size_t tried = 0;
  for (const EmbeddedFile& shipped : shippedRulesets()) {
    const HeldDocument held = readRuleset(shipped.text, std::string(shipped.file));
    const std::string name = held.name + '@' + held.version;
    Pinning pinning(name, {});
    capnp::MallocMessageBuilder message;
    auto header = message.initRoot<schema::Header>();
    header.initPlayers(2);
    const auto rules = pinning.rulesFor(pinning.documentsFor(header, "typed", nullptr));
    std::set<std::string> known;
    for (const DeclaredVerb& verb : rules->ruleset.declared.verbs) {
      EXPECT_TRUE(known.insert(verb.says).second) << name << ": " << verb.says;
      for (const std::string& line : linesWith(verb)) {
        notation::TypedGame game(header.asReader(), rules->rules(), "t");
        const std::string cards = "P1 registers hand 3 cards";
        game.add(notation::EventLines(notation::Cursor(cards, "t", 1)));
        try {
          EXPECT_EQ(game.add(notation::EventLines(notation::Cursor(line, "t", 2))), 2U) << name << ": " << line;
        } catch (const notation::Mistake& mistake) {
          ADD_FAILURE() << name << ": " << line << ": " << mistake.what();
        }
        ++tried;
      }
    }
  }
  EXPECT_GT(tried, 20U);
}

TEST(SpokenVerbs, ArePrintedInTheTranscriptsWords) {
  const test::TempDirectory place;
  std::string typed = kDuel;
  typed += "normal summons Lantern Fox\n";
  const auto taken = test::run(
      {"import", place.file("verbs.txt", typed), "--cards", test::kFridayCards, "--archive", place.archive()});
  ASSERT_EQ(taken.status, 0) << taken.err;
  const std::string log = test::run({"log", "verbs/1", "--archive", place.archive()}).out;
  EXPECT_HAS(log, "plays \"Lantern Fox\" #9 to \"monster zone\" up turned attack as \"normal summon\"");
  EXPECT_FALSE(has(log, "summons"));
}

}  // namespace
}  // namespace docket::declared_verbs_test
