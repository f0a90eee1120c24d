// Words in a record (methods, designators, reasons) that the documents do not list although they list others of that
// kind. No rule or card refers to them; import reports them, because they can be typing errors.
// Invariant: a function of the record and its rules alone.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/fold/history.h"
#include "events/names.h"
#include "tools/notation/name_resolution.h"

namespace docket::notation {

/// One of them, and where it is.
struct UnlistedWord {
  schema::Event::Which payload;  ///< of which events it says as what
  std::string word;
  EventNumber first = 0;   ///< the first event with it
  std::size_t events = 0;  ///< how many have it
  std::string near{};      ///< what is listed and nearly the same; empty if nothing is
};

/// Those of the events from 1 to `last`, in the order in which they come up. `names` are those of the whole record.
[[nodiscard]] std::vector<UnlistedWord> unlistedWords(const Rules& rules, const EventSource& events, EventNumber last,
                                                      const Names& names);

/// In words: which event says it, of what, and what it may be a slip for.
[[nodiscard]] std::string wordsFor(const UnlistedWord& unlisted);

}  // namespace docket::notation
