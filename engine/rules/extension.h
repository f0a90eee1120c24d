// Merges a ruleset that is written as differences from another one (`extends`) with its base: the result is a whole
// ruleset, stored, pinned and digested as if it had been written out.
// Invariant: the base is the one whose digest the document names, so the same text always gives the same ruleset.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "events/document.h"
#include "events/json/json.h"
#include "events/json/json_place.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

/// A ruleset as written: the text of a file, or a stored document without a text.
struct WrittenRuleset {
  std::string file;                                      ///< for messages
  std::string text;                                      ///< empty: it has none
  std::shared_ptr<const Document<schema::Ruleset>> own;  ///< its own content; may be null if there is a text
};

/// A whole ruleset, and its layers.
struct WholeRuleset {
  std::shared_ptr<const Document<schema::Ruleset>> document;
  std::vector<WrittenRuleset> layers;  ///< the text itself, then what it extends, and so on

  [[nodiscard]] schema::Ruleset::Reader root() const { return document->root(); }
};

/// Finds candidates for the base of a ruleset: those with its name and version, whatever their digest, and those with
/// its digest.
using FindRulesets = std::function<std::vector<WrittenRuleset>(schema::Extends::Reader)>;

/// The most rulesets that can extend each other.
inline constexpr std::size_t kMaxExtended = 8;

/// Reads a ruleset. If it extends another one, that is found by `find`, the items in `without` are removed from it, and
/// the text is merged in: a value replaces the base's value; a list item is merged with the item whose first field is
/// the same or, if there is none, inserted after the item that precedes it in the text (the first of a list is
/// appended). Throws BadInput with file, line and column: for a text that is not a ruleset, a missing base or one with
/// another digest, a path without a target, an item that the base has several times.
[[nodiscard]] WholeRuleset readRulesetText(std::string_view text, const std::string& file, const FindRulesets& find);

/// The place where a value of a whole ruleset was written.
struct WrittenAt {
  std::string file;
  TextPlace place;  ///< line 0: the document has no text
};
/// The place of the value at a path of the whole ruleset, and of a place within that text (line 0: the value itself).
[[nodiscard]] WrittenAt writtenAt(const WholeRuleset& whole, std::string_view path, TextPlace inner);

}  // namespace docket
