// The rulesets that ship with the program: the documents of engine/rulesets and tools/import/hearthstone, compiled in.
#pragma once

#include <span>
#include <string_view>

namespace docket {

struct ShippedRuleset {
  std::string_view file;  ///< the name of its file
  std::string_view text;
};

/// All of them, by file name. The source is generated (tools/embed.cmake).
[[nodiscard]] std::span<const ShippedRuleset> shippedRulesets();

}  // namespace docket
