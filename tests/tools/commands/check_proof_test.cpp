// docket keys, cosign and check-proof: as people use them, and refusals.
#include <sys/stat.h>

#include <filesystem>

#include "tests/events/log/sample_log.h"
#include "tests/tools/run.h"

namespace docket::test::check_proof_test {
namespace {

constexpr std::uint64_t kSize = 30, kOldSize = 12;

class LogFiles : public ::testing::Test {
 protected:
  static Ran checkProof(const std::string& file, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"check-proof", file});
    return run(more);
  }
  [[nodiscard]] Ran cosign(const std::string& file, std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"cosign", file, "--key", witness_key, "--log", log_key});
    return run(more);
  }
  std::string secret(const std::string& name, const SignerKey& key) const {
    std::string path = place.file(name, docket::textOf(key) + "\n");
    ::chmod(path.c_str(), 0600);
    return path;
  }

  TempDirectory place;
  SampleLog log{kSize};
  const std::string checkpoint = place.file("checkpoint", docket::textOf(log.checkpoint(kSize).note));
  const std::string old_checkpoint = place.file("old-checkpoint", docket::textOf(log.checkpoint(kOldSize).note));
  const std::string inclusion = place.file("game.tlog-proof", docket::textOf(log.inclusion(13)));
  const std::string consistency = place.file("newer.proof", docket::textOf(log.consistency(kOldSize)));
  const std::string log_key = docket::textOf(log.key.verifier);
  const std::string witness_key = secret("witness.key", log.witness);
};

TEST_F(LogFiles, OfANewKeyAreASecretAndAPublicFile) {
  const std::string file = place / "archive.key";
  const Ran made = run({"keys", "new", "example.com/our-club", "-o", file});
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_TRUE(made.out.starts_with("example.com/our-club+")) << made.out;
  EXPECT_EQ(textOf(file + ".pub"), made.out);
  EXPECT_TRUE(textOf(file).starts_with("PRIVATE+KEY+example.com/our-club+"));
  struct stat status {};
  ASSERT_EQ(::stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  EXPECT_EQ(run({"keys", "show", file}).out, made.out);
  EXPECT_EQ(memberOf(run({"keys", "show", file, "--json"}).out, "type"), "\"archive\"");

  const std::string before = textOf(file);
  const Ran again = run({"keys", "new", "example.com/our-club", "-o", file});
  EXPECT_EQ(again.status, 2);
  EXPECT_HAS(again.err, "this file exists and is not");
  std::filesystem::remove(file + ".pub");
  EXPECT_EQ(run({"keys", "new", "example.com/our-club", "-o", file}).status, 2);
  EXPECT_EQ(textOf(file), before);
  EXPECT_FALSE(std::filesystem::exists(file + ".pub"));

  ::chmod(file.c_str(), 0644);
  const Ran open = run({"keys", "show", file});
  EXPECT_EQ(open.status, 4);
  EXPECT_HAS(open.err, "others than its owner");
}

TEST_F(LogFiles, OfKeysWithInvalidNamesAreNotWritten) {
  for (const std::string name : {"", "a b", "a+b"}) {
    const Ran ran = run({"keys", "new", name, "-o", place / "k"});
    EXPECT_EQ(ran.status, 2);
    EXPECT_HAS(ran.err, "cannot be the name of a key");
  }
  EXPECT_EQ(run({"keys", "new", "a"}).status, 2);
  EXPECT_EQ(run({"keys", "old", "a"}).status, 2);
  EXPECT_FALSE(std::filesystem::exists(place / "k"));
}

TEST_F(LogFiles, ProveThatALeafIsInTheLog) {
  const Ran plain = checkProof(inclusion);
  EXPECT_EQ(plain.status, 0) << plain.err;
  EXPECT_HAS(plain.out, "proved: leaf 13 is in the log of example.com/archive, of 30 leaves\n");
  EXPECT_HAS(plain.out, "no signature was checked: give the keys of");
  EXPECT_HAS(plain.out, "the game \"samples/game-13\": 13 events, head ");
  const Ran keyed = checkProof(inclusion, {"--key", log_key, "--game", "samples/game-13", "--checkpoint", checkpoint});
  EXPECT_EQ(keyed.status, 0) << keyed.out;
  EXPECT_HAS(keyed.out, "signed by example.com/archive");
  EXPECT_FALSE(has(keyed.out, "no signature was checked: give")) << keyed.out;
  const Ran json = checkProof(inclusion, {"--key", log_key, "--json"});
  for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{{"proved", "true"},
                                                                                    {"kind", "\"inclusion\""},
                                                                                    {"index", "13"},
                                                                                    {"signaturesChecked", "true"},
                                                                                    {"game", "\"samples/game-13\""}}) {
    EXPECT_EQ(memberOf(json.out, name), value) << json.out;
  }
}

TEST_F(LogFiles, DoNotProveAnythingElse) {
  const std::string other_key =
      docket::textOf(signerKeyFrom("example.com/archive", KeyType::note, filledSeed(9)).verifier);
  const std::string witness = docket::textOf(log.witness.verifier);
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--game", "samples/game-12"}, "the proof does not give the id samples/game-12"},
      {{"--checkpoint", old_checkpoint}, "the proof is for another checkpoint"},
      {{"--key", other_key}, "the checkpoint is not signed by example.com/archive"},
      {{"--key", log_key, "--key", witness}, "the checkpoint is not signed by witness.example/w1"},
      {{"--key", witness}, "no key of example.com/archive is given"},
  };
  for (const auto& [more, reason] : cases) {
    const Ran ran = checkProof(inclusion, more);
    EXPECT_EQ(ran.status, 1) << ran.err;
    EXPECT_HAS(ran.out, "not proved: ");
    EXPECT_HAS(ran.out, reason);
  }
  InclusionProof moved = log.inclusion(13);
  moved.index = 12;
  EXPECT_EQ(checkProof(place.file("moved", docket::textOf(moved))).status, 1);
  InclusionProof renamed = log.inclusion(13);
  renamed.opening->id = "samples/game-14";
  const Ran ran = checkProof(place.file("renamed", docket::textOf(renamed)));
  EXPECT_EQ(ran.status, 1);
  EXPECT_HAS(ran.out, "the id in the proof does not match the leaf");
}

TEST_F(LogFiles, ProveThatALogBeginsWithAnOlderOne) {
  const Ran ran = checkProof(consistency, {"--old-checkpoint", old_checkpoint, "--key", log_key});
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_HAS(ran.out, "proved: the log of example.com/archive, of 30 leaves, begins with its older one of 12");
  const Ran same = checkProof(consistency, {"--old-checkpoint", checkpoint});
  EXPECT_EQ(same.status, 1);
  EXPECT_HAS(same.out, "the older checkpoint has 30");
  // Another log of the same name, whose leaf 3 was replaced.
  SignedCheckpoint rewritten = log.checkpoint(kOldSize);
  rewritten.checkpoint.root[0] ^= 1U;
  rewritten = signedCheckpoint(kOldSize, rewritten.checkpoint.root, log.key);
  const std::string file = place.file("rewritten", docket::textOf(rewritten.note));
  const Ran other = checkProof(consistency, {"--old-checkpoint", file, "--key", log_key});
  EXPECT_EQ(other.status, 1);
  EXPECT_HAS(other.out, "the hashes do not lead from the older root to the newer one");
}

TEST_F(LogFiles, ThatAreNotProofsAreRefused) {
  for (const auto& [text, part] : std::vector<std::pair<std::string, std::string>>{
           {"", "this is not a proof"},
           {docket::textOf(log.checkpoint(3).note), "this is not a proof"},
           {docket::textOf(log.inclusion(13)).substr(0, 300), "odd:"},
           {"c2sp.org/tlog-proof@v1\nindex 3\n", "odd:2:1: expected \"extra\""}}) {
    const Ran ran = checkProof(place.file("odd", text));
    EXPECT_EQ(ran.status, 2) << text;
    EXPECT_HAS(ran.err, part);
  }
  EXPECT_EQ(checkProof(consistency).status, 2);  // without the older checkpoint
  EXPECT_EQ(checkProof(inclusion, {"--old-checkpoint", old_checkpoint}).status, 2);
  EXPECT_EQ(checkProof(inclusion, {"--key", "nobody"}).status, 2);
  EXPECT_EQ(checkProof(place / "nothing").status, 2);
}

TEST_F(LogFiles, AreCosignedByAWitnessWhoSawEarlierOnes) {
  const std::string first = place / "first", second = place / "second";
  const Ran began = cosign(old_checkpoint, {"-o", first});
  ASSERT_EQ(began.status, 0) << began.err;
  EXPECT_HAS(began.err, "no earlier checkpoint was given");
  const Ran went_on = cosign(checkpoint, {"--since", first, "--proof", consistency, "-o", second});
  ASSERT_EQ(went_on.status, 0) << went_on.err;
  EXPECT_HAS(went_on.err, "it begins with the 12 leaves that this key signed before");
  const std::string witness = place.file("witness.pub", docket::textOf(log.witness.verifier) + "\n");
  const Ran checked = checkProof(inclusion, {"--checkpoint", second, "--key", log_key, "--key", witness});
  EXPECT_EQ(checked.status, 0) << checked.out;
  EXPECT_HAS(checked.out, "signed by witness.example/w1, 20");
  // Signed again, it has one cosignature; the same log needs no proof.
  const Ran again = cosign(second, {"--since", second});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(again.out.find("witness.example/w1"), again.out.rfind("witness.example/w1"));
}

TEST_F(LogFiles, ThatDisagreeAreNotCosigned) {
  const std::string first = place / "first", whole = place / "whole";
  ASSERT_EQ(cosign(old_checkpoint, {"-o", first}).status, 0);
  ASSERT_EQ(cosign(checkpoint, {"-o", whole}).status, 0);
  TreeHash forged_root{};
  const std::string forged = place.file("forged", docket::textOf(signedCheckpoint(kSize, forged_root, log.key).note));
  SignedCheckpoint unsigned_one = log.checkpoint(kSize);
  unsigned_one.note.signatures.front().bytes[5] ^= 1U;
  const std::string wrong = place.file("wrong", docket::textOf(unsigned_one.note));
  const std::vector<std::pair<Ran, std::string>> cases = {
      {cosign(checkpoint, {"--since", first}), "there is no --proof that it"},
      {cosign(forged, {"--since", first, "--proof", consistency}), "the proof does not show"},
      {cosign(forged, {"--since", whole}), "another log of the same size was signed before"},
      {cosign(old_checkpoint, {"--since", whole}), "the log became shorter"},
      {cosign(checkpoint, {"--since", old_checkpoint, "--proof", consistency}), "has no cosignature of this key"},
      {cosign(wrong), "the checkpoint is not signed by the key of example.com/archive"},
  };
  for (const auto& [ran, reason] : cases) {
    EXPECT_EQ(ran.status, 1) << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_TRUE(has(ran.err, "not signed: ") && has(ran.err, reason)) << ran.err;
  }
  const std::string archive_key = secret("archive.key", log.key);
  EXPECT_EQ(run({"cosign", checkpoint, "--key", archive_key, "--log", log_key}).status, 2);
  EXPECT_EQ(run({"cosign", checkpoint, "--key", witness_key}).status, 2);
}

}  // namespace
}  // namespace docket::test::check_proof_test
