// docket rules show, docket cards show: a document in words.
#include "tests/tools/railyard.h"

namespace docket::documents_test {
namespace {

using test::has;
using test::Ran;

class RulesShow : public test::Railyard {
 protected:
  void SetUp() override { ASSERT_EQ(run({"rules", "add", document("ruleset")}).status, 0); }
};
class CardsShow : public RulesShow {};

TEST_F(RulesShow, PrintsConditionsOnOneLineWithTheirDefinitions) {
  const Ran ran = run({"rules", "show", "huntik"});
  EXPECT_FALSE(has(ran.out, "\\n")) << ran.out;
  EXPECT_HAS(ran.out, "\nNames in conditions\n  lead                      player(chosen('lead player'))\n");
}

TEST_F(RulesShow, ListsPermissionsObligationsAndWins) {
  const Ran shown = run({"rules", "show", document("ruleset")});
  EXPECT_EQ(shown.status, 0) << shown.err;
  for (const char* said :
       {"it cannot, where phase() != \"load\"  [rail.play.phase]", "takes precedence over rule  [rail.cards]",
        "count(in deck of me) >= 8  [rail.deck.size]", "must happen  [rail.must]",
        "who wins after valueChanged (fame), where value(who, \"fame\") >= 10  [rail.win.fame]",
        "go to scrap  [rail.scrap]", "holds for every card, where type \"Wagon\"",
        "counters(it, \"Coal\") <= 6, after it (Coal), where type(it, \"Locomotive\")  [rail.coal.most]",
        "the minimum holds  [rail.steam.contradiction]\n"}) {
    EXPECT_HAS(shown.out, said);
  }
}

TEST_F(CardsShow, ListsWhatEachAbilityAnswersAndDoes) {
  const Ran shown = run({"cards", "show", "Night Watchman", "--of", document("cards")});
  EXPECT_EQ(shown.status, 0) << shown.err;
  for (const char* said : {"triggered 1", "answers began (rest), if turnPlayer() = me", "gain fame 1, to me"}) {
    EXPECT_HAS(shown.out, said);
  }
  EXPECT_HAS(run({"cards", "show", "Coal Tender", "--of", document("cards")}).out,
             "bonus Steam 2, to attachedTo(this)");
}

}  // namespace
}  // namespace docket::documents_test
