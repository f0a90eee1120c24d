// The annotations of schemas/marks.capnp on the fields of documents: what a text names, whether it is an expression,
// and which other field a field requires. The checks of documents use them, so each fact is stated once, at the field.
#pragma once

#include <capnp/dynamic.h>
#include <capnp/schema.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "schemas/marks.capnp.h"

namespace docket {

using NameKind = schema::NameKind;

/// The kind of a text. `none`: not annotated, as all fields that are not texts.
enum class TextMark : std::uint8_t { none, people, expression, word, declares, names };

/// The field that another one requires.
struct ReadWith {
  std::string_view field;
  std::vector<std::string_view> values;  ///< the values that it may have; empty: it must be set
};

struct FieldMarks {
  TextMark text = TextMark::none;
  NameKind kind{};  ///< what it declares or names
  std::optional<ReadWith> read_with;
  bool needed = false;   ///< an item without it is refused
  bool once = false;     ///< no two items of a list have the same value
  bool repeats = false;  ///< for a list: repeated items count separately
};

[[nodiscard]] FieldMarks marksOf(capnp::StructSchema::Field field);

/// A field of a document with its marks.
struct MarkedField {
  capnp::StructSchema::Field field;
  std::string_view name;
  FieldMarks marks;
};
/// The fields of a struct of rulesets or catalogues, in their order; cached.
[[nodiscard]] const std::vector<MarkedField>& markedFields(capnp::StructSchema structure);

/// The name of an enumerant in documents; empty for one of a newer schema.
[[nodiscard]] std::string_view enumerantName(capnp::EnumSchema schema, std::uint16_t ordinal);
template <class Enum>
[[nodiscard]] std::string_view enumerantName(Enum value) {
  return enumerantName(capnp::Schema::from<Enum>(), static_cast<std::uint16_t>(value));
}

/// True if two structs of the same schema in a document have equal content.
[[nodiscard]] bool haveEqualContent(capnp::DynamicStruct::Reader one, capnp::DynamicStruct::Reader other);

/// True if a field with this mark is read in `owner`.
[[nodiscard]] bool isRead(const ReadWith& with, capnp::DynamicStruct::Reader owner);

}  // namespace docket
