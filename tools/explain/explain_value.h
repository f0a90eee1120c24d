// Explains values, and who controls a card.
#pragma once

#include <optional>

#include "tools/explain/explanation.h"

namespace docket {

/// Explains a value of an entity: each event on `path` that changed it.
[[nodiscard]] Explained explainValue(const Words& words, Entity subject, std::uint32_t key, const EventSource& events,
                                     const Path& path);
/// A line of such an explanation: what event `number` did to a value, which was `after` then (empty: not known);
/// `corrected_by` 0: as recorded.
[[nodiscard]] Explanation explainValueChange(EventNumber number, schema::Event::ValueChanged::Reader by,
                                             std::optional<std::int64_t> after, bool is_void,
                                             EventNumber corrected_by = 0);
/// Explains who controls a card, since when, until when, and who gets it back.
[[nodiscard]] Explained explainController(const Words& words, CardIndex card);

}  // namespace docket
