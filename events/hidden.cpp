#include "events/hidden.h"

#include <algorithm>
#include <map>

#include "events/shape.h"

namespace docket {
namespace {

using capnp::DynamicStruct;

/// True if a struct of this shape can hold a hidden field at any depth. `known` has those that are being looked at, as
/// an event can hold an event.
bool reaches(const Shape& shape, std::map<const Shape*, bool>& known) {
  if (const auto found = known.find(&shape); found != known.end()) return found->second;
  known[&shape] = false;
  const bool result = std::any_of(shape.fields.begin(), shape.fields.end(), [&](const FieldShape& field) {
    return field.hidden || (field.value.kind == Kind::structure && reaches(*field.value.shape, known));
  });
  return known[&shape] = result;
}

/// The few fields of an event that have to be examined.
class Paths {
 public:
  Paths() {
    const Shape& event = shapeOf(capnp::Schema::from<schema::Event>());
    std::map<const Shape*, bool> known{{&event, true}};
    add(event, known);
  }

  [[nodiscard]] const std::vector<const FieldShape*>& of(const Shape& shape) const { return fields_.at(&shape); }

 private:
  void add(const Shape& shape, std::map<const Shape*, bool>& known) {
    if (fields_.contains(&shape)) return;
    fields_[&shape] = {};
    for (const FieldShape& field : shape.fields) {
      const bool inner = field.value.kind == Kind::structure && reaches(*field.value.shape, known);
      if (field.hidden || inner) fields_[&shape].push_back(&field);
      if (inner && !field.hidden) add(*field.value.shape, known);
    }
  }

  std::map<const Shape*, std::vector<const FieldShape*>> fields_;
};

std::uint8_t seatsOf(DynamicStruct::Builder context) { return context.get("seats").as<std::uint8_t>(); }

void collect(DynamicStruct::Builder from, const Shape& shape, std::uint8_t seats, const Paths& paths,
             std::vector<HiddenField>& found) {
  if (from.getSchema() == capnp::Schema::from<schema::Event>()) {
    seats = from.has("context") ? seatsOf(from.get("context").as<DynamicStruct>()) : kEveryone;
  } else if (shape.find("seats") >= 0) {
    seats = seatsOf(from);
  }
  for (const FieldShape* field : paths.of(shape)) {
    if (field->chosen) {
      KJ_IF_MAYBE (which, from.which()) {
        if (*which != field->field) continue;
      } else {
        continue;
      }
    }
    if (field->hidden) {
      found.push_back({.holder = from, .field = field->field, .seats = seats});
    } else if (field->list) {
      if (!from.has(field->field)) continue;
      auto elements = from.get(field->field).as<capnp::DynamicList>();
      // NOLINTNEXTLINE(modernize-loop-convert): the iterator of Cap'n Proto 0.9's dynamic builders does not compile
      for (capnp::uint i = 0; i < elements.size(); ++i) {
        collect(elements[i].as<DynamicStruct>(), *field->value.shape, seats, paths, found);
      }
    } else if (field->value.group || from.has(field->field)) {
      collect(from.get(field->field).as<DynamicStruct>(), *field->value.shape, seats, paths, found);
    }
  }
}

/// The kinds of event that can hide more than their context does, by the numbers of the kinds.
std::vector<bool> kindsThatHide() {
  std::map<const Shape*, bool> known{{&shapeOf(capnp::Schema::from<schema::Event>()), true}};
  std::vector<bool> hide;
  for (const FieldShape* payload : payloadFields()) {
    const ValueShape& value = payload->value;
    hide.push_back(payload->hidden || (value.kind == Kind::structure && reaches(*value.shape, known)));
  }
  return hide;
}

}  // namespace

std::vector<HiddenField> hiddenFields(schema::Event::Builder event) {
  static const Paths kPaths;
  std::vector<HiddenField> found;
  collect(event, shapeOf(capnp::Schema::from<schema::Event>()), kEveryone, kPaths, found);
  return found;
}

bool mayHide(schema::Event::Reader event) {
  if (event.isCorrected() && event.getCorrected().hasReplacement()) return true;
  if (!event.hasContext()) return false;
  const auto context = event.getContext();
  if (context.getSeats() != kEveryone || context.hasSeals()) return true;
  if (!context.hasIdentities()) return false;
  for (auto identity : context.getIdentities()) {
    if (identity.getSeats() != kEveryone) return true;
  }
  return false;
}

bool hidesIdentitiesOnly(schema::Event::Reader event) {
  static const std::vector<bool> kHide = kindsThatHide();
  constexpr std::uint32_t kMaxIdentities = 10'000;  // a place has 16 bits
  const auto kind = static_cast<std::size_t>(event.which());
  if (kind >= kHide.size() || kHide[kind]) return false;
  const auto context = event.getContext();
  return !context.hasSeals() && context.getIdentities().size() < kMaxIdentities;
}

bool hidesOrderOnly(schema::Event::Reader event) {
  if (!event.isShuffled() || !event.hasContext()) return false;
  const auto context = event.getContext();
  return !context.hasSeals() && context.getIdentities().size() == 0;
}

}  // namespace docket
