// Messages by columns: read again word for word, refused where they are malformed, and never larger than they may be.
#include <capnp/any.h>
#include <capnp/message.h>
#include <capnp/orphan.h>
#include <capnp/schema.h>
#include <capnp/serialize.h>
#include <gtest/gtest.h>
#include <kj/exception.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "schemas/event.capnp.h"
#include "store/rows/column_form.h"
#include "store/rows/columns_read.h"
#include "store/rows/columns_write.h"
#include "store/rows/packing.h"
#include "tests/fuzz/columns_target.h"

namespace docket::test::columns_test {
namespace {

using Words = kj::Array<capnp::word>;

constexpr unsigned kKindByte = 4;

/// A block of events of many kinds: texts, lists of each sort, parts in parts, an event within an event.
void fillBlock(schema::EventBlock::Builder block, unsigned count) {
  block.setFirst(257);
  auto events = block.initEvents(count);
  std::mt19937 source(7);
  const auto random = [&] { return static_cast<std::uint32_t>(source()); };
  for (unsigned i = 0; i < count; ++i) {
    auto event = events[i];
    event.setActor(static_cast<std::uint8_t>(1 + i % 2));
    event.setGroup(257 + i / 3);
    if (i % 4 != 0) {
      auto context = event.initContext();
      context.setWallClock(1'700'000'000'000 + 137 * i);
      context.setSource(std::uint64_t{5} * i);
      if (i % 5 == 0) context.setCauses({256 + i, 255 + i});
      if (i % 6 == 0) {
        auto identities = context.initIdentities(3);
        for (unsigned card = 0; card < 3; ++card) {
          identities[card].setCard(card + 1);
          identities[card].setDefinition("card " + std::to_string(random() % 90));
        }
        auto printed = identities[1].initPrinted();
        printed.setTitle("a token");
        auto types = printed.initTypes(2);
        types.set(0, "monster");
        types.set(1, "");
        printed.initStats(1)[0].setStat("force");
        printed.initKeywords(0);
      }
      if (i % 7 == 0) context.initNames(1).set(0, "name " + std::to_string(i));
    }
    if (i % 3 == 0) {
      auto change = event.initBegins(1)[0];
      change.setSubject(random() % 40);
      change.setAmount(-static_cast<std::int32_t>(random() % 5));
    }
    switch (random() % 5) {
      case 0: {
        auto move = event.initCardMoved();
        move.setCard(random() % 80);
        move.setZone(3);
        break;
      }
      case 1:
        event.initAbilityActivated().setTargets({random() % 80, 4});
        break;
      case 2:
        event.initRandomOutcome().setResults({1, 0, -1});
        break;
      case 3: {
        auto corrected = event.initCorrected();
        corrected.setEvent(i);
        corrected.setNote("misread");
        auto replacement = corrected.initReplacement();
        replacement.setNote("what happened");
        replacement.initContext().setSource(i);
        break;
      }
      default:
        event.setNote(std::string(i % 11, 'n'));
    }
  }
}

/// A message like a row of events: every part is a copy.
Words segmentOf(unsigned events) {
  capnp::MallocMessageBuilder made;
  fillBlock(made.initRoot<schema::EventBlock>(), events);
  const auto root = made.getRoot<schema::EventBlock>().asReader();
  capnp::MallocMessageBuilder copy(static_cast<unsigned>(root.totalSize().wordCount + 8),
                                   capnp::AllocationStrategy::FIXED_SIZE);
  copy.setRoot(root);
  const auto segments = copy.getSegmentsForOutput();
  EXPECT_EQ(segments.size(), 1U);
  Words words = kj::heapArray<capnp::word>(segments[0].size());
  std::memcpy(words.begin(), segments[0].begin(), segments[0].asBytes().size());
  return words;
}

void expectSame(kj::ArrayPtr<const capnp::word> segment, kj::ArrayPtr<const capnp::word> read) {
  ASSERT_EQ(read.size(), segment.size() + 1);
  std::uint64_t table = 0;
  std::memcpy(&table, read.begin(), sizeof table);
  EXPECT_EQ(table, static_cast<std::uint64_t>(segment.size()) << 32U);
  EXPECT_EQ(std::memcmp(read.begin() + 1, segment.begin(), segment.asBytes().size()), 0);
}

TEST(Columns, ReproduceTheMessageWordForWord) {
  Words copy;
  detail::ColumnsReader reader;
  for (const unsigned events : {1U, 2U, 15U, 256U, 77U}) {
    const auto segment = segmentOf(events);
    for (const auto kind_byte : {std::optional<std::size_t>(), std::optional<std::size_t>(kKindByte)}) {
      const auto columns = detail::toColumns(segment, kind_byte);
      ASSERT_TRUE(columns) << events;
      EXPECT_TRUE(detail::isColumnForm(*columns));
      expectSame(segment, detail::fromColumns(*columns, copy));
      // Messages read or refused earlier do not affect later ones.
      expectSame(segment, reader.read(*columns, copy));
      EXPECT_THROW((void)reader.read(std::string_view(*columns).substr(0, columns->size() / 2), copy), kj::Exception);
    }
  }
}

TEST(Columns, AreShorterThanTheWordsOfManyEvents) {
  const auto segment = segmentOf(256);
  const auto columns = detail::toColumns(segment, kKindByte);
  ASSERT_TRUE(columns);
  EXPECT_LT(columns->size() * 3, segment.asBytes().size());
}

TEST(Columns, AreNotMistakenForTheWordsOfAMessage) {
  capnp::MallocMessageBuilder made;
  fillBlock(made.initRoot<schema::EventBlock>(), 3);
  std::string plain;
  detail::appendMessage(plain, made);
  EXPECT_FALSE(detail::isColumnForm(plain));
  EXPECT_FALSE(detail::isColumnForm(""));
}

TEST(Columns, LeaveANonCanonicalMessageUnencoded) {
  {
    capnp::MallocMessageBuilder backwards;  // the second pointer's target is before the first's
    auto note = backwards.initRoot<schema::Event>().initCorrected();
    note.setNote("first there");
    note.initReplacement().setNote("then here");
    EXPECT_FALSE(detail::toColumns(backwards.getSegmentsForOutput()[0], {}));
  }
  {
    capnp::MallocMessageBuilder with_a_hole;
    auto event = with_a_hole.initRoot<schema::Event>();
    event.setNote("a text that is replaced, whose words nothing points to");
    event.setNote("short");
    EXPECT_FALSE(detail::toColumns(with_a_hole.getSegmentsForOutput()[0], {}));
  }
  {
    capnp::MallocMessageBuilder scattered(1, capnp::AllocationStrategy::FIXED_SIZE);
    fillBlock(scattered.initRoot<schema::EventBlock>(), 4);
    EXPECT_FALSE(detail::toColumns(scattered.getSegmentsForOutput()[0], {}));
  }
  EXPECT_FALSE(detail::toColumns({}, {}));
}

TEST(Columns, LeaveAListWithoutItsOwnWordsUnencoded) {
  const auto of_list = [](std::uint64_t list, std::uint64_t tag) {
    const std::uint64_t root = std::uint64_t{1} << 32U | std::uint64_t{1} << 48U;
    const std::vector<std::uint64_t> words = {root, 257, list, tag};
    Words segment = kj::heapArray<capnp::word>(words.size());
    std::memcpy(segment.asBytes().begin(), words.data(), segment.asBytes().size());
    return detail::toColumns(segment, std::nullopt).has_value();
  };
  constexpr std::uint64_t kList = 1, kOfStructs = std::uint64_t{7} << 32U, kOneWord = std::uint64_t{1} << 35U;
  const auto tag = [](std::uint64_t parts, std::uint64_t words) { return parts << 2U | words << 32U; };
  EXPECT_FALSE(of_list(kList | kOfStructs | kOneWord, tag(1, 1))) << "an element that ends after the end";
  EXPECT_TRUE(of_list(kList | kOfStructs, tag(0, 0))) << "an empty list";
  EXPECT_FALSE(of_list(kList | kOfStructs, tag(std::uint64_t{1} << 20U, 0))) << "a million empty elements";
}

TEST(Columns, DoNotEncodeAMessageThatWouldExpandTooMuch) {
  capnp::MallocMessageBuilder made;
  made.initRoot<schema::End>().initHead(100'000);
  capnp::MallocMessageBuilder copy(20'000, capnp::AllocationStrategy::FIXED_SIZE);
  copy.setRoot(made.getRoot<schema::End>().asReader());
  EXPECT_FALSE(detail::toColumns(copy.getSegmentsForOutput()[0], {}));
}

/// Reads a message that may be malformed: it is refused, or it is within the size limit and can be traversed, and
/// traversing it without the end checks gives the same. Gives what was wrong; empty: nothing.
std::string readAny(const std::string& columns, Words& copy) {
  if (detail::isColumnForm(columns)) takeColumns(std::string_view(columns).substr(detail::kColumnForm.size()));
  try {
    const auto words = detail::fromColumns(columns, copy);
    EXPECT_LE(words.asBytes().size(), columns.size() * detail::kMaxExpansion + sizeof(capnp::word));
    capnp::FlatArrayMessageReader message(words, detail::storedMessages());
    capnp::AnyStruct::Reader root = message.getRoot<schema::EventBlock>();
    capnp::AnyStruct::Reader trusted = capnp::readMessageUnchecked<schema::EventBlock>(words.begin() + 1);
    const auto one = root.canonicalize(), other = trusted.canonicalize();
    EXPECT_TRUE(one.asBytes() == other.asBytes());
    return {};
  } catch (const kj::Exception& malformed) {
    return malformed.getDescription().cStr();
  }
}

TEST(Columns, OfAnyBytesAreRefusedOrRead) {
  const auto whole = detail::toColumns(segmentOf(24), kKindByte);
  ASSERT_TRUE(whole);
  Words copy;
  std::size_t aimed = 0;  // how many pointers have an offset, which only the reader may give them
  for (std::size_t at = 0; at < whole->size(); ++at) {
    readAny(whole->substr(0, at), copy);
    for (const char to : {'\0', '\1', '\2', '\4', '\x7f', '\xff'}) {
      auto other = *whole;
      other[at] = to;
      const auto wrong = readAny(other, copy);
      if (wrong.find("a pointer in the columns has an offset") != std::string::npos) ++aimed;
    }
  }
  EXPECT_GT(aimed, 10U);
  std::mt19937 random(3);
  for (int time = 0; time < 2'000; ++time) {
    auto other = *whole;
    for (int i = 0; i < 6; ++i) other[random() % other.size()] = static_cast<char>(random());
    readAny(other, copy);
  }
}

TEST(Columns, AllocateNoMemoryForClaimedSizes) {
  const std::string huge = "\xff\xff\xff\xff\x07";  // 2^31 - 1
  Words copy;
  for (const std::string& claimed : {
           huge,                                             // so many words
           "\2" + huge,                                      // bytes of a part
           "\2\10" + huge + std::string(9, '\0'),            // parts
           "\2\10" + std::string(11, '\0'),                  // no part, if one is asked for
           "\2\10\1\1" + std::string(8, '\0'),               // a column of order that is not there
           std::string("\xff\xff\xff\xff\xff\xff\xff\xff"),  // a number without an end
       }) {
    const auto claim = std::string(detail::kColumnForm) + claimed;
    EXPECT_THROW((void)detail::fromColumns(claim, copy), kj::Exception);
    EXPECT_LE(copy.size(), claim.size() * detail::kMaxExpansion);
  }
}

}  // namespace
}  // namespace docket::test::columns_test
