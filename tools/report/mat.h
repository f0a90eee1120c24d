// Mats: the layout of the zones of a ruleset, as documents (schemas/mat.capnp). They ship with the program,
// beside the parts of its pages, or are a file.
// Invariant: a mat that is used names zones that the ruleset has, each card has one place at most on it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/rules/ruleset.h"
#include "events/document.h"
#include "schemas/mat.capnp.h"

namespace docket::report {

struct ShippedMat {
  std::string_view file;  ///< its name in tools/report/mats
  std::string_view text;
};

/// All of them, by file name. The source is generated (tools/embed.cmake).
[[nodiscard]] std::span<const ShippedMat> shippedMats();

using MatDocument = Document<schema::Mat>;

/// The mat of a file, or the one that ships for a ruleset of that name; null if none does. Throws BadInput: what the
/// file says of zones, slots and places has to go together, and with the ruleset.
[[nodiscard]] std::unique_ptr<const MatDocument> chooseMat(const Ruleset& ruleset,
                                                           const std::optional<std::string>& file);

}  // namespace docket::report
