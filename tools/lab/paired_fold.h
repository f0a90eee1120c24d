// A game folded and judged under two sets of rules in lockstep, over one reading of its events, and what comes out
// otherwise: findings, rulings, values, the end. Costs what an event changes, not what there is on the table.
// Invariant: nothing is reported of what both sides say alike; of a field that differs, only the first event of it is
// reported.
#pragma once

#include <string>
#include <vector>

#include "tools/lab/compared_item.h"
#include "tools/lab/ruleset_pair.h"

namespace docket::lab {

/// Something that the two sides answer otherwise.
struct Difference {
  ComparedItem compared;                ///< the question; its event is the first at which the answers differ
  std::string subject;                  ///< "Steady Guard #2"
  std::string from, to;                 ///< the answers of the left and of the right side
  bool lasts = true;                    ///< of a value: it differs still at the end
  std::vector<std::string> named{};     ///< the clauses by which the sides come to their answers, the right one's
                                        ///< first, and the card that it is about as changes are called
  std::vector<std::string> causes{};    ///< the clauses, or the changes of no clause, that the difference comes from
  std::vector<std::string> replaced{};  ///< clauses of the left side that stood there
};

/// What differs in a game, by event. Throws DamagedArchive where the record can be folded under neither.
[[nodiscard]] std::vector<Difference> foldBoth(const GameAtHand& game, const RulesetPair& pair);
/// Whether anything does. It is folded as far as the first event after which something shows.
[[nodiscard]] bool comesOutOtherwise(const GameAtHand& game, const RulesetPair& pair);

}  // namespace docket::lab
