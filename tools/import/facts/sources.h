// The public sources of facts: how each is recognised, its ruleset, its fields and those that Docket does not use. A
// new source is a line in the table of sources.cpp and the function that it names.
// Internal to tools/import.
// Invariant: a field that is neither used nor listed here is unknown: it is skipped and counted.
#pragma once

#include <span>
#include <string_view>

#include "tools/import/facts/line.h"

namespace docket::facts {

struct Source {
  std::string_view name;      ///< its usual name
  std::string_view known_by;  ///< how a card shows its source, for the message about unknown files
  std::string_view ruleset;
  bool (*recognises)(const FactObject& card);
  CardFacts (*read)(const FactObject& card);  ///< null: EDOPro's scripts, which have their own reader
  std::string_view used;                      ///< its fields that are read, separated by blanks
  std::string_view not_used;                  ///< the known ones that are not used
  /// True if the texts of its cards are read.
  bool has_texts = false;
  /// True if two cards can have the same key, as printings of a set; the second one then gets a number.
  bool has_printings = false;
};

[[nodiscard]] std::span<const Source> sources();

/// The facts of a card of each source.
CardFacts marvelCard(const FactObject& card);
CardFacts legendCard(const FactObject& card);
CardFacts hearthstoneCard(const FactObject& card);

/// A word in capitals, in its printed form.
[[nodiscard]] std::string titleCased(std::string word);

}  // namespace docket::facts
