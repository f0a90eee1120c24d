// When subjects received changes, noted where that is not the event that began them (State::received_changes): of
// bounds that contradict each other the one that was received first can hold, and of keywords and types that are
// granted and removed the later change counts.
// Invariant: only changes whose order can matter are noted.
#pragma once

#include "engine/fold/fold.h"

namespace docket {

/// Notes what was received with the event, once the entries are computed. If those are keywords or types, the traits
/// that read them are computed again.
void noteReceivedChanges(Fold& fold);

}  // namespace docket
