// The shape of a struct: what JSON and the validator need of its schema, looked up once and kept. A shape lives as long
// as the program and may be read by any thread.
// Invariant: shapes are a function of the schema and its marks alone.
#pragma once

#include <capnp/schema.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace docket {

enum class Kind : std::uint8_t { nothing, boolean, integer, text, data, enumerant, structure, list };

/// What a mark of schemas/marks.capnp says of an integer.
enum class Mark : std::uint8_t { none, name, card, new_card, entity, seat, event };

struct Shape;

/// A value: of a field, or of the elements of a list.
struct ValueShape {
  Kind kind = Kind::nothing;
  bool is_signed = false;              ///< integer
  bool group = false;                  ///< structure: a part of the struct around it, not a struct of its own
  std::uint8_t bits = 0;               ///< integer: 8, 16, 32 or 64
  Mark mark = Mark::none;              ///< integer
  const Shape* shape = nullptr;        ///< structure
  capnp::EnumSchema enumerants{};      ///< enumerant
  std::uint16_t enumerants_known = 0;  ///< likewise: how many the schema has
};

struct FieldShape {
  capnp::StructSchema::Field field;
  std::string_view name;
  ValueShape value;  ///< of a list: what its elements are
  bool list = false;
  /// Where it stands: of a number among the numbers of its size, of what is pointed to among the pointers; of a group
  /// 0.
  std::uint32_t place = 0;
  std::uint64_t unset = 0;  ///< integer: the bits of what it is where nothing is said, to which those stored are added
  std::uint16_t discriminant = 0;  ///< of a member of the struct's union
  bool chosen = false;             ///< a member of the struct's union
  bool hidden = false;             ///< marked $hidden
  bool or_none = false;            ///< marked $orNone
  bool announces = false;          ///< context.names: what stands in it are new names
  bool lines = false;              ///< marked $expression: it can be written as a list of its lines
  bool json = false;               ///< marked $json: it holds the JSON of whatever value is written there

  /// Whether its struct holds only a pointer to it, which can be missing.
  [[nodiscard]] bool isPointer() const {
    return list || value.kind == Kind::text || value.kind == Kind::data ||
           (value.kind == Kind::structure && !value.group);
  }
};

struct Shape {
  std::string_view name;
  std::vector<FieldShape> fields;        ///< in the order of the schema
  std::vector<std::string_view> names;   ///< of the fields, sorted
  std::vector<std::uint16_t> by_name;    ///< for each of `names`, the index of its field
  std::uint32_t discriminant_place = 0;  ///< where the number of the chosen member stands, as FieldShape::place

  /// The index of the field of that name, or -1.
  [[nodiscard]] int find(std::string_view field_name) const;
};

/// The shape of a struct. Throws std::logic_error where the schema has a type that no document of ours uses
/// (floats, interfaces, untyped pointers, lists of lists).
[[nodiscard]] const Shape& shapeOf(capnp::StructSchema schema);

}  // namespace docket
