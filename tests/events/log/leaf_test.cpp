// The content and bytes of leaves: known ones, both ways, and every byte cut off, added or changed.
#include "events/log/leaf.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "events/errors.h"
#include "events/log/tree_hash.h"
#include "tests/expect_error.h"

namespace docket::leaf_test {
namespace {

using test::expectError;

Digest filled(std::uint8_t byte) {
  Digest digest{};
  digest.fill(byte);
  return digest;
}

const std::vector<Leaf> kLeaves = {
    GameLeaf{.kind = LeafKind::game,
             .follows = {},
             .id_commitment = filled(0x11),
             .head = filled(0x22),
             .count = 0x01020304,
             .ruleset = filled(0x33),
             .catalogue = {}},
    GameLeaf{.kind = LeafKind::laterSegment, .follows = 0, .id_commitment = filled(1), .head = filled(2), .count = 1},
    GameLeaf{.kind = LeafKind::replacement, .follows = ~std::uint64_t{0}, .head = filled(2), .catalogue = filled(9)},
    KeyLeaf{.follows = {}, .change = KeyChange::begins, .verifier_key = "example.com/a+12345678+AAAA"},
    KeyLeaf{.follows = 7, .change = KeyChange::stolen, .verifier_key = std::string(65'535, 'k')},
    KeyLeaf{.follows = 258, .change = KeyChange::ends, .verifier_key = "k"},
};

TEST(Leaves, HaveTheDocumentedBytes) {
  const std::string follows_none = "0101" + std::string("00") + "0000000000000000";
  const auto repeated = [](const std::string& byte) {
    std::string text;
    for (int i = 0; i < 32; ++i) text += byte;
    return text;
  };
  EXPECT_EQ(hex(bytesOf(kLeaves[0])),
            follows_none + repeated("11") + repeated("22") + "01020304" + repeated("33") + repeated("00"));
  EXPECT_EQ(bytesOf(kLeaves[0]).size(), 143);
  EXPECT_EQ(hex(bytesOf(kLeaves[5])),
            "010401"
            "0000000000000102"
            "02"
            "0001"
            "6b");
}

TEST(Leaves, AreReadAsTheyWereWritten) {
  for (const Leaf& leaf : kLeaves) EXPECT_EQ(leafOf(bytesOf(leaf)), leaf) << hex(bytesOf(leaf)).substr(0, 40);
}

TEST(Leaves, AreNotReadWithAnotherLength) {
  for (const Leaf& leaf : kLeaves) {
    auto bytes = bytesOf(leaf);
    for (std::size_t length = 0; length < std::min<std::size_t>(bytes.size(), 200); ++length)
      expectError<BadInput>([&] { static_cast<void>(leafOf(std::span(bytes).first(length))); }, "expected");
    bytes.push_back(0);
    expectError<BadInput>([&] { static_cast<void>(leafOf(bytes)); }, "it should end here");
  }
}

TEST(Leaves, ThatAreAlteredAreRefusedOrAnotherLeaf) {
  for (const Leaf& leaf : kLeaves) {
    const auto bytes = bytesOf(leaf);
    for (std::size_t at = 0; at < std::min<std::size_t>(bytes.size(), 200); ++at) {
      for (unsigned bit = 0; bit < 8; ++bit) {
        auto changed = bytes;
        changed[at] = static_cast<std::uint8_t>(changed[at] ^ (1U << bit));
        try {
          const Leaf read = leafOf(changed);
          ASSERT_NE(read, leaf) << at;
          ASSERT_EQ(bytesOf(read), changed) << at;
        } catch (const BadInput& refused) {
          ASSERT_NE(std::string(refused.what()).find("a leaf of the log"), std::string::npos);
        }
      }
    }
  }
}

TEST(Leaves, ReportWhichByteIsWrong) {
  auto bytes = bytesOf(kLeaves[0]);
  bytes[0] = 2;
  expectError<BadInput>([&] { static_cast<void>(leafOf(bytes)); }, "byte 0: expected the version");
  bytes[0] = 1;
  bytes[2] = 1;
  expectError<BadInput>([&] { static_cast<void>(leafOf(bytes)); }, "byte 2: a game follows no leaf");
  bytes[2] = 0;
  bytes[10] = 4;
  expectError<BadInput>([&] { static_cast<void>(leafOf(bytes)); }, "byte 3: it follows no leaf but names one");
  auto key = bytesOf(kLeaves[5]);
  key[11] = 4;
  expectError<BadInput>([&] { static_cast<void>(leafOf(key)); }, "byte 11: expected a change");
}

TEST(Leaves, NameTheirGameOnlyToHoldersOfTheSalt) {
  const Salt salt{1, 2, 3}, other{1, 2, 4};
  const std::string id = "open-2026/round-3/table-7";
  std::string hashed = "docket game id v1\n";
  hashed.append(salt.begin(), salt.end());
  hashed += id;
  EXPECT_EQ(idCommitment(id, salt), sha256({asBytes(hashed)}));
  EXPECT_NE(idCommitment(id, salt), idCommitment(id, other));
  EXPECT_NE(idCommitment(id, salt), idCommitment(id + "x", salt));
  const auto bytes = bytesOf(GameLeaf{.id_commitment = idCommitment(id, salt)});
  EXPECT_EQ(std::string(bytes.begin(), bytes.end()).find(id), std::string::npos);
}

}  // namespace
}  // namespace docket::leaf_test
