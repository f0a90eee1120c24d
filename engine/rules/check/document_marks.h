// What the marks of schemas/marks.capnp say of the fields of documents: which text is a name of what, which is an
// expression, beside what a field is read. The checks of documents are driven by them, so that it is said once, where a
// field is declared.
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

/// What a text is. `none`: the schema does not say (of what is no text it never does).
enum class TextMark : std::uint8_t { none, people, expression, word, declares, names };

/// The field beside which another one is read.
struct ReadWith {
  std::string_view field;
  std::vector<std::string_view> values;  ///< one of which it has; none: it is set
};

struct FieldMarks {
  TextMark text = TextMark::none;
  NameKind kind{};  ///< of what it declares or names
  std::optional<ReadWith> read_with;
  bool needed = false;   ///< what lacks it says nothing
  bool once = false;     ///< no two items of a list have the same here
  bool repeats = false;  ///< of a list: the same can appear in it twice
};

[[nodiscard]] FieldMarks marksOf(capnp::StructSchema::Field field);

/// A field of a document with its marks.
struct MarkedField {
  capnp::StructSchema::Field field;
  std::string_view name;
  FieldMarks marks;
};
/// The fields of a struct that rulesets or catalogues hold, in their order; looked up once.
[[nodiscard]] const std::vector<MarkedField>& markedFields(capnp::StructSchema structure);

/// What documents call an enumerant; empty for one of a newer schema.
[[nodiscard]] std::string_view enumerantName(capnp::EnumSchema schema, std::uint16_t ordinal);
template <class Enum>
[[nodiscard]] std::string_view enumerantName(Enum value) {
  return enumerantName(capnp::Schema::from<Enum>(), static_cast<std::uint16_t>(value));
}

/// Whether two structs of a document, of one schema, say the same.
[[nodiscard]] bool saysTheSame(capnp::DynamicStruct::Reader one, capnp::DynamicStruct::Reader other);

/// Whether `owner` is such that a field with this mark is read.
[[nodiscard]] bool isRead(const ReadWith& with, capnp::DynamicStruct::Reader owner);

}  // namespace docket
