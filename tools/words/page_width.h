// The page width: that of the terminal, or 80 columns for files, pipes and tests.
// Invariant: a file's content does not depend on a terminal.
#pragma once

#include <cstddef>

namespace docket {

/// The columns within which prose is broken.
[[nodiscard]] std::size_t pageColumns();

/// The columns within which rows of tables are broken: those of the terminal. In a file a row is one line for other
/// programs, so this is wider than any row then.
[[nodiscard]] std::size_t rowColumns();

/// Sets the page width. Call it once, before any output. Widths below 40 count as 40; 0 restores the default.
void setPageColumns(std::size_t columns);

/// Sets another width for its lifetime, for output that must not depend on the terminal.
class WithPageColumns {
 public:
  explicit WithPageColumns(std::size_t columns);
  ~WithPageColumns();
  WithPageColumns(const WithPageColumns&) = delete;
  WithPageColumns& operator=(const WithPageColumns&) = delete;

 private:
  std::size_t before_;
};

}  // namespace docket
