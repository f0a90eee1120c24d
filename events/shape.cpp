#include "events/shape.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "events/mark_ids.h"
#include "events/text/text_view.h"
#include "schemas/event.capnp.h"

namespace docket {
namespace {

using TypeKind = capnp::schema::Type::Which;

const Shape& shapeLocked(capnp::StructSchema schema);

Mark markOf(capnp::StructSchema::Field field) {
  for (auto annotation : field.getProto().getAnnotations()) {
    switch (annotation.getId()) {
      case mark_id::kName:
        return Mark::name;
      case mark_id::kCard:
        return Mark::card;
      case mark_id::kNewCard:
        return Mark::new_card;
      case mark_id::kEntity:
        return Mark::entity;
      case mark_id::kSeat:
        return Mark::seat;
      case mark_id::kEvent:
        return Mark::event;
      case mark_id::kJudge:
        return Mark::judge;
      case mark_id::kPeople:
        return Mark::people;
      case mark_id::kClaim:
        return Mark::claim;
      default:
        break;
    }
  }
  return Mark::none;
}

ValueShape integer(bool is_signed, std::uint8_t bits) {
  return {.kind = Kind::integer, .is_signed = is_signed, .bits = bits};
}

ValueShape valueOf(capnp::Type type) {
  switch (type.which()) {
    case TypeKind::VOID:
      return {.kind = Kind::nothing};
    case TypeKind::BOOL:
      return {.kind = Kind::boolean};
    case TypeKind::INT8:
      return integer(true, 8);
    case TypeKind::INT16:
      return integer(true, 16);
    case TypeKind::INT32:
      return integer(true, 32);
    case TypeKind::INT64:
      return integer(true, 64);
    case TypeKind::UINT8:
      return integer(false, 8);
    case TypeKind::UINT16:
      return integer(false, 16);
    case TypeKind::UINT32:
      return integer(false, 32);
    case TypeKind::UINT64:
      return integer(false, 64);
    case TypeKind::TEXT:
      return {.kind = Kind::text};
    case TypeKind::DATA:
      return {.kind = Kind::data};
    case TypeKind::ENUM:
      return {.kind = Kind::enumerant,
              .enumerants = type.asEnum(),
              .enumerants_known = static_cast<std::uint16_t>(type.asEnum().getEnumerants().size())};
    case TypeKind::STRUCT:
      return {.kind = Kind::structure, .shape = &shapeLocked(type.asStruct())};
    default:
      throw std::logic_error("a schema uses a type that has no JSON here");
  }
}

std::uint64_t unsetOf(capnp::schema::Value::Reader value) {
  switch (value.which()) {
    case capnp::schema::Value::INT8:
      return static_cast<std::uint8_t>(value.getInt8());
    case capnp::schema::Value::INT16:
      return static_cast<std::uint16_t>(value.getInt16());
    case capnp::schema::Value::INT32:
      return static_cast<std::uint32_t>(value.getInt32());
    case capnp::schema::Value::INT64:
      return static_cast<std::uint64_t>(value.getInt64());
    case capnp::schema::Value::UINT8:
      return value.getUint8();
    case capnp::schema::Value::UINT16:
      return value.getUint16();
    case capnp::schema::Value::UINT32:
      return value.getUint32();
    case capnp::schema::Value::UINT64:
      return value.getUint64();
    case capnp::schema::Value::ENUM:
      return value.getEnum();
    default:
      return 0;
  }
}

FieldShape fieldOf(capnp::StructSchema schema, capnp::StructSchema::Field field) {
  const auto proto = field.getProto();
  FieldShape result{.field = field, .name = view(proto.getName()), .value = {}};
  result.chosen = proto.getDiscriminantValue() != capnp::schema::Field::NO_DISCRIMINANT;
  result.list = field.getType().isList();
  result.value = valueOf(result.list ? field.getType().asList().getElementType() : field.getType());
  result.value.group = proto.isGroup();
  result.discriminant = proto.getDiscriminantValue();
  if (proto.isSlot()) {
    result.place = proto.getSlot().getOffset();
    result.unset = unsetOf(proto.getSlot().getDefaultValue());
  }
  if (result.value.kind == Kind::integer || result.value.kind == Kind::text) result.value.mark = markOf(field);
  for (auto annotation : proto.getAnnotations()) {
    if (annotation.getId() == mark_id::kHidden) result.hidden = true;
    if (annotation.getId() == mark_id::kOrNone) result.or_none = true;
    if (annotation.getId() == mark_id::kExpression) result.lines = !result.list;
    if (annotation.getId() == mark_id::kJson) result.json = true;
    if (annotation.getId() == mark_id::kNeeded) result.needed = true;
    if (annotation.getId() == mark_id::kNames)
      result.names = static_cast<schema::NameKind>(annotation.getValue().getEnum());
    if (annotation.getId() == mark_id::kDiscretion) result.discretion = view(annotation.getValue().getText());
    if (annotation.getId() == mark_id::kAbout)
      result.about = static_cast<schema::Presence>(annotation.getValue().getEnum());
  }
  result.announces = schema == capnp::Schema::from<schema::Context>() && result.name == "names";
  return result;
}

/// Event holds an Event (corrected.replacement), so a shape is known before its fields are.
const Shape& shapeLocked(capnp::StructSchema schema) {
  static std::map<std::uint64_t, std::unique_ptr<Shape>> shapes;
  auto& place = shapes[schema.getProto().getId()];
  if (place) return *place;
  place = std::make_unique<Shape>();
  Shape& shape = *place;
  const auto proto = schema.getProto();
  shape.name = view(proto.getDisplayName()).substr(proto.getDisplayNamePrefixLength());
  shape.discriminant_place = proto.getStruct().getDiscriminantOffset();
  for (auto field : schema.getFields()) shape.fields.push_back(fieldOf(schema, field));
  for (std::size_t i = 0; i < shape.fields.size(); ++i) shape.by_name.push_back(static_cast<std::uint16_t>(i));
  std::sort(shape.by_name.begin(), shape.by_name.end(),
            [&](auto a, auto b) { return shape.fields[a].name < shape.fields[b].name; });
  for (auto index : shape.by_name) shape.names.push_back(shape.fields[index].name);
  return shape;
}

}  // namespace

int Shape::find(std::string_view field_name) const {
  const auto found = std::lower_bound(names.begin(), names.end(), field_name);
  if (found == names.end() || *found != field_name) return -1;
  return by_name[static_cast<std::size_t>(found - names.begin())];
}

const Shape& shapeOf(capnp::StructSchema schema) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  return shapeLocked(schema);
}

const std::vector<const FieldShape*>& payloadFields() {
  static const std::vector<const FieldShape*> kFields = [] {
    std::vector<const FieldShape*> fields;
    for (const FieldShape& field : shapeOf(capnp::Schema::from<schema::Event>()).fields) {
      if (!field.chosen) continue;
      if (fields.size() <= field.discriminant) fields.resize(field.discriminant + std::size_t{1});
      fields[field.discriminant] = &field;
    }
    return fields;
  }();
  return kFields;
}

const FieldShape* payloadFieldOf(schema::Event::Reader event) {
  const auto place = static_cast<std::size_t>(event.which());
  return place < payloadFields().size() ? payloadFields()[place] : nullptr;
}

}  // namespace docket
