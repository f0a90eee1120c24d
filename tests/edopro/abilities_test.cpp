// Which ability an activation uses, if the facts of the card allow several or none.
#include "tools/import/edopro/abilities.h"
#include "engine/rules/compile_ruleset.h"

#include <gtest/gtest.h>

#include "tests/edopro/duels.h"
#include "tests/places.h"
#include "tools/game/wordings.h"
#include "tools/import/edopro/cards.h"
#include "tools/import/read_catalogue.h"

namespace docket::edopro::abilities_test {
namespace {

constexpr std::uint32_t kCode = 77;

constexpr std::uint64_t ownDescription(std::uint32_t index) { return std::uint64_t{kCode} << 20U | index; }

class AbilityOf : public testing::Test {
 protected:
  AbilityOf() {
    const std::filesystem::path document =
        std::filesystem::path(docket::test::sourceDir()) / "engine/rulesets/yugioh.json";
    const auto bytes = readFile(document);
    ruleset_ = compile(
        readDocument<schema::Ruleset>({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, document).root(),
        document);
  }

  /// The ability of a card with these effects and limits, as in a line of facts.
  ActivatedAbility of(const std::string& effects, const std::string& limits, std::uint64_t description,
                      std::uint8_t place = kMonsterZone, bool card_activation = false) {
    const std::string line =
        R"({"code":77,"name":"Card","type":33,"atk":0,"def":0,"level":1,"attribute":1,"race":1,"lscale":0,"rscale":0,)"
        R"("limits":[)" +
        limits + R"(],"effects":[)" + effects + "]}";
    catalogue_ = compile(readCards(line, "facts").root(), ruleset_, "facts");
    const Location at{.player = 0, .place = place, .sequence = 0, .position = 1};
    return abilityOf(*catalogue_.find("77"), ruleset_, {kCode, description, at, card_activation});
  }

  /// The same for a card of which only the text is known.
  ActivatedAbility ofText(const std::string& text, ActivationClue clue) {
    const std::string line =
        R"({"code":77,"name":"Card","type":33,"atk":0,"def":0,"level":1,"attribute":1,"race":1,"lscale":0,"rscale":0,)"
        R"("limits":[],"effects":[],"text":")" +
        text + "\"}";
    const HeldWordings wordings = chooseWordings("yugioh", {}, {});
    const PrintedCards printed = readPrintedCards(line, "facts");
    catalogue_ = compile(readCatalogueFrom(printed, *wordings.compiled, ruleset_).root(), ruleset_, "facts");
    return abilityOf(*catalogue_.find("77"), ruleset_, clue);
  }

  Ruleset ruleset_;
  Catalogue catalogue_;
};

constexpr const char* kSoft = R"({"n":"1","kind":"count","scope":"card","period":"turn","flags":[],"slot":null})";
constexpr const char* kHard = R"({"n":"1","kind":"count","scope":"name_player","period":"turn","flags":[],"slot":"0"})";
constexpr const char* kHardOther =
    R"({"n":"1","kind":"count","scope":"name_player","period":"turn","flags":[],"slot":"1"})";

std::string effect(const char* desc, const char* type, const char* limit, const char* range = "LOCATION_MZONE") {
  return std::string(R"({"desc":)") + desc + R"(,"effect_type":"EFFECT_TYPE_)" + type + R"(","event":null,"range":")" +
         range + R"(","limit":)" + limit + "}";
}

TEST_F(AbilityOf, FollowsFromItsDescription) {
  const std::string two = effect("0", "IGNITION", "0") + "," + effect("1", "QUICK_O", "1");
  const std::string soft = std::string(kSoft) + "," + kSoft;
  EXPECT_EQ(of(two, soft, ownDescription(0)).number, 1);
  EXPECT_EQ(of(two, soft, ownDescription(1)).number, 2);
  EXPECT_EQ(of(two, soft, ownDescription(1)).designator, "quick effect");
}

TEST_F(AbilityOf, OfAnActivatedCardWorksFaceDownAndFaceUp) {
  using Works = schema::Ability::Works;
  of(effect("0", "ACTIVATE", "0", "") + "," + effect("1", "IGNITION", "0"), kSoft, ownDescription(0));
  const auto& abilities = catalogue_.find("77")->abilities;
  EXPECT_EQ(abilities.at(0).face, Works::EITHER);
  EXPECT_EQ(abilities.at(1).face, Works::UNSAID) << "the facts do not mention it";
}

TEST_F(AbilityOf, IsUnknownIfTwoWithSimilarLimitsAreCountedSeparately) {
  const std::string two = effect("0", "QUICK_O", "0") + "," + effect("0", "QUICK_O", "1");
  const auto found = of(two, std::string(kSoft) + "," + kSoft, ownDescription(0));
  EXPECT_EQ(found.number, 0);
  EXPECT_EQ(found.designator, "quick effect") << "both are quick effects";
  EXPECT_EQ(of(two, std::string(kHard) + "," + kHardOther, ownDescription(0)).number, 0);
  EXPECT_EQ(of(two, std::string(kHard) + "," + kSoft, ownDescription(0)).number, 0);
  // One count for both, or none: it does not matter which.
  EXPECT_EQ(of(two, std::string(kHard) + "," + kHard, ownDescription(0)).number, 1);
  EXPECT_EQ(of(effect("0", "QUICK_O", "null") + "," + effect("0", "QUICK_O", "null"), "", ownDescription(0)).number, 1);
}

TEST_F(AbilityOf, IsUnknownIfNoEffectOfTheCardFits) {
  const std::string one = effect("null", "IGNITION", "0");
  EXPECT_EQ(of(one, kSoft, 0).number, 1);
  EXPECT_EQ(of(one, kSoft, ownDescription(3)).number, 0) << "an effect that the facts do not have";
  EXPECT_EQ(of(one, kSoft, ownDescription(3)).designator, "") << "so it is unknown in whose turn it can be used";
  EXPECT_EQ(of(one, kSoft, 1160).number, 0) << "a procedure that the card does not have";
  EXPECT_EQ(of(one, kSoft, std::uint64_t{78} << 20U).number, kGrantedAbility);
  EXPECT_EQ(of(one, kSoft, 0, kGraveyard).number, 0) << "it cannot be activated there";
  EXPECT_EQ(of(one, kSoft, 0, kSpellZone, true).number, 0) << "the card was activated";
}

TEST_F(AbilityOf, IsDoubtfulIfItsScriptMayHaveFurtherLimits) {
  const std::string card = effect("null", "ACTIVATE", "null", "") + ",";
  std::ignore = of(card + effect("0", "QUICK_O", "0", "LOCATION_SZONE"), kSoft, 0);
  EXPECT_TRUE(catalogue_.find("77")->abilities[0].doubtful) << "it may be activated together with the effect";
  EXPECT_FALSE(catalogue_.find("77")->abilities[1].doubtful);
  std::ignore = of(card + effect("0", "IGNITION", "0", "LOCATION_SZONE"), kSoft, 0);
  EXPECT_FALSE(catalogue_.find("77")->abilities[0].doubtful);
}

TEST_F(AbilityOf, CreatedByARunningScriptHasTheScriptsLimit) {
  const std::string made =
      R"({"n":"1","kind":"count","scope":"card","period":"turn","flags":[],"slot":null,"in_initial":false,)"
      R"("activated":true,"desc":1,"effect_type":"EFFECT_TYPE_FIELD+EFFECT_TYPE_TRIGGER_O",)"
      R"("event":"EVENT_PHASE+PHASE_END","range":"LOCATION_GRAVE"})";
  const auto found = of(effect("0", "IGNITION", "null"), made, ownDescription(1), kGraveyard);
  EXPECT_EQ(found.number, 2);
  EXPECT_EQ(catalogue_.find("77")->abilities.at(1).limits.size(), 1U);
  EXPECT_EQ(of(effect("0", "IGNITION", "0"), kSoft, ownDescription(1), kGraveyard).number, 0) << "no such effect";
}

TEST_F(AbilityOf, OfAProcedureMayHaveALimitFromItsText) {
  const auto activation = [&](const std::string& text) {
    const std::string line =
        R"({"code":77,"name":"Card","type":130,"atk":0,"def":0,"level":0,"attribute":0,"race":0,"lscale":0,"rscale":0,)"
        R"("limits":[],"effects":[],"text":")" +
        text + "\"}";
    catalogue_ = compile(readCards(line, "facts").root(), ruleset_, "facts");
    return catalogue_.find("77")->abilities.at(1);
  };
  EXPECT_TRUE(activation("Ritual Summon 1 monster. You can only use this effect once per turn.").doubtful);
  EXPECT_FALSE(activation("Ritual Summon 1 monster.").doubtful);
}

constexpr ActivationClue kOnField{.code = kCode,
                                  .description = ownDescription(0),
                                  .triggered = {.player = 0, .place = kMonsterZone, .sequence = 0, .position = 1},
                                  .card_activation = false};

TEST_F(AbilityOf, IsNoIgnitionEffectIfNoneCanBeUsed) {
  constexpr const char* kText =
      "Once per turn: You can target 1 monster; destroy it. Once per turn, during the End Phase: You can draw 1 card.";
  ActivationClue clue = kOnField;
  EXPECT_EQ(ofText(kText, clue).number, 0) << "in a Main Phase it can be either";
  clue.ignitable = false;
  EXPECT_EQ(ofText(kText, clue).number, 2);
  EXPECT_EQ(ofText(kText, clue).designator, "trigger effect");
  std::ignore = of(effect("0", "IGNITION", "0"), kSoft, ownDescription(0));
  EXPECT_EQ(abilityOf(*catalogue_.find("77"), ruleset_, clue).number, 0)
      << "the number says it can be ignited: it is another effect";
}

TEST_F(AbilityOf, OfATextIsTheFirstOfThoseCountedTogether) {
  constexpr const char* kText =
      "You can target 1 monster; destroy it. You can pay 500 LP; draw 1 card. You can only use 1 \\\"Card\\\" effect "
      "per "
      "turn, and only once that turn.";
  EXPECT_EQ(ofText(kText, kOnField).number, 1);
}

TEST_F(AbilityOf, OfAPhaseMayHaveAnUnwrittenLimit) {
  std::ignore = ofText("During your End Phase: Draw 1 card.", kOnField);
  EXPECT_TRUE(catalogue_.find("77")->abilities.at(0).doubtful);
  std::ignore = ofText("Once per turn, during your End Phase: Draw 1 card.", kOnField);
  EXPECT_FALSE(catalogue_.find("77")->abilities.at(0).doubtful);
}

// A script can count by other means than a limit; the facts only say that it does.
TEST(CardFacts, NameTheDoubtfulAbilityAndNotOnlyTheCard) {
  const std::filesystem::path document =
      std::filesystem::path(docket::test::sourceDir()) / "engine/rulesets/yugioh.json";
  const auto bytes = readFile(document);
  const Ruleset ruleset = compile(
      readDocument<schema::Ruleset>({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, document).root(),
      document);
  const std::string line =
      R"({"id":77,"name":"Card","card_type":"Monster","property":"","atk":0,"def":0,"level":1,"doubtful":true,"limits":[)" +
      std::string(kSoft) +
      R"(,{"n":"1","kind":"count","scope":"card","period":"sometimes","flags":[],"slot":null}],"effects":[)" +
      effect("0", "IGNITION", "0") + "," + effect("1", "IGNITION", "null") + "," + effect("2", "IGNITION", "1") + "]}";
  const Catalogue catalogue = compile(readCards(line, "facts").root(), ruleset, "facts");
  const Definition& card = *catalogue.find("77");
  EXPECT_TRUE(card.doubtful);
  EXPECT_FALSE(card.abilities[0].doubtful) << "the script sets its limit";
  EXPECT_TRUE(card.abilities[1].doubtful) << "it may be the counted one";
  EXPECT_TRUE(card.abilities[2].doubtful) << "the ruleset cannot express this limit";
}

}  // namespace
}  // namespace docket::edopro::abilities_test
