// The play scripts and sample catalogues that ship with the program: the documents of tools/generate/plays, put into it
// when it is built. The cards are of our own; none of them was ever printed.
#pragma once

#include <span>
#include <string_view>

namespace docket::generate {

struct ShippedSample {
  std::string_view file;  ///< "NAME.play.json" or "NAME.cards.json", NAME being the ruleset's
  std::string_view text;
};

/// All of them, by file name. The source is generated (tools/embed.cmake).
[[nodiscard]] std::span<const ShippedSample> shippedSamples();

}  // namespace docket::generate
