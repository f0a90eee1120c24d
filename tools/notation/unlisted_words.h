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

/// An unlisted word, and where it is used.
struct UnlistedWord {
  schema::Event::Which payload;  ///< the payload of the events that use it
  std::string word;
  EventNumber first = 0;   ///< the first event with it
  std::size_t events = 0;  ///< how many use it
  std::string near{};      ///< a listed word with nearly the same spelling; empty if there is none
};

/// The words in the events from 1 to `last`, in the order of their first use. `names`: of the whole record.
[[nodiscard]] std::vector<UnlistedWord> unlistedWords(const Rules& rules, const EventSource& events, EventNumber last,
                                                      const Names& names);

/// A message: the event, the word, and the listed word that it may be a slip for.
[[nodiscard]] std::string wordsFor(const UnlistedWord& unlisted);

}  // namespace docket::notation
