// Malicious messages: each is answered or named, and nothing in it is stored.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "events/errors.h"
#include "tests/relay/hall_and_archive.h"
#include "tests/relay/memory_broker.h"
#include "tests/tools/run.h"
#include "tools/relay/message.h"

namespace docket::relay_hostile_test {
namespace {

using docket::test::archiveKey;
using docket::test::hallKey;
using docket::test::keyNamed;
using docket::test::MemoryBroker;
using docket::test::settle;
using docket::test::TempDirectory;
using docket::test::TestArchive;
using docket::test::TestHall;
using relay::Batch;
using relay::Content;
using relay::Message;
using relay::Received;
using relay::Time;

/// Two halls, one with a game of 12 events at the archive and one that wants to harm it.
struct Attack {
  TempDirectory place;
  MemoryBroker broker{1};
  TestHall hall{place / "hall", broker};
  SignerKey other = docket::test::otherHallKey(), unknown = keyNamed("hall-3", 9);
  TestArchive archive{place / "circuit", broker};
  Time now{0};
  std::vector<std::string> messages;  // the hall's messages for it

  Attack() {
    hall.begin("final", "yugioh-use-or-activate.jsonl", "yugioh.json");
    for (int i = 0; i < 12; ++i) hall.record("final");
    settle(hall, archive, now);
    // The next batch, from the hall itself, on its way.
    hall.record("final");
    hall.step(now);
    for (std::string& message : broker.queues[relay::batchQueue(archiveKey().verifier.name)].take(9))
      messages.push_back(std::move(message));
  }
  [[nodiscard]] const std::string& next() const { return messages.back(); }

  /// The next batch, altered and signed by `key`.
  template <class Alter>
  std::string altered(const SignerKey& key, Alter alter) {
    const Message read = relay::readMessage(next(), archiveKey().verifier.name, std::vector{hallKey().verifier});
    Batch batch = std::get<Batch>(read.content);
    std::string payload(read.payload);
    batch.from = key.verifier.name;
    alter(batch, payload);
    return written(batch, payload, key);
  }
  Received send(const std::string& message) { return archive.takeOne(message); }
  /// Nothing was stored, and the hall's own batch still continues the stored record.
  void expectUnharmed() {
    EXPECT_EQ(archive.archive().game("final").count(), 12U);
    EXPECT_EQ(archive.archive().totals().games, 1U);
    EXPECT_EQ(send(next()).says, "kept");
    EXPECT_EQ(archive.archive().game("final").count(), 13U);
  }
};

TEST(HostileHall, IsNamedIfTheSignerIsUnknown) {
  Attack attack;
  const Received forged = attack.send(attack.altered(attack.unknown, [](Batch&, std::string&) {}));
  EXPECT_FALSE(forged.is_signed);
  EXPECT_EQ(forged.from, "hall-3") << "the hall that it claims to be";
  EXPECT_EQ(forged.game, "final");
  EXPECT_TRUE(forged.answer.empty());
  EXPECT_HAS(forged.why, "not signed by a key that is known here");
  for (const std::string& nothing : {std::string(), std::string("x"), std::string(1 << 20, '\xff')}) {
    EXPECT_FALSE(attack.send(nothing).is_signed);
    EXPECT_TRUE(attack.send(nothing).answer.empty());
  }
  attack.expectUnharmed();
}

TEST(HostileHall, CannotContinueAnotherHallsGame) {
  Attack attack;
  const Received taken = attack.send(attack.altered(attack.other, [](Batch&, std::string&) {}));
  EXPECT_EQ(taken.says, "refused");
  EXPECT_EQ(taken.from, "hall-4");
  EXPECT_HAS(taken.why, "final is recorded by the hall hall-3");
  const Received asked = attack.send(attack.altered(attack.other, [](Batch& batch, std::string&) {
    batch.first += 100;
    batch.sealed = 0;
  }));
  EXPECT_EQ(asked.says, "refused");
  attack.expectUnharmed();
}

TEST(HostileHall, CannotSignInAnotherHallsName) {
  Attack attack;
  const Received taken =
      attack.send(attack.altered(attack.other, [](Batch& batch, std::string&) { batch.from = "hall-3"; }));
  EXPECT_FALSE(taken.is_signed);
  attack.expectUnharmed();
}

TEST(HostileHall, CannotContinueFromAWrongHeadOrReachOne) {
  Attack attack;
  const Received before =
      attack.send(attack.altered(hallKey(), [](Batch& batch, std::string&) { batch.before[0] ^= 1; }));
  EXPECT_EQ(before.says, "differs");
  const Received after =
      attack.send(attack.altered(hallKey(), [](Batch& batch, std::string&) { batch.after[0] ^= 1; }));
  EXPECT_EQ(after.says, "refused");
  EXPECT_HAS(after.why, "its events do not have the head that the batch says");
  attack.expectUnharmed();
}

TEST(HostileHall, CannotSendOtherEventsThanItAnnounces) {
  Attack attack;
  for (const int more : {-1, 1}) {
    const Received counted = attack.send(attack.altered(
        hallKey(), [more](Batch& batch, std::string&) { batch.count = static_cast<std::uint32_t>(1 + more); }));
    EXPECT_NE(counted.says, "kept");
  }
  const Received extra =
      attack.send(attack.altered(hallKey(), [](Batch&, std::string& payload) { payload += "{\"note\":\"more\"}\n"; }));
  EXPECT_HAS(extra.why, "the batch has more lines than events");
  attack.expectUnharmed();
}

TEST(HostileHall, CannotSendAMalformedEvent) {
  Attack attack;
  for (const char* const line :
       {"", "{", "{}", "null", "[]", "{\"note\":\"\xff\"}", "{\"cardMoved\":{\"card\":9999}}",
        "{\"cardMoved\":{\"card\":1,\"zone\":\"no such zone\"}}", "{\"rewound\":{\"to\":99}}"}) {
    const Received refused = attack.send(
        attack.altered(hallKey(), [&](Batch&, std::string& payload) { payload = std::string(line) + "\n"; }));
    EXPECT_EQ(refused.says, "refused") << line;
    EXPECT_FALSE(refused.why.empty()) << line;
  }
  attack.expectUnharmed();
}

TEST(HostileHall, CannotStorePartOfABatchByARewindInIt) {
  Attack attack;
  const Received refused = attack.send(attack.altered(hallKey(), [](Batch& batch, std::string& payload) {
    payload = "{\"note\":\"one\"}\n{\"rewound\":{\"to\":3,\"judge\":\"J\"}}\n";
    batch.count = 2;
  }));
  EXPECT_HAS(refused.why, "a rewind or a correction must begin a batch");
  attack.expectUnharmed();
}

TEST(HostileHall, CannotMakeAMessageLargerThanTheLimits) {
  Attack attack;
  const Received large = attack.send(attack.altered(
      hallKey(), [](Batch&, std::string& payload) { payload.assign(relay::kMaxPayloadBytes + 1, ' '); }));
  EXPECT_FALSE(large.is_signed);
  EXPECT_HAS(large.why, "the maximum is");
  const Received many = attack.send(
      attack.altered(hallKey(), [](Batch& batch, std::string&) { batch.count = relay::kMaxBatchEvents + 1; }));
  EXPECT_EQ(many.says, "refused");
  attack.expectUnharmed();
}

TEST(HostileHall, GainsNothingByRepeatingMessages) {
  Attack attack;
  EXPECT_EQ(attack.send(attack.next()).says, "kept");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(attack.send(attack.next()).says, "kept");
  EXPECT_EQ(attack.archive.archive().game("final").count(), 13U);
}

TEST(HostileHall, GainsNothingByChangingABitOfAMessage) {
  Attack attack;
  const std::string& good = attack.next();
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 1);
    ASSERT_NE(attack.send(bad).says, "kept") << "byte " << at;
  }
  attack.expectUnharmed();
}

TEST(HostileHall, CannotSendAMalformedDocument) {
  Attack attack;
  const std::string words(64, '\x7f');
  relay::DocumentPart part{relay::Addressed{.to = archiveKey().verifier.name,
                                            .from = hallKey().verifier.name,
                                            .game = "final",
                                            .serial = {.session = "0123456789abcdef", .number = 1}}};
  part.kind = "ruleset";
  part.digest = docket::digest(std::string_view(words));
  part.size = words.size();
  const Received malformed = attack.send(written(part, words, hallKey()));
  EXPECT_EQ(malformed.says, "refused");
  part.kind = "poem";
  EXPECT_HAS(attack.send(written(part, words, hallKey())).why, "is not a kind of document");
  part.kind = "ruleset";
  part.size = std::uint64_t{1} << 40U;
  EXPECT_HAS(attack.send(written(part, words, hallKey())).why, "the maximum is");
  attack.expectUnharmed();
}

TEST(HostileArchive, CannotMakeAHallShowAnUnsignedReceipt) {
  Attack attack;
  const auto kept_before = attack.hall.relaySide().unkept().front().kept;
  relay::AnswerMessage answer{relay::Addressed{.to = "hall-3",
                                               .from = archiveKey().verifier.name,
                                               .game = "final",
                                               .serial = {.session = "0123456789abcdef", .number = 1}}};
  answer.count = 13;
  answer.head = attack.hall.archive().game("final").head();
  auto& answers = attack.broker.queues[relay::answerQueue("hall-3")];
  const SignerKey false_archive = keyNamed("circuit.example/archive", 8);
  answers.put(written(answer, false_archive), attack.broker.dice, 0);
  answer.head[0] ^= 1;  // signed by the archive, and not of this record
  answers.put(written(answer, archiveKey()), attack.broker.dice, 0);
  for (int i = 0; i < 20; ++i) attack.hall.step(attack.now);
  ASSERT_EQ(attack.hall.relaySide().unkept().size(), 1U);
  EXPECT_EQ(attack.hall.relaySide().unkept().front().kept, kept_before);
  EXPECT_HAS(attack.hall.relaySide().unkept().front().stuck, "diverges before");
}

}  // namespace
}  // namespace docket::relay_hostile_test
