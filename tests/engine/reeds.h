// A small game for the tests of reading cards: its wordings as text, and the reading of a card.
#pragma once

#include <capnp/message.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/compile_ruleset.h"
#include "engine/rules/wordings/card_writing.h"
#include "engine/rules/wordings/read_card.h"
#include "events/document.h"

namespace docket::wordings {

inline constexpr const char* kTitle = "Reed Fox";

inline std::string quotedInJson(std::string_view text) {
  std::string made;
  for (const char c : text) {
    if (c == '"' || c == '\\') made += '\\';
    made += c;
  }
  return made;
}

inline const Ruleset& rulesOfTest() {
  static const Ruleset kRules = [] {
    constexpr std::string_view kText = R"({"name": "reeds", "periods": [{"name": "turn"}],
      "clauses": [{"id": "r.once", "place": "1", "gist": "once", "without": "often"}],
      "limits": [{"name": "once", "clause": "r.once", "counted": "activations", "keyedBy": ["instance", "ability"],
                  "within": "turn"},
                 {"name": "shared", "clause": "r.once", "counted": "activations", "keyedBy": ["title", "group"],
                  "within": "turn"}]})";
    return compile(readDocument<schema::Ruleset>(kText, "reeds").root(), "reeds");
  }();
  return kRules;
}

/// Wordings given as a text, with corrections.
struct Held {
  explicit Held(const std::string& text, const std::string& corrections = {})
      : document(readDocument<schema::Wordings>(text, "w")) {
    std::vector<schema::Corrections::Reader> all;
    if (!corrections.empty()) {
      decided.push_back(readDocument<schema::Corrections>(corrections, "c"));
      all.push_back(decided.back().root());
    }
    compiled.emplace(document.root(), "w", all);
  }
  Document<schema::Wordings> document;
  std::vector<Document<schema::Corrections>> decided;
  std::optional<Wordings> compiled;
};

/// The reading of a card with these words; it and the card refer to the document.
struct Read {
  Read(const Held& held, const std::string& text)
      : printed{.key = "1",
                .title = kTitle,
                .types = {"unit"},
                .subtypes = {},
                .texts = {{.field = "text", .words = withLightMarks(text)}}},
        reading(readCard(printed, *held.compiled, rulesOfTest())) {
    auto made = message.initRoot<schema::Card>();
    writeCard(printed, reading, *held.compiled, made);
    card = made.asReader();
  }
  /// The wordings that read something, in their order.
  [[nodiscard]] std::string by() const {
    std::string names;
    for (const auto& one : reading.words) names += (names.empty() ? "" : "|") + one->wording->name;
    return names;
  }
  [[nodiscard]] std::string unread() const {
    std::string words;
    for (const Unread& one : reading.unread) {
      words += (words.empty() ? "" : "|") + std::string(reading.texts[one.text].printed.between(one.begin, one.end));
    }
    return words;
  }
  PrintedCard printed;
  CardReading reading;
  capnp::MallocMessageBuilder message;
  schema::Card::Reader card;
};

}  // namespace docket::wordings
