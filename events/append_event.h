// Appends an event that was made by hand or for another record to a record.
// Invariant: the result is the same as if the event had been read as a line of JSON.
#pragma once

#include <capnp/message.h>

#include <cstdint>

#include "events/names.h"
#include "events/record_so_far.h"
#include "schemas/event.capnp.h"

namespace docket {

/// Copies an event, whose names are numbered by `names`, into the empty message `into` as the next one of the record:
/// numbers its names as the record does, lets it announce those that are new (first those that it lists itself, then
/// the others in the order in which it uses them), and validates it. Returns its number. Throws BadInput with the field
/// and the reason; another event can be appended afterwards.
std::uint32_t appendNext(schema::Event::Reader event, const Names& names, RecordSoFar& record,
                         capnp::MallocMessageBuilder& into);

/// Removes the names that an event announces, so that it can be appended to a record that may know them already.
void dropAnnouncedNames(schema::Event::Builder event);

/// Appends a note in place of an event that could not be read, so that later events keep their numbers.
schema::Event::Reader appendGap(RecordSoFar& record, capnp::MallocMessageBuilder& into);

}  // namespace docket
