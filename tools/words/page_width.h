// How wide a page is: as wide as the terminal that shows it; 80 columns into files, pipes and tests.
// Invariant: what is written to a file does not depend on anybody's terminal.
#pragma once

#include <cstddef>

namespace docket {

/// The columns within which prose is broken.
[[nodiscard]] std::size_t pageColumns();

/// The columns within which rows of tables are broken: those of the terminal. Into files a row is a line, however wide,
/// so that other programs find it: there this is more than any row has.
[[nodiscard]] std::size_t rowColumns();

/// Said once, before anything is written: by main() of the terminal, by tests of any width. Narrower than 40 columns is
/// taken as 40, as tables need some room; 0 is what it was to begin with.
void setPageColumns(std::size_t columns);

/// Another width for as long as it is there, as setPageColumns() takes it: for what makes pages of its own, which are
/// the same on whatever terminal it was started.
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
