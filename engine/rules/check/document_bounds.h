// Determines from neighbouring fields what can appear at a place of a document: the kind of a name, and which words of
// a condition have a meaning there. Internal to the engine.
#pragma once

#include <capnp/dynamic.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/check/document_marks.h"
#include "engine/rules/ruleset.h"

namespace docket {

/// A struct of a document that is being checked, and the structs that contain it.
struct DocumentFrame {
  capnp::DynamicStruct::Reader owner;
  const DocumentFrame* above = nullptr;

  /// The nearest struct of that schema, this one or one above it; null if there is none.
  template <class Struct>
  [[nodiscard]] const DocumentFrame* within() const {
    const DocumentFrame* frame = this;
    while (frame != nullptr && frame->owner.getSchema() != capnp::Schema::from<Struct>()) frame = frame->above;
    return frame;
  }
};

/// `card "Goby"`, the card that contains a struct; empty outside a card.
[[nodiscard]] std::string cardOf(const DocumentFrame& frame);

/// The kinds that a name at a place can have.
struct NamesHere {
  std::vector<NameKind> kinds;
  bool any = false;  ///< any text can appear there, or it was looked up when the document was compiled
  std::string none;  ///< why no name can appear there, if `kinds` is empty
  bool may_be_elsewhere = false;
};
[[nodiscard]] NamesHere namesHere(const DocumentFrame& frame, NameKind name_kind, std::string_view name);

/// True if names of that kind may come from outside these documents, as from cards that they do not have.
[[nodiscard]] bool mayComeFromElsewhere(const DocumentFrame& frame, NameKind kind);

/// The words that have a meaning in an expression at a place; `where` begins a message about one that does not.
struct WordBounds {
  bool it = true, who = true, that = true, amount = true, use = true;
  std::string where;
};
[[nodiscard]] WordBounds boundsHere(const DocumentFrame& frame, std::string_view field);

/// The possible names of a period; empty if it can have any.
[[nodiscard]] std::vector<std::string_view> namesOfPeriod(const Ruleset& ruleset, std::string_view period);

}  // namespace docket
