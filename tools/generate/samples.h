// The play scripts and sample catalogues that ship with the program: the documents of tools/generate/plays, put into it
// when it is built. The cards are of our own; none of them was ever printed.
#pragma once

#include <span>
#include <string_view>

#include "tools/io/embedded_file.h"

namespace docket::generate {

/// All of them, by file name: "NAME.play.json" or "NAME.cards.json", NAME being the ruleset's. The source is generated
/// (tools/embed.cmake).
[[nodiscard]] std::span<const EmbeddedFile> shippedSamples();

}  // namespace docket::generate
