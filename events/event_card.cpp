#include "events/event_card.h"

#include <capnp/any.h>

#include <range/v3/algorithm/find_if.hpp>
#include <vector>

#include "events/shape.h"
#include "events/stored_number.h"

namespace docket {
namespace {

/// The field of a payload that is marked $about; null if there is none.
const FieldShape* aboutFieldOf(const FieldShape& payload) {
  if (payload.value.kind != Kind::structure) return nullptr;
  const auto& fields = payload.value.shape->fields;
  const auto found = ranges::find_if(fields, [](const FieldShape& field) { return field.about.has_value(); });
  return found == fields.end() ? nullptr : &*found;
}

}  // namespace

std::optional<EventCard> eventCardOf(schema::Event::Reader event) {
  static const std::vector<const FieldShape*> kAboutFields = [] {
    std::vector<const FieldShape*> fields;
    for (const FieldShape* payload : payloadFields()) fields.push_back(aboutFieldOf(*payload));
    return fields;
  }();
  const auto place = static_cast<std::size_t>(event.which());
  const FieldShape* field = place < kAboutFields.size() ? kAboutFields[place] : nullptr;
  if (field == nullptr) return std::nullopt;
  // A group is a part of the event, so its fields are read from the event's own data.
  const auto number = storedAt<std::uint32_t>(capnp::AnyStruct::Reader(event).getDataSection(), field->place);
  if (number == 0 && field->or_none) return std::nullopt;
  return EventCard{.number = number, .presence = *field->about};
}

}  // namespace docket
