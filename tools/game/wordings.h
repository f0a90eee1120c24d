// Documents of wordings from any source: shipped with the program beside its rulesets, or a file.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/ruleset.h"
#include "engine/rules/wordings/wordings.h"
#include "events/document.h"
#include "schemas/wordings.capnp.h"
#include "tools/io/embedded_file.h"

namespace docket {

/// The shipped wordings, by file name. The source is generated (tools/embed.cmake).
[[nodiscard]] std::span<const EmbeddedFile> shippedWordings();

/// True if the program ships wordings for a ruleset of that name.
[[nodiscard]] bool shipsWordings(std::string_view ruleset);

/// Wordings, compiled, and the documents that they are in.
struct HeldWordings {
  std::unique_ptr<const Document<schema::Wordings>> document;
  std::vector<std::unique_ptr<const Document<schema::Corrections>>> corrections;
  std::unique_ptr<const wordings::Wordings> compiled;
};

/// The wordings of a file, or those that ship for a ruleset of that name; with the corrections of a file, if one is
/// named. `rules`: what the files name of limits and clauses has to be there. Throws BadInput: with file, line and
/// column; or if none ship, with those that do.
[[nodiscard]] HeldWordings chooseWordings(std::string_view ruleset, const std::string& file,
                                          const std::string& corrections_file, const Ruleset* rules = nullptr);

}  // namespace docket
