// The public sources of facts: how each is recognised, which ruleset it is for, what its fields mean and which of them
// say nothing that Docket takes. A further source is a line of the table in sources.cpp and the function that it names.
// Internal to tools/import.
// Invariant: a field that is neither used nor listed here is unknown: it is skipped and counted.
#pragma once

#include <span>
#include <string_view>

#include "tools/import/facts/line.h"

namespace docket::facts {

struct Source {
  std::string_view name;      ///< as people call it
  std::string_view known_by;  ///< what of a card shows the source, in the message about a file that is of none
  std::string_view ruleset;
  bool (*recognises)(const FactObject& card);
  CardFacts (*read)(const FactObject& card);  ///< null: of EDOPro's scripts, which have a reader of their own
  std::string_view used;                      ///< its fields that are read, a blank between them
  std::string_view not_used;                  ///< those that are known and say nothing that is taken
  /// Whether its cards are read with their texts; else of its texts nothing is taken.
  bool has_texts = false;
  /// Whether two cards can have one key, as printings of one set; the second one then has a number.
  bool has_printings = false;
};

[[nodiscard]] std::span<const Source> sources();

// What a card of each source says.
CardFacts marvelCard(const FactObject& card);
CardFacts legendCard(const FactObject& card);
CardFacts hearthstoneCard(const FactObject& card);

/// A word in capitals, as it is printed.
[[nodiscard]] std::string titleCased(std::string word);

}  // namespace docket::facts
