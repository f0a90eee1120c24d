// What a fuzzer does with bytes that may be a card's text box: whatever they are, they have parts, those parts are no
// longer than the text, and what is read twice is the same.
#pragma once

#include <kj/debug.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/ruleset.h"
#include "engine/text_box.h"
#include "events/document.h"

namespace docket {

/// A ruleset that reads all that can be read in a text box.
inline const Ruleset& rulesetOfTexts() {
  static const Ruleset kRuleset = [] {
    constexpr std::string_view kDocument = R"({"name": "texts", "readings": [
      {"reading": "a text box has parts", "names": ["Action", "Answer"]},
      {"reading": "a sentence is a trait", "names": ["it", "this way"]},
      {"reading": "flavor, color and reminder text change nothing"},
      {"reading": "quoted text is not of what holds it"},
      {"reading": "dots and lines separate keywords"},
      {"reading": "bold words are no keywords in quotes and before a colon"},
    {"reading": "a bold word before a colon can be the trigger of a trait", "names": ["Upkeep"]}]})";
    return compile(readDocument<schema::Ruleset>(kDocument, "texts").root(), "texts");
  }();
  return kRuleset;
}

inline std::size_t lengthOf(const std::vector<std::string>& parts) {
  std::size_t length = 0;
  for (const std::string& part : parts) length += part.size();
  return length;
}

/// The bytes as a text box.
inline void takeText(std::string_view bytes) {
  const TextBox box = readTextBox(bytes, rulesetOfTexts());
  const TextBox again = readTextBox(bytes, rulesetOfTexts());
  KJ_REQUIRE(box.traits == again.traits && box.keywords == again.keywords && box.rules == again.rules);
  std::size_t abilities = 0;
  for (const TextBox::Ability& ability : box.abilities) {
    KJ_REQUIRE(!ability.designators.empty());
    KJ_REQUIRE(ability.constraints.size() + ability.effects.size() <= ability.text.size());
    abilities += ability.text.size();
  }
  KJ_REQUIRE(lengthOf(box.keywords) + lengthOf(box.traits) + abilities + box.flavor.size() <= 2 * bytes.size());
  KJ_REQUIRE(lengthOf(box.quoted) <= bytes.size() && lengthOf(box.reminders) <= bytes.size());
}

}  // namespace docket
