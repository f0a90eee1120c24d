// How a long list is cut into pages so that what comes new at its end leaves the earlier pages as they are: parts of
// kRowsOnAPage rows each from the oldest on, and the front page with what comes after them, which is the newest.
// Invariant: every row is on one page; adding rows changes a full part only in its link to newer rows.
#pragma once

#include <cstddef>

#include "tools/site/options.h"

namespace docket::site {

class Chunks {
 public:
  explicit Chunks(std::size_t rows) : rows_(rows) {}

  /// How many parts there are before the front page, which is part 0: 1 to older() are before it.
  [[nodiscard]] std::size_t older() const {
    const std::size_t full = rows_ / kRowsOnAPage;
    return full == 0 ? 0 : full - 1;
  }
  /// The rows of a part: from begin to before end.
  [[nodiscard]] std::size_t begin(std::size_t part) const { return (part == 0 ? older() : part - 1) * kRowsOnAPage; }
  [[nodiscard]] std::size_t end(std::size_t part) const { return part == 0 ? rows_ : part * kRowsOnAPage; }

 private:
  std::size_t rows_;
};

}  // namespace docket::site
