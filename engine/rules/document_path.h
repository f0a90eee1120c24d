// Paths into a document, which a ruleset's patches use to name what they change (schemas/ruleset.capnp, Patch), and
// changes at these paths. Generic: the document's schema defines the possible paths.
#pragma once

#include <capnp/dynamic.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace docket {

/// The target of a path: a field of a struct, or an element of the list in that field.
struct DocumentPlace {
  capnp::DynamicStruct::Builder owner;
  capnp::StructSchema::Field field;
  std::optional<std::uint32_t> element{};  ///< equal to the list's size: a new element at its end
};

/// All targets of a path. A step into a struct is a field; a step into a list is an index from 0, "*" for every
/// element, "+" for a new one at the end, or the value of the element's first field (for a list of texts, the text).
/// Throws BadInput with the nearest name, in a message that begins with `where`, for a path without a target.
std::vector<DocumentPlace> placesAt(capnp::DynamicStruct::Builder root, std::string_view path,
                                    const std::string& where);

/// Sets each of the places to a value, written as JSON; an empty value removes the place. The places must be from one
/// path, and are invalid afterwards. Throws BadInput, in a message that begins with `where`.
void put(const std::vector<DocumentPlace>& places, std::string_view json, const std::string& where);

/// Appends a field to a path, as messages show it: "acts[0].requirements".
std::string pathBelow(const std::string& path, std::string_view name);

/// The name of a list element: the value of its first field, or the element itself if it is a text; empty if there is
/// none.
std::string calledIn(const capnp::DynamicValue::Reader& element);

/// Sets the fields of a struct that another of its type has.
void copyFields(capnp::DynamicStruct::Builder to, capnp::DynamicStruct::Reader from);

/// Replaces an element of a list.
void setElement(capnp::DynamicList::Builder list, std::uint32_t at, const capnp::DynamicValue::Reader& value);

/// Removes the list elements for which `gone` holds.
template <class Gone>
void removeElements(capnp::DynamicStruct::Builder owner, capnp::StructSchema::Field field, Gone&& gone);

/// Keeps only the named elements of a list, and adds `more` new ones.
void resizeList(capnp::DynamicStruct::Builder owner, capnp::StructSchema::Field field,
                const std::vector<std::uint32_t>& kept, std::uint32_t more);

template <class Gone>
void removeElements(capnp::DynamicStruct::Builder owner, capnp::StructSchema::Field field, Gone&& gone) {
  const auto list = owner.asReader().get(field).as<capnp::DynamicList>();
  std::vector<std::uint32_t> kept;
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    if (!gone(list[i])) kept.push_back(i);
  }
  if (kept.size() != list.size()) resizeList(owner, field, kept, 0);
}

}  // namespace docket
