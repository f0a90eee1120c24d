// An observed value of an expression counts for a claim in every command: in verify, in regress under both rules,
// and in minimise.
#include "tests/tools/json.h"
#include "tests/tools/railyard.h"

namespace docket::observed_claims_test {
namespace {

using test::Json;
using test::Ran;

// 6 is more coal than a locomotive may have; the recorder saw that it was legal. Card 3 is unidentified.
constexpr const char* kSeen =
    R"x({"deckRegistered":{"player":1,"zone":"hand","first":1,"count":3},"context":{"identities":[{"card":1,"definition":"Pufferbelly"},{"card":2,"definition":"Pufferbelly"}]}}
{"began":{"period":"turn","player":1}}
{"began":{"period":"phase","name":"load","player":1}}
{"note":"they wait"}
{"actor":1,"cardMoved":{"card":1,"player":1,"zone":"yard"}}
{"actor":1,"counterPlaced":{"subject":"#1","counter":"Coal","amount":7}}
{"observed":{"expression":"legal(6)","value":"true"}}
{"rulingGiven":{"judge":"Corin","claim":"legal( 6 )"}}
{"observed":{"expression":"type(#3, \"Wagon\")","value":"true"}}
)x";

class ObservedClaims : public test::Railyard {
 protected:
  void SetUp() override {
    const Ran ran = importGame("seen", kSeen);
    ASSERT_EQ(ran.status, 0) << ran.err;
  }
  [[nodiscard]] std::string anyCoal() const {
    std::string text = test::textOf(document("ruleset"));
    const std::string was = R"(counters(it, \"Coal\") <= 6)";
    EXPECT_NE(text.find(was), std::string::npos);
    return place.file("any-coal.json", text.replace(text.find(was), was.size(), R"(counters(it, \"Coal\") <= 99)"));
  }
};

TEST_F(ObservedClaims, RegressJudgesAClaimByObservationsAsVerifyDoes) {
  const Json verdict = Json::of(run({"verify", "seen", "--json"}).out).items().front();
  EXPECT_EQ(verdict["rulings"]["given"].items().front()["outcome"].text(), "undecided") << "the observation differs";
  const Ran ran = run({"regress", "--to", anyCoal(), "--json"});
  std::string outcomes;
  const Json told_differences = Json::of(ran.out);
  for (const Json& one : told_differences["differences"].items()) {
    if (one["kind"].text() == "ruling") outcomes += one["from"].text() + " -> " + one["to"].text();
  }
  EXPECT_EQ(outcomes, "undecided -> upheld") << ran.out;
}

TEST_F(ObservedClaims, MinimiseKeepsAClaimDecidedByAnObservation) {
  const std::string claim = R"(type(#3, "Wagon"))";
  EXPECT_HAS(run({"ask", "seen", claim}).out, "true");
  const Ran ran = run({"minimise", "seen", "--keep", claim});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
}

}  // namespace
}  // namespace docket::observed_claims_test
