// The fuzz target for a document of wordings and a printed text: the document is refused with a place or compiles; a
// text is read within its bound, every word is either read or unread, and unread words have no effect.
#pragma once

#include <capnp/message.h>
#include <kj/debug.h>

#include <string>
#include <string_view>

#include "engine/rules/compile_ruleset.h"
#include "engine/rules/wordings/card_writing.h"
#include "engine/rules/wordings/read_card.h"
#include "events/document.h"
#include "events/errors.h"

namespace docket {

/// Reads a text by wordings, and again.
inline void takePrinted(std::string_view text, const wordings::Wordings& wordings, const Ruleset& ruleset) {
  const wordings::PrintedCard card{.key = "1",
                                   .title = "Reed Fox",
                                   .types = {"unit"},
                                   .subtypes = {},
                                   .texts = {{.field = "text", .words = wordings::withLightMarks(text)}}};
  const wordings::CardReading reading = wordings::readCard(card, wordings, ruleset);
  KJ_REQUIRE(reading.words_read <= reading.words_all);
  std::size_t unread = 0;
  for (const auto& one : reading.unread) {
    const auto& printed = reading.texts[one.text].printed;
    KJ_REQUIRE(one.begin < one.end && one.end <= printed.words.size());
    const TextRange at = printed.rangeOf(one.begin, one.end);
    KJ_REQUIRE(at.begin < at.end && at.end <= reading.texts[one.text].light.size());
    unread += one.end - one.begin;
  }
  KJ_REQUIRE(unread >= reading.words_all - reading.words_read);
  const wordings::CardReading again = wordings::readCard(card, wordings, ruleset);
  KJ_REQUIRE(again.words_read == reading.words_read && again.words.size() == reading.words.size());
  capnp::MallocMessageBuilder message;
  wordings::writeCard(card, reading, wordings, message.initRoot<schema::Card>());
}

/// The first line is a document of wordings, the rest a text; an invalid document is read as a text by a valid one.
inline void takeWordings(std::string_view bytes) {
  static const Ruleset kRuleset = [] {
    constexpr std::string_view kRules = R"({"name": "fuzz", "periods": [{"name": "turn"}],
      "clauses": [{"id": "f.once", "place": "1", "gist": "once", "without": "often"}],
      "limits": [{"name": "once", "clause": "f.once", "counted": "activations", "keyedBy": ["title", "group"],
                  "within": "turn"}]})";
    return compile(readDocument<schema::Ruleset>(kRules, "fuzz").root(), "fuzz");
  }();
  static const auto kDocument = readDocument<schema::Wordings>(R"({"name": "fuzz", "ruleset": "fuzz",
    "layout": {"colon": true, "semicolon": true},
    "phrases": [{"name": "who", "is": [{"words": "you", "means": "me"}, {"words": "each (player | <title>) { , <word> }"}]}],
    "wordings": [{"name": "once", "words": ["Once per turn", "<n: number> times ... turn"], "layer": "limits",
                  "limits": [{"limit": "once", "on": "this", "max": "<n>"}]},
                 {"name": "all", "words": ["[<who>] {<word>} <name>"], "gives": {"effects": [{"what": "bonus", "to": "<who>"}]}},
                 {"name": "gap", "words": ["<own title> ... { ( a | b ) ... } <title>"]}],
    "doubts": [{"words": ["... per"], "matter": "uses"}]})",
                                                               "fuzz");
  static const wordings::Wordings kWordings(kDocument.root(), "fuzz");
  const std::size_t line = std::min(bytes.find('\n'), bytes.size());
  try {
    const auto document = readDocument<schema::Wordings>(bytes.substr(0, line), "bytes");
    const wordings::Wordings wordings(document.root(), "bytes");
    takePrinted(bytes.substr(std::min(line + 1, bytes.size())), wordings, kRuleset);
  } catch (const BadInput&) {
    takePrinted(bytes, kWordings, kRuleset);
  }
}

}  // namespace docket
