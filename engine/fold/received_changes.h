// Notes when subjects received changes, if not with the event that began the change (State::received_changes). Of
// bounds that contradict each other, the one received first can hold; of a keyword or type that is both granted and
// removed, the later change counts.
// Invariant: only changes whose order can matter are noted.
#pragma once

#include "engine/fold/fold.h"

namespace docket {

/// Notes what was received with the event, once the entries are computed. If those are keywords or types, the traits
/// that read them are computed again.
void noteReceivedChanges(Fold& fold);

}  // namespace docket
