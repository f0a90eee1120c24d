// Divides a card's text box into keywords, traits, abilities and flavor text. The text carries light marks: `**bold**`,
// `_italic_`, quotation marks (straight or curly), lines, a line `---` as the dividing line under the keywords, `•` or
// `·` between keywords, and `_(italic in parentheses)_` for reminder text. The ruleset's switches give the words that
// divide it (designators, pronouns); docs/rulesets_and_cards.md documents the marks.
// Invariant: reading takes linear time and succeeds for any bytes; the result consists of parts of the text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/text_marks.h"

namespace docket {

struct Ruleset;

/// Positions of parts are in bytes of the text with its marks.
struct TextBox {
  struct Ability {
    std::vector<std::string> keywords;     ///< the bold words before its designator, each a keyword
    std::vector<std::string> designators;  ///< "Open/Battle:" has two
    std::string constraints;               ///< what precedes its second colon; empty: it has none
    std::string effects;
    std::string text;                                    ///< all of it, the designator included
    TextRange at, label_at, constraints_at, effects_at;  ///< its label: what precedes its first colon
  };
  std::vector<std::string> keywords;
  std::vector<std::string> traits;
  std::vector<Ability> abilities;
  std::string flavor;
  std::vector<std::string> reminders;  ///< without their parentheses
  std::vector<std::string> quoted;     ///< embedded text, which has features of its own
  std::vector<std::string> granted;    ///< keywords that a trait or an ability gives: bold within its text
  std::string rules;                   ///< the text that counts, in one line, without what is quoted
  std::vector<TextRange> traits_at;    ///< of each trait
  TextRange keywords_at, flavor_at;
};

/// Divides a text box as the ruleset reads it.
[[nodiscard]] TextBox readTextBox(std::string_view text, const Ruleset& ruleset);

/// The keywords in a phrase that grants several: bullets and commas separate, line breaks do not (or do, as the ruleset
/// reads it). Views into `phrase`, without blanks at their ends; a line break can appear within one (see samePhrase).
[[nodiscard]] std::vector<std::string_view> grantedKeywords(std::string_view phrase, const Ruleset& ruleset);

/// True if two phrases have the same words, wherever their lines break.
[[nodiscard]] bool samePhrase(std::string_view one, std::string_view other);

/// True if a text contains the words of a phrase, as whole words: "Monkey" does not contain "Monk".
[[nodiscard]] bool holdsPhrase(std::string_view text, std::string_view phrase);

}  // namespace docket
