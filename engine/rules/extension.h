// A ruleset that holds its differences from another one (`extends`), put over it: what comes of that is a whole
// ruleset, which says all that it means and is stored, pinned and digested as if it had been written out. Invariant:
// the base is the one whose digest the document names, so the same text always comes to the same ruleset.
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

/// A ruleset as it was written: the text of a file, or a document that has none (a stored one).
struct WrittenRuleset {
  std::string file;                                      ///< for messages
  std::string text;                                      ///< empty: it has none
  std::shared_ptr<const Document<schema::Ruleset>> own;  ///< what it says itself; may be null where there is a text
};

/// A whole ruleset, and what it was made of.
struct WholeRuleset {
  std::shared_ptr<const Document<schema::Ruleset>> document;
  std::vector<WrittenRuleset> layers;  ///< the text itself, then what it extends, and what that does

  [[nodiscard]] schema::Ruleset::Reader root() const { return document->root(); }
};

/// Finds what may be the ruleset that one extends: those of its name and version, whatever their digest, and those of
/// its digest.
using FindRulesets = std::function<std::vector<WrittenRuleset>(schema::Extends::Reader)>;

/// How many rulesets can stand under each other.
inline constexpr std::size_t kMostExtended = 8;

/// Reads a ruleset. Where it extends another one, that is looked for by `find`, what `without` names is taken out of
/// it, and what the text says is put over it: a value in place of the value that stood there; an item of a list into
/// the item that is called the same by its first field, or, where none is, behind the item that stands before it in the
/// text (the first of a list at its end). Throws BadInput with file, line and column: for what is no ruleset, a base
/// that is not there or has another digest, a path that leads nowhere, an item of which the base has several.
[[nodiscard]] WholeRuleset readRulesetText(std::string_view text, const std::string& file, const FindRulesets& find);

/// Where a value of a whole ruleset was written.
struct WrittenAt {
  std::string file;
  TextPlace place;  ///< line 0: the document has no text
};
/// The place of the value at a path of the whole ruleset, and of a place within that text (line 0: the value itself).
[[nodiscard]] WrittenAt writtenAt(const WholeRuleset& whole, std::string_view path, TextPlace inner);

}  // namespace docket
