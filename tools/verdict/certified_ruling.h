// Judges a ruling from a record alone, and writes the statement of a certificate, both for the certifier and for the
// checker.
// Invariant: the statement is computed from the record and its documents alone.
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
  /// The lines of the certificate's statement (certificate.h).
  std::vector<std::string> statement;
  std::size_t opened = 0, closed = 0;  ///< hidden values of the record
  /// The clauses that the judge cites, then the others that the verdict rests on; each once.
  std::vector<std::string> clauses;
};

/// True if event `number` exists in the record and gives a ruling.
[[nodiscard]] bool givesRuling(const Recording& record, EventNumber number);

/// Judges the ruling of event `number`. Throws BadInput if the event gives no ruling, DamagedArchive if the record
/// cannot be folded under the rules.
[[nodiscard]] CertifiedRuling judgedFrom(const std::shared_ptr<const Recording>& record,
                                         const std::shared_ptr<const GameRules>& rules, EventNumber number);

/// The number of the last ruling up to event `last` that no other ruling supersedes. Throws BadInput if there is none.
[[nodiscard]] EventNumber lastRulingThatStands(const EventSource& events, EventNumber last);

}  // namespace docket
