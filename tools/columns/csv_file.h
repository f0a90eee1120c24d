// A table as CSV (tools/io/csv.h): a row of names, then a row each. A null is an empty cell; a boolean is "true" or
// "false".
#pragma once

#include <ostream>
#include <vector>

#include "tools/columns/column.h"

namespace docket::columns {

class CsvFile : public TableFile {
 public:
  /// `out` must outlive it and throw if it cannot be written to.
  CsvFile(std::ostream& out, const std::vector<Column>& columns);

  void add(std::span<const Cell> row) override;
  void finish() override;

 private:
  std::ostream& out_;
};

}  // namespace docket::columns
