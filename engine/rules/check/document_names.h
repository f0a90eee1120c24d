// The names that documents declare, by kind: those of a ruleset, and those that a catalogue adds. A document must not
// use other names (document_words.cpp). Internal to the engine.
#pragma once

#include <capnp/dynamic.h>

#include <array>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/check/document_marks.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

inline constexpr std::size_t kNameKinds = static_cast<std::size_t>(NameKind::TALLY) + 1;

class DocumentNames {
 public:
  /// The names that every document has: kinds of events, rule switches, requirements, speakers.
  DocumentNames();

  /// Adds the names that a document declares. It must outlive this object, which refers to its texts.
  void add(capnp::DynamicStruct::Reader document);
  void add(NameKind kind, std::string_view name);

  /// True if there is such a name. A type can follow supertypes, several designators can follow each other, and any
  /// type can be a speaker.
  [[nodiscard]] bool has(NameKind kind, std::string_view name) const;
  /// "the ruleset has no zone "feild" (did you mean "field"?)", and where it would be declared.
  [[nodiscard]] std::string missingMessage(std::string_view name, const std::vector<NameKind>& kinds) const;
  /// The names of a kind, in alphabetical order.
  [[nodiscard]] const std::set<std::string, std::less<>>& of(NameKind kind) const { return names_.at(indexOf(kind)); }

 private:
  [[nodiscard]] static std::size_t indexOf(NameKind kind) { return static_cast<std::size_t>(kind); }
  [[nodiscard]] bool isType(std::string_view name) const;
  /// The sizes of changes, each of which is a stat named after both: "Force penalty".
  void addChanges(schema::Ruleset::Reader document);

  std::array<std::set<std::string, std::less<>>, kNameKinds> names_;
};

}  // namespace docket
