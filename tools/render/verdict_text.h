// A verdict as text and as JSON (verdict.h).
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "tools/verdict/verdict.h"

namespace docket {

/// The text in place of a gist, for a clause that a ruling cites and the ruleset lacks.
inline constexpr std::string_view kOwnClause = "not a clause of the ruleset";

/// The later fate of a finding, as a sentence; empty if it stands.
[[nodiscard]] std::string_view fateWords(ReportedFinding::Fate fate);

/// A part of a verdict: its name, its grade, the reason.
struct GradeLine {
  std::string_view part;  ///< "head", "fold", "observations", "legality", "rulings"
  Grade grade = Grade::exact;
  std::string words;
};

/// The parts of a verdict, in the order in which they are shown; of a damaged record only its head.
[[nodiscard]] std::vector<GradeLine> gradeLines(const Verdict& verdict);
/// One game in full.
void printVerdict(std::ostream& out, const Verdict& verdict, const OpenGame& game, bool colour);
/// `kept`: it was found before, and nothing has changed.
[[nodiscard]] std::string jsonOf(const Verdict& verdict, bool kept);

/// Several verdicts, a line each, and a line for all of them.
class VerdictTable {
 public:
  /// `widest`: columns of the longest name of a game of which there will be a line.
  VerdictTable(std::ostream& out, std::size_t widest, bool colour);
  void add(const VerdictSummary& verdict);
  void finish();

 private:
  void row(std::string_view game, const std::vector<std::string>& cells);

  std::ostream& out_;
  bool colour_;
  std::size_t most_ = 0;  // columns of a name
  std::size_t widest_ = 4;
  std::uint64_t games_ = 0, differ_ = 0, damaged_ = 0, cached_ = 0;
};

}  // namespace docket
