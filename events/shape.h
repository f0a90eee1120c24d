// The shape of a struct: the parts of its schema that JSON and the validator need, looked up once and cached. A shape
// lives as long as the program, and any thread may read it.
// Invariant: shapes depend only on the schema and its marks.
#pragma once

#include <capnp/schema.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "schemas/event.capnp.h"
#include "schemas/marks.capnp.h"

namespace docket {

enum class Kind : std::uint8_t { nothing, boolean, integer, text, data, enumerant, structure, list };

/// The mark of schemas/marks.capnp that says what an integer or a text is.
enum class Mark : std::uint8_t { none, name, card, new_card, entity, seat, event, judge, people, claim };

struct Shape;

/// The type of a field's value, or of the elements of a list.
struct ValueShape {
  Kind kind = Kind::nothing;
  bool is_signed = false;              ///< integer
  bool group = false;                  ///< structure: part of the enclosing struct, not a struct of its own
  std::uint8_t bits = 0;               ///< integer: 8, 16, 32 or 64
  Mark mark = Mark::none;              ///< integer, text
  const Shape* shape = nullptr;        ///< structure
  capnp::EnumSchema enumerants{};      ///< enumerant
  std::uint16_t enumerants_known = 0;  ///< likewise: the number of enumerants in the schema
};

struct FieldShape {
  capnp::StructSchema::Field field;
  std::string_view name;
  ValueShape value;  ///< for a list, the type of its elements
  bool list = false;
  /// Its position: for a number, among the numbers of its size; for a pointer, among the pointers; for a group 0.
  std::uint32_t place = 0;
  std::uint64_t unset = 0;         ///< integer: the bits of its default, with which the stored bits are combined
  std::uint16_t discriminant = 0;  ///< for a member of the struct's union
  bool chosen = false;             ///< a member of the struct's union
  bool hidden = false;             ///< marked $hidden
  bool or_none = false;            ///< marked $orNone
  bool announces = false;          ///< context.names: its values are new names
  bool lines = false;              ///< marked $expression: it can be written as a list of lines
  bool json = false;               ///< marked $json: it holds the JSON of any value
  bool needed = false;             ///< marked $needed: it must not be empty
  std::optional<schema::NameKind> names{};  ///< marked $names: the kind of name
  std::string_view discretion{};            ///< marked $discretion: its word for people; empty: not marked
  std::optional<schema::Presence> about{};  ///< marked $about: how the card must be there before the event

  /// True if its struct holds only a pointer to it, which may be null.
  [[nodiscard]] bool isPointer() const {
    return list || value.kind == Kind::text || value.kind == Kind::data ||
           (value.kind == Kind::structure && !value.group);
  }
};

struct Shape {
  std::string_view name;
  std::vector<FieldShape> fields;        ///< in the order of the schema
  std::vector<std::string_view> names;   ///< the fields' names, sorted
  std::vector<std::uint16_t> by_name;    ///< for each of `names`, the index of its field
  std::uint32_t discriminant_place = 0;  ///< the position of the discriminant, as in FieldShape::place

  /// The index of the field with a name, or -1.
  [[nodiscard]] int find(std::string_view field_name) const;
};

/// The shape of a struct. Throws std::logic_error if the schema has a type that our documents do not use (floats,
/// interfaces, untyped pointers, lists of lists).
[[nodiscard]] const Shape& shapeOf(capnp::StructSchema schema);
/// The payloads of events, indexed by schema::Event::Which; the list ends before that of a newer schema.
[[nodiscard]] const std::vector<const FieldShape*>& payloadFields();
/// The payload of an event as a field of it; null for a payload of a newer schema.
[[nodiscard]] const FieldShape* payloadFieldOf(schema::Event::Reader event);

}  // namespace docket
