// Permissions in words: who may do what, who may not, and who says so.
#pragma once

#include <string>

#include "engine/query/acts/permissions.h"
#include "tools/explain/explanation.h"
#include "tools/words/words.h"

namespace docket {

/// Adds `what` a finding says to `node`, with all permissions about the act.
void explainPermission(const Words& words, const Finding& finding, const Finding::NotPermitted& what,
                       Explanation& node);

/// "may", "cannot", "must".
[[nodiscard]] std::string_view saysWords(Says says);

/// Whether an act may be done, and who says so.
[[nodiscard]] Explanation explainSayings(const Words& words, const std::string& who, const PermissionReading& reading,
                                         const std::string& act);

}  // namespace docket
