// Mats: the layout of the zones of a ruleset, as documents (schemas/mat.capnp). They ship with the program, next to the
// parts of its pages, or are files.
// Invariant: a mat in use names only zones of the ruleset, and each card has at most one place on it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/rules/ruleset.h"
#include "events/document.h"
#include "schemas/mat.capnp.h"
#include "tools/io/embedded_file.h"

namespace docket::report {

/// The shipped mats, by file name. The source is generated (tools/embed.cmake).
[[nodiscard]] std::span<const EmbeddedFile> shippedMats();

using MatDocument = Document<schema::Mat>;

/// The mat of a file, or the shipped one for a ruleset of that name; null if there is none. Throws BadInput if the
/// zones, slots and places of the file contradict each other or the ruleset.
[[nodiscard]] std::unique_ptr<const MatDocument> chooseMat(const Ruleset& ruleset,
                                                           const std::optional<std::string>& file);

}  // namespace docket::report
