// Proof files: both ways, what they prove, and each byte of them altered.
#include "events/log/proof_file.h"

#include <gtest/gtest.h>

#include <string>

#include "events/errors.h"
#include "tests/events/log/sample_log.h"
#include "tests/expect_error.h"

namespace docket::proof_file_test {
namespace {

using test::expectError;
using test::SampleLog;

constexpr std::uint64_t kSize = 21;

const SampleLog& sampleLog() {
  static const SampleLog kLog(kSize);
  return kLog;
}

TEST(ProofFiles, AreReadAsTheyWereWritten) {
  for (std::uint64_t index = 0; index < kSize; ++index) {
    const InclusionProof proof = sampleLog().inclusion(index);
    EXPECT_EQ(inclusionProofOf(textOf(proof), "proof"), proof);
    EXPECT_EQ(textOf(inclusionProofOf(textOf(proof), "proof")), textOf(proof));
    EXPECT_EQ(proofKindOf(textOf(proof)), ProofKind::inclusion);
    EXPECT_TRUE(proves(proof, sampleLog().checkpoint(kSize).checkpoint));
    EXPECT_EQ(proof.opening.has_value() && opens(*proof.opening, proof.leaf), index != 0);  // leaf 0 is of a key
  }
  for (std::uint64_t old_size = 0; old_size <= kSize; ++old_size) {
    const ConsistencyProof proof = sampleLog().consistency(old_size);
    EXPECT_EQ(consistencyProofOf(textOf(proof), "proof"), proof);
    EXPECT_EQ(proofKindOf(textOf(proof)), ProofKind::consistency);
    EXPECT_TRUE(proves(proof, sampleLog().checkpoint(old_size).checkpoint));
  }
  EXPECT_EQ(proofKindOf("docket certificate\n"), std::nullopt);
}

TEST(ProofFiles, ProveNothingAboutAnotherCheckpoint) {
  const InclusionProof proof = sampleLog().inclusion(13);
  EXPECT_FALSE(proves(proof, sampleLog().checkpoint(kSize - 1).checkpoint));
  const ConsistencyProof longer = sampleLog().consistency(13);
  for (std::uint64_t other = 0; other <= kSize; ++other)
    EXPECT_EQ(proves(longer, sampleLog().checkpoint(other).checkpoint), other == 13) << other;
  Checkpoint elsewhere = sampleLog().checkpoint(13).checkpoint;
  elsewhere.origin = "example.com/elsewhere";
  EXPECT_FALSE(proves(longer, elsewhere));
}

/// True if a text proves anything with the key of the log. What opens the leaf's id counts too.
bool isBelieved(const std::string& text) {
  const std::vector keys{sampleLog().key.verifier};
  try {
    if (proofKindOf(text) == ProofKind::inclusion) {
      const InclusionProof proof = inclusionProofOf(text, "proof");
      return proves(proof, proof.checkpoint.checkpoint) && isSignedBy(proof.checkpoint.note, keys) && proof.opening &&
             opens(*proof.opening, proof.leaf);
    }
    const ConsistencyProof proof = consistencyProofOf(text, "proof");
    return proves(proof, sampleLog().checkpoint(13).checkpoint) && isSignedBy(proof.checkpoint.note, keys);
  } catch (const BadInput& refused) {
    EXPECT_TRUE(std::string(refused.what()).starts_with("proof:")) << refused.what();
    return false;
  }
}

TEST(ProofFiles, AreRefusedWithAnyBitAltered) {
  std::size_t tried = 0;
  for (const std::string& text : {textOf(sampleLog().inclusion(13)), textOf(sampleLog().consistency(13))}) {
    ASSERT_TRUE(isBelieved(text));
    for (std::size_t at = 0; at < text.size(); ++at) {
      for (unsigned bit = 0; bit < 8; ++bit, ++tried) {
        std::string altered = text;
        altered[at] = static_cast<char>(altered[at] ^ (1 << bit));
        ASSERT_FALSE(isBelieved(altered)) << altered;
      }
      ASSERT_FALSE(isBelieved(text.substr(0, at))) << at;
      ASSERT_FALSE(isBelieved(text.substr(0, at) + text.substr(at + 1))) << at;
      ASSERT_FALSE(isBelieved(text.substr(0, at) + "A" + text.substr(at))) << at;
      tried += 3;
    }
  }
  EXPECT_GE(tried, 10'000);
}

TEST(ProofFiles, OfAnyOtherFormAreRefusedWithTheirPlace) {
  const std::string checkpoint = textOf(sampleLog().checkpoint(13).note);
  const std::string hash = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";
  std::string many = "old 1\n";
  for (std::size_t i = 0; i <= kMaxProofHashes; ++i) many += hash;
  const std::vector<std::pair<std::string, std::string>> consistency = {
      {"", "p:1:1: expected \"old\" and a number"},
      {"new 1\n\n" + checkpoint, "p:1:1: expected \"old\" and a number"},
      {"old 01\n\n" + checkpoint, "p:1:5: expected a decimal number"},
      {"old 1\n" + hash + "x\n\n" + checkpoint, "p:3:1: expected 32 bytes in base64"},
      {"old 1\n" + hash, "p:3:1: expected a hash of the proof"},
      {"old 1\n\n", "p:3: expected a signed note"},
      {many + "\n" + checkpoint, "p:65:1: too many hashes, the maximum is 63"},
      {"old 1\n\no\n1\nx\n\n— a AAAAAAA=\n", "p:5:1: expected the root"},
  };
  for (const auto& [text, message] : consistency)
    expectError<BadInput>([&, &text = text] { static_cast<void>(consistencyProofOf(text, "p")); }, message);
  const std::string first = "c2sp.org/tlog-proof@v1\n";
  const std::vector<std::pair<std::string, std::string>> inclusion = {
      {"c2sp.org/tlog-proof@v2\n", "p:1:1: expected c2sp.org/tlog-proof@v1"},
      {first + "index 1\n\n" + checkpoint, "p:2:1: expected \"extra\""},
      {first + "extra AA==\n", "p:2:7: expected the leaf"},
      {first + "extra AAU=\n", "p:2:7: the leaf is cut off"},
      {first + "extra AAEC\n", "p:2:7: a leaf of the log, byte 0: expected the version"},
  };
  for (const auto& [text, message] : inclusion)
    expectError<BadInput>([&, &text = text] { static_cast<void>(inclusionProofOf(text, "p")); }, message);
}

}  // namespace
}  // namespace docket::proof_file_test
