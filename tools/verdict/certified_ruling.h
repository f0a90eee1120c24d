// A ruling judged from a record alone, and what a certificate says of it: that of whoever certifies and of whoever
// checks is made here. Invariant: what is said is computed from the record, its documents and nothing else.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "events/recording.h"
#include "tools/game/game_loader.h"
#include "tools/verdict/verdict.h"

namespace docket {

struct CertifiedRuling {
  RulingVerdict verdict;  ///< superseded_by is the last ruling of the record that supersedes it
  /// A line for each thing that the certificate says of it (certificate.h).
  std::vector<std::string> statement;
  std::size_t opened = 0, closed = 0;  ///< hidden values of the record
  std::vector<std::string> clauses;    ///< those that the judge cites, then others that the verdict rests on; each once
};

/// Whether event `number` is one of the record and gives a ruling.
[[nodiscard]] bool givesRuling(const Recording& record, EventNumber number);

/// Throws BadInput where event `number` of the record gives no ruling, DamagedArchive where the record cannot be folded
/// under the rules.
[[nodiscard]] CertifiedRuling judgedFrom(const std::shared_ptr<const Recording>& record,
                                         const std::shared_ptr<const GameRules>& rules, EventNumber number);

/// The number of the last ruling up to event `last` that no other one supersedes. Throws BadInput where there is none.
[[nodiscard]] EventNumber lastRulingThatStands(const EventSource& events, EventNumber last);

}  // namespace docket
