// Divides a text as its game's texts are: into sentences or lines, or as the ruleset divides a text box; and each of
// these into its condition, its cost and its effect.
// Invariant: every word of a text is in one section, and sections come in the order of the text.
#pragma once

#include <vector>

#include "engine/rules/ruleset.h"
#include "engine/rules/wordings/wordings.h"

namespace docket::wordings {

/// Words [begin, end) of a text.
struct Part {
  Block block{};
  std::size_t begin = 0, end = 0;
};

struct Section {
  enum class Kind : std::uint8_t {
    plain,
    parted,    ///< it has a condition or a cost, before a colon or a semicolon
    labelled,  ///< it begins with bold words and a colon
    heading,   ///< a line without a full stop at its end
    aside,     ///< all of it is in parentheses
    trait,
    ability,
    keywords,
    flavor,  ///< of a text box that the ruleset divides
  };
  Kind kind = Kind::plain;
  bool item = false;  ///< it begins with a bullet: it belongs to the last section before it that does not
  std::size_t begin = 0, end = 0;
  std::vector<Part> parts;  ///< the whole first
  // For a text box that the ruleset divides:
  std::vector<std::string> keywords;  ///< of an ability
  std::string designator;             ///< of an ability, as it is printed: "Battle/Open"
  std::size_t understood = 0;         ///< the end of the words at its beginning that the ruleset itself reads

  /// True if its parts are read one by one; else it is read as a whole.
  [[nodiscard]] bool isParted() const { return parts.size() > 1; }
};

/// Divides a text. `light`: the text with its marks, as it was read from.
[[nodiscard]] std::vector<Section> divide(const PrintedText& text, std::string_view light,
                                          schema::Layout::Reader layout, const Ruleset& ruleset);

}  // namespace docket::wordings
