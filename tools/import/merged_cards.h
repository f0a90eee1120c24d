// Merges several catalogues of one ruleset: for --cards given several times, or naming a folder.
// Invariant: for a key in several catalogues, the last card is used, and differences are reported; a further printing
// has the facts of its card or is left out, and never becomes a card without facts.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/rules/ruleset.h"
#include "events/document.h"
#include "schemas/card.capnp.h"

namespace docket {

struct CatalogueOfFile {
  schema::Catalogue::Reader catalogue;
  std::string file;  ///< for people
};

struct MergedCards {
  Document<schema::Catalogue> catalogue;
  std::vector<std::string> notes;  ///< differences, and omissions
};

/// `files`: one or more. `ruleset`: for their ruleset; used if some were typed and some made from facts.
[[nodiscard]] MergedCards mergeCards(std::span<const CatalogueOfFile> files, const std::function<Ruleset()>& ruleset);

}  // namespace docket
