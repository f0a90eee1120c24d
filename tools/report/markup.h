// Escapes text for pages, so that the contents of records and catalogues stay text.
// Invariant: the result of escaped() has no markup, and that of embedded() does not end its element.
#pragma once

#include <string>
#include <string_view>

#include "tools/explain/explanation.h"

namespace docket::report {

/// Text for an element or a quoted attribute: < > & " ' as entities.
[[nodiscard]] std::string escaped(std::string_view text);

/// Text of a record or a document: cut if it is longer than `columns`, shown in its own direction.
[[nodiscard]] std::string foreign(std::string_view text, std::size_t columns = 120);

/// A bar that shows a part of a whole; empty if the whole is 0. The numbers must be shown next to it.
[[nodiscard]] std::string shareBar(std::size_t part, std::size_t whole);

/// JSON for a <script> of data: < > & and the line separators of Unicode as \u escapes, which changes no value.
[[nodiscard]] std::string embedded(std::string_view json);

/// A link to an event of the transcript, with the turn it was in: <a href="#e29">event 29, T3</a>.
[[nodiscard]] std::string eventLink(EventNumber event, const TurnLabels& turn_labels);

/// The tree of an explanation, as nested lists.
[[nodiscard]] std::string explanationList(const Explanation& explanation, const TurnLabels& turn_labels);

}  // namespace docket::report
