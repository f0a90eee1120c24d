#include "tools/game/pinned_notes.h"

#include <fmt/format.h>

#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>

#include "events/errors.h"
#include "tools/game/document_remarks.h"

namespace docket {

std::vector<std::string> PinnedNotes::of(const OpenGame& game) {
  const std::lock_guard lock(asking_);
  const std::pair documents(digestIn(game.header().getRulesetDigest()).value_or(Digest{}),
                            digestIn(game.header().getCatalogueDigest()).value_or(Digest{}));
  if (const auto found = known_.find(documents); found != known_.end()) return found->second;
  return known_.emplace(documents, notesOn(game)).first->second;
}

/// Under other rules a game can be verified whose own documents cannot be read: that is a note, and its verdict counts.
std::vector<std::string> PinnedNotes::notesOn(const OpenGame& game) const {
  try {
    const auto remarks = remarksOnPinned(game.header(), archive_, game.gameRules());
    return remarks | ranges::views::transform([](const auto& remark) { return lineOf(remark); }) | ranges::to_vector;
  } catch (const BadInput& refused) {
    return {fmt::format("the documents that it is pinned to cannot be used: {}", refused.what())};
  } catch (const DamagedArchive& damaged) {
    return {fmt::format("the documents that it is pinned to cannot be read: {}", damaged.what())};
  }
}

}  // namespace docket
