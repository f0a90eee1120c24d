// The results of a regression, for people, for programs and for the continuous integration of a rules repository.
// Invariant: a difference is reported under each clause that causes it, on a line of its own, as new or accepted.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "events/json/json_writer.h"
#include "tools/lab/regression.h"

namespace docket::lab {

/// Differences that somebody reviewed and accepted: lines of a file.
class Baseline {
 public:
  Baseline() = default;
  /// Reads the file. Throws BadInput, with the line, if it is not a baseline.
  explicit Baseline(const std::filesystem::path& path);

  [[nodiscard]] bool accepts(const DifferenceLine& line) const { return lines_.contains(differenceText(line)); }
  /// The two sides that were compared: "A to B"; empty if it does not say.
  [[nodiscard]] const std::string& title() const { return title_; }
  /// The accepted lines that match none of these differences.
  [[nodiscard]] std::vector<DifferenceLine> gone(const std::vector<DifferenceLine>& differences) const;

 private:
  std::set<std::string, std::less<>> lines_;
  std::string title_;
};

/// Writes the differences as a baseline: sorted, a line each, with a head that explains the columns.
void writeBaseline(std::ostream& out, const std::vector<DifferenceLine>& differences, std::string_view title);

struct Report {
  std::string from, to;  ///< the two sides, for people
  const RegressionResult& result;
  const Baseline& baseline;
  std::size_t gone = 0;      ///< lines of the baseline, about compared games, without a difference now
  std::size_t shown = 5;     ///< of the differences of a clause; text only
  bool is_of_cards = false;  ///< catalogues are compared

  [[nodiscard]] std::string_view others()
      const;                                ///< the other documents of the games that were left out: "rulesets", ...
  [[nodiscard]] std::size_t fresh() const;  ///< differences that the baseline does not accept
};

/// Differences with something in common, such as their cause.
struct DifferenceGroup {
  std::string replaced{};                      ///< the clauses that the cause of the first one replaces
  std::vector<const DifferenceLine*> lines{};  ///< never empty, nor null; they belong to the result
  std::set<std::string_view> games{};
  std::map<std::string_view, std::size_t> kinds{};  ///< "value", "ruling", ...: how many
};
/// The differences that the baseline does not accept, grouped by `key`; those with an empty key are left out.
[[nodiscard]] std::map<std::string, DifferenceGroup> groupsOf(
    const Report& report, const std::function<std::string(const DifferenceLine&)>& key);
/// "1 of legality, 2 of ruling".
[[nodiscard]] std::string kindsText(const DifferenceGroup& group);
/// A difference in words, with its game and event.
[[nodiscard]] std::string lineWords(const DifferenceLine& line);
/// The gist of the clauses and cards of a cause; if there are several, each with its name.
[[nodiscard]] std::vector<std::string> gistsOf(const std::string& cause,
                                               const std::map<std::string, std::string>& gists);

/// By clause, with counts, at most 80 columns wide.
void printReport(std::ostream& out, const Report& report, bool colour);
/// `add`: writes further members.
[[nodiscard]] std::string jsonReport(const Report& report, const std::function<void(JsonWriter&)>& add);
/// As JUnit's XML: a failure for each new difference, a skipped case for each accepted one.
void writeJunit(std::ostream& out, const Report& report);

}  // namespace docket::lab
