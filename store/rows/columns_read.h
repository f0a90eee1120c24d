// Messages read by columns (column_form.h).
#pragma once

#include <capnp/common.h>
#include <kj/array.h>

#include <memory>
#include <string_view>

namespace docket::detail {

/// Whether stored bytes are columns, and not the words of a message.
[[nodiscard]] bool areColumns(std::string_view stored);

/// Reads messages that are stored by columns, one after the other: its memory serves again.
class ColumnsReader {
 public:
  ColumnsReader();
  ~ColumnsReader();
  ColumnsReader(const ColumnsReader&) = delete;
  ColumnsReader& operator=(const ColumnsReader&) = delete;

  /// The message, with its table of segments, in `copy`, which grows where it needs more room. Its words were met by a
  /// walk (WalkedWords). Throws kj::Exception where the columns are malformed. Memory: what the columns have room for,
  /// at most kMostTimes their own bytes, for the message, and as much again.
  [[nodiscard]] kj::ArrayPtr<const capnp::word> read(std::string_view columns, kj::Array<capnp::word>& copy);

 private:
  class Walk;
  std::unique_ptr<Walk> walk_;
};

/// A single one.
[[nodiscard]] kj::ArrayPtr<const capnp::word> fromColumns(std::string_view columns, kj::Array<capnp::word>& copy);

}  // namespace docket::detail
