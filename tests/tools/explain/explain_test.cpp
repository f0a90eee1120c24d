// docket explain: whole trees, as text and as JSON.
#include "tests/tools/disputed_game.h"

namespace docket::explain_test {
namespace {

using test::Ran;

class Explain : public test::DisputedGame {};

TEST_F(Explain, ShowsAStatStepByStep) {
  const Ran ran = run({"explain", "court/7", "#2", "Force", "--at", "13"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(After event 13, turn 1, action phase
Force of Steady Guard #2: 6
├─ printed value: 4
├─ A. with bonuses and penalties: 6                               [l5r.calc.sum]
│  └─ +2 from Iron Blade #3, while its source is attached            event 9, T1
├─ B. not below 0, so it stays: 6                               [l5r.calc.floor]
└─ C. no minimum and no maximum: 6                              [l5r.calc.clamp]

Grade: EXACT

[l5r.calc.sum] Calculating stats, step A: The base value and all current bonuses
  and penalties are added.
[l5r.calc.floor] Calculating stats, step B: A sum below 0 counts as 0, except
  for Family Honor, Honor Requirement and printed modifiers.
[l5r.calc.clamp] Calculating stats, step C: A value below the highest minimum or
  above the lowest maximum becomes that bound.
)text");
}

TEST_F(Explain, ShowsTheCaseOfAContradiction) {
  const Ran ran = run({"explain", "court/7", "#2", "Personal Honor"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(After event 18, turn 1, action phase
Personal Honor of Steady Guard #2: 4
├─ printed value: 4
├─ A. no bonuses and no penalties: 4                              [l5r.calc.sum]
├─ B. not below 0, so it stays: 4                               [l5r.calc.floor]
└─ C. minimum 4 and maximum 0 contradict each other: 4
   ├─ minimum 4 from Old Keep #1, while its source is in play: the highest
   │    minimum                                                      event 7, T1
   ├─ maximum 0, while the card stays where it is: the lowest maximum
   │                                                                event 13, T1
   └─ case iii: the total of 4 is between them, or equal to one, so it becomes
        the base value: 4                       [l5r.calc.contradiction.between]

Grade: EXACT

[l5r.calc.sum] Calculating stats, step A: The base value and all current bonuses
  and penalties are added.
[l5r.calc.floor] Calculating stats, step B: A sum below 0 counts as 0, except
  for Family Honor, Honor Requirement and printed modifiers.
[l5r.calc.contradiction.between] Calculating stats, exception, case iii: While
  the highest minimum is above the lowest maximum: a total between them, or
  equal to one, becomes the base value.
)text");
}

TEST_F(Explain, KnowsAStatByItsShortName) {
  const Ran ran = run({"explain", "court/7", "#2", "F", "--at", "8"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(After event 8, turn 1, action phase
Force of Steady Guard #2: 4
├─ printed value: 4
├─ A. no bonuses and no penalties: 4                              [l5r.calc.sum]
├─ B. not below 0, so it stays: 4                               [l5r.calc.floor]
└─ C. no minimum and no maximum: 4                              [l5r.calc.clamp]

Grade: EXACT

[l5r.calc.sum] Calculating stats, step A: The base value and all current bonuses
  and penalties are added.
[l5r.calc.floor] Calculating stats, step B: A sum below 0 counts as 0, except
  for Family Honor, Honor Requirement and printed modifiers.
[l5r.calc.clamp] Calculating stats, step C: A value below the highest minimum or
  above the lowest maximum becomes that bound.
)text");
}

TEST_F(Explain, ShowsWhyAStatIsAbsent) {
  const Ran ran = run({"explain", "court/7", "#1", "Force"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(After event 18, turn 1, action phase
Force of Old Keep #1: absent
└─ the card has no Force; it counts as 0                       [l5r.stat.absent]

Grade: EXACT

[l5r.stat.absent] Absent stats: A card whose type lacks a stat does not have it:
  the stat is absent, not zero.
)text");
}

TEST_F(Explain, ShowsThatAnUnknownCardHasUnknownStats) {
  const Ran ran = run({"explain", "court/7", "#4", "Force"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(After event 18, turn 1, action phase
Force of unknown card #4: unknown
└─ the card is not known, so neither is what is printed on it

Grade: UNVERIFIED
)text");
}

TEST_F(Explain, ShowsWhoControlsACardSinceWhenAndUntilWhen) {
  const Ran ran = run({"explain", "court/7", "#2", "controller"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(After event 18, turn 1, action phase
controller of Steady Guard #2: P2 Bastien
├─ owner: P1 Aiko
├─ entered its zone under the control of P1 Aiko                     event 7, T1
├─ control by P2 Bastien, until the turn ends: the latest, so it holds
│                                                                   event 18, T1
└─ then it returns to: P1 Aiko

Grade: EXACT
)text");
}

TEST_F(Explain, ShowsEachChangeOfAValue) {
  const Ran ran = run({"explain", "court/7", "P1", "Family Honor"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(After event 18, turn 1, action phase
Family Honor of P1 Aiko: 2
├─ at the start of the game: 0
└─ gained 2: 2                                                      event 11, T1

Grade: EXACT
)text");
}

TEST_F(Explain, ShowsALimitWithItsUses) {
  const Ran ran = run({"explain", "court/7", "limit", "#2"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(After event 18, turn 1, action phase
limits of Steady Guard #2, for P2 Bastien
└─ ability 1 "strike" (Battle)
   └─ "An ability can only be used once per turn": 2 of 1 used
      │                                                       [l5r.ability.once]
      ├─ it allows 1 activation per turn, for this very card, for this ability
      ├─ used by P1 Aiko, ability 1 "strike" (Battle) of Steady Guard #2
      │                                                             event 10, T1
      ├─ used by P1 Aiko, ability 1 "strike" (Battle) of Steady Guard #2
      │                                                             event 12, T1
      ├─ it resets when the turn ends
      ├─ a use is given back if the card leaves its location
      │                                                     [l5r.ability.source]
      └─ so it cannot be used again until then

Grade: EXACT

[l5r.ability.once] Abilities: An ability is used at most once per turn.
[l5r.ability.source] Abilities: The same ability on another source is a separate
  ability, with its own use.
)text");
}

TEST_F(Explain, ShowsWhyASecondUseIsIllegal) {
  const Ran ran = run({"explain", "court/7", "legal", "12"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_EQ(ran.out, R"text(At event 12, turn 1, action phase
P1 Aiko uses ability 1 "strike" (Battle) of Steady Guard #2: ILLEGAL
│                                                                   event 12, T1
├─ required: its card is in play: yes                         [l5r.basic.inplay]
├─ required: its card is not bowed: yes                        [l5r.basic.bowed]
├─ "An ability can only be used once per turn": 1 of 1 used before: one too many
│  │                                                          [l5r.ability.once]
│  ├─ it allows 1 activation per turn, for this very card, for this ability
│  ├─ used by P1 Aiko, ability 1 "strike" (Battle) of Steady Guard #2
│  │                                                                event 10, T1
│  ├─ it resets when the turn ends
│  └─ a use is given back if the card leaves its location   [l5r.ability.source]
└─ judged in part: what has to hold for it, whether it may be done, how often it
     is done, what the text of cards says

Grade: EXACT

[l5r.basic.inplay] Abilities, conditions (named there as a rule): Abilities of
  cards that are not in play cannot be used, unless one of their conditions says
  from where. (Strategies are used from the hand, as other rules allow.)
[l5r.basic.bowed] Abilities, conditions (named there as a rule): Abilities of
  bowed cards cannot be used, unless one of their conditions allows it.
[l5r.ability.once] Abilities: An ability is used at most once per turn.
[l5r.ability.source] Abilities: The same ability on another source is a separate
  ability, with its own use.
)text");
}

TEST_F(Explain, ShowsWhyTheFirstUseIsLegal) {
  const Ran ran = run({"explain", "court/7", "legal", "10"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(At event 10, turn 1, action phase
P1 Aiko uses ability 1 "strike" (Battle) of Steady Guard #2: legal  event 10, T1
├─ required: its card is in play: yes                         [l5r.basic.inplay]
├─ required: its card is not bowed: yes                        [l5r.basic.bowed]
├─ "An ability can only be used once per turn": 0 of 1 used before
│  │                                                          [l5r.ability.once]
│  ├─ it allows 1 activation per turn, for this very card, for this ability
│  ├─ it resets when the turn ends
│  └─ a use is given back if the card leaves its location   [l5r.ability.source]
└─ judged in part: what has to hold for it, whether it may be done, how often it
     is done, what the text of cards says

Grade: EXACT

[l5r.basic.inplay] Abilities, conditions (named there as a rule): Abilities of
  cards that are not in play cannot be used, unless one of their conditions says
  from where. (Strategies are used from the hand, as other rules allow.)
[l5r.basic.bowed] Abilities, conditions (named there as a rule): Abilities of
  bowed cards cannot be used, unless one of their conditions allows it.
[l5r.ability.once] Abilities: An ability is used at most once per turn.
[l5r.ability.source] Abilities: The same ability on another source is a separate
  ability, with its own use.
)text");
}

TEST_F(Explain, ExplainsAnExpression) {
  const Ran ran = run({"explain", "court/7", "count(in play, controller P2) = 1"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(After event 18, turn 1, action phase
count(in play, controller P2) = 1: true
└─ count(in play, controller P2): 1
   └─ a card that may be meant: Steady Guard #2
      └─ controller P2: true                                        event 18, T1
         ├─ controller: Steady Guard #2
         └─ P2: P2 Bastien

Grade: EXACT
)text");
}

TEST_F(Explain, WritesATreeAsJson) {
  const Ran ran = run({"explain", "court/7", "#2", "controller", "--json"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(
      ran.out,
      R"text({"docket":2,"command":"explain","answer":{"game":"court/7","event":18,"grade":"EXACT","explanation":{"what":"controller of Steady Guard #2","value":"P2 Bastien","clause":null,"event":null,"children":[{"what":"owner","value":"P1 Aiko","clause":null,"event":null,"children":[]},{"what":"entered its zone under the control of P1 Aiko","value":null,"clause":null,"event":7,"children":[]},{"what":"control by P2 Bastien, until the turn ends: the latest, so it holds","value":null,"clause":null,"event":18,"children":[]},{"what":"then it returns to","value":"P1 Aiko","clause":null,"event":null,"children":[]}]}}}
)text");
}

TEST_F(Explain, RefusesACardThatDoesNotExist) {
  const Ran ran = run({"explain", "court/7", "#9", "Force"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.err, R"text(docket: there is no card #9 after event 18 (docket replay shows the numbers)
)text");
}

TEST_F(Explain, NamesTheNearestReading) {
  const Ran ran = run({"explain", "court/7", "#2", "Forse"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.err, R"text(docket: "Forse": expected a stat, a value or controller (did you mean "Force"?)
)text");
}

TEST_F(Explain, RefusesAnEventBeyondTheLast) {
  const Ran ran = run({"explain", "court/7", "legal", "99"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(
      ran.err,
      R"text(docket: "99" is not a point of this game: the last event is 18. Points are an event's number (up to 18), start, end, T3, T3.battle, "T3.main 1", T3.end
)text");
}

}  // namespace
}  // namespace docket::explain_test
