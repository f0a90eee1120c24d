// The rulesets that ship with the program: the documents of engine/rulesets and tools/import/hearthstone, compiled in.
#pragma once

#include <span>
#include <string_view>

#include "tools/io/embedded_file.h"

namespace docket {

/// All of them, by file name. The source is generated (tools/embed.cmake).
[[nodiscard]] std::span<const EmbeddedFile> shippedRulesets();

}  // namespace docket
