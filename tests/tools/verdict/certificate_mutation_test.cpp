// A certificate, truncated and changed at every byte: it is accepted or refused, and nothing else happens.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "tests/events/log/sample_log.h"
#include "tests/fuzz/byte_mutants.h"
#include "tests/fuzz/certificate_target.h"
#include "tests/tools/run.h"

namespace docket::test::certificate_mutation_test {
namespace {

/// A short certificate with a made-up proof, whose record is judged nevertheless.
std::string shortCertificate() {
  const std::string salt(32, 'a');
  const std::string record =
      R"({"game":{"id":"g","players":[{"name":"A"}],"ruleset":"yugioh","viewer":255,"recordFormat":2,"idSalt":")" +
      salt +
      R"("}})"
      "\n"
      R"({"n":1,"context":{"identities":[{"card":1,"seats":1}],"seals":[{"commitment":")" +
      std::string(64, 'b') + R"("}]},"deckRegistered":{"player":1,"zone":"hand","first":1,"count":1}})" +
      "\n"
      R"({"n":2,"rulingGiven":{"claim":"count(in hand) = 1"}})"
      "\n"
      R"({"end":{"events":2,"head":")" +
      std::string(64, 'c') + "\"}}\n";
  InclusionProof proof = SampleLog(2).inclusion(1);
  proof.opening.reset();
  return "docket certificate v1\nruling 2\nverdict upheld\n\n" + record + "\n" + docket::textOf(proof);
}

TEST(CertificateMutations, AreAcceptedOrRefused) { tryMutants({shortCertificate()}, takeCertificate); }

TEST(CertificateMutations, AreRefusedWithTheirPlace) {
  const std::string whole = shortCertificate();
  const auto refused = [&](const std::string& from, const std::string& to) {
    std::string text = whole;
    text.replace(text.find(from), from.size(), to);
    try {
      static_cast<void>(certificateOf(text, "c"));
    } catch (const BadInput& bad) {
      return std::string(bad.what());
    }
    return std::string("taken");
  };
  EXPECT_EQ(refused("ruling 2", "ruling 2"), "taken");
  for (const auto& [from, to, message] : std::vector<std::array<std::string, 3>>{
           {"ruling 2", "ruling two", "c:2:1: expected the number of an event, found \"two\""},
           {"ruling 2\n", "", "c:2:1: expected \"ruling\" and the number of its event"},
           {"\"viewer\":255", "\"viewer\":1", "c:5:1: the record contains more than a spectator may see"},
           {"\"viewer\":255,", "", "c:6:63: context.seals: in a complete record a seal has a salt of 16"},
           {"\"recordFormat\":2,", "", "c:5:1: the record was not exported"},
           {"\"events\":2,", "\"events\":2,\"secret\":\"" + std::string(64, 'd') + "\",",
            "must not contain the secret"},
           {"\"n\":2,", "", "c:7:3: this is not written as docket certify writes it"},
           {"\"n\":2,", "\"n\": 2,", "c:7:6: this is not written as docket certify"},
           {"\"name\":\"A\"", "\"name\":\"\\u0041\"", "this is not written as docket certify"},
           {"}}\n\nc2sp", "}}\nc2sp", "c:9"},
           {"extra ", "extra  ", "c:11:"}}) {
    const std::string said = refused(from, to);
    EXPECT_HAS(said, message) << from << " -> " << to;
  }
}

/// A certificate with a made-up game and a log for it.
CheckedCertificate checkedInALogOfItsOwn(const std::string& zone) {
  std::string text = shortCertificate();
  const HeldDocument ruleset = chooseRuleset("yugioh", {}, nullptr);
  const std::string pin = R"("ruleset":"yugioh",)";
  text.replace(text.find(pin), pin.size(), pin + R"("rulesetDigest":")" + hex(ruleset.digest) + R"(",)");
  text.replace(text.find("\"hand\""), 6, '"' + zone + '"');
  Certificate made = certificateOf(text, "c");
  made.head = headOf(*made.record, Secrets{});
  const IdOpening opening = idOpeningOf(made);
  made.proof.leaf = GameLeaf{.id_commitment = idCommitment(opening.id, opening.salt),
                             .head = made.head,
                             .count = made.record->size(),
                             .ruleset = ruleset.digest};
  return recomputed(certificateOf(docket::textOf(made), "c"), {});
}

TEST(CertificatesOfAMadeUpLog, AreStillJudgedByTheRules) {
  const auto checked = checkedInALogOfItsOwn("hand");
  ASSERT_TRUE(checked.ruling.has_value());
  EXPECT_EQ(checked.ruling->verdict.outcome, RulingVerdict::Outcome::right);
  ASSERT_EQ(checked.reasons.size(), 1);
  EXPECT_EQ(checked.reasons[0], R"(it says "verdict upheld", but the record gives "about 2")");
}

TEST(CertificatesOfAMadeUpLog, AreRefusedIfTheRecordBreaksItsRules) {
  const auto checked = checkedInALogOfItsOwn("and");
  ASSERT_EQ(checked.reasons.size(), 1);
  EXPECT_HAS(checked.reasons[0], "the record is not a game under its rules:");
  EXPECT_FALSE(checked.ruling.has_value());
}

}  // namespace
}  // namespace docket::test::certificate_mutation_test
