// Packs events into rows of the column family `events` (rows.h), and opens rows again.
#pragma once

#include <capnp/serialize.h>
#include <kj/array.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/digest.h"
#include "events/held_event.h"
#include "schemas/event.capnp.h"
#include "store/rows/columns_read.h"
#include "store/rows/rows.h"

namespace docket::detail {

struct PackedRow {
  std::uint32_t first = 0;
  std::string value;
};

/// Packs consecutive events into rows: a row ends at a multiple of 256, or earlier if it gets large. Add the events in
/// order, each with the head after it if it is known; a head is needed at the end of each row: at multiples of 256 and
/// at the end.
class RowPacker {
 public:
  explicit RowPacker(std::uint32_t first) : first_(first) {}
  /// `bytes`: its eventBytes().
  void add(HeldEvent event, std::size_t bytes, const std::optional<Digest>& head);
  [[nodiscard]] std::vector<PackedRow> finish();

 private:
  static constexpr std::size_t kLargeRowBytes = 1U << 20;
  /// The columns of so few events are no shorter, so live events are stored as words.
  static constexpr std::size_t kFewEvents = 16;
  void pack();

  std::uint32_t first_;
  std::vector<HeldEvent> waiting_;
  std::optional<Digest> head_;  // after the last waiting event
  std::size_t words_ = 0;
  std::vector<PackedRow> rows_;
};

/// The size of an event in bytes. Throws kj::Exception for a malformed event.
[[nodiscard]] std::size_t eventBytes(schema::Event::Reader event);

/// An open row: a copy of its bytes, and the events in it. Shared by its readers, and unchanged as long as one of them
/// holds it; then its memory can be reused for another row.
class OpenRow {
 public:
  /// Opens the row that begins with event `first`. Requires sole ownership. Throws kj::Exception if `value` is
  /// malformed; the row then holds no event.
  void open(std::uint32_t first, std::string_view value);
  [[nodiscard]] bool holds(std::uint32_t number) const { return first_ != 0 && number >= first_ && number <= last(); }
  [[nodiscard]] std::uint32_t first() const { return first_; }
  [[nodiscard]] std::uint32_t last() const { return first_ + events_.size() - 1; }
  [[nodiscard]] const Digest& head() const { return head_; }
  [[nodiscard]] capnp::List<schema::Event>::Reader events() const { return events_; }
  /// The words of the events, if they were made from columns.
  [[nodiscard]] WalkedWords walked() const { return walked_; }

 private:
  std::uint32_t first_ = 0;
  Digest head_{};
  ColumnsReader columns_;
  kj::Array<capnp::word> bytes_;
  std::optional<capnp::FlatArrayMessageReader> message_;
  capnp::List<schema::Event>::Reader events_;
  WalkedWords walked_;
};

/// The words of a Cap'n Proto message, copied into `copy`, which grows as needed.
[[nodiscard]] kj::ArrayPtr<const capnp::word> wordsOf(std::string_view bytes, kj::Array<capnp::word>& copy);
/// Options for reading stored messages. The read limit guards against messages with shared pointer targets; stored
/// messages were copied field by field, so they have none, and reading them repeatedly is legitimate.
[[nodiscard]] capnp::ReaderOptions storedMessages();
void appendMessage(std::string& to, capnp::MessageBuilder& message);

}  // namespace docket::detail
