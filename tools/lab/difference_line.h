// A difference as one line of text, for journals, for lists of accepted differences, and for reviewers.
// Invariant: equal lines are the same difference of the same game; a line is printable and has tabs only between its
// fields.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tools/lab/paired_fold.h"

namespace docket::lab {

/// The fields of a line, in their order.
struct DifferenceLine {
  std::string cause;  ///< the clauses that it comes from, joined by " + "
  std::string game;
  EventNumber event = 0;  ///< the first at which the two differ
  std::string kind;       ///< "value", "legality", "ruling", "outcome", "deck", "fold"
  std::string subject;    ///< "Steady Guard #2"
  std::string what;       ///< the stat, the limit, the claim
  std::string from, to;   ///< "nothing" if that side has nothing
  std::string end;        ///< for a value, "at the end too" or "not at the end"; otherwise empty
  std::string replaced;   ///< the clauses that it replaces, joined in the same way
};

[[nodiscard]] DifferenceLine lineOf(std::string_view game, const Difference& difference);
/// The value of a side for people, in a line of that kind: for a ruling, "wrong" instead of "overturned".
[[nodiscard]] std::string_view answerWords(std::string_view kind, std::string_view answer);
/// Fields separated by tabs.
[[nodiscard]] std::string differenceText(const DifferenceLine& line);
/// Reads a line back; empty if it is malformed.
[[nodiscard]] std::optional<DifferenceLine> readLine(std::string_view text);

}  // namespace docket::lab
