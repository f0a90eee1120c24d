// Checkpoints: the one that C2SP published, our own, and everything that is not one.
#include "events/log/checkpoint.h"

#include <gtest/gtest.h>

#include <string>

#include "events/errors.h"
#include "tests/expect_error.h"

namespace docket::checkpoint_test {
namespace {

using test::expectError;

// From the page of C2SP tlog-cosignature.
const std::string kBody = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";
const std::string kPublished =
    kBody +
    "\n— example.com/behind-the-sofa "
    "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
    "— witness.example.com/w1 "
    "jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n";

TEST(Checkpoints, PublishedByOtherLogsAreRead) {
  const SignedCheckpoint read = signedCheckpointOf(kPublished, "checkpoint");
  EXPECT_EQ(read.checkpoint.origin, "example.com/behind-the-sofa");
  EXPECT_EQ(read.checkpoint.size, 20'852'163);
  EXPECT_EQ(hex(read.checkpoint.root), "0ac5186a91863e8e1d90c808014aa89bf5da8e3ee1d9f07630f0378f68f1ab62");
  EXPECT_EQ(textOf(read.checkpoint), kBody);
  EXPECT_EQ(textOf(read.note), kPublished);
}

TEST(Checkpoints, KeepExtensionLines) {
  const Checkpoint read = checkpointOf(kBody + "one more\nand another\n", "checkpoint");
  EXPECT_EQ(read.extensions, (std::vector<std::string>{"one more", "and another"}));
  EXPECT_EQ(textOf(read), kBody + "one more\nand another\n");
}

TEST(Checkpoints, AreSignedByTheKeyOfTheirOrigin) {
  const SignerKey key = newSignerKey("example.com/archive", KeyType::note);
  TreeHash root{};
  root[3] = 7;
  const SignedCheckpoint made = signedCheckpoint(1000, root, key);
  EXPECT_EQ(made.checkpoint.origin, "example.com/archive");
  EXPECT_EQ(signedCheckpointOf(textOf(made.note), "checkpoint"), made);
  EXPECT_TRUE(isSignedBy(made.note, std::vector{key.verifier}));
}

TEST(Checkpoints, OfAnyOtherFormAreRefusedWithTheirPlace) {
  const std::string root = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "c:1:1: expected the origin"},
      {"\n1\n" + root, "c:1:1: expected the origin"},
      {"o\n", "c:2:1: expected the size"},
      {"o\n01\n" + root, "c:2:1: expected the size"},
      {"o\n-1\n" + root, "c:2:1: expected the size"},
      {"o\n+1\n" + root, "c:2:1: expected the size"},
      {"o\n1 \n" + root, "c:2:1: expected the size"},
      {"o\n0x1\n" + root, "c:2:1: expected the size"},
      {"o\n9223372036854775808\n" + root, "c:2:1: expected the size"},
      {"o\n99999999999999999999\n" + root, "c:2:1: expected the size"},
      {"o\n1\n", "c:3:1: expected the root"},
      {"o\n1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2J=\n", "c:3:1: expected the root"},
      {"o\n1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxqw==\n", "c:3:1: expected the root"},
      {"o\n0\n" + root, "c:3:1: the root of an empty log is 47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="},
      {"o\n1\n" + root + "\n", "c:4:1: a checkpoint has no empty line"},
      {"o\n1\n" + root + "more", "c:4:5: expected a newline"},
  };
  for (const auto& [text, message] : cases)
    expectError<BadInput>([&, &text = text] { static_cast<void>(checkpointOf(text, "c")); }, message);
  EXPECT_EQ(checkpointOf("o\n9223372036854775807\n" + root, "c").size, 9'223'372'036'854'775'807U);
}

}  // namespace
}  // namespace docket::checkpoint_test
