// The kinds of events by their names, as the schema and documents write them: "cardMoved".
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "schemas/event.capnp.h"

namespace docket {

/// All names, each at its place in schema::Event::Which.
[[nodiscard]] std::span<const std::string_view> payloadNames();
/// The name of a kind; "event" for one of a newer schema.
[[nodiscard]] std::string_view payloadName(schema::Event::Which which);
/// The kind with a name; empty if there is none.
[[nodiscard]] std::optional<schema::Event::Which> payloadNamed(std::string_view name);

}  // namespace docket
