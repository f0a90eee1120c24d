// Catalogues chosen on a command line: documents of an archive, and files of cards from any publisher.
// Invariant: several files for one ruleset are merged into one catalogue, and their differences are noted.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/game/documents.h"

namespace docket {

/// Reads a catalogue from a file: a catalogue's JSON, or cards of a public source, whose texts are read by the wordings
/// of their ruleset (tools/import/read_catalogue.h). Throws BadInput with file, line and column.
[[nodiscard]] HeldDocument readCatalogue(std::string_view text, const std::string& file);

/// The one catalogue that a NAME, NAME@VERSION (of the archive), FILE or FOLDER names, or several of them for one
/// ruleset. Throws BadInput if they are for several rulesets.
[[nodiscard]] HeldDocument chooseCatalogue(std::span<const std::string> choices, const Archive* archive);
[[nodiscard]] inline HeldDocument chooseCatalogue(const std::string& choice, const Archive* archive) {
  return chooseCatalogue(std::span(&choice, 1), archive);
}
/// The catalogues that several such choices name, one for each ruleset. Those of one ruleset are merged: if several
/// have a card, the last one counts.
[[nodiscard]] std::vector<HeldDocument> chooseCatalogues(std::span<const std::string> choices, const Archive* archive);

/// True if the catalogue comes from the archive, unchanged.
[[nodiscard]] bool isStored(const HeldDocument& catalogue);

}  // namespace docket
