#include "engine/rules/check/document_marks.h"

#include <algorithm>
#include <map>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <string>

#include "events/mark_ids.h"
#include "events/text/text_view.h"
#include "schemas/card.capnp.h"
#include "schemas/ruleset.capnp.h"

namespace docket {
namespace {

using capnp::DynamicList;
using capnp::DynamicStruct;
using capnp::DynamicValue;

ReadWith readWith(std::string_view text) {
  const std::size_t equals = text.find('=');
  ReadWith with{.field = text.substr(0, equals), .values = {}};
  if (equals == std::string_view::npos) return with;
  for (std::string_view rest = text.substr(equals + 1); !rest.empty();) {
    const std::size_t end = std::min(rest.find('|'), rest.size());
    with.values.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return with;
}

void take(capnp::schema::Annotation::Reader annotation, FieldMarks& marks) {
  const auto text = [&](TextMark mark) { marks.text = mark; };
  const auto kind = [&] { marks.kind = static_cast<NameKind>(annotation.getValue().getEnum()); };
  switch (annotation.getId()) {
    case mark_id::kPeople:
      return text(TextMark::people);
    case mark_id::kExpression:
      return text(TextMark::expression);
    case mark_id::kWord:
      return text(TextMark::word);
    case mark_id::kDeclares:
      kind();
      return text(TextMark::declares);
    case mark_id::kNames:
      kind();
      return text(TextMark::names);
    case mark_id::kReadWith:
      marks.read_with = readWith(view(annotation.getValue().getText()));
      return;
    case mark_id::kNeeded:
      marks.needed = true;
      return;
    case mark_id::kOnce:
      marks.once = true;
      return;
    case mark_id::kRepeats:
      marks.repeats = true;
      return;
    default:
      return;
  }
}

using FieldsByStruct = std::map<std::uint64_t, std::vector<MarkedField>>;

void addFields(capnp::StructSchema structure, FieldsByStruct& all) {
  const auto [fields, fresh] = all.try_emplace(structure.getProto().getId());
  if (!fresh) return;
  for (auto field : structure.getFields()) {
    fields->second.push_back({.field = field, .name = field.getProto().getName().cStr(), .marks = marksOf(field)});
    capnp::Type type = field.getType();
    while (type.isList()) type = type.asList().getElementType();
    if (type.isStruct()) addFields(type.asStruct(), all);
  }
}

/// True if two values have equal content.
bool same(const DynamicValue::Reader& one, const DynamicValue::Reader& other) {
  switch (one.getType()) {
    case DynamicValue::TEXT:
      return one.as<capnp::Text>() == other.as<capnp::Text>();
    case DynamicValue::BOOL:
      return one.as<bool>() == other.as<bool>();
    case DynamicValue::INT:
    case DynamicValue::UINT:
      return one.as<std::int64_t>() == other.as<std::int64_t>();
    case DynamicValue::ENUM:
      return one.as<capnp::DynamicEnum>().getRaw() == other.as<capnp::DynamicEnum>().getRaw();
    case DynamicValue::STRUCT:
      return haveEqualContent(one.as<DynamicStruct>(), other.as<DynamicStruct>());
    case DynamicValue::LIST: {
      const auto left = one.as<DynamicList>(), right = other.as<DynamicList>();
      if (left.size() != right.size()) return false;
      for (unsigned i = 0; i < left.size(); ++i) {
        if (!same(left[i], right[i])) return false;
      }
      return true;
    }
    default:
      return false;
  }
}

}  // namespace

const std::vector<MarkedField>& markedFields(capnp::StructSchema structure) {
  static const FieldsByStruct kFields = [] {
    FieldsByStruct all;
    addFields(capnp::Schema::from<schema::Ruleset>(), all);
    addFields(capnp::Schema::from<schema::Catalogue>(), all);
    return all;
  }();
  return kFields.at(structure.getProto().getId());
}

FieldMarks marksOf(capnp::StructSchema::Field field) {
  FieldMarks marks;
  for (auto annotation : field.getProto().getAnnotations()) take(annotation, marks);
  return marks;
}

bool haveEqualContent(DynamicStruct::Reader one, DynamicStruct::Reader other) {
  return !ranges::any_of(markedFields(one.getSchema()), [&](const MarkedField& field) {
    const bool has = one.has(field.field), other_has = other.has(field.field);
    return has != other_has || (has && !same(one.get(field.field), other.get(field.field)));
  });
}

std::string_view enumerantName(capnp::EnumSchema schema, std::uint16_t ordinal) {
  const auto all = schema.getEnumerants();
  return ordinal < all.size() ? view(all[ordinal].getProto().getName()) : std::string_view{};
}

bool isRead(const ReadWith& with, capnp::DynamicStruct::Reader owner) {
  const auto field = owner.getSchema().getFieldByName(kj::StringPtr(std::string(with.field).c_str()));
  if (with.values.empty()) return owner.has(field, capnp::HasMode::NON_DEFAULT);
  const auto value = owner.get(field);
  if (value.getType() != capnp::DynamicValue::ENUM) return false;
  KJ_IF_MAYBE (enumerant, value.as<capnp::DynamicEnum>().getEnumerant()) {
    return ranges::contains(with.values, std::string_view(enumerant->getProto().getName().cStr()));
  }
  return false;
}

}  // namespace docket
