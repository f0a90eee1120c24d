// A file of conformance cases about a reduced record, and the documents that it needs, next to it.
// Invariant: its paths are relative to its folder; every statement was tried (case_question.h).
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "tools/lab/case_question.h"

namespace docket::lab {

/// Writes FILE, and FILE.cards.json (the cards that the record names) and FILE.rules.json (a ruleset that has no file
/// and is not shipped) if it needs them. `from`: the rules with another answer; a clause that only these have
/// becomes a case of theirs. Returns the lines that were written. Throws BadInput if no question can show what the
/// record shows.
std::vector<CaseLine> writeCaseFile(const std::filesystem::path& file, const Recording& game, const CaseTopic& topic,
                                    const Documents& documents, const std::optional<Documents>& from);

}  // namespace docket::lab
