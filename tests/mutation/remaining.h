// The mutants that nothing notices, with the reason of each: tests/mutation/remaining.tsv. A line of it is four
// columns: the document, the place of the mutant, its change and the word that is changed; then the reason. "*" at the
// end of a place, and for a change or a word, is any.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/mutation/words.h"

namespace docket::mutation {

struct Remaining {
  std::string document, place, change, what, reason;
  std::size_t line = 0;

  [[nodiscard]] bool names(std::string_view document_name, const Mutant& mutant) const;
};

/// The lines of the table. Throws BadInput for one that has not all columns.
[[nodiscard]] std::vector<Remaining> remainingMutants();

/// The line that gives a mutant's reason; null if there is none.
[[nodiscard]] const Remaining* reasonOf(const std::vector<Remaining>& all, std::string_view document,
                                        const Mutant& mutant);

}  // namespace docket::mutation
