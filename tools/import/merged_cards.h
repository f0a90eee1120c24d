// Several catalogues of one ruleset made one: what --cards names when it is given several times, or names a folder.
// Invariant: of a key that several have the last one's card is taken, and that they differ is reported; a further
// printing of a card has that card's facts, or is left out: it never becomes a card without any.
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
  std::vector<std::string> notes;  ///< what differs, and what was left out
};

/// `files`: one or more. `ruleset`: for which they are; asked where some were typed and some made of facts.
[[nodiscard]] MergedCards mergeCards(std::span<const CatalogueOfFile> files, const std::function<Ruleset()>& ruleset);

}  // namespace docket
