// The edits that a branch makes to its parent's events, as typed.
#pragma once

#include <capnp/message.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/ids.h"
#include "events/validate.h"
#include "schemas/event.capnp.h"
#include "tools/notation/event_reader.h"

namespace docket {

struct BranchEdit {
  enum class Kind : std::uint8_t { without, instead, added };
  Kind kind{};
  EventNumber event = 0;  ///< of the parent: the event that is left out or edited, or after which one is added
  std::string text;       ///< an event as in a transcript; for an edited event only the changed fields
};

/// "34", "34,36" or "34-36".
[[nodiscard]] std::vector<BranchEdit> readWithout(std::string_view typed);
/// "34: field=value ..." or "34: event ...".
[[nodiscard]] BranchEdit readInstead(std::string_view typed);
/// "after 34: event ..."; without "after", after `at`.
[[nodiscard]] BranchEdit readAdded(std::string_view typed, EventNumber at);

/// Reads an edit's event as the next event of `record`, at that table, into the empty message `into`. `was` is the
/// edited event, in the numbers of the record being read, with the names of `names`; an added event has none. Throws
/// BadInput.
void readEdit(const BranchEdit& edit, schema::Event::Reader was, const Names& names, const notation::EventTable& table,
              RecordSoFar& record, capnp::MallocMessageBuilder& into);

}  // namespace docket
