// A small disputed game, and the program run on it in this process, for the tests of commands that read games. Two
// players, a card that changes hands, an attachment, a second use of an ability, rulings, an observation.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/tools/run.h"

namespace docket::test {

inline constexpr const char* kCards = R"({
  "name": "disputed", "version": "1", "ruleset": "l5r-celestial",
  "cards": [
    {"key": "Old Keep", "title": "Old Keep", "types": ["Stronghold"], "stats": [{"stat": "Province Strength", "amount": 6}]},
    {"key": "Steady Guard", "title": "Steady Guard", "types": ["Personality"], "keywords": ["Samurai"],
     "stats": [{"stat": "Force", "amount": 4}, {"stat": "Chi", "amount": 2}, {"stat": "Personal Honor", "amount": 4}],
     "abilities": [{"name": "strike", "designator": "Battle"}]},
    {"key": "Iron Blade", "title": "Iron Blade", "types": ["Item"],
     "stats": [{"stat": "Force", "amount": 2, "kind": "modifier"}]}
  ]
}
)";

/// #1 Old Keep, #2 Steady Guard, #3 Iron Blade of P1; #4 of P2 is never known.
inline constexpr const char* kGame =
    R"({"game":{"id":"court/7","event":"Winter Court","round":2,"table":7,"date":"2011-08-01","players":[{"name":"Aiko"},{"name":"Bastien"}],"ruleset":"l5r-celestial","rulesetVersion":"2011-06-06","startingValues":[{"player":1,"value":"Family Honor","amount":0},{"player":2,"value":"Family Honor","amount":0}]}}
{"context":{"identities":[{"card":1,"definition":"Old Keep"},{"card":2,"definition":"Steady Guard","seats":1},{"card":3,"definition":"Iron Blade","seats":1}]},"deckRegistered":{"player":1,"zone":"hand","first":1,"count":3}}
{"deckRegistered":{"player":2,"zone":"fate deck","first":4,"count":1}}
{"actor":2,"cardsDrawn":{"player":2,"from":"fate deck","to":"hand","cards":[4]}}
{"began":{"period":"turn","player":1}}
{"began":{"period":"phase","name":"action"}}
{"actor":1,"cardMoved":{"card":1,"player":1,"zone":"home","face":"up"}}
{"actor":1,"context":{"identities":[{"card":2,"definition":"Steady Guard"}]},"begins":[{"subject":"#2","kind":"minimum","name":"Personal Honor","amount":4,"source":1,"last":"whileSource"}],"cardPlayed":{"player":1,"card":2,"zone":"home","face":"up","method":"recruit"}}
{"actor":1,"context":{"identities":[{"card":3,"definition":"Iron Blade"}]},"cardMoved":{"card":3,"player":1,"zone":"home","face":"up"}}
{"actor":1,"begins":[{"subject":"#2","kind":"bonus","name":"Force","amount":2,"source":3,"last":"whileAttached"}],"cardAttached":{"card":3,"host":"#2","kind":"weapon"}}
{"actor":1,"abilityActivated":{"player":1,"card":2,"ability":1,"designator":"Battle"}}
{"actor":1,"context":{"causes":[10]},"valueChanged":{"subject":"P1","value":"Family Honor","how":"gained","amount":2}}
{"actor":1,"abilityActivated":{"player":1,"card":2,"ability":1,"designator":"Battle"}}
{"actor":2,"begins":[{"subject":"#2","kind":"maximum","name":"Personal Honor","amount":0,"text":"dishonorable"}],"changeBegan":true}
{"observed":{"subject":"#2","reading":"Force","amount":5}}
{"rulingGiven":{"judge":"Corin","at":13,"claim":"stat(#2, \"Personal Honor\") = 0","clauses":["l5r.calc.clamp"]}}
{"rulingGiven":{"judge":"Dana","at":13,"claim":"stat(#2, \"Personal Honor\") = 4","clauses":["l5r.calc.contradiction.between"],"note":"It is equal to the minimum.","supersedes":15}}
{"rulingGiven":{"judge":"Dana","at":13,"claim":"stat(#4, \"Force\") > 1"}}
{"actor":2,"context":{"causes":[12]},"controlChanged":{"card":2,"player":2,"until":"turn"}}
)";

/// An archive of the test's own with the game in it.
class DisputedGame : public testing::Test {
 protected:
  void SetUp() override { importGame("game.jsonl", kGame); }

  /// Imports a game.
  void importGame(const std::string& file, const std::string& lines) {
    const Ran ran = run({"import", place.file(file, lines), "--cards", place.file("cards.json", kCards)});
    ASSERT_EQ(ran.status, 0) << ran.err;
  }
  /// Runs the program on the archive.
  [[nodiscard]] Ran run(std::vector<std::string> typed) const { return test::runOn(place.archive(), std::move(typed)); }

  TempDirectory place;
};

}  // namespace docket::test
