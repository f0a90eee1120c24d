#include "events/event_card.h"

#include <capnp/any.h>

#include "events/shape.h"
#include "events/stored_number.h"

namespace docket {

std::optional<EventCard> eventCardOf(schema::Event::Reader event) {
  static const auto kAboutFields = fieldsOfPayloads([](const FieldShape& field) { return field.about.has_value(); });
  const auto place = static_cast<std::size_t>(event.which());
  const FieldShape* field = place < kAboutFields.size() ? kAboutFields[place] : nullptr;
  if (field == nullptr) return std::nullopt;
  // A group is a part of the event, so its fields are read from the event's own data.
  const auto number = storedAt<std::uint32_t>(capnp::AnyStruct::Reader(event).getDataSection(), field->place);
  if (number == 0 && field->or_none) return std::nullopt;
  return EventCard{.number = number, .presence = *field->about};
}

}  // namespace docket
