// Findings about the rules of play in words: who may not do what, and who says so; numbers; the end of a game.
#pragma once

#include <string>

#include "engine/query/permissions.h"
#include "tools/explain/explanation.h"
#include "tools/render/words.h"

namespace docket {

/// Tells a finding of kind permission, number or outcome; what it rests on is added by the caller.
void explainPlay(const Words& words, const Finding& finding, Explanation& node);

/// "may", "cannot", "must".
[[nodiscard]] std::string_view saysWords(Says says);

/// Whether an act may be done, and who says so.
[[nodiscard]] Explanation explainSayings(const Words& words, const std::string& who, const PermissionReading& reading,
                                         const std::string& act);

}  // namespace docket
