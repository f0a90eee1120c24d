// A finished game with hidden hands and rulings about them, certified in an archive whose checkpoints a witness
// signs: shared by the tests of certificates.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/tools/run.h"

namespace docket::test {

inline constexpr const char* kHiddenCards = R"({
  "name": "hidden", "version": "1", "ruleset": "l5r-celestial",
  "cards": [
    {"key": "Old Keep", "title": "Old Keep", "types": ["Stronghold"], "stats": [{"stat": "Province Strength", "amount": 6}]},
    {"key": "Steady Guard", "title": "Steady Guard", "types": ["Personality"], "stats": [{"stat": "Force", "amount": 4}]},
    {"key": "Iron Blade", "title": "Iron Blade", "types": ["Item"], "stats": [{"stat": "Force", "amount": 2, "kind": "modifier"}]},
    {"key": "Paper Crane", "title": "Paper Crane", "types": ["Item"]},
    {"key": "Quiet Pond", "title": "Quiet Pond", "types": ["Item"]},
    {"key": "Salt Merchant", "title": "Salt Merchant", "types": ["Personality"], "stats": [{"stat": "Force", "amount": 1}]}
  ]
}
)";

/// #1 is seen by all; #2 to #6 by P1 alone, #7 and #8 by P2 alone; none is revealed.
inline constexpr const char* kHiddenGame =
    R"({"game":{"id":"autumn/9","event":"Autumn Court","date":"2011-08-01","players":[{"name":"Aiko"},{"name":"Bastien"}],"ruleset":"l5r-celestial","rulesetVersion":"2011-06-06","startingValues":[{"player":1,"value":"Family Honor","amount":0},{"player":2,"value":"Family Honor","amount":0}]}}
{"context":{"identities":[{"card":1,"definition":"Old Keep"},{"card":2,"definition":"Steady Guard","seats":1},{"card":3,"definition":"Iron Blade","seats":1},{"card":4,"definition":"Paper Crane","seats":1},{"card":5,"definition":"Quiet Pond","seats":1},{"card":6,"definition":"Iron Blade","seats":1}]},"deckRegistered":{"player":1,"zone":"hand","first":1,"count":6}}
{"context":{"identities":[{"card":7,"definition":"Salt Merchant","seats":2},{"card":8,"definition":"Quiet Pond","seats":2}]},"deckRegistered":{"player":2,"zone":"hand","first":7,"count":2}}
{"began":{"period":"turn","player":1}}
{"began":{"period":"phase","name":"action"}}
{"actor":1,"cardMoved":{"card":1,"player":1,"zone":"home","face":"up"}}
{"rulingGiven":{"judge":"Corin","at":5,"claim":"title(#3) = \"Iron Blade\"","note":"I was shown the card."}}
{"rulingGiven":{"judge":"Corin","at":5,"claim":"count(in hand) = 7"}}
{"rulingGiven":{"judge":"Dana","at":5,"claim":"title(#3) = \"Paper Crane\"","clauses":["l5r.calc.clamp"],"supersedes":6}}
{"rulingGiven":{"judge":"Dana","at":5,"claim":"count(in hand, controller(it) = P2, title \"Salt Merchant\") >= 1"}}
{"gameEnded":{"winner":1}}
)";
inline constexpr int kOpensOne = 6, kOpensNothing = 7, kOverturned = 8, kOfTheOther = 9;

class CertifiedGames : public ::testing::Test {
 protected:
  CertifiedGames() {
    importGame("autumn.jsonl", kHiddenGame);
    EXPECT_EQ(run({"keys", "new", "example.com/club", "-o", key}).status, 0);
    EXPECT_EQ(run({"keys", "new", "friend.example/w", "--witness", "-o", witness}).status, 0);
    checkpoint("checkpoint");
  }
  void importGame(const std::string& file, const std::string& lines) const {
    const Ran ran = docket({"import", place.file(file, lines), "--cards", cards});
    EXPECT_EQ(ran.status, 0) << ran.err;
  }
  [[nodiscard]] Ran docket(std::vector<std::string> typed) const {
    return test::runOn(place.archive(), std::move(typed));
  }
  /// A checkpoint, which the witness signs too.
  std::string checkpoint(const std::string& name) const {
    EXPECT_EQ(docket({"checkpoint", "--key", key, "-o", place / "bare"}).status, 0);
    std::filesystem::remove(place / "signed");  // else the witness asks for a proof that this log begins with that one
    EXPECT_EQ(run({"cosign", place / "bare", "--key", witness, "--log", key + ".pub", "-o", place / "signed"}).status,
              0);
    const Ran added =
        docket({"checkpoint", "--add", place / "signed", "--witness", witness + ".pub", "-o", place / name});
    EXPECT_EQ(added.status, 0) << added.err;
    return place / name;
  }
  /// Certifies a ruling and returns the file.
  [[nodiscard]] std::string certified(int ruling, const std::vector<std::string>& more = {},
                                      const std::string& game = "autumn/9") const {
    std::string file = place / ("certificate-" + std::to_string(files_++));
    std::vector<std::string> typed{"certify", game, "--ruling", std::to_string(ruling), "-o", file};
    typed.insert(typed.end(), more.begin(), more.end());
    const Ran ran = docket(typed);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return file;
  }
  /// Checks a file where there is no archive, as a person who trusts both keys.
  [[nodiscard]] Ran check(const std::string& file, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> typed{
        "check-proof", file, "--key", key + ".pub", "--key", witness + ".pub", "--archive", elsewhere.archive()};
    typed.insert(typed.end(), more.begin(), more.end());
    return run(typed);
  }
  [[nodiscard]] Ran checkWithCards(const std::string& file) const { return check(file, {"--cards", cards}); }

  TempDirectory place, elsewhere;
  const std::string key = place / "archive.key", witness = place / "witness.key";
  const std::string cards = place.file("cards.json", kHiddenCards);

 private:
  mutable int files_ = 0;
};

}  // namespace docket::test
