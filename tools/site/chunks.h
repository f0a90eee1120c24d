// Divides a long list into pages so that new rows at its end leave earlier pages unchanged: parts of kRowsOnAPage rows,
// the oldest first, and the front page with the newest rows.
// Invariant: every row is on one page; adding rows changes a full part only in its link to newer rows.
#pragma once

#include <cstddef>

#include "tools/site/options.h"

namespace docket::site {

class Chunks {
 public:
  explicit Chunks(std::size_t rows) : rows_(rows) {}

  /// The number of parts besides the front page, which is part 0; the others are 1 to older().
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
