// The fuzz target for text boxes: any input has parts that contain each of its letters and no others, and reading it
// twice gives the same.
#pragma once

#include <kj/debug.h>

#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/compile_ruleset.h"
#include "engine/rules/ruleset.h"
#include "engine/rules/text_box.h"
#include "events/document.h"

namespace docket {

/// A ruleset that reads everything in a text box.
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

/// The frequency of each letter and digit in a text.
inline std::array<std::size_t, 128> lettersOf(std::string_view text) {
  std::array<std::size_t, 128> counts{};
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < counts.size() && std::isalnum(byte) != 0) ++counts[byte];
  }
  return counts;
}

/// The bytes as a text box.
inline TextBox takeText(std::string_view bytes) {
  TextBox box = readTextBox(bytes, rulesetOfTexts());
  const TextBox again = readTextBox(bytes, rulesetOfTexts());
  KJ_REQUIRE(box.traits == again.traits && box.keywords == again.keywords && box.rules == again.rules);
  std::size_t abilities = 0;
  std::string parts = box.flavor;
  for (const auto* texts : {&box.keywords, &box.traits}) {
    for (const std::string& text : *texts) parts += text;
  }
  for (const TextBox::Ability& ability : box.abilities) {
    KJ_REQUIRE(!ability.designators.empty());
    KJ_REQUIRE(ability.constraints.size() + ability.effects.size() <= ability.text.size());
    abilities += ability.text.size();
    parts += ability.text;
  }
  KJ_REQUIRE(lengthOf(box.keywords) + lengthOf(box.traits) + abilities + box.flavor.size() <= 2 * bytes.size());
  KJ_REQUIRE(lengthOf(box.quoted) <= bytes.size() && lengthOf(box.reminders) <= bytes.size());
  // A reminder is in no other part, unless it is among keywords.
  std::string reminders;
  for (const std::string& text : box.reminders) reminders += text;
  const auto letters = lettersOf(bytes), in_parts = lettersOf(parts), in_reminders = lettersOf(reminders);
  for (std::size_t i = 0; i < letters.size(); ++i) {
    KJ_REQUIRE(in_parts[i] <= letters[i] && letters[i] <= in_parts[i] + in_reminders[i], i, bytes.size());
  }
  return box;
}

}  // namespace docket
