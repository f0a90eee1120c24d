// Paths into a document, as patches of a ruleset name what they change (schemas/ruleset.capnp, Patch), and the changes
// that can be made there. Generic: the schema of the document says what a path can be.
#pragma once

#include <capnp/dynamic.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace docket {

/// What a path leads to: a field of a struct, or an element of the list in that field.
struct DocumentPlace {
  capnp::DynamicStruct::Builder owner;
  capnp::StructSchema::Field field;
  std::optional<std::uint32_t> element{};  ///< the list's size: a new one at its end
};

/// Everything that a path leads to. A step into a struct is a field; a step into a list is a place from 0, "*" for
/// every element, "+" for a new one at the end, or what the element's first field says (of a list of texts, the text).
/// Throws BadInput, which begins with `where`, for a path that leads nowhere, with the nearest name.
std::vector<DocumentPlace> placesAt(capnp::DynamicStruct::Builder root, std::string_view path,
                                    const std::string& where);

/// Puts a value, written as JSON, where each of the places is; an empty one removes what is there. The places are of
/// one path, and lead nowhere sensible afterwards. Throws BadInput, which begins with `where`.
void put(const std::vector<DocumentPlace>& places, std::string_view json, const std::string& where);

/// Appends a field to a path, as messages show it: "acts[0].requirements".
std::string pathBelow(const std::string& path, std::string_view name);

/// What an element of a list is called: what its first field says, or the text that it is; empty where that is none.
std::string calledIn(const capnp::DynamicValue::Reader& element);

/// Puts a value in the place of an element of a list.
void setElement(capnp::DynamicList::Builder list, std::uint32_t at, const capnp::DynamicValue::Reader& value);

/// Removes those elements of a list for which `gone` holds.
template <class Gone>
void removeElements(capnp::DynamicStruct::Builder owner, capnp::StructSchema::Field field, Gone&& gone);

/// Keeps only the elements of a list that are named, and adds `more` new ones.
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
