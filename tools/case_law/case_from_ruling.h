// A ruling as a case: the smallest record in which its claim has the same derivation, with the judge's answer as the
// published one.
// Invariant: omitting events changes neither the value of the claim, nor its value without a clause that the judge
// cites, nor the shape of its derivation.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "tools/game/game_loader.h"
#include "tools/lab/case_text.h"
#include "tools/lab/ruleset_pair.h"

namespace docket::case_law {

struct CaseFromRuling {
  lab::CaseLine line;
  std::string computed;    ///< the answer that the rules give
  EventNumber events = 0;  ///< in the record of the case
  [[nodiscard]] bool agrees() const { return computed == line.answer; }
};

/// Writes the file of the case, with its cards beside it (tools/lab/case_file.h). `source`: who is named as the source;
/// empty: the game and the event. `progress` gets the number of events that are left. Throws BadInput if the event is
/// no ruling, or a case cannot express its claim.
[[nodiscard]] CaseFromRuling writeCaseFromRuling(const std::filesystem::path& file, const OpenGame& game,
                                                 const lab::Documents& documents, EventNumber ruling,
                                                 const std::string& source,
                                                 const std::function<void(std::size_t)>& progress);

}  // namespace docket::case_law
