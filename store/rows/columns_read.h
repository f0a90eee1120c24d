// Reads messages stored by columns (column_form.h).
#pragma once

#include <capnp/common.h>
#include <kj/array.h>

#include <memory>
#include <string_view>

namespace docket::detail {

/// True if stored bytes are columns rather than the words of a message.
[[nodiscard]] bool isColumnForm(std::string_view stored);

/// Reads messages stored by columns, one after the other, reusing its memory.
class ColumnsReader {
 public:
  ColumnsReader();
  ~ColumnsReader();
  ColumnsReader(const ColumnsReader&) = delete;
  ColumnsReader& operator=(const ColumnsReader&) = delete;

  /// The message, with its segment table, in `copy`, which grows as needed. Its words were walked (WalkedWords). Throws
  /// kj::Exception if the columns are malformed. Memory: the size that the columns give, at most kMaxExpansion their
  /// own bytes, for the message, and the same again.
  [[nodiscard]] kj::ArrayPtr<const capnp::word> read(std::string_view columns, kj::Array<capnp::word>& copy);

 private:
  class Walk;
  std::unique_ptr<Walk> walk_;
};

/// Reads a single message.
[[nodiscard]] kj::ArrayPtr<const capnp::word> fromColumns(std::string_view columns, kj::Array<capnp::word>& copy);

}  // namespace docket::detail
