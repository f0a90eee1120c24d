// Heads and the public form: every byte counts, redaction and erasure do not change them, and nothing hidden shows.
#include "events/heads.h"

#include <capnp/message.h>
#include <capnp/serialize.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "events/canonical_bytes.h"
#include "events/document.h"
#include "events/errors.h"
#include "events/json/json_struct_writer.h"
#include "events/public.h"
#include "events/public_header.h"
#include "events/shape.h"
#include "events/validate.h"
#include "tests/events/random_game.h"

namespace docket::heads_test {
namespace {

using Event = schema::Event;

std::vector<Digest> headsOf(const Recording& game, const Secret& secret) {
  std::vector<Digest> heads;
  Head head(game.header(), secret);
  heads.push_back(head.value());
  for (std::uint32_t n = 1; n <= game.size(); ++n) {
    head.append(*game.event(n), n);
    heads.push_back(head.value());
  }
  return heads;
}

TEST(Heads, AreTheSameFromTheHeaderAndResumedAtABlock) {
  const Recording game = randomGame(5, 600);
  const auto heads = headsOf(game, testSecret());
  for (const std::uint32_t block : {0U, 256U, 512U}) {
    Head head(heads[block], block, testSecret());
    for (std::uint32_t n = block + 1; n <= game.size(); ++n) {
      head.append(*game.event(n), n);
      ASSERT_EQ(head.value(), heads[n]) << "event " << n << " from " << block;
    }
  }
}

TEST(Heads, AreTheDigestOfTheirDefinition) {
  const Recording game = randomGame(6, 258);
  const auto heads = headsOf(game, testSecret());
  const auto expected = [&](const Digest& at, std::uint32_t first, std::uint32_t last) {
    std::vector<std::uint8_t> bytes(at.begin(), at.end());
    for (std::uint32_t n = first; n <= last; ++n) {
      const auto event = publicBytes(*game.event(n), n, testSecret());
      bytes.insert(bytes.end(), event.begin(), event.end());
    }
    return digest(std::span<const std::uint8_t>(bytes));
  };
  EXPECT_EQ(heads[0], digest(std::span<const std::uint8_t>(publicBytes(game.header()))));
  EXPECT_EQ(heads[100], expected(heads[0], 1, 100));
  EXPECT_EQ(heads[256], expected(heads[0], 1, 256));
  EXPECT_EQ(heads[258], expected(heads[256], 257, 258));
}

using Bytes = std::vector<std::uint8_t>;

// A message with its parts in the order of a copy, like a row of an archive after its columns were read.
kj::Array<capnp::word> inOrder(capnp::AnyStruct::Reader from) {
  capnp::MallocMessageBuilder copy(static_cast<unsigned>(from.totalSize().wordCount + 1));
  copy.setRoot(from);
  EXPECT_EQ(copy.getSegmentsForOutput().size(), 1U);
  return capnp::messageToFlatArray(copy);
}

// The canonical words of such a message, by its offsets.
Bytes byOffsets(kj::ArrayPtr<const capnp::word> words) {
  capnp::FlatArrayMessageReader message(words);
  Bytes bytes{1, 2, 3};
  appendCanonicalWords(message.getRoot<capnp::AnyStruct>(), bytes, {}, {.end = words.asBytes().end()});
  return bytes;
}

// Cap'n Proto's own canonical words are the expected result.
void expectCanonical(capnp::AnyStruct::Reader from) {
  const auto words = canonicalWords(from);
  Bytes expected{1, 2, 3};
  expected.insert(expected.end(), words.asBytes().begin(), words.asBytes().end());
  Bytes ours{1, 2, 3};
  appendCanonicalWords(from, ours);
  EXPECT_TRUE(ours == expected);
  EXPECT_TRUE(byOffsets(inOrder(from)) == expected);
}

TEST(CanonicalBytes, AreThoseOfEveryShapeOfStructsAndLists) {
  using capnp::AnyPointer;
  using capnp::AnyStruct;
  capnp::MallocMessageBuilder message;
  auto root = message.initRoot<AnyPointer>().initAsAnyStruct(3, 12);
  auto fields = root.getPointerSection();
  expectCanonical(root.asReader());  // an empty struct
  root.getDataSection()[9] = 5;      // the trailing zero word is dropped
  fields[1].initAsAnyStruct(0, 0);
  fields[2].initAsAnyStruct(2, 2);  // its words and pointers are all zero
  fields[3].initAs<capnp::List<bool>>(11).set(10, true);
  fields[4].initAs<capnp::List<std::uint16_t>>(3).set(2, 7);
  fields[5].initAs<capnp::List<capnp::Void>>(5);
  fields[6].setAs<capnp::Text>("Kakita Yoshi");
  fields[7].initAs<capnp::List<std::uint64_t>>(0);
  auto texts = fields[8].initAs<capnp::List<capnp::Text>>(3);
  texts.set(0, "one");
  texts.set(2, "");
  auto structs = fields[9].initAsListOfAnyStruct(2, 3, 4);  // each is as large as the largest
  structs[0].getDataSection()[1] = 1;
  structs[1].getPointerSection()[2].setAs<capnp::Text>("deep");
  structs[2].getDataSection()[8] = 1;
  fields[10].initAsListOfAnyStruct(1, 1, 2);  // of an empty struct
  expectCanonical(root.asReader());
}

// A reader that follows offsets expects checked words. If they were not checked, an offset that leads outside the
// message or backwards is still refused.
TEST(CanonicalBytes, RefuseOffsetsOutOfBounds) {
  const Recording game = randomGame(9, 40);
  std::size_t refused = 0;
  for (std::uint32_t n = 1; n <= game.size(); ++n) {
    auto words = inOrder(capnp::AnyStruct::Reader(*game.event(n)));
    auto bytes = words.asBytes();
    for (std::size_t i = 2 * sizeof(capnp::word); i < bytes.size(); ++i) {
      for (const auto turned : {0x80U, 0x04U, 0x01U}) {
        bytes[i] ^= static_cast<std::uint8_t>(turned);
        try {
          EXPECT_GT(byOffsets(words).size(), 3U);
        } catch (const kj::Exception&) {
          ++refused;
        }
        bytes[i] ^= static_cast<std::uint8_t>(turned);
      }
    }
  }
  EXPECT_GT(refused, 1000U);
}

TEST(CanonicalBytes, RefuseAStructInsideItself) {
  capnp::MallocMessageBuilder message;
  message.initRoot<capnp::AnyPointer>().initAsAnyStruct(0, 1).getPointerSection()[0].setAs<capnp::Text>("x");
  auto words = capnp::messageToFlatArray(message);
  constexpr std::uint64_t kItself = 0x0001'0000'ffff'fffcU;  // one pointer, to a word before the target of this one
  std::memcpy(words.asBytes().begin() + 2 * sizeof(capnp::word), &kItself, sizeof kItself);
  EXPECT_THROW(static_cast<void>(byOffsets(words)), kj::Exception);
}

// Omitted fields give the same as a copy of the struct without them.
TEST(CanonicalBytes, LeaveOutTheGivenFields) {
  const auto fill = [](schema::Event::Builder event, bool with_hidden) {
    event.setActor(2);
    auto context = event.initContext();
    auto identities = context.initIdentities(4);
    for (capnp::uint i = 0; i < identities.size(); ++i) {
      identities[i].setCard(i + 1);
      if (with_hidden || i == 1) identities[i].setDefinition("Tern");
      if (with_hidden && i == 2) identities[i].initPrinted().setTitle("Heron");
    }
    context.initCauses(2).set(1, 9);
  };
  capnp::MallocMessageBuilder whole, without;
  fill(whole.initRoot<schema::Event>(), true);
  fill(without.initRoot<schema::Event>(), false);
  const auto event = whole.getRoot<schema::Event>().asReader();
  OmittedPointers left_out;
  for (const capnp::uint number : {0U, 2U, 3U}) {
    const auto identity = event.getContext().getIdentities()[number];
    left_out.add(identity, 0);
    if (number == 2) left_out.add(identity, 1);
    left_out.add(identity, 2);  // there is none
  }
  const auto words = canonicalWords(without.getRoot<schema::Event>().asReader());
  const Bytes expected(words.asBytes().begin(), words.asBytes().end());
  Bytes ours;
  appendCanonicalWords(event, ours, left_out);
  EXPECT_EQ(ours, expected);
  const auto lying = whole.getSegmentsForOutput()[0];  // made in the order of a copy
  Bytes by_offsets;
  appendCanonicalWords(event, by_offsets, left_out, {.end = lying.asBytes().end()});
  EXPECT_EQ(by_offsets, expected);
}

// Every byte of every event of a random game, flipped in its canonical form, is another event with another head.
TEST(Heads, ChangeWithEachByteOfAnEvent) {
  const Recording game = randomGame(7, 25);
  std::size_t flipped = 0;
  for (std::uint32_t n = 1; n <= game.size(); ++n) {
    const auto words = canonicalWords(*game.event(n));
    const auto before = publicBytes(*game.event(n), n, testSecret());
    expectCanonical(*game.event(n));
    auto copy = canonicalWords(*game.event(n));
    auto bytes = copy.asBytes();
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] ^= 0x10U;
      const kj::ArrayPtr<const capnp::word> segment = copy;
      capnp::SegmentArrayMessageReader message(kj::arrayPtr(&segment, 1));
      try {
        const auto event = message.getRoot<Event>();
        expectCanonical(event);
        if (canonicalWords(event).asBytes() == words.asBytes()) throw BadInput("the byte only fills up a word");
        ASSERT_TRUE(publicBytes(event, n, testSecret()) != before) << "event " << n << " byte " << i;
        ++flipped;
      } catch (const kj::Exception&) {  // no longer a message
      } catch (const BadInput&) {
      }
      bytes[i] ^= 0x10U;
    }
  }
  EXPECT_GT(flipped, 1000U);
}

TEST(Heads, DifferForTheSameEventAtAnotherNumber) {
  const Recording game = randomGame(8, 1);
  EXPECT_NE(publicBytes(*game.event(1), 1, testSecret()), publicBytes(*game.event(1), 2, testSecret()));
}

TEST(Redaction, KeepsEveryHeadForEverySeatAndAfterFurtherRedaction) {
  for (std::uint64_t seed = 20; seed < 26; ++seed) {
    const Recording game = randomGame(seed, 120);
    for (std::uint32_t n = 1; n <= game.size(); ++n) {
      const auto whole = publicBytes(*game.event(n), n, testSecret());
      for (std::uint8_t seat = 0; seat <= 3; ++seat) {
        capnp::MallocMessageBuilder message;
        capnp::MallocMessageBuilder further;
        redact(*game.event(n), n, testSecret(), seat, message.initRoot<Event>());
        const auto redacted = message.getRoot<Event>().asReader();
        const Secret unknown{};
        EXPECT_EQ(publicBytes(redacted, n, unknown), whole) << "event " << n << " seat " << int{seat};
        redact(redacted, n, unknown, 0, further.initRoot<Event>());
        EXPECT_EQ(publicBytes(further.getRoot<Event>().asReader(), n, unknown), whole) << "event " << n;
      }
    }
  }
}

TEST(Redaction, WithEverySaltNeedsNoSecretAndGivesEveryValue) {
  for (std::uint64_t seed = 20; seed < 26; ++seed) {
    const Recording game = randomGame(seed, 120);
    for (std::uint32_t n = 1; n <= game.size(); ++n) {
      capnp::MallocMessageBuilder message;
      capnp::MallocMessageBuilder further;
      const auto everything = [](std::uint16_t, std::uint8_t) { return true; };
      redact(*game.event(n), n, testSecret(), everything, message.initRoot<Event>());
      const auto opened = message.getRoot<Event>().asReader();
      const Secret unknown{};
      EXPECT_EQ(publicBytes(opened, n, unknown), publicBytes(*game.event(n), n, testSecret())) << "event " << n;
      auto values = further.initRoot<Event>();
      further.setRoot(opened);
      values = further.getRoot<Event>();
      if (values.hasContext()) values.getContext().disownSeals();
      EXPECT_EQ(writeJson(values.asReader(), &game.names()), writeJson(*game.event(n), &game.names())) << "event " << n;
    }
  }
}

struct Revealed {
  Recording game;
  std::string key = "KAKITA YOSHI, NOBODY ELSE";

  Revealed() {
    game.add([&](Event::Builder event) {
      auto deck = event.initDeckRegistered();
      deck.setFirst(1);
      deck.setCount(9);
    });
    game.add([&](Event::Builder event) {
      auto identities = event.initContext().initIdentities(2);
      identities[0].setCard(3);
      identities[0].setSeats(0b10);
      identities[0].setDefinition(key);
      identities[1].setCard(4);
      identities[1].setSeats(0b01);
      identities[1].initPrinted().setTitle(key);
      event.initCardsRevealed().setPlayer(2);
    });
  }

  [[nodiscard]] std::string redactedFor(std::uint8_t seat) const {
    capnp::MallocMessageBuilder message;
    redact(*game.event(2), 2, testSecret(), seat, message.initRoot<Event>());
    std::string bytes;
    for (auto segment : message.getSegmentsForOutput()) {
      bytes.append(segment.asChars().begin(), segment.asChars().size());
    }
    return bytes;
  }
};

TEST(Redaction, LeavesNoByteOfAValueThatTheSeatCannotSee) {
  Revealed revealed;
  EXPECT_EQ(revealed.redactedFor(0).find("YOSHI"), std::string::npos);
  EXPECT_EQ(revealed.redactedFor(3).find("YOSHI"), std::string::npos);
  const auto publicly = publicBytes(*revealed.game.event(2), 2, testSecret());
  EXPECT_EQ(std::string(publicly.begin(), publicly.end()).find("YOSHI"), std::string::npos);
  for (const std::uint8_t seat : {std::uint8_t{1}, std::uint8_t{2}}) {
    const auto seen = revealed.redactedFor(seat);
    ASSERT_NE(seen.find("YOSHI"), std::string::npos) << "seat " << int{seat};
    EXPECT_EQ(seen.find("YOSHI"), seen.rfind("YOSHI")) << "seat " << int{seat} << " sees only one of the two";
  }
}

TEST(Redaction, GivesASaltToSeatsThatMaySeeAndOthersACommitment) {
  Revealed revealed;
  capnp::MallocMessageBuilder message;
  redact(*revealed.game.event(2), 2, testSecret(), 2, message.initRoot<Event>());
  const auto seals = message.getRoot<Event>().asReader().getContext().getSeals();
  ASSERT_EQ(seals.size(), 2U);
  EXPECT_EQ(seals[0].getPlace(), 0);
  EXPECT_EQ(seals[0].getSalt().size(), 16U);
  EXPECT_FALSE(seals[0].hasCommitment());
  EXPECT_EQ(seals[1].getPlace(), 3);
  EXPECT_EQ(seals[1].getCommitment().size(), 32U);
  EXPECT_FALSE(seals[1].hasSalt());
}

TEST(Redaction, DetectsAnAlteredOpenedValue) {
  Revealed revealed;
  capnp::MallocMessageBuilder message;
  redact(*revealed.game.event(2), 2, testSecret(), 2, message.initRoot<Event>());
  message.getRoot<Event>().getContext().getIdentities()[0].setDefinition("A LIE");
  EXPECT_NE(publicBytes(message.getRoot<Event>().asReader(), 2, Secret{}),
            publicBytes(*revealed.game.event(2), 2, testSecret()));
}

TEST(Redaction, ReachesIntoTheReplacementOfACorrection) {
  Recording game;
  game.add([&](Event::Builder event) {
    auto corrected = event.initCorrected();
    corrected.setEvent(1);
    auto replacement = corrected.initReplacement();
    replacement.initContext().setSeats(0b1);
    auto order = replacement.initShuffled().initOrder(2);
    order.set(0, 0x5EC2E7);
    order.set(1, 0x5EC2E8);
  });
  capnp::MallocMessageBuilder message;
  redact(*game.event(1), 1, testSecret(), 2, message.initRoot<Event>());
  const auto redacted = message.getRoot<Event>().asReader();
  EXPECT_FALSE(redacted.getCorrected().getReplacement().getShuffled().hasOrder());
  EXPECT_EQ(publicBytes(redacted, 1, Secret{}), publicBytes(*game.event(1), 1, testSecret()));
}

TEST(Redaction, RefusesSealsThatAreMalformed) {
  const auto refused = [](auto&& spoil) {
    Revealed revealed;
    capnp::MallocMessageBuilder message;
    redact(*revealed.game.event(2), 2, testSecret(), 2, message.initRoot<Event>());
    auto event = message.getRoot<Event>();
    spoil(event, event.getContext().getSeals());
    try {
      static_cast<void>(publicBytes(event.asReader(), 2, Secret{}));
    } catch (const BadInput& said) {
      return std::string(said.what());
    }
    return std::string("taken");
  };
  EXPECT_EQ(refused([](auto, auto seals) { seals[1].setPlace(9); }),
            "event 2, seal of place 9: the event has no such hidden field");
  EXPECT_EQ(refused([](auto, auto seals) { seals[1].setPlace(0); }),
            "event 2, seal of place 0: it appears there twice");
  EXPECT_EQ(refused([](auto, auto seals) { seals[1].initCommitment(31); }),
            "event 2, seal of place 3: it needs a salt of 16 bytes or a commitment of 32");
  EXPECT_EQ(refused([](auto, auto seals) { seals[0].initCommitment(32); }),
            "event 2, seal of place 0: it needs a salt of 16 bytes or a commitment of 32");
  EXPECT_EQ(refused([](auto event, auto) { event.getContext().getIdentities()[1].initPrinted(); }),
            "event 2, seal of place 3: the field that it stands for is there");
  EXPECT_EQ(refused([](auto event, auto) { event.getContext().getIdentities()[0].disownDefinition(); }),
            "event 2, seal of place 0: the field that it opens is not there");
  EXPECT_EQ(refused([](auto event, auto) { event.getContext().getIdentities()[0].setSeats(255); }),
            "event 2, seal of place 0: that field is public");
}

// The quick look whether an event may hide something names these fields: a new one must be added there.
TEST(Redaction, KnowsEveryHiddenFieldOfTheSchema) {
  std::vector<std::string> hidden;
  for (const auto schema : {capnp::Schema::from<Event>(), capnp::Schema::from<schema::Context>(),
                            capnp::Schema::from<schema::Identity>(), capnp::Schema::from<schema::Change>(),
                            capnp::Schema::from<schema::Ruling>(), capnp::Schema::from<schema::Printed>()}) {
    const auto collect = [&](const Shape& shape, auto&& again) -> void {
      for (const FieldShape& field : shape.fields) {
        if (field.hidden) hidden.push_back(std::string(shape.name) + "." + std::string(field.name));
        if (field.value.group) again(*field.value.shape, again);
      }
    };
    collect(shapeOf(schema), collect);
  }
  EXPECT_EQ(hidden,
            (std::vector<std::string>{"shuffled.order", "told.says", "Identity.definition", "Identity.printed"}));
}

TEST(Erasure, ForgetsANameAndKeepsTheHead) {
  Recording game;
  auto players = game.header().initPlayers(2);
  players[0].setName("Ada Lovelace");
  players[1].setName("Ben");
  saltHeader(game.header(), testSecret());
  const auto before = publicBytes(std::as_const(game).header());
  EXPECT_EQ(std::string(before.begin(), before.end()).find("Ada"), std::string::npos);
  erasePlayer(game.header(), 1);
  EXPECT_EQ(publicBytes(std::as_const(game).header()), before);
  EXPECT_FALSE(game.header().getPlayers()[0].hasName());
  EXPECT_FALSE(game.header().getPlayers()[0].hasSalt());
  EXPECT_STREQ(game.header().getPlayers()[1].getName().cStr(), "Ben");
  EXPECT_THROW(erasePlayer(game.header(), 3), BadInput);
  game.header().getPlayers()[1].setName("Bem");
  EXPECT_NE(publicBytes(std::as_const(game).header()), before);
}

// The secret of a game stays when a name is erased: who has it may not get the salt back from it.
TEST(Erasure, ForgetsASaltThatCannotBeRecomputed) {
  const auto salt_of = [] {
    Recording game;
    game.header().initPlayers(1)[0].setName("Ada");
    saltHeader(game.header(), testSecret());
    const auto salt = game.header().getPlayers()[0].getSalt();
    return std::string(salt.begin(), salt.end());
  };
  const auto one = salt_of();
  EXPECT_EQ(one.size(), Salt{}.size());
  EXPECT_NE(one, salt_of());
  for (std::uint16_t place = 0; place < 300; ++place) {
    const auto derived = deriveSalt(testSecret(), 0, place);
    EXPECT_NE(one, std::string(derived.begin(), derived.end()));
  }
}

TEST(Salts, AreReusedSoThatEqualContentHasAnEqualHead) {
  const auto game_of = [](const std::vector<std::string>& names) {
    Recording game;
    game.header().setId("cup/1");
    auto players = game.header().initPlayers(static_cast<capnp::uint>(names.size()));
    for (capnp::uint i = 0; i < players.size(); ++i) players[i].setName(names[i]);
    return game;
  };
  Recording stored = game_of({"Ada", "Ben"});
  saltHeader(stored.header(), testSecret());
  const auto head_with = [&](const std::vector<std::string>& names) {
    Recording again = game_of(names);
    takeSalts(again.header(), std::as_const(stored).header());
    saltHeader(again.header(), testSecret());
    return publicBytes(std::as_const(again).header());
  };
  const auto head = publicBytes(std::as_const(stored).header());
  EXPECT_EQ(head_with({"Ada", "Ben"}), head);
  EXPECT_NE(head_with({"Ada", "Bob"}), head);
  erasePlayer(stored.header(), 2);
  EXPECT_EQ(head_with({"Ada", "Ben"}), head) << "an erased name does not come back";
}

TEST(Salts, OfAnIdIsNoPartOfTheHead) {
  Recording game;
  game.header().setId("cup/1");
  const auto before = publicBytes(std::as_const(game).header());
  const auto derived = idSaltOf(std::as_const(game).header(), testSecret());
  EXPECT_EQ(derived, idSaltOf(std::as_const(game).header(), testSecret()));
  saltHeader(game.header(), testSecret());
  EXPECT_EQ(publicBytes(std::as_const(game).header()), before);
  EXPECT_NE(idSaltOf(std::as_const(game).header(), testSecret()), derived);
}

TEST(Redaction, RemovesTheDigestOfTheImportedSource) {
  const Digest source = digest(std::string_view("P2 has the Fox"));
  const auto header_of = [&](std::string_view from, const Secret& secret) {
    Recording game;
    const Digest of = digest(from);
    game.header().initPlayers(2);
    game.header().setSourceDigest(capnp::Data::Reader(of.data(), of.size()));
    saltHeader(game.header(), secret);
    return game;
  };
  Recording whole = header_of("P2 has the Fox", testSecret());
  const auto before = publicBytes(std::as_const(whole).header());
  const std::string digest_of_source(source.begin(), source.end());
  EXPECT_EQ(std::string(before.begin(), before.end()).find(digest_of_source), std::string::npos);
  for (const std::uint8_t viewer : {std::uint8_t{1}, kSpectator, std::uint8_t{2}}) {
    redact(whole.header(), viewer);  // the second time it is redacted already
    const auto seen = std::as_const(whole).header();
    EXPECT_EQ(seen.getViewer(), viewer);
    EXPECT_FALSE(seen.hasSourceDigest());
    EXPECT_FALSE(seen.hasSourceSalt());
    EXPECT_EQ(seen.getSourceCommitment().size(), 32U);
    EXPECT_EQ(publicBytes(seen), before);
  }
  // Trying every possible source finds none of them without the salt.
  Secret another = testSecret();
  another.back() ^= 1U;
  const Recording otherwise = header_of("P2 has the Fox", another);
  const Recording again = header_of("P2 has the Fox", testSecret());
  EXPECT_NE(publicBytes(otherwise.header()), before);
  EXPECT_EQ(publicBytes(again.header()), before);
}

TEST(Erasure, IsRefusedForANameWithoutASalt) {
  Recording game;
  game.header().initPlayers(1)[0].setName("Ada");
  EXPECT_THROW(erasePlayer(game.header(), 1), BadInput);
}

}  // namespace
}  // namespace docket::heads_test
