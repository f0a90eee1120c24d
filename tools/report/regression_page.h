// The page of docket regress: one file that shows what a change of rules or cards changes in recorded games, by clause,
// by card and by tournament. It needs no script.
// Invariant: it makes no requests, and the same result gives the same bytes.
#pragma once

#include <functional>
#include <map>
#include <ostream>
#include <string>

#include "tools/lab/regression_report.h"

namespace docket::report {

/// The parts of the page besides the report.
struct RegressionPage {
  std::map<std::string, std::string, std::less<>> tournaments{};  ///< by game; missing or "" for a game without one
  /// The address of a game's page, with the place of an event in it; empty: the games have no pages.
  std::function<std::string(const std::string& game, EventNumber event)> address{};
};

/// Writes the page, without the differences that the baseline accepts.
void writeRegressionPage(std::ostream& out, const lab::Report& report, const RegressionPage& page);

}  // namespace docket::report
