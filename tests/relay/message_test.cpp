// Messages between a hall and the archive: each survives a round trip and is accepted only by its addressee.
#include "tools/relay/message.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "events/errors.h"
#include "tests/relay/hall_and_archive.h"

namespace docket::relay_message_test {
namespace {

using docket::test::archiveKey;
using docket::test::hallKey;
using relay::Addressed;
using relay::AnswerMessage;
using relay::Batch;
using relay::DocumentPart;
using relay::Says;

Addressed toTheArchive() {
  return {.to = archiveKey().verifier.name,
          .from = hallKey().verifier.name,
          .game = "cup/1",
          .serial = {.session = "0123456789abcdef", .number = 7}};
}

relay::Message readAtArchive(const std::string& bytes) {
  return relay::readMessage(bytes, archiveKey().verifier.name, std::vector{hallKey().verifier});
}

TEST(RelayMessage, IsReadBackAsItWasWritten) {
  Batch batch{toTheArchive()};
  batch.first = 257;
  batch.count = 2;
  batch.before.fill(1);
  batch.after.fill(2);
  batch.sealed = 256;
  batch.seals = true;
  const std::string bytes = written(batch, "two lines", hallKey());
  const auto message = readAtArchive(bytes);
  EXPECT_EQ(message.payload, "two lines");
  const auto& read = std::get<Batch>(message.content);
  EXPECT_EQ(read.game, "cup/1");
  EXPECT_EQ(read.serial, batch.serial);
  EXPECT_EQ(read.last(), 258U);
  EXPECT_EQ(read.before, batch.before);
  EXPECT_EQ(read.after, batch.after);
  EXPECT_EQ(read.sealed, 256U);
  EXPECT_TRUE(read.seals);
  EXPECT_EQ(written(read, message.payload, hallKey()), bytes);

  DocumentPart part{toTheArchive()};
  part.kind = "catalogue";
  part.digest.fill(9);
  part.size = 10;
  part.offset = 4;
  const std::string of_document = written(part, std::string("\0\1\2", 3), hallKey());
  const auto document = readAtArchive(of_document);
  EXPECT_EQ(std::get<DocumentPart>(document.content).offset, 4U);
  EXPECT_EQ(document.payload, std::string_view("\0\1\2", 3));
}

TEST(RelayMessage, AnswersWithTheArchivesProgress) {
  for (const Says says : {Says::kept, Says::resend, Says::differs, Says::refused, Says::lacks}) {
    AnswerMessage answer{toTheArchive()};
    std::swap(answer.to, answer.from);
    answer.says = says;
    answer.count = 12;
    answer.sealed = 5;
    answer.head.fill(3);
    answer.lacks = {{.kind = "ruleset", .digest = {}, .have = 17}};
    answer.why = "one\nline \x1b[31m";
    const std::string bytes = written(answer, archiveKey());
    const auto message = relay::readMessage(bytes, hallKey().verifier.name, std::vector{archiveKey().verifier});
    const auto& read = std::get<AnswerMessage>(message.content);
    EXPECT_EQ(read.says, says);
    EXPECT_EQ(read.count, 12U);
    EXPECT_EQ(read.sealed, 5U);
    EXPECT_EQ(read.head, answer.head);
    ASSERT_EQ(read.lacks.size(), 1U);
    EXPECT_EQ(read.lacks.front().have, 17U);
    EXPECT_EQ(read.why.find('\n'), std::string::npos);
    EXPECT_EQ(read.why.find('\x1b'), std::string::npos);
  }
}

TEST(RelayMessage, IsAcceptedOnlyByItsAddresseeFromItsSigner) {
  const std::string bytes = written(Batch{toTheArchive()}, {}, hallKey());
  EXPECT_THROW(static_cast<void>(relay::readMessage(bytes, "another.example", std::vector{hallKey().verifier})),
               BadInput);
  EXPECT_THROW(static_cast<void>(relay::readMessage(bytes, archiveKey().verifier.name, {})), BadInput);
  Batch in_the_name_of_another{toTheArchive()};
  in_the_name_of_another.from = "hall-4";
  EXPECT_THROW(static_cast<void>(readAtArchive(written(in_the_name_of_another, {}, hallKey()))), BadInput);
  EXPECT_EQ(relay::claimedBy(bytes).from, "hall-3");
  EXPECT_EQ(relay::claimedBy("rubbish").from, "");
}

TEST(RelayMessage, HasOneEncoding) {
  const std::string bytes = written(Batch{toTheArchive()}, "payload", hallKey());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string bad = bytes;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    EXPECT_THROW(static_cast<void>(readAtArchive(bad)), BadInput) << at;
    EXPECT_THROW(static_cast<void>(readAtArchive(bytes.substr(0, at))), BadInput) << at;
  }
  EXPECT_THROW(static_cast<void>(readAtArchive(bytes + "x")), BadInput);
}

}  // namespace
}  // namespace docket::relay_message_test
