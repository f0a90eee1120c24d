// Why changes of a stat or of control that began do not count (`docket explain --why-not`): the ledger followed from
// the start of the game, and each entry that left it listed with the event that ended it and why it did.
// Invariant: each reason names its clause if one says it, and the earlier event that it rests on if there is one.
#pragma once

#include <optional>

#include "tools/explain/explanation.h"
#include "tools/game/game_loader.h"

namespace docket {

/// Which changes are asked for.
struct SoughtChanges {
  std::optional<StatIndex> stat{};  ///< empty: changes of control
  EventNumber event = 0;            ///< only those that began with it; 0 any
  CardIndex source = kNone;         ///< only those from this card
};

/// The changes of a subject's stat or control that began up to the event of `words` and do not count there: how each
/// ended, why it never began, or what keeps it from having an effect. Throws BadInput if an event or a card is named
/// that began none.
[[nodiscard]] Explained changesThatDoNotCount(const OpenGame& game, const Words& words, Entity subject,
                                              const SoughtChanges& sought);

}  // namespace docket
