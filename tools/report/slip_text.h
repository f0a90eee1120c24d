// A slip (slip.h) as text on one page: the rows that fit; its HTML page (slip_page.h) shows the same.
// Invariant: with the heading and the lines for signatures they fill at most one page; a row that was cut is marked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/report/slip.h"

namespace docket::report {

struct SlipRow {
  struct Line {
    std::string text;
    bool begins = false;  ///< a paragraph
  };
  std::string_view label;
  std::vector<Line> lines{};

  /// For a page that breaks its lines itself.
  [[nodiscard]] std::vector<std::string> paragraphs() const;
};

/// The heading: "RULING", "REPLACED RULING".
[[nodiscard]] std::string slipTitle(const Slip& slip);
[[nodiscard]] std::vector<SlipRow> rowsOf(const Slip& slip);
/// Who signs: "Judge Dana", "P1 Aiko".
[[nodiscard]] std::vector<std::string> signersOf(const Slip& slip);

/// All of it: at most kSlipLines lines of kSlipColumns columns.
[[nodiscard]] std::string slipText(const Slip& slip);

}  // namespace docket::report
