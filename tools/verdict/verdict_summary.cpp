#include "tools/verdict/verdict_summary.h"

#include <fmt/format.h>

#include <utility>

#include "events/heads.h"
#include "tools/words/text.h"

namespace docket {

std::string headWords(const Verdict& verdict) {
  if (!verdict.damage.empty()) return clipped(verdict.damage, 400);
  if (verdict.heads.bad) {
    const EventNumber bad = verdict.heads.first_bad;
    const EventNumber first = bad == 0 ? 0 : (bad - 1) / Head::kBlockEvents * Head::kBlockEvents + 1;
    return fmt::format("the head after event {} does not match the stored head: something was altered from event {} on",
                       bad, first);
  }
  return counted(verdict.heads.recomputed, "stored head") + " recomputed";
}

VerdictSummary summaryOf(const Verdict& verdict) {
  return {.game = verdict.game,
          .status = verdict.status(),
          .grades = {verdict.ofHeads(), verdict.ofFold(), verdict.ofObservations(), verdict.ofLegality(),
                     verdict.ofRulings()},
          .damage = verdict.damaged() ? headWords(verdict) : std::string{}};
}

std::string foundWords(const FoundIllegal& found) {
  const auto& [what, value] = std::pair(found.explanation.what, found.explanation.value);
  return value.empty() ? what : fmt::format("{}: {}", what, value);
}

}  // namespace docket
