#include "store/rows/packing.h"

#include <capnp/message.h>
#include <capnp/schema.h>
#include <kj/debug.h>

#include <cstring>
#include <limits>
#include <utility>

#include "store/rows/columns_write.h"

namespace docket::detail {

namespace {

/// The offset, in an event, of the bytes that hold its kind; events of one kind are alike.
std::size_t kindOfEvent() {
  static const std::size_t kAt =
      capnp::Schema::from<schema::Event>().getProto().getStruct().getDiscriminantOffset() * sizeof(std::uint16_t);
  return kAt;
}

/// The root of a message of one segment that was walked: its pointers are known to be valid and need no check when they
/// are followed.
schema::EventBlock::Reader rootOfWalked(kj::ArrayPtr<const capnp::word> message) {
  constexpr std::size_t kTableWords = 1;  // before the segment: the number of segments and the size
  return capnp::readMessageUnchecked<schema::EventBlock>(message.begin() + kTableWords);
}

}  // namespace

std::size_t eventBytes(schema::Event::Reader event) { return event.totalSize().wordCount * sizeof(capnp::word); }

capnp::ReaderOptions storedMessages() {
  return {.traversalLimitInWords = std::numeric_limits<std::uint64_t>::max(), .nestingLimit = 64};
}

void appendMessage(std::string& to, capnp::MessageBuilder& message) {
  const auto words = capnp::messageToFlatArray(message);
  const auto bytes = words.asBytes();
  to.append(reinterpret_cast<const char*>(bytes.begin()), bytes.size());
}

kj::ArrayPtr<const capnp::word> wordsOf(std::string_view bytes, kj::Array<capnp::word>& copy) {
  const std::size_t size = bytes.size() / sizeof(capnp::word);
  if (copy.size() < size) copy = kj::heapArray<capnp::word>(size + size / 4);
  std::memcpy(copy.begin(), bytes.data(), size * sizeof(capnp::word));
  return copy.slice(0, size);
}

void RowPacker::add(HeldEvent event, std::size_t bytes, const std::optional<Digest>& head) {
  const std::size_t words = bytes / sizeof(capnp::word);
  const bool large = (words_ + words) * sizeof(capnp::word) > kLargeRowBytes;
  if (large && head_ && !waiting_.empty()) pack();
  waiting_.push_back(std::move(event));
  words_ += words;
  head_ = head;
  if ((first_ + waiting_.size() - 1) % Head::kBlockEvents == 0) pack();
}

std::vector<PackedRow> RowPacker::finish() {
  if (!waiting_.empty()) pack();
  return std::exchange(rows_, {});
}

void RowPacker::pack() {
  KJ_REQUIRE(head_.has_value(), "a row ends where no head is known");
  // One segment, with room for events whose struct was shorter: then the message is contiguous.
  capnp::MallocMessageBuilder message(static_cast<unsigned>(words_ + 16 * waiting_.size() + 8),
                                      capnp::AllocationStrategy::FIXED_SIZE);
  auto block = message.initRoot<schema::EventBlock>();
  block.setFirst(first_);
  auto events = block.initEvents(static_cast<unsigned>(waiting_.size()));
  for (unsigned i = 0; i < waiting_.size(); ++i) events.setWithCaveats(i, waiting_[i]);
  PackedRow row{.first = first_, .value = {}};
  row.value.append(slice(*head_).data(), head_->size());
  const auto segments = message.getSegmentsForOutput();
  const bool by_columns = waiting_.size() >= kFewEvents && segments.size() == 1;
  if (const auto columns = by_columns ? toColumns(segments[0], kindOfEvent()) : std::nullopt) {
    row.value += *columns;
  } else {
    row.value.reserve(head_->size() + (words_ + 16) * sizeof(capnp::word));
    appendMessage(row.value, message);
  }
  rows_.push_back(std::move(row));
  first_ += static_cast<std::uint32_t>(waiting_.size());
  waiting_.clear();
  head_.reset();
  words_ = 0;
}

void OpenRow::open(std::uint32_t first, std::string_view value) {
  first_ = 0;
  message_.reset();
  KJ_REQUIRE(value.size() > sizeof head_, "the row has a wrong size");
  head_ = bytes32(value);
  const auto stored = value.substr(sizeof head_);
  const bool by_columns = isColumnForm(stored);
  KJ_REQUIRE(by_columns || stored.size() % sizeof(capnp::word) == 0, "the row has a wrong size");
  const auto words = by_columns ? columns_.read(stored, bytes_) : wordsOf(stored, bytes_);
  walked_ = {.end = by_columns ? words.asBytes().end() : nullptr};
  const auto block =
      by_columns ? rootOfWalked(words) : message_.emplace(words, storedMessages()).getRoot<schema::EventBlock>();
  events_ = block.getEvents();
  KJ_REQUIRE(block.getFirst() == first && first != 0, "the row does not match its key");
  const std::uint64_t last = std::uint64_t{first} + events_.size() - 1;
  KJ_REQUIRE(events_.size() != 0 && (first - 1) / Head::kBlockEvents == (last - 1) / Head::kBlockEvents,
             "the row has a wrong number of events");
  first_ = first;
}

}  // namespace docket::detail
