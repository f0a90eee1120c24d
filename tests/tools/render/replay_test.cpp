// docket replay: whole boards, as text and as JSON.
#include "tests/tools/disputed_game.h"
#include "tests/tools/railyard.h"

namespace docket::replay_test {
namespace {

using test::has;
using test::Ran;

class Replay : public test::DisputedGame {};

TEST_F(Replay, ShowsTheBoardAtTheEnd) {
  const Ran ran = run({"replay", "court/7"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(court/7
Winter Court, round 2, table 7, 2011-08-01
Legend of the Five Rings, Celestial Edition (l5r-celestial 2011-06-06)

After event 18 of 18: turn 1, action phase (P1 Aiko)

P1 Aiko                                                   Family Honor 2, gold 0
  home 3
    Old Keep #1: Province Strength 6, Gold Production 0, Starting Honor 0
    Steady Guard #2, controlled by P2 Bastien: Force ? (5 observed at 14,
        stale), Chi 2, Personal Honor 4, Honor Requirement 0, Gold Cost 0
        weapon: Iron Blade #3: Force 2, Chi 0, Gold Cost 0, Focus Value 0
  empty: dynasty deck, fate deck, hand, province, dynasty discard, fate discard,
    removed, battlefield, focusing area, resolution, entering play

P2 Bastien                                                Family Honor 0, gold 0
  hand 1: unknown card #4
  empty: dynasty deck, fate deck, province, dynasty discard, fate discard,
    removed, home, battlefield, focusing area, resolution, entering play

Limits in use
  Steady Guard #2, ability 1 "strike" (Battle)           2 of 1 used (too often)
    "An ability can only be used once per turn" [l5r.ability.once]
    used by event 10, turn 1, action phase; event 12, turn 1, action phase
    resets when the turn ends, or if the card leaves its location
      [l5r.ability.source]

Grade: UNVERIFIED: 1 reading is an observation; 1 of them stale since event 18
)text");
}

TEST_F(Replay, ShowsTheKnowledgeOfASeat) {
  const Ran ran = run({"replay", "court/7", "--at", "3", "--seat", "P2"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(court/7
Winter Court, round 2, table 7, 2011-08-01
Legend of the Five Rings, Celestial Edition (l5r-celestial 2011-06-06)
As far as P2 Bastien knows

After event 3 of 18

P1 Aiko                                                   Family Honor 0, gold 0
  hand 3: Old Keep #1, unknown cards #2, #3
  empty: dynasty deck, fate deck, province, dynasty discard, fate discard,
    removed, home, battlefield, focusing area, resolution, entering play

P2 Bastien                                                Family Honor 0, gold 0
  hand 1: unknown card #4
  empty: dynasty deck, fate deck, province, dynasty discard, fate discard,
    removed, home, battlefield, focusing area, resolution, entering play

Grade: EXACT
)text");
}

TEST_F(Replay, ReportsAFreshObservationThatDiverges) {
  const Ran ran = run({"replay", "court/7", "--at", "14"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_EQ(ran.out, R"text(court/7
Winter Court, round 2, table 7, 2011-08-01
Legend of the Five Rings, Celestial Edition (l5r-celestial 2011-06-06)

After event 14 of 18: turn 1, action phase (P1 Aiko)

P1 Aiko                                                   Family Honor 2, gold 0
  home 3
    Old Keep #1: Province Strength 6, Gold Production 0, Starting Honor 0
    Steady Guard #2: Force 6 (printed 4, but observed 5 at event 14: DIVERGED),
        Chi 2, Personal Honor 4, Honor Requirement 0, Gold Cost 0
        weapon: Iron Blade #3: Force 2, Chi 0, Gold Cost 0, Focus Value 0
  empty: dynasty deck, fate deck, hand, province, dynasty discard, fate discard,
    removed, battlefield, focusing area, resolution, entering play

P2 Bastien                                                Family Honor 0, gold 0
  hand 1: unknown card #4
  empty: dynasty deck, fate deck, province, dynasty discard, fate discard,
    removed, home, battlefield, focusing area, resolution, entering play

Limits in use
  Steady Guard #2, ability 1 "strike" (Battle)           2 of 1 used (too often)
    "An ability can only be used once per turn" [l5r.ability.once]
    used by event 10, turn 1, action phase; event 12, turn 1, action phase
    resets when the turn ends, or if the card leaves its location
      [l5r.ability.source]

Grade: DIVERGED
  Force of Steady Guard #2: 6 computed, 5 observed at event 14
)text");
}

TEST_F(Replay, WritesTheBoardAsJson) {
  const Ran ran = run({"replay", "court/7", "--at", "9", "--json"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(
      ran.out,
      R"text({"docket":2,"command":"replay","answer":{"game":"court/7","ruleset":{"name":"l5r-celestial","version":"2011-06-06"},"event":9,"of":18,"viewer":0,"moment":"turn 1, action phase","turn":1,"fingerprint":"3556aa675820a9f167ba822a685abe04","periods":[{"period":"turn","began":4,"count":1,"player":1},{"period":"phase","began":5,"count":1,"name":"action"}],"sides":[{"player":1,"name":"Aiko","values":[{"name":"Family Honor","presence":"known","amount":0,"from":"computed","grade":"EXACT"},{"name":"gold","presence":"known","amount":0,"from":"computed","grade":"EXACT"}],"counters":[],"zones":[{"zone":"dynasty deck","count":0,"hidden":true,"cards":[]},{"zone":"fate deck","count":0,"hidden":true,"cards":[]},{"zone":"hand","count":0,"hidden":false,"cards":[]},{"zone":"province","count":0,"hidden":false,"cards":[]},{"zone":"dynasty discard","count":0,"hidden":false,"cards":[]},{"zone":"fate discard","count":0,"hidden":false,"cards":[]},{"zone":"removed","count":0,"hidden":false,"cards":[]},{"zone":"home","count":3,"hidden":false,"cards":[{"card":1,"title":"Old Keep","definition":"Old Keep","slot":-1,"face":"up","orientation":"straight","owner":1,"controller":1,"stats":[{"name":"Province Strength","presence":"known","amount":6,"printed":6,"from":"computed","grade":"EXACT"},{"name":"Gold Production","presence":"known","amount":0,"printed":0,"from":"computed","grade":"EXACT"},{"name":"Starting Honor","presence":"known","amount":0,"printed":0,"from":"computed","grade":"EXACT"}],"counters":[],"changes":[],"attached":[]},{"card":2,"title":"Steady Guard","definition":"Steady Guard","slot":-1,"face":"up","orientation":"straight","owner":1,"controller":1,"stats":[{"name":"Force","presence":"known","amount":6,"printed":4,"from":"computed","grade":"EXACT"},{"name":"Chi","presence":"known","amount":2,"printed":2,"from":"computed","grade":"EXACT"},{"name":"Personal Honor","presence":"known","amount":4,"printed":4,"from":"computed","grade":"EXACT"},{"name":"Honor Requirement","presence":"known","amount":0,"printed":0,"from":"computed","grade":"EXACT"},{"name":"Gold Cost","presence":"known","amount":0,"printed":0,"from":"computed","grade":"EXACT"}],"counters":[],"changes":[],"attached":[{"card":3,"title":"Iron Blade","definition":"Iron Blade","slot":-1,"face":"up","orientation":"straight","owner":1,"controller":1,"host":"#2","attachment":"weapon","stats":[{"name":"Force","presence":"known","amount":2,"printed":2,"from":"computed","grade":"EXACT"},{"name":"Chi","presence":"known","amount":0,"printed":0,"from":"computed","grade":"EXACT"},{"name":"Gold Cost","presence":"known","amount":0,"printed":0,"from":"computed","grade":"EXACT"},{"name":"Focus Value","presence":"known","amount":0,"printed":0,"from":"computed","grade":"EXACT"}],"counters":[],"changes":[],"attached":[]}]}]},{"zone":"battlefield","count":0,"hidden":false,"cards":[]},{"zone":"focusing area","count":0,"hidden":false,"cards":[]},{"zone":"resolution","count":0,"hidden":false,"cards":[]},{"zone":"entering play","count":0,"hidden":false,"cards":[]}]},{"player":2,"name":"Bastien","values":[{"name":"Family Honor","presence":"known","amount":0,"from":"computed","grade":"EXACT"},{"name":"gold","presence":"known","amount":0,"from":"computed","grade":"EXACT"}],"counters":[],"zones":[{"zone":"dynasty deck","count":0,"hidden":true,"cards":[]},{"zone":"fate deck","count":0,"hidden":true,"cards":[]},{"zone":"hand","count":1,"hidden":false,"cards":[{"card":4,"title":null,"slot":-1,"face":"down","orientation":"straight","owner":2,"controller":2,"stats":[],"counters":[],"changes":[],"attached":[]}]},{"zone":"province","count":0,"hidden":false,"cards":[]},{"zone":"dynasty discard","count":0,"hidden":false,"cards":[]},{"zone":"fate discard","count":0,"hidden":false,"cards":[]},{"zone":"removed","count":0,"hidden":false,"cards":[]},{"zone":"home","count":0,"hidden":false,"cards":[]},{"zone":"battlefield","count":0,"hidden":false,"cards":[]},{"zone":"focusing area","count":0,"hidden":false,"cards":[]},{"zone":"resolution","count":0,"hidden":false,"cards":[]},{"zone":"entering play","count":0,"hidden":false,"cards":[]}]}],"others":[],"chain":[],"limits":[],"uncertainUses":[],"outcome":null,"grade":"EXACT","why":{"unknownCards":0,"observedReadings":0,"staleReadings":0,"printedReadings":0,"uncertainReadings":0,"uncertainLimits":0,"diverged":[]}}}
)text");
}

TEST_F(Replay, RefusesASeatThatTheGameDoesNotHave) {
  const Ran ran = run({"replay", "court/7", "--seat", "P3"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.err, R"text(docket: "P3": expected a seat of the game, P1 to P2, or a player's name
)text");
}

class ReplayOfAWin : public test::Railyard {};

TEST_F(ReplayOfAWin, ShowsWhoHasWonByTheRules) {
  ASSERT_EQ(importGame("day",
                       R"({"began":{"period":"turn","player":1}}
{"actor":1,"valueChanged":{"subject":"P1","value":"fame","how":"gained","amount":12}}
)")
                .status,
            0);
  const Ran won = run({"replay", "day"});
  EXPECT_HAS(won.out, "By the rules P1 Ada has won: fame, event 2 [rail.win.fame]");
  EXPECT_HAS(run({"replay", "day", "--json"}).out,
             R"("outcome":{"winner":1,"event":2,"reason":"fame","clause":"rail.win.fame"})");
  EXPECT_FALSE(has(run({"replay", "day", "--at", "1"}).out, "has won"));
}

}  // namespace
}  // namespace docket::replay_test
